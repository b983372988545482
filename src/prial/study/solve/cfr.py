"""Finds betting strategies for two players by CFR+, and the value of the best response to them.

CFR+ is counterfactual regret minimisation as described by Tammelin ("Solving Large Imperfect Information Games Using CFR+",
2014). Regrets never fall below zero, and the strategies of the two seats are improved in turn. After more than `DELAY`
iterations, the average strategy leaves out the first `DELAY`. The later iterations are numbered from 1, and each is weighted by
the square of its number.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from prial.core.game import Seat
from prial.errors import PrialError, add_sentences, refuse
from prial.study.solve.hands import Hands
from prial.study.solve.tree import Level, Node, Side, Tree, Turn, flatten

add_sentences(
    "en",
    {
        "solve.ranking": "The betting was made with {theirs}, but the hands with {of}: make both with the ranking of the "
        "same rules, as in classes(ranking_of(table.rules)).",
    },
)

Array: TypeAlias = NDArray[Any]
"""An array of floating-point numbers, in single or double precision."""
Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Strategy: TypeAlias = NDArray[np.float64]
"""A seat's strategy: the probability of each move with each class of hands; shape (edges, classes).

An edge is a move at one turn (see `Side`). Row 0 stands for the start of the game, and all its numbers are 1.
"""
DELAY: Final = 20
"""Number of early iterations that the average strategy leaves out, because early strategies are bad.

A run of at most this many iterations leaves out none.
"""
_FURTHER: Final = 4.0
"""From one measurement to the next, the number of iterations is multiplied by at most this factor."""
_SHARES: Final = 1e-30
"""If the weights of a turn's moves add up to at most this number, the moves get equal probabilities."""


@dataclass(frozen=True, slots=True)
class Measure:
    """How good a pair of strategies is, in chips per deal."""

    value: float
    """Chips that seat 0 wins if both seats play these strategies."""
    best: tuple[float, float]
    """Chips that each seat would win with the best response to the other seat's strategy, indexed by seat."""

    @property
    def bounds(self) -> tuple[float, float]:
        """Lower and upper bound of the chips that seat 0 wins if both seats play perfectly.

        Seat 0's strategy wins at least the lower bound. Seat 1's strategy loses at most the upper bound.
        """
        return -self.best[1], self.best[0]

    @property
    def gap(self) -> float:
        """Chips that both seats together would gain by changing to best responses (NashConv)."""
        return self.best[0] + self.best[1]

    @property
    def exploitability(self) -> float:
        """Chips that a seat would gain on average by changing to the best response: half the `gap`. It is 0 at an equilibrium."""
        return self.gap / 2


class Ends:
    """The chips that each seat wins at the ends of the betting, added up over the other seat's hands.

    Args:
        hands: all classes of hands.
        tree: the betting.
        kind: the type of the numbers: ``float32`` for iterations, ``float64`` for measurements.
        group: the number of each class's group, from 0; None to keep all classes apart.
    """

    any: Array
    """``any[j, i]``: probability that group i meets group j: a seat holds a hand of group i, and the other seat a hand of group
    j.
    """
    ours: Array
    """``ours[j, i]``: probability that group i meets group j and wins, minus the probability that it loses. A tie counts as a
    win.
    """
    theirs: Array
    """``theirs[j, i]``: probability that group i meets group j and wins, minus the probability that it loses. A tie counts as a
    loss.
    """
    shared: Array
    """``shared[j, i]``: probability that group i meets group j and wins, minus the probability that it loses. Ties don't
    count.
    """
    level: Array
    """``level[j, i]``: probability that group i meets group j, and the two hands tie."""

    def __init__(self, hands: Hands, tree: Tree, kind: type[np.floating[Any]], group: Ints | None = None) -> None:
        # Columns are the seat's own hands, rows the other's. The probabilities are symmetric, so both seats use these matrices
        together = hands.together / float(hands.pairs)
        better = np.sign(hands.strengths[None, :] - hands.strengths[:, None]).astype(np.int8)
        swing, level = together * better, together * (better == 0)

        def made(matrix: Floats) -> Array:
            return np.ascontiguousarray((matrix if group is None else put_together(matrix, group)).astype(kind, copy=False))

        self.any, self.ours, self.theirs = made(together), made(swing + level), made(swing - level)
        if (tree.ties < 0).any():
            self.shared, self.level = made(swing), made(level)
        else:
            self.shared = self.level = np.zeros((0, 0), kind)
        self.of = tuple([self._parts(tree, seat, kind) for seat in (0, 1)])

    def _parts(self, tree: Tree, seat: Seat, kind: type[np.floating[Any]]) -> list[tuple[Array, "_Sum"]]:
        middle, half = (tree.win + tree.lose) / 2, (tree.win - tree.lose) / 2
        mine, other = tree.sides[seat].ends, tree.sides[1 - seat].ends
        parts = []
        for matrix, weights, which in (
            (self.any, middle if seat == 0 else -middle, middle != 0),
            (self.ours, half, (half != 0) & (tree.ties == seat)),
            (self.theirs, half, (half != 0) & (tree.ties == 1 - seat)),
            (self.shared, half, (half != 0) & (tree.ties < 0)),
            (self.level, tree.odd if seat == 0 else -tree.odd, tree.odd != 0),
        ):
            if which.any():
                parts.append((matrix, _Sum.of(mine[which], other[which], weights[which].astype(kind))))
        return parts

    def worth(self, seat: Seat, reach: Array, out: Array) -> None:
        """Fill an array with the chips that a seat wins, for each of its moves (edges) and each group of hands.

        The row of a move adds up the ends of the betting between this move and the seat's next move. The chips are multiplied by
        the probability of the cards and of the other seat's moves.

        Args:
            seat: the seat.
            reach: the result of `reached` for the other seat.
            out: the array to fill, shape (the seat's edges, groups of hands).
        """
        out[:] = 0
        for matrix, total in self.of[seat]:
            out[total.to] += total.of_rows(reach) @ matrix


