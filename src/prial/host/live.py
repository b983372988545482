"""A table as it stands after an entry of its log. `prial.host.fold` carries it on."""

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
"""By name, the seconds for a decision and for looking at a deal that is over; None where nobody is hurried."""
MISSES: Final = 2
"""So many decisions in a row that ran out of time, and a player sits out."""


class Sitter(msgspec.Struct, frozen=True, gc=False):
    """A seat and who sits there."""

    kind: Sitting = Sitting.OPEN
    name: str = ""
    person: str = ""
    """Whose seat it is."""
    bot: str = ""
    away: bool = False
    gone: bool = False
    """Away for want of a connection: back as soon as they come."""
    missed: int = 0
    """Decisions in a row that ran out of time."""

    @property
    def here(self) -> bool:
        """Whether a person sits here and takes part: one whom the others wait for."""
        return self.kind is Sitting.PERSON and not self.away


class Waiting(msgspec.Struct, frozen=True):
    """Somebody who has a seat from the next deal on."""

    person: str
    name: str


class Undo(msgspec.Struct, frozen=True):
    """A decision of several seats that has just been laid and of which nothing has been shown."""

    key: str
    state: State[Any]
    gathered: Mapping[Seat, Any]


class Live(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A table as it stands after an entry of its log. Nothing in it leads back to it, so the collector needn't look."""

    opened: log.Opened
    game: Game[Any, Any]
    version: int
    """How many entries its log has."""
    status: Status = Status.OPEN
    owner: str
    invite: str
    admitted: frozenset[str] = frozenset()
    """Who may look at it though it is private: its maker, who came by the link, who has sat there."""
    barred: frozenset[str] = frozenset()
    """Who was asked to leave for good."""
    seats: tuple[Sitter, ...]
    reserved: Mapping[Seat, Waiting] = {}
    """Who has an empty seat from the next deal on."""
    left_hands: Mapping[Seat, str] = {}
    """Whose each hand is that was left of their own will in this deal: they may come back to it, and nobody else has it."""
    absent: frozenset[Seat] = frozenset()
    """Who went away for want of a connection in this deal: until it is over nothing is ended without their word."""
    newcomers: frozenset[Seat] = frozenset()
    """Seats that were taken since the last deal was over."""
    since: int = 0
    """When its present game began or, before the first, when it was set up, milliseconds since 1970, UTC."""
    round: int = 0
    """Number of the game, from 1."""
    players: Mapping[str, Seat] = {}
    """Where each person has sat in this game: nobody sees two hands of it."""
    turn: int = 0
    """Counts the states in which there was something to decide, deal or look at, all games together; never the same twice."""
    state: State[Any] | None = None
    gathered: Mapping[Seat, Any] = {}
    late: frozenset[Seat] = frozenset()
    """Who ran out of time in the present decision."""
    node: Node | None = None
    deadline: int | None = None
    """Milliseconds since 1970, UTC."""
    left: int | None = None
    """Milliseconds that are left, while the clock stands."""
    ready: frozenset[Seat] = frozenset()
    undo: Undo | None = None
    offer: Seat | None = None
    agreed: frozenset[Seat] = frozenset()
    stop: frozenset[Seat] = frozenset()
    hurry: frozenset[Seat] = frozenset()
    """Who wants the rest of the game played fast."""
    result: Result | None = None
    stopped: bool = False
    """Whether the game was voted to an end."""
    proposal: Proposal | None = None
    """Another game that somebody proposes."""
    fair: Fair = Fair()
    """What the shuffles have come to."""

    @property
    def key(self) -> str | None:
        """What is being decided: the decision's key, after the number of the game; None where nothing is."""
        return f"{self.round}.{self.node.key}" if isinstance(self.node, Decision) and self.status in PLAYING else None

    @property
    def rest(self) -> str | None:
        """The rest that the table takes, if it does."""
        resting = isinstance(self.node, Chance) and self.node.rest and self.status in PLAYING
        return f"{self.round}.rest.{self.turn}" if resting else None

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """Who has yet to decide."""
        if not isinstance(self.node, Decision):
            return ()
        return tuple([seat for seat in self.node.seats if seat not in self.gathered])

    @property
    def here(self) -> frozenset[Seat]:
        """Seats of the people who take part."""
        return frozenset(seat for seat, sitter in enumerate(self.seats) if sitter.here)

    @property
    def voters(self) -> frozenset[Seat]:
        """Seats of the people without whose word nothing that is played here is ended."""
        return self.here | self.absent

    @property
    def nature_moves(self) -> bool:
        """Whether nature should move now: nobody is looked for, nobody's number, and nobody still looks at the last deal."""
        if self.fair.waits:
            return False
        seen = self.here <= self.ready | self.hurry
        return self.status is Status.LIVE and isinstance(self.node, Chance) and (not self.node.rest or seen)

    @property
    def fast(self) -> bool:
        """Whether bots don't pause: everybody who takes part wants that."""
        return bool(self.hurry) and self.here <= self.hurry

    @property
    def between(self) -> bool:
        """Whether a deal is over, and the next one hasn't begun; a game may be over with it, or broken off in its middle."""
        resting = isinstance(self.node, Chance | Decision) and self.node.rest and self.status in PLAYING
        return resting or self.status is Status.OVER

    @property
    def seats_waiting(self) -> bool:
        """Whether whoever has a seat reserved should have it now."""
        return bool(self.reserved) and self.between

    @property
    def opens_decks(self) -> bool:
        """Whether the decks of the game should be shown now."""
        return self.status is Status.OVER and bool(self.fair.sealed) and not self.fair.opened

    @property
    def goes_on(self) -> bool:
        """Whether everybody should go to another table now: most want another game, and no deal is on."""
        if self.proposal is None or not self.proposal.carried or self.proposal.table:
            return False
        return self.between

    @property
    def next_table(self) -> str:
        """The id of the table to which everybody went; empty while they are here."""
        return "" if self.proposal is None else self.proposal.table

    @property
    def people(self) -> tuple[str, ...]:
        """Whose each seat is, by seat; empty for a bot's and an open one."""
        return tuple([sitter.person for sitter in self.seats])

    @property
    def players_here(self) -> frozenset[str]:
        """Who has a seat, or is to have one."""
        return frozenset({*self.people, *(waiting.person for waiting in self.reserved.values())} - {""})

    def seat_of(self, person: str) -> Seat | None:
        """Where a person sits."""
        return next((seat for seat, sitter in enumerate(self.seats) if person and sitter.person == person), None)

    def reserved_for(self, person: str) -> Seat | None:
        """The seat that a person is to have from the next deal on."""
        return next((seat for seat, waiting in self.reserved.items() if waiting.person == person), None)

    def eyes(self, seat: Seat | None) -> Seat | None:
        """As whom a seat's owner sees the cards: as a spectator, if the seat was taken after the game."""
        if seat is None or self.seats[seat].kind is not Sitting.PERSON:
            return seat
        return seat if self.players.get(self.seats[seat].person) == seat else None

    def driver(self, seat: Seat) -> str | None:
        """Who decides for a seat that no person decides for: a bot's name, or ``""`` for the auto-player."""
        sitter = self.seats[seat]
        return None if sitter.here else sitter.bot

    @property
    def places(self) -> int:
        """How many seats people have, or are to have."""
        return sum(sitter.kind is Sitting.PERSON for sitter in self.seats) + len(self.reserved)

    @property
    def names(self) -> list[str]:
        """The players' names, by seat."""
        return [sitter.name or f"Seat {seat + 1}" for seat, sitter in enumerate(self.seats)]

    def others(self, person: str) -> list[str]:
        """What everybody else here is called who has a seat, or is to have one: all of them beside nobody (``""``), bots too."""
        seated = [sitter.name for sitter in self.seats if sitter.name and (not person or sitter.person != person)]
        return seated + [waiting.name for waiting in self.reserved.values() if waiting.person != person]


class Applied(msgspec.Struct, frozen=True, gc=False):
    """One entry and what it did."""

    before: Live | None
    entry: log.AnyEntry
    at: int
    after: Live
    step: Step[Any, Any] | None = None
    """Where the game moved."""
