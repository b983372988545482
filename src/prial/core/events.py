"""Events of every game: how the first dealer is found, a deal, a hand to its owner, and the end."""

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
        "core.cut_again": "{seats} are level for the highest card and cut again.",
        "core.dealt": "Deal {deal}: {dealer} deals.",
        "core.dealt.you": "Deal {deal}: you deal.",
        "core.hand": "{seat} holds {cards}.",
        "core.hand.you": "You hold {cards}.",
        "core.over": "The game is over: {winners} won.",
        "core.over.you": "The game is over: you won!",
    },
)


class DealerDrawn(Event, frozen=True, tag="core.dealer"):
    """The first dealer is drawn."""

    dealer: Seat


class Cut(Event, frozen=True, tag="core.cut"):
    """A seat cuts a card from the pack, and everybody sees it."""

    seat: Seat
    card: str


class DealerCut(Event, frozen=True, tag="core.cut_dealer"):
    """Whoever cut the highest card deals first."""

    dealer: Seat


class CutAgain(Event, frozen=True, tag="core.cut_again"):
    """Several cut the highest card."""

    seats: tuple[Seat, ...]


class Dealt(Event, frozen=True, tag="core.dealt"):
    """A deal begins. A game that has more to tell of it adds fields, and a sentence of its own."""

    WEIGHT = Weight.DEAL
    SOUND = Sound.RIFFLE

    deal: int
    """Deals so far, this one too."""
    dealer: Seat


class Held(Event, frozen=True, tag="core.hand"):
    """A hand, told to its owner alone. A game that names hands adds the name."""

    PRIVATE = True

    seat: Seat
    cards: str


class GameOver(Event, frozen=True, tag="core.over"):
    """The game is won."""

    winners: tuple[Seat, ...]
