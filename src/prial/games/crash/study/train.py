"""Makes the value tables of the strong bots of Crash, and measures how much the tables help the bots.

A table is made from millions of deals, in passes. In each pass, all seats arrange their cards in the same way. The pass counts
how often each strength would have won each place.

For greedy opponents there are two passes. The first gives the chances to win each place. The second gives the chance to win all
places.

For opponents as sharp as the strongest bot, more passes follow. All seats then play by a mixture of the greedy table and the last
table (see `prial.games.crash.bots.tables.mixture`). The result depends only on the seed and the number of deals.
"""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from math import sqrt
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from prial.arguments import explained
from prial.arrange.value import SWEEP_STEPS, Value
from prial.compiled import compiles
from prial.errors import PrialError, add_sentences, refuse
from prial.games.crash.bots import tables as shipped
from prial.games.crash.bots.tables import Field
from prial.games.crash.study.deals import Counts, observe, play, points
from prial.ranks.brag import Category, Ranking, ranking
from prial.study import tables as shipping
from prial.study.chunks import Counting, in_chunks
from prial.study.tables import Progress
from prial.study.work import Workers

add_sentences("en", {"tables.numba": "Making the bots' tables needs numba: install it, as in pip install 'prial[fast]'."})

SLOPE: Final = 1e-6
"""If the strength of a hand rises by 1, its chance to win a place rises by at least about this number.

So a stronger hand always has a greater chance.
"""
_PRIOR: Final = 100.0
"""Number of imaginary hands that steady the chance to win place 0 with a prial."""
SHIPPED: Final = tuple([(cards, others) for cards, most in ((13, 3), (9, 4), (7, 6), (6, 6)) for others in range(1, most + 1)])
"""The shipped tables: pairs of a number of cards and a number of opponents."""
FIELDS: Final[tuple[Field, ...]] = ("greedy", "sharp")
"""Kinds of opponents against which the shipped tables are made."""


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of chances to win, for one number of cards and one number of opponents."""

    others: int
    """Number of opponents, 1 to 6."""
    win: NDArray[np.float32]
    """Chance to win each place with each strength, shape (2, places, strengths).

    The first index matters if the best hands in a place are equal. With 0, nobody wins the place. With 1, the next best hand
    wins it.
    """
    crash: NDArray[np.float32]
    """Chance to win all places, shape (steps + 1,). `Value.sweep` says what each index means."""

    def value(self, *, next_best: bool = False) -> Value:
        """Make the `Value` that computes the expected points of a split from these tables.

        Args:
            next_best: whether the next best hand wins the place if the best hands are equal. If False, nobody wins this place.
        """
        return Value.of(self.others, self.win[int(next_best)], self.crash)

    def to_bytes(self) -> bytes:
        """The tables as the bytes of an ``.npz`` file. Equal tables give equal bytes."""
        file = io.BytesIO()
        np.savez(file, win=self.win, crash=self.crash)
        return file.getvalue()


def _rising(values: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Find the sequence nearest to ``values``, by weighted squared differences, among all sequences that never fall."""
    # Pool adjacent violators (Ayer and others, 1955)
    pools: list[list[float]] = []  # mean, weight, length
    for value, weight in zip(values.tolist(), weights.tolist(), strict=True):
        pools.append([value, weight, 1])
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            mean, more, length = pools.pop()
            last = pools[-1]
            last[0] = (last[0] * last[1] + mean * more) / (last[1] + more)
            last[1] += more
            last[2] += length
    return np.repeat([pool[0] for pool in pools], [int(pool[2]) for pool in pools])


def _win(counts: Counts, prials: int) -> NDArray[np.float32]:
    """The chances to win each place, worked out from counts. ``prials`` is the lowest strength of a prial."""
    chances: NDArray[np.float64] = counts.wins / float(counts.seats)
    # Whoever holds a prial knows that nobody else has its cards, so place 0 is counted among those who laid the prial there
    held, won = counts.held[:, prials:]
    chances[:, 0, prials:] = (won + _PRIOR * chances[:, 0, prials:]) / (held + _PRIOR)
    chances = np.maximum.accumulate(chances, axis=-1)
    chances[..., 0] = 0
    rise = SLOPE * np.arange(chances.shape[-1])
    rising: NDArray[np.float32] = ((chances + rise) / (1 + rise[-1])).astype(np.float32)
    return rising


def _crash(met: NDArray[np.int64], crashed: NDArray[np.int64]) -> NDArray[np.float32]:
    """Work out the chances to win all places from counts of splits.

    ``met`` counts all splits, ``crashed`` those that won all places.
    """
    middles: NDArray[np.float64] = (np.arange(SWEEP_STEPS, dtype=np.float64) + 0.5) / SWEEP_STEPS
    # One imaginary split more in each step, which matters only in steps with few splits
    weights: NDArray[np.float64] = met + np.ones(SWEEP_STEPS)
    rising = _rising((crashed + middles**2) / weights, weights)
    edges = np.interp(np.arange(1, SWEEP_STEPS) / SWEEP_STEPS, middles, rising)
    return np.concatenate([[0], edges, [1]]).astype(np.float32)


