"""What is told at a Crash table: events and their sentences."""

from typing import Any

from prial.core import events
from prial.core.game import Event, Seat, Sound, Weight
from prial.errors import add_sentences
from prial.games.crash.state import Declaration, Reason

add_sentences(
    "en",
    {
        "crash.swapped": "{seat} throws the hand in for a spare one.",
        "crash.kept": "{seat} keeps the hand.",
        "crash.laid": "{seat} lays {hands}.",
        "crash.declared.knock": "{seat} knocks: four of a kind.",
        "crash.declared.six_pairs": "{seat} has six pairs and asks for a new deal.",
        "crash.declared.thirteen_straight": "{seat} has a thirteen straight.",
        "crash.called": "{seat} announces a crash.",
        "crash.passed": "{seat} announces nothing.",
        "crash.foul": "Foul by {seat}: {hands} are not in order.",
        "crash.place.best": "Hand {place}: {winner} scores with {label}.",
        "crash.place.next_best": "Hand {place}: the best are level and cancel, {winner} scores with {label}.",
        "crash.place.stopper": "Hand {place}: stopper, nobody scores ({label}).",
        "crash.place.empty": "Hand {place}: nobody has one that counts.",
        "crash.crash": "Crash! {seat} wins every hand of the deal.",
        "crash.four": "{seat} laid four {ranks} and scores a point.",
        "crash.four_threes": "{seat} knocked for four threes and wins the game.",
        "crash.scored": "Scores: {scores}.",
        "crash.pot_won": "{winner} takes the pot of {pot}.",
        "crash.swapped_first": "{seat} throws the hand in for the first spare one.",
        "crash.swapped_second": "{seat} throws the hand in for the second spare one.",
        "crash.pot_stays_both": "Nobody wins both hands: the pot of {pot} stays.",
        "crash.pot_back_both": "Nobody wins both hands of the last deal: the pot of {pot} is shared out evenly.",
        "crash.pot_stays": "Nobody wins all three hands: the pot of {pot} stays.",
        "crash.pot_back": "Nobody wins all three hands of the last deal: the pot of {pot} is shared out evenly.",
        "crash.void": "The deal is void, and {dealer} deals again.",
        "crash.void_next": "The deal is void, and {dealer} deals next.",
        "crash.level": "{seats} are level: they play on, and only they can win.",
        "crash.paid": "Won and lost so far: {ledger}.",
    },
)

Dealt = events.Dealt
Held = events.Held
GameOver = events.GameOver


class Swapped(Event, frozen=True, tag="crash.swapped"):
    """A seat took a spare hand."""

    seat: Seat
    which: int = 0
    """Of two to choose from the one taken, 1 or 2; 0 where there was no choice."""

    @property
    def code(self) -> str:
        return ("crash.swapped", "crash.swapped_first", "crash.swapped_second")[self.which]


class Kept(Event, frozen=True, tag="crash.kept"):
    """A seat keeps its hand."""

    seat: Seat


class Laid(Event, frozen=True, tag="crash.laid"):
    """Told to its owner alone."""

    PRIVATE = True

    seat: Seat
    hands: str
    labels: tuple[str, ...]
    """Each hand in words, as they lie."""


class Declared(Event, frozen=True, tag="crash.declared"):
    """Something was declared while arranging."""

    seat: Seat
    what: Declaration

    @property
    def code(self) -> str:
        return f"crash.declared.{self.what}"


class Called(Event, frozen=True, tag="crash.called"):
    """A crash is announced."""

    seat: Seat


class Passed(Event, frozen=True, tag="crash.passed"):
    """A seat announces nothing."""

    seat: Seat


class Fouled(Event, frozen=True, tag="crash.foul"):
    """The hands are shown, so that everybody sees the wrong order."""

    seat: Seat
    hands: str


class Shown(Event, frozen=True, tag="crash.place"):
    """A place is turned up."""

    WEIGHT = Weight.MARK

    place: int
    """From 1."""
    hands: tuple[str | None, ...]
    """Each seat's hand; None where it competes with none."""
    labels: tuple[str, ...]
    """By seat, the hand in words; empty for none."""
    strengths: tuple[int, ...]
    """By seat, 0 for no hand and for one that is ignored."""
    winner: Seat | None
    reason: Reason
    label: str
    """The hand that decided it, in words."""

    @property
    def code(self) -> str:
        return f"crash.place.{self.reason}"

    @property
    def pictured(self) -> str:
        best = self.winner if self.winner is not None else self.strengths.index(max(self.strengths))
        return self.hands[best] or ""

    @property
    def sound(self) -> Sound:
        return Sound.NONE if self.winner is None else Sound.PEG


class Crashed(Event, frozen=True, tag="crash.crash"):
    """One seat won every place, and it counts."""

    WEIGHT = Weight.MARK

    seat: Seat


class FourLaid(Event, frozen=True, tag="crash.four"):
    """A point for four of a kind."""

    seat: Seat
    ranks: str
    """In words: ``fours``."""


class FourThrees(Event, frozen=True, tag="crash.four_threes"):
    """Four threes, knocked for, win the game."""

    seat: Seat


class Scored(Event, frozen=True, tag="crash.scored"):
    """Points of the deal and after it, by seat."""

    EACH = frozenset({"scores"})

    points: tuple[int, ...]
    scores: tuple[int, ...]


class PotWon(Event, frozen=True, tag="crash.pot_won"):
    """The pot is won."""

    winner: Seat
    pot: int


class PotStays(Event, frozen=True, tag="crash.pot_stays"):
    """The pot stays for the next deal."""

    pot: int
    places: int = 3
    """How many hands must be won to take it."""

    @property
    def code(self) -> str:
        return "crash.pot_stays_both" if self.places == 2 else "crash.pot_stays"


class PotBack(Event, frozen=True, tag="crash.pot_back"):
    """The game is over and nobody has won the pot."""

    pot: int
    places: int = 3
    """How many hands had to be won to take it."""

    @property
    def code(self) -> str:
        return "crash.pot_back_both" if self.places == 2 else "crash.pot_back"


class Void(Event, frozen=True, tag="crash.void"):
    """The deal counts for nothing."""

    dealer: Seat
    """Who deals next."""
    again: bool
    """Whether this one was that player's too."""

    @property
    def code(self) -> str:
        return "crash.void" if self.again else "crash.void_next"


class Level(Event, frozen=True, tag="crash.level"):
    """Sudden death begins, or goes on among fewer."""

    seats: tuple[Seat, ...]


class Paid(Event, frozen=True, tag="crash.paid"):
    """Money moved; the ledger after it, by seat."""

    EACH = frozenset({"ledger"})

    ledger: tuple[int, ...]

    def args(self) -> dict[str, Any]:
        return {"ledger": tuple([f"{chips:+}" if chips else "0" for chips in self.ledger])}
