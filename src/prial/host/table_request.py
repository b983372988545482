"""A request for a new table, and the first entries of that table's log."""

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
        "table.clock": "{clock!r} is not a clock; the clocks are {clocks}.",
        "table.seats": "Bots are named for {found} seats, but these rules allow only {seats}.",
        "table.title": "That can't be a table's name: please use only letters, digits and symbols, on one line, without "
        "quotation marks.",
    },
)


LEAST_AWAY: Final = 10
"""The smallest value of `TableRequest.away_s`, in seconds."""
MOST_AWAY: Final = 600
"""The greatest value of `TableRequest.away_s`, in seconds."""


class TableRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request for a new table."""

    game: str
    """The game's name in the registry."""
    preset: str | None = None
    """Name of the preset; None for the game's first one."""
    options: dict[str, str | int] = {}
    """Options that differ from the preset: maps the option's name to its value."""
    title: Annotated[str, Meta(max_length=60)] = ""
    """A title for the rules; empty to use the preset's title."""
    clock: str = "normal"
    """The clock's name: ``none``, ``fast``, ``normal`` or ``slow``."""
    public: bool = False
    """Whether everybody may look at the table."""
    suggest: bool | None = None
    """Whether players may ask for suggestions. If None, they may ask only if bots have all seats but the owner's."""
    away_s: Annotated[int, Meta(ge=LEAST_AWAY, le=MOST_AWAY)] = 45
    """The house plays for a player who has been disconnected for this many seconds, if another person in the game is
    connected."""
    open_decks: bool = False
    """Whether every card of every deck is shown when a game is over."""
    bots: tuple[str | None, ...] = ()
    """For each seat, the bot's name, or None for an open seat. The entry of the first seat is ignored: the owner sits there."""
    start: bool = False
    """Whether the game begins at once."""


def opening(request: TableRequest, person: Person, secret: Callable[[], str]) -> log.Entries:
    """The first entries of a new table's log.

    Args:
        request: the request.
        person: the owner of the table, who sits in the first seat.
        secret: makes a secret code for inviting people.
    Raises:
        PrialError: if one of these holds:

            * the game, the preset, an option, a bot or the clock doesn't exist
            * an option's value isn't allowed
            * the options exclude each other
            * the title can't be shown, or has quotation marks
            * the request has more ``bots`` than the table has seats
            * the game should begin at once, but a seat is empty
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
    """Whether bots get all seats but the owner's."""
    return len(request.bots) == seats and None not in request.bots[1:]


def titled(title: str, kind: Kind, preset: str) -> str:
    """The title of a table's rules: the wanted title or, if that is empty, the preset's title.

    Args:
        title: the wanted title.
        kind: the game.
        preset: name of the preset.
    Raises:
        PrialError: if the title can't be shown, or has quotation marks.
    """
    short = " ".join(title.split())
    if short and (not legible(short) or quotes(short)):
        raise PrialError(refuse("table.title"))
    return short or kind.schema.presets[preset].title


def new_id(secret: Callable[[], str]) -> str:
    """The id of a new table."""
    return secret()[:12]


def bot_name(taken: Sequence[str]) -> str:
    """Pick a name for a bot. If possible, the name doesn't look like another name at the table."""
    return next((name for name in BOT_NAMES if not any(alike(name, other) for other in taken)), BOT_NAMES[0])
