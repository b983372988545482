"""Solves the rest of the betting, without assumptions about the opponent's play.

*Player 0* is the player who looks ahead. *Player 1* is the opponent. A player's *range* is the probability of each hand that the
player could hold.

The method is CFR+ (Tammelin, "Solving Large Imperfect Information Games Using CFR+", 2014). It solves the betting for all hands
together.

The opponent's bets don't change the opponent's range. Otherwise, the opponent could mislead the bot by unusual bets. After a bet,
the solver gives the opponent a choice instead. With each hand, the opponent may go on, or take the chips that the hand was worth
before the bet (Burch, Johanson and Bowling, "Solving Imperfect Information Games Using Decomposition", 2014). The poker program
DeepStack uses the same method (Moravčík and others, 2017).
"""

from bisect import bisect_right
from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from prial.betting.amounts import Limits
from prial.compiled import compiles
from prial.games.brag.bots.lookahead import LOOK, Floats, Ints, Level, Move, Path, Spot, Terms, Tree

_GOOD: Final = (0.815, 0.84, 0.865, 0.885, 0.905, 0.925, 0.94, 0.955, 0.97, 0.98, 0.988, 0.995)
# There are 32 bands, because the compiled loops go through 32 numbers faster than through 30
EDGES: Final = (*(number / 24 for number in range(1, 20)), *_GOOD)
"""Borders between bands of hands. At the border 0.5, half of all hands are worse."""
BANDS: Final = len(EDGES) + 1
WIDTHS: Final[Floats] = np.diff(np.array([0.0, *EDGES, 1.0])).astype(np.float32)
"""The share of all hands that are in each band; the sum is 1."""
MIDDLES: Final[Floats] = (np.cumsum(WIDTHS) - WIDTHS / 2).astype(np.float32)
"""For each band, the share of all hands that are worse than a hand in the middle of the band."""
_BETTER: Final = np.sign(np.arange(BANDS)[None, :] - np.arange(BANDS)[:, None]).astype(np.float32)
"""For two bands, given by row and column: 1 if the column's band is better, −1 if the row's band is better, otherwise 0."""
_WORK: Final = (90_000, 30_000)
"""How much work to spend on a tree without compiled loops, as edges times iterations. The index is the player who begins."""
_COMPILED_WORK: Final = (450_000, 150_000)
"""As `_WORK`, but with compiled loops. This work takes about 30 ms or 10 ms."""
_FEWEST: Final = 90
"""The least number of iterations for a tree."""
_MOST: Final = 400
"""The greatest number of iterations for a tree."""
_FORGOTTEN: Final = 5
"""The iterations are divided into this many equal parts. The first part doesn't count, because early strategies are bad."""
_SLIP: Final = 1e-3
"""How often player 0 is assumed to move at random. So no range is empty."""
_TRACE: Final = np.float32(1e-6)
"""A small weight of the last iteration's strategy. The weight matters only at turns that no iteration reached."""
# This gives player 0 an answer even to bets that player 1 should never make
_SELDOM: Final = 0.05
"""Player 1 is assumed to play on with at least this probability, whatever the hand (see `_Offer`)."""
_NEVER: Final = 0.03
"""Moves with a lower probability than this are never made. Such a low probability is left over from early iterations."""


def band(place: float) -> int:
    """The index of the band to which a hand belongs.

    Args:
        place: the share of all hands that are worse, 0 to 1; equal hands count half.
    """
    return bisect_right(EDGES, place)


class Turn(NamedTuple):
    """The solution at one turn of player 0, the player who looks ahead."""

    moves: tuple[Move, ...]
    """The moves that are considered."""
    shares: Floats
    """Probability of each move with each band of hands; shape (moves, bands)."""
    worths: Floats
    """Chips that each move wins from now on with each band of hands; shape (moves, bands)."""

    def share(self, place: float | None) -> Floats:
        """Probability of each move with a hand of the given strength; shape (moves,).

        Args:
            place: the share of worse hands; None for a hand that its owner doesn't know.
        """
        return self.shares[:, 0 if place is None else band(place)]

    def worth(self, place: float | None) -> Floats:
        """Chips that each move wins with a hand of the given strength; shape (moves,).

        Args:
            place: the share of worse hands; None for a hand that its owner doesn't know.
        """
        return self.worths @ WIDTHS if place is None else self.worths[:, band(place)]


