"""The public part of a Xập xám table's state, the action of its players, and the events that tell what happens."""

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Any, Final, TypeAlias

import msgspec

from prial.cards import names, parse
from prial.core import events
from prial.core.game import Event, Seat, Sound, Weight
from prial.core.printed import HandPiles, Name, Piles, columns, hands_of
from prial.errors import ActionError, CardError, add_sentences, refuse
from prial.games.xap_xam.instants import Hands, Instant
from prial.games.xap_xam.settle import ROWS, By, Settled

add_sentences(
    "en",
    {
        "xap_xam.unknown_action": "{text!r} is not an action: write lay and your lower, middle and upper hand "
        "(lay AsKs9s7s4s QdQc8d6c3d Jc5d2d), and after them the instant win that you declare, if any: {words}.",
        "xap_xam.laid": "{seat} lays {hands}.",
        "xap_xam.declared": "{seat} declares {what}: {cards}.",
        "xap_xam.mis_set": "{seat} has mis-set: {hands} are not in order.",
        "xap_xam.row": "{row} hands: the best is {label} ({seats}).",
        "xap_xam.pair.hands": "{winner} wins {units} from {seat}, {hands} to {lost}.",
        "xap_xam.pair.hands_royalties": "{winner} wins {units} from {seat}, {hands} to {lost}; this includes {royalties} "
        "for royalties.",
        "xap_xam.pair.mis_set": "{winner} wins {units} from {seat}, who has mis-set.",
        "xap_xam.pair.mis_set_royalties": "{winner} wins {units} from {seat}, who has mis-set; this includes {royalties} "
        "for royalties.",
        "xap_xam.pair.mis_set_both": "{winner} wins {units} from {seat}: both have mis-set, and the dealer wins ties.",
        "xap_xam.pair.instant": "{winner} wins {units} from {seat} with {what}.",
        "xap_xam.pair.instant_both": "{winner} wins {units} from {seat}: both have {what}, and the dealer wins ties.",
        "xap_xam.level": "{seats} are level.",
        "xap_xam.scored": "Units so far: {scores}.",
    },
)


class Phase(StrEnum):
    """The phases of a game."""

    DEALER = "dealer"
    """The first dealer is drawn at random, or found by cutting cards."""
    DEAL = "deal"
    """Cards are dealt."""
    SET = "set"
    """All seats set their cards, in secret."""
    OVER = "over"
    """The game has ended."""


class Lay(msgspec.Struct, frozen=True, gc=False):
    """Lay thirteen cards face down as a lower, a middle and an upper hand, and perhaps declare an instant win."""

    hands: Hands
    """The lower, the middle and the upper hand."""
    declared: Instant | None = None
    """The instant win that is declared with the hands, or None if nothing is declared."""


Action: TypeAlias = Lay
"""The only kind of action in Xập xám."""

_WORDS: Final = {instant.value: instant for instant in Instant}


def read_action(text: str) -> Lay:
    """Read an action: ``lay AsKs9s7s4s QdQc8d6c3d Jc5d2d``, followed by the name of an instant win if one is declared.

    Spaces, commas, slashes or vertical bars separate the hands, or all cards, as in ``lay As Ks 9s …``. In the second case the
    first five cards are the lower hand, the next five the middle hand, and the rest the upper hand. Upper and lower case don't
    matter.

    Raises:
        ActionError: if the text isn't an action of Xập xám, or its cards can't be read.
    """
    verb, _, rest = text.strip().partition(" ")
    if verb.lower() == "lay":
        rest, declared = _split_declared(rest)
        try:
            cards = parse(rest)  # the whole text first, so that a card that stands in two hands is refused
            parts = [part for part in re.split(r"[\s,/|]+", rest) if part]
            if len(parts) >= len(cards):
                return Lay((cards[:5], cards[5:10], cards[10:]), declared)
            return Lay(tuple([parse(part) for part in parts]), declared)
        except CardError as error:
            raise ActionError(error.refusal) from error
    raise ActionError(refuse("xap_xam.unknown_action", text=text.strip()[:80], words=", ".join(_WORDS)))


def _split_declared(text: str) -> tuple[str, Instant | None]:
    """Split a text into the cards and the instant win after them, if any."""
    for word, instant in _WORDS.items():
        if found := re.search(r"\s" + word.replace("_", r"[\s_-]+") + r"\s*$", text, re.IGNORECASE):
            return text[: found.start()], instant
    return text, None


def write_action(action: Lay) -> str:
    """The text of an action, in the form that `read_action` reads. It is the same at the terminal, in records and in messages."""
    return " ".join(["lay", *map(names, action.hands), *([action.declared.value] if action.declared else [])])


