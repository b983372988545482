"""Tables of what wins, learnt from millions of deals, and how much they gain: what the strong bots of Crash go by.

A table is made by letting all seats play alike and counting which strength would have won each place against the others.
Against others who play greedily one pass does; against others as sharp as the strongest bot the pass is repeated with what that
bot makes of the table it gave (`prial.games.crash.bots.tables.mixture`), until that stops changing. Everything is done in chunks
of a fixed size with a random stream each, so that a result depends on the seed and the number of deals and on nothing else.
"""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from math import sqrt
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from prial.arrange.value import SWEEP_STEPS, Value
from prial.errors import PrialError, add_sentences, refuse
from prial.games.crash.bots import tables as shipped
from prial.games.crash.bots.tables import Field
from prial.games.crash.study.deals import Counts, observe, play, points
from prial.ranks.brag import Category, Ranking, ranking
from prial.study import tables as shipping
from prial.study.chunks import Counting, in_chunks
from prial.study.tables import Progress
from prial.study.work import Workers

add_sentences("en", {"tables.numba": "Making tables needs the compiled loops: install numba, as in pip install 'prial[fast]'."})

SLOPE: Final = 1e-6
"""What a table rises at least from one strength to the next, so that the stronger hand is always worth more."""
_PRIOR: Final = 100.0
"""Seats that a chance counted among few is mixed with."""
SHIPPED: Final = tuple([(cards, others) for cards, most in ((13, 3), (9, 4), (7, 6), (6, 6)) for others in range(1, most + 1)])
"""Cards, and number of others, of the tables that are shipped."""
FIELDS: Final[tuple[Field, ...]] = ("greedy", "sharp")
"""Whom the shipped tables are made against."""


@dataclass(frozen=True, slots=True)
class Tables:
    """What was learnt for one number of cards and others."""

    others: int
    """Opponents, 1 to 6."""
    win: NDArray[np.float32]
    """Shape (2, places, strengths): chance to win a place, equal hands stopping it or cancelling."""
    crash: NDArray[np.float32]
    """Shape (steps + 1,): chance to win all places, as in `Value.crash`."""

    def value(self, *, next_best: bool = False) -> Value:
        """What splits are worth by these tables."""
        return Value.of(self.others, self.win[int(next_best)], self.crash)

    def to_bytes(self) -> bytes:
        """The file that is shipped; equal tables give equal bytes (NumPy dates everything in it 1980)."""
        file = io.BytesIO()
        np.savez(file, win=self.win, crash=self.crash)
        return file.getvalue()


def _rising(values: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """The nearest row that never falls, by weighted least squares (pool adjacent violators; Ayer and others, 1955)."""
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
    """Chances out of counts, made to rise.

    Prials are so common among 13 cards that holding one says what the others lack (nobody else has the top one); so in
    the first place they count as they did for those who held them.
    """
    chances: NDArray[np.float64] = counts.wins / float(counts.seats)
    held, won = counts.held[:, prials:]
    chances[:, 0, prials:] = (won + _PRIOR * chances[:, 0, prials:]) / (held + _PRIOR)
    chances = np.maximum.accumulate(chances, axis=-1)
    chances[..., 0] = 0
    rise = SLOPE * np.arange(chances.shape[-1])
    rising: NDArray[np.float32] = ((chances + rise) / (1 + rise[-1])).astype(np.float32)
    return rising


def _crash(met: NDArray[np.int64], crashed: NDArray[np.int64]) -> NDArray[np.float32]:
    """The crash table out of counts; where little was met it leans on places being independent."""
    middles: NDArray[np.float64] = (np.arange(SWEEP_STEPS, dtype=np.float64) + 0.5) / SWEEP_STEPS
    weights: NDArray[np.float64] = met + np.ones(SWEEP_STEPS)
    rising = _rising((crashed + middles**2) / weights, weights)
    edges = np.interp(np.arange(1, SWEEP_STEPS) / SWEEP_STEPS, middles, rising)
    return np.concatenate([[0], edges, [1]]).astype(np.float32)


def train(  # noqa: PLR0913  # all but two have defaults
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
    """Learn the tables for one number of cards and others.

    Args:
        cards: 13, 9, 7 or 6.
        others: opponents, 1 to 6.
        against: whom the tables are made against.
        deals: deals of each pass.
        seed: whence the shuffles come; the same seed gives the same bytes.
        rounds: passes against the mixture.
        least: the lowest strength that counts.
        of: what beats what; the usual ranking when not given.
        counting: how it is counted; by all processors when not given.
        progress: told how far it is.
    Returns:
        The tables.
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

        # A pass has its own deals: what one table gained by chance, the next one shall not find again
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


def make(*, deals: int, seed: int, counting: Counting, progress: Progress) -> Iterator[tuple[str, bytes]]:
    """All tables that are shipped, as `prial.study.tables.Make` says; a tenth of a million deals is good to three digits."""
    if find_spec("numba") is None:
        raise PrialError(refuse("tables.numba"))
    for cards, others in SHIPPED:
        for against in FIELDS:
            tables = train(cards, others, against, deals=deals, seed=seed, counting=counting, progress=progress)
            yield shipped.name(cards, others, against), tables.to_bytes()


TABLES: Final = shipping.Tables(shipped.__name__, make)


@dataclass(frozen=True, slots=True)
class Gain:
    """How much more a seat makes by one way of playing than by another, on the same deals."""

    points: float
    """Points a deal."""
    error: float
    """Standard error of that."""
    deals: int
    """Deals it was measured on."""

    @property
    def least(self) -> float:
        """The lower end of the 95 % confidence interval (one-sided), points a deal."""
        return self.points - 1.645 * self.error


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
    """What a player gains over another in the same seat on the same deals.

    All arrange at once and see nothing of each other, so every seat is like the first, which is the one measured.

    Args:
        player: how it arranges: by a value, or greedily (None). The values say how many others there are.
        instead_of: how the other one arranges.
        field: how all others arrange.
        deals: how many.
        seed: whence the shuffles come.
        cards: 13, 9, 7 or 6.
        least: the lowest strength that counts.
        next_best: equal hands cancel and the best one below them wins; otherwise they stop the place.
        of: what beats what.
        workers: who counts; all processors when not given.
    Returns:
        The gain, with +1 for winning every place.
    Raises:
        ValueError: nobody goes by a value, so that the number of others is unknown.
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
