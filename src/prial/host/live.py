"""A table as it is after an entry of its log has been applied. `prial.host.fold` applies the next entry to it."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from prial.core.game import Chance, Decision, Game, Node, Result, Seat, State
from prial.core.step import Step
from prial.host import entries as log
from prial.host.fairness import Fair
from prial.host.messages import Sitting
from prial.host.proposal import Proposal
from prial.host.status import PLAYING, Status

CLOCKS: Final[Mapping[str, tuple[int, int] | None]] = {
    "none": None,
    "fast": (30, 20),
    "normal": (90, 45),
    "slow": (300, 120),
}
"""Maps a clock's name to two times in seconds: for one decision, and for looking at a deal that is over.

None stands for a table without a clock.
"""
MISSES: Final = 2
"""If a player's time runs out in this many decisions in a row, the player sits out."""


class Sitter(msgspec.Struct, frozen=True, gc=False):
    """A seat, and the person or bot that sits there."""

    kind: Sitting = Sitting.OPEN
    """Whether the seat is empty, a person's or a bot's."""
    name: str = ""
    """Name of the player or bot at this table; empty for an empty seat."""
    person: str = ""
    """Id of the person whose seat it is; empty for a bot's seat and an empty seat."""
    bot: str = ""
    """The bot's name in the registry; empty if no bot sits in the seat."""
    away: bool = False
    """Whether the player sits out, so that a bot (the auto-player) acts in their place."""
    gone: bool = False
    """Whether the player sits out because they have no connection. They take part again as soon as they are connected."""
    missed: int = 0
    """Number of decisions in a row in which the player's time ran out."""

    @property
    def here(self) -> bool:
        """Whether a person sits here and takes part. If so, the others wait for this player."""
        return self.kind is Sitting.PERSON and not self.away


class Waiting(msgspec.Struct, frozen=True):
    """Somebody who has reserved a seat, and gets it before the next deal."""

    person: str
    """The person's id."""
    name: str
    """The person's name at this table."""


class Undo(msgspec.Struct, frozen=True):
    """A decision that may be taken back. Several seats made it together, and none of their actions has been shown yet."""

    key: str
    """The decision's key (`Live.key`)."""
    state: State[Any]
    """The state before the decision."""
    gathered: Mapping[Seat, Any]
    """The action of each seat that took part in the decision."""


