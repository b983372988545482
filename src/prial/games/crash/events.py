"""The events of a Crash table, such as a swap or a showdown, and the sentences that tell them to players."""

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
        "crash.place.next_best": "Hand {place}: the best hands are level and cancel out, so {winner} scores with {label}.",
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
"""A deal begins."""
Held = events.Held
"""The cards that a seat was dealt, or took in a swap; only this seat sees the event."""
GameOver = events.GameOver
"""The game is won."""


class Swapped(Event, frozen=True, tag="crash.swapped"):
    """A seat swapped its hand for a spare hand."""

    seat: Seat
    """The seat that swapped."""
    which: int = 0
    """Which of two spare hands the seat chose, 1 or 2; 0 where there was no choice."""

    @property
    def code(self) -> str:
        return ("crash.swapped", "crash.swapped_first", "crash.swapped_second")[self.which]


class Kept(Event, frozen=True, tag="crash.kept"):
    """A seat keeps its hand instead of swapping it for a spare hand."""

    seat: Seat
    """The seat that keeps its hand."""


class Laid(Event, frozen=True, tag="crash.laid"):
    """A seat laid its hands; only this seat sees the event."""

    PRIVATE = True

    seat: Seat
    """The seat that laid."""
    hands: str
    """The hands as text, by place: ``AsAhAd KsQsJs``."""
    labels: tuple[str, ...]
    """Each hand in words, by place."""


class Declared(Event, frozen=True, tag="crash.declared"):
    """A seat declares a knock, six pairs or thirteen straight while it arranges its cards."""

    seat: Seat
    """The seat that made the declaration."""
    what: Declaration
    """The declaration."""

    @property
    def code(self) -> str:
        return f"crash.declared.{self.what}"


class Called(Event, frozen=True, tag="crash.called"):
    """A seat announces a crash: it expects to win every place."""

    seat: Seat
    """The seat that announces a crash."""


class Passed(Event, frozen=True, tag="crash.passed"):
    """A seat decides not to announce a crash."""

    seat: Seat
    """The seat that doesn't announce a crash."""


class Fouled(Event, frozen=True, tag="crash.foul"):
    """A seat laid its hands in a wrong order. The hands are shown, so that everybody sees the foul."""

    seat: Seat
    """The seat that fouled."""
    hands: str
    """The hands that are shown, as text, by place."""


class Shown(Event, frozen=True, tag="crash.place"):
    """The hands that all players laid in one place are shown to everybody."""

    WEIGHT = Weight.MARK

    place: int
    """Number of the place, from 1."""
    hands: tuple[str | None, ...]
    """The hands as text, by seat; None for a seat that has no hand to compare in this place."""
    labels: tuple[str, ...]
    """The hands in words, by seat; empty for a seat that has no hand to compare."""
    strengths: tuple[int, ...]
    """Strengths of the hands, by seat; 0 for a seat that has no hand to compare, and for a hand too weak to count."""
    winner: Seat | None
    """The seat that won the place; None if nobody won it."""
    reason: Reason
    """The reason why the place was won, or why nobody won it."""
    label: str
    """The winning hand in words; if nobody won, the best hand that counts; empty if no hand counts."""

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
    """A seat made a crash, that is, won every place. Where the rules require it, the seat had announced the crash."""

    WEIGHT = Weight.MARK

    seat: Seat
    """The seat that made the crash."""


class FourLaid(Event, frozen=True, tag="crash.four"):
    """A seat scores a point because its laid hands use all four cards of a rank."""

    seat: Seat
    """The seat that scores."""
    ranks: str
    """The name of the rank in the plural, such as ``fours``."""


class FourThrees(Event, frozen=True, tag="crash.four_threes"):
    """A seat knocked for four threes and wins the game."""

    seat: Seat
    """The seat that wins."""


class Scored(Event, frozen=True, tag="crash.scored"):
    """Each seat's points in a deal, and its total of points."""

    EACH = frozenset({"scores"})

    points: tuple[int, ...]
    """Points won in this deal, by seat."""
    scores: tuple[int, ...]
    """Total points after this deal, by seat."""


class PotWon(Event, frozen=True, tag="crash.pot_won"):
    """A seat takes the pot."""

    winner: Seat
    """The seat that takes the pot."""
    pot: int
    """Chips in the pot."""


class PotStays(Event, frozen=True, tag="crash.pot_stays"):
    """Nobody takes the pot, which stays for the next deal."""

    pot: int
    """Chips in the pot."""
    places: int = 3
    """Number of places in a deal. To take the pot, a player must win all of them."""

    @property
    def code(self) -> str:
        return "crash.pot_stays_both" if self.places == 2 else "crash.pot_stays"


class PotBack(Event, frozen=True, tag="crash.pot_back"):
    """The game is over and nobody has won the pot. All players in the game get equal shares of the pot."""

    pot: int
    """Chips in the pot."""
    places: int = 3
    """Number of places in a deal. To take the pot, a player had to win all of them."""

    @property
    def code(self) -> str:
        return "crash.pot_back_both" if self.places == 2 else "crash.pot_back"


class Void(Event, frozen=True, tag="crash.void"):
    """The deal counts for nothing."""

    dealer: Seat
    """The seat that deals next."""
    again: bool
    """Whether the seat that deals next also dealt this deal."""

    @property
    def code(self) -> str:
        return "crash.void" if self.again else "crash.void_next"


class Level(Event, frozen=True, tag="crash.level"):
    """Sudden death begins, or goes on with fewer seats that can win."""

    seats: tuple[Seat, ...]
    """The only seats that can still win."""


class Paid(Event, frozen=True, tag="crash.paid"):
    """Players won or lost money in a deal."""

    EACH = frozenset({"ledger"})

    ledger: tuple[int, ...]
    """For each seat, the money that it has won so far; below 0 if it has lost money."""

    def args(self) -> dict[str, Any]:
        return {"ledger": tuple(map(events.signed, self.ledger))}
