"""Writes cards with symbols for the suits instead of letters: ``A♠`` instead of ``As``."""

import re
from typing import Final, TypeVar

from msgspec.structs import replace

from prial.cards import parse, symbols
from prial.core.game import Event
from prial.errors import CardError

E = TypeVar("E", bound=Event)
"""Type of an event."""

_CARDS: Final = re.compile(r"\b(?:[2-9TJQKA][cdhs])+\b")


def with_symbols(event: E) -> E:
    """Copy an event, and write the suits of its cards as symbols: ``A♠ K♠ Q♠, 9♥ 9♦ 2♣ | 4♥`` for ``AsKsQs 9h9d2c | 4h``."""
    texts = {field: getattr(event, field) for field in event.__struct_fields__}
    shown = {field: text for field, value in texts.items() if isinstance(value, str) and (text := _shown(value))}
    return replace(event, **shown) if shown else event


def shown_cards(text: str) -> str:
    """The text of an action with symbols for the suits of its cards: ``take 10♦ put 9♥`` for ``take Td put 9h``."""
    return _CARDS.sub(lambda found: symbols(parse(found[0]), ""), text)


def _shown(text: str) -> str | None:
    """A text of cards, written with symbols; None if any part of the text isn't a card."""
    try:
        parts = [[parse(hand) for hand in part.split()] for part in text.split(" | ")]
    except CardError:
        return None
    return " | ".join(", ".join(map(symbols, hands)) for hands in parts)
