"""The best setting of 13 cards in rows of five, five and three, next to a plain enumeration of all 72,072 settings in C.

The best setting has the greatest worth. Part of the worth depends on all three rows together, so it isn't a sum over the rows.
"""

import ctypes

import numpy as np

from bench.measure import Row, compiled, faster, least_times, plain
from prial.arrange import batch
from prial.arrange.batch import fives
from prial.arrange.fives import best
from prial.arrange.strengths import poker_tables
from prial.core.registry import find
from prial.games.xap_xam import XapXamGame
from prial.games.xap_xam.bots import Sharp
from prial.games.xap_xam.study.counting import play
from prial.ranks.poker import STEPS

DEALS = 1_000
"""Number of deals in a timed run."""
CLAIMED = 100_000
"""Number of deals for which a time is given. It is calculated from a run of `DEALS` deals."""
ONE_BY_ONE = 100
"""Number of hands set one by one with NumPy."""
C_ENUMERATED = 100
"""Number of hands enumerated in C."""


def rows() -> list[Row]:
    """Times of NumPy with one hand at a time, of compiled code next to C, and of whole deals."""
    game = find("xap_xam").make({"equal_rows": "allowed"}, "xap_xam")
    assert isinstance(game, XapXamGame)
    of, worth = game.scorer.ranking, Sharp(game).outlook(dealer=False).worth
    hands = batch.deal(DEALS, np.random.SeedSequence(1), game.seats).reshape(-1, 13)
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
            "deals": lambda: play(game, DEALS, np.random.SeedSequence(2)),
        }
    )
    return [
        plain("best of all settings in rows of 5, 5 and 3, NumPy", times["numpy"] / ONE_BY_ONE),
        faster("best setting, compiled", times["best"] / len(hands), "C, all 72,072", times["c"] / C_ENUMERATED, 10),
        plain(f"{CLAIMED:,} deals of four sharp bots counted, one core", times["deals"] * CLAIMED / DEALS),
    ]
