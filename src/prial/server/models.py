"""What goes by HTTP: bodies of requests (pydantic, with tight limits) and answers (msgspec, as everything on the wire)."""

from typing import Annotated

import msgspec
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from prial.bots.roster import Level
from prial.core.rules import SuggestedValue
from prial.host.table_request import LEAST_AWAY, MOST_AWAY

Word = Annotated[str, Field(max_length=60)]
Value = Annotated[StrictStr, Field(max_length=200)] | Annotated[StrictInt, Field(ge=0, le=1_000_000)]
Options = Annotated[dict[Word, Value], Field(max_length=100)]


class Body(BaseModel):
    """A request's body; what isn't known is refused."""

    model_config = ConfigDict(extra="forbid")


class NewName(Body):
    """What somebody wants to be called."""

    name: Annotated[StrictStr, Field(min_length=1, max_length=60)]


class NewRules(Body):
    """House rules: a preset, and what differs from it."""

    preset: Word | None = None
    options: Options = Field(default_factory=dict)


class NewTable(NewRules):
    """A table to be set up."""

    game: Word
    title: Word = ""
    clock: Word = "none"
    public: StrictBool = False
    suggest: StrictBool | None = None
    """Whether suggestions may be asked for; where nobody says, with bots only and not among people."""
    away_s: Annotated[StrictInt, Field(ge=LEAST_AWAY, le=MOST_AWAY)] = 45
    """Seconds without a connection after which the house plays for somebody whom others wait for."""
    open_decks: StrictBool = False
    """Whether every card of every deck is shown when a game is over."""
    bots: Annotated[list[Word | None], Field(max_length=16)] = Field(default_factory=list)
    """By seat from 0: a bot's name, or null for an empty seat."""
    start: StrictBool = False


class Invitation(Body):
    """What comes behind the ``#`` of a table's link."""

    invite: Annotated[StrictStr, Field(max_length=100)]


class LetIn(Body):
    """The answer to somebody who asks to come in."""

    number: Annotated[StrictInt, Field(ge=1)]
    agree: StrictBool


class Said(Body):
    """A code that somebody has said."""

    code: Annotated[StrictStr, Field(max_length=40)]


class Fault(msgspec.Struct, frozen=True, omit_defaults=True):
    """What every error is answered with."""

    code: str
    text: str
    """In one sentence."""
    option: str = ""
    """The option it is about, where it is about one."""
    other: str = ""
    """The option that it doesn't go with."""


class Me(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who somebody is."""

    id: str
    name: str
    token: str = ""
    """Sent once, to a program that asked for it."""


class Made(msgspec.Struct, frozen=True):
    """A table."""

    id: str


class Page(msgspec.Struct, frozen=True):
    """A page to read."""

    title: str
    html: str
    """Cards are ``<span data-cards="AsKs">A♠ K♠</span>``, for whoever wants to draw them."""
    more: str = ""
    """The rest, for those who want it; HTML too."""


class NewShare(Body):
    """A deal or a result to show."""

    round: Annotated[StrictInt, Field(ge=1, le=1_000_000)]
    """Number of the game at its table, from 1."""
    deal: Annotated[StrictInt, Field(ge=1, le=1_000_000)] | None
    """Number of the deal in it, from 1; null for what the game came to."""


class OptionValue(msgspec.Struct, frozen=True):
    """One answer to an option."""

    value: str
    title: str
    help: str
    warning: str
    """What to mind where it is chosen; mostly empty."""


class Option(msgspec.Struct, frozen=True):
    """A house rule that a table may choose."""

    name: str
    title: str
    help: str
    source: str
    group: str
    default: str | int
    values: tuple[OptionValue, ...]
    """The answers, default first; empty for a number."""
    free: bool
    """Whether the answers are only the usual ones: another short text may be given too."""
    least: int | None
    most: int | None
    only: tuple[int, ...]
    """The numbers allowed, where not all from least to most are."""


class Preset(msgspec.Struct, frozen=True):
    """A named set of house rules."""

    name: str
    title: str
    help: str
    source: str
    values: dict[str, str | int]
    """All options written out."""


class Bot(msgspec.Struct, frozen=True):
    """A player that is a program."""

    name: str
    title: str
    text: str


class Clock(msgspec.Struct, frozen=True):
    """How long a decision may take."""

    name: str
    title: str
    seconds: int | None


class Game(msgspec.Struct, frozen=True):
    """A game of the house, with all that a form for a new table needs."""

    name: str
    title: str
    text: str
    presets: tuple[Preset, ...]
    options: tuple[Option, ...]
    bots: tuple[Bot, ...]
    levels: dict[Level, str]
    """The bot of each level, by its name."""
    clocks: tuple[Clock, ...]


class Rules(msgspec.Struct, frozen=True):
    """House rules as they would hold."""

    values: dict[str, str | int]
    """All options."""
    changed: dict[str, str | int]
    """Those that differ from the preset."""
    unused: dict[str, str]
    """Those that have no meaning beside others, and why."""
    suggested: dict[str, SuggestedValue]
    """Of those that nobody chose, the ones for which another value suits the others better."""
    html: str
    """Where they differ from the preset, and how it is played by them."""
    title: str
    more: str
    """All of them; HTML too."""


class Health(msgspec.Struct, frozen=True):
    """How the server fares."""

    ready: bool
    """Whether tables can be played: they are open, and what was last written was stored."""
    version: str
    stored: float
    """Seconds since something was stored; every two seconds something is."""
