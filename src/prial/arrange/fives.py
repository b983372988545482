"""Finds the best setting of thirteen cards in three rows: a lower and a middle row of five cards, and an upper row of three.

All 72,072 settings are tried, with NumPy. A setting is valid if the lower row beats the middle row and the middle row beats the
upper row. Some rules also allow a lower row that ties with the middle row. A middle row never ties with an upper row: if both
begin with the same three ranks, the middle row wins, because it has two more cards.

Thirteen cards always have a valid setting.
"""

from functools import cache
from itertools import combinations
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from prial.arguments import explained
from prial.arrange.search import Split
from prial.arrange.strengths import poker_strengths
from prial.arrange.worth import Worth
from prial.cards import Cards, cards_of
from prial.errors import CardError, refuse
from prial.ranks.poker import Ranking

CARDS: Final = 13
"""Number of cards that a player sets."""
_ALL: Final = (1 << CARDS) - 1
"""All cards of a hand, as bits."""

Masks: TypeAlias = NDArray[np.uint16]
"""An array of numbers. Each number stands for a set of a player's cards. Bit 0 stands for the player's greatest card, bit 1 for
the next, and so on."""


@cache
def _members(count: int) -> tuple[NDArray[np.intp], Masks]:
    """Every choice of ``count`` out of thirteen positions: as numbers, shape (choices, count), and as bits, shape (choices,)."""
    members = np.array(list(combinations(range(CARDS), count)))
    return members, (1 << members).sum(axis=1).astype(np.uint16)


@cache
def ways() -> tuple[Masks, Masks]:
    """All ways to set thirteen cards in three rows.

    Returns:
        All lower rows, shape (1287,), and for each of them all middle rows, shape (1287, 56). The cards left over are the upper
        row.
    """
    lower = _members(5)[1]
    bits = 1 << np.arange(CARDS)
    others = np.broadcast_to(bits, (len(lower), CARDS))[lower[:, None] & bits == 0].reshape(-1, CARDS - 5)
    middle = others[:, list(combinations(range(CARDS - 5), 5))].sum(axis=2)
    return lower, middle.astype(np.uint16)


def by_mask(cards: NDArray[np.uint8], ranking: Ranking) -> NDArray[np.uint16]:
    """The strength of every set of five or three of a player's thirteen cards, shape (8192,).

    The index is the number of the set (see `Masks`). Sets of other sizes have strength 0.
    """
    found = np.zeros(_ALL + 1, np.uint16)
    for count in (5, 3):
        members, masks = _members(count)
        found[masks] = poker_strengths(cards[members], ranking)
    return found


class _Settings:
    """The valid settings (ways to lay cards in three rows) of one hand, in the order of `ways`."""

    __slots__ = ("_cards", "_lower", "_middle", "strengths", "words")

    strengths: NDArray[np.intp]
    """Strengths of the lower, middle and upper rows, shape (3, settings)."""
    words: NDArray[np.int64]
    """The three strengths of each setting, packed into one number.

    Of the 48 bits, the lower row has the highest 16; shape (settings,).
    """

    def __init__(self, hand: Cards, ranking: Ranking, *, level: bool) -> None:
        self._cards = sorted(cards_of(hand), reverse=True)
        if len(self._cards) != CARDS:
            raise CardError(refuse("card.count", count=len(self._cards), wanted=CARDS))
        table = by_mask(np.array(self._cards, np.uint8), ranking)
        fives, middles = ways()
        lower, middle = table[fives][:, None], table[middles]
        upper = table[_ALL ^ fives[:, None] ^ middles]
        # Some setting is always valid: the strongest lower row, and the strongest middle row of the other eight cards. If these
        # rows tie and mustn't, the eight cards also make a weaker middle row that still beats the upper row
        valid = ((lower >= middle) if level else (lower > middle)) & (middle > upper)
        first, second = np.nonzero(valid)
        self._lower, self._middle = fives[first], middles[first, second]
        self.strengths = np.stack([lower[first, 0], middle[first, second], upper[first, second]]).astype(np.intp)
        self.words = self.strengths[0] << 32 | self.strengths[1] << 16 | self.strengths[2]

    def split(self, number: int) -> Split:
        """Return a `Split` for the setting at the index ``number``."""
        lower, middle = int(self._lower[number]), int(self._middle[number])
        masks = (lower, middle, _ALL ^ lower ^ middle)
        hands = tuple(tuple([card for at, card in enumerate(self._cards) if mask >> at & 1]) for mask in masks)
        return Split(hands, tuple(self.strengths[:, number].tolist()))


def best(hand: Cards, ranking: Ranking, worth: Worth, *, level: bool) -> Split:
    """The valid setting of thirteen cards that is expected to win most.

    Args:
        hand: 13 different cards, as numbers or as text.
        ranking: gives each row its strength.
        worth: gives the units that each setting is expected to win.
        level: whether the lower and the middle row may be equally strong.
    Returns:
        The setting. If several are equally good, it is the one with the strongest lower row, then middle row, then upper row.
    Raises:
        CardError: if the cards aren't 13 different cards.
    """
    settings = _Settings(hand, ranking, level=level)
    units = worth.units(*settings.strengths)
    best_ones = np.flatnonzero(units == units.max())
    return settings.split(int(best_ones[settings.words[best_ones].argmax()]))


@explained
def greedy(hand: Cards, ranking: Ranking, *, level: bool) -> Split:
    """The valid setting with the strongest lower row, then the strongest middle row, then the strongest upper row.

    This setting is also the first one in the list that `front` returns.

    Args:
        hand: 13 different cards, as numbers or as text.
        ranking: gives each row its strength.
        level: whether the lower and the middle row may be equally strong.
    Raises:
        CardError: if the cards aren't 13 different cards.
    """
    settings = _Settings(hand, ranking, level=level)
    return settings.split(int(settings.words.argmax()))


@explained
def front(hand: Cards, ranking: Ranking, *, level: bool) -> list[Split]:
    """All valid settings of thirteen cards that are worth considering.

    A setting is dominated, and left out, if another valid setting is at least as strong in every row.

    Args:
        hand: 13 different cards, as numbers or as text.
        ranking: gives each row its strength.
        level: whether the lower and the middle row may be equally strong.
    Returns:
        The settings, the one with the strongest lower row first. Of several settings with the same three strengths, only one is
        returned. There is always at least one setting, and on average about a hundred.
    Raises:
        CardError: if the cards aren't 13 different cards.
    """
    settings = _Settings(hand, ranking, level=level)
    words, left = np.unique(settings.words, return_index=True)
    left = left[words.argsort()[::-1]]
    found = []
    while len(left):
        found.append(int(left[0]))
        strengths = settings.strengths[:, left]
        # No remaining setting has a stronger lower row, because they are sorted by it
        left = left[(strengths[1] > strengths[1, 0]) | (strengths[2] > strengths[2, 0])]
    return [settings.split(number) for number in found]
