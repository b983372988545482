"""Play against an opponent of whom nothing is assumed: the betting ahead is solved anew at each decision.

CFR+ (Tammelin, "Solving Large Imperfect Information Games Using CFR+", 2014) solves the tree for all hands at once. What one
could hold, given what one has done, is one's *range*. What the other could hold isn't guessed from bets, since that is how
bots are milked: at a later decision the other may, with each hand, take what that hand was worth before instead of going on
(Burch, Johanson and Bowling, "Solving Imperfect Information Games Using Decomposition", 2014). So no bet, however odd, can be
made to win more than what was granted before it; continued from decision to decision this is the way of DeepStack (Moravčík
and others, 2017).
"""

from bisect import bisect_right
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from prial.betting.amounts import Limits
from prial.games.brag.bots.lookahead import LOOK, Floats, Ints, Level, Move, Path, Spot, Terms, Tree

EDGES: Final = (*(number / 24 for number in range(1, 20)), 0.82, 0.85, 0.875, 0.90, 0.92, 0.94, 0.955, 0.97, 0.98, 0.99)
"""Where bands of hands part, as places; finer among the good ones."""
BANDS: Final = len(EDGES) + 1
WIDTHS: Final[Floats] = np.diff(np.array([0.0, *EDGES, 1.0])).astype(np.float32)
"""How many hands of the pack are in each band; together 1."""
MIDDLES: Final[Floats] = (np.cumsum(WIDTHS) - WIDTHS / 2).astype(np.float32)
"""The place in the middle of each band."""
_BETTER: Final = np.sign(np.arange(BANDS)[None, :] - np.arange(BANDS)[:, None]).astype(np.float32)
"""Whether the band of the column beats that of the row: 1, 0 or -1."""
_WORK: Final = 90_000
"""Edges times iterations of a tree that is solved with NumPy alone. Large trees get more: fewer iterations than `_FEWEST` are of
no use."""
_COMPILED_WORK: Final = 450_000
"""The same where the iterations are compiled: about as many as take 50 ms."""
_FEWEST: Final = 90
"""The least number of iterations."""
_MOST: Final = 400
"""The greatest number of iterations."""
_FORGOTTEN: Final = 5
"""One in so many iterations, the first ones, is forgotten when it is done: what is played at first is far from anything."""
_SLIP: Final = 1e-3
"""How often any move is taken to be made at least, so that no range becomes empty."""
_SELDOM: Final = 0.05
"""How often the other goes on at least, so that one learns what to do after a bet that nobody should make."""
_NEVER: Final = 0.03
"""Moves that are made more rarely with a hand aren't made: they are what is left of the first iterations."""


def band(place: float) -> int:
    """The band of a hand.

    Args:
        place: how likely a hand from the pack is worse, equal ones counted half, 0 to 1.
    """
    return bisect_right(EDGES, place)


class Turn(NamedTuple):
    """What is done at a turn of one's own."""

    moves: tuple[Move, ...]
    shares: Floats
    """How often each move is made, by band; shape (moves, bands)."""
    worths: Floats
    """What each move wins from now on, by band, chips. Shape (moves, bands)."""

    def share(self, place: float | None) -> Floats:
        """How often each move is made with a hand of that place; None for one that wasn't looked at, which all go alike."""
        return self.shares[:, 0 if place is None else band(place)]

    def worth(self, place: float | None) -> Floats:
        """What each move wins with a hand of that place; None for one that wasn't looked at."""
        return self.worths @ WIDTHS if place is None else self.worths[:, band(place)]


class Solved(NamedTuple):
    """What is kept of a solved tree."""

    turns: dict[Path, Turn]
    """One's own turns before the other decides, by what was done since the root."""
    ranges: dict[Path, Floats]
    """What one holds where the other decides next; together 1."""
    granted: dict[Path, Floats]
    """What the other can win with each band from the root on where the other decides next, less half the root's pot; after
    a look of the other, too."""