class Solved(NamedTuple):
    """The part of a tree's solution that the bot needs now and at its later decisions."""

    turns: dict[Path, Turn]
    """Player 0's turns, by path (the moves from the root). On these paths, player 1 has made no move except looking."""
    ranges: dict[Path, Floats]
    """Player 0's range when it is player 1's turn, by path (the moves from the root).

    On these paths, player 1 has made no move except looking. Each range sums to 1.
    """
    granted: dict[Path, Floats]
    """For each path in `ranges` and each band of hands: chips that player 1 wins from the root on, minus half of the root's pot.

    On these paths, player 1 has made no move except looking.
    """


class _Player:
    """One player's regrets and strategy while a tree is solved; all arrays have the shape (edges, bands)."""

    def __init__(self, levels: list[Level], edges: int, start: Floats) -> None:
        self.levels, self.start = levels, start
        self.regrets, self.totals, self.worth = (np.zeros((edges, BANDS), np.float32) for _ in range(3))
        self.shares, self.reach = (np.ones((edges, BANDS), np.float32) for _ in range(2))
        self.strategy(self.regrets)

    def strategy(self, weights: Floats) -> None:
        """Set the probabilities of moves (``shares``) in proportion to ``weights``; compute how often each edge is reached."""
        self.reach[0] = self.start
        for level in self.levels:
            part = weights[level.edges]
            whole = np.add.reduceat(part, level.first, axis=0)[level.owner]
            shares = self.shares[level.edges]
            shares[:] = level.even
            np.divide(part, whole, out=shares, where=whole > 0)
            np.multiply(self.reach[level.before], shares, out=self.reach[level.edges])

    def learn(self, prior: Floats) -> None:
        """Update the regrets. Call `_ends` before, because it fills ``worth``."""
        for level in reversed(self.levels):
            part = self.worth[level.edges]
            turns = np.add.reduceat(part * self.shares[level.edges], level.first, axis=0)
            gained = part - turns[level.owner]
            if len(level.blind):  # one move for all hands, so their regrets are added up
                gained[level.blind] = (gained[level.blind] * prior).sum(axis=1, keepdims=True)
            regrets = self.regrets[level.edges]
            regrets += gained
            np.maximum(regrets, 0, out=regrets)
            self.worth[level.parents] += np.add.reduceat(turns, level.groups, axis=0)

    def won(self) -> list[Floats]:
        """For each level, the worth of its turns if both players keep their strategies; shape (turns, bands)."""
        found = []
        for level in reversed(self.levels):
            turns = np.add.reduceat(self.worth[level.edges] * self.shares[level.edges], level.first, axis=0)
            found.append(turns)
            self.worth[level.parents] += np.add.reduceat(turns, level.groups, axis=0)
        return found[::-1]


def _ends(tree: Tree, player: int, other: _Player, worth: Floats) -> None:
    """Fill ``worth`` with the chips won at the ends of the tree."""
    held = other.reach[tree.last[1 - player]]
    ends = np.repeat(tree.middles[player] * held.sum(axis=1, keepdims=True), BANDS, axis=1)
    ends[: tree.shown] += tree.swing * (held[: tree.shown] @ _BETTER)
    order, first, edges = tree.sums[player]
    worth[:] = 0
    worth[edges] = np.add.reduceat(ends[order], first, axis=0)


