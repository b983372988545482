"""What lies on a Crash table: the public part of the state, the actions with their text, and the events with their sentences."""

import re
from enum import StrEnum
from typing import Any, Final, TypeAlias

import msgspec

from prial.cards import Card, names, parse
from prial.core import events
from prial.core.game import Event, Seat, Sound, Weight
from prial.errors import ActionError, CardError, add_sentences, refuse

add_sentences(
    "en",
    {
        "crash.unknown_action": "{text!r} is no action: write lay with your hands (lay AsAhAd KsQsJs …), with knock behind them "
        "where you knock, or {words}.",
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
        "crash.paid": "The ledger: {ledger}.",
    },
)


class Phase(StrEnum):
    """Where a game is."""

    DEALER = "dealer"
    """The first dealer is found."""
    DEAL = "deal"
    """Cards are dealt."""
    SWAP = "swap"
    """Seats are asked one after the other whether they swap for a spare hand."""
    ARRANGE = "arrange"
    """All arrange, in secret."""
    CALL = "call"
    """Seats are asked one after the other whether they announce a crash."""
    OVER = "over"


class Reason(StrEnum):
    """Why a place went as it did."""

    BEST = "best"
    """The winner's hand is the only best."""
    NEXT_BEST = "next_best"
    """Better hands were level and cancelled each other."""
    STOPPER = "stopper"
    """The best hands are level; nobody scores."""
    EMPTY = "empty"
    """Nobody laid a hand that counts."""


class Declaration(StrEnum):
    """What may be declared while arranging."""

    KNOCK = "knock"
    """The laid hands use all four cards of a rank."""
    SIX_PAIRS = "six_pairs"
    """A new deal is asked for."""
    THIRTEEN_STRAIGHT = "thirteen_straight"
    """One card of each rank, which wins the game."""


class Place(msgspec.Struct, frozen=True, gc=False):
    """How one place of a deal went."""

    winner: Seat | None
    reason: Reason


class Word(StrEnum):
    """The actions that are a single word."""

    SWAP = "swap"
    SWAP_1 = "swap_1"
    """For the first of two spare hands."""
    SWAP_2 = "swap_2"
    KEEP = "keep"
    CALL = "call"
    PASS = "pass"
    SIX_PAIRS = "six_pairs"
    THIRTEEN_STRAIGHT = "thirteen_straight"


class Lay(msgspec.Struct, frozen=True, gc=False):
    """Hands laid down, for the first place first."""

    hands: tuple[tuple[Card, ...], ...]
    knock: bool = False
    """Whether four of a kind is declared with them."""


Action: TypeAlias = Lay | Word

_WORDS: Final = {word.value: word for word in Word}


def read_action(text: str) -> Action:
    """An action from its text: ``lay AsAhAd KsQsJs 7c8d9h 2c2d5h``, ``lay … knock``, ``swap``, ``six pairs``.

    Hands are divided by spaces, commas or slashes; where each card stands by itself, by threes. Upper and lower case don't
    matter; ``swap 1`` and ``swap 2`` name one of two spare hands.

    Raises:
        ActionError: text that is no action of Crash, or names no cards.
    """
    words = text.strip().split(maxsplit=1)
    verb = words[0].lower() if words else ""
    if verb == "lay":
        rest = words[1] if len(words) > 1 else ""
        stripped = re.sub(r"\s*\bknock\s*$", "", rest, flags=re.IGNORECASE)
        try:
            return Lay(_hands(stripped), stripped != rest)
        except CardError as error:
            raise ActionError(error.refusal) from error
    if word := _WORDS.get(re.sub(r"[\s-]+", "_", text.strip().lower())):
        return word
    raise ActionError(refuse("crash.unknown_action", text=text.strip(), words=", ".join(_WORDS)))


def _hands(text: str) -> tuple[tuple[Card, ...], ...]:
    cards = parse(text)  # the whole text first, so that a card twice is found across hands
    parts = [part for part in re.split(r"[\s,/|]+", text) if part]
    if len(parts) >= len(cards):
        return tuple([cards[at : at + 3] for at in range(0, len(cards), 3)])
    return tuple([parse(part) for part in parts])


def write_action(action: Action) -> str:
    """An action's text, the same at the terminal, in records and in messages."""
    if isinstance(action, Lay):
        return " ".join(["lay", *map(names, action.hands), *(["knock"] if action.knock else [])])
    return action.value


class Settled(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What a deal came to."""

    places: tuple[Place, ...] = ()
    """By place, as far as they were shown."""
    points: tuple[int, ...]
    """Points of this deal, by seat."""
    scores: tuple[int, ...]
    """Points after it, by seat."""
    crash: Seat | None = None
    """Who won every place, where that counts."""
    four: Seat | None = None
    """Who scored for four of a kind, or won the game by four threes."""
    four_rank: int | None = None
    """The rank of that four of a kind."""
    fouls: tuple[Seat, ...] = ()
    void: bool = False
    """Whether the same dealer deals again."""
    out: tuple[Seat, ...] = ()
    """Seats that left the game by this deal."""
    level: tuple[Seat, ...] = ()
    """Seats that alone can win from now on; empty before any sudden death."""
    ledger: tuple[int, ...]
    """Money of this deal, by seat; where the game is over, all that is paid then too."""
    pot: int = 0
    """The pot after it."""
    over: bool = False
    winners: tuple[Seat, ...] = ()


class Table(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Everything that anybody may see."""

    phase: Phase = Phase.DEALER
    deal: int = 0
    """Deals so far, void ones too."""
    dealer: Seat = 0
    cutting: tuple[Seat, ...] = ()
    """Seats that cut for the first deal now."""
    playing: tuple[Seat, ...]
    """Seats still in the game, in order of their numbers."""
    scores: tuple[int, ...]
    """Points, by seat; pots won where a pot is played for."""
    ledger: tuple[int, ...]
    """Money won and lost so far, by seat."""
    booked: tuple[int, ...]
    """Money owed to the winner of the game for spare hands, by seat."""
    pot: int = 0
    level: tuple[Seat, ...] = ()
    """Seats that alone can still win, in sudden death."""
    asked: tuple[Seat, ...] = ()
    """Seats still to be asked in turn, the present one first."""
    hands: tuple[int, ...] = ()
    """Pile of each seat's hand; −1 where it has none."""
    spares: tuple[int, ...] = ()
    """Piles of the spare hands, in the order in which they are taken."""
    swapped: tuple[Seat, ...] = ()
    """Who took a spare hand in this deal."""
    laid: tuple[tuple[int, ...], ...] = ()
    """Piles of each seat's laid hands, by place; filled when all have laid."""
    declared: tuple[tuple[Seat, Declaration], ...] = ()
    called: tuple[Seat, ...] = ()
    """Who announced a crash."""
    last: Settled | None = None
    """How the last deal ended; None while one is played."""

    @property
    def last_left(self) -> Seat | None:
        """Who has just won because fouls left nobody else who could; None where the game didn't end so."""
        if self.last is None or not self.last.over or not self.last.out:
            return None
        left = self.last.level or self.playing
        return left[0] if len(left) == 1 else None


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

    points: tuple[int, ...]
    scores: tuple[int, ...]

    def args(self) -> dict[str, Any]:
        return {"scores": " · ".join(map(str, self.scores))}


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

    ledger: tuple[int, ...]

    def args(self) -> dict[str, Any]:
        return {"ledger": " · ".join(f"{chips:+}" for chips in self.ledger)}