def put_together(matrix: Floats, group: Ints) -> Floats:
    """Add up the rows of a square matrix by group, and the columns too.

    Args:
        matrix: the square matrix.
        group: the number of each row's group, from 0. The column with the same index is in the same group.
    """
    order = np.argsort(group, kind="stable")
    first = np.searchsorted(group[order], np.arange(int(group.max()) + 1))
    columns = np.add.reduceat(matrix.take(order, axis=1), first, axis=1)  # first the columns, which lie side by side
    total: Floats = np.add.reduceat(columns[order], first, axis=0)
    return total


@dataclass(frozen=True, slots=True)
class _Sum:
    """Adds up rows of an array, each multiplied by a weight. Several such sums are made at the same time."""

    to: Ints
    """For each sum, the index of a row in the result. The sum is added to this row."""
    rows: Ints
    weights: Array
    starts: Ints
    """For each sum, the position of its first row in ``rows``."""

    @classmethod
    def of(cls, to: Ints, rows: Ints, weights: Array) -> "_Sum":
        order = np.argsort(to, kind="stable")
        targets, starts = np.unique(to[order], return_index=True)
        return cls(targets, rows[order], weights[order][:, None], starts)

    def of_rows(self, values: Array) -> Array:
        weighted = values[self.rows] * self.weights
        if len(self.starts) == len(self.rows):
            return weighted
        total: Array = np.add.reduceat(weighted, self.starts, axis=0)
        return total


def normal(side: Side, weights: Array) -> Array:
    """Turn the weights of a seat's moves into probabilities. If all weights at a turn are 0, its moves are equally likely.

    Args:
        side: the seat's part of the tree.
        weights: the weight of each move with each class or group of hands; shape (edges, hands).
    """
    strategy = np.ones_like(weights)
    for level in side.levels:
        part = weights[level.edges]
        total = np.add.reduceat(part, level.first, axis=0)
        counts = np.diff(np.append(level.first, len(part))).astype(weights.dtype)
        even = total <= _SHARES
        total[even] = 1
        shares = part / total[level.owner]
        if even.any():
            shares = np.where(even[level.owner], (1 / counts)[level.owner][:, None], shares)
        strategy[level.edges] = shares
    return strategy


def reached(side: Side, strategy: Array) -> Array:
    """For each hand and each move (edge), multiply the probabilities of this move and of the seat's moves before it.

    Args:
        side: the seat's part of the tree.
        strategy: the probability of each move at its turn; shape (edges, hands).
    """
    reach = np.empty_like(strategy)
    reach[0] = 1
    for level in side.levels:
        np.multiply(reach[level.before], strategy[level.edges], out=reach[level.edges])
    return reach


def _gather(level: Level, turns: Array, values: Array) -> None:
    """Add the chips won at each turn to the row of ``values`` for the seat's last move before that turn.

    If the seat made no move before, row 0 is used. Shapes: ``turns`` (turns, hands), ``values`` (edges, hands).
    """
    values[level.parents] += np.add.reduceat(turns, level.groups, axis=0)


