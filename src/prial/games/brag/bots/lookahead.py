"""The tree of the bets that the last two players may still make, stored as arrays.

The tree has only a few sizes of bets, and each player bets only a few times; then the hands are compared. For speed, this module
has its own code for the allowed bets and their prices; a test compares the results with `prial.games.brag.offer`.

*Player 0* is the player who looks ahead, *player 1* the opponent. A tree contains no cards.
"""

from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from prial.betting.amounts import Limits, half, in_open_units, least, most, price

Floats: TypeAlias = NDArray[np.float32]
Ints: TypeAlias = NDArray[np.int64]
Pair: TypeAlias = tuple[int, int]
Flags: TypeAlias = tuple[bool, bool]
Move: TypeAlias = str | int
"""A move: ``fold``, ``see`` or ``look``, or the chips of a bet."""
Path: TypeAlias = tuple[Move, ...]

FOLD: Final = "fold"
SEE: Final = "see"
LOOK: Final = "look"
DEEP: Final = 50
"""The limit of a player's chips in a tree, as a multiple of the pot. A tree has too few bets for more chips to matter.

If the pot is smaller than twice the last bet, the limit is a multiple of twice the last bet.
"""
_BLIND: Final = 2
"""The greatest number of blind bets of the player who moves second."""
# The bot, player 0, chooses no action with a tree that begins with player 1, so that such a tree may be smaller
_OFTEN: Final = (4, 3)
"""A player who has made this many bets in a tree bets again only to end the betting.

The index is the player who moves first.
"""
_RAISES: Final = 2
"""The greatest number of raises in a tree, by both players together."""
_RICH: Final = (4, 2)
"""After this many bets of both players in a tree, a turn has fewer sizes of bets.

The index is the player who moves first.
"""


class Terms(NamedTuple):
    """The rules of a table that matter to the betting of two players."""

    limits: Limits
    """The smallest and the greatest bets that the rules allow."""
    kept: float
    """Share of the pot that a blind player wins when the opponent folds; below 1 where the pot is carried into the next deal."""
    folder: float
    """Average share of the pot that a folding player wins back in the next deal; 0 where no pot is carried."""
    covers: bool
    """Whether the betting ends after a full bet that takes a player's last chips."""
    folds: bool = False
    """Whether players have to fold if they can't pay the full bet.

    If not, they may put in their last chips, and both hands are then shown.
    """
    ante: int = 0
    """The ante of the next deal. A pot is carried only if its blind winner can pay this ante. If not, the winner gets the pot."""
    outlasts: Flags = (False, False)
    """Whether each player can win by staying blind: an open opponent can't see a blind player, and runs out of chips first."""
    own: int | None = None
    """Player 0's own chips at the root, without the chips that the opponent would lend; None if no chips would be lent.

    Player 0 can't use lent chips to pay for seeing.
    """


class Spot(NamedTuple):
    """The state of the betting of two players. Fields with two values have the value for player 0 first."""

    pot: int
    """Chips in the pot."""
    last: int
    """The chips that the last bet costs an open player; 0 before any bet."""
    chips: Pair
    """Chips that each player has left."""
    blind: Flags
    """Whether each player is blind, that is, hasn't looked at the hand."""
    bet_blind: Flags
    """Whether each player has bet blind in this deal."""
    turn: int
    """The player whose turn it is, 0 or 1."""
    paid: Pair = (0, 0)
    """Chips that each player has paid since the tree's root."""
    bets: Pair = (0, 0)
    """Number of bets of each player since the tree's root."""
    raises: int = 0
    """Number of raises since the tree's root, by both players together. A raise is a bet above the smallest allowed one."""
    knows: Flags = (False, False)
    """Whether each player knows their own hand from earlier deals, without looking at it in this deal."""

    @property
    def answers(self) -> bool:
        """Whether the opponent has no chips. The opponent is the player whose turn it isn't.

        If this is so and `Terms.folds` is False, only the least bet is allowed, and hands are compared after this bet.
        """
        return not self.chips[1 - self.turn]

    def alike(self, player: int) -> bool:
        """Whether a player plays all hands alike: the player hasn't looked, and doesn't know the hand from earlier deals."""
        return self.blind[player] and not self.knows[player]

    def looked(self) -> "Spot":
        """The state after a look by the player whose turn it is."""
        return self._replace(blind=_put(self.blind, self.turn, value=False))

    def betted(self, chips: int, *, raises: bool = False) -> "Spot":
        """The state after a bet.

        Args:
            chips: the bet, in chips that the player pays.
            raises: whether the bet is above the smallest allowed one.
        """
        turn, blind = self.turn, self.blind[self.turn]
        return Spot(  # a tree has thousands of these states, and `_replace` would take most of its time
            self.pot + chips,
            in_open_units(chips, blind=blind),
            _put(self.chips, turn, self.chips[turn] - chips),
            self.blind,
            _put(self.bet_blind, turn, value=True) if blind else self.bet_blind,
            1 - turn,
            _put(self.paid, turn, self.paid[turn] + chips),
            _put(self.bets, turn, self.bets[turn] + 1),
            self.raises + raises,
            self.knows,
        )

    def root(self) -> "Spot":
        """This state as the root of a tree: counts begin at 0, and chips that don't matter are left out (see `DEEP`)."""
        matter = DEEP * max(self.pot, 2 * self.last)
        return self._replace(chips=(min(self.chips[0], matter), min(self.chips[1], matter)), paid=(0, 0), bets=(0, 0), raises=0)


