"""What lies on a Crash table: the public part of the state."""

from enum import StrEnum

import msgspec

from prial.core.game import Seat


class Phase(StrEnum):
    """Where a game is."""

    DEALER = "dealer"
    """The first dealer is found."""
    DEAL = "deal"
    """Cards are dealt."""
    SWAP = "swap"
    """Seats are asked one after the other whether they swap for a spare hand."""
    ARRANGE = "arrange"
    """All arrange, in secret."""
    CALL = "call"
    """Seats are asked one after the other whether they announce a crash."""
    OVER = "over"


class Reason(StrEnum):
    """Why a place went as it did."""

    BEST = "best"
    """The winner's hand is the only best."""
    NEXT_BEST = "next_best"
    """Better hands were level and cancelled each other."""
    STOPPER = "stopper"
    """The best hands are level; nobody scores."""
    EMPTY = "empty"
    """Nobody laid a hand that counts."""


class Declaration(StrEnum):
    """What may be declared while arranging."""

    KNOCK = "knock"
    """The laid hands use all four cards of a rank."""
    SIX_PAIRS = "six_pairs"
    """A new deal is asked for."""
    THIRTEEN_STRAIGHT = "thirteen_straight"
    """One card of each rank, which wins the game."""


class Place(msgspec.Struct, frozen=True, gc=False):
    """How one place of a deal went."""

    winner: Seat | None
    reason: Reason


class Settled(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What a deal came to."""

    places: tuple[Place, ...] = ()
    """By place, as far as they were shown."""
    points: tuple[int, ...]
    """Points of this deal, by seat."""
    scores: tuple[int, ...]
    """Points after it, by seat."""
    crash: Seat | None = None
    """Who won every place, where that counts."""
    four: Seat | None = None
    """Who scored for four of a kind, or won the game by four threes."""
    four_rank: int | None = None
    """The rank of that four of a kind."""
    fouls: tuple[Seat, ...] = ()
    void: bool = False
    """Whether the same dealer deals again."""
    out: tuple[Seat, ...] = ()
    """Seats that left the game by this deal."""
    level: tuple[Seat, ...] = ()
    """Seats that alone can win from now on; empty before any sudden death."""
    ledger: tuple[int, ...]
    """Money of this deal, by seat; where the game is over, all that is paid then too."""
    pot: int = 0
    """The pot after it."""
    over: bool = False
    winners: tuple[Seat, ...] = ()


class Table(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Everything that anybody may see."""

    phase: Phase = Phase.DEALER
    deal: int = 0
    """Deals so far, void ones too."""
    dealer: Seat = 0
    cutting: tuple[Seat, ...] = ()
    """Seats that cut for the first deal now."""
    playing: tuple[Seat, ...]
    """Seats still in the game, in order of their numbers."""
    scores: tuple[int, ...]
    """Points, by seat; pots won where a pot is played for."""
    ledger: tuple[int, ...]
    """Money won and lost so far, by seat."""
    booked: tuple[int, ...]
    """Money owed to the winner of the game for spare hands, by seat."""
    pot: int = 0
    level: tuple[Seat, ...] = ()
    """Seats that alone can still win, in sudden death."""
    asked: tuple[Seat, ...] = ()
    """Seats still to be asked in turn, the present one first."""
    hands: tuple[int, ...] = ()
    """Pile of each seat's hand; −1 where it has none."""
    spares: tuple[int, ...] = ()
    """Piles of the spare hands, in the order in which they are taken."""
    swapped: tuple[Seat, ...] = ()
    """Who took a spare hand in this deal."""
    laid: tuple[tuple[int, ...], ...] = ()
    """Piles of each seat's laid hands, by place; filled when all have laid."""
    declared: tuple[tuple[Seat, Declaration], ...] = ()
    called: tuple[Seat, ...] = ()
    """Who announced a crash."""
    last: Settled | None = None
    """How the last deal ended; None while one is played."""

    @property
    def last_left(self) -> Seat | None:
        """Who has just won because fouls left nobody else who could; None where the game didn't end so."""
        if self.last is None or not self.last.over or not self.last.out:
            return None
        left = self.last.level or self.playing
        return left[0] if len(left) == 1 else None
