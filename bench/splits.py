"""Times the search for all best splits of 13 cards, and for the best split by a table, next to plain enumerations.

The target for the best split by a table is a ratio: 3.5 µs, if C takes 500 µs to try all 200,200 ways.
"""

import ctypes
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from bench.measure import Row, compiled, faster, least_times, plain, spinning, two_cores
from prial.arrange import batch
from prial.arrange.search import front
from prial.arrange.value import best
from prial.games.crash.bots import tables
from prial.ranks.brag import ranking

ONE_BY_ONE = 100
"""Number of hands split one by one in Python."""
ENUMERATED = 4
"""Number of hands enumerated with NumPy."""
TOGETHER = 20_000
"""Number of hands split in one batch."""
C_ENUMERATED = 20
"""Number of hands enumerated in C."""


def _ways() -> NDArray[np.uint16]:
    """All ways to make four hands from 13 cards, shape (200,200, 4). A hand is given by its number among the 286 triples."""
    number = {triple: at for at, triple in enumerate(combinations(range(13), 3))}

    def parts(cards: tuple[int, ...]) -> list[list[int]]:
        if not cards:
            return [[]]
        found = []
        for two in combinations(cards[1:], 2):
            rest = tuple(card for card in cards[1:] if card not in two)
            found += [[number[cards[0], *two], *others] for others in parts(rest)]
        return found

    return np.array([way for cards in combinations(range(13), 12) for way in parts(cards)], np.uint16)


def _enumeration(ways: NDArray[np.uint16], table: NDArray[np.uint16]) -> Callable[[list[int]], list[tuple[int, ...]]]:
    """A function that finds all best splits of a hand by trying every way with NumPy.

    Args:
        ways: as `_ways` gives them.
        table: strengths of three cards; shape (52, 52, 52).
    Returns:
        The function. It takes a hand, and returns the strengths of each best split.
    """
    a, b, c = np.array(list(combinations(range(13), 3))).T

    def run(hand: list[int]) -> list[tuple[int, ...]]:
        cards = np.array(hand)
        triples = table[cards[a], cards[b], cards[c]]
        one, two, three, four = (triples[column] for column in ways.T)
        one, two = np.maximum(one, two), np.minimum(one, two)
        three, four = np.maximum(three, four), np.minimum(three, four)
        one, three = np.maximum(one, three), np.minimum(one, three)
        two, four = np.maximum(two, four), np.minimum(two, four)
        two, three = np.maximum(two, three), np.minimum(two, three)
        # A word holds the four strengths of a split. Of words with the same first three strengths, only the greatest can be best
        words = np.sort(one.astype(np.int64) << 30 | two.astype(np.int64) << 20 | three.astype(np.int64) << 10 | four)[::-1]
        words = words[np.concatenate([[True], words[1:] >> 10 != words[:-1] >> 10])]
        found: list[tuple[int, ...]] = []
        while len(words):
            top = int(words[0])
            found.append((top >> 30, top >> 20 & 1023, top >> 10 & 1023, top & 1023))
            beaten = (words >> 20 & 1023) <= found[-1][1]
            beaten &= (words >> 10 & 1023) <= found[-1][2]
            beaten &= (words & 1023) <= found[-1][3]
            words = words[~beaten]
        return found

    return run


def rows() -> list[Row]:
    """Times of plain Python next to NumPy, of compiled code next to C, and of one core next to two."""
    of = ranking()
    value = tables.load(13, 3)
    hands = batch.deal(TOGETHER // 4, np.random.SeedSequence(1), 4).reshape(-1, 13)
    lists: list[list[int]] = hands[:ONE_BY_ONE].tolist()
    table = np.array(of.table, np.uint16)
    enumeration = _enumeration(_ways(), table)
    library = compiled("splits")
    found = np.zeros(4096, np.uint64)
    table_at, found_at = ctypes.c_void_p(table.ctypes.data), ctypes.c_void_p(found.ctypes.data)
    win, crash, worths = np.array(value.win), np.array(value.sweep), np.zeros(C_ENUMERATED)
    win_at, crash_at, worths_at = (ctypes.c_void_p(array.ctypes.data) for array in (win, crash, worths))
    hands_at = ctypes.c_void_p(hands.ctypes.data)
    parts = np.array_split(hands, 10)

    def fronts(part: NDArray[np.uint8]) -> batch.Fronts:
        return batch.fronts(part, of, 4, most=16)

    together = batch.fronts(hands, of, 4)
    chosen = batch.best(hands, value, of)
    for at, hand in enumerate(lists):
        vectors = [split.strengths for split in front(hand, of, 4)]
        assert [tuple(row) for row in together.strengths[at, : together.counts[at]].tolist()] == vectors
        assert tuple(chosen.strengths[at].tolist()) == best(hand, value, of).strengths
        if at < C_ENUMERATED:
            assert enumeration(hand) == vectors
            count = library.enumerate(ctypes.c_void_p(hands[at].ctypes.data), table_at, found_at)
            assert {tuple(int(word) >> place & 0xFFFF for place in (48, 32, 16, 0)) for word in found[:count]} == set(vectors)

    library.bests(hands_at, C_ENUMERATED, table_at, win_at, win.shape[1], crash_at, worths_at)
    assert np.allclose(worths, [value.worth(row) for row in chosen.strengths[:C_ENUMERATED].tolist()], rtol=0, atol=1e-12)

    with ThreadPoolExecutor(2) as pool:
        times = least_times(
            {
                "python": lambda: [front(hand, of, 4) for hand in lists],
                "numpy": lambda: [enumeration(hand) for hand in lists[:ENUMERATED]],
                "c": lambda: library.fronts(hands_at, C_ENUMERATED, table_at, found_at),
                "one core": lambda: [fronts(part) for part in parts],
                "two cores": lambda: list(pool.map(fronts, parts)),
                **spinning(pool),
                "best": lambda: batch.best(hands, value, of),
                "c best": lambda: library.bests(hands_at, C_ENUMERATED, table_at, win_at, win.shape[1], crash_at, worths_at),
            }
        )
    each = {
        "python": times["python"] / ONE_BY_ONE,
        "numpy": times["numpy"] / ENUMERATED,
        "c": times["c"] / C_ENUMERATED,
        "c best": times["c best"] / C_ENUMERATED,
        **{name: times[name] / len(hands) for name in ("one core", "best")},
    }
    return [
        plain("all best splits of 13 cards, plain Python", each["python"]),
        # Python takes 0.2 to 0.5 ms. NumPy takes 2.9 to 14 ms: its arrays don't fit into a cache, so memory speed decides
        faster("all best splits of 13 cards, plain Python", each["python"], "NumPy enumeration", each["numpy"], 8),
        faster("all best splits, compiled", each["one core"], "C, all 200,200", each["c"], 60),
        two_cores("all best splits, compiled, two cores", times, len(hands)),
        faster("best split against a table, compiled", each["best"], "C, all 200,200", each["c best"], 140),
    ]
