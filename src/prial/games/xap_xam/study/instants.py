"""Finds the instant wins that thirteen cards hold, for many players' cards at once."""

from functools import cache
from itertools import combinations_with_replacement, product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from prial.games.xap_xam.instants import Instant

_DIGITS: Final = 5 ** np.arange(13)
"""Powers of 5 that turn the counts of the 13 ranks into one number."""


def _rows(length: int) -> list[NDArray[np.int64]]:
    """Every run of ``length`` ranks, with the ace high or low.

    A run is an array with 0 or 1 for each rank.
    """
    return [np.bincount([r % 13 for r in range(top, top - length, -1)], minlength=13) for top in range(12, length - 3, -1)]


@cache
def three_straights() -> NDArray[np.int64]:
    """All choices of thirteen ranks that make three straights, in rising order; shape (choices,).

    Each choice is one number. In base 5, each digit counts the cards of one rank. The last digit belongs to the lowest rank.
    """
    fives = combinations_with_replacement(_rows(5), 2)
    ways = [lower + middle + upper for (lower, middle), upper in product(fives, _rows(3))]
    return np.unique([int(way @ _DIGITS) for way in ways if way.max() <= 4])


def held(hands: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Find the instant wins that each hand holds, including those that a table's rules leave out.

    Args:
        hands: hands of different cards, shape (hands, 13).
    Returns:
        Whether each hand holds each instant win, shape (hands, instant wins), in the order of `Instant`.
    """
    count = len(hands)
    has = np.zeros((count, 4, 13), np.int64)
    has[np.arange(count)[:, None], hands & 3, hands >> 2] = 1
    ranks, suits = has.sum(axis=1), has.sum(axis=2)
    around = np.concatenate([has[:, :, 12:], has], axis=2)  # the ace stands at both ends
    rows = np.stack([around[:, :, at : at + 10] for at in range(5)])
    found = {
        Instant.WHOLE_DRAGON: (ranks == 1).all(axis=1),
        Instant.STRAIGHT_FLUSH: rows.all(axis=0).reshape(count, 40).any(axis=1),
        Instant.FOUR_OF_A_KIND: (ranks == 4).any(axis=1),
        Instant.SIX_PAIRS: (ranks // 2).sum(axis=1) >= 6,
        Instant.THREE_STRAIGHTS: np.isin(ranks @ _DIGITS, three_straights()),
        Instant.THREE_FLUSHES: np.isin(suits, (0, 3, 5, 8, 10, 13)).all(axis=1),
    }
    return np.stack([found[what] for what in Instant], axis=1)