@explained
def train(  # noqa: PLR0913  # all have defaults
    cards: int = 13,
    others: int = 3,
    against: Field = "greedy",
    *,
    deals: int = 1_000_000,
    seed: int = 1,
    rounds: int = 4,
    least: int = 1,
    of: Ranking | None = None,
    counting: Counting | None = None,
    progress: Progress | None = None,
) -> Tables:
    """Make the tables for one number of cards and one number of opponents.

    Args:
        cards: number of cards of each player: 13, 9, 7 or 6.
        others: number of opponents, 1 to 6.
        against: kind of opponents.
        deals: number of deals in each pass.
        seed: seed of the shuffles; the same seed gives the same bytes.
        rounds: number of passes after the second, for ``sharp`` opponents only.
        least: the lowest strength that counts.
        of: the ranking of hands; None for the usual ranking.
        counting: how and where the deals are counted; None to use all processors.
        progress: called with the table's file name, the number of deals done and the number of all deals.
    """
    ranks = of or ranking()
    passes = 2 if against == "greedy" else 2 + rounds
    prials = ranks.least(Category.PRIAL)
    label = shipped.name(cards, others, against)

    def observed(number: int, value: Value | None, chances: Value | None = None) -> Counts:
        run = partial(observe, value=value, others=others, of=ranks, chances=chances, cards=cards, least=least)
        own = (counting or Counting()).about(f"{Path(label).stem}/{number}")
        asked = {"tables": label, "pass": number, "all": deals, "least": least, "ranking": str(ranks.__reduce__()[1])}

        def done(count: int) -> None:
            if progress:
                progress(label, number * deals + count, passes * deals)

        # Each pass has deals of its own, so that luck in one table isn't repeated in the next
        return in_chunks(deals, (seed, cards, others, number), run, Counts, own, asked=asked, done=done)

    counts = observed(0, None)
    tables = Tables(others, _win(counts, prials), _crash(*np.zeros((2, SWEEP_STEPS), np.int64)))
    counts = observed(1, None, tables.value())
    tables = Tables(others, tables.win, _crash(counts.met, counts.swept))
    greedy = tables.value()
    for number in range(2, passes):
        own = tables.value()
        counts = observed(number, shipped.mixture(greedy, own), own)
        tables = Tables(others, _win(counts, prials), _crash(counts.met, counts.swept))
    return tables


@explained
def make(*, deals: int, seed: int, counting: Counting, progress: Progress) -> Iterator[tuple[str, bytes]]:
    """Make all shipped tables; see `prial.study.tables.Make`.

    With 100,000 deals or more, about three digits of each chance are right.

    Args:
        deals: number of deals in each pass.
        seed: seed of the shuffles.
        counting: how and where the deals are counted.
        progress: called with the table's file name, the number of deals done and the number of all deals.
    Yields:
        The file name and the bytes of each table.
    """
    if not compiles():
        raise PrialError(refuse("tables.numba"))
    for cards, others in SHIPPED:
        for against in FIELDS:
            tables = train(cards, others, against, deals=deals, seed=seed, counting=counting, progress=progress)
            yield shipped.name(cards, others, against), tables.to_bytes()


TABLES: Final = shipping.Tables(shipped.__name__, make)
"""The package of the shipped tables and the function that makes them, for ``prial tables``."""


@dataclass(frozen=True, slots=True)
class Gain:
    """The gain of one way of playing over another, measured in the same deals."""

    points: float
    """The gain, in points per deal."""
    error: float
    """The standard error of the gain, in points per deal."""
    deals: int
    """Number of deals on which the gain was measured."""

    @property
    def least(self) -> float:
        """The lower end of the one-sided 95 % confidence interval of the gain, in points per deal."""
        return self.points - 1.645 * self.error


@explained
def gain(  # noqa: PLR0913  # all but three have defaults
    player: Value | None,
    instead_of: Value | None,
    field: Value | None,
    *,
    deals: int = 1_000_000,
    seed: int = 2,
    cards: int = 13,
    least: int = 1,
    next_best: bool = False,
    of: Ranking | None = None,
    workers: Workers | None = None,
) -> Gain:
    """Measure how many points per deal a player gains by arranging in one way instead of another.

    Each deal is played once in each way, with the same opponents and the same cards. The gain doesn't depend on the player's
    seat.

    Args:
        player: the way of arranging that is measured: the table by which splits are chosen, or None to arrange greedily.
        instead_of: the way of arranging with which ``player`` is compared.
        field: the way in which all opponents arrange.
        deals: number of deals.
        seed: seed of the shuffles.
        cards: number of cards of each player: 13, 9, 7 or 6.
        least: the lowest strength that counts.
        next_best: whether the next best hand wins the place if the best hands are equal; if False, nobody wins it.
        of: the ranking of hands; None for the usual ranking.
        workers: the processes that count; None to use all processors.
    Returns:
        The gain. Each place brings 1 point, and winning every place brings 1 further point.
    Raises:
        ValueError: if ``player``, ``instead_of`` and ``field`` are all None.
    """
    value = player or instead_of or field
    if value is None:
        raise ValueError("somebody must go by a value")
    lines = [[which, *[2] * value.others] for which in (1, 0)]
    ranks = of or ranking()

    def run(count: int, stream: np.random.SeedSequence) -> NDArray[np.float64]:
        policies = [player, instead_of, field]
        won = play(count, stream, policies, lines, ranks, cards=cards, least=least, next_best=next_best)
        before, after = points(won[:, :, 0], bonus=1)
        gained = after - before
        return np.array([gained.sum(), (gained**2).sum()])

    counting = Counting(workers or Workers())
    total, squares = in_chunks(deals, seed, run, NDArray, counting, asked={}).tolist()
    mean = total / deals
    return Gain(mean, sqrt((squares / deals - mean**2) / deals), deals)
