"""Setting thirteen cards in three rows, lower (5), middle (5) and upper (3), exactly, with NumPy.

All 72,072 ways are tried. A setting is valid if its lower row beats its middle row and that its upper row; the lower and the
middle may be level where the rules say so. The middle and the upper never are: five cards hold more than three do, and of
three equal cards there are too few for both. Every hand has a valid setting: where the strongest five are level with the
strongest of the other eight, those eight also make a weaker five that beats the three left.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from prial.arrange.search import Split
from prial.arrange.strengths import poker_strengths
from prial.arrange.worth import Worth
from prial.cards import Card, distinct
from prial.errors import CardError, refuse
from prial.ranks.poker import Ranking

CARDS: Final = 13
"""Cards in a hand."""
_ALL: Final = (1 << CARDS) - 1

Masks: TypeAlias = NDArray[np.uint16]
"""Cards as bits: bit i stands for the i-th greatest card of the hand, from 0."""


@cache
def _members(count: int) -> tuple[NDArray[np.intp], Masks]:
    """Every choice of so many of thirteen positions, and the same as bits."""
    members = np.array(list(combinations(range(CARDS), count)))
    return members, (1 << members).sum(axis=1).astype(np.uint16)


@cache
def ways() -> tuple[Masks, Masks]:
    """All ways to set thirteen cards: the lower rows, shape (1287,), and for each its middle rows, shape (1287, 56)."""
    lower = _members(5)[1]
    bits = 1 << np.arange(CARDS)
    others = np.broadcast_to(bits, (len(lower), CARDS))[lower[:, None] & bits == 0].reshape(-1, CARDS - 5)
    middle = others[:, list(combinations(range(CARDS - 5), 5))].sum(axis=2)
    return lower, middle.astype(np.uint16)


def by_mask(cards: NDArray[np.uint8], ranking: Ranking) -> NDArray[np.uint16]:
    """The strengths of all fives and threes of a hand, by their bits, shape (8192,); 0 for other sets of cards."""
    found = np.zeros(_ALL + 1, np.uint16)
    for count in (5, 3):
        members, masks = _members(count)
        found[masks] = poker_strengths(cards[members], ranking)
    return found


class _Settings:
    """The valid settings of one hand, in the order of `ways`."""

    __slots__ = ("_cards", "_lower", "_middle", "strengths", "words")

    strengths: NDArray[np.intp]
    """Shape (3, settings): by place."""
    words: NDArray[np.int64]
    """The strengths of each in one number, the lower row's first."""

    def __init__(self, hand: Sequence[Card], ranking: Ranking, *, level: bool) -> None:
        self._cards = sorted(distinct(hand), reverse=True)
        if len(self._cards) != CARDS:
            raise CardError(refuse("card.count", count=len(self._cards), wanted=CARDS))
        table = by_mask(np.array(self._cards, np.uint8), ranking)
        fives, middles = ways()
        lower, middle = table[fives][:, None], table[middles]
        upper = table[_ALL ^ fives[:, None] ^ middles]
        valid = ((lower >= middle) if level else (lower > middle)) & (middle > upper)
        first, second = np.nonzero(valid)
        self._lower, self._middle = fives[first], middles[first, second]
        self.strengths = np.stack([lower[first, 0], middle[first, second], upper[first, second]]).astype(np.intp)
        self.words = self.strengths[0] << 32 | self.strengths[1] << 16 | self.strengths[2]

    def split(self, number: int) -> Split:
        lower, middle = int(self._lower[number]), int(self._middle[number])
        masks = (lower, middle, _ALL ^ lower ^ middle)
        hands = tuple(tuple([card for at, card in enumerate(self._cards) if mask >> at & 1]) for mask in masks)
        return Split(hands, tuple(self.strengths[:, number].tolist()))


def best(hand: Sequence[Card], ranking: Ranking, worth: Worth, *, level: bool) -> Split:
    """The setting that is worth most.

    Args:
        hand: 13 different cards.
        ranking: what beats what.
        worth: what settings are worth.
        level: whether the lower and the middle row may be equally strong.
    Returns:
        The setting; of several that are worth as much the one with the strongest lower, then middle, then upper row.
    Raises:
        CardError: cards that are no hand of 13.
    """
    settings = _Settings(hand, ranking, level=level)
    units = worth.units(*settings.strengths)
    best_ones = np.flatnonzero(units == units.max())
    return settings.split(int(best_ones[settings.words[best_ones].argmax()]))


def greedy(hand: Sequence[Card], ranking: Ranking, *, level: bool) -> Split:
    """The strongest lower row, then the strongest middle row, then the strongest upper one: the first of `front`.

    Args:
        hand: 13 different cards.
        ranking: what beats what.
        level: whether the lower and the middle row may be equally strong.
    Returns:
        The setting.
    Raises:
        CardError: cards that are no hand of 13.
    """
    settings = _Settings(hand, ranking, level=level)
    return settings.split(int(settings.words.argmax()))


def front(hand: Sequence[Card], ranking: Ranking, *, level: bool) -> list[Split]:
    """All settings that matter: one for each vector of strengths that no other valid one matches or beats in every row.

    Args:
        hand: 13 different cards.
        ranking: what beats what.
        level: whether the lower and the middle row may be equally strong.
    Returns:
        The settings, the strongest lower row first, about a hundred on average; never empty.
    Raises:
        CardError: cards that are no hand of 13.
    """
    settings = _Settings(hand, ranking, level=level)
    words, left = np.unique(settings.words, return_index=True)
    left = left[words.argsort()[::-1]]
    found = []
    while len(left):
        found.append(int(left[0]))
        strengths = settings.strengths[:, left]
        left = left[(strengths[1] > strengths[1, 0]) | (strengths[2] > strengths[2, 0])]  # no other has more in its lower row
    return [settings.split(number) for number in found]
