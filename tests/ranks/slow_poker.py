"""A second evaluator of poker hands of five and three cards, slow and plain, written from the page of Xập xám alone.

A hand becomes a tuple, and tuples are compared: by category, then cards; a missing card is the lowest.
"""

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from prial.cards import rank, suit

Key: TypeAlias = tuple[int, ...]
"""A hand's worth: the place of its category, then what decides between hands of that category. The greater one wins."""

CATEGORIES = [
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
]
"""The categories of hands, the weakest first."""

FIVE, ACE = 3, 12


def ending_card(cards: Sequence[int]) -> int | None:
    """The last rank of a sequence of cards, or None where they aren't a sequence; an ace may also begin one, as a one."""
    ranks = sorted(rank(card) for card in cards)
    for sequence in (ranks, sorted(-1 if r == ACE else r for r in ranks)):
        if sequence == list(range(sequence[0], sequence[0] + len(cards))):
            return sequence[-1]
    return None


def same_suit(cards: Sequence[int]) -> bool:
    """Whether all cards have one suit."""
    return len({suit(card) for card in cards}) == 1


def category(cards: Sequence[int], *, strong: bool = True) -> str:
    """The category of five or three cards.

    Args:
        cards: five or three; three can only be three of a kind, a pair or a high card.
        strong: whether straight flushes and fours of a kind exist; otherwise they are flushes and threes of a kind.
    """
    counts = sorted(Counter(rank(card) for card in cards).values(), reverse=True)
    if len(cards) == 5:
        if same_suit(cards):
            return "straight_flush" if strong and ending_card(cards) is not None else "flush"
        if ending_card(cards) is not None:
            return "straight"
    if counts == [4, 1]:
        return "four_of_a_kind" if strong else "three_of_a_kind"
    if counts == [3, 2]:
        return "full_house"
    if counts[0] == 3:
        return "three_of_a_kind"
    if counts == [2, 2, 1]:
        return "two_pair"
    if counts[0] == 2:
        return "pair"
    return "high_card"


def key(cards: Sequence[int], *, wheel: str = "lowest", strong: bool = True) -> Key:
    """The worth of five or three cards.

    Args:
        cards: five or three.
        wheel: where A-2-3-4-5 stands among the straights: "lowest", or "second_highest" (only 10-J-Q-K-A beats it).
        strong: as in `category`.
    """
    kind = category(cards, strong=strong)
    place = CATEGORIES.index(kind)
    count = Counter(rank(card) for card in cards)
    most_first = sorted(count, key=lambda r: (count[r], r), reverse=True)
    if kind in ("straight", "straight_flush"):
        ending = ending_card(cards)
        assert ending is not None
        if ending == FIVE and wheel == "second_highest":
            return place, 2 * ACE - 1
        return place, 2 * ending
    if kind in ("three_of_a_kind", "full_house", "four_of_a_kind"):
        return place, most_first[0]
    return place, *most_first
