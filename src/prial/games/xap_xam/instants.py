"""Instant wins: thirteen cards that win without a showdown. Source: Dan Nam Phan's rules of 13 cards poker."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import combinations
from typing import Final, TypeAlias

from prial.cards import Card, best_first, rank, suit
from prial.errors import RulesError, add_sentences, refuse
from prial.ranks.poker import is_straight

add_sentences(
    "en",
    {
        "xap_xam.no_instant": "There is no instant win {text!r}; the instant wins are {known}.",
        "xap_xam.instant_units": "{name} can't pay {units}: it pays 1 to {most} units.",
        "xap_xam.instant_twice": "{name} is named twice.",
    },
)

Hands: TypeAlias = tuple[tuple[Card, ...], ...]
"""A player's three hands: the lower, the middle and the upper hand."""

MOST_UNITS: Final = 100
"""The greatest number of units that an instant win may pay."""
_ACE: Final = 12
"""The rank of an ace."""


class Instant(StrEnum):
    """The instant wins, the best first. Dan Nam Phan's rules of 13 cards poker have the same order."""

    WHOLE_DRAGON = "whole_dragon"
    """One card of each rank."""
    STRAIGHT_FLUSH = "straight_flush"
    """Five cards in sequence of one suit."""
    FOUR_OF_A_KIND = "four_of_a_kind"
    """Four cards of one rank."""
    SIX_PAIRS = "six_pairs"
    """Six pairs; four of a kind counts as two pairs."""
    THREE_STRAIGHTS = "three_straights"
    """A straight in the lower and in the middle hand, and three cards in sequence in the upper."""
    THREE_FLUSHES = "three_flushes"
    """A flush in the lower and in the middle hand, and three cards of one suit in the upper."""

    @property
    def words(self) -> str:
        """The name in plain words, such as ``six pairs``."""
        return self.replace("_", " ")

    @property
    def laid(self) -> bool:
        """Whether the three laid hands must show the instant win, as with three straights.

        If not, the player may lay the thirteen cards in any way. For example, four of a kind may be split between two hands.
        """
        return self in (Instant.THREE_STRAIGHTS, Instant.THREE_FLUSHES)


VIETNAMESE: Final = {
    Instant.WHOLE_DRAGON: "sảnh rồng",
    Instant.STRAIGHT_FLUSH: "thùng phá sảnh",
    Instant.FOUR_OF_A_KIND: "tứ quý",
    Instant.SIX_PAIRS: "lục phé bôn",
    Instant.THREE_STRAIGHTS: "ba sảnh",
    Instant.THREE_FLUSHES: "ba thùng",
}
"""The Vietnamese name of each instant win."""

NONE: Final = "none"
"""The value of the option ``instant`` for a table without instant wins."""
_ENTRY: Final = re.compile(r"([a-z_ -]*[a-z])(?:[ =:]+(-?[0-9]+))?")


def read_table(text: str) -> tuple[tuple[Instant, int | None], ...]:
    """Read a value of the option ``instant``, which lists the instant wins of a table.

    Args:
        text: names with commas between them, the best first, as in ``whole_dragon 10, six_pairs``. A number after a name says how
            many units the instant win pays. Without a number it pays the usual units. ``none`` or an empty text stands for no
            instant wins.
    Returns:
        Each instant win with its units, the best first. The units are None if the instant win pays the usual units.
    Raises:
        RulesError: if a name isn't an instant win, a name is given twice, or units aren't from 1 to `MOST_UNITS`.
    """
    found: dict[Instant, int | None] = {}
    if text.strip().lower() in ("", NONE):
        return ()
    for part in text.split(","):
        entry = _ENTRY.fullmatch(" ".join(part.lower().split()))
        known = {name.value: name for name in Instant}
        name = known.get(re.sub(r"[\s_-]+", "_", entry[1])) if entry else None
        if entry is None or name is None:
            raise RulesError(refuse("xap_xam.no_instant", text=part.strip()[:40], known=", ".join(known)))
        if name in found:
            raise RulesError(refuse("xap_xam.instant_twice", name=name.value))
        units = int(entry[2]) if entry[2] and len(entry[2]) < 9 else MOST_UNITS + 1 if entry[2] else None
        if units is not None and not 1 <= units <= MOST_UNITS:
            raise RulesError(refuse("xap_xam.instant_units", name=name.value, units=entry[2][:9], most=MOST_UNITS))
        found[name] = units
    return tuple(found.items())


