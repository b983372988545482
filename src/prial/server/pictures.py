"""Pictures for the preview of a link: PNG, drawn from texts, cards and faces.

Texts that people wrote are escaped, and the drawing refers to no file and no address.
"""

import math
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final
from xml.sax.saxutils import escape

from resvg_py import svg_to_bytes

from prial.cards import Card, parse, suit, symbol
from prial.drawn import INKS, SUIT_SHAPES
from prial.server.faces import Who, face

WIDTH: Final = 1200
"""Width of a picture in pixels. Social networks ask for this width."""
HEIGHT: Final = 630
"""Height of a picture in pixels. Social networks ask for this height."""
_MARGIN: Final = 64
"""Pixels between the edge of a picture and its words."""
_FONT: Final = "Source Sans Pro"
_LETTER: Final = 0.47
"""Average width of a letter, divided by the font size."""
_FAN: Final = parse("3s 3h 3d As Ks Qs")
"""The fan of cards in a picture without rows (see `picture`): the best prial and the best running flush."""
_STEP: Final = 320
"""Width of a step of the podium in pixels."""
_STEPS: Final = {1: (440, 190), 2: (120, 150), 3: (760, 118)}
"""Maps a place to the left edge and the height of its step on the podium, in pixels."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of text, with cards at its end, in a picture of a deal."""

    text: str
    """The text; it is cut if it is too long."""
    cards: tuple[Card, ...] = ()
    """Cards that are shown at the right end of the line."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person or bot in a picture, who is drawn with a face."""

    name: str
    """The player's name, which decides how the face looks."""
    bot: bool
    """Whether the player is a bot."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a podium."""

    place: int
    """The place, from 1 to 3."""
    people: tuple[Person, ...]
    """The players who share the place."""
    said: str
    """Names of the players who share the place, as one text: ``Ann and Bob``."""
    figure: str
    """What each of these players made, as text: points, or chips won or lost, such as ``+40``."""
    label: str
    """The place as people read it: ``1st``."""
    won: bool
    """Whether the players who share the place won the game."""


def picture(title: str, text: str, rows: Sequence[Row] = ()) -> bytes:
    """Draw a picture. It takes some tens of milliseconds.

    Args:
        title: a few words.
        text: a sentence or two.
        rows: lines below the text; only the first six are drawn. Without lines, a fan of cards is drawn.
    Returns:
        A PNG of 1200 by 630 pixels.
    """
    wide = WIDTH - 2 * _MARGIN if rows else 560
    drawn = _text(text, wide, 2 if rows else 6)
    top = 176 + 46 * len(drawn)
    step = min(84.0, (HEIGHT - 40 - top) / max(len(rows[:6]), 1))
    for n, row in enumerate(rows[:6]):
        drawn.append(_row(row, top + n * step, step))
    if not rows:
        drawn += [_fanned(card, n) for n, card in enumerate(_FAN)]
    return _drawn(title, drawn)


def podium(title: str, text: str, steps: Sequence[Step]) -> bytes:
    """Draw the podium of a game. It takes some tens of milliseconds.

    Args:
        title: a few words.
        text: a sentence or two.
        steps: the steps of the podium, at most three.
    Returns:
        A PNG of 1200 by 630 pixels.
    """
    return _drawn(title, [*_text(text, WIDTH - 2 * _MARGIN, 2), *map(_step, steps)])


def _drawn(title: str, parts: Sequence[str]) -> bytes:
    """Draw a green card table with a title and the given SVG parts. Returns a PNG."""
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="{_FONT}">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#5b3a24"/>',
        f'<rect x="16" y="16" width="{WIDTH - 32}" height="{HEIGHT - 32}" rx="18" fill="#1f5a40"/>',
        _words(title, _MARGIN, 118, 68, "#fffaf0", WIDTH - 2 * _MARGIN - 130, bold=True),
        _words("Prial", WIDTH - _MARGIN - 104, 110, 40, "#e0b458", 200, bold=True),
        *parts,
        "</svg>",
    ]
    return svg_to_bytes(svg_string="".join(drawn), skip_system_fonts=True, font_files=_fonts(), font_family=_FONT)


def _text(text: str, wide: float, most: int) -> list[str]:
    """The lines of text below the title, as SVG."""
    lines = textwrap.wrap(_plain(text), int(wide / (_LETTER * 36)), max_lines=most, placeholder=" …")
    return [_words(line, _MARGIN, 176 + 46 * n, 36, "#e9e2cf", wide) for n, line in enumerate(lines)]