def _answer(side: Side, values: Array) -> float:
    """Get the chips per deal that a seat wins by a best response. The array ``values`` from `Ends.worth` is changed."""
    for level in reversed(side.levels):
        part = values[level.edges]
        best = np.maximum.reduceat(part, level.first, axis=0)
        if len(level.blind):
            turns = np.unique(level.owner[level.blind])
            for turn in turns.tolist():  # one move for all hands
                own = part[level.owner == turn]
                best[turn] = own[int(np.argmax(own.sum(axis=1)))]
        _gather(level, best, values)
    return float(values[0].sum())


def _played(side: Side, values: Array, strategy: Array) -> float:
    """Get the chips per deal that a seat wins by its strategy. The array ``values`` from `Ends.worth` is changed."""
    for level in reversed(side.levels):
        _gather(level, np.add.reduceat(values[level.edges] * strategy[level.edges], level.first, axis=0), values)
    return float(values[0].sum())


class Solver:
    """Finds good betting strategies for two players, by repeated improvement.

    Set ``OPENBLAS_NUM_THREADS`` (with MKL, ``MKL_NUM_THREADS``) to 1 in the environment before NumPy is imported. With more
    threads, NumPy is slow on a busy machine. The number of threads also changes the last digits of the results.

    Args:
        hands: all classes of hands.
        root: the betting.
        group: the number of each class's group, from 0; None to keep all classes apart. A strategy plays all hands of a group
            alike, so solving is faster. A best response ignores the groups.
    Raises:
        PrialError: if ``hands`` and ``root`` were made with different rankings of hands.
    """

    def __init__(self, hands: Hands, root: Node, group: Ints | None = None) -> None:
        theirs = root.ranking if isinstance(root, Turn) else None
        if hands.ranking and theirs and hands.ranking.options != theirs.options:
            raise PrialError(refuse("solve.ranking", of=repr(hands.ranking), theirs=repr(theirs)))
        self.hands = hands
        self.tree = flatten(root)
        self.iterations = 0
        """Number of iterations made so far."""
        self._group: Ints = np.arange(len(hands.sizes)) if group is None else group
        self._ends = Ends(hands, self.tree, np.float32, group)
        self._exact: Ends | None = None
        shapes = [(side.edges, self.told_apart) for side in self.tree.sides]
        self._regrets = [np.zeros(shape, np.float32) for shape in shapes]
        self._totals = [np.zeros(shape, np.float64) for shape in shapes]
        self._values = [np.zeros(shape, np.float32) for shape in shapes]
        self._strategies: list[Array] = [
            normal(side, regrets) for side, regrets in zip(self.tree.sides, self._regrets, strict=True)
        ]
        self._reaches = [reached(side, strategy) for side, strategy in zip(self.tree.sides, self._strategies, strict=True)]

    @property
    def told_apart(self) -> int:
        """Number of groups of hands. A strategy has separate probabilities for each group."""
        return int(self._group.max()) + 1

    def step(self) -> None:
        """Make one iteration: improve seat 0's strategy against seat 1's, then seat 1's against seat 0's."""
        self.iterations += 1
        # With squares, 260 iterations were as good as 300 with the number itself or its cube as weight
        weight = (self.iterations if self.iterations <= DELAY else self.iterations - DELAY) ** 2
        if self.iterations == DELAY + 1:
            for total in self._totals:
                total[:] = 0
        for seat, side in enumerate(self.tree.sides):
            strategy, values, regrets = self._strategies[seat], self._values[seat], self._regrets[seat]
            self._ends.worth(seat, self._reaches[1 - seat], values)
            for level in reversed(side.levels):
                part = values[level.edges]
                turns = np.add.reduceat(part * strategy[level.edges], level.first, axis=0)
                gained = part - turns[level.owner]
                if len(level.blind):  # one move for all hands, so their regrets are added up
                    gained[level.blind] = gained[level.blind].sum(axis=1, keepdims=True)
                own = regrets[level.edges]
                own += gained
                np.maximum(own, 0, out=own)
                _gather(level, turns, values)
            # The strategy of this iteration counts, not the next one
            self._totals[seat] += np.float32(weight) * self._reaches[seat]
            self._strategies[seat] = normal(side, regrets)
            self._reaches[seat] = reached(side, self._strategies[seat])

    @property
    def numbers(self) -> tuple[Sequence[Array], Sequence[Array]]:
        """The regrets so far, and the sums of strategies. Both have one array for each seat, shape (edges, groups of hands)."""
        return self._regrets, self._totals

    def go_on(self, iterations: int, regrets: Sequence[Array], totals: Sequence[Array]) -> None:
        """Continue where an earlier solver of the same betting stopped.

        Args:
            iterations: number of iterations that the earlier solver had made.
            regrets: the earlier solver's regrets (see `numbers`), one array for each seat.
            totals: the earlier solver's sums of strategies (see `numbers`), one array for each seat.
        Raises:
            ValueError: if an array has another shape, or a number that is below 0 or isn't finite.
        """
        given: list[tuple[Array, Array]] = [*zip(regrets, self._regrets, strict=True), *zip(totals, self._totals, strict=True)]
        if any(each.shape != own.shape or not np.isfinite(each).all() or (each < 0).any() for each, own in given):
            raise ValueError("its numbers are not those of this betting")
        for each, own in given:
            own[:] = each
        self.iterations = iterations
        sides = self.tree.sides
        self._strategies = [normal(side, own) for side, own in zip(sides, self._regrets, strict=True)]
        self._reaches = [reached(side, strategy) for side, strategy in zip(sides, self._strategies, strict=True)]

    def average(self) -> tuple[Strategy, Strategy]:
        """Get the average strategy of each seat, which is the result of solving."""
        found = [normal(side, total)[:, self._group] for side, total in zip(self.tree.sides, self._totals, strict=True)]
        return found[0], found[1]

    def measure(self, strategies: Sequence[Strategy] | None = None) -> Measure:
        """Measure the quality of a pair of strategies, in double precision and for all classes of hands.

        Args:
            strategies: the strategies of seat 0 and seat 1; None for the average ones.
        """
        if self._exact is None:
            self._exact = Ends(self.hands, self.tree, np.float64)
        of = self.average() if strategies is None else strategies
        reaches = [reached(side, strategy) for side, strategy in zip(self.tree.sides, of, strict=True)]
        worths = []
        for seat, side in enumerate(self.tree.sides):
            worth = np.empty((side.edges, len(self.hands.sizes)))
            self._exact.worth(seat, reaches[1 - seat], worth)
            worths.append(worth)
        value = _played(self.tree.sides[0], worths[0].copy(), of[0])
        best = [_answer(side, worth) for side, worth in zip(self.tree.sides, worths, strict=True)]
        return Measure(value, (best[0], best[1]))

    def run(self, iterations: int, to: float = 0.0, watch: Callable[[int, Measure], None] | None = None) -> Measure:
        """Make iterations until the exploitability is low enough. It is measured only from time to time.

        Args:
            iterations: greatest number of iterations to make.
            to: the exploitability that is low enough, in chips per deal.
            watch: called after each measurement, with the number of iterations so far and the measurement.
        Returns:
            The last measurement.
        """

        def measured() -> Measure:
            measure = self.measure()
            if watch:
                watch(self.iterations, measure)
            return measure

        most, due = self.iterations + iterations, min(self.iterations + iterations, max(self.iterations, DELAY))
        while True:
            while self.iterations < due:
                self.step()
            measure = measured()
            if measure.exploitability <= to or self.iterations >= most:
                return measure
            # A measurement takes as long as fifty iterations, so there are few of them
            # The exploitability is about proportional to the number of iterations to the power of -1.2
            further = (measure.exploitability / to) ** 0.8 if to else _FURTHER
            due = min(most, int(max(self.iterations, DELAY) * min(_FURTHER, max(1.1, further))))

    def moves(self, path: Sequence[str] | str, strategies: Sequence[Strategy] | None = None) -> Iterator[tuple[str, Floats]]:
        """Get the moves at a turn, with their probabilities.

        Args:
            path: the moves before the turn; a text is a single move.
            strategies: the strategies of seat 0 and seat 1; None for the average ones.
        Returns:
            For each move, a pair: its name and its probabilities, shape (classes,).
        Raises:
            PrialError: if nobody is to act after these moves.
        """
        at = self.tree.at(path)
        turn, edges = self.tree.turn[at], self.tree.edge[at]
        strategy = (self.average() if strategies is None else strategies)[turn.seat]
        return iter([(name, strategy[edge]) for (name, _), edge in zip(turn.moves, edges, strict=True)])