class Bets(NamedTuple):
    """What a player may pay at a turn, in chips."""

    low: int
    """The smallest bet."""
    high: int
    """The greatest bet."""
    see: int | None
    """Chips that the player pays to see the opponent's hand; None where seeing isn't possible."""
    ends: bool
    """Whether every bet ends the betting. If so, hands are compared after the bet."""


def allowed(terms: Terms, spot: Spot) -> Bets:
    """The bets that are allowed at a turn. If ``low`` is greater than ``high``, no bet is allowed."""
    turn, limits = spot.turn, terms.limits
    blind, chips = spot.blind[turn], spot.chips[turn]
    due = least(limits, spot.last, blind=blind)
    cap = most(limits, spot.last, spot.pot, blind=blind)
    answers = spot.answers and not terms.folds
    cost = price(limits, spot.last, blind=blind, seen_blind=spot.blind[1 - turn]) if spot.last and not answers else None
    own = chips if turn or terms.own is None else terms.own - spot.paid[0]
    see = cost if cost is not None and cost <= min(chips, own) else None
    if answers or (chips < due and not terms.folds):
        return Bets(min(due, chips), min(due, chips), see, ends=True)
    return Bets(due, chips if cap is None else min(cap, chips), see, ends=False)


def sizes(low: int, high: int, pot: int, *, blind: bool, rich: bool) -> list[int]:
    """A few bets, in chips and in rising order, that stand for all bets from ``low`` to ``high``.

    They are the smallest bet and some bets based on the pot.

    Args:
        low: the smallest bet.
        high: the greatest bet.
        pot: chips in the pot.
        blind: whether the player hasn't looked.
        rich: whether to give more sizes.
    """
    wanted = [low, low + pot // 2, low + pot, low + 5 * pot // 2] if rich else [low, low + pot]
    if blind:
        wanted = [low, *[low + half(each - low) for each in wanted[1:3]]]
    elif rich and high <= low + 3 * pot:
        wanted.append(high)
    return sorted({min(each, high) for each in wanted})


class Level(NamedTuple):
    """All turns of one player at which this player has made the same number of moves since the root.

    An *edge* is one possible move at a turn. Each player's edges have the indices 1, 2 and so on. Index 0 stands for the root.
    """

    edges: slice
    """The slice of the player's edges that belongs to this level."""
    first: Ints
    """For each turn, the index of its first edge within the level."""
    owner: Ints
    """For each edge, the index of its turn within the level."""
    before: Ints
    """For each edge, the index of the player's previous edge among all edges of the player."""
    parents: Ints
    """The different indices in `before`, in rising order."""
    groups: Ints
    """For each edge in `parents`, the index of the first turn after this edge, within the level."""
    blind: Ints
    """The edges at which the player plays all hands alike (`Spot.alike`), as indices within the level."""
    even: Floats
    """For each edge: 1/n, if its turn has n moves; shape (edges, 1)."""


class Node(NamedTuple):
    """A turn in the tree, at which a player chooses one of a few moves."""

    player: int
    """The player whose turn it is."""
    level: int
    """Index of the level that contains the turn."""
    at: int
    """Index of the turn within its level."""
    edges: slice
    """The slice of the player's edges that belongs to this turn."""
    moves: tuple[Move, ...]
    """The moves that are considered, one for each edge."""


class Tree:
    """The tree of the betting that may follow a state.

    Args:
        terms: the rules.
        root: the state, as `Spot.root` gives it.
        also: additional bets at the first decision, in chips.
    """

    def __init__(self, terms: Terms, root: Spot, also: tuple[int, ...] = ()) -> None:
        self.terms, self.root, self._also = terms, root, also
        self._often, self._rich = _OFTEN[root.turn], _RICH[root.turn]
        self.nodes: dict[Path, Node] = {}
        """Maps a path (the moves from the root) to the turn after it. Paths on which player 1 has bet are left out."""
        self._levels: tuple[list[_Growing], list[_Growing]] = ([], [])
        self._ends = _Ends([], [], [], [], [])
        self._grow(root, _ROOT, _ROOT, 0, ())
        starts = [_starts(levels) for levels in self._levels]
        self.edges: Pair = (starts[0][-1], starts[1][-1])
        """Number of each player's edges, including the root."""
        self.levels = tuple(
            [[_level(at, each, starts[player]) for at, each in enumerate(self._levels[player])] for player in (0, 1)]
        )
        """For each player, the levels: first the turns before the player has moved, then those after one move, and so on."""
        for path, node in self.nodes.items():
            start = starts[node.player][node.level] + node.edges.start
            self.nodes[path] = node._replace(edges=slice(start, start + len(node.moves)))
        self._end(starts)

    def _end(self, starts: list[list[int]]) -> None:
        """Make the arrays that describe the ends of the betting. First come the ends at which hands are compared."""
        wins, loses = np.array(self._ends.wins), np.array(self._ends.loses)
        order = np.argsort(wins == loses, kind="stable")
        wins, loses = wins[order, None], loses[order, None]
        self.shown = int((wins != loses).sum())
        """Number of ends with a comparison of hands; these ends come first."""
        middle, away = (wins + loses) / 2, np.array(self._ends.away)[order, None]
        self.middles: tuple[Floats, Floats] = (middle.astype(np.float32), (-middle - away).astype(np.float32))
        """For each player and end, the mean of the gains with the better and with the worse hand.

        The mean is in chips, less half of the root's pot. Each array has the shape (ends, 1).
        """
        self.swing: Floats = ((wins - loses) / 2)[: self.shown].astype(np.float32)
        """For each end where hands are compared, half of the difference between two gains of player 0, in chips.

        They are the gains with the better and with the worse hand. The shape is (shown, 1).
        """
        self.last: tuple[Ints, ...] = tuple(
            [_numbered(np.array(own)[order], starts[player]) for player, own in enumerate((self._ends.mine, self._ends.theirs))]
        )
        """For each player, the player's last edge before each end; shape (ends,)."""
        self.sums: tuple[tuple[Ints, Ints, Ints], ...] = tuple([_groups(each) for each in self.last])
        """For each player: `_groups` of the player's array in `last`. A group contains all ends with the same last edge."""

    def moves(self, spot: Spot, bets: Bets, depth: int) -> list[Move]:
        """The moves that the tree considers at a turn.

        Args:
            spot: the state.
            bets: the bets that are allowed.
            depth: number of bets since the root.
        """
        turn, blind = spot.turn, spot.blind[spot.turn]
        if self.terms.outlasts[1 - turn] and not blind and spot.blind[1 - turn] and spot.bet_blind[1 - turn]:
            return [FOLD]
        if blind and depth and (turn == self.root.turn or spot.bets[turn] >= _BLIND):
            return [LOOK, SEE] if any(self.terms.outlasts) and bets.see is not None else [LOOK]
        moves: list[Move] = [*([LOOK] if blind else []), FOLD, *([SEE] if bets.see is not None else [])]
        if bets.low <= bets.high and (bets.ends or bets.see is None or spot.bets[turn] < self._often):
            plain = spot.bets[turn] >= self._often or spot.raises >= _RAISES or (depth and any(spot.blind))
            looked_at = [bets.low] if plain else sizes(bets.low, bets.high, spot.pot, blind=blind, rich=depth < self._rich)
            if not depth:
                looked_at = sorted({*looked_at, *[each for each in self._also if bets.low <= each <= bets.high]})
            moves += looked_at
        return moves

    def shows(self, spot: Spot, bets: Bets, move: Move, after: Spot) -> bool:
        """Whether hands are compared after a move.

        Args:
            spot: the state before the move.
            bets: the bets that were allowed.
            move: a bet, or ``see``.
            after: the state after the move.
        """
        spent = self.terms.covers and not after.chips[spot.turn]
        return move == SEE or bets.ends or spent or spot.bets[spot.turn] >= self._often

    def _grow(self, spot: Spot, mine: int, theirs: int, depth: int, path: Path | None) -> None:
        """Add a turn and all that may follow it.

        An edge is written as ``(level + 1) * _WIDE + index``.
        """
        turn, bets = spot.turn, allowed(self.terms, spot)
        moves = self.moves(spot, bets, depth)
        before = (mine, theirs)[turn]
        levels, level = self._levels[turn], before // _WIDE
        if len(levels) == level:
            levels.append(_Growing([], [], []))
        growing = levels[level]
        edge = (level + 1) * _WIDE + len(growing.owner)
        if path is not None:
            first = len(growing.owner)
            self.nodes[path] = Node(turn, level, len(growing.before), slice(first, first), tuple(moves))
        growing.owner.extend([len(growing.before)] * len(moves))
        growing.before.append(before)
        growing.blind.append(spot.alike(turn))
        for own, move in enumerate(moves, edge):
            last = (own, theirs) if turn == 0 else (mine, own)
            if move == FOLD:
                worth, away = self._folded(spot)
                self._ends.add(last, worth, worth, away)
                continue
            followed = None if path is None or (turn and move != LOOK) else (*path, move)
            if move == LOOK:
                self._grow(spot.looked(), *last, depth, followed)
                continue
            chips = bets.see if move == SEE else move
            assert isinstance(chips, int)
            after = spot.betted(chips, raises=move != SEE and chips > bets.low)
            if self.shows(spot, bets, move, after):
                lost = -after.paid[0] - self.root.pot / 2
                self._ends.add(last, after.pot + lost, lost)
            else:
                self._grow(after, *last, depth + 1, followed)

    def _folded(self, spot: Spot) -> tuple[float, float]:
        """Player 0's gain from a fold, less half of the root's pot, and the chips that neither player wins."""
        winner = 1 - spot.turn
        # Other players may win a carried pot, too
        carried = spot.blind[winner] and spot.bet_blind[winner] and spot.chips[winner] >= self.terms.ante
        shares = (self.terms.kept, self.terms.folder) if carried else (1.0, 0.0)
        return spot.pot * shares[winner] - spot.paid[0] - self.root.pot / 2, spot.pot * (1 - sum(shares))


_WIDE: Final = 1 << 20
"""A number greater than the number of edges of any level."""
_ROOT: Final = 0


class _Ends(NamedTuple):
    """The ends of the betting that were found so far."""

    # Lists, since thousands of tuples would slow the garbage collector
    mine: list[int]
    """Player 0's last edge before each end, written as in `Tree._grow`."""
    theirs: list[int]
    """Player 1's last edge before each end, written as in `Tree._grow`."""
    # Both gains are less half of the root's pot. Then the other player loses as much, apart from ``away``.
    # After a fold, both gains are the same
    wins: list[float]
    """For each end, player 0's gain with the better hand, in chips."""
    loses: list[float]
    """For each end, player 0's gain with the worse hand, in chips."""
    away: list[float]
    """For each end, the chips that neither player wins."""

    def add(self, last: Pair, win: float, lose: float, away: float = 0.0) -> None:
        """Add one end of the betting: append one item to each of the five lists."""
        self.mine.append(last[0])
        self.theirs.append(last[1])
        self.wins.append(win)
        self.loses.append(lose)
        self.away.append(away)


class _Growing(NamedTuple):
    """The part of a `Level` that has been built so far."""

    before: list[int]
    """For each turn, the player's last edge before it, written as in `Tree._grow`."""
    blind: list[bool]
    """For each turn, whether the player plays all hands alike (`Spot.alike`)."""
    owner: list[int]
    """For each edge, the index of its turn within the level."""


def _starts(levels: list[_Growing]) -> list[int]:
    """For each level, the index of the level's first edge.

    The last item is the number of all edges, with the root.
    """
    starts = [1]
    for level in levels:
        starts.append(starts[-1] + len(level.owner))
    return starts


def _numbered(edges: Ints, starts: list[int]) -> Ints:
    """Convert edges to indices among all edges of the player. The edges are written as in `Tree._grow`."""
    return np.array([0, *starts])[edges // _WIDE] + edges % _WIDE


def _level(at: int, growing: _Growing, starts: list[int]) -> Level:
    owner = np.array(growing.owner)
    counts = np.bincount(owner)
    before = _numbered(np.array(growing.before), starts)
    _, groups, parents = _groups(before)
    return Level(
        slice(starts[at], starts[at + 1]),
        np.cumsum(counts) - counts,
        owner,
        before[owner],
        parents,
        groups,
        np.flatnonzero(np.array(growing.blind)[owner]),
        (1 / counts[owner])[:, None].astype(np.float32),
    )


def _groups(keys: Ints) -> tuple[Ints, Ints, Ints]:
    """Sort the keys, and find the groups of equal keys.

    Returns the order, the start of each group and its key.
    """
    order = np.argsort(keys, kind="stable")
    found, first = np.unique(keys[order], return_index=True)
    return order, first, found


def _put(pair: Any, at: int, value: Any) -> Any:
    """A copy of a pair in which ``value`` stands at index ``at``."""
    return (value, pair[1]) if at == 0 else (pair[0], value)
