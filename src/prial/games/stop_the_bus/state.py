"""What lies on the table of Stop the Bus: the public part of the state, the actions with their text, and the events.

A hand is one pile that its owner has seen; the three cards in the middle are a pile each, which keep their places. Every card
that is taken or put down lies open at that moment, so what everybody knows of a hand stands in the public part.
"""

import re
from enum import StrEnum
from typing import Final, TypeAlias

import msgspec

from prial.cards import Card, name, parse
from prial.core import events
from prial.core.game import Event, Seat, Sound, Weight
from prial.errors import ActionError, CardError, add_sentences, refuse

add_sentences(
    "en",
    {
        "stop_the_bus.unknown_action": "{text!r} is not an action: write what you take and what you put down (take 2c put 9h), "
        "take all, or stop the bus; a call may stand behind an exchange (take 2c put 9h stop the bus).",
        "stop_the_bus.one_card": "{text!r} isn't one card: one is taken and one is put down.",
        "stop_the_bus.dealt": "Deal {deal}: {dealer} deals. In the middle lie {middle}.",
        "stop_the_bus.exchanged": "{seat} takes {take} and puts {put} down.",
        "stop_the_bus.put_back": "{seat} takes {take} and puts it back.",
        "stop_the_bus.exchanged_all": "{seat} takes all three, {take}, and puts {put} down.",
        "stop_the_bus.stopped": "{seat} calls: stop the bus! Every other player has one more turn.",
        "stop_the_bus.turns_over": "After {turns} turns nobody has stopped the bus, so it stops by itself.",
        "stop_the_bus.shown": "{seat} shows {hand}: {label}.",
        "stop_the_bus.prial": "{seat} has a prial, so every other player pays.",
        "stop_the_bus.top_prial": "{seat} has the top prial, so every other player pays two.",
        "stop_the_bus.paid": "{seat} pays a token.",
        "stop_the_bus.paid_more": "{seat} pays {tokens} tokens.",
        "stop_the_bus.level": "The worst hands are level ({label}), and nobody pays.",
        "stop_the_bus.again": "That would have been everybody's last token: all keep theirs, and {dealer} deals again.",
        "stop_the_bus.out": "{seat} has no token left and is out.",
        "stop_the_bus.scored": "Tokens: {scores}.",
    },
)


class Phase(StrEnum):
    """Where a game is."""

    DEALER = "dealer"
    """The first dealer is found."""
    DEAL = "deal"
    """Cards are dealt."""
    TURN = "turn"
    """A seat exchanges; the one before it may still stop the bus."""
    OVER = "over"


class Take(msgspec.Struct, frozen=True, gc=False):
    """One card of the middle is taken and one of the then four put in its place."""

    take: Card
    put: Card
    stop: bool = False
    """Whether the bus is stopped in the same breath."""


class TakeAll(msgspec.Struct, frozen=True, gc=False):
    """All three cards are exchanged for those in the middle."""

    stop: bool = False
    """Whether the bus is stopped in the same breath."""


class Call(msgspec.Struct, frozen=True, gc=False):
    """The bus is stopped by whoever has just exchanged, while the next one thinks."""


Action: TypeAlias = Take | TakeAll | Call

_STOP: Final = "stop the bus"
_CALL: Final = re.compile(r"[\s,;.:-]*\bstop([\s_-]+the[\s_-]+bus)?[\s!.]*$", re.IGNORECASE | re.ASCII)
_TAKE: Final = re.compile(r"take\s+(\S.*?)[\s,;]+(?:and\s+)?put\s+(\S.*)$", re.IGNORECASE | re.ASCII)
_ALL: Final = re.compile(r"take\s+all(\s+three)?$", re.IGNORECASE | re.ASCII)


def read_action(text: str) -> Action:
    """An action from its text: ``take 2c put 9h``, ``take all``, ``stop the bus``, ``take 2c put 9h stop the bus``.

    Upper and lower case don't matter, and a comma may stand before the call.

    Raises:
        ActionError: text that is no action of Stop the Bus, or names no cards.
    """
    exchange = " ".join(text.split())
    called = _CALL.search(exchange)
    if called:
        exchange = exchange[: called.start()].rstrip()
        if not exchange:
            return Call()
    if _ALL.match(exchange):
        return TakeAll(called is not None)
    if taken := _TAKE.match(exchange):
        return Take(_card(taken[1]), _card(taken[2]), called is not None)
    raise ActionError(refuse("stop_the_bus.unknown_action", text=text.strip()[:60]))


def _card(text: str) -> Card:
    """The one card that a text names."""
    try:
        cards = parse(text)
    except CardError as error:
        raise ActionError(error.refusal) from error
    if len(cards) != 1:
        raise ActionError(refuse("stop_the_bus.one_card", text=text[:60]))
    return cards[0]


