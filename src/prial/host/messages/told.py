"""What a table tells: the answers to commands, and what a viewer sees of it.

A viewer is told one `Update` for each entry of the table's log, so ``version`` counts both and has no gaps.
"""

from enum import StrEnum
from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from prial.core.game import Seat, Sound, Weight
from prial.fair.shuffle import Bound, Deck, Turned, Voided
from prial.fair.transcript import Group, Picked, Shuffle
from prial.host.asking import Asking
from prial.host.status import Status


class Sitting(StrEnum):
    """Who sits in a seat."""

    OPEN = "open"
    """Nobody."""
    PERSON = "person"
    BOT = "bot"


class Seated(msgspec.Struct, frozen=True):
    """A seat as everybody sees it."""

    kind: Sitting
    name: str = ""
    bot: str = ""
    """The bot's level."""
    owner: bool = False
    """Whether the table's owner sits here."""
    away: bool = False
    """Sits out: the auto-player acts."""
    gone: bool = False
    """Sits out for want of a connection, and is back as soon as there is one."""
    locked: bool = False
    """Has decided, and waits for others."""
    ready: bool = False
    """Is ready to go on after a rest."""
    next: str = ""
    """Who has this seat from the next deal on, by name; empty for nobody."""


class Seen(msgspec.Struct, frozen=True):
    """A viewer's view of the game."""

    public: Any
    """The game's public part, as it is."""
    piles: tuple[str, ...]
    """Each pile, two characters a card: ``AsKd``; ``????`` where its faces can't be seen."""


class Offered(msgspec.Struct, frozen=True):
    """An arrangement may be taken back if all agree."""

    seat: Seat
    agreed: tuple[Seat, ...]


class Next(msgspec.Struct, frozen=True, kw_only=True):
    """Another game that is proposed, or to which everybody has gone on."""

    number: int
    """What a `Vote` names."""
    seat: Seat
    """Who proposed it."""
    name: str
    """What people call it, the game and its rules."""
    game: str
    preset: str
    changed: dict[str, str | int]
    """Options that differ from the preset."""
    seats: int
    """How many play."""
    agree: tuple[Seat, ...]
    """Who is for it."""
    against: tuple[Seat, ...]
    needed: int
    """How many have to be for it."""
    carried: bool
    """Whether they are: it begins as soon as no deal is on."""
    table: str | None
    """The id of the table at which it is played; everybody who may look at this table may look at that one."""


class Ended(msgspec.Struct, frozen=True):
    """What a game came to."""

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    """Points, by seat."""
    ledger: tuple[int, ...]
    """Money or chips won and lost, by seat."""
    stopped: bool
    """Whether it was voted to an end."""
    places: tuple[int, ...]
    """Who stands where, from 1, by seat; after two who share the first place comes the third."""
    for_chips: bool
    """Whether the ledger and not the score says so."""