class _Player:
    """One player's numbers while a tree is solved; shape (edges, bands) all."""

    def __init__(self, levels: list[Level], edges: int, start: Floats) -> None:
        self.levels, self.start = levels, start
        self.regrets, self.totals, self.worth = (np.zeros((edges, BANDS), np.float32) for _ in range(3))
        self.shares, self.reach = (np.ones((edges, BANDS), np.float32) for _ in range(2))
        self.strategy(self.regrets)

    def strategy(self, weights: Floats) -> None:
        """Make each move as often as its weight says, and evenly where none has any; then how often each edge is come to."""
        self.reach[0] = self.start
        for level in self.levels:
            part = weights[level.edges]
            whole = np.add.reduceat(part, level.first, axis=0)[level.owner]
            shares = self.shares[level.edges]
            shares[:] = level.even
            np.divide(part, whole, out=shares, where=whole > 0)
            np.multiply(self.reach[level.before], shares, out=self.reach[level.edges])

    def learn(self, prior: Floats) -> None:
        """Add what each move would have won more than what was done; ``worth`` has become what each edge is worth."""
        for level in reversed(self.levels):
            part = self.worth[level.edges]
            turns = np.add.reduceat(part * self.shares[level.edges], level.first, axis=0)
            gained = part - turns[level.owner]
            if len(level.blind):  # one move for all hands, so what they regret is added up
                gained[level.blind] = (gained[level.blind] * prior).sum(axis=1, keepdims=True)
            regrets = self.regrets[level.edges]
            regrets += gained
            np.maximum(regrets, 0, out=regrets)
            self.worth[level.parents] += np.add.reduceat(turns, level.groups, axis=0)

    def won(self) -> list[Floats]:
        """What each turn is worth where both go on as they do, by level; shape (turns, bands) each."""
        found = []
        for level in reversed(self.levels):
            turns = np.add.reduceat(self.worth[level.edges] * self.shares[level.edges], level.first, axis=0)
            found.append(turns)
            self.worth[level.parents] += np.add.reduceat(turns, level.groups, axis=0)
        return found[::-1]


def _ends(tree: Tree, player: int, other: _Player, worth: Floats) -> None:
    """What the ends are worth to a player, added up by the own edge that they follow."""
    held = other.reach[tree.last[1 - player]]
    middle = tree.middle if player == 0 else -tree.middle
    ends = np.repeat(middle * held.sum(axis=1, keepdims=True), BANDS, axis=1)
    ends[: tree.shown] += tree.swing * (held[: tree.shown] @ _BETTER)
    order, first, edges = tree.sums[player]
    worth[:] = 0
    worth[edges] = np.add.reduceat(ends[order], first, axis=0)


class _Offer:
    """What the other may take with each band instead of going on.

    Args:
        instead: chips, less half the root's pot.
        blind: whether the other doesn't know the hand.
    """

    def __init__(self, instead: Floats, *, blind: bool) -> None:
        self.instead, self.blind = instead, blind
        self.goes_on = np.ones(BANDS, np.float32)
        self.regrets = np.zeros((2, BANDS), np.float32)

    def learn(self, going_on: Floats, prior: Floats) -> Floats:
        """How often each band goes on next."""
        played = self.goes_on * going_on + (1 - self.goes_on) * self.instead
        gained = np.stack([going_on - played, self.instead - played])
        if self.blind:
            gained[:] = (gained * prior).sum(axis=1, keepdims=True)
        np.maximum(self.regrets + gained, 0, out=self.regrets)
        whole = self.regrets.sum(axis=0)
        self.goes_on = np.ones(BANDS, np.float32)
        np.divide(self.regrets[0], whole, out=self.goes_on, where=whole > 0)
        np.maximum(self.goes_on, _SELDOM, out=self.goes_on)
        return self.goes_on


