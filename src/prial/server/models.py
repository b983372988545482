"""Bodies of HTTP requests (in pydantic, with tight limits) and of answers (in msgspec, like all messages of the server)."""

from typing import Annotated

import msgspec
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from prial.bots.roster import Level
from prial.core.options import SuggestedValue
from prial.host.table_request import LEAST_AWAY, MOST_AWAY

Word = Annotated[str, Field(max_length=60)]
"""The name of a game, preset, option, clock or bot, or the title of a table."""
Value = Annotated[StrictStr, Field(max_length=200)] | Annotated[StrictInt, Field(ge=0, le=1_000_000)]
"""The value of an option."""
Options = Annotated[dict[Word, Value], Field(max_length=100)]
"""Values of options, by name."""


class Body(BaseModel):
    """The body of a request; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class NewName(Body):
    """The name that a person wants to have."""

    name: Annotated[StrictStr, Field(min_length=1, max_length=60)]
    """The name."""


class NewRules(Body):
    """House rules: a preset, and the options that differ from it."""

    preset: Word | None = None
    """Name of the preset; null for the game's first preset."""
    options: Options = Field(default_factory=dict)
    """Values that differ from the preset. Each key is an option's name."""


class NewTable(NewRules):
    """A table to be set up."""

    game: Word
    """Name of the game."""
    title: Word = ""
    """Title of the table."""
    clock: Word = "none"
    """Name of the clock."""
    public: StrictBool = False
    """Whether everybody may find the table and join it; if not, people need its link."""
    suggest: StrictBool | None = None
    """Whether players may ask for suggestions; null allows suggestions only at a table where one person plays against bots."""
    away_s: Annotated[StrictInt, Field(ge=LEAST_AWAY, le=MOST_AWAY)] = 45
    """The house plays for a person who has been disconnected for this many seconds.

    It does so only if another person in the game is connected.
    """
    open_decks: StrictBool = False
    """Whether every card of every deck is shown when a game is over."""
    bots: Annotated[list[Word | None], Field(max_length=16)] = Field(default_factory=list)
    """For each seat, from seat 0: a bot's name, or null for a seat without a bot."""
    start: StrictBool = False
    """Whether the game starts at once."""


class Invitation(Body):
    """The invitation in a table's link."""

    invite: Annotated[StrictStr, Field(max_length=100)]
    """The part of the link after the ``#``."""


class LetIn(Body):
    """The answer to a person who asks to be let in."""

    number: Annotated[StrictInt, Field(ge=1)]
    """Number of the person's request to be let in."""
    agree: StrictBool
    """Whether the person may come in."""


class Said(Body):
    """A code that leads to a table. It is short enough to tell somebody aloud."""

    code: Annotated[StrictStr, Field(max_length=40)]
    """The code, as it was typed."""


class Fault(msgspec.Struct, frozen=True, omit_defaults=True):
    """The body of every error."""

    code: str
    """Code of the error, such as ``limit.calls``."""
    text: str
    """The reason, in one sentence."""
    option: str = ""
    """The option that the error is about; empty if the error isn't about an option."""
    other: str = ""
    """A second option, which can't be combined with `option`; empty if there is none."""


class Me(msgspec.Struct, frozen=True, omit_defaults=True):
    """The person who makes a request."""

    id: str
    """Id of the person."""
    name: str
    """Name of the person."""
    token: str = ""
    """The person's token. It is sent only once, to a program that asked for it."""


class Made(msgspec.Struct, frozen=True):
    """The table or the share (a shared deal or result) that a request has made, or that the request is about."""

    id: str
    """Id of the table, or of the shared deal or result."""


class Page(msgspec.Struct, frozen=True):
    """A page of text to read, such as the rules of a game."""

    title: str
    """The heading."""
    html: str
    """The text below the heading. Cards are ``<span data-cards="AsKs">A♠ K♠</span>``, so that a client can draw them."""
    more: str = ""
    """Further text for readers who want to know more, as HTML; may be empty."""


