"""The pack: a card is a whole number from 0 to 51, ``4 * rank + suit``.

Ranks run from 0 (two) to 12 (ace), suits from 0 to 3 (clubs, diamonds, hearts, spades). No game here ranks suits: their order
matters only for display.
"""

import re
from collections.abc import Iterable, Sequence
from operator import index
from typing import Final, TypeAlias

from prial.arguments import describe
from prial.errors import CardError, add_sentences, refuse

Card: TypeAlias = int
"""A card, 0 to 51: ``4 * rank + suit``."""
Cards: TypeAlias = str | Iterable[Card]
"""Cards as text (``AsKd``) or as numbers."""

describe(Cards, "cards, as a text or as numbers")
add_sentences(
    "en",
    {
        "card.unknown": "{text!r} at position {position} is not a card: write a rank (2–9, 10 or T, J, Q, K, A) "
        "and a suit (c, d, h, s or ♣ ♦ ♥ ♠).",
        "card.number": "{card} is not a card: cards are numbers from 0 to 51, or one text for all of them, such as 'AsKd'.",
        "card.text": "Cards are read from a text, such as 'AsKd', and not from a value of the type {found}.",
        "card.twice": "{card} is there twice.",
        "card.count": "Give {wanted} cards, not {count}.",
    },
)

RANKS: Final = "23456789TJQKA"
"""Rank letters, weakest first; the index is the rank's number."""
SUITS: Final = "cdhs"
"""Suit letters: clubs, diamonds, hearts, spades; the index is the suit's number."""
SUIT_SYMBOLS: Final = "♣♦♥♠"
"""Suit symbols; the index is the suit's number."""
RANK_NAMES: Final = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)
"""English names of the ranks; the index is the rank's number."""
PACK: Final[tuple[Card, ...]] = tuple(range(52))
"""All 52 cards, twos first."""

_HIDDEN: Final = "??"
"""The text for a hidden card. It is the last item of `_NAMES` and `_SYMBOLS`, where the index −1 finds it."""
_NAMES: Final = (*(r + s for r in RANKS for s in SUITS), _HIDDEN)
_SYMBOLS: Final = (*(("10" if r == "T" else r) + s for r in RANKS for s in SUIT_SYMBOLS), _HIDDEN)
_NUMBERS: Final = {name: card for card, name in enumerate(_NAMES) if name != _HIDDEN}
_SUIT_OF: Final = {**{s: s for s in SUITS}, **dict(zip("♣♦♥♠♧♢♡♤", SUITS * 2, strict=True))}
_SPELLING: Final = re.compile(r"(10|[2-9TJQKAtjqka])\s*([CDHScdhs♣♦♥♠♧♢♡♤])\N{VARIATION SELECTOR-16}?")
_BETWEEN: Final = re.compile(r"[\s,;.|/+-]*")
_WORD: Final = re.compile(r"[^\s,;|/]+")


def rank(card: Card) -> int:
    """A card's rank, 0 (two) to 12 (ace).

    Raises:
        CardError: if ``card`` isn't a number.
    """
    try:
        return card >> 2
    except TypeError as error:
        raise CardError(refuse("card.number", card=repr(card)[:60])) from error


def suit(card: Card) -> int:
    """A card's suit, 0 to 3 (clubs, diamonds, hearts, spades).

    Raises:
        CardError: if ``card`` isn't a number.
    """
    try:
        return card & 3
    except TypeError as error:
        raise CardError(refuse("card.number", card=repr(card)[:60])) from error


def name(card: Card) -> str:
    """A card in two letters: ``As``, ``Td``; ``??`` for a hidden card (−1). Records and messages use only this spelling."""
    return _spelled((card,), _NAMES, "")


def names(cards: Cards, between: str = "") -> str:
    """Cards in two letters each, in the order given: ``AsAhAd``.

    Args:
        cards: the cards; −1 stands for a hidden one.
        between: the text between two cards.
    Raises:
        CardError: if something isn't a card.
    """
    return _spelled(cards, _NAMES, between)


def symbol(card: Card) -> str:
    """A card as people read it: ``A♠``, ``10♦``; ``??`` for a hidden card (−1)."""
    return _spelled((card,), _SYMBOLS, "")


def symbols(cards: Cards, between: str = " ") -> str:
    """Cards as people read them, in the order given: ``A♠ A♥ A♦``.

    Args:
        cards: the cards; −1 stands for a hidden one.
        between: the text between two cards.
    Raises:
        CardError: if something isn't a card.
    """
    return _spelled(cards, _SYMBOLS, between)


