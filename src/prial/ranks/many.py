"""Many Brag hands at once, with NumPy: every hand of a pack, hands drawn from it, and what they are worth."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from prial.cards import Card
from prial.ranks.brag import Ranking

Hands: TypeAlias = NDArray[np.int8]
"""Shape (hands, cards): a row is one hand."""


def every_hand(pack: Sequence[Card], cards: int) -> Iterator[Hands]:
    """Every set of so many cards once, in parts, so that not all need lie in memory together.

    Args:
        pack: the cards that there are, all different.
        cards: how many make a hand; of none there is one hand.
    """
    if not cards:
        yield np.zeros((1, 0), dtype=np.int8)
        return
    held = np.array(sorted(pack), dtype=np.int8)
    below = [np.zeros((1, 0), dtype=np.int8)] * (len(held) + 1)
    """By place in the pack, the sets of lower cards only; of no cards at first, which is one set."""
    for size in range(1, cards):
        parts = [_under(top, rest) for top, rest in zip(held, below, strict=False)]
        none = np.zeros((0, size), dtype=np.int8)
        below = [np.vstack([none, *parts[:top]]) for top in range(len(held) + 1)]
    for top, rest in zip(held, below, strict=False):
        yield _under(top, rest)


def _under(top: np.int8, rest: Hands) -> Hands:
    """Hands with one more card before each."""
    return np.hstack([np.full((len(rest), 1), top), rest])


def drawn(pack: Sequence[Card], cards: int, number: int, seed: int) -> Hands:
    """Cards drawn from the top of a shuffled pack, so many times; the same whenever it is asked for.

    Args:
        pack: the cards that there are, all different.
        cards: how many are drawn, in the order in which they come.
        number: how often.
        seed: which chance.
    """
    rng = np.random.Generator(np.random.PCG64(seed))
    return rng.permuted(np.tile(np.array(sorted(pack), dtype=np.int8), (number, 1)), axis=1)[:, :cards]


def worths(of: Ranking, hands: NDArray[np.integer[Any]]) -> NDArray[np.int32]:
    """What hands are worth when the best three of their cards are kept and those put away break ties, the highest first.

    Args:
        of: what beats what.
        hands: three to five different cards each, in any order.
    Returns:
        A number for each hand; the greater beats, equal ones tie. Divided by 13 for each card put away it is the strength.
    """
    cards = hands.shape[1]
    held = hands if cards == 3 else -np.sort(-hands, axis=1)
    found = np.zeros(len(hands), dtype=np.int32)
    for three in combinations(range(cards), 3):
        a, b, c = (held[:, place] for place in three)
        worth = _table(of)[a, b, c]
        for place in [place for place in range(cards) if place not in three]:
            worth = worth * 13 + held[:, place] // 4
        np.maximum(found, worth, out=found)
    return found


@lru_cache(maxsize=32)
def _table(of: Ranking) -> NDArray[np.int32]:
    return np.array(of.table, dtype=np.int32)
