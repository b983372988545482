"""The events of a Brag Poker table and their sentences."""

from prial.betting import events as betting
from prial.core import events
from prial.core.game import Event, Seat, Sound
from prial.errors import add_sentences

add_sentences(
    "en",
    {
        "brag_poker.posted": "{seat} puts in the {blind} blind, {chips}.",
        "brag_poker.posted_last": "{seat} puts in their last {chips} as the {blind} blind.",
        "brag_poker.looked": "{seat} looks at their cards.",
        "brag_poker.held": "{seat} holds {cards}: {label}.",
        "brag_poker.checked": "{seat} checks.",
        "brag_poker.called": "{seat} calls with {chips}.",
        "brag_poker.called_blind": "{seat} calls blind with {chips}.",
        "brag_poker.bet": "{seat} bets {chips}.",
        "brag_poker.bet_blind": "{seat} bets {chips} blind.",
        "brag_poker.raised": "{seat} puts in {chips} and raises the bet to {stands}.",
        "brag_poker.raised_blind": "{seat} puts in {chips} blind and raises the bet to {stands}.",
        "brag_poker.all_in": "{seat} puts in their last {chips} and is all-in.",
        "brag_poker.folded": "{seat} folds.",
        "brag_poker.draw": "The draw: in turn, everybody may change up to three cards. In the pot: {pot}.",
        "brag_poker.second": "The second round: {chips} a bet. In the pot: {pot}.",
        "brag_poker.changed": "{seat} changes {cards}.",
        "brag_poker.changed_blind": "{seat} changes {cards} unseen.",
        "brag_poker.stood": "{seat} keeps all three cards.",
        "brag_poker.put_away": "{seat} discards {cards}.",
        "brag_poker.shuffled": "What the others have discarded is shuffled for new cards.",
        "brag_poker.back": "{seat} takes back {chips} that nobody has matched.",
        "brag_poker.shown": "{seat} shows {cards}: {label}.",
        "brag_poker.won": "{winner} wins the pot of {chips}.",
        "brag_poker.won_side": "{winner} wins the side pot of {chips}.",
        "brag_poker.shared": "{winners} share the pot of {chips}.",
        "brag_poker.shared_side": "{winners} share the side pot of {chips}.",
        "brag_poker.rebought": "{seat} buys in again for {chips}.",
        "brag_poker.sat_out": "{seat} sits out.",
        "brag_poker.came_back": "{seat} plays again from the next deal on.",
        "brag_poker.broke": "{seat} has no chips left.",
    },
)

GameOver = events.GameOver
"""The event of the end of a game, the same for all games."""


class Dealt(events.Dealt, frozen=True, tag="brag_poker.dealt"):
    """A deal begins."""

    @property
    def code(self) -> str:
        return "core.dealt"


class Posted(Event, frozen=True, tag="brag_poker.posted"):
    """A seat has put in a blind."""

    SOUND = Sound.CHIPS

    seat: Seat
    """The seat that put in the blind."""
    chips: int
    """Chips paid."""
    blind: str
    """``small`` or ``big``."""
    last: bool
    """Whether the seat put in its last chips."""

    @property
    def code(self) -> str:
        return "brag_poker.posted_last" if self.last else "brag_poker.posted"


class Looked(Event, frozen=True, tag="brag_poker.looked"):
    """A seat has looked at its cards."""

    seat: Seat
    """The seat that looked."""


class Held(events.Held, frozen=True, tag="brag_poker.held"):
    """The cards of a hand. Only the owner of the hand gets this event."""

    label: str
    """The name of the hand."""


class Checked(Event, frozen=True, tag="brag_poker.checked"):
    """A seat has checked."""

    SOUND = Sound.KNOCK

    seat: Seat
    """The seat that checked."""