def write_action(action: Action) -> str:
    """An action's text, the same at the terminal, in records and in messages."""
    match action:
        case Take(take, put, stop):
            return f"take {name(take)} put {name(put)}" + (f" {_STOP}" if stop else "")
        case TakeAll(stop):
            return "take all" + (f" {_STOP}" if stop else "")
        case _:
            return _STOP


class Exchanged(msgspec.Struct, frozen=True, gc=False):
    """One exchange of this deal, as everybody saw it."""

    seat: Seat
    take: tuple[Card, ...]
    """What was taken from the middle: one card, or all three."""
    put: tuple[Card, ...]
    """What was put down, in the places of what was taken."""


class Settled(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What a deal came to."""

    strengths: tuple[int, ...]
    """Of the hands shown, by seat; 0 for a seat that was out."""
    worst: tuple[Seat, ...]
    """Who held the worst hand."""
    prial: Seat | None = None
    """Whose prial made the others pay."""
    paid: tuple[int, ...]
    """Tokens paid, by seat."""
    scores: tuple[int, ...]
    """Tokens left after it, by seat."""
    again: bool = False
    """Whether all would have lost their last token together: nobody pays, and the same dealer deals again."""
    out: tuple[Seat, ...] = ()
    """Seats that lost their last token by it."""
    over: bool = False
    winners: tuple[Seat, ...] = ()


class Table(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Everything that anybody may see."""

    phase: Phase = Phase.DEALER
    deal: int = 0
    """Deals so far, those played again too."""
    dealer: Seat = 0
    cutting: tuple[Seat, ...] = ()
    """Seats that cut for the first deal now."""
    playing: tuple[Seat, ...]
    """Seats with a token left, in order of their numbers."""
    scores: tuple[int, ...]
    """Tokens, by seat."""
    hands: tuple[int, ...] = ()
    """Pile of each seat's hand; −1 where it has none."""
    middle: tuple[int, ...] = ()
    """Piles of the three cards in the middle, by place."""
    turn: int = 0
    """Number of the present turn of the deal, from 1."""
    seat: Seat = 0
    """Whose turn it is."""
    stopped: Seat | None = None
    """Who has stopped the bus; every other player has one more turn then."""
    exchanges: tuple[Exchanged, ...] = ()
    """What was exchanged in this deal, first to last."""
    known: tuple[tuple[Card, ...], ...] = ()
    """By seat, the cards of its hand that everybody has seen it take, best first."""
    last: Settled | None = None
    """How the last deal ended; None while one is played."""


GameOver = events.GameOver


class Dealt(events.Dealt, frozen=True, tag="stop_the_bus.dealt"):
    """A deal begins."""

    middle: str
    """The three cards in the middle, by place."""


class Held(events.Held, frozen=True):
    """Told to its owner alone."""

    label: str
    """The hand in words."""


class How(StrEnum):
    """What kind of exchange it was."""

    ONE = "exchanged"
    BACK = "put_back"
    """The card taken was put down again."""
    ALL = "exchanged_all"


class Swapped(Event, frozen=True, tag="stop_the_bus.exchanged"):
    """A seat exchanged one card, or all three."""

    seat: Seat
    how: How
    take: str
    put: str

    @property
    def code(self) -> str:
        return f"stop_the_bus.{self.how}"


class Stopped(Event, frozen=True, tag="stop_the_bus.stopped"):
    """A seat stops the bus."""

    WEIGHT = Weight.MARK
    SOUND = Sound.KNOCK

    seat: Seat


class TurnsOver(Event, frozen=True, tag="stop_the_bus.turns_over"):
    """The deal has had all its turns."""

    turns: int


class Shown(Event, frozen=True, tag="stop_the_bus.shown"):
    """A hand is turned up."""

    seat: Seat
    hand: str
    label: str
    """The hand in words."""
    strength: int


class PrialShown(Event, frozen=True, tag="stop_the_bus.prial"):
    """A prial makes all others pay."""

    seat: Seat
    top: bool
    """Whether it is the top prial."""

    @property
    def code(self) -> str:
        return "stop_the_bus.top_prial" if self.top else "stop_the_bus.prial"


class Paid(Event, frozen=True, tag="stop_the_bus.paid"):
    """A seat pays."""

    WEIGHT = Weight.MARK

    seat: Seat
    tokens: int

    @property
    def code(self) -> str:
        return "stop_the_bus.paid" if self.tokens == 1 else "stop_the_bus.paid_more"


class Level(Event, frozen=True, tag="stop_the_bus.level"):
    """The worst hands are level, and that costs nothing."""

    seats: tuple[Seat, ...]
    label: str


class Again(Event, frozen=True, tag="stop_the_bus.again"):
    """All would have lost their last token together."""

    dealer: Seat


class Out(Event, frozen=True, tag="stop_the_bus.out"):
    """A seat has no token left."""

    seat: Seat


class Scored(Event, frozen=True, tag="stop_the_bus.scored"):
    """Tokens after the deal, by seat, and what was paid in it."""

    EACH = frozenset({"scores"})

    paid: tuple[int, ...]
    scores: tuple[int, ...]
