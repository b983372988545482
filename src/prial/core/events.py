"""Events of every game: who deals first, a deal, a hand to its owner, and the end."""

from prial.core.game import Event, Seat, Sound, Weight
from prial.errors import add_sentences

add_sentences(
    "en",
    {
        "core.dealer": "{dealer} is drawn to deal first.",
        "core.dealer.you": "You are drawn to deal first.",
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
