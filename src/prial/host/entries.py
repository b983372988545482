"""The log of a table: one entry for each thing that happened, in order. Everything else about a table follows from it."""

from typing import Any, TypeAlias

import msgspec

from prial.core.game import Seat
from prial.host.fairness import Binding, Numbers


class Entry(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", forbid_unknown_fields=True):
    """Something that happened at a table."""


class Opened(Entry, frozen=True, tag="opened"):
    """The table was set up; always the first entry."""

    owner: str
    """The person's id."""
    game: str
    game_version: int
    preset: str
    title: str
    rules: dict[str, str | int]
    """All options written out."""
    changed: dict[str, str | int]
    """Those that differ from the preset."""
    clock: str
    public: bool
    suggest: bool
    invite: str
    admitted: tuple[str, ...] = ()
    """Who else may look at it though it is private: everybody who could look at the table that went on to it."""
    barred: tuple[str, ...] = ()
    """Who was asked to leave that table for good."""
    away_s: int = 45
    """Seconds without a connection after which the house plays for somebody whom others wait for."""
    open_decks: bool = False
    """Whether every card of every deck is shown when a game is over."""


class Ruled(Entry, frozen=True, tag="ruled"):
    """Its owner changed the rules before the first game; seats come or go at the end."""

    game_version: int
    preset: str
    title: str
    rules: dict[str, str | int]
    """All options written out."""
    changed: dict[str, str | int]
    """Those that differ from the preset."""


class Sat(Entry, frozen=True, tag="sat"):
    """A person took a seat."""

    seat: Seat
    person: str
    name: str
    between: bool = False
    """Whether a deal was over and the next one hadn't begun: the seat's own cards from before stay hidden from its new player."""


class Reserved(Entry, frozen=True, tag="reserved"):
    """A person is to have an empty seat as soon as the deal is over that the house still plays there."""

    seat: Seat
    person: str
    name: str


class BotSat(Entry, frozen=True, tag="bot_sat"):
    """A bot was put into a seat."""

    seat: Seat
    bot: str
    name: str


class Left(Entry, frozen=True, tag="left"):
    """A seat was given up, or what was reserved of it."""

    seat: Seat
    removed: bool = False
    """Whether the owner asked for it."""
    barred: bool = False
    """Whether its player may not come back."""


class Admitted(Entry, frozen=True, tag="admitted"):
    """Somebody came by the table's link."""

    person: str


class ShownOut(Entry, frozen=True, tag="shown_out"):
    """The owner asked somebody without a seat to leave, and not to come back."""

    person: str


class Invited(Entry, frozen=True, tag="invited"):
    """The link was made anew."""

    invite: str
    alone: bool = False
    """Whether only those who sit there may go on looking: whoever had no more than the old link may not."""


class Started(Entry, frozen=True, tag="started"):
    """A game began."""


class Promised(Entry, frozen=True, tag="promised"):
    """A player has promised a number for the next shuffle."""

    seat: Seat
    promise: str


class Bound(Entry, frozen=True, tag="bound"):
    """The house is bound to the decks of a shuffle; numbers are waited for."""

    binding: Binding


class Voided(Entry, frozen=True, tag="voided"):
    """Numbers didn't come in time, so nothing is dealt from the shuffle."""

    missing: tuple[Seat, ...]
    """Whose."""
    numbers: Numbers
    """Those that came."""
    promises: Numbers
    """What came with them for the next shuffle."""


class Dealt(Entry, frozen=True, tag="dealt"):
    """Nature moved."""

    outcome: Any
    """As a record holds it."""
    numbers: Numbers = ()
    """What people opened for the shuffle that this is the first move of."""
    promises: Numbers = ()
    """What came with them for the next one."""


class DecksOpened(Entry, frozen=True, tag="decks_opened"):
    """The game is over, and all decks that were dealt in it are shown, as the table had agreed."""


class Acted(Entry, frozen=True, tag="acted"):
    """A seat decided, or did something meanwhile that nothing waited for."""

    seat: Seat
    key: str
    action: str
    late: bool = False
    """Whether its time ran out, and the auto-player decided."""


class Unlocked(Entry, frozen=True, tag="unlocked"):
    """A seat took its decision back while others still thought."""

    seat: Seat


class WasReady(Entry, frozen=True, tag="ready"):
    """A player has seen enough of a deal that is over."""

    seat: Seat


class Away(Entry, frozen=True, tag="away"):
    """A player sits out; the auto-player acts."""

    seat: Seat
    gone: bool = False
    """Whether they aren't connected: then they are back as soon as they come."""


class CameBack(Entry, frozen=True, tag="back"):
    """A player who sat out takes part again."""

    seat: Seat


class Paused(Entry, frozen=True, tag="paused"):
    """The clock stands."""


class Resumed(Entry, frozen=True, tag="resumed"):
    """The clock runs on."""


class Offered(Entry, frozen=True, tag="offered"):
    """The owner offers a player to take an arrangement back."""

    seat: Seat


class Agreed(Entry, frozen=True, tag="agreed"):
    """A player agrees to that."""

    seat: Seat


class Declined(Entry, frozen=True, tag="declined"):
    """A player doesn't, and the offer is off."""

    seat: Seat


class TookBack(Entry, frozen=True, tag="took_back"):
    """All agreed: the arrangement lies open again for its owner."""

    seat: Seat


class Voted(Entry, frozen=True, tag="voted"):
    """A player wants to stop, or no longer does."""

    seat: Seat
    agree: bool


class Hurried(Entry, frozen=True, tag="hurried"):
    """A player waits for nobody's pause any more, until the game is over."""

    seat: Seat


class Stopped(Entry, frozen=True, tag="stopped"):
    """Everybody wanted to: the game is over as it stands."""


class Proposed(Entry, frozen=True, tag="proposed"):
    """A player proposes another game, and is for it."""

    seat: Seat
    game: str
    preset: str
    title: str
    rules: dict[str, str | int]
    """All options written out."""
    changed: dict[str, str | int]
    """Those that differ from the preset."""
    seats: int
    """How many play."""
    name: str
    """What people call it, the game and its rules."""


class VotedNext(Entry, frozen=True, tag="voted_next"):
    """A player is for what is proposed, or against it."""

    seat: Seat
    agree: bool


class Carried(Entry, frozen=True, tag="carried"):
    """Most players are for it: it is played as soon as no deal is on."""


class Dropped(Entry, frozen=True, tag="dropped"):
    """It was taken back, or too many are against it."""


class WentOn(Entry, frozen=True, tag="went_on"):
    """Everybody goes to another table, where it is played. A game that is on here is over as it stands."""

    table: str
    """The other table's id. It is opened after this is written down, and then exactly once, however often that is tried."""


class Said(Entry, frozen=True, tag="said"):
    """Somebody spoke."""

    person: str
    name: str
    seat: Seat | None
    text: str
    phrase: str


class Credited(Entry, frozen=True, tag="credited"):
    """Nobody could play for so long, and the deadline is that much later.

    The house was closed or stood still, or couldn't write anything down.
    """

    ms: int
    """Milliseconds; less than 0 where the machine's clock was set back, and the deadline with it."""


class Froze(Entry, frozen=True, tag="froze"):
    """The program made a mistake here, so nothing goes on at this table."""


class Ended(Entry, frozen=True, tag="ended"):
    """The table is closed for good."""

    why: str
    """``version``: its game is played by other rules now; ``closed``: by its owner; ``unvisited``: nobody came any more."""


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

Entries: TypeAlias = list[AnyEntry]

DECODER: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)
"""Reads an entry from the log."""


def written(entry: AnyEntry) -> bytes:
    """An entry as the log holds it."""
    return msgspec.json.encode(entry)