class Live(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A table as it is after an entry of its log has been applied.

    No field refers back to the object itself, so the garbage collector needn't track such objects (``gc=False``).
    """

    opened: log.Opened
    """The first entry of the log, but with the new rules if the owner has changed them."""
    game: Game[Any, Any]
    """The game with its rules."""
    version: int
    """Number of entries in the table's log."""
    status: Status = Status.OPEN
    """The table's status."""
    owner: str
    """Id of the table's owner."""
    invite: str
    """Code of the table's link."""
    admitted: frozenset[str] = frozenset()
    """Ids of the people who may look at the table if it is private.

    The people are:

    * the owner
    * people who used the link or were let in
    * people who sat down or reserved a seat
    * people who were admitted to the players' previous table

    Barred people are removed. A new link with ``Invited.alone`` keeps only the owner and people with a seat or a reservation.
    """
    barred: frozenset[str] = frozenset()
    """Ids of the people who were asked to leave for good."""
    seats: tuple[Sitter, ...]
    """The seats, in order."""
    reserved: Mapping[Seat, Waiting] = {}
    """For each reserved seat, the person who gets it before the next deal."""
    left_hands: Mapping[Seat, str] = {}
    """For each seat that a player gave up in this deal, that player's id. No other person gets the seat until the deal ends."""
    absent: frozenset[Seat] = frozenset()
    """Seats of players who lost their connection in this deal.

    Until the deal is over, a vote can end the game only if these players have also voted to stop.
    """
    newcomers: frozenset[Seat] = frozenset()
    """Seats that were taken since the last deal was over."""
    since: int = 0
    """Start of the present game, in milliseconds since 1970 (UTC). Before the first game: when the table was set up."""
    round: int = 0
    """Number of the present game at this table, from 1; 0 before the first game."""
    players: Mapping[str, Seat] = {}
    """Maps each person's id to the one seat that the person may have in this game, so that nobody sees two hands of one game."""
    turn: int = 0
    """Number of the game's present state. It grows with each new state, and doesn't start again when another game begins."""
    state: State[Any] | None = None
    """The game's state; None before the first game."""
    gathered: Mapping[Seat, Any] = {}
    """The actions given so far in the present decision, by seat. They take effect once all seats that decide have acted."""
    late: frozenset[Seat] = frozenset()
    """Seats whose time ran out in the present decision."""
    node: Node | None = None
    """The game's present node: a decision, a move of nature, or the end of the game. It is None before the first game."""
    deadline: int | None = None
    """Time at which the clock runs out, in milliseconds since 1970 (UTC). It is None while no clock runs."""
    left: int | None = None
    """Milliseconds that were left until the deadline when the table was paused; None if it isn't paused, or if no clock ran."""
    ready: frozenset[Seat] = frozenset()
    """Seats whose players have seen enough of the deal that is over."""
    undo: Undo | None = None
    """The decision that may still be taken back, if there is one."""
    offer: Seat | None = None
    """Seat of the player named in the owner's offer: if all agree, the player takes a decision back. None without an offer."""
    agreed: frozenset[Seat] = frozenset()
    """Seats whose players agree to the offer."""
    stop: frozenset[Seat] = frozenset()
    """Seats whose players have voted to stop the game."""
    hurry: frozenset[Seat] = frozenset()
    """Seats whose players want the rest of the game played fast."""
    result: Result | None = None
    """The result of the game; None until the game is over."""
    stopped: bool = False
    """Whether the game was ended by a vote."""
    proposal: Proposal | None = None
    """Another game that a player has proposed."""
    fair: Fair = Fair()
    """The state of the table's shuffles."""

    @property
    def key(self) -> str | None:
        """Key of the decision that is due: the game's number, a dot, and `Decision.key`. It is None if no decision is due."""
        return f"{self.round}.{self.node.key}" if isinstance(self.node, Decision) and self.status in PLAYING else None

    @property
    def rest(self) -> str | None:
        """Key of the present rest, the pause between two deals; None if there is no rest now."""
        resting = isinstance(self.node, Chance) and self.node.rest and self.status in PLAYING
        return f"{self.round}.rest.{self.turn}" if resting else None

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """Seats that have yet to decide."""
        if not isinstance(self.node, Decision):
            return ()
        return tuple([seat for seat in self.node.seats if seat not in self.gathered])

    @property
    def here(self) -> frozenset[Seat]:
        """Seats of the people who take part now. Seats of bots and of people who sit out aren't among them."""
        return frozenset(seat for seat, sitter in enumerate(self.seats) if sitter.here)

    @property
    def voters(self) -> frozenset[Seat]:
        """Seats of the people who must all agree to end the game by a vote."""
        return self.here | self.absent

    @property
    def nature_moves(self) -> bool:
        """Whether nature should move now. It should if its move is due, `status` is `Status.LIVE`, and nothing delays the move.

        A shuffle delays the move while it waits for players' numbers. A rest (the pause between two deals) delays the move until
        everybody who takes part is ready or wants fast play.
        """
        if self.fair.waits:
            return False
        seen = self.here <= self.ready | self.hurry
        return self.status is Status.LIVE and isinstance(self.node, Chance) and (not self.node.rest or seen)

    @property
    def fast(self) -> bool:
        """Whether bots answer fast, because everybody who takes part wants fast play."""
        return bool(self.hurry) and self.here <= self.hurry

    @property
    def between(self) -> bool:
        """Whether no deal is under way: a deal is over and the next one hasn't begun, or the game is over or was stopped."""
        resting = isinstance(self.node, Chance | Decision) and self.node.rest and self.status in PLAYING
        return resting or self.status is Status.OVER

    @property
    def seats_waiting(self) -> bool:
        """Whether it is time to give reserved seats to the people who have reserved them."""
        return bool(self.reserved) and self.between

    @property
    def opens_decks(self) -> bool:
        """Whether it is time to show decks: the game is over, there are decks to show, and they haven't been shown yet."""
        return self.status is Status.OVER and bool(self.fair.sealed) and not self.fair.opened

    @property
    def goes_on(self) -> bool:
        """Whether everybody should go on to another table now: the vote for another game is won, and no deal is under way."""
        if self.proposal is None or not self.proposal.carried or self.proposal.table:
            return False
        return self.between

    @property
    def next_table(self) -> str:
        """Id of the table to which everybody went on. It is empty if they haven't gone on."""
        return "" if self.proposal is None else self.proposal.table

    @property
    def people(self) -> tuple[str, ...]:
        """Ids of the players, by seat; empty for a bot's seat and an empty seat."""
        return tuple([sitter.person for sitter in self.seats])

    @property
    def players_here(self) -> frozenset[str]:
        """Ids of the people who have a seat or have reserved one."""
        return frozenset({*self.people, *(waiting.person for waiting in self.reserved.values())} - {""})

    def seat_of(self, person: str) -> Seat | None:
        """The seat of a person; None for somebody without one."""
        return next((seat for seat, sitter in enumerate(self.seats) if person and sitter.person == person), None)

    def reserved_for(self, person: str) -> Seat | None:
        """The seat that a person has reserved; None for somebody who has reserved no seat."""
        return next((seat for seat, waiting in self.reserved.items() if waiting.person == person), None)

    def eyes(self, seat: Seat | None) -> Seat | None:
        """The seat through which a viewer sees the game.

        Args:
            seat: the viewer's seat; None for a spectator.
        Returns:
            The viewer's seat; None if the viewer sees only what spectators see. A person who took the seat after the game sees
            what spectators see.
        """
        if seat is None or self.seats[seat].kind is not Sitting.PERSON:
            return seat
        return seat if self.players.get(self.seats[seat].person) == seat else None

    def driver(self, seat: Seat) -> str | None:
        """Who decides for a seat: a bot's name, ``""`` for the bot that acts for absent players, or None if a person decides."""
        sitter = self.seats[seat]
        return None if sitter.here else sitter.bot

    @property
    def places(self) -> int:
        """Number of seats that belong to people or are reserved for them."""
        return sum(sitter.kind is Sitting.PERSON for sitter in self.seats) + len(self.reserved)

    @property
    def names(self) -> list[str]:
        """The players' names, by seat. The name of an empty seat is made from its number, such as ``Seat 2``."""
        return [sitter.name or f"Seat {seat + 1}" for seat, sitter in enumerate(self.seats)]

    def others(self, person: str) -> list[str]:
        """Names of all bots, and of all people who have a seat or a reservation. One person may be left out.

        Args:
            person: id of the person to leave out; empty to leave out nobody.
        """
        seated = [sitter.name for sitter in self.seats if sitter.name and (not person or sitter.person != person)]
        return seated + [waiting.name for waiting in self.reserved.values() if waiting.person != person]


class Applied(msgspec.Struct, frozen=True, gc=False):
    """One entry of a log, with the table before it and after it."""

    before: Live | None
    """The table before the entry; None for the first entry."""
    entry: log.AnyEntry
    """The entry."""
    at: int
    """Time of the entry's event, in milliseconds since 1970 (UTC)."""
    after: Live
    """The table after the entry."""
    step: Step[Any, Any] | None = None
    """The effect on the game, if the entry is a move of nature or a seat's action; None for any other entry."""
