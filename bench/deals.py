"""Whole deals of Crash, which are shuffled, arranged in every seat with a table of values, and scored."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from bench.measure import Row, least_times, plain, spinning, two_cores
from prial.arrange import batch
from prial.arrange.search import greedy
from prial.arrange.value import best
from prial.games.crash.bots import tables
from prial.games.crash.study.deals import play, points
from prial.games.crash.study.train import gain
from prial.ranks.brag import ranking

DEALS = 10_000
"""Number of deals in a timed run."""
CLAIMED = 400_000
"""Number of deals played to measure a bot's gain."""
SEATS = 4
"""Number of players at the table."""


def _check() -> None:
    """Compare a few deals with a plain scoring in Python."""
    of, value = ranking(), tables.load(13, 3)
    seed = np.random.SeedSequence(9)
    scored = np.zeros(SEATS)
    for hands in batch.deal(200, seed, SEATS).tolist():
        splits = [best(hands[0], value, of).strengths, *[greedy(hand, of, 4).strengths for hand in hands[1:]]]
        winners = []
        for place in range(4):
            laid = [split[place] for split in splits]
            winners.append(laid.index(max(laid)) if laid.count(max(laid)) == 1 else -1)
        for seat in range(SEATS):
            scored[seat] += winners.count(seat) + (winners == [seat] * 4)
    assert points(play(200, seed, [value, None], [[0, 1, 1, 1]], of), bonus=1)[0].sum(axis=0).tolist() == scored.tolist()


def rows() -> list[Row]:
    """Deals per second on one core and on two, and the gains of bots that arrange with a table."""
    _check()
    of, value, sharp, mixed = ranking(), tables.load(13, 3), tables.load(13, 3, "sharp"), tables.mixed(13, 3)
    seeds = np.random.SeedSequence(3).spawn(2)

    def run(deals: int, seed: np.random.SeedSequence) -> float:
        return float(points(play(deals, seed, [value], [[0] * SEATS], of), bonus=1).sum())

    with ThreadPoolExecutor(2) as pool:
        times = least_times(
            {
                "one core": lambda: run(DEALS, seeds[0]),
                "two cores": lambda: list(pool.map(run, [DEALS // 2] * 2, seeds)),
                **spinning(pool),
            },
            repeats=25,  # short runs, so that both cores are free during at least one of them
        )
    claims = {
        "table over greedy play, three greedy others, points a deal": (gain(value, None, None, deals=CLAIMED), 0.175),
        "table against sharp players over the other, among these": (gain(sharp, value, mixed, deals=CLAIMED), 0.0),
    }
    return [
        plain("whole Crash deals, four by table, one core", DEALS / times["one core"], "deals/s"),
        two_cores("whole Crash deals, two cores", times, DEALS),
        *[
            Row(what, got.points, "points", "95 % at least", got.least, got.least, f"> {target:g}", got.least > target)
            for what, (got, target) in claims.items()
        ],
    ]
