"""The public part of a Crash table's state: what everybody may see."""

from collections.abc import Iterator
from enum import StrEnum

import msgspec

from prial.cards import symbols
from prial.core.game import Seat
from prial.core.printed import HandPiles, Name, Piles, columns, hands_of


class Phase(StrEnum):
    """The part of the game that is going on."""

    DEALER = "dealer"
    """The first dealer is drawn at random, or found by cutting cards."""
    DEAL = "deal"
    """Cards are dealt."""
    SWAP = "swap"
    """Each seat in turn decides whether it swaps its hand for a spare hand."""
    ARRANGE = "arrange"
    """All seats arrange their hands, in secret."""
    CALL = "call"
    """Each seat in turn decides whether it announces a crash."""
    OVER = "over"
    """The game has ended."""


class Reason(StrEnum):
    """The reason why a place was won, or why nobody won it."""

    BEST = "best"
    """The winner alone has the best hand."""
    NEXT_BEST = "next_best"
    """Better hands were level and cancelled each other. The winner has the best of the other hands."""
    STOPPER = "stopper"
    """The best hands are level; nobody scores."""
    EMPTY = "empty"
    """Nobody laid a hand that counts."""


class Declaration(StrEnum):
    """The declarations that a player may make while arranging cards."""

    KNOCK = "knock"
    """The player declares that the laid hands use all four cards of a rank."""
    SIX_PAIRS = "six_pairs"
    """The player declares six pairs, and so asks for a new deal."""
    THIRTEEN_STRAIGHT = "thirteen_straight"
    """The player declares one card of each rank, which wins the game."""


class Place(msgspec.Struct, frozen=True, gc=False):
    """The result of one place of a deal: its winner and the reason."""

    winner: Seat | None
    """The seat that won the place; None if nobody won it."""
    reason: Reason
    """The reason why the place was won, or why nobody won it."""


class Settled(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The result of a deal: places, points, money and winners."""

    places: tuple[Place, ...] = ()
    """The result of each place that was shown, in order."""
    points: tuple[int, ...]
    """Points won in this deal, by seat."""
    scores: tuple[int, ...]
    """Total points after this deal, by seat."""
    crash: Seat | None = None
    """The seat that won every place, if the rules count this as a crash; otherwise None."""
    four: Seat | None = None
    """The seat that scored for four of a kind, or won the game by four threes; None if no seat did."""
    four_rank: int | None = None
    """The rank of the four of a kind that the seat in ``four`` laid; None if there is no such seat."""
    fouls: tuple[Seat, ...] = ()
    """Seats that were found to have laid their hands in a wrong order. A deal may end before a foul is found."""
    void: bool = False
    """Whether the deal counts for nothing."""
    out: tuple[Seat, ...] = ()
    """Seats that this deal put out of the game."""
    level: tuple[Seat, ...] = ()
    """In sudden death, the only seats that can still win; empty before sudden death."""
    ledger: tuple[int, ...]
    """For each seat, the money won in this deal, negative if lost. If the game is over, the payments at its end are included."""
    pot: int = 0
    """Chips in the pot after this deal."""
    over: bool = False
    """Whether the game is over."""
    winners: tuple[Seat, ...] = ()
    """Seats that won the game; empty while the game goes on."""


class Table(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The public part of the state: everything that all players may see."""

    phase: Phase = Phase.DEALER
    """The part of the game that is going on."""
    deal: int = 0
    """Number of deals so far, including void ones."""
    dealer: Seat = 0
    """The seat that deals; between two deals, the seat that deals next."""
    cutting: tuple[Seat, ...] = ()
    """Seats that cut a card now to find the first dealer."""
    playing: tuple[Seat, ...]
    """Seats still in the game, in order of their numbers."""
    scores: tuple[int, ...]
    """Points, by seat; in a game for the pot, the number of pots won."""
    ledger: tuple[int, ...]
    """Money won and lost so far, by seat."""
    booked: tuple[int, ...]
    """For each seat, the money that it owes for spare hands. The winner of the game gets this money."""
    pot: int = 0
    """Chips in the pot."""
    level: tuple[Seat, ...] = ()
    """In sudden death, the only seats that can still win; empty before sudden death."""
    asked: tuple[Seat, ...] = ()
    """Seats that still have to decide in turn. The first of them decides now."""
    hands: tuple[int, ...] = ()
    """For each seat, the index of its hand in ``State.piles``; −1 for a seat without a hand."""
    spares: tuple[int, ...] = ()
    """The spare hands, as indices in ``State.piles``.

    A player who swaps gets the first spare hand, or chooses one if the rules allow it. With two players, the rules may
    reserve the second spare hand for the player who is asked second.
    """
    swapped: tuple[Seat, ...] = ()
    """Seats that took a spare hand in this deal, in the order in which they took it."""
    laid: tuple[tuple[int, ...], ...] = ()
    """``laid[seat][place]``: index of the laid hand in ``State.piles``; empty until everybody has laid."""
    declared: tuple[tuple[Seat, Declaration], ...] = ()
    """The declarations of this deal: pairs of a seat and its declaration."""
    called: tuple[Seat, ...] = ()
    """Seats that announced a crash in this deal."""
    last: Settled | None = None
    """The result of the last deal; None while a deal is played."""

    def held(self, seat: Seat) -> HandPiles:
        """A seat's hands. Each hand is given by its indices in ``State.piles``; see `prial.core.printed.Holding`."""
        return tuple([(pile,) for pile in (self.laid[seat] if self.laid else self.hands[seat : seat + 1]) if pile >= 0])

    def printed(self, piles: Piles, name: Name) -> Iterator[str]:
        """Lines that show the table: the pot, each player's points, cards and remarks, and the spare hands."""
        yield f"Deal {self.deal}." + (f" In the pot: {self.pot}." if self.pot else "")
        rows = []
        for seat, points in enumerate(self.scores):
            said = ["out of the game"] if seat not in self.playing else []
            said += [str(what).replace("_", " ") for who, what in self.declared if who == seat]
            said += ["announced a crash"] if seat in self.called else []
            said += [f"money {self.ledger[seat]:+}"] if any(self.ledger) else []
            said += ["deals"] if seat == self.dealer else []
            rows.append((name(seat), f"{points}", hands_of(self, piles, seat), ", ".join(said)))
        rows += [("spare", "", symbols(piles[pile]), "") for pile in self.spares]
        yield from columns(rows)

    @property
    def last_left(self) -> Seat | None:
        """The winner, if the game ended because only one seat could still win after fouls; None otherwise."""
        if self.last is None or not self.last.over or not self.last.out:
            return None
        left = self.last.level or self.playing
        return left[0] if len(left) == 1 else None
