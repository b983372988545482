"""The messages that clients send to a table: commands, greetings, pings, and secret numbers for shuffles.

A command has an id that its sender makes up. If a command is sent again with the same id, it has only one effect, and gets the
same answer.
"""

from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta

from prial.core.game import Seat

MOST_BYTES: Final = 4096
"""The longest message that is accepted, in bytes."""

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9_.:-]+$")]
"""The id of a command."""
Number = Annotated[int, Meta(ge=0, le=63)]
"""A seat's index, or another small number."""
Key = Annotated[str, Meta(max_length=60)]
"""The key of a decision, or of a rest (the pause between two deals)."""
Word = Annotated[str, Meta(max_length=60)]
"""A name or a title."""
Hash = Annotated[str, Meta(min_length=43, max_length=43, pattern="^[_A-Za-z0-9-]+$")]
"""32 bytes as base64url without padding."""
Value = Annotated[str, Meta(max_length=200)] | Annotated[int, Meta(ge=0, le=1_000_000)]
"""The value of an option."""


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do"):
    """A command: a person asks a table to do something, or asks a question.

    Some commands may be sent only by the table's owner. Their descriptions say so.
    """

    id: Id
    """The command's id, made up by the sender; different from the ids of the sender's other commands at this table."""


class Sit(Command, frozen=True, tag="sit"):
    """Take an empty seat or, while no game is on, a bot's seat. During a deal, reserve the seat from the next deal on.

    A player who has left a seat during this deal may come back to the hand in that seat. Nobody else gets that hand.
    """

    seat: Number | None = None
    """The seat; None for any free seat, or for the seat that the person has already."""


class Leave(Command, frozen=True, tag="leave"):
    """Give up a seat or a reservation. During a game, a bot (the auto-player) goes on with the seat's cards."""


class Start(Command, frozen=True, tag="start"):
    """Start the first game, or another game when the last one is over. Only the table's owner may do this."""


class Act(Command, frozen=True, tag="act"):
    """Send an action: an answer to the decision that is due, or an action that a seat may take while others decide."""

    key: Key
    """Key of the decision that is due (`Scene.key`)."""
    seat: Number
    """The sender's seat."""
    action: Annotated[str, Meta(max_length=400)]
    """The action, in the game's own notation, such as ``lay AsAhAd KsQsJs …``."""


class Unlock(Command, frozen=True, tag="unlock"):
    """Take back the sender's decision while other players still have to decide."""

    key: Key
    """Key of the decision (`Scene.key`)."""
    seat: Number
    """The sender's seat."""


class Ready(Command, frozen=True, tag="ready"):
    """Say that the sender is ready to go on after a rest (the pause between two deals). The game goes on when all are ready."""

    key: Key
    """Key of the rest (`Scene.rest`)."""


class Back(Command, frozen=True, tag="back"):
    """Take part again after sitting out."""


class StandIn(Command, frozen=True, tag="stand_in"):
    """Let the house play for a player who has no connection, until that player is back.

    The player must have had no connection for ten seconds. Everybody with a seat may send this command.
    """

    seat: Number
    """Seat of the player to stand in for."""


class Promise(Command, frozen=True, tag="promise"):
    """Promise a secret number for the next shuffle by sending its hash.

    The number takes part in the shuffle. The sender's client can check afterwards that the number was used.
    """

    promise: Hash
    """A hash of the number (`prial.fair.hashes.promise`)."""


class AddBot(Command, frozen=True, tag="add_bot"):
    """Put a bot into an empty seat, or in the place of another bot or of a player who sits out.

    Only the table's owner may do this.
    """

    seat: Number
    """The seat."""
    bot: Annotated[str, Meta(max_length=40)]
    """The bot's name in the registry."""


class Remove(Command, frozen=True, tag="remove"):
    """Ask somebody to leave: a player, a bot, or a person who has reserved a seat. Only the table's owner may do this.

    If a player or a bot is removed during a deal, the house plays that seat's hand to its end.
    """

    seat: Number
    """The seat."""
    ban: bool = False
    """Whether the person is barred: they can't come back to look, to talk or to sit."""


class ShowOut(Command, frozen=True, tag="show_out"):
    """Ask a spectator to leave and not to come back. Only the table's owner may do this."""

    number: Number
    """The person's number in `Watching`."""


class Rules(Command, frozen=True, tag="rules"):
    """Change the rules of the table's game, before the first game begins. Only the table's owner may do this."""

    preset: Word | None = None
    """Name of the preset; None for the game's first preset."""
    options: Annotated[dict[Word, Value], Meta(max_length=100)] = {}
    """Options that differ from the preset: maps the option's name to its value."""
    title: Word = ""
    """Title of the rules; empty for the preset's title."""


class Pause(Command, frozen=True, tag="pause"):
    """Stop the clock. Only the table's owner may do this."""


