"""The table as a few lines of text. `print` shows them for a state, a view or a session.

A game whose public state is `Printed` describes the table in its own words. For any other game, the public facts and the piles
are listed.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Any, Final, Protocol, TypeAlias, runtime_checkable

import msgspec

from prial.arguments import explained
from prial.cards import PACK, Card, symbol, symbols
from prial.drawn import NOTHING, draw, fields

Name: TypeAlias = Callable[[int], str]
"""A function that gives the name of the player in a seat."""
Piles: TypeAlias = Sequence[Sequence[Card]]
"""The cards of each pile; −1 for a card whose face can't be seen."""
HandPiles: TypeAlias = tuple[tuple[int, ...], ...]
"""The hands of a player. Each hand is a tuple of pile numbers. Pile 2 is the item with index 2 in `Piles`."""
_CARDS: Final = {symbol(card): card for card in (*PACK, -1)}
"""Maps the symbol of each card to the card."""
_SOME_CARDS: Final = re.compile(rf"(?:{(one := '|'.join(map(re.escape, _CARDS)))})(?: (?:{one}))*")
"""Matches one or more symbols of cards in a text, with a space between them."""


@runtime_checkable
class Holding(Protocol):
    """A public part of a state, with a method that gives the piles of a player's hands."""

    def held(self, seat: int, /) -> HandPiles:
        """The piles of the hands that a player holds or has laid.

        Cards that were put away are left out.

        Args:
            seat: the player's seat.
        Returns:
            For each hand, the indices of its piles in `Piles`; empty for a player without cards.
        """


@runtime_checkable
class Printed(Protocol):
    """A public part of a state, with a method that describes the table in words."""

    def printed(self, piles: Piles, name: Name, /) -> Iterable[str]:
        """Describe the table: one or two lines about the whole table, and one about each player.

        Args:
            piles: the cards of each pile, as far as they may be shown.
            name: gives a player's name.
        """


def cards_of(public: Any, piles: Piles, seat: int) -> tuple[tuple[Card, ...], ...]:
    """The cards of each hand of a player.

    Args:
        public: the public part of a state.
        piles: the cards of each pile, as far as they may be shown.
        seat: the player's seat.
    Returns:
        For each hand, its cards; empty if ``public`` isn't `Holding`.
    Raises:
        IndexError: if there is no such seat.
    """
    if seat < 0:
        raise IndexError(f"there is no seat {seat}")
    hands = public.held(seat) if isinstance(public, Holding) else ()
    return tuple([tuple([card for pile in hand for card in piles[pile]]) for hand in hands])


def hands_of(public: Any, piles: Piles, seat: int) -> str:
    """The hands of a player as text: ``A♠ K♠ Q♠ | 9♥ 9♦ 2♣``. The arguments are those of `cards_of`."""
    return " | ".join([symbols(hand) for hand in cards_of(public, piles, seat)])


def printed(public: Any, piles: Piles, name: Name | None = None) -> str:
    """The table as text.

    Args:
        public: the public part of a state.
        piles: the cards of each pile, as far as they may be shown.
        name: gives a player's name; None calls the players “seat 0” and so on.
    """
    if isinstance(public, Printed):
        return "\n".join(public.printed(piles, name or _numbered))
    known = fields(public) if isinstance(public, msgspec.Struct) else [("public", public)]
    facts = [f"{title} {value}" for title, value in known if value != NOTHING]
    cards = [symbols(pile) for pile in piles if pile]
    return "\n".join(each for each in (" · ".join(facts), " | ".join(cards)) if each)


def _numbered(seat: int) -> str:
    return f"seat {seat}"


def columns(rows: Iterable[Sequence[str]]) -> list[str]:
    """Turn rows of cells into lines of text with aligned columns. A column without any text is left out."""
    cells = [column for column in zip(*rows, strict=True) if any(column)]
    wide = [max(map(len, column)) for column in cells]
    return [
        "  ".join(f"{cell:{width}}" for cell, width in zip(row, wide, strict=True)).rstrip() for row in zip(*cells, strict=True)
    ]


@explained
def pictured(text: str, title: str = "") -> str:
    """The table as HTML for a notebook, with pictures of the cards.

    Args:
        text: the table as `printed` gives it.
        title: a line above the table; empty for none.
    """
    lines = [_SOME_CARDS.sub(_pictures, escape(line)) for line in text.splitlines()]
    return "".join(f"<div>{line}</div>" for line in ([f"<b>{escape(title)}</b>"] if title else []) + lines)


def _pictures(found: re.Match[str]) -> str:
    return draw([_CARDS[each] for each in found[0].split()]).svg
