"""Lists all hands of a pack, and compares many Brag hands at once, with NumPy."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from prial.arguments import explained
from prial.cards import Card, Cards, cards_of
from prial.errors import RulesError, add_sentences, refuse
from prial.ranks.brag import Ranking

add_sentences(
    "en",
    {"many.hands": "{hands} isn't an array of hands: give one hand in each row, three to five cards as numbers, 0 to 51."},
)

Hands: TypeAlias = NDArray[np.int8]
"""Many hands as one array of cards. Each row is one hand; the shape is (hands, cards in a hand)."""


@explained
def every_hand(pack: Cards, cards: int) -> Iterator[Hands]:
    """All hands that can be dealt from a pack, part by part to save memory.

    Args:
        pack: the cards of the pack, all different, as numbers or as text.
        cards: number of cards in a hand. For 0 there is one hand, without cards.
    Yields:
        Arrays of hands. Each hand is in exactly one array.
    """
    pack = cards_of(pack)
    if cards > len(pack):
        return
    if not cards:
        yield np.zeros((1, 0), dtype=np.int8)
        return
    held = np.array(sorted(pack), dtype=np.int8)
    below = [np.zeros((1, 0), dtype=np.int8)] * (len(held) + 1)
    """``below[n]``: the hands of the first ``n`` cards of ``held``. Each round of the loop adds one card to each hand."""
    for size in range(1, cards):
        parts = [_under(top, rest) for top, rest in zip(held, below, strict=False)]
        none = np.zeros((0, size), dtype=np.int8)
        below = [np.vstack([none, *parts[:top]]) for top in range(len(held) + 1)]
    for top, rest in zip(held, below, strict=False):
        yield _under(top, rest)


def _under(top: np.int8, rest: Hands) -> Hands:
    """The hands in ``rest``, each with the card ``top`` added in front."""
    return np.hstack([np.full((len(rest), 1), top), rest])


@explained
def worths(of: Ranking, hands: NDArray[np.integer[Any]] | Sequence[Sequence[Card]]) -> NDArray[np.int32]:
    """A number for each of many hands: the hand with the greatest number wins, and equal numbers tie.

    The best three cards of a hand are compared first, then the other cards, the highest first.

    Args:
        of: the ranking of hands of three cards.
        hands: an array or a list with one hand in each row: three to five different cards in any order.
    Returns:
        One number for each hand. The strength of the best three cards is ``number // 13**others``, where ``others`` is the number
        of the other cards.
    Raises:
        RulesError: if the hands don't have three to five cards each, or something isn't a card.
    """
    hands = _checked(hands)
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


def _checked(hands: Any) -> NDArray[np.integer[Any]]:
    """Many hands as an array.

    Raises:
        RulesError: as `worths` says.
    """
    try:
        found = np.asarray(hands)
    except ValueError as error:  # rows of different lengths
        raise RulesError(refuse("many.hands", hands=repr(hands)[:60])) from error
    if found.ndim != 2 or not 3 <= found.shape[1] <= 5 or found.dtype.kind not in "iu":
        raise RulesError(refuse("many.hands", hands=repr(hands)[:60]))
    if found.size and not (found.min() >= 0 and found.max() <= 51):
        raise RulesError(refuse("many.hands", hands=repr(hands)[:60]))
    return found


@lru_cache(maxsize=32)
def _table(of: Ranking) -> NDArray[np.int32]:
    """`Ranking.table` as an array."""
    return np.array(of.table, dtype=np.int32)