class Turning(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the cards are shuffled here, as everybody sees it."""

    shuffle: int = 0
    """How many shuffles there were."""
    void: int = 0
    """How many of them were void, since a number was missing."""
    promised: tuple[Seat, ...] = ()
    """Whose number counts in the next one."""
    people: tuple[Seat, ...] = ()
    """Whose number counts in the present one; none where the house shuffled by itself."""
    waits: bool = False
    """Whether numbers are waited for."""


class Fairness(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an entry adds to what a viewer can check of the present shuffle; see the page about it."""

    bound: Bound | None = None
    """A shuffle begins: the house is bound, and each client that finds its promise there opens its `Number`."""
    turned: Turned | None = None
    """All numbers are open."""
    voided: Voided | None = None
    """Numbers were missing."""
    drawn: tuple[Group, ...] = ()
    """What was taken from the deck."""
    picked: Picked | None = None
    """What was drawn from the numbers alone."""
    opened: dict[int, Deck] = {}
    """The decks dealt in the game, which is over, by the number of the shuffle; only where the table had agreed to that."""
    proofs: tuple[str, ...] = ()
    """Of cards that this viewer sees and that weren't proved to it before."""


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """A table as one viewer sees it."""

    status: Status
    round: int
    """Number of the game at this table, from 1; 0 before the first."""
    seats: tuple[Seated, ...]
    key: str | None = None
    """What is being decided."""
    waiting: tuple[Seat, ...] = ()
    """Who has yet to decide."""
    rest: str | None = None
    """Set while the table looks at a deal that is over: the key that `Ready` names."""
    deadline: int | None = None
    """When the auto-player acts for those who still wait: milliseconds since 1970, UTC."""
    view: Seen | None = None
    """None before the first game."""
    mine: str | None = None
    """What the viewer has decided and may still take back."""
    offer: Offered | None = None
    may_offer: tuple[Seat, ...] = ()
    """Whose arrangement could still be taken back."""
    stop: tuple[Seat, ...] = ()
    """Who has voted to stop."""
    hurry: tuple[Seat, ...] = ()
    """Who wants the rest of the game played fast."""
    result: Ended | None = None
    """What it came to when the game is over."""
    next: Next | None = None
    """Another game that the people here vote on, or to which they have gone on."""


class Asked(msgspec.Struct, frozen=True):
    """What the viewer has to decide, or may do while others decide.

    Sent when a decision begins, anew when something done meanwhile has changed it, and with every `Welcome` while it lasts.
    """

    key: str
    actions: tuple[str, ...] | None
    """All that may be answered, where that is little; None where it is too much to list, or `guide` says it.

    Empty where the viewer might have done something meanwhile, and nothing is left.
    """
    guide: Any = None
    """What the game's board needs to label and check an answer without knowing rules."""
    meanwhile: bool = False
    """Whether nothing waits for the viewer, who may act all the same; it takes effect at once."""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened, told to this viewer. What has its default is left out."""

    version: int
    code: str
    text: str
    """In one sentence."""
    event: Any
    """Its fields, and its kind as ``type``."""
    weight: Weight = Weight.PLAIN
    """How it stands out in the log."""
    sound: Sound = Sound.NONE
    """What goes with it, for those who want to hear it."""
    private: bool = False
    """Whether it names the viewer's own cards, which a board shows and nobody wants to have read out."""


class Talk(msgspec.Struct, frozen=True):
    """What somebody said. Lines are told by the house alone, so nobody can speak with its voice."""

    version: int
    name: str
    """What the speaker is called at this table."""
    text: str
    """What was said; show it as a quotation, and so that it can't be taken for a line."""
    seat: Seat | None = None
    """Where the speaker sits."""
    phrase: str = ""
    """The code of a ready phrase."""


class About(msgspec.Struct, frozen=True, kw_only=True):
    """What a table is."""

    id: str
    game: str
    preset: str
    title: str
    """What its rules are called."""
    rules: dict[str, str | int]
    """All options written out."""
    changed: dict[str, str | int] = {}
    """Those that differ from the preset."""
    clock: str
    """``none``, ``fast``, ``normal`` or ``slow``."""
    public: bool
    suggest: bool
    """Whether suggestions may be asked for."""
    away_s: int
    """Seconds without a connection after which the house plays for somebody whom others wait for."""
    open_decks: bool
    """Whether every card of every deck is shown when a game is over."""
    owner: bool
    """Whether the viewer owns it."""
    invite: str | None = None
    """The code of its link, for those who may pass it on."""


class Here(msgspec.Struct, frozen=True, kw_only=True):
    """How a table stands for a viewer: the same for everybody who sees it from there."""

    scene: Scene
    asked: Asked | None
    lines: tuple[Line, ...]
    """What the viewer was told in this game so far, the newest of it."""
    talk: tuple[Talk, ...] = ()
    """What was said in this game so far, the newest of it."""
    turning: Turning | UnsetType = UNSET
    """How the cards are shuffled; left out before anybody has promised a number."""


class Welcome(Here, frozen=True, kw_only=True, tag_field="is", tag="welcome"):
    """The table as it is now."""

    table: About
    viewer: Seat | None
    """The viewer's seat; None for a spectator."""
    version: int
    now: int
    """The table's clock, milliseconds since 1970, UTC."""
    reserved: Seat | None
    """The seat that the viewer has from the next deal on."""


class Update(msgspec.Struct, frozen=True, kw_only=True, tag_field="is", tag="update"):
    """What one entry of the log changed, as this viewer is told it."""

    version: int
    scene: Scene | UnsetType = UNSET
    """The table as it is now; left out where it is as it was, as when somebody speaks."""
    asked: Asked | None = None
    """Set where a decision of the viewer's begins or has changed; one that was sent before still holds while its key does."""
    lines: tuple[Line, ...] = ()
    talk: tuple[Talk, ...] = ()
    turning: Turning | UnsetType = UNSET
    """How the cards are shuffled now; left out where that is as it was."""
    fair: Fairness | UnsetType = UNSET
    """What it adds to what the viewer can check of the shuffle; left out where that is nothing."""


class Shuffled(msgspec.Struct, frozen=True, tag_field="is", tag="shuffled"):
    """All that a viewer may know of the present shuffle: a part of a transcript, without the viewer's own number."""

    id: str
    """The command's."""
    shuffle: Shuffle | None
    """None where the house shuffled by itself."""


class Saved(msgspec.Struct, frozen=True, tag_field="is", tag="saved"):
    """The command took effect, and is written down."""

    id: str
    version: int


class Refused(msgspec.Struct, frozen=True, tag_field="is", tag="refused"):
    """The command changed nothing."""

    id: str
    code: str
    text: str
    """Why, in one sentence."""


class Suggestion(msgspec.Struct, frozen=True):
    """One way to answer a decision."""

    style: str
    """What it goes by, for programs: a bot's name, or ``coach``."""
    title: str
    """The style, or the answer, in a few words."""
    action: str
    """The answer as it is written."""
    why: str = ""
    """The reasons, in a few sentences; empty where none are given."""


class Suggested(msgspec.Struct, frozen=True, tag_field="is", tag="suggested"):
    """Ways to answer the present decision."""

    id: str
    suggestions: tuple[Suggestion, ...]


class Counted(msgspec.Struct, frozen=True, tag_field="is", tag="counted"):
    """What the viewer's own view says of the cards and the chances."""

    id: str
    odds: Any
    """As the game has it; null where it counts nothing."""


class Looker(msgspec.Struct, frozen=True):
    """Somebody who looks on without a seat."""

    number: int
    """Names them in a command; another where the table was put away meanwhile."""
    name: str


class Watching(msgspec.Struct, frozen=True, tag_field="is", tag="watching"):
    """Who looks on without a seat."""

    id: str
    people: tuple[Looker, ...]
    """In the order of their coming, at most 100; `Present` says how many there are."""


class Present(msgspec.Struct, frozen=True, tag_field="is", tag="present"):
    """Who is connected; told a few times a second at most. It says nothing of the game and is not written down."""

    seats: tuple[bool, ...]
    away: tuple[int | None, ...]
    """Since when each seat's player has had no connection, as far as the house knows: milliseconds since 1970, UTC."""
    watching: int
    """How many look on without a seat."""
    asking: tuple[Asking, ...] = ()
    """Who asks to come in, where the table is private."""


class Pong(msgspec.Struct, frozen=True, tag_field="is", tag="pong"):
    """The answer to `Ping`."""

    now: int


class Bye(msgspec.Struct, frozen=True, tag_field="is", tag="bye"):
    """The last message before the server closes the socket."""

    code: str
    text: str
    again: bool
    """Whether to come back by itself."""


FromTable: TypeAlias = Welcome | Update | Saved | Refused | Shuffled | Suggested | Counted | Watching | Present | Pong | Bye