class _Offer:
    """Lets player 1 take chips at the root instead of playing on. ``instead`` has the chips by band."""

    def __init__(self, instead: Floats, *, blind: bool) -> None:
        self.instead, self.blind = instead, blind
        self.goes_on = np.ones(BANDS, np.float32)
        self.regrets = np.zeros((2, BANDS), np.float32)

    def learn(self, going_on: Floats, prior: Floats) -> Floats:
        """Update how often player 1 plays on with each band, and return it. ``going_on`` has the chips won by playing on."""
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
    """Solve the betting from a tree's root on.

    Args:
        tree: the tree.
        mine: player 0's range, with the sum 1; shape (bands,).
        theirs: player 1's range, with the sum 1; shape (bands,). It may depend only on bets made while more than two players
            were betting.
        instead: chips that player 1 may take instead of playing on; shape (bands,). Half of the root's pot is already subtracted.
            If None, player 1 has to play on.
    """
    prior = (mine, theirs)
    players = [_Player(tree.levels[each], tree.edges[each], prior[each]) for each in (0, 1)]
    compiled = _compiled()
    work = (_COMPILED_WORK if compiled else _WORK)[tree.root.turn]
    iterations = int(np.clip(work // sum(tree.edges), _FEWEST, _MOST))
    (compiled or _iterate)(tree, players, prior, instead, iterations)
    return _kept(tree, players, prior)


_Run: TypeAlias = Callable[[Tree, list[_Player], tuple[Floats, Floats], Floats | None, int], None]


@cache
def _compiled() -> _Run | None:
    """The function that runs the solver's iterations in compiled loops; None if numba isn't installed."""
    if not compiles():
        return None
    from prial.games.brag.bots import _loops

    def run(tree: Tree, players: list[_Player], prior: tuple[Floats, Floats], instead: Floats | None, iterations: int) -> None:
        swing = np.zeros(len(tree.last[0]), np.float32)
        swing[: tree.shown] = tree.swing[:, 0]
        sides = [
            (
                *_turns(player.levels),
                tree.last[seat],
                prior[seat].copy(),  # numba would compile everything again for an array that can't be written to
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
            tree.middles[0][:, 0].copy(),
            tree.middles[1][:, 0].copy(),
            swing,
            (prior[1] if instead is None else instead).copy(),
            instead is not None,
            tree.root.alike(1),
            np.float32(_SELDOM),
            players[1].start,
            scratch,
        )

    return run


def _turns(levels: list[Level]) -> tuple[Ints, Ints, NDArray[np.bool_]]:
    """Describe a player's turns in three arrays, as the compiled loops need them."""
    first = [level.edges.start + level.first for level in levels]
    before = [level.before[level.first] for level in levels]
    blind = [np.isin(level.first, level.blind) for level in levels]
    # One more item, because the edges of a turn end where those of the next turn begin
    none, end = np.zeros(0, np.int64), np.array([levels[-1].edges.stop if levels else 1])
    return np.concatenate([*first, end]), np.concatenate([none, *before]), np.concatenate([none.astype(bool), *blind])


def _iterate(tree: Tree, players: list[_Player], prior: tuple[Floats, Floats], instead: Floats | None, iterations: int) -> None:
    """Run the solver's iterations with NumPy alone."""
    offer = None if instead is None else _Offer(instead, blind=tree.root.alike(1))
    for iteration in range(1, iterations + 1):
        for seat, player in enumerate(players):
            _ends(tree, seat, players[1 - seat], player.worth)
            player.learn(prior[seat])
            if seat and offer:
                player.start = prior[1] * offer.learn(player.worth[0], prior[1])
            weight = max(0, iteration - iterations // _FORGOTTEN) ** 2
            if weight:
                # The strategy of this iteration counts, not the next one
                player.totals += np.float32(weight) * player.reach
            player.strategy(player.regrets)


def _kept(tree: Tree, players: list[_Player], prior: tuple[Floats, Floats]) -> Solved:
    me, other = players
    for player in players:
        player.totals += _TRACE * player.shares
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
    """For each path to keep, the index of player 0's last edge. It is 0 before player 0's first move."""
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
    """A copy of ``shares`` without very unlikely moves. The probabilities in each band still sum to 1."""
    kept = np.where(shares < _NEVER, np.float32(0), shares)
    whole: Floats = kept / kept.sum(axis=0)
    return whole


def warm() -> None:
    """Compile the solver's loops, or load them from numba's cache, so that the first decision takes no longer than others."""
    tree = Tree(Terms(Limits(), 1.0, 0.0, covers=False), Spot(2, 0, (4, 4), (False, False), (False, False), 0))
    solve(tree, WIDTHS, WIDTHS)
