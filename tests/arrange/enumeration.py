"""All splits of a hand, enumerated: 200,200 ways to make four hands of 13 cards, 280 ways to make three of nine."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from operator import ge

import numpy as np
from numpy.typing import NDArray

from prial.cards import Card, rank
from prial.ranks.brag import FourOfAKind, Ranking

Hand = tuple[int, ...]
"""Positions of cards."""


def _ways(cards: Hand, hands: int) -> Iterator[tuple[Hand, ...]]:
    """Every way to make this many hands of three cards, in any order; the remaining cards don't matter."""
    if hands == 0:
        yield ()
        return
    for first in range(len(cards) - 3 * hands + 1):
        # The first card used is the lowest of its hand
        rest = cards[first + 1 :]
        for two in combinations(rest, 2):
            left = tuple(card for card in rest if card not in two)
            for others in _ways(left, hands - 1):
                yield ((cards[first], *two), *others)


@cache
def ways(cards: int, hands: int) -> NDArray[np.int64]:
    """`_ways` as an array of positions, shape (ways, hands, 3)."""
    return np.array(list(_ways(tuple(range(cards)), hands)), np.int64).reshape(-1, hands, 3)


@cache
def table(ranking: Ranking) -> NDArray[np.int64]:
    """The strengths of three cards as an array."""
    return np.array(ranking.table, np.int64)


def undominated(vectors: NDArray[np.int64]) -> list[tuple[int, ...]]:
    """Vectors that no other vector equals or beats in every place, in falling order."""
    words = np.zeros(len(vectors), np.int64)
    for place in vectors.T:
        words = words << 13 | place
    best: list[tuple[int, ...]] = []
    for word in np.unique(words)[::-1].tolist():
        vector = tuple(word >> 13 * place & 8191 for place in range(vectors.shape[1] - 1, -1, -1))
        if not any(all(map(ge, other, vector)) for other in reversed(best)):
            best.append(vector)
    return best


def vectors(hand: Sequence[Card], ranking: Ranking, places: int, least: int = 1) -> NDArray[np.int64]:
    """The strengths, in falling order, of every split into hands of three cards; 0 for hands that don't count."""
    hands = min(places, len(hand) // 3)
    if hands == 0:
        return np.zeros((1, places), np.int64)
    cards = np.array(hand)[ways(len(hand), hands)]
    strengths = table(ranking)[cards[..., 0], cards[..., 1], cards[..., 2]]
    strengths[strengths < least] = 0
    padded = np.pad(strengths, ((0, 0), (0, places - hands)))
    return np.asarray(-np.sort(-padded, axis=1))


def front(hand: Sequence[Card], ranking: Ranking, places: int, least: int = 1) -> list[tuple[int, ...]]:
    """All best vectors, in falling order. Where four of a kind is a hand, it is first taken out in every possible way."""
    fours: list[tuple[Card, ...]] = []
    if ranking.four_of_a_kind is FourOfAKind.BEATS_ALL:
        fours = [four for four in combinations(sorted(hand), 4) if len({rank(card) for card in four}) == 1]
    found = []
    for count in range(min(places, len(fours)) + 1):
        for taken in combinations(fours, count):
            rest = [card for card in hand if not any(card in four for four in taken)]
            strengths = sorted((ranking.strength(four) for four in taken), reverse=True)
            if count == places:
                found.append(np.array([strengths], np.int64))
            else:
                threes = vectors(rest, ranking, places - count, least)
                found.append(np.hstack([np.tile(strengths, (len(threes), 1)).astype(np.int64), threes]))
    return undominated(np.vstack(found))
