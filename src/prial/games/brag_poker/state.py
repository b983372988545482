"""What lies on a table of Brag Poker: the public part of the state.

Every card dealt is a pile of its own. Which piles lie before whom is public; what is on them is known to those who have looked.
"""

from enum import StrEnum

import msgspec

from prial.betting.limit import Limit, paid
from prial.betting.pots import Award
from prial.core.game import Seat


class Phase(StrEnum):
    """Where a game is."""

    DEALER = "dealer"
    """The first dealer is found."""
    DEAL = "deal"
    """Blinds lie before two players, and cards are dealt."""
    BET = "bet"
    """The one whose turn it is checks, calls, raises or folds."""
    CHANGE = "change"
    """The one whose turn it is changes cards."""
    DRAW = "draw"
    """New cards are dealt for those put away."""
    NEXT = "next"
    """Between deals: everybody plays on, buys in again or sits out."""
    OVER = "over"


class Deed(StrEnum):
    """What a seat may do."""

    LOOK = "look"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    """Bets where nothing has been bet in this round."""
    RAISE = "raise"
    FOLD = "fold"
    CHANGE = "change"
    BACK = "back"
    """Gets back what nobody has matched."""


class Did(msgspec.Struct, frozen=True, gc=False):
    """Something that a seat did in this deal, as everybody saw it."""

    seat: Seat
    what: Deed
    chips: int = 0
    """Chips paid, or got back."""
    blind: bool = False
    """Whether it hadn't looked."""
    cards: int = 0
    """Cards changed."""
    round: int = 1
    """The round of betting, 1 or 2; the draw belongs to the first."""


class Settled(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """How a deal ended."""

    awards: tuple[Award, ...] = ()
    """Each pot and who won it, the main one first."""
    shown: tuple[Seat, ...] = ()
    """Whose hands were turned up, in the order of play."""


class Table(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Everything that anybody may see. What is by seat has a place for every seat, in the deal or not."""

    phase: Phase = Phase.DEALER
    deal: int = 0
    """Deals so far."""
    moves: int = 0
    """Decisions of this deal so far; with the deal it names the present one."""
    dealer: Seat = 0
    cutting: tuple[Seat, ...] = ()
    """Seats that cut for the first deal now."""
    turn: Seat = 0
    """Who decides, where one seat does."""
    asked: tuple[Seat, ...] = ()
    """Who decides, where several do."""
    round: int = 1
    """The round of betting, 1 or 2; the draw belongs to the first."""
    chips: tuple[int, ...]
    """Chips before each seat."""
    bought: tuple[int, ...]
    """Chips that each has bought, the first purse too."""
    sitting_out: tuple[Seat, ...] = ()
    """Seats that are dealt nothing until they come back."""
    playing: tuple[Seat, ...] = ()
    """Seats dealt in, in the order of play, from the dealer's left."""
    folded: tuple[Seat, ...] = ()
    """In the order in which they folded."""
    hands: tuple[tuple[int, ...], ...]
    """By seat, the piles of its hand; those which it keeps come first."""
    open: tuple[bool, ...]
    """By seat, whether it has looked at its cards."""
    discards: tuple[tuple[int, ...], ...]
    """By seat, the piles that it has put away."""
    changed: tuple[int | None, ...]
    """By seat, how many cards it has changed; None before its turn to."""
    due: int = 0
    """Cards that the one who has just changed has still to get."""
    betting: Limit
    """What has been put in, and what stands."""
    did: tuple[Did, ...] = ()
    """What happened in this deal."""
    last: Settled | None = None
    """How the last deal ended; None while one is played."""

    @property
    def scores(self) -> tuple[int, ...]:
        """What everybody's score is: the chips before them."""
        return self.chips

    @property
    def still(self) -> tuple[Seat, ...]:
        """Seats in the pot, in the order of play."""
        return tuple([seat for seat in self.playing if seat not in self.folded])

    @property
    def put_in(self) -> tuple[int, ...]:
        """Chips that each has put in in this deal."""
        return tuple(map(paid, self.betting.stakes))

    @property
    def blinds(self) -> tuple[Seat, ...]:
        """Who puts in the small blind, and who the big one; of two players the dealer the small one."""
        return self.playing[:2] if len(self.playing) > 2 else self.playing[::-1]

    @property
    def key(self) -> str:
        """Names the present decision."""
        return f"{self.deal}.{self.phase}.{self.moves}"