def _step(step: Step) -> str:
    """A step of the podium as SVG, with its texts, and the players' faces above."""
    left, high = _STEPS[step.place]
    top = HEIGHT - 16 - high
    around = left + _STEP / 2
    crowd = len(step.people)
    size = min(116.0, _STEP / crowd - 8)
    faces = [
        _portrait(person, around + (n - crowd / 2) * (size + 8) + 4, top - 52 - size, size, f"p{step.place}n{n}")
        for n, person in enumerate(step.people)
    ]
    edge = f'<rect x="{left}" y="{top}" width="{_STEP}" height="8" fill="#e0b458"/>' if step.won else ""
    return "".join(
        [
            f'<rect x="{left}" y="{top}" width="{_STEP}" height="{high}" fill="#5b3a24"/>{edge}',
            _centred(step.said, around, top - 14, 32, "#fffaf0", _STEP),
            _centred(step.figure, around, top + 66, 54, "#f4e9d8", _STEP),
            _centred(step.label, around, top + 104, 28, "#e0b458" if step.won else "#e9e2cf", _STEP),
            *faces,
        ]
    )


def _portrait(person: Person, x: float, y: float, size: float, name: str) -> str:
    """The face of a player as SVG, cut to a circle. The circle's id is ``name``, which must be unique."""
    drawn = face(Who.BOT if person.bot else Who.PERSON, person.name).body.decode()
    placed = drawn.replace("<svg ", f'<svg x="{x:.0f}" y="{y:.0f}" width="{size:.0f}" height="{size:.0f}" ', 1)
    circle = f'<circle cx="{x + size / 2:.0f}" cy="{y + size / 2:.0f}" r="{size / 2:.0f}"/>'
    return f'<clipPath id="{name}">{circle}</clipPath><g clip-path="url(#{name})">{placed}</g>'


def _centred(text: str, x: float, y: float, size: int, colour: str, wide: float) -> str:
    """A line of bold text as SVG, with its middle at ``x``."""
    return _words(text, x, y, size, colour, wide, bold=True).replace("<text ", '<text text-anchor="middle" ', 1)


def _plain(text: str) -> str:
    """The text, with a space in place of each character that can't be printed. SVG doesn't allow control characters."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def _words(text: str, x: float, y: float, size: int, colour: str, wide: float, *, bold: bool = False) -> str:
    """A line of text as SVG. A text wider than ``wide`` is cut and ends in ``…``."""
    most = int(wide / (_LETTER * size))
    plain = _plain(text)
    cut = plain if len(plain) <= most else plain[: most - 1].rstrip() + "…"
    weight = ' font-weight="700"' if bold else ""
    return f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" fill="{colour}"{weight}>{escape(cut)}</text>'


def _row(row: Row, top: float, high: float) -> str:
    """A line of text on the left, with the line's cards on the right, as SVG."""
    size = min(34, int(high * 0.5))
    tall = high - 10
    wide = tall / 1.3
    left = WIDTH - _MARGIN - len(row.cards) * (wide + 4)
    words = _words(row.text, _MARGIN, top + high * 0.62, size, "#fffaf0", left - _MARGIN - 20)
    return words + "".join(_card(card, left + n * (wide + 4), top + 5, wide, tall) for n, card in enumerate(row.cards))


def _card(card: Card, x: float, y: float, wide: float, tall: float) -> str:
    """A narrow card with its rank and its suit, as SVG."""
    colour = INKS[suit(card)]
    name = symbol(card)[:-1]
    # Large cards are in the fan, where each card covers all but the left edge of another: so the suit is below the rank
    size, x_suit, y_suit, scale = (0.5, 0.66, 0.7, 62) if tall < 100 else (0.28, 0.17, 0.38, 120)
    return (
        f'<g transform="translate({x:.1f} {y:.1f})"><rect width="{wide:.1f}" height="{tall:.1f}" rx="{wide / 10:.1f}" '
        f'fill="#fffdf5" stroke="#00000033"/><text x="{wide * 0.08:.1f}" y="{tall * size * 0.92:.1f}" '
        f'font-size="{tall * size:.1f}" font-weight="700" fill="{colour}">{name}</text>'
        f'<path fill="{colour}" d="{SUIT_SHAPES[suit(card)]}" '
        f'transform="translate({wide * x_suit:.1f} {tall * y_suit:.1f}) scale({tall / scale:.3f})"/></g>'
    )


def _fanned(card: Card, n: int) -> str:
    """A card of the fan, as SVG; ``n`` is the card's index from the left."""
    turn = 10 * (n - (len(_FAN) - 1) / 2)
    x, y = 890 + 500 * math.sin(math.radians(turn)), 800 - 500 * math.cos(math.radians(turn))
    return f'<g transform="translate({x:.0f} {y:.0f}) rotate({turn:.1f})">{_card(card, -70, -20, 140, 196)}</g>'


@cache
def _fonts() -> list[str]:
    """Paths of the font's files: regular and bold."""
    folder = files("font_source_sans_pro").joinpath("files")
    return [str(folder.joinpath(f"SourceSansPro-{weight}.ttf")) for weight in ("Regular", "Bold")]
