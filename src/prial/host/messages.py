"""Every message between a table and those around it: commands, their answers, and what a viewer is told.

A command carries an id that its sender makes up: sent again under the same id, it has one effect and the same answer. A
viewer is told one `Update` for each entry of the table's log, so ``version`` counts both and has no gaps.
"""

from enum import StrEnum
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import Meta

from prial.core.game import Seat, Sound, Weight
from prial.host.status import Status

MOST_BYTES: Final = 4096
"""The longest message that is read."""

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9_.:-]+$")]
Number = Annotated[int, Meta(ge=0, le=63)]
Key = Annotated[str, Meta(max_length=60)]
Word = Annotated[str, Meta(max_length=60)]
Value = Annotated[str, Meta(max_length=200)] | Annotated[int, Meta(ge=0, le=1_000_000)]


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do"):
    """Something that a person wants to happen at a table."""

    id: Id
    """Made up by the sender, unique among its commands at this table."""


class Sit(Command, frozen=True, tag="sit"):
    """Take an empty seat, or a bot's before the game starts."""

    seat: Number


class Leave(Command, frozen=True, tag="leave"):
    """Give the seat up; in a game the auto-player goes on with its cards."""


class Start(Command, frozen=True, tag="start"):
    """Start the game, or after its end another one (owner)."""


class Act(Command, frozen=True, tag="act"):
    """Answer a decision, or do something meanwhile."""

    key: Key
    """The decision that is answered, or that others make meanwhile."""
    seat: Number
    action: Annotated[str, Meta(max_length=400)]
    """In the game's own words: ``lay AsAhAd KsQsJs …``."""


class Unlock(Command, frozen=True, tag="unlock"):
    """Take a decision back that still waits for others."""

    key: Key
    seat: Number


class Ready(Command, frozen=True, tag="ready"):
    """Go on after a rest; the game goes on when everybody is."""

    key: Key
    """The scene's ``rest``."""


class Back(Command, frozen=True, tag="back"):
    """Take part again after sitting out."""


class AddBot(Command, frozen=True, tag="add_bot"):
    """Put a bot into an empty seat, or one whose player left (owner)."""

    seat: Number
    bot: Annotated[str, Meta(max_length=40)]


class Remove(Command, frozen=True, tag="remove"):
    """Ask a player or a bot out of a seat (owner)."""

    seat: Number


class Pause(Command, frozen=True, tag="pause"):
    """Stop the clock (owner)."""


class Resume(Command, frozen=True, tag="resume"):
    """Let the clock run on (whoever sits at the table, since the owner may be gone)."""


class Offer(Command, frozen=True, tag="offer"):
    """Offer a player to take an arrangement back that has been laid and not shown; all must agree (owner)."""

    seat: Number


class Answer(Command, frozen=True, tag="answer"):
    """Agree to an offer, or not; one who doesn't ends it."""

    seat: Number
    """To whom it was made."""
    agree: bool


class Stop(Command, frozen=True, tag="stop"):
    """Vote to stop the game, or take the vote back; it ends when every person playing wants it to."""

    agree: bool = True


class Propose(Command, frozen=True, tag="propose"):
    """Propose another game to the people who play here; who proposes is for it.

    When more than half of them are, everybody goes on to a table of that game as soon as no deal is on.
    """

    game: Word
    preset: Word | None = None
    options: Annotated[dict[Word, Value], Meta(max_length=100)] = {}
    """Those that differ from the preset; without ``players`` as many play as here, as far as the game allows."""
    title: Word = ""
    """What the rules are called; empty for the preset's title."""


class Vote(Command, frozen=True, tag="vote"):
    """Be for the game that is proposed, or against it; whoever proposed it takes it back so."""

    proposal: Annotated[int, Meta(ge=0)]
    """Its number in the scene."""
    agree: bool


class Say(Command, frozen=True, tag="say"):
    """Say something to the table: a ready phrase by its code, or text."""

    text: Annotated[str, Meta(max_length=300)] = ""
    phrase: Annotated[str, Meta(max_length=30)] = ""


class Invite(Command, frozen=True, tag="invite"):
    """Make a new invitation; the one before opens nothing any more (owner)."""


class Suggest(Command, frozen=True, tag="suggest"):
    """Ask for ways to answer the present decision. Answered by `Suggested`; nothing is written down."""

    key: Key


class Odds(Command, frozen=True, tag="odds"):
    """Ask what the own view says of the cards and the chances. Answered by `Counted`; nothing is written down."""

    key: Key


AnyCommand: TypeAlias = (
    Sit
    | Leave
    | Start
    | Act
    | Unlock
    | Ready
    | Back
    | AddBot
    | Remove
    | Pause
    | Resume
    | Offer
    | Answer
    | Stop
    | Propose
    | Vote
    | Say
    | Invite
    | Suggest
    | Odds
)


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="hello"):
    """The first message on a socket."""

    version: int | None = None
    """The last update that the client has; the ones after it follow where they are still at hand, else a `Welcome`."""
    viewer: Seat | None = None
    """Whose updates those were."""


class Ping(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="ping"):
    """Is anybody there? Answered by `Pong`."""


FromClient: TypeAlias = AnyCommand | Hello | Ping


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
    locked: bool = False
    """Has decided, and waits for others."""
    ready: bool = False
    """Is ready to go on after a rest."""


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
    owner: bool
    """Whether the viewer owns it."""
    invite: str | None = None
    """The code of its link, for those who may pass it on."""


class Welcome(msgspec.Struct, frozen=True, kw_only=True, tag_field="is", tag="welcome"):
    """The table as it is now."""

    table: About
    viewer: Seat | None
    """The viewer's seat; None for a spectator."""
    version: int
    now: int
    """The table's clock, milliseconds since 1970, UTC."""
    scene: Scene
    asked: Asked | None
    lines: tuple[Line, ...]
    """What the viewer was told in this game so far, the newest 200 of it."""


class Update(msgspec.Struct, frozen=True, kw_only=True, tag_field="is", tag="update"):
    """What one entry of the log changed, as this viewer is told it."""

    version: int
    scene: Scene
    asked: Asked | None = None
    """Set where a decision of the viewer's begins or has changed; one that was sent before still holds while its key does."""
    lines: tuple[Line, ...] = ()


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
    title: str
    action: str


class Suggested(msgspec.Struct, frozen=True, tag_field="is", tag="suggested"):
    """Ways to answer the present decision."""

    id: str
    suggestions: tuple[Suggestion, ...]


class Counted(msgspec.Struct, frozen=True, tag_field="is", tag="counted"):
    """What the viewer's own view says of the cards and the chances."""

    id: str
    odds: Any
    """As the game has it; null where it counts nothing."""


class Present(msgspec.Struct, frozen=True, tag_field="is", tag="present"):
    """Who is connected just now; says nothing of the game and is not written down."""

    seats: tuple[bool, ...]
    watching: int


class Pong(msgspec.Struct, frozen=True, tag_field="is", tag="pong"):
    """The answer to `Ping`."""

    now: int


class Bye(msgspec.Struct, frozen=True, tag_field="is", tag="bye"):
    """The last message before the server closes the socket."""

    code: str
    text: str
    again: bool
    """Whether to come back by itself."""


FromTable: TypeAlias = Welcome | Update | Saved | Refused | Suggested | Counted | Present | Pong | Bye