class NewShare(Body):
    """A deal or a result that a player shows to others."""

    round: Annotated[StrictInt, Field(ge=1, le=1_000_000)]
    """Number of the game at its table, from 1."""
    deal: Annotated[StrictInt, Field(ge=1, le=1_000_000)] | None
    """Number of the deal in that game, from 1; null for the result of the game."""


class OptionValue(msgspec.Struct, frozen=True):
    """One value that an option may have."""

    value: str
    """The value, as it is written in requests."""
    title: str
    """Title of the value, for people to read."""
    help: str
    """What the value means."""
    warning: str
    """A warning about this value; empty for most values."""


class Option(msgspec.Struct, frozen=True):
    """A house rule that a table may choose."""

    name: str
    """Name of the option in requests."""
    title: str
    """Title of the option, for people to read."""
    help: str
    """What the option decides."""
    source: str
    """Where the rule and its values come from."""
    group: str
    """Heading under which a form shows the option."""
    default: str | int
    """The value if nothing else is chosen."""
    values: tuple[OptionValue, ...]
    """The values, default first; empty for an option that is a number."""
    free: bool
    """Whether any short text is allowed. If so, `values` has only the usual values."""
    least: int | None
    """The lowest number allowed; null for an option that isn't a number."""
    most: int | None
    """The highest number allowed; null for an option that isn't a number."""
    only: tuple[int, ...]
    """The numbers allowed; empty if all numbers from `least` to `most` are allowed."""


class Preset(msgspec.Struct, frozen=True):
    """A named set of house rules."""

    name: str
    """Name of the preset in requests."""
    title: str
    """Title of the preset, for people to read."""
    help: str
    """How the game is played with this preset, for people to read."""
    source: str
    """Where the preset's rules come from."""
    values: dict[str, str | int]
    """The values of all options. Each key is an option's name."""


class Bot(msgspec.Struct, frozen=True):
    """A player that is a program."""

    name: str
    """Name of the bot in requests."""
    title: str
    """Title of the bot, for people to read."""
    text: str
    """How the bot plays."""


class Clock(msgspec.Struct, frozen=True):
    """The time that a decision may take."""

    name: str
    """Name of the clock in requests."""
    title: str
    """Title of the clock, for people to read."""
    seconds: int | None
    """Seconds for a decision; null for no limit."""


class Game(msgspec.Struct, frozen=True):
    """A game, with all that a form for a new table needs."""

    name: str
    """Name of the game in requests."""
    title: str
    """Title of the game, for people to read."""
    text: str
    """The game in a sentence or two."""
    presets: tuple[Preset, ...]
    """Named sets of house rules; the first is the usual one."""
    options: tuple[Option, ...]
    """House rules that a table may choose."""
    bots: tuple[Bot, ...]
    """Bots that play the game."""
    levels: dict[Level, str]
    """Name of the bot for each level of play."""
    clocks: tuple[Clock, ...]
    """Clocks that a table may have."""


class Rules(msgspec.Struct, frozen=True):
    """The house rules that follow from a preset and options. They are worked out without setting up a table."""

    values: dict[str, str | int]
    """The values of all options. Each key is an option's name."""
    changed: dict[str, str | int]
    """The values that differ from the preset. Each key is an option's name."""
    unused: dict[str, str]
    """The options that have no effect with these rules. Each key is an option's name, and its value is the reason."""
    suggested: dict[str, SuggestedValue]
    """Better values for options that the request left open. They suit the requested options. Each key is an option's name."""
    html: str
    """How the game is played by these rules, as HTML. The text also shows the differences from the preset."""
    title: str
    """The heading above `html`."""
    more: str
    """The whole rules, as HTML."""


class Health(msgspec.Struct, frozen=True):
    """Whether the server is well."""

    ready: bool
    """Whether tables can be played: the house is open, and the last write was stored."""
    version: str
    """Version of the program."""
    stored: float
    """Seconds since something was last stored. A healthy server stores something every two seconds."""
