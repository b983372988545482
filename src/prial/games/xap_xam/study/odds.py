"""How often each kind of hand and each instant win is dealt. All numbers are exact; nothing is sampled."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod
from typing import Final

import numpy as np

from prial.cards import Card
from prial.games.xap_xam.instants import Instant, laying
from prial.games.xap_xam.study.instants import three_straights
from prial.ranks.poker import Category, Ranking, is_straight
from prial.study.odds import Odds, as_odds

CARDS: Final = 13
"""Number of cards of a player, which is also the number of cards of a suit and the number of ranks."""
DEALS: Final = comb(52, CARDS)
"""Number of different hands of thirteen cards."""


def odds(counts: Mapping[str, int], deals: int) -> dict[str, Odds]:
    """Make odds from numbers of deals.

    Args:
        counts: the number of deals with each kind of hand or instant win, by name.
        deals: the number of all deals.
    Returns:
        The odds by name.
    """
    return {name: Odds(count, count / deals, as_odds(count, deals)) for name, count in counts.items()}


def hands(of: Ranking, cards: int) -> dict[str, Odds]:
    """The odds of every kind of hand.

    Args:
        of: the ranking of hands.
        cards: number of cards of the hand: 5, or 3 for the upper hand.
    Returns:
        The odds by category, the highest first. Only categories that this number of cards can make are given.
    """
    found: Counter[Category] = Counter()
    for ranks in combinations_with_replacement(range(13), cards):
        many = Counter(ranks)
        if max(many.values()) > 4:
            continue
        ways = prod(comb(4, count) for count in many.values())
        if len(many) == 5:
            found[of.category(of.strength([4 * r for r in ranks]))] += 4
            ways -= 4
        found[of.category(of.strength(_unlike(ranks)))] += ways
    counts = {kind.value: found[kind] for kind in sorted(found, key=list(Category).index, reverse=True)}
    return odds(counts, comb(52, cards))


def _unlike(ranks: Sequence[int]) -> list[Card]:
    """Cards of given ranks, not all of one suit."""
    cards = [4 * r + ranks[:at].count(r) for at, r in enumerate(ranks)]
    cards[-1] += len(set(ranks)) == len(ranks)
    return cards


def instants(names: Iterable[Instant]) -> dict[str, Odds]:
    """The odds that thirteen cards hold each instant win in ``names``. Thirteen cards may hold several."""
    return odds({name.value: count(name) for name in names}, DEALS)


@cache
def count(instant: Instant) -> int:
    """The number of deals, out of `DEALS`, in which a player's cards hold an instant win."""
    match instant:
        case Instant.WHOLE_DRAGON:
            return 4**CARDS
        case Instant.STRAIGHT_FLUSH:
            return DEALS - _without_straight_flush()
        case Instant.FOUR_OF_A_KIND:  # inclusion and exclusion over the ranks held four times
            return sum((-1) ** (k + 1) * comb(13, k) * comb(52 - 4 * k, CARDS - 4 * k) for k in (1, 2, 3))
        case Instant.SIX_PAIRS:
            return _six_pairs()
        case Instant.THREE_STRAIGHTS:
            return _three_straights()
        case Instant.THREE_FLUSHES:
            return _three_flushes()


def _without_straight_flush() -> int:
    """The number of deals in which no suit has five cards in sequence."""
    rows = [set(ranks) for ranks in combinations(range(13), 5) if is_straight(ranks)]
    one = [sum(not any(row.issubset(ranks) for row in rows) for ranks in combinations(range(13), n)) for n in range(CARDS + 1)]
    return sum(prod(one[n] for n in counts) for counts in _suit_counts())


def _suit_counts() -> list[tuple[int, ...]]:
    """Every way to divide thirteen cards among the four suits, as four numbers of cards."""
    firsts = product(range(CARDS + 1), repeat=3)
    return [(*counts, CARDS - sum(counts)) for counts in firsts if sum(counts) <= CARDS]


def _six_pairs() -> int:
    """The number of deals with six pairs."""
    # For each (cards, pairs): the number of ways to choose them from the ranks so far
    ways = Counter({(0, 0): 1})
    for _ in range(13):
        longer: Counter[tuple[int, int]] = Counter()
        for (cards, pairs), number in ways.items():
            for same in range(5):
                longer[cards + same, pairs + same // 2] += number * comb(4, same)
        ways = longer
    return ways[CARDS, 6]  # there is no room for a seventh


def _three_straights() -> int:
    """The number of deals of thirteen cards that can be laid as two straights and three cards in sequence."""
    same = three_straights()[:, None] // 5 ** np.arange(13) % 5
    return int(np.array([comb(4, number) for number in range(5)])[same].prod(axis=1).sum())


def _three_flushes() -> int:
    """The number of deals of thirteen cards that can be laid as two flushes and three cards of one suit."""
    # Only the number of cards of each suit matters, so any ranks will do
    return sum(
        prod(comb(13, number) for number in counts)
        for counts in _suit_counts()
        if laying([4 * r + suit for suit, number in enumerate(counts) for r in range(number)], Instant.THREE_FLUSHES)
    )
