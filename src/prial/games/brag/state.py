"""What lies on a Brag table: the public part of the state.

Every card of the pack is a pile of its own: a hand is the numbers of its piles, in the order dealt, and the pack is an order of
them. Which piles lie where is public; what is on them is known to those who have looked.
"""

from enum import StrEnum

import msgspec

from prial.betting.pots import EMPTY, Award, Pots
from prial.core.game import Seat
from prial.games.brag.actions import Choose


class Phase(StrEnum):
    """Where a game is."""

    BRING = "bring"
    """All say how much money they put on the table."""
    DEALER = "dealer"
    """The first dealer is found."""
    CHOOSE = "choose"
    """The dealer sets the game."""
    DEAL = "deal"
    """Cards are dealt."""
    BET = "bet"
    """The one whose turn it is bets, looks, folds, sees …"""
    LOOKED = "looked"
    """One of two blind hands was looked at: it is kept, or folded and the other played on."""
    CONSENT = "consent"
    """A showdown is proposed, and the others are asked."""
    LEND = "lend"
    """A player lends another what is missing, or doesn't; then, of the last two, both may show."""
    PICK = "pick"
    """Who shows and has two blind hands chooses one, unseen."""
    KEEP = "keep"
    """The pot is carried: is a blind hand kept?"""
    NEXT = "next"
    """Between deals: everybody plays on, buys in again or sits out."""
    OVER = "over"


class Deed(StrEnum):
    """What a seat may do."""

    LOOK = "look"
    """Looks at a hand."""
    DISCARD = "discard"
    """Puts cards away."""
    BET = "bet"
    FOLD = "fold"
    SEE = "see"
    """Pays to see the other."""
    BORROW = "borrow"
    """Is lent chips by the bank."""
    ASK = "ask"
    """Asks another player to lend what is missing for a bet."""
    ASK_TO_SEE = "ask to see"
    """Asks another player to lend what is missing to see."""
    DECLINE = "decline"
    """Lends nothing."""
    PROPOSE = "propose"
    """Proposes a showdown."""
    AGREE = "agree"
    """Agrees to one."""
    REFUSE = "refuse"
    """Would rather bet on."""
    LEND = "lend"
    """Lends another what is missing."""
    SHOW = "show"
    """Lends nothing: both show."""
    KEEP = "keep"
    """Keeps one of two hands, or a blind one for the next deal."""
    REBUY = "rebuy"
    """Buys another purse."""


class How(StrEnum):
    """How a deal is shown."""

    UNSHOWN = ""
    """It isn't."""
    SEE = "see"
    """Somebody paid to see."""
    LAST = "last"
    """One of the last two has put in the last chips."""
    CONSENT = "consent"
    """All agreed."""
    ALONE = "alone"
    """All others folded, and older pots are to be won."""


class Did(msgspec.Struct, frozen=True, gc=False):
    """Something that a seat did in this deal, as everybody saw it."""

    seat: Seat
    what: Deed
    chips: int = 0
    """Chips paid."""
    blind: bool = False
    hand: int = 0
    """Which hand was looked at, kept, or shown to whoever is asked to lend, from 1."""


class Settled(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """How a deal ended."""

    awards: tuple[Award, ...] = ()
    """Each pot and who won it, the newest first; empty where the pot was carried."""
    shown: tuple[Seat, ...] = ()
    """Whose hands were shown to settle it, in that order."""
    turned_up: Seat | None = None
    """Who has shown a hand afterwards that needn't be shown."""
    prial: bool = False
    """Whether it was won with a prial that was shown."""


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
    form: Choose
    """The game that is dealt: how many cards, which are wild, whether blind play is allowed."""
    form_deals: int = 0
    """Deals under this form, counted where dealers choose."""
    chips: tuple[int, ...]
    """Chips before each seat."""
    bought: tuple[int, ...]
    """Chips that each has bought, the first purse too."""
    debts: tuple[int, ...]
    """What each owes the bank or another player; below 0, what others owe."""
    sitting_out: tuple[Seat, ...] = ()
    """Seats that are dealt nothing until they come back."""
    playing: tuple[Seat, ...] = ()
    """Seats dealt in, in the order of play, from the dealer's left."""
    folded: tuple[Seat, ...] = ()
    """In the order in which they folded."""
    covered: tuple[Seat, ...] = ()
    """Seats that have put their last chips in, in that order."""
    hands: tuple[tuple[tuple[int, ...], ...], ...]
    """By seat, the hands before it, each the piles of its cards in the order dealt; a kept hand comes first."""
    open: tuple[bool, ...]
    """By seat, whether it has looked at the hand it plays."""
    discards: tuple[tuple[int, ...], ...]
    """By seat, the piles put away out of its hand."""
    bet_blind: tuple[bool, ...]
    """By seat, whether it has bet blind in this deal."""
    acted: tuple[Seat, ...] = ()
    """Seats that have bet, seen or folded in this deal."""
    looked: int = 0
    """Which of two hands was just looked at, from 1; 0 for none."""
    last_bet: int = 0
    """The last bet in open units; 0 before any."""
    pots: Pots = EMPTY
    """The oldest first; only the last takes chips."""
    carried: int = 0
    """Chips that lay in the pot before the antes."""
    paid: tuple[int, ...]
    """Chips that each has put in in this deal, the ante too."""
    holder: Seat | None = None
    """To whom all folded blind: whose pot was carried to this deal, or is carried to the next."""
    proposed: bool = False
    """Whether a showdown was proposed in this turn."""
    refused: tuple[Seat, ...] = ()
    """Players who were asked in this turn and lent nothing."""
    due: int = 0
    """What the one who can't pay has to pay, while another decides whether to lend."""
    sees: bool = False
    """Whether that is to see the other of the last two."""
    payer: Seat | None = None
    """Who loses ties and shows last: who paid to see, or has put in the last chips. While one is asked to lend, who can't pay."""
    how: How = How.UNSHOWN
    """How the deal is shown."""
    did: tuple[Did, ...] = ()
    """What happened in this deal."""
    pack: tuple[int, ...]
    """Piles in the pack, the top first."""
    last: Settled | None = None
    """How the last deal ended; None while one is played."""

    @property
    def scores(self) -> tuple[int, ...]:
        """What everybody's score is: the chips before them."""
        return self.chips

    @property
    def betting(self) -> tuple[Seat, ...]:
        """Seats that still bet: neither folded nor covered."""
        return tuple([seat for seat in self.playing if seat not in self.folded and seat not in self.covered])

    @property
    def key(self) -> str:
        """Names the present decision."""
        return f"{self.deal}.{self.phase}.{self.moves}"