def solve(tree: Tree, mine: Floats, theirs: Floats, instead: Floats | None = None) -> Solved:
    """The betting ahead, solved.

    Args:
        tree: the betting.
        mine: how likely one holds each band, together 1.
        theirs: the same of the other, as far as it doesn't follow from how the other has bet.
        instead: what the other may take with each band instead of going on, chips, less half the root's pot; None for nothing.
    """
    prior = (mine, theirs)
    players = [_Player(tree.levels[each], tree.edges[each], prior[each]) for each in (0, 1)]
    compiled = _compiled()
    iterations = int(np.clip((_COMPILED_WORK if compiled else _WORK) // sum(tree.edges), _FEWEST, _MOST))
    (compiled or _iterate)(tree, players, prior, instead, iterations)
    return _kept(tree, players, prior)


_Run: TypeAlias = Callable[[Tree, list[_Player], tuple[Floats, Floats], Floats | None, int], None]


@cache
def _compiled() -> _Run | None:
    """The iterations as compiled loops; None where numba isn't installed."""
    if find_spec("numba") is None:
        return None
    from prial.games.brag.bots import _loops

    def run(tree: Tree, players: list[_Player], prior: tuple[Floats, Floats], instead: Floats | None, iterations: int) -> None:
        swing = np.zeros(len(tree.middle), np.float32)
        swing[: tree.shown] = tree.swing[:, 0]
        sides = [
            (
                *_turns(player.levels),
                tree.last[seat],
                prior[seat].copy(),  # arrays that may not be written to would be compiled for once more
                player.regrets,
                player.totals,
                player.worth,
                player.shares,
                player.reach,
            )
            for seat, player in enumerate(players)
        ]
        most = max(tree.edges)
        scratch = (
            np.empty((most, BANDS), np.float32),
            *np.empty((3, most), np.float32),
            np.empty(most, np.bool_),
            np.zeros((2, BANDS), np.float32),
            np.ones(BANDS, np.float32),
            np.empty(BANDS, np.float32),
        )
        players[1].start = prior[1].copy()
        _loops.iterate(
            iterations,
            iterations // _FORGOTTEN,
            sides[0],
            sides[1],
            tree.middle[:, 0].copy(),
            swing,
            (prior[1] if instead is None else instead).copy(),
            instead is not None,
            tree.root.blind[1],
            np.float32(_SELDOM),
            players[1].start,
            scratch,
        )

    return run


def _turns(levels: list[Level]) -> tuple[Ints, Ints, NDArray[np.bool_]]:
    """Where each turn's edges begin, and the last one's end; the own edge that each turn follows; whether it is blind."""
    first = [level.edges.start + level.first for level in levels]
    before = [level.before[level.first] for level in levels]
    blind = [np.isin(level.first, level.blind) for level in levels]
    none, end = np.zeros(0, np.int64), np.array([levels[-1].edges.stop if levels else 1])
    return np.concatenate([*first, end]), np.concatenate([none, *before]), np.concatenate([none.astype(bool), *blind])


def _iterate(tree: Tree, players: list[_Player], prior: tuple[Floats, Floats], instead: Floats | None, iterations: int) -> None:
    """The iterations without numba."""
    offer = None if instead is None else _Offer(instead, blind=tree.root.blind[1])
    for iteration in range(1, iterations + 1):
        for seat, player in enumerate(players):
            _ends(tree, seat, players[1 - seat], player.worth)
            player.learn(prior[seat])
            if seat and offer:
                player.start = prior[1] * offer.learn(player.worth[0], prior[1])
            weight = max(0, iteration - iterations // _FORGOTTEN) ** 2
            if weight:
                # The strategy that was played counts, not the one to be played next
                player.totals += np.float32(weight) * player.reach
            player.strategy(player.regrets)


def _kept(tree: Tree, players: list[_Player], prior: tuple[Floats, Floats]) -> Solved:
    me, other = players
    me.start = prior[0]
    me.strategy(me.totals)
    other.strategy(other.totals)
    _ends(tree, 0, other, me.worth)
    worths = me.worth
    me.won()
    me.shares[:] = (1 - _SLIP) * me.shares
    for level in me.levels:
        me.shares[level.edges] += _SLIP * level.even
    me.strategy(me.shares.copy())
    _ends(tree, 1, me, other.worth)
    won = other.won()
    going_on = max(float(other.start.sum()), 1e-9)
    turns: dict[Path, Turn] = {}
    ranges: dict[Path, Floats] = {}
    granted: dict[Path, Floats] = {}
    reached: dict[Path, int] = {(): 0}
    """One's own last edge, where the other has done no more than look."""
    for path, node in tree.nodes.items():
        if path not in reached:
            continue
        if node.player == 0:
            reached.update({(*path, move): node.edges.start + at for at, move in enumerate(node.moves)})
            turns[path] = Turn(node.moves, _pruned(me.shares[node.edges]), worths[node.edges] / going_on + tree.root.pot / 2)
        else:
            reached[*path, LOOK] = reached[path]
            held = me.reach[reached[path]]
            mass = held.sum()
            ranges[path], granted[path] = held / mass, won[node.level][node.at] / mass
    return Solved(turns, ranges, granted)


def _pruned(shares: Floats) -> Floats:
    """The same without what is hardly ever done."""
    kept = np.where(shares < _NEVER, np.float32(0), shares)
    whole: Floats = kept / kept.sum(axis=0)
    return whole


def warm() -> None:
    """Compile the iterations, or load them from where numba keeps them."""
    tree = Tree(Terms(Limits(), 1.0, covers=False), Spot(2, 0, (4, 4), (False, False), (False, False), 0))
    solve(tree, WIDTHS, WIDTHS)
