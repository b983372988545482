"""The events of a Brag table: the things that happen, and a sentence for each."""

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
        "brag.covered": "{seat} covers the pot of {pot} with their last {chips}.",
        "brag.covered_by_ante": "{seat} has nothing left after the ante, which covers the pot of {pot}.",
        "brag.covered_late": "{seat}, out of chips, covers the pot of {pot}.",
        "brag.covered_nothing": "{seat}, out of chips, can't win what is bet from now on.",
        "brag.last_chips": "{seat} puts in their last {chips}, which ends the betting.",
        "brag.no_chips": "{seat} has no chips left to bet, which ends the betting.",
        "brag.folded": "{seat} folds.",
        "brag.saw": "{seat} pays {chips} to see.",
        "brag.saw_blind": "{seat} pays {chips} blind to see.",
        "brag.borrowed": "{seat} borrows {chips}.",
        "brag.short": "{seat} can't pay the full bet of {chips}: {other} may lend the rest, or both players show their hands.",
        "brag.short_many": "{seat} can't pay the full bet of {chips}: {other} may lend the rest.",
        "brag.asked": "{seat} asks {other} to lend {chips}.",
        "brag.asked_showing": "{seat} shows {other} their cards and asks for {chips}.",
        "brag.shown_to": "{seat} shows {other} {cards}: {label}.",
        "brag.lent": "{seat} lends {other} {chips}.",
        "brag.declined": "{seat} lends nothing.",
        "brag.would_show": "{seat} lends nothing, so both players show their hands.",
        "brag.proposed": "{seat} proposes a showdown.",
        "brag.agreed_all": "All agree: a showdown.",
        "brag.refused": "{seats} would rather go on betting.",
        "brag.picked": "{seat} plays hand {hand} of two.",
        "brag.shown": "{seat} shows {cards}: {label}.",
        "brag.turned_up": "{seat} turns their hand up: {cards}, {label}.",
        "brag.won": "{winner} wins the pot of {chips}.",
        "brag.won_older": "{winner} wins the older pot of {chips}.",
        "brag.shared": "{winners} share the pot of {chips}.",
        "brag.carried": "All have folded to {seat}, who is blind: the pot of {pot} stays for the next deal.",
        "brag.kept": "{seat} keeps a blind hand.",
        "brag.kept_none": "{seat} keeps no hand.",
        "brag.took_carried": "{seat} takes the carried pot of {pot}.",
        "brag.brought": "{seat} puts {chips} on the table.",
        "brag.rebought": "{seat} buys in again for {chips}.",
        "brag.bought": "{seat} buys {chips} more.",
        "brag.sat_out": "{seat} sits out.",
        "brag.came_back": "{seat} plays again from the next deal on.",
        "brag.broke": "{seat} has no chips left for an ante.",
    },
)


GameOver = events.GameOver
"""The event of the end of a game, the same for all games."""


class MayChoose(Event, frozen=True, tag="brag.asked_to_choose"):
    """The dealer may choose the game."""

    dealer: Seat
    """The dealer's seat."""
    deals: int
    """Number of deals for which the choice holds."""


class Chosen(Event, frozen=True, tag="brag.chosen"):
    """The dealer has chosen the game."""

    dealer: Seat
    """The dealer's seat."""
    cards: int
    """Cards dealt to each player."""
    wild: str
    """Wild cards, written as in `prial.ranks.wild`; empty for none."""
    blind: bool
    """Whether blind play is allowed."""

    def args(self) -> dict[str, Any]:
        return {
            "dealer": self.dealer,
            "cards": self.cards,
            "wild": f"{self.wild} wild" if self.wild else "nothing wild",
            "blind": "blind play allowed" if self.blind else "no blind play",
        }


class Shuffled(Event, frozen=True, tag="brag.shuffled"):
    """The pack is shuffled. This event is left out where the rules shuffle before every deal."""


class Dealt(events.Dealt, frozen=True, tag="brag.dealt"):
    """A deal begins."""

    ante: int
    """Chips that each player has put in."""
    pot: int
    """Chips in the pot, all antes and a carried pot included."""


class Bottom(Event, frozen=True, tag="brag.bottom"):
    """The bottom card of the pack, where the rules show it to everybody."""

    card: str
    """The bottom card in two characters, for example ``Ah``."""


class Held(events.Held, frozen=True):
    """The cards of a hand. Only the owner of the hand gets this event."""

    label: str
    """The name of the best three cards of the hand."""


