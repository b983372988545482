"""What two who are left may still do: the betting from here on, a few bets deep, as arrays.

Only a few sizes of bets are looked at, and each of the two bets only so often; then hands are compared. Which bets are allowed,
and what they cost, is said here once more, fast (`prial.games.brag.offer` says it for the table; a test compares them).
The one who looks ahead is seat 0 here, the other seat 1, wherever they sit. No card is in a tree.
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
"""``fold``, ``see``, ``look``, or a bet's chips."""
Path: TypeAlias = tuple[Move, ...]

FOLD: Final = "fold"
SEE: Final = "see"
LOOK: Final = "look"
DEEP: Final = 50
"""Chips are looked at as far as so many times the pot; more don't matter within a few bets."""
_BLIND: Final = 2
"""Blind bets of the other that are looked at; then the other looks."""
_OFTEN: Final = 4
"""Bets of each that are looked at; then one sees, or shows for the least bet."""
_RAISES: Final = 2
"""Bets of more than the least that are looked at, both players' together: most lines are long ones of least bets."""
_RICH: Final = 4
"""Decisions at which all sizes of bets are looked at; later ones have two."""


class Terms(NamedTuple):
    """What of a table's rules matters to two who bet."""

    limits: Limits
    kept: float
    """What share of the pot a blind player wins when the other folds; the rest is the other's. 1 where nothing is carried."""
    covers: bool
    """Whether a full bet of the last chips ends the betting."""


class Spot(NamedTuple):
    """Where the betting of two stands. What is by player has two places: who looks ahead, and the other."""

    pot: int
    last: int
    """The last bet in open units; 0 before any."""
    chips: Pair
    blind: Flags
    """Who hasn't looked."""
    bet_blind: Flags
    """Who has bet blind in this deal."""
    turn: int
    """Whose turn it is."""
    paid: Pair = (0, 0)
    """What each has paid since the tree's root."""
    bets: Pair = (0, 0)
    """How often each has bet since then."""
    raises: int = 0
    """How often more than the least was bet since then."""

    @property
    def answers(self) -> bool:
        """Whether the other is out of chips, so that the full bet is the only one, and both show after it."""
        return not self.chips[1 - self.turn]

    def looked(self) -> "Spot":
        """The same after the one whose turn it is has looked."""
        return self._replace(blind=_put(self.blind, self.turn, value=False))

    def betted(self, chips: int, *, raises: bool = False) -> "Spot":
        """The same after a bet, of more than the least or not, with the other to decide."""
        turn, blind = self.turn, self.blind[self.turn]
        paid, bets = self.paid, self.bets  # a tree has thousands of spots, and `_replace` takes most of its time
        return Spot(
            self.pot + chips,
            in_open_units(chips, blind=blind),
            _put(self.chips, turn, self.chips[turn] - chips),
            self.blind,
            _put(self.bet_blind, turn, value=True) if blind else self.bet_blind,
            1 - turn,
            _put(paid, turn, paid[turn] + chips),
            _put(bets, turn, bets[turn] + 1),
            self.raises + raises,
        )

    def root(self) -> "Spot":
        """The same as the beginning of a tree, with no more chips than matter."""
        matter = DEEP * max(self.pot, 2 * self.last)
        return self._replace(chips=(min(self.chips[0], matter), min(self.chips[1], matter)), paid=(0, 0), bets=(0, 0), raises=0)


class Bets(NamedTuple):
    """What may be paid at a turn, chips."""

    low: int
    high: int
    see: int | None
    """The price of seeing the other; None where that isn't possible."""
    ends: bool
    """Whether any bet ends the betting, and both show."""


def allowed(terms: Terms, spot: Spot) -> Bets:
    """What may be paid where it is somebody's turn."""
    turn, limits = spot.turn, terms.limits
    blind, chips = spot.blind[turn], spot.chips[turn]
    due = least(limits, spot.last, blind=blind)
    cap = most(limits, spot.last, spot.pot, blind=blind)
    cost = None
    if spot.last and not spot.answers:
        cost = price(limits, spot.last, blind=blind, seen_blind=spot.blind[1 - turn])
    see = cost if cost is not None and cost <= chips else None
    if chips < due or spot.answers:
        return Bets(min(due, chips), min(due, chips), see, ends=True)
    return Bets(due, chips if cap is None else min(cap, chips), see, ends=False)


