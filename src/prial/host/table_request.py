"""What somebody wants a new table to be, and what its log then begins with."""

from collections.abc import Callable, Sequence
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from prial.bots import registry as bots
from prial.bots.bot import BOT_NAMES
from prial.core.kind import Kind
from prial.core.registry import find
from prial.errors import PrialError, add_sentences, refuse
from prial.host import entries as log
from prial.host.live import CLOCKS
from prial.host.names import alike, legible, quotes
from prial.host.store import Person

add_sentences(
    "en",
    {
        "table.clock": "{clock!r} is not a clock; there are {clocks}.",
        "table.seats": "{found} seats are given bots, and the rules have {seats} players.",
        "table.title": "That can't be a table's name: it takes letters and signs in one line, and no quotation marks.",
    },
)


LEAST_AWAY: Final = 10
MOST_AWAY: Final = 600
"""Seconds that a table may wait for somebody who isn't connected, at least and at most."""


class TableRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What somebody wants a new table to be."""

    game: str
    preset: str | None = None
    options: dict[str, str | int] = {}
    """Those that differ from the preset."""
    title: Annotated[str, Meta(max_length=60)] = ""
    clock: str = "normal"
    public: bool = False
    suggest: bool | None = None
    """Whether suggestions may be asked for; where nobody says, with bots only and not among people."""
    away_s: Annotated[int, Meta(ge=LEAST_AWAY, le=MOST_AWAY)] = 45
    """Seconds without a connection after which the house plays for somebody whom others wait for."""
    open_decks: bool = False
    """Whether every card of every deck is shown when a game is over."""
    bots: tuple[str | None, ...] = ()
    """By seat; the maker sits in seat 0, whatever stands there."""
    start: bool = False
    """Whether the game begins at once."""


def opening(request: TableRequest, person: Person, secret: Callable[[], str]) -> log.Entries:
    """What the log of a table that somebody asks for begins with.

    Args:
        request: what somebody wants.
        person: who; sits in the first seat.
        secret: makes the code of an invitation.
    Raises:
        PrialError: rules, bots or a clock that don't exist, a title that can't be shown, or a seat too few.
    """
    kind = find(request.game)
    rules = kind.schema.make(request.options, request.preset)
    preset = request.preset or next(iter(kind.schema.presets))
    game = kind.new(rules)
    if request.clock not in CLOCKS:
        raise PrialError(refuse("table.clock", clock=request.clock, clocks=", ".join(CLOCKS)))
    if len(request.bots) > game.seats:
        raise PrialError(refuse("table.seats", found=len(request.bots), seats=game.seats))
    entries: log.Entries = [
        log.Opened(
            owner=person.id,
            game=request.game,
            game_version=game.version,
            preset=preset,
            title=titled(request.title, kind, preset),
            rules=kind.schema.written(rules),
            changed=kind.schema.differences(rules, preset),
            clock=request.clock,
            public=request.public,
            suggest=_alone(request, game.seats) if request.suggest is None else request.suggest,
            away_s=request.away_s,
            open_decks=request.open_decks,
            invite=secret(),
        ),
        log.Sat(seat=0, person=person.id, name=person.name),
    ]
    taken = [person.name]
    for seat, bot in list(enumerate(request.bots))[1:]:
        if bot is not None:
            bots.make(game, bot)
            taken.append(name := bot_name(taken))
            entries.append(log.BotSat(seat=seat, bot=bot, name=name))
    if request.start:
        empty = next((seat for seat in range(1, game.seats) if seat >= len(request.bots) or request.bots[seat] is None), None)
        if empty is not None:
            raise PrialError(refuse("table.empty", seat=f"Seat {empty + 1}"))
        entries.append(log.Started())
    return entries


def _alone(request: TableRequest, seats: int) -> bool:
    """Whether all seats but the maker's are given to bots."""
    return len(request.bots) == seats and None not in request.bots[1:]


def titled(title: str, kind: Kind, preset: str) -> str:
    """What a table is called: as somebody wants, or else as its preset.

    Raises:
        PrialError: what can't be shown.
    """
    short = " ".join(title.split())
    if short and (not legible(short) or quotes(short)):
        raise PrialError(refuse("table.title"))
    return short or kind.schema.presets[preset].title


def new_id(secret: Callable[[], str]) -> str:
    """The id of a new table."""
    return secret()[:12]


def bot_name(taken: Sequence[str]) -> str:
    """A name that nobody at the table has, nor one that looks like it."""
    return next((name for name in BOT_NAMES if not any(alike(name, other) for other in taken)), BOT_NAMES[0])
