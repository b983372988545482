"""Pictures of cards (SVG) and tables of values (HTML) for a notebook.

They need no files, no fonts and no extra packages. `draw` makes a picture of cards and hands::

    from prial.cards import parse
    from prial.drawn import draw

    draw(parse("As Ks Qs"))

A notebook draws the cards of a split or a view. It shows a result or a game as a table.
"""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, Final, cast

import msgspec

from prial.cards import Card, cards_of, check, parse, suit, symbol

_CLUB: Final = (
    "M0-12a5.4 5.4 0 0 1 4.3 8.7A5.6 5.6 0 1 1 1 5.6C1.2 9 2 11 4 12h-8c2-1 2.8-3 3-6.4A5.6 5.6 0 1 1-4.3-3.3 5.4 5.4 0 0 1 0-12z"
)
_DIAMOND: Final = "M0-12.5C2.6-7.5 5.8-3.5 9.4 0 5.8 3.5 2.6 7.5 0 12.5-2.6 7.5-5.8 3.5-9.4 0-5.8-3.5-2.6-7.5 0-12.5z"
_HEART: Final = (
    "M0 12C-2.5 7-10.8 2.5-10.8-4.5-10.8-8.3-8.3-11-5.3-11-2.8-11-.9-9.4 0-6.7.9-9.4 2.8-11 5.3-11 8.3-11 10.8-8.3 10.8-4.5"
    " 10.8 2.5 2.5 7 0 12z"
)
_SPADE: Final = (
    "M0-12.5C2.5-7.5 10.5-3.5 10.5 3 10.5 6.5 8.2 8.5 5.4 8.5 3.6 8.5 1.9 7.7 1 6.2 1.2 9.3 2 11.3 4 12.3h-8"
    "C-2 11.3-1.2 9.3-1 6.2-1.9 7.7-3.6 8.5-5.4 8.5-8.2 8.5-10.5 6.5-10.5 3-10.5-3.5-2.5-7.5 0-12.5z"
)
SUIT_SHAPES: Final = (_CLUB, _DIAMOND, _HEART, _SPADE)
"""The outline of each suit as an SVG path, indexed by suit. Each is about 25 units high, with its middle at the origin."""
INKS: Final = ("#1c1c1c", "#b3261e", "#b3261e", "#1c1c1c")
"""The colour of each suit, indexed by suit."""
NOTHING: Final = "–"
"""The text that a table shows for an empty value."""
_WIDE: Final = 44
"""Width of a card in pixels."""
_HIGH: Final = 62
"""Height of a card in pixels."""
_STEP: Final = 47
"""Pixels from one card of a hand to the next."""
_GAP: Final = 14
"""Pixels between two hands."""


class Drawing(msgspec.Struct, frozen=True):
    """A picture of cards, which a notebook shows."""

    svg: str
    """The whole picture as SVG text."""
    text: str
    """The cards as text (``A♠ K♠ | 10♦``), for terminals and screen readers."""

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self.text


def draw(*hands: Card | str | Iterable[Card]) -> Drawing:
    """Draw cards and hands side by side, from left to right.

    Args:
        hands: single cards, or hands of any number of cards. A hand may be text (``AsAhAd``). The card `prial.core.game.BACK`
            shows the back of a card.
    Returns:
        One picture of all cards and hands.
    Raises:
        CardError: if something isn't a card.
    """
    x, parts, said = 1, list[str](), list[str]()
    for each in hands:
        hand: tuple[Card, ...] = (each,) if isinstance(each, int) else parse(each) if isinstance(each, str) else _given(each)
        if not hand:
            continue
        for at, card in enumerate(hand, 1):
            if card != -1:  # a card's back
                check(card, at)
        parts += [_card(card, x + at * _STEP) for at, card in enumerate(hand)]
        said.append(" ".join("▒" if card < 0 else symbol(card) for card in hand))
        x += len(hand) * _STEP + _GAP
    wide, text = max(1, x - _GAP), " | ".join(said)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{_HIGH + 2}" viewBox="0 0 {wide} {_HIGH + 2}"'
    svg = (
        f'{head} role="img" style="max-width:100%;height:auto;vertical-align:middle"><title>{text}</title>{"".join(parts)}</svg>'
    )
    return Drawing(svg, text)


def _given(hand: object) -> tuple[Card, ...]:
    """The values of an iterable. `draw` checks whether they are cards.

    Raises:
        CardError: if the hand isn't iterable.
    """
    return tuple(hand) if isinstance(hand, Iterable) else cards_of(cast(Any, hand))


def _card(card: Card, x: int) -> str:
    """The SVG of one card; its left edge is ``x`` pixels from the picture's left edge."""
    paper = f'<rect x="{x}" y="1" width="{_WIDE}" height="{_HIGH}" rx="5" fill="#fffdf5" stroke="#8a8a8a"/>'
    if card < 0:
        return f'{paper}<rect x="{x + 4}" y="5" width="{_WIDE - 8}" height="{_HIGH - 8}" rx="3" fill="#31527b" stroke="#c9d6e8"/>'
    ink, letters = INKS[suit(card)], 'font-size="23" font-weight="700" font-family="sans-serif" letter-spacing="-1"'
    return (
        f'{paper}<text x="{x + 5}" y="26" {letters} fill="{ink}">{symbol(card)[:-1]}</text>'
        f'<path fill="{ink}" d="{SUIT_SHAPES[suit(card)]}" transform="translate({x + 28} 46) scale(.95)"/>'
    )


def table(heading: Sequence[str], rows: Iterable[Sequence[Any]], caption: str = "") -> str:
    """Make an HTML table.

    Args:
        heading: the names of the columns; if empty, the table has no heading.
        rows: for each row, one value for each column. A `Drawing` is shown as a picture, any other value as text.
        caption: title of the table; empty for none.
    Returns:
        The table as HTML text.
    """

    def cell(value: Any) -> str:
        return value.svg if isinstance(value, Drawing) else escape(str(value), quote=False)

    head = "<tr>" + "".join(f"<th>{cell(each)}</th>" for each in heading) + "</tr>" if heading else ""
    lines = ["<tr>" + "".join(f"<td>{cell(each)}</td>" for each in row) + "</tr>" for row in rows]
    return f"<table>{f'<caption>{cell(caption)}</caption>' if caption else ''}{head}{''.join(lines)}</table>"


def fields(value: msgspec.Struct) -> list[tuple[str, Any]]:
    """The fields of a struct as rows for `table`. Each row has the name and the value of one field."""
    return [(name.replace("_", " "), _plain(getattr(value, name))) for name in value.__struct_fields__]


def _plain(value: Any) -> Any:
    """A value as a table shows it: “4, 7” for a tuple, `NOTHING` for None or an empty tuple."""
    if isinstance(value, tuple | frozenset):
        return ", ".join(str(_plain(each)) for each in value) or NOTHING
    return NOTHING if value is None else value
