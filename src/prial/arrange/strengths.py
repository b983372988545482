"""Computes the strengths of many hands at once, with NumPy.

`prial.arrange.batch.strengths` and `prial.arrange.batch.fives.strengths` are compiled and faster.
"""

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from prial.ranks import poker
from prial.ranks.brag import Ranking

SUITED: Final = 13**3
"""Index in the array of `by_ranks` at which the hands of one suit begin."""
CHUNK: Final = 1 << 16
"""Number of hands to look up at a time. The arrays for these hands fit in the processor's cache."""


@cache
def by_ranks(of: Ranking) -> NDArray[np.uint32]:
    """Strengths of hands of three cards, shape (4394,). The index is 169 · first rank + 13 · second rank + third rank.

    Add `SUITED` to the index if all three cards are of one suit. Don't use this function for a ranking with wild cards: their
    suits matter.
    """
    found = np.zeros((2, 13, 13, 13), np.uint32)
    for a, b, c in np.ndindex(13, 13, 13):
        found[0, a, b, c] = of.table[4 * a][4 * b + 1][4 * c + 2]
        if a != b != c != a:
            found[1, a, b, c] = of.table[4 * a][4 * b][4 * c]
    return found.ravel()


def strengths(first: NDArray[np.uint8], second: NDArray[np.uint8], third: NDArray[np.uint8], of: Ranking) -> NDArray[np.uint16]:
    """The strengths of many hands of three different cards, shape (hands,). The cards aren't checked.

    Args:
        first: the first card of each hand, shape (hands,).
        second: the second card of each hand, shape (hands,).
        third: the third card of each hand, shape (hands,).
        of: gives each hand its strength.
    """
    out = np.empty(len(first), np.uint16)
    table = np.array(of.table, np.uint16).ravel() if of.wild else by_ranks(of).astype(np.uint16)
    for start in range(0, len(first), CHUNK):
        a, b, c = (cards[start : start + CHUNK] for cards in (first, second, third))
        if of.wild:
            index = a.astype(np.int64)
            index *= 52
            index += b
            index *= 52
            index += c
        else:
            index = (a >> 2).astype(np.int64)
            index *= 13
            index += b >> 2
            index *= 13
            index += c >> 2
            index[(((a ^ b) | (a ^ c)) & 3) == 0] += SUITED
        np.take(table, index, out=out[start : start + CHUNK], mode="clip")
    return out


@cache
def poker_tables(of: poker.Ranking) -> tuple[NDArray[np.uint16], NDArray[np.uint16], NDArray[np.uint16]]:
    """The tables ``fives``, ``threes`` and ``flushes`` of a poker ranking, each as an array."""
    return np.array(of.fives, np.uint16), np.array(of.threes, np.uint16), np.array(of.flushes, np.uint16)


def poker_strengths(cards: NDArray[np.uint8], of: poker.Ranking) -> NDArray[np.uint16]:
    """The strengths of many hands of five or of three cards in thirteen-card poker, shape (hands,).

    Args:
        cards: one hand per row, five or three different cards each; shape (hands, 5) or (hands, 3).
        of: gives each hand its strength.
    Raises:
        ValueError: if the array has the wrong shape.
    """
    if cards.ndim != 2 or cards.shape[1] not in {3, 5}:
        raise ValueError(f"hands of shape {cards.shape}, wanted (hands, 5) or (hands, 3)")
    fives, threes, flushes = poker_tables(of)
    ranks = np.sort(cards >> 2, axis=1)
    number = np.array(poker.STEPS)[np.arange(cards.shape[1]), ranks].sum(axis=1)
    found: NDArray[np.uint16] = (threes if cards.shape[1] == 3 else fives)[number]
    if cards.shape[1] == 5:
        suited = np.flatnonzero((((cards ^ cards[:, :1]) & 3) == 0).all(axis=1))
        found[suited] = flushes[(1 << ranks[suited].astype(np.int64)).sum(axis=1)]
    return found
