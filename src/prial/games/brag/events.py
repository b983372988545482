"""What is told at a Brag table: events and their sentences."""

from typing import Any

from prial.betting import events as betting
from prial.core import events
from prial.core.game import Event, Seat, Sound, Weight
from prial.errors import add_sentences

add_sentences(
    "en",
    {
        "brag.dealt": "Deal {deal}: {dealer} deals. Everybody's ante is {ante}; in the pot: {pot}.",
        "brag.chosen": "{dealer} chooses the game: {cards} cards, {wild}, {blind}.",
        "brag.asked_to_choose": "{dealer} may choose the game for the next {deals} deals.",
        "brag.shuffled": "The pack is shuffled.",
        "brag.bottom": "The bottom card is {card}.",
        "brag.looked": "{seat} looks at their cards.",
        "brag.looked_at": "{seat} looks at hand {hand} of two.",
        "brag.discarded": "{seat} discards.",
        "brag.put_away": "{seat} discards {cards} and plays {label}.",
        "brag.bet": "{seat} bets {chips}.",
        "brag.bet_blind": "{seat} bets {chips} blind.",
        "brag.covered": "{seat} covers the pot of {pot} with the last {chips}.",
        "brag.covered_by_ante": "{seat}'s ante was the last chip: it covers the pot of {pot}.",
        "brag.covered_late": "{seat}, out of chips, covers the pot of {pot}.",
        "brag.last_chips": "{seat} puts in the last {chips}, which ends the betting.",
        "brag.no_chips": "{seat} has no chips left to bet, which ends the betting.",
        "brag.folded": "{seat} folds.",
        "brag.saw": "{seat} pays {chips} to see.",
        "brag.saw_blind": "{seat} pays {chips} blind to see.",
        "brag.borrowed": "{seat} borrows {chips}.",
        "brag.short": "{seat} can't pay the {chips} that are due: {other} may lend the difference, or both show.",
        "brag.short_many": "{seat} can't pay the {chips} that are due: {other} may lend the difference.",
        "brag.asked": "{seat} asks {other} to lend {chips}.",
        "brag.asked_showing": "{seat} shows {other} the cards and asks for {chips}.",
        "brag.shown_to": "{seat} shows {other} {cards}: {label}.",
        "brag.lent": "{seat} lends {other} {chips}.",
        "brag.declined": "{seat} lends nothing.",
        "brag.would_show": "{seat} lends nothing: both show.",
        "brag.proposed": "{seat} proposes a showdown.",
        "brag.agreed_all": "All agree: a showdown.",
        "brag.refused": "{seats} would rather bet on.",
        "brag.picked": "{seat} plays hand {hand} of two.",
        "brag.shown": "{seat} shows {cards}: {label}.",
        "brag.turned_up": "{seat} turns the hand up: {cards}, {label}.",
        "brag.won": "{winner} wins the pot of {chips}.",
        "brag.won_older": "{winner} wins the older pot of {chips}.",
        "brag.shared": "{winners} share the pot of {chips}.",
        "brag.carried": "All have folded to {seat}, who is blind: the pot of {pot} stays for the next deal.",
        "brag.kept": "{seat} keeps a blind hand.",
        "brag.kept_none": "{seat} keeps no hand.",
        "brag.took_carried": "{seat} takes the carried pot of {pot}.",
        "brag.brought": "{seat} puts {chips} on the table.",
        "brag.rebought": "{seat} buys another purse of {chips}.",
        "brag.bought": "{seat} buys {chips} more.",
        "brag.sat_out": "{seat} sits out.",
        "brag.came_back": "{seat} plays again from the next deal on.",
        "brag.broke": "{seat} has no chips left for an ante.",
    },
)


GameOver = events.GameOver


class MayChoose(Event, frozen=True, tag="brag.asked_to_choose"):
    """It is the dealer's choice."""

    dealer: Seat
    deals: int


class Chosen(Event, frozen=True, tag="brag.chosen"):
    """The dealer has set the game."""

    dealer: Seat
    cards: int
    wild: str
    blind: bool

    def args(self) -> dict[str, Any]:
        return {
            "dealer": self.dealer,
            "cards": self.cards,
            "wild": f"{self.wild} wild" if self.wild else "nothing wild",
            "blind": "blind play allowed" if self.blind else "no blind play",
        }


class Shuffled(Event, frozen=True, tag="brag.shuffled"):
    """Nobody knows any more what lies where. Told where the pack isn't shuffled before every deal."""


class Dealt(events.Dealt, frozen=True, tag="brag.dealt"):
    """A deal begins."""

    ante: int
    pot: int
    """With all antes in it."""


class Bottom(Event, frozen=True, tag="brag.bottom"):
    """The card that shows."""

    card: str


class Held(events.Held, frozen=True):
    """Told to its owner alone."""

    label: str
    """The best three of them in words."""


class Looked(Event, frozen=True, tag="brag.looked"):
    """A seat has looked at its cards."""

    seat: Seat
    hand: int = 0
    """Which of two, from 1; 0 where there is one."""

    @property
    def code(self) -> str:
        return "brag.looked_at" if self.hand else "brag.looked"


class Discarded(Event, frozen=True, tag="brag.discarded"):
    """A seat has put cards away."""

    seat: Seat


class PutAway(Event, frozen=True, tag="brag.put_away"):
    """Told to its owner alone."""

    PRIVATE = True

    seat: Seat
    cards: str
    label: str


class BetMade(Event, frozen=True, tag="brag.bet"):
    """A seat has bet."""

    SOUND = Sound.CHIPS

    seat: Seat
    chips: int
    blind: bool

    @property
    def code(self) -> str:
        return "brag.bet_blind" if self.blind else "brag.bet"


