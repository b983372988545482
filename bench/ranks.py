"""Times the evaluation of three-card hands, one by one from Python and ten million at once."""

import ctypes
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import eval7  # type: ignore[import-untyped]
import numpy as np
from pokerkit import RhodeIslandHoldemHand

from bench.measure import Row, beside, compiled, faster, least_times
from prial.arrange import batch
from prial.arrange import strengths as plain
from prial.cards import PACK, name, names
from prial.ranks.brag import ranking

HANDS = 10_000_000
"""Number of hands in one batch."""
CALLS = 2_000
"""Number of hands evaluated one by one."""
TIMES = 10
"""The fast evaluators go through the hands this many times, so that memory which PokerKit used doesn't slow the first hands."""


def _in_turn(call: Callable[[Any], object], hands: Sequence[object]) -> Callable[[], None]:
    """A run that calls a function with each hand."""

    def run() -> None:
        for hand in hands:
            call(hand)

    return run


def rows() -> list[Row]:
    """One hand next to eval7 and PokerKit's three-card hands; ten million next to a C kernel and to copying memory."""
    of = ranking()
    rng = np.random.default_rng(1)
    every = np.array(list(combinations(PACK, 3)), np.uint8)
    few = [tuple(hand) for hand in rng.choice(every, CALLS).tolist()]
    three = of.three

    def one_by_one() -> None:
        for a, b, c in few * TIMES:
            three(a, b, c)

    cards = [eval7.Card(name(card)) for card in PACK]
    times = least_times(
        {
            "prial": one_by_one,
            "eval7": _in_turn(eval7.evaluate, [[cards[card] for card in hand] for hand in few] * TIMES),
            "pokerkit": _in_turn(RhodeIslandHoldemHand, [names(hand) for hand in few]),
        },
        repeats=15,
    )
    one = {who: time / CALLS / (1 if who == "pokerkit" else TIMES) for who, time in times.items()}

    first, second, third = np.ascontiguousarray(rng.choice(every, HANDS).T)
    out, limit = np.empty((2, HANDS), np.uint16)
    library = compiled("ranks")
    by_ranks = np.append(plain.by_ranks(of).astype(np.uint16), [0, 0]).astype(np.uint16)
    pointers = [ctypes.c_void_p(array.ctypes.data) for array in (first, second, third)]
    to, size = ctypes.c_void_p(limit.ctypes.data), ctypes.c_size_t(HANDS)

    checked = batch.strengths(every[:, 0], every[:, 1], every[:, 2], of)
    assert checked.tolist() == [of.table[a][b][c] for a, b, c in every.tolist()]
    library.strengths(*pointers, ctypes.c_void_p(by_ranks.ctypes.data), to, size)
    assert (batch.strengths(first, second, third, of, out) == limit).all()
    assert (plain.strengths(first, second, third, of) == limit).all()

    many = least_times(
        {
            "prial": lambda: batch.strengths(first, second, third, of, out),
            "numpy": lambda: plain.strengths(first, second, third, of),
            "c": lambda: library.strengths(*pointers, ctypes.c_void_p(by_ranks.ctypes.data), to, size),
            "memory": lambda: library.copy(*pointers, to, size),
        }
    )
    many = {who: time / HANDS for who, time in many.items()}
    return [
        faster("strength of one hand", one["prial"], "eval7", one["eval7"], 2),
        faster("strength of one hand", one["prial"], "PokerKit, three cards", one["pokerkit"], 25),
        faster("strength of a hand, ten million at once", many["prial"], "C, SIMD", many["c"], 0.5),
        beside("the same with NumPy alone", many["numpy"], "C, SIMD", many["c"]),
        beside("the C kernel itself", many["c"], "reading and writing", many["memory"]),
    ]
