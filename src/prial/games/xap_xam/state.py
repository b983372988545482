"""What lies on a table of Xập xám: the public part of the state, the action with its text, the events with their sentences."""

import re
from enum import StrEnum
from typing import Any, Final, TypeAlias

import msgspec

from prial.cards import names, parse
from prial.core import events
from prial.core.game import Event, Seat, Sound, Weight
from prial.errors import ActionError, CardError, add_sentences, refuse
from prial.games.xap_xam.instants import Hands, Instant
from prial.games.xap_xam.settle import ROWS, By, Settled

add_sentences(
    "en",
    {
        "xap_xam.unknown_action": "{text!r} is not an action: write lay with your lower, middle and upper hand "
        "(lay AsKs9s7s4s QdQc8d6c3d Jc5d2d), and after them the instant win that you declare, if any: {words}.",
        "xap_xam.laid": "{seat} lays {hands}.",
        "xap_xam.declared": "{seat} declares {what}: {cards}.",
        "xap_xam.mis_set": "{seat} has mis-set: {hands} are not in order.",
        "xap_xam.row": "{row} hands: the best is {label} ({seats}).",
        "xap_xam.pair.hands": "{winner} wins {units} from {seat}, {hands} to {lost}.",
        "xap_xam.pair.hands_royalties": "{winner} wins {units} from {seat}, {hands} to {lost}; royalties count {royalties}.",
        "xap_xam.pair.mis_set": "{winner} wins {units} from {seat}, who has mis-set.",
        "xap_xam.pair.mis_set_royalties": "{winner} wins {units} from {seat}, who has mis-set; royalties count {royalties}.",
        "xap_xam.pair.mis_set_both": "{winner} wins {units} from {seat}: both have mis-set, and the dealer wins what is level.",
        "xap_xam.pair.instant": "{winner} wins {units} from {seat} with {what}.",
        "xap_xam.pair.instant_both": "{winner} wins {units} from {seat}: both have {what}, and the dealer wins what is level.",
        "xap_xam.level": "Level: {seats}.",
        "xap_xam.scored": "Units so far: {scores}.",
    },
)


class Phase(StrEnum):
    """Where a game is."""

    DEALER = "dealer"
    """The first dealer is found."""
    DEAL = "deal"
    """Cards are dealt."""
    SET = "set"
    """All set their cards, in secret."""
    OVER = "over"


class Lay(msgspec.Struct, frozen=True, gc=False):
    """A setting, laid face down."""

    hands: Hands
    """The lower, the middle and the upper hand."""
    declared: Instant | None = None
    """The instant win that is declared with it."""


Action: TypeAlias = Lay

_WORDS: Final = {instant.value: instant for instant in Instant}


def read_action(text: str) -> Lay:
    """An action from its text: ``lay AsKs9s7s4s QdQc8d6c3d Jc5d2d``, with an instant win behind it where one is declared.

    Hands are divided by spaces, commas or slashes; where each card stands by itself, the first five are the lower hand, the
    next five the middle. Upper and lower case don't matter.

    Raises:
        ActionError: text that is no action, or names no cards.
    """
    verb, _, rest = text.strip().partition(" ")
    if verb.lower() == "lay":
        rest, declared = _split_declared(rest)
        try:
            cards = parse(rest)  # the whole text first, so that a card twice is found across hands
            parts = [part for part in re.split(r"[\s,/|]+", rest) if part]
            if len(parts) >= len(cards):
                return Lay((cards[:5], cards[5:10], cards[10:]), declared)
            return Lay(tuple([parse(part) for part in parts]), declared)
        except CardError as error:
            raise ActionError(error.refusal) from error
    raise ActionError(refuse("xap_xam.unknown_action", text=text.strip()[:80], words=", ".join(_WORDS)))


def _split_declared(text: str) -> tuple[str, Instant | None]:
    """Cards, and the instant win named behind them."""
    for word, instant in _WORDS.items():
        if found := re.search(r"\s" + word.replace("_", r"[\s_-]+") + r"\s*$", text, re.IGNORECASE):
            return text[: found.start()], instant
    return text, None