class Table(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The public part of the state: everything that all players may see."""

    phase: Phase = Phase.DEALER
    """The phase that the game is in."""
    deal: int = 0
    """Number of deals so far."""
    dealer: Seat = 0
    """The seat that deals; between two deals, the seat that deals next."""
    cutting: tuple[Seat, ...] = ()
    """Seats that cut a card now to find the first dealer."""
    scores: tuple[int, ...]
    """Units that each seat has won so far; below 0 if it has lost."""
    hands: tuple[int, ...] = ()
    """For each seat, the index of its thirteen cards in ``State.piles``."""
    laid: tuple[tuple[int, ...], ...] = ()
    """``laid[seat][row]``: index of the laid hand in ``State.piles``; empty until everybody has laid."""
    declared: tuple[tuple[Seat, Instant], ...] = ()
    """Pairs of a seat and the instant win that it declared in this deal."""
    last: Settled | None = None
    """The result of the last deal; None while a deal is played."""

    def held(self, seat: Seat) -> HandPiles:
        """A seat's hands. Each hand is given by its indices in ``State.piles``; see `prial.core.printed.Holding`."""
        return tuple([(pile,) for pile in (self.laid[seat] if self.laid else self.hands[seat : seat + 1])])

    def printed(self, piles: Piles, name: Name) -> Iterator[str]:
        """Lines that show each player's units, cards and remarks. Laid cards are shown as lower, middle and upper hand."""
        yield f"Deal {self.deal}."
        rows = []
        for seat, units in enumerate(self.scores):
            said = [what.words for who, what in self.declared if who == seat]
            said += ["deals"] if seat == self.dealer else []
            rows.append((name(seat), f"{units:+}" if units else "0", hands_of(self, piles, seat), ", ".join(said)))
        yield from columns(rows)


Dealt = events.Dealt
"""A deal begins."""
Held = events.Held
"""The cards that a seat was dealt; only this seat sees the event."""
GameOver = events.GameOver
"""The game is won."""


class Laid(Event, frozen=True, tag="xap_xam.laid"):
    """A seat laid its three hands; only this seat sees the event."""

    PRIVATE = True

    seat: Seat
    """The seat that laid."""
    hands: str
    """The hands as text, by row."""
    labels: tuple[str, ...]
    """The hands in words, by row."""


class Declared(Event, frozen=True, tag="xap_xam.declared"):
    """A seat declared an instant win with its three hands."""

    WEIGHT = Weight.MARK
    SOUND = Sound.KNOCK

    seat: Seat
    """The seat that declared the instant win."""
    what: Instant
    """The instant win."""
    cards: str
    """All thirteen cards of the seat, as text."""

    def args(self) -> dict[str, Any]:
        return {**super().args(), "what": self.what.words}


class MisSet(Event, frozen=True, tag="xap_xam.mis_set"):
    """A seat has mis-set: its three hands lie in a wrong order."""

    seat: Seat
    """The seat that mis-set."""
    hands: str
    """The hands as text, by row."""


class Row(Event, frozen=True, tag="xap_xam.row"):
    """The hands in one row are shown to everybody."""

    WEIGHT = Weight.MARK
    SOUND = Sound.PEG

    row: int
    """The row: 0 the lower, 1 the middle, 2 the upper."""
    hands: tuple[str | None, ...]
    """The hands as text, by seat; None for a seat that isn't compared, since it has an instant win or has mis-set."""
    labels: tuple[str, ...]
    """The hands in words, by seat; empty for a seat that isn't compared."""
    strengths: tuple[int, ...]
    """Strengths of the hands, by seat; 0 for a seat that isn't compared."""
    won: tuple[int, ...]
    """For each seat, the number of opponents that it beat in this row, minus the number of opponents that beat it."""
    seats: tuple[Seat, ...]
    """The seats with the best hand of the row: several if their hands are level."""

    def args(self) -> dict[str, Any]:
        return {"row": ROWS[self.row].capitalize(), "label": self.labels[self.seats[0]], "seats": self.seats}


class Won(Event, frozen=True, tag="xap_xam.pair"):
    """One player won against another."""

    winner: Seat
    """The seat that won."""
    seat: Seat
    """The seat that lost."""
    units: int
    """Units that the loser pays, including royalties."""
    royalties: int
    """The winner's royalties minus the loser's, in units. They are part of ``units``."""
    by: By
    """The reason for the win."""
    won: int
    """Number of hands that the winner won; 0 if an instant win decided."""
    lost: int
    """Number of the three hands that the losing player nevertheless won; 0 if an instant win decided."""
    what: Instant | None
    """The instant win that decided the result; None if the result was decided in another way."""
    both: bool
    """Whether both players had mis-set, or both had the same instant win."""

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
            "royalties": events.signed(self.royalties),
        }


class Even(Event, frozen=True, tag="xap_xam.level"):
    """Two players are level, and neither pays."""

    seats: tuple[Seat, ...]
    """The two seats."""


class Scored(Event, frozen=True, tag="xap_xam.scored"):
    """Each seat's units in a deal, and its total of units."""

    EACH = frozenset({"scores"})

    units: tuple[int, ...]
    """Units that each seat won in this deal; below 0 if it lost."""
    scores: tuple[int, ...]
    """Each seat's total of units after this deal."""

    def args(self) -> dict[str, Any]:
        return {**super().args(), "scores": tuple(map(events.signed, self.scores))}