class Resume(Command, frozen=True, tag="resume"):
    """Let the clock run again after a pause. Everybody with a seat may send this command too, since the owner may be gone."""


class Offer(Command, frozen=True, tag="offer"):
    """Offer to let a player take back the last decision. Only the table's owner may do this.

    The decision is taken back as soon as all agree. An offer is refused once an action of that decision has been shown.
    """

    seat: Number
    """The player's seat."""


class Answer(Command, frozen=True, tag="answer"):
    """Agree to an offer, or decline it. If one player declines, the offer ends."""

    seat: Number
    """Seat of the player to whom the offer was made."""
    agree: bool
    """Whether the sender agrees."""


class Stop(Command, frozen=True, tag="stop"):
    """Vote to stop the game, or take the vote back. The game ends when every person who plays wants to stop."""

    agree: bool = True
    """Whether the sender wants to stop."""


class Hurry(Command, frozen=True, tag="hurry"):
    """Ask for fast play in the rest of the game.

    The table doesn't wait for the sender between two deals any more. Once everybody who plays wants fast play, bots answer fast.
    """


class Propose(Command, frozen=True, tag="propose"):
    """Propose another game to the people who play here. The proposal counts as the sender's vote for that game.

    The proposal wins if more than half of the people are for it. Then everybody goes on to a table of that game, as soon as no
    deal is under way.
    """

    game: Word
    """The game's name in the registry."""
    preset: Word | None = None
    """Name of the preset; None for the game's first preset."""
    options: Annotated[dict[Word, Value], Meta(max_length=100)] = {}
    """Options that differ from the preset: maps the option's name to its value.

    If the option ``players`` isn't given, everybody who sits here plays if possible.
    """
    title: Word = ""
    """Title of the rules; empty for the preset's title."""


class Vote(Command, frozen=True, tag="vote"):
    """Vote for or against the proposed game. If the player who proposed that game votes against it, the proposal is withdrawn."""

    proposal: Annotated[int, Meta(ge=0)]
    """Number of the proposal (`Next.number`)."""
    agree: bool
    """Whether the sender votes for the proposed game (True) or against it (False)."""


class Say(Command, frozen=True, tag="say"):
    """Say something to the table: a text, or a ready phrase."""

    text: Annotated[str, Meta(max_length=300)] = ""
    """The text; ignored if a phrase is given."""
    phrase: Annotated[str, Meta(max_length=30)] = ""
    """Code of a ready phrase. If it is empty, ``text`` is said instead."""


class Invite(Command, frozen=True, tag="invite"):
    """Make a new link to the table; the old link doesn't work any more. Only the table's owner may do this.

    At a private table, only the owner and the people with a seat or a reservation may still watch the table. Everybody else needs
    the new link.
    """


class Close(Command, frozen=True, tag="close"):
    """Close the table for good, unless other people are playing there. Only the table's owner may do this."""


class Suggest(Command, frozen=True, tag="suggest"):
    """Ask for ways to answer the present decision. The answer is `Suggested`; nothing is stored."""

    key: Key
    """Key of the decision (`Scene.key`)."""


class Coach(Command, frozen=True, tag="coach"):
    """Ask what to do at the present decision, and why. The answer is `Suggested`, with at most one entry; nothing is stored."""

    key: Key
    """Key of the decision (`Scene.key`)."""


class Shuffles(Command, frozen=True, tag="shuffles"):
    """Ask for everything that the sender may know about the present shuffle. The answer is `Shuffled`; nothing is stored."""


class Watchers(Command, frozen=True, tag="watchers"):
    """Ask which people look at the table but have neither a seat nor a reservation.

    The answer is `Watching`; nothing is stored.
    """


class Odds(Command, frozen=True, tag="odds"):
    """Ask for the game's odds, computed from what the sender's own view shows. The answer is `Counted`; nothing is stored."""

    key: Key
    """Key of the decision (`Scene.key`)."""


Question: TypeAlias = Suggest | Coach | Odds | Shuffles | Watchers
"""Commands that change nothing at a table: they are answered, and nothing is stored."""
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
"""Any command."""


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="hello"):
    """The first message on a socket."""

    version: int | None = None
    """Version of the last update that the client has; None at first. The client gets the missing updates, or a `Welcome`."""
    viewer: Seat | None = None
    """The viewer's seat when the client got its last update; None for a spectator."""


class Ping(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="ping"):
    """Ask whether the server is there. The answer is `Pong`."""


class OpenNumber(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="number"):
    """Reveal (open) the secret number that was promised for a shuffle. There is no answer.

    Once the table has all numbers, it sends them to everybody (`Fairness.turned`).
    """

    shuffle: Annotated[int, Meta(ge=1)]
    """Number of the shuffle."""
    number: Hash
    """The promised number: 32 bytes."""
    next: Hash | None = None
    """A promise for the next shuffle; None for no promise."""


FromClient: TypeAlias = AnyCommand | Hello | Ping | OpenNumber
"""Any message that a client sends."""