class Looked(Event, frozen=True, tag="brag.looked"):
    """A seat has looked at its cards."""

    seat: Seat
    """The seat that looked."""
    hand: int = 0
    """Number of the hand, from 1, where the player has two; 0 where there is only one."""

    @property
    def code(self) -> str:
        return "brag.looked_at" if self.hand else "brag.looked"


class Discarded(Event, frozen=True, tag="brag.discarded"):
    """A seat has discarded."""

    seat: Seat
    """The seat that discarded."""


class PutAway(Event, frozen=True, tag="brag.put_away"):
    """The cards that a seat has discarded. Only that seat gets this event."""

    PRIVATE = True

    seat: Seat
    """The seat that discarded."""
    cards: str
    """The discarded cards, two characters each."""
    label: str
    """The name of the three cards that the seat has kept."""


class BetMade(Event, frozen=True, tag="brag.bet"):
    """A seat has bet."""

    SOUND = Sound.CHIPS

    seat: Seat
    """The seat that bet."""
    chips: int
    """Chips paid."""
    blind: bool
    """Whether the seat bet blind."""

    @property
    def code(self) -> str:
        return "brag.bet_blind" if self.blind else "brag.bet"


class Covered(Event, frozen=True, tag="brag.covered"):
    """A seat has covered the pot with its last chips. The other players bet for a new pot."""

    seat: Seat
    """The seat that covered."""
    chips: int
    """Chips paid now; 0 for a seat that had none left."""
    pot: int
    """Chips in the covered pot: the first pot of the deal if `by_ante` is True, otherwise the newest pot.

    The newest pot is empty if nothing was bet after another seat covered a pot.
    """
    by_ante: bool = False
    """Whether the seat covers the pot because the ante took its last chips."""

    @property
    def code(self) -> str:
        if self.by_ante:
            return "brag.covered_by_ante"
        if self.chips:
            return "brag.covered"
        return "brag.covered_late" if self.pot else "brag.covered_nothing"

    @property
    def sound(self) -> Sound:
        return Sound.CHIPS if self.chips else Sound.NONE


class LastChips(Event, frozen=True, tag="brag.last_chips"):
    """One of the last two players has no more chips to put in, and both players show their hands."""

    seat: Seat
    """The seat without chips."""
    chips: int
    """Chips paid now; 0 for a seat that had none left."""

    @property
    def code(self) -> str:
        return "brag.last_chips" if self.chips else "brag.no_chips"


class Folded(Event, frozen=True, tag="brag.folded"):
    """A seat has folded."""

    seat: Seat
    """The seat that folded."""


class Saw(Event, frozen=True, tag="brag.saw"):
    """One of the last two players has paid to see the other's hand."""

    SOUND = Sound.KNOCK

    seat: Seat
    """The seat that paid."""
    chips: int
    """Chips paid."""
    blind: bool
    """Whether the seat paid blind."""

    @property
    def code(self) -> str:
        return "brag.saw_blind" if self.blind else "brag.saw"


class Borrowed(Event, frozen=True, tag="brag.borrowed"):
    """A seat lacked chips, and has borrowed them from the bank."""

    seat: Seat
    """The borrower."""
    chips: int
    """Chips borrowed."""


class FallsShort(Event, frozen=True, tag="brag.short"):
    """A seat can't pay the full bet, and an opponent decides whether to lend the missing chips."""

    SEATS = Event.SEATS | {"other"}

    seat: Seat
    """The seat that can't pay."""
    other: Seat
    """The opponent who may lend."""
    chips: int
    """The whole price that the seat has to pay, in chips."""
    many: bool = False
    """Whether more than two players are left.

    If only two are left, `other` has two choices: to lend the missing chips, or to refuse. After a refusal, both players show
    their hands.
    """

    @property
    def code(self) -> str:
        return "brag.short_many" if self.many else "brag.short"


class Asked(Event, frozen=True, tag="brag.asked"):
    """A seat that can't pay asks another seat to lend the missing chips."""

    SEATS = Event.SEATS | {"other"}

    seat: Seat
    """The seat that can't pay."""
    other: Seat
    """The seat that is asked."""
    chips: int
    """Chips that are missing."""
    showing: bool
    """Whether the seat shows its cards to the other seat."""

    @property
    def code(self) -> str:
        return "brag.asked_showing" if self.showing else "brag.asked"