def table_text(text: str) -> str:
    """Rewrite a value of the option ``instant`` in its one standard spelling; see `read_table`."""
    entries = read_table(text)
    return ", ".join(name.value if units is None else f"{name.value} {units}" for name, units in entries) or NONE


def shows(hands: Hands, instant: Instant) -> bool:
    """Whether a player who lays these hands may declare an instant win that the thirteen cards hold.

    Three straights may be declared only if each hand is a straight, three flushes only if each hand is a flush. For the other
    instant wins the result is always True.
    """
    if instant is Instant.THREE_STRAIGHTS:
        return all(is_straight(map(rank, hand)) for hand in hands)
    if instant is Instant.THREE_FLUSHES:
        return all(len(set(map(suit, hand))) == 1 for hand in hands)
    return True


def laying(cards: Sequence[Card], instant: Instant) -> Hands | None:
    """Hands of 5, 5 and 3 cards with which an instant win may be declared.

    Args:
        cards: thirteen different cards.
        instant: the instant win.
    Returns:
        The hands, or None if the cards don't hold the instant win. If the first hand is weaker than the second, the caller must
        swap these two.
    """
    falling = best_first(cards)
    ranks = Counter(map(rank, falling))
    match instant:
        case Instant.WHOLE_DRAGON:
            held = len(ranks) == 13
        case Instant.STRAIGHT_FLUSH:
            held = any(is_straight(map(rank, five)) for five in _one_suit(falling, 5))
        case Instant.FOUR_OF_A_KIND:
            held = 4 in ranks.values()
        case Instant.SIX_PAIRS:
            held = sum(count // 2 for count in ranks.values()) >= 6
        case Instant.THREE_STRAIGHTS:
            return _three_straights(falling)
        case Instant.THREE_FLUSHES:
            return _three_flushes(falling)
    return (falling[:5], falling[5:10], falling[10:]) if held else None


def _one_suit(cards: Sequence[Card], count: int) -> Iterator[tuple[Card, ...]]:
    """Every choice of ``count`` cards of one suit."""
    for each in range(4):
        yield from combinations([card for card in cards if suit(card) == each], count)


def _without(cards: Sequence[Card], taken: Sequence[Card]) -> tuple[Card, ...]:
    """The cards without those in ``taken``."""
    return tuple([card for card in cards if card not in taken])


def _rows_of(ranks: Counter[int], length: int) -> Iterator[list[int]]:
    """Every run of ``length`` ranks that are all in ``ranks``, the highest first. An ace may be high or low."""
    for top in range(_ACE, length - 3, -1):
        row = [r % 13 for r in range(top, top - length, -1)]  # the ace also stands below the two, as −1
        if all(ranks[r] for r in row):
            yield row


def _three_straights(cards: tuple[Card, ...]) -> Hands | None:
    """Three hands of 5, 5 and 3 cards, each in sequence; None if the cards don't allow this."""
    ranks = Counter(map(rank, cards))
    for upper in _rows_of(ranks, 3):
        left = ranks - Counter(upper)
        for lower in _rows_of(left, 5):
            for middle in _rows_of(left - Counter(lower), 5):
                hands: list[tuple[Card, ...]] = []
                rest = cards
                for row in (lower, middle, upper):
                    hands.append(tuple([next(card for card in rest if rank(card) == r) for r in row]))
                    rest = _without(rest, hands[-1])
                return tuple(hands)
    return None


def _three_flushes(cards: tuple[Card, ...]) -> Hands | None:
    """Three hands of 5, 5 and 3 cards, each of a single suit; None if the cards don't allow this."""
    suits = [[card for card in cards if suit(card) == each] for each in range(4)]
    hands: list[tuple[Card, ...]] = []
    for size in (5, 5, 3):  # any suit with enough cards will do: the choice doesn't change whether the rest works out
        held = next((held for held in suits if len(held) >= size), None)
        if held is None:
            return None
        hands.append(tuple(held[:size]))
        del held[:size]
    return tuple(hands)