def write_action(action: Lay) -> str:
    """An action's text, the same at the terminal, in records and in messages."""
    return " ".join(["lay", *map(names, action.hands), *([action.declared.value] if action.declared else [])])


class Table(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Everything that anybody may see."""

    phase: Phase = Phase.DEALER
    deal: int = 0
    """Deals so far."""
    dealer: Seat = 0
    cutting: tuple[Seat, ...] = ()
    """Seats that cut for the first deal now."""
    scores: tuple[int, ...]
    """Units won and lost, by seat."""
    hands: tuple[int, ...] = ()
    """Pile of each seat's thirteen cards."""
    laid: tuple[tuple[int, ...], ...] = ()
    """Piles of each seat's lower, middle and upper hand; filled when all have laid."""
    declared: tuple[tuple[Seat, Instant], ...] = ()
    """Instant wins declared, by seat."""
    last: Settled | None = None
    """How the last deal ended; None while one is played."""


Dealt = events.Dealt
Held = events.Held
GameOver = events.GameOver


class Laid(Event, frozen=True, tag="xap_xam.laid"):
    """Told to its owner alone."""

    PRIVATE = True

    seat: Seat
    hands: str
    labels: tuple[str, ...]
    """Each hand in words."""


class Declared(Event, frozen=True, tag="xap_xam.declared"):
    """An instant win, declared while the cards were set."""

    WEIGHT = Weight.MARK
    SOUND = Sound.KNOCK

    seat: Seat
    what: Instant
    cards: str
    """All thirteen."""

    def args(self) -> dict[str, Any]:
        return {**super().args(), "what": self.what.words}


class MisSet(Event, frozen=True, tag="xap_xam.mis_set"):
    """A setting that isn't in order."""

    seat: Seat
    hands: str


class Row(Event, frozen=True, tag="xap_xam.row"):
    """A row is turned up."""

    WEIGHT = Weight.MARK
    SOUND = Sound.PEG

    row: int
    """0 the lower, 1 the middle, 2 the upper."""
    hands: tuple[str | None, ...]
    """Each seat's hand; None where an instant win or a mis-set hand leaves nothing to compare."""
    labels: tuple[str, ...]
    """By seat, the hand in words; empty for none."""
    strengths: tuple[int, ...]
    """By seat, 0 for none."""
    won: tuple[int, ...]
    """By seat, against how many others it won the row, less against how many it lost it."""
    seats: tuple[Seat, ...]
    """Who has the best hand of the row; at least one."""

    def args(self) -> dict[str, Any]:
        return {"row": ROWS[self.row].capitalize(), "label": self.labels[self.seats[0]], "seats": self.seats}


class Won(Event, frozen=True, tag="xap_xam.pair"):
    """One player won against another."""

    winner: Seat
    seat: Seat
    """Who lost."""
    units: int
    """What the loser pays, royalties too."""
    royalties: int
    """How many of them are the winner's royalties; below 0 the loser had more."""
    by: By
    won: int
    """Hands that the winner won, where hands decided."""
    lost: int
    """Hands that the loser won."""
    what: Instant | None
    """The instant win that decided."""
    both: bool
    """Whether both had mis-set, or the same instant win."""

    @property
    def code(self) -> str:
        more = "_both" if self.both else "_royalties" if self.royalties else ""
        return f"xap_xam.pair.{self.by}{more}"

    def args(self) -> dict[str, Any]:
        units = "1 unit" if self.units == 1 else f"{self.units} units"
        hands = "1 hand" if self.won == 1 else f"{self.won} hands"
        what = self.what.words if self.what else ""
        return {
            "winner": self.winner,
            "seat": self.seat,
            "units": units,
            "hands": hands,
            "lost": self.lost,
            "what": what,
            "royalties": f"{self.royalties:+}",
        }


class Even(Event, frozen=True, tag="xap_xam.level"):
    """Two players are level."""

    seats: tuple[Seat, ...]


class Scored(Event, frozen=True, tag="xap_xam.scored"):
    """Units of the deal and after it, by seat."""

    EACH = frozenset({"scores"})

    units: tuple[int, ...]
    scores: tuple[int, ...]

    def args(self) -> dict[str, Any]:
        return {**super().args(), "scores": tuple([f"{units:+}" if units else "0" for units in self.scores])}
