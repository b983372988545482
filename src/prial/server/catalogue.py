"""The games as a client gets them: options, presets, bots, clocks, and the pages of the rules as HTML."""

import re
import warnings
from collections.abc import Sequence
from functools import cache
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from prial.bots import registry as bots
from prial.cards import names, parse
from prial.core import options as described
from prial.core import rules as core
from prial.core.kind import Kind
from prial.core.page import every_rule, options_page, players_page, spelled, spelled_preset, table_page, value_title
from prial.core.registry import find, kinds
from prial.errors import CardError, PrialError
from prial.host.live import CLOCKS
from prial.server.models import Bot, Clock, Game, Option, OptionValue, Page, Preset, Rules

# Pages contain titles that people wrote: so no HTML, and no link or picture that leads to another site
_MARKDOWN: Final = MarkdownIt("commonmark", {"html": False}).enable("table").disable(["link", "image", "autolink", "html_inline"])
_CARDS: Final = re.compile(r"(?:(?:10|[2-9JQKA])[♠♥♦♣] ?)+")
"""Pattern of cards in the form for people, such as ``A♠ 10♥``."""


@cache
def games() -> tuple[Game, ...]:
    """All games, each with what a form for a new table needs. A broken game of another package is left out with a warning."""
    found = []
    for kind in kinds():
        try:
            found.append(_game(kind))
        except PrialError as error:  # a game of another package is broken: the others stay
            warnings.warn(str(error), RuntimeWarning, stacklevel=2)
    return tuple(found)


def html_of(title: str, markdown: str, more: str = "") -> Page:
    """Turn Markdown into a page.

    Args:
        title: the page's title.
        markdown: text of the page. If it begins with a heading of level 1, this heading is left out.
        more: further text, as Markdown, for `Page.more`.
    """
    first, _, rest = markdown.partition("\n")  # clients show the title instead of a first heading
    return Page(title, _MARKDOWN.render(rest if first.startswith("# ") else markdown), _MARKDOWN.render(more))


def _code(_: RendererHTML, tokens: Sequence[Token], at: int, *_more: object) -> str:
    """HTML of a text between backticks. Cards get their codes in ``data-cards``, so that a client can draw them."""
    text = tokens[at].content
    try:
        cards = parse(text) if _CARDS.fullmatch(text) else ()
    except CardError:
        cards = ()
    return f'<span data-cards="{names(cards)}">{text}</span>' if cards else f"<code>{escapeHtml(text)}</code>"


_MARKDOWN.add_render_rule("code_inline", _code)


@cache
def page(game: str) -> Page:
    """The page on how a game is played.

    Raises:
        RulesError: if there is no such game.
    """
    kind = find(game)
    return html_of(kind.title, players_page(kind))


@cache
def options(game: str) -> Page:
    """The page of a game's whole rules, with all options and their sources.

    Raises:
        RulesError: if there is no such game.
    """
    kind = find(game)
    return html_of(kind.title, options_page(kind))


def rules(game: str, preset: str | None, options: core.Given) -> Rules:
    """Work out the house rules that a preset and options give.

    Args:
        game: name of the game.
        preset: name of the preset; None for the game's first preset.
        options: maps names of options to values that differ from the preset.
    Raises:
        RulesError: if there is no such game, preset, option or value, or if the options don't go together.
    """
    kind = find(game)
    schema = kind.schema
    made = schema.make(options, preset)
    base = schema.presets[preset or next(iter(schema.presets))]
    differing = schema.differences(made, base.name)
    told = table_page(kind, made, base.name, base.help)
    shown = html_of(f"{kind.title}: {base.title or base.name}", told, every_rule(kind, made))
    suggested = schema.suggestions(options, preset)
    return Rules(_all(schema, made), differing, schema.unused(made), suggested, shown.html, shown.title, shown.more)


def _all(schema: core.Schema[object], made: object) -> dict[str, str | int]:
    """The value of every option, also of options that have no effect. Each key is an option's name."""
    plain = {name: getattr(made, name) for name in schema.options}
    return {name: value if type(value) is int else str(value) for name, value in plain.items()}


def _game(kind: Kind) -> Game:
    schema = kind.schema
    return Game(
        name=kind.name,
        title=kind.title,
        text=kind.text,
        presets=tuple([_preset(schema, preset) for preset in schema.presets.values()]),
        options=tuple([_option(option, kind) for option in schema.options.values()]),
        bots=tuple([Bot(name, name.capitalize(), bots.about(kind, name)) for name in bots.names(kind.name)]),
        levels=dict(bots.levels(kind.name)),
        clocks=tuple([_clock(name, limits) for name, limits in CLOCKS.items()]),
    )


def _preset(schema: core.Schema[object], preset: core.Preset) -> Preset:
    values = _all(schema, schema.make(None, preset.name))
    return Preset(preset.name, preset.title or preset.name, preset.help, spelled_preset(preset.source), values)


def _option(option: described.Option, kind: Kind) -> Option:
    return Option(
        name=option.name,
        title=option.title,
        help=option.help,
        source=spelled(option.source, kind),
        group=option.group,
        default=option.default,
        values=tuple([_answer(value) for value in option.values]),
        free=option.free,
        least=option.least,
        most=option.most,
        only=option.only,
    )


def _answer(value: described.Value) -> OptionValue:
    return OptionValue(value.value, value_title(value.value), value.help, value.warning)


def _clock(name: str, limits: tuple[int, int] | None) -> Clock:
    return Clock(name, "No clock" if limits is None else name.capitalize(), None if limits is None else limits[0])