def _spelled(cards: Cards, spelling: Sequence[str], between: str) -> str:
    """Write cards as text: ``spelling[card]`` is the text of a card, and ``between`` separates neighbouring cards."""
    try:
        return between.join([spelling[card] for card in cards])  # type: ignore[index]  # a text isn't the number of a card
    except (TypeError, IndexError):
        return between.join([spelling[card] for card in cards_of(cards)])


def parse(text: str) -> tuple[Card, ...]:
    """Read cards in any usual spelling: ``As``, ``10d``, ``Td``, ``A♠``, upper or lower case, with or without spaces.

    Args:
        text: any number of cards; spaces, commas and dashes may stand between them.
    Returns:
        The cards in the order written.
    Raises:
        CardError: if a part of the text isn't a card, or if a card occurs twice. The message names a wrong part and its position,
            from 1.
    """
    try:  # nearly all texts are spelled as `names` spells them; reading only that spelling is ten times as fast
        plain = [_NUMBERS[hand[at : at + 2]] for hand in text.split(" ") for at in range(0, len(hand), 2)]
    except KeyError:
        return _parse(text)
    except (AttributeError, TypeError) as error:
        raise CardError(refuse("card.text", found=type(text).__name__)) from error
    return tuple(plain) if len(set(plain)) == len(plain) else _parse(text)


def _parse(text: str) -> tuple[Card, ...]:
    """Read cards one by one, in any usual spelling. The errors say what is wrong."""
    found: list[Card] = []
    at = _BETWEEN.match(text).end()  # type: ignore[union-attr]  # the pattern also matches an empty text
    while at < len(text):
        spelled = _SPELLING.match(text, at)
        if spelled is None:
            word = _WORD.match(text, at)
            raise CardError(refuse("card.unknown", text=word[0] if word else text[at], position=at + 1))
        r, s = spelled[1].upper(), _SUIT_OF[spelled[2].lower()]
        card = _NUMBERS[("T" if r == "10" else r) + s]
        if card in found:
            raise CardError(refuse("card.twice", card=name(card)))
        found.append(card)
        at = _BETWEEN.match(text, spelled.end()).end()  # type: ignore[union-attr]
    return tuple(found)


def cards_of(named: Cards) -> tuple[Card, ...]:
    """Turn cards, given as text (``AsKd``) or as numbers, into a tuple of numbers.

    Raises:
        CardError: if something isn't a card, or if a card occurs twice.
    """
    if isinstance(named, str):
        return parse(named)
    try:
        given = tuple(named)
    except TypeError as error:
        raise CardError(refuse("card.number", card=repr(named)[:60])) from error
    return distinct(given)


def check(card: Card, position: int = 1) -> None:
    """Check that a value is a card.

    Args:
        card: the value.
        position: number of the value in a list of cards, from 1, for the error's text.
    Raises:
        CardError: if the value isn't a number from 0 to 51.
    """
    try:
        inside = 0 <= index(card) < 52
    except (TypeError, ValueError) as error:
        raise CardError(refuse("card.number", card=repr(card)[:60])) from error
    if not inside:
        raise CardError(refuse("card.unknown", text=str(card), position=position))


def distinct(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Check that cards are numbers from 0 to 51 and that no card occurs twice. Return them as a tuple.

    Raises:
        CardError: if a value isn't a number from 0 to 51, or if a card occurs twice.
    """
    seen: set[Card] = set()
    for position, card in enumerate(cards, 1):
        check(card, position)
        if card in seen:
            raise CardError(refuse("card.twice", card=name(card)))
        seen.add(card)
    return tuple(cards)


def best_first(cards: Cards) -> tuple[Card, ...]:
    """Cards sorted for display: high ranks first; within a rank spades, hearts, diamonds, clubs.

    Raises:
        CardError: if something isn't a card.
    """
    try:
        return tuple(sorted(parse(cards) if isinstance(cards, str) else cards, reverse=True))
    except TypeError:
        return best_first(cards_of(cards))


def as_laid(cards: Cards) -> tuple[Card, ...]:
    """Cards in the order in which people lay a hand: three of a rank, then pairs, then single cards.

    Among threes, among pairs and among single cards, high ranks come first.

    Raises:
        CardError: if something isn't a card.
    """
    held = best_first(cards)
    ranks = [rank(card) for card in held]
    return tuple(sorted(held, key=lambda card: -ranks.count(rank(card))))