class Covered(Event, frozen=True, tag="brag.covered"):
    """A seat has put in its last chips; the others bet for a new pot."""

    seat: Seat
    chips: int
    pot: int
    """What it covers."""
    by_ante: bool = False
    """Whether the ante was the last chip."""

    @property
    def code(self) -> str:
        if self.by_ante:
            return "brag.covered_by_ante"
        return "brag.covered" if self.chips else "brag.covered_late"

    @property
    def sound(self) -> Sound:
        return Sound.CHIPS if self.chips else Sound.NONE


class LastChips(Event, frozen=True, tag="brag.last_chips"):
    """One of the last two has put in the last chips: both show."""

    seat: Seat
    chips: int

    @property
    def code(self) -> str:
        return "brag.last_chips" if self.chips else "brag.no_chips"


class Folded(Event, frozen=True, tag="brag.folded"):
    """A seat has folded."""

    seat: Seat


class Saw(Event, frozen=True, tag="brag.saw"):
    """A seat has paid to see the other."""

    SOUND = Sound.KNOCK

    seat: Seat
    chips: int
    blind: bool

    @property
    def code(self) -> str:
        return "brag.saw_blind" if self.blind else "brag.saw"


class Borrowed(Event, frozen=True, tag="brag.borrowed"):
    """The bank has lent what was missing."""

    seat: Seat
    chips: int


class FallsShort(Event, frozen=True, tag="brag.short"):
    """Somebody can't pay, and one other may lend the difference."""

    SEATS = Event.SEATS | {"other"}

    seat: Seat
    other: Seat
    chips: int
    many: bool = False
    """Whether more than two are left; of the last two, both may show."""

    @property
    def code(self) -> str:
        return "brag.short_many" if self.many else "brag.short"


class Asked(Event, frozen=True, tag="brag.asked"):
    """Somebody who can't pay asks another to lend what is missing."""

    SEATS = Event.SEATS | {"other"}

    seat: Seat
    other: Seat
    chips: int
    showing: bool
    """Whether the other is shown the cards."""

    @property
    def code(self) -> str:
        return "brag.asked_showing" if self.showing else "brag.asked"


class ShownTo(Event, frozen=True, tag="brag.shown_to"):
    """Told to the other alone, who is shown the cards."""

    SEATS = Event.SEATS | {"other"}

    seat: Seat
    other: Seat
    cards: str
    """The three that play, best first, then what is put away after a bar."""
    label: str


class Declined(Event, frozen=True, tag="brag.declined"):
    """A player who was asked lends nothing."""

    seat: Seat


class Lent(Event, frozen=True, tag="brag.lent"):
    """A player has lent another what was missing."""

    SEATS = Event.SEATS | {"other"}

    seat: Seat
    other: Seat
    chips: int


class WouldShow(Event, frozen=True, tag="brag.would_show"):
    """The other of the last two lends nothing."""

    seat: Seat


class Proposed(Event, frozen=True, tag="brag.proposed"):
    """A showdown is proposed."""

    seat: Seat


class AllAgreed(Event, frozen=True, tag="brag.agreed_all"):
    """A showdown."""


class Refused(Event, frozen=True, tag="brag.refused"):
    """Some would rather bet on."""

    seats: tuple[Seat, ...]


class Picked(Event, frozen=True, tag="brag.picked"):
    """Of two blind hands one was chosen."""

    seat: Seat
    hand: int


class Showed(betting.Showed, frozen=True, tag="brag.shown"):
    """A hand is turned up."""


class TurnedUp(Event, frozen=True, tag="brag.turned_up"):
    """A hand that needn't be shown is turned up after the deal."""

    seat: Seat
    cards: str
    """The three that play, best first, then what is put away after a bar."""
    label: str


class Won(betting.Won, frozen=True, tag="brag.won"):
    """A pot is won."""

    older: bool
    """Whether it is one that was covered."""

    @property
    def code(self) -> str:
        return "brag.won_older" if self.older else "brag.won"


class Shared(betting.Shared, frozen=True, tag="brag.shared"):
    """A pot is shared."""


class Carried(Event, frozen=True, tag="brag.carried"):
    """A pot stays for the next deal."""

    WEIGHT = Weight.MARK

    seat: Seat
    pot: int


class Kept(Event, frozen=True, tag="brag.kept"):
    """Whether the holder of a carried pot keeps a hand."""

    seat: Seat
    hand: int
    """Which of those before it, from 1; 0 for none."""

    @property
    def code(self) -> str:
        return "brag.kept" if self.hand else "brag.kept_none"


class TookCarried(Event, frozen=True, tag="brag.took_carried"):
    """No deal follows in which a carried pot could be won."""

    seat: Seat
    pot: int


class Brought(Event, frozen=True, tag="brag.brought"):
    """A seat has put money of its own on the table."""

    seat: Seat
    chips: int


class Rebought(betting.Rebought, frozen=True, tag="brag.rebought"):
    """A seat has bought another purse, or some chips."""

    purse: bool = True
    """Whether they are a purse."""

    @property
    def code(self) -> str:
        return "brag.rebought" if self.purse else "brag.bought"


class SatOut(betting.SatOut, frozen=True, tag="brag.sat_out"):
    """A seat sits out."""


class CameBack(betting.CameBack, frozen=True, tag="brag.came_back"):
    """A seat plays again."""


class Broke(betting.Broke, frozen=True, tag="brag.broke"):
    """A seat can't play on."""
