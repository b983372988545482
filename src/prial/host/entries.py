"""The log of a table: one entry for each thing that happened, in order. Everything else about a table follows from its log."""

from typing import Any, TypeAlias

import msgspec

from prial.core.game import Seat
from prial.host.fairness import Binding, Numbers


class Entry(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", forbid_unknown_fields=True):
    """Something that happened at a table."""


class Opened(Entry, frozen=True, tag="opened"):
    """The table was set up; always the first entry."""

    owner: str
    """Id of the person who set the table up."""
    game: str
    """The game's name in the registry."""
    game_version: int
    """Version of the game's rules."""
    preset: str
    """Name of the preset."""
    title: str
    """Title of the rules."""
    rules: dict[str, str | int]
    """Maps each option's name to its value."""
    changed: dict[str, str | int]
    """Options that differ from the preset: maps the option's name to its value."""
    clock: str
    """The clock's name: a key of `prial.host.live.CLOCKS`."""
    public: bool
    """Whether everybody may look at the table."""
    suggest: bool
    """Whether players may ask for suggestions and odds."""
    invite: str
    """Code of the table's link."""
    admitted: tuple[str, ...] = ()
    """Ids of the people who were admitted to the previous table, from which the players went on to this table.

    These people may look at this table even if it is private. The tuple is empty if there was no previous table.
    """
    barred: tuple[str, ...] = ()
    """Ids of the people who were barred from the previous table, from which the players went on to this table.

    These people may not come to this table, either. The tuple is empty if there was no previous table.
    """
    away_s: int = 45
    """The house plays for a player after this many seconds without a connection, if another person in the game is connected."""
    open_decks: bool = False
    """Whether every card of every deck is shown when a game is over."""


class Ruled(Entry, frozen=True, tag="ruled"):
    """The owner changed the rules before the first game.

    If the new rules have more seats, the new seats come last. If they have fewer seats, the last seats are removed.
    """

    game_version: int
    """Version of the game's rules."""
    preset: str
    """Name of the preset."""
    title: str
    """Title of the rules."""
    rules: dict[str, str | int]
    """Maps each option's name to its value."""
    changed: dict[str, str | int]
    """Options that differ from the preset: maps the option's name to its value."""


class Sat(Entry, frozen=True, tag="sat"):
    """A person took a seat."""

    seat: Seat
    """The seat."""
    person: str
    """The person's id."""
    name: str
    """The person's name at this table."""
    between: bool = False
    """Whether the person sat down between two deals. If so, the person doesn't see the seat's cards of the last deal."""


class Reserved(Entry, frozen=True, tag="reserved"):
    """A person has reserved an empty seat.

    The house plays the seat's hand until the deal is over. Then the person gets the seat.
    """

    seat: Seat
    """The seat."""
    person: str
    """The person's id."""
    name: str
    """The person's name at this table."""


class BotSat(Entry, frozen=True, tag="bot_sat"):
    """A bot was put into a seat."""

    seat: Seat
    """The seat."""
    bot: str
    """The bot's name in the registry."""
    name: str
    """The bot's name at this table."""


class Left(Entry, frozen=True, tag="left"):
    """A seat, or the reservation of an empty seat, was given up."""

    seat: Seat
    """The seat."""
    removed: bool = False
    """Whether the owner asked the player to leave."""
    barred: bool = False
    """Whether the player may not come back."""


class Admitted(Entry, frozen=True, tag="admitted"):
    """A person used the table's link, or a player let the person in. This person may look at the table from now on."""

    person: str
    """The person's id."""


class ShownOut(Entry, frozen=True, tag="shown_out"):
    """The owner asked somebody without a seat to leave, and not to come back."""

    person: str
    """The person's id."""


class Invited(Entry, frozen=True, tag="invited"):
    """The table got a new link."""

    invite: str
    """Code of the new link."""
    alone: bool = False
    """Whether people who were admitted to a private table must be admitted again before they may look at it.

    The owner needs no new admission, and neither do people with a seat or a reservation.
    """


class Started(Entry, frozen=True, tag="started"):
    """A game began."""


class Promised(Entry, frozen=True, tag="promised"):
    """A player has promised a secret number for the next shuffle, by sending a hash of it."""

    seat: Seat
    """The player's seat."""
    promise: str
    """A hash of the number (`prial.fair.hashes.promise`)."""


class Bound(Entry, frozen=True, tag="bound"):
    """The house's secret number and two decks for a shuffle are fixed. Now the players must reveal their numbers."""

    binding: Binding
    """Everything that is now fixed for the shuffle, including the house's number and its two decks."""


class Voided(Entry, frozen=True, tag="voided"):
    """The secret numbers of some players didn't come in time, so nothing is dealt from the shuffle."""

    missing: tuple[Seat, ...]
    """Seats whose numbers didn't come."""
    numbers: Numbers
    """The numbers that came, by seat."""
    promises: Numbers
    """The promises that came with the numbers, by seat. They are for the next shuffle."""


class Dealt(Entry, frozen=True, tag="dealt"):
    """Cards were dealt, or a number was drawn at random."""

    outcome: Any
    """The cards that were dealt or the number that was drawn, in the form that a game's record uses."""
    numbers: Numbers = ()
    """In the first `Dealt` entry after a shuffle: the players' numbers, by seat.

    Empty in later `Dealt` entries, and if the shuffle waited for no numbers.
    """
    promises: Numbers = ()
    """The promises that came with the numbers, by seat. They are for the next shuffle."""


class DecksOpened(Entry, frozen=True, tag="decks_opened"):
    """The game is over, and all decks dealt in it are shown. This happens only at tables with ``open_decks``."""


class Acted(Entry, frozen=True, tag="acted"):
    """A seat acted: it answered the decision that was due, or took an action that has its effect at once (`Decision.also`)."""

    seat: Seat
    """The seat."""
    key: str
    """Key of the decision that was due (`Live.key`)."""
    action: str
    """The action, in the game's own notation."""
    late: bool = False
    """Whether the seat's time ran out, so that a bot (the auto-player) decided."""


class Unlocked(Entry, frozen=True, tag="unlocked"):
    """A seat took its decision back while other seats hadn't decided yet."""

    seat: Seat
    """The seat."""


class WasReady(Entry, frozen=True, tag="ready"):
    """A player is ready to go on: they have seen enough of a deal that is over."""

    seat: Seat
    """The player's seat."""


class Away(Entry, frozen=True, tag="away"):
    """A player sits out, and a bot (the auto-player) acts in the player's place."""

    seat: Seat
    """The player's seat."""
    gone: bool = False
    """Whether the player sits out because they have no connection. They take part again as soon as they are connected."""


class CameBack(Entry, frozen=True, tag="back"):
    """A player who sat out takes part again."""

    seat: Seat
    """The player's seat."""


class Paused(Entry, frozen=True, tag="paused"):
    """The clock was stopped."""


class Resumed(Entry, frozen=True, tag="resumed"):
    """The clock runs on."""


class Offered(Entry, frozen=True, tag="offered"):
    """The owner offers to let a player take back the last decision."""

    seat: Seat
    """Seat of the player who may take the decision back."""


class Agreed(Entry, frozen=True, tag="agreed"):
    """A player agrees that the last decision may be taken back."""

    seat: Seat
    """Seat of the player who agrees."""


class Declined(Entry, frozen=True, tag="declined"):
    """A player doesn't agree to the owner's offer, so the last decision isn't taken back."""

    seat: Seat
    """Seat of the player who doesn't agree."""


class TookBack(Entry, frozen=True, tag="took_back"):
    """All agreed to the owner's offer: the player named in the offer takes the last decision back and decides again."""

    seat: Seat
    """Seat of the player who decides again."""


class Voted(Entry, frozen=True, tag="voted"):
    """A player wants to stop the game, or no longer wants to stop it."""

    seat: Seat
    """The player's seat."""
    agree: bool
    """Whether the player wants to stop."""


class Hurried(Entry, frozen=True, tag="hurried"):
    """A player wants fast play until the game ends."""

    seat: Seat
    """The player's seat."""


class Stopped(Entry, frozen=True, tag="stopped"):
    """Everybody voted to stop. The game ends here, and the present standing is its result."""


class Proposed(Entry, frozen=True, tag="proposed"):
    """A player proposes another game. The proposal counts as the player's vote for that game."""

    seat: Seat
    """The player's seat."""
    game: str
    """The proposed game's name in the registry."""
    preset: str
    """Name of the preset."""
    title: str
    """Title of the rules."""
    rules: dict[str, str | int]
    """Maps each option's name to its value."""
    changed: dict[str, str | int]
    """Options that differ from the preset: maps the option's name to its value."""
    seats: int
    """Number of players."""
    name: str
    """Name of the game and its rules, as it is shown to people."""


class VotedNext(Entry, frozen=True, tag="voted_next"):
    """A player votes for the proposed game, or against it."""

    seat: Seat
    """The player's seat."""
    agree: bool
    """Whether the player is for the proposed game."""


class Carried(Entry, frozen=True, tag="carried"):
    """Most players are for the proposed game. That game begins as soon as no deal is under way."""


class Dropped(Entry, frozen=True, tag="dropped"):
    """The proposal was taken back, or too many players are against it."""


class WentOn(Entry, frozen=True, tag="went_on"):
    """Everybody goes on to another table, where the proposed game is played.

    If a game at this table isn't finished, it ends here, and the present standing is its result.
    """

    table: str
    """Id of the other table, which is set up after this entry is stored. If the setup is tried again, it uses the same id."""


class Said(Entry, frozen=True, tag="said"):
    """Somebody spoke."""

    person: str
    """The speaker's id."""
    name: str
    """The speaker's name at this table."""
    seat: Seat | None
    """The speaker's seat; None for somebody without a seat."""
    text: str
    """What was said."""
    phrase: str
    """Code of a ready phrase (`prial.host.rulings.PHRASES`); empty for typed text."""


class Credited(Entry, frozen=True, tag="credited"):
    """Nobody could play for a while: the house was closed or stood still, or couldn't store anything.

    The lost time is added to the deadline.
    """

    ms: int
    """Milliseconds added to the deadline. They are less than 0 if the machine's clock was set back."""


class Froze(Entry, frozen=True, tag="froze"):
    """The program has a fault, so nothing more happens at this table."""


class Ended(Entry, frozen=True, tag="ended"):
    """The table is closed for good."""

    why: str
    """The reason why the table is closed: ``version``, ``closed`` or ``unvisited``.

    ``version``: the program now plays the table's game by other rules. ``closed``: the owner closed the table. ``unvisited``:
    nobody came to the table any more.
    """


AnyEntry: TypeAlias = (
    Opened
    | Ruled
    | Sat
    | Reserved
    | BotSat
    | Left
    | Admitted
    | ShownOut
    | Invited
    | Started
    | Promised
    | Bound
    | Voided
    | Dealt
    | DecksOpened
    | Acted
    | Unlocked
    | WasReady
    | Away
    | CameBack
    | Paused
    | Resumed
    | Offered
    | Agreed
    | Declined
    | TookBack
    | Voted
    | Hurried
    | Stopped
    | Proposed
    | VotedNext
    | Carried
    | Dropped
    | WentOn
    | Said
    | Credited
    | Froze
    | Ended
)
"""Any entry of a log."""

Entries: TypeAlias = list[AnyEntry]
"""Entries that are added to a log together, in order."""

DECODER: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)
"""Reads an entry from the log."""


def written(entry: AnyEntry) -> bytes:
    """Encode an entry as JSON, which is how the log stores it."""
    return msgspec.json.encode(entry)
