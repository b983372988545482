"""The best setting of 13 cards in rows of five, five and three, beside a plain enumeration of all 72,072 in C.

It is asked for by the chance to win more rows than are lost, which is no sum over the rows.
"""

import ctypes

import numpy as np
from numpy.typing import NDArray

from bench.measure import Row, compiled, faster, least_times, plain
from prial.arrange import batch
from prial.arrange.batch import fives
from prial.arrange.fives import best
from prial.arrange.strengths import poker_tables
from prial.arrange.worth import Worth
from prial.ranks.poker import STEPS, Ranking, ranking

DEALS = 1_000
SEATS = 4
CLAIMED = 100_000
ONE_BY_ONE = 100
C_ENUMERATED = 100
KNOTS = 24


def _more_won_than_lost(hands: NDArray[np.uint8], of: Ranking) -> Worth:
    """The worth against one who lays what makes the most of the lower row, then of the middle one, rows taken for independent."""
    simple = Worth.of(np.linspace(0, 1, of.size + 1) * np.array([[4.0], [2.0], [1.0]]))
    met = np.sort(fives.best(hands, simple, of, level=True).strengths, axis=0)
    knots = [np.unique(np.quantile(met[:, place], np.linspace(0, 1, KNOTS)).astype(int)) for place in range(3)]
    win = [np.searchsorted(met[:, place], knots[place]) / len(met) for place in range(3)]
    a, b, c = np.meshgrid(*win, indexing="ij")
    two = a * b + b * c + a * c - 2 * a * b * c
    return Worth.of(np.zeros((3, of.size + 1)), 2 * two - 1, [some.tolist() for some in knots])


def rows() -> list[Row]:
    """Compiled against C, NumPy one by one, and whole deals."""
    of = ranking()
    hands = batch.deal(DEALS, np.random.SeedSequence(1), SEATS).reshape(-1, 13)
    worth = _more_won_than_lost(hands, of)
    chosen = fives.best(hands, worth, of, level=True)
    lists: list[list[int]] = hands[:ONE_BY_ONE].tolist()
    for hand, strengths in zip(lists, chosen.strengths.tolist(), strict=False):
        assert best(hand, of, worth, level=True).strengths == tuple(strengths)

    library, worths = compiled("settings"), np.zeros(C_ENUMERATED)
    _, wide, deep = worth.joint.shape
    cells = worth.cells * np.array([[wide * deep], [deep], [1]])
    arrays = [hands, *poker_tables(of), np.array(STEPS), worth.rows, cells, worth.shares]
    found = [ctypes.c_void_p(array.ctypes.data) for array in (*arrays, worth.joint, worths)]
    arguments = (found[0], C_ENUMERATED, *found[1:8], of.size + 1, found[8], wide * deep, deep, found[9])
    library.bests(*arguments)
    assert (worths == worth.units(*chosen.strengths[:C_ENUMERATED].T)).all()

    times = least_times(
        {
            "numpy": lambda: [best(hand, of, worth, level=True) for hand in lists],
            "best": lambda: fives.best(hands, worth, of, level=True),
            "c": lambda: library.bests(*arguments),
            "deals": lambda: fives.best(
                batch.deal(DEALS, np.random.SeedSequence(2), SEATS).reshape(-1, 13), worth, of, level=True
            ),
        }
    )
    return [
        plain("best of all settings in rows of 5, 5 and 3, NumPy", times["numpy"] / ONE_BY_ONE),
        faster("best setting, compiled", times["best"] / len(hands), "C, all 72,072", times["c"] / C_ENUMERATED, 10),
        plain(f"{CLAIMED:,} deals of four set by worth, one core", times["deals"] * CLAIMED / DEALS),
    ]