class PutIn(Event, frozen=True, tag="brag_poker.put_in"):
    """A seat has called, bet or raised."""

    SOUND = Sound.CHIPS

    seat: Seat
    """The seat that called, bet or raised."""
    chips: int
    """Chips paid."""
    stands: int
    """The amount to match in this round, in chips, for a player who has looked."""
    what: str
    """What the seat did: ``called``, ``bet`` or ``raised``."""
    blind: bool
    """Whether the seat hasn't looked at its cards."""

    @property
    def code(self) -> str:
        return f"brag_poker.{self.what}{'_blind' if self.blind else ''}"


class AllIn(Event, frozen=True, tag="brag_poker.all_in"):
    """A seat has put in its last chips."""

    SOUND = Sound.CHIPS

    seat: Seat
    """The seat that is all-in."""
    chips: int
    """Chips paid."""
    stands: int
    """The amount to match in this round, in chips, for a player who has looked."""
    blind: bool
    """Whether the seat hasn't looked at its cards."""


class Folded(Event, frozen=True, tag="brag_poker.folded"):
    """A seat has folded."""

    seat: Seat
    """The seat that folded."""


class Draw(Event, frozen=True, tag="brag_poker.draw"):
    """The first round of betting is over, and the draw begins."""

    pot: int
    """Chips in all pots."""


class SecondRound(Event, frozen=True, tag="brag_poker.second"):
    """The draw is over, and the second round of betting begins."""

    chips: int
    """Chips of a bet or a raise in this round."""
    pot: int
    """Chips in all pots."""


class Changed(Event, frozen=True, tag="brag_poker.changed"):
    """A seat has changed cards, or has kept its whole hand."""

    seat: Seat
    """The seat that changed cards."""
    cards: int
    """Number of cards changed; 0 for none."""
    blind: bool
    """Whether the seat hasn't looked at its cards."""

    def args(self) -> dict[str, int | str]:
        return {"seat": self.seat, "cards": "one card" if self.cards == 1 else f"{self.cards} cards"}

    @property
    def code(self) -> str:
        if not self.cards:
            return "brag_poker.stood"
        return "brag_poker.changed_blind" if self.blind else "brag_poker.changed"


class PutAway(Event, frozen=True, tag="brag_poker.put_away"):
    """The cards that a seat has discarded. Only that seat gets this event."""

    PRIVATE = True

    seat: Seat
    """The seat that discarded."""
    cards: str
    """The discarded cards."""


class Shuffled(Event, frozen=True, tag="brag_poker.shuffled"):
    """The pack has run out. All discards, except those of the player who is changing cards, are shuffled into a new pack."""


class TookBack(Event, frozen=True, tag="brag_poker.back"):
    """A seat takes back chips that nobody has matched."""

    seat: Seat
    """The seat that takes chips back."""
    chips: int
    """Chips taken back."""


class Showed(betting.Showed, frozen=True, tag="brag_poker.shown"):
    """A seat shows its hand at the showdown."""


class Won(betting.Won, frozen=True, tag="brag_poker.won"):
    """A seat wins a pot."""

    side: bool
    """Whether the pot is a side pot."""

    @property
    def code(self) -> str:
        return "brag_poker.won_side" if self.side else "brag_poker.won"


class Shared(betting.Shared, frozen=True, tag="brag_poker.shared"):
    """Several seats share a pot."""

    side: bool
    """Whether the pot is a side pot."""

    @property
    def code(self) -> str:
        return "brag_poker.shared_side" if self.side else "brag_poker.shared"


class Rebought(betting.Rebought, frozen=True, tag="brag_poker.rebought"):
    """A seat has bought another purse."""


class SatOut(betting.SatOut, frozen=True, tag="brag_poker.sat_out"):
    """A seat sits out."""


class CameBack(betting.CameBack, frozen=True, tag="brag_poker.came_back"):
    """A seat plays again from the next deal on."""


class Broke(betting.Broke, frozen=True, tag="brag_poker.broke"):
    """A seat has no chips left and can't play on."""
