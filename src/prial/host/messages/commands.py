"""What people say to a table: commands, and what begins and keeps a connection.

A command carries an id that its sender makes up: sent again under the same id, it has one effect and the same answer.
"""

from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta

from prial.core.game import Seat

MOST_BYTES: Final = 4096
"""The longest message that is read."""

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9_.:-]+$")]
Number = Annotated[int, Meta(ge=0, le=63)]
Key = Annotated[str, Meta(max_length=60)]
Word = Annotated[str, Meta(max_length=60)]
Hash = Annotated[str, Meta(min_length=43, max_length=43, pattern="^[_A-Za-z0-9-]+$")]
"""32 bytes as base64url without padding."""
Value = Annotated[str, Meta(max_length=200)] | Annotated[int, Meta(ge=0, le=1_000_000)]


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do"):
    """Something that a person wants to happen at a table."""

    id: Id
    """Made up by the sender, unique among its commands at this table."""


class Sit(Command, frozen=True, tag="sit"):
    """Take an empty seat, or a bot's before the game starts. While a deal is on there, it is yours from the next deal on.

    A hand that somebody left in this deal is theirs to come back to.
    """

    seat: Number | None = None
    """None for whichever is free, and for the one that you have if you have one."""


class Leave(Command, frozen=True, tag="leave"):
    """Give the seat up, or one that is reserved; in a game the auto-player goes on with its cards."""


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


class StandIn(Command, frozen=True, tag="stand_in"):
    """Have the house play for somebody who has had no connection for ten seconds, until they come (whoever sits at the table)."""

    seat: Number


class Promise(Command, frozen=True, tag="promise"):
    """Promise a number for the next shuffle: one's own client then adds to the order of the cards, and can check it."""

    promise: Hash


class AddBot(Command, frozen=True, tag="add_bot"):
    """Put a bot into an empty seat, or one whose player left (owner)."""

    seat: Number
    bot: Annotated[str, Meta(max_length=40)]


class Remove(Command, frozen=True, tag="remove"):
    """Ask a player or a bot out of a seat, or whoever is to have it (owner). In a deal the house plays the hand to its end."""

    seat: Number
    ban: bool = False
    """Whether a player may not come back: to look, to talk or to sit."""


class ShowOut(Command, frozen=True, tag="show_out"):
    """Ask somebody who looks on without a seat to leave, and not to come back (owner)."""

    number: Number
    """As `Watching` has it."""


class Rules(Command, frozen=True, tag="rules"):
    """Play by other rules of the same game, before the first game has begun (owner)."""

    preset: Word | None = None
    options: Annotated[dict[Word, Value], Meta(max_length=100)] = {}
    """Those that differ from the preset."""
    title: Word = ""
    """What the rules are called; empty for the preset's title."""


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


class Hurry(Command, frozen=True, tag="hurry"):
    """Have the rest of the game played fast: nobody waits for you at a rest, and bots don't pause once all who play want that."""


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
    """Make a new invitation; the one before opens nothing any more (owner).

    Whoever doesn't sit at a private table sees it no longer, but by the new one.
    """


class Close(Command, frozen=True, tag="close"):
    """Close the table for good, unless others play there just now (owner)."""


class Suggest(Command, frozen=True, tag="suggest"):
    """Ask for ways to answer the present decision. Answered by `Suggested`; nothing is written down."""

    key: Key


class Coach(Command, frozen=True, tag="coach"):
    """Ask what to do at the present decision, and why. Answered by `Suggested` with one suggestion, or none; nothing is kept."""

    key: Key
    """Name of the decision."""


class Shuffles(Command, frozen=True, tag="shuffles"):
    """Ask for all that one may know of the present shuffle. Answered by `Shuffled`; nothing is written down."""


class Watchers(Command, frozen=True, tag="watchers"):
    """Ask who looks on without a seat. Answered by `Watching`; nothing is written down."""


class Odds(Command, frozen=True, tag="odds"):
    """Ask what the own view says of the cards and the chances. Answered by `Counted`; nothing is written down."""

    key: Key


Question: TypeAlias = Suggest | Coach | Odds | Shuffles | Watchers
"""What changes nothing at a table: it is answered, and nothing is written down."""
AnyCommand: TypeAlias = (
    Sit
    | Leave
    | Start
    | Act
    | Unlock
    | Ready
    | Back
    | StandIn
    | Promise
    | AddBot
    | Remove
    | ShowOut
    | Rules
    | Pause
    | Resume
    | Offer
    | Answer
    | Stop
    | Hurry
    | Propose
    | Vote
    | Say
    | Invite
    | Close
    | Question
)


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="hello"):
    """The first message on a socket."""

    version: int | None = None
    """The last update that the client has; the ones after it follow where they are few, else a `Welcome`."""
    viewer: Seat | None = None
    """Whose updates those were."""


class Ping(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="ping"):
    """Is anybody there? Answered by `Pong`."""


class OpenNumber(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="number"):
    """Open a number that was promised. It isn't answered: what comes of it is told to everybody."""

    shuffle: Annotated[int, Meta(ge=1)]
    number: Hash
    next: Hash | None = None
    """The promise for the shuffle after this one."""


FromClient: TypeAlias = AnyCommand | Hello | Ping | OpenNumber