def sizes(low: int, high: int, pot: int, *, blind: bool, rich: bool) -> list[int]:
    """Bets that stand for all between two, chips: the least, by the pot, and all there is where that isn't far off."""
    wanted = [low, low + pot // 2, low + pot, low + 5 * pot // 2] if rich else [low, low + pot]
    if blind:
        wanted = [low, *[low + half(each - low) for each in wanted[1:3]]]
    elif rich and high <= low + 3 * pot:
        wanted.append(high)
    return sorted({min(each, high) for each in wanted})


class Level(NamedTuple):
    """One player's turns after equally many own moves. An *edge* is a move at a turn; edge 0 of each player is the root."""

    edges: slice
    first: Ints
    """Where each turn's edges begin, counted in the level."""
    owner: Ints
    """The turn of each edge, counted in the level."""
    before: Ints
    """The own edge that each edge follows."""
    parents: Ints
    """Each edge followed, once."""
    groups: Ints
    """Where the turns that follow each of `parents` begin."""
    blind: Ints
    """Edges that are chosen without a look at the hand, counted in the level."""
    even: Floats
    """By edge, one over how many moves its turn has; shape (edges, 1)."""


class Node(NamedTuple):
    """A turn of the tree."""

    player: int
    level: int
    at: int
    """Which turn of its level."""
    edges: slice
    moves: tuple[Move, ...]


class Tree:
    """The betting from here on.

    Args:
        terms: the rules.
        root: where it stands, as `Spot.root` gives it.
        also: bets that are looked at besides at the first decision.
    """

    def __init__(self, terms: Terms, root: Spot, also: tuple[int, ...] = ()) -> None:
        self.terms, self.root, self._also = terms, root, also
        self.nodes: dict[Path, Node] = {}
        """The turns to which player 0's own moves and the other's looks lead, by what was done since the root."""
        self._levels: tuple[list[_Growing], list[_Growing]] = ([], [])
        self._ends = _Ends([], [], [], [])
        self._grow(root, _ROOT, _ROOT, 0, ())
        starts = [_starts(levels) for levels in self._levels]
        self.edges: Pair = (starts[0][-1], starts[1][-1])
        """Number of each player's edges, the root among them."""
        self.levels = tuple(
            [[_level(at, each, starts[player]) for at, each in enumerate(self._levels[player])] for player in (0, 1)]
        )
        """Each player's turns, the first ones first."""
        for path, node in self.nodes.items():
            start = starts[node.player][node.level] + node.edges.start
            self.nodes[path] = node._replace(edges=slice(start, start + len(node.moves)))
        self._end(starts)

    def _end(self, starts: list[list[int]]) -> None:
        """The ends as arrays, those where hands are compared first."""
        wins, loses = np.array(self._ends.wins), np.array(self._ends.loses)
        order = np.argsort(wins == loses, kind="stable")
        wins, loses = wins[order, None], loses[order, None]
        self.shown = int((wins != loses).sum())
        """Number of ends, the first ones, at which hands are compared."""
        self.middle: Floats = ((wins + loses) / 2).astype(np.float32)
        """By end, what player 0 has won on average of winning and losing, less half the root's pot; shape (ends, 1)."""
        self.swing: Floats = ((wins - loses) / 2)[: self.shown].astype(np.float32)
        """By end where hands are compared, what is won more than that with the better one; shape (ends, 1)."""
        self.last: tuple[Ints, ...] = tuple(
            [_numbered(np.array(own)[order], starts[player]) for player, own in enumerate((self._ends.mine, self._ends.theirs))]
        )
        """Each player's last edge before each end."""
        self.sums: tuple[tuple[Ints, Ints, Ints], ...] = tuple([_groups(each) for each in self.last])
        """Ends in the order of each player's last edge, where each edge's begin, and which edges those are."""

    def moves(self, spot: Spot, bets: Bets, depth: int) -> list[Move]:
        """The moves that are looked at at a turn.

        Args:
            spot: the turn.
            bets: what may be paid there.
            depth: bets since the root.
        """
        turn = spot.turn
        blind = spot.blind[turn]
        if blind and depth and (turn == self.root.turn or spot.bets[turn] >= _BLIND):
            return [LOOK]
        moves: list[Move] = [LOOK, FOLD] if blind else [FOLD]
        if bets.see is not None:
            moves.append(SEE)
        if bets.ends or bets.see is None or spot.bets[turn] < _OFTEN:
            plain = spot.bets[turn] >= _OFTEN or spot.raises >= _RAISES or (depth and any(spot.blind))
            looked_at = [bets.low] if plain else sizes(bets.low, bets.high, spot.pot, blind=blind, rich=depth < _RICH)
            if not depth:
                looked_at = sorted({*looked_at, *[each for each in self._also if bets.low <= each <= bets.high]})
            moves += looked_at
        return moves

    def shows(self, spot: Spot, bets: Bets, move: Move, after: Spot) -> bool:
        """Whether hands are compared after chips were paid.

        Args:
            spot: the turn.
            bets: what might be paid there.
            move: what was done.
            after: where that has led.
        """
        spent = self.terms.covers and not after.chips[spot.turn]
        return move == SEE or bets.ends or spent or spot.bets[spot.turn] >= _OFTEN

    def _grow(self, spot: Spot, mine: int, theirs: int, depth: int, path: Path | None) -> None:
        """Add a turn and all that may follow it.

        Args:
            spot: the turn.
            mine: player 0's last edge: its level plus 1 times `_WIDE`, and its number in the level.
            theirs: the same of the other.
            depth: bets since the root.
            path: what was done since the root; None where the turn isn't one of `nodes`.
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
        growing.blind.append(spot.blind[turn])
        for own, move in enumerate(moves, edge):
            last = (own, theirs) if turn == 0 else (mine, own)
            if move == FOLD:
                worth = self._folded(spot)
                self._ends.add(last, worth, worth)
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

    def _folded(self, spot: Spot) -> float:
        """What player 0 has won where the one whose turn it is folds."""
        winner = 1 - spot.turn
        share = self.terms.kept if spot.blind[winner] and spot.bet_blind[winner] else 1.0
        return spot.pot * (share if winner == 0 else 1 - share) - spot.paid[0] - self.root.pot / 2


_WIDE: Final = 1 << 20
"""More than the number of edges of a level."""
_ROOT: Final = 0


class _Ends(NamedTuple):
    """The ends while they are found. Lists of numbers, since thousands of tuples would keep the collector busy."""

    mine: list[int]
    """Player 0's last edge before each, as in `Tree._grow`."""
    theirs: list[int]
    """The other's."""
    wins: list[float]
    """What player 0 has won with the better hand, less half the root's pot."""
    loses: list[float]
    """The same with the worse one; equal where somebody has folded."""

    def add(self, last: Pair, win: float, lose: float) -> None:
        """Add an end."""
        self.mine.append(last[0])
        self.theirs.append(last[1])
        self.wins.append(win)
        self.loses.append(lose)


class _Growing(NamedTuple):
    """A level while turns are found."""

    before: list[int]
    """By turn, the own edge that it follows, as in `Tree._grow`."""
    blind: list[bool]
    """By turn, whether its player hasn't looked."""
    owner: list[int]
    """By edge, the turn that it belongs to."""


def _starts(levels: list[_Growing]) -> list[int]:
    """Where each level's edges begin, and how many there are."""
    starts = [1]
    for level in levels:
        starts.append(starts[-1] + len(level.owner))
    return starts


def _numbered(edges: Ints, starts: list[int]) -> Ints:
    """Edges by their number among all of a player's, from how `Tree._grow` writes them."""
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
    """An order by key, where each key begins in it, and the keys."""
    order = np.argsort(keys, kind="stable")
    found, first = np.unique(keys[order], return_index=True)
    return order, first, found


def _put(pair: Any, at: int, value: Any) -> Any:
    """A pair with another value in one place."""
    return (value, pair[1]) if at == 0 else (pair[0], value)