class ShownTo(Event, frozen=True, tag="brag.shown_to"):
    """The cards of a player who asks for a loan. Only the seat that is asked gets this event."""

    SEATS = Event.SEATS | {"other"}

    seat: Seat
    """The seat that asks and shows its cards."""
    other: Seat
    """The seat that is asked and sees the cards."""
    cards: str
    """The three cards that count, best first; then ``|`` and the discards."""
    label: str
    """The name of the three cards that count."""


class Declined(Event, frozen=True, tag="brag.declined"):
    """A player has refused to lend."""

    seat: Seat
    """The seat that was asked."""


class Lent(Event, frozen=True, tag="brag.lent"):
    """A player has lent another player the chips that were missing for a bet or for seeing."""

    SEATS = Event.SEATS | {"other"}

    seat: Seat
    """The lender."""
    other: Seat
    """The borrower."""
    chips: int
    """Chips lent."""


class WouldShow(Event, frozen=True, tag="brag.would_show"):
    """One of the last two players has refused to lend to the other. Both players show their hands."""

    seat: Seat
    """The seat that was asked to lend."""


class Proposed(Event, frozen=True, tag="brag.proposed"):
    """A player has proposed a showdown."""

    seat: Seat
    """The seat that proposed it."""


class AllAgreed(Event, frozen=True, tag="brag.agreed_all"):
    """All players agree to a showdown."""


class Refused(Event, frozen=True, tag="brag.refused"):
    """Some players have refused a showdown."""

    seats: tuple[Seat, ...]
    """The seats that refused."""


class Picked(Event, frozen=True, tag="brag.picked"):
    """A player with two hands has chosen the one to play."""

    seat: Seat
    """The seat that chose."""
    hand: int
    """Number of the hand that the seat plays, from 1."""


class Showed(betting.Showed, frozen=True, tag="brag.shown"):
    """A hand is shown."""


class TurnedUp(Event, frozen=True, tag="brag.turned_up"):
    """A player has chosen to turn up a hand after the deal."""

    seat: Seat
    """The seat that shows."""
    cards: str
    """The three cards that count, best first; then ``|`` and the discards."""
    label: str
    """The name of the three cards that count."""


class Won(betting.Won, frozen=True, tag="brag.won"):
    """A pot is won."""

    older: bool
    """Whether a player has covered this pot. Later bets go into a newer pot."""

    @property
    def code(self) -> str:
        return "brag.won_older" if self.older else "brag.won"


class Shared(betting.Shared, frozen=True, tag="brag.shared"):
    """A pot is shared."""


class Carried(Event, frozen=True, tag="brag.carried"):
    """All players except a blind player have folded, and the pot stays for the next deal."""

    WEIGHT = Weight.MARK

    seat: Seat
    """The blind player."""
    pot: int
    """Chips in the pot."""


class Kept(Event, frozen=True, tag="brag.kept"):
    """The player who carries a pot to the next deal has said whether to keep a hand."""

    seat: Seat
    """The player who carries the pot."""
    hand: int
    """Number of the hand that is kept, from 1; 0 for none."""

    @property
    def code(self) -> str:
        return "brag.kept" if self.hand else "brag.kept_none"


class TookCarried(Event, frozen=True, tag="brag.took_carried"):
    """The player who carried a pot takes this pot, since no other deal follows."""

    seat: Seat
    """The player who carried the pot."""
    pot: int
    """Chips in the pot."""


class Brought(Event, frozen=True, tag="brag.brought"):
    """A player has put money of their own on the table."""

    seat: Seat
    """The player's seat."""
    chips: int
    """Chips that the player brings."""


class Rebought(betting.Rebought, frozen=True, tag="brag.rebought"):
    """A player has bought another purse (the chips that each player begins with), or some other number of chips."""

    purse: bool = True
    """Whether the event's sentence says that the player bought another purse. If not, it gives only the number of chips."""

    @property
    def code(self) -> str:
        return "brag.rebought" if self.purse else "brag.bought"


class SatOut(betting.SatOut, frozen=True, tag="brag.sat_out"):
    """A seat sits out."""


class CameBack(betting.CameBack, frozen=True, tag="brag.came_back"):
    """A seat plays again from the next deal on."""


class Broke(betting.Broke, frozen=True, tag="brag.broke"):
    """A seat has too few chips for an ante and can't play on."""
