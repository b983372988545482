"""Events that all games share: the first dealer is found, a deal begins, a seat is told its hand, the game ends."""

from prial.core.game import Event, Seat, Sound, Weight
from prial.errors import add_sentences

add_sentences(
    "en",
    {
        "core.dealer": "{dealer} is drawn to deal first.",
        "core.dealer.you": "You are drawn to deal first.",
        "core.cut": "{seat} cuts {card}.",
        "core.cut.you": "You cut {card}.",
        "core.cut_dealer": "{dealer} has cut the highest card and deals first.",
        "core.cut_dealer.you": "You have cut the highest card and deal first.",
        "core.cut_again": "{seats} tie for the highest card and cut again.",
        "core.dealt": "Deal {deal}: {dealer} deals.",
        "core.dealt.you": "Deal {deal}: you deal.",
        "core.hand": "{seat} holds {cards}.",
        "core.hand.you": "You hold {cards}.",
        "core.over": "The game is over: {winners} won.",
        "core.over.you": "The game is over: you won!",
    },
)


def signed(number: int) -> str:
    """A gain or a loss as text: ``+3``, ``−1``, ``0``. The minus sign is ``−`` (U+2212), not a hyphen."""
    return f"{number:+}".replace("-", "−") if number else "0"


class DealerDrawn(Event, frozen=True, tag="core.dealer"):
    """The first dealer has been drawn at random."""

    dealer: Seat
    """The seat that deals first."""


class Cut(Event, frozen=True, tag="core.cut"):
    """A seat cuts a card from the pack, and everybody sees it."""

    seat: Seat
    """The seat that cuts."""
    card: str
    """The card, in two letters: ``As``."""


class DealerCut(Event, frozen=True, tag="core.cut_dealer"):
    """One seat has cut the highest card and deals first."""

    dealer: Seat
    """The seat that deals first."""


class CutAgain(Event, frozen=True, tag="core.cut_again"):
    """Several seats have cut cards of the same highest rank, so they must cut again."""

    seats: tuple[Seat, ...]
    """The seats that cut again."""


class Dealt(Event, frozen=True, tag="core.dealt"):
    """A deal begins. A game may add fields and a sentence of its own."""

    WEIGHT = Weight.DEAL
    SOUND = Sound.RIFFLE

    deal: int
    """Number of the deal, from 1."""
    dealer: Seat
    """The seat that deals."""


class Held(Event, frozen=True, tag="core.hand"):
    """A player is told the cards of their hand; nobody else is told. A game that has names for hands adds the name."""

    PRIVATE = True

    seat: Seat
    """The hand's owner."""
    cards: str
    """The hand, two letters for each card: ``AsAhAd``."""


class GameOver(Event, frozen=True, tag="core.over"):
    """The game is over, and at least one seat has won."""

    winners: tuple[Seat, ...]
    """The seats that won."""
