"""The public part of the state of a Stop the Bus table, the actions with their texts, and the events.

A hand is one pile of three cards, which its owner has seen. Each of the three cards in the middle is a pile of its own. A card
that is put down goes to the place of the card that was taken. Everybody knows which cards of a hand came from the middle;
`Table.known` lists these cards.
"""

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Final, TypeAlias

import msgspec

from prial.cards import Card, name, parse, symbols
from prial.core import events
from prial.core.game import Event, Seat, Sound, Weight
from prial.core.printed import HandPiles, Name, Piles, columns, hands_of
from prial.errors import ActionError, CardError, add_sentences, refuse

add_sentences(
    "en",
    {
        "stop_the_bus.unknown_action": "{text!r} is not an action: write what you take and what you put down (take 2c put 9h), "
        "take all, or stop the bus; you may add the call after an exchange (take 2c put 9h stop the bus).",
        "stop_the_bus.one_card": "{text!r} isn't one card: you take one card and put one down.",
        "stop_the_bus.dealt": "Deal {deal}: {dealer} deals. The cards in the middle are {middle}.",
        "stop_the_bus.exchanged": "{seat} takes {take} and puts {put} down.",
        "stop_the_bus.put_back": "{seat} takes {take}, then puts it back.",
        "stop_the_bus.exchanged_all": "{seat} exchanges all three cards, taking {take} and leaving {put}.",
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
    """The phases of a game."""

    DEALER = "dealer"
    """Players cut cards for the first deal."""
    DEAL = "deal"
    """Cards are dealt."""
    TURN = "turn"
    """A player exchanges cards; the player of the previous turn may still stop the bus."""
    OVER = "over"
    """The game is over."""


class Take(msgspec.Struct, frozen=True, gc=False):
    """Take a card from the middle. The hand then has four cards; put one of them down, in the place that has become empty."""

    take: Card
    """The card that is taken."""
    put: Card
    """The card that is put down; equal to ``take`` if the card taken is put back."""
    stop: bool = False
    """Whether the player stops the bus with this exchange."""


class TakeAll(msgspec.Struct, frozen=True, gc=False):
    """Exchange all three cards for those in the middle."""

    stop: bool = False
    """Whether the player stops the bus with this exchange."""


class Call(msgspec.Struct, frozen=True, gc=False):
    """Stop the bus after an exchange, while the next player thinks."""


Action: TypeAlias = Take | TakeAll | Call
"""Everything that a player of Stop the Bus can do."""

_STOP: Final = "stop the bus"
_CALL: Final = re.compile(r"[\s,;.:-]*\bstop([\s_-]+the[\s_-]+bus)?[\s!.]*$", re.IGNORECASE | re.ASCII)
_TAKE: Final = re.compile(r"take\s+(\S.*?)[\s,;]+(?:and\s+)?put\s+(\S.*)$", re.IGNORECASE | re.ASCII)
_ALL: Final = re.compile(r"take\s+all(\s+three)?$", re.IGNORECASE | re.ASCII)


def read_action(text: str) -> Action:
    """Read an action from its text: ``take 2c put 9h``, ``take all``, ``stop the bus`` or ``take 2c put 9h stop the bus``.

    Upper and lower case don't matter. A comma may stand before the words ``stop the bus``.

    Raises:
        ActionError: if the text isn't an action of Stop the Bus, or its cards can't be read.
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
    """The one card that a text names.

    Raises:
        ActionError: if the text doesn't name exactly one card.
    """
    try:
        cards = parse(text)
    except CardError as error:
        raise ActionError(error.refusal) from error
    if len(cards) != 1:
        raise ActionError(refuse("stop_the_bus.one_card", text=text[:60]))
    return cards[0]


def write_action(action: Action) -> str:
    """The text of an action, which is the same at the terminal, in records and in messages."""
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
    """The seat that exchanged."""
    take: tuple[Card, ...]
    """The cards taken from the middle: one, or all three."""
    put: tuple[Card, ...]
    """The cards put down; ``put[0]`` lies where ``take[0]`` lay, and so on."""


class Settled(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The end of a deal: the worst hands, the tokens paid, and the tokens left."""

    strengths: tuple[int, ...]
    """Strengths of the hands shown, by seat; 0 for a seat that was out."""
    worst: tuple[Seat, ...]
    """Seats with the worst hand."""
    prial: Seat | None = None
    """The seat whose prial made the others pay; None if there was no such prial."""
    paid: tuple[int, ...]
    """Tokens paid, by seat."""
    scores: tuple[int, ...]
    """Tokens left after the deal, by seat."""
    again: bool = False
    """Whether all players would have lost their last token together. If so, nobody pays, and the same dealer deals again."""
    out: tuple[Seat, ...] = ()
    """Seats that lost their last token in this deal."""
    over: bool = False
    """Whether the game is over."""
    winners: tuple[Seat, ...] = ()
    """The seat that has won the game; empty while the game goes on."""


class Table(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The public part of the state. If a field is given "by seat", it has an entry for every seat, even if a seat is out."""

    phase: Phase = Phase.DEALER
    """The phase of the game."""
    deal: int = 0
    """Number of deals so far, including the present deal and deals that were played again."""
    dealer: Seat = 0
    """The seat that deals; between two deals, the seat that deals next."""
    cutting: tuple[Seat, ...] = ()
    """Seats that cut a card now to find the first dealer."""
    playing: tuple[Seat, ...]
    """Seats that still have a token, in order of their numbers."""
    scores: tuple[int, ...]
    """Tokens, by seat."""
    hands: tuple[int, ...] = ()
    """For each seat, the index of the pile that is its hand; −1 for a seat without a hand."""
    middle: tuple[int, ...] = ()
    """For each of the three cards in the middle, the index of its pile."""
    turn: int = 0
    """Number of the present turn of the deal, from 1."""
    seat: Seat = 0
    """The seat whose turn it is."""
    stopped: Seat | None = None
    """The seat that has stopped the bus. Every other player then has one more turn. None if nobody has stopped the bus."""
    exchanges: tuple[Exchanged, ...] = ()
    """The exchanges of this deal, in order."""
    known: tuple[tuple[Card, ...], ...] = ()
    """For each seat, the cards in its hand that it took openly, best first. Everybody knows these cards."""
    last: Settled | None = None
    """The end of the last deal; None while a deal is played, and before the first deal."""

    def held(self, seat: Seat) -> HandPiles:
        """A seat's hand as ``((pile,),)``: ``pile`` is the index of the hand in the piles. Empty for a seat without a hand."""
        return tuple([(pile,) for pile in self.hands[seat : seat + 1] if pile >= 0])

    def printed(self, piles: Piles, called: Name) -> Iterator[str]:
        """Yield the lines of the printed table: the cards in the middle, then each player's tokens, hand and remarks."""
        middle = symbols([card for pile in self.middle for card in piles[pile]])
        yield f"Deal {self.deal}." + (f" In the middle: {middle}." if middle else "")
        rows = []
        for seat, tokens in enumerate(self.scores):
            said = ["out"] if seat not in self.playing else []
            said += ["has stopped the bus"] if seat == self.stopped else []
            said += ["deals"] if seat == self.dealer else []
            left = f"{tokens} {'token' if tokens == 1 else 'tokens'}"
            rows.append((called(seat), left, hands_of(self, piles, seat), ", ".join(said)))
        yield from columns(rows)


GameOver = events.GameOver
"""The event of the end of a game, the same for all games."""


class Dealt(events.Dealt, frozen=True, tag="stop_the_bus.dealt"):
    """A deal begins."""

    middle: str
    """The three cards in the middle, in the order in which they lie."""


class Held(events.Held, frozen=True):
    """The cards that a seat holds; only this seat sees the event."""

    label: str
    """The name of the hand."""


class How(StrEnum):
    """The kinds of exchange."""

    ONE = "exchanged"
    """One card was exchanged for another."""
    BACK = "put_back"
    """The card that was taken was put down again."""
    ALL = "exchanged_all"
    """All three cards were exchanged."""


class Swapped(Event, frozen=True, tag="stop_the_bus.exchanged"):
    """A seat has exchanged one card, or all three."""

    seat: Seat
    """The seat that exchanged."""
    how: How
    """The kind of exchange."""
    take: str
    """The cards taken."""
    put: str
    """The cards put down."""

    @property
    def code(self) -> str:
        return f"stop_the_bus.{self.how}"


class Stopped(Event, frozen=True, tag="stop_the_bus.stopped"):
    """A seat has stopped the bus."""

    WEIGHT = Weight.MARK
    SOUND = Sound.KNOCK

    seat: Seat
    """The seat that stopped the bus."""


class TurnsOver(Event, frozen=True, tag="stop_the_bus.turns_over"):
    """The deal has had as many turns as the rules allow, and nobody has stopped the bus."""

    turns: int
    """Number of turns in the deal."""


class Shown(Event, frozen=True, tag="stop_the_bus.shown"):
    """A hand is shown."""

    seat: Seat
    """The seat that shows its hand."""
    hand: str
    """The cards of the hand."""
    label: str
    """The name of the hand."""
    strength: int
    """The strength of the hand in the ranking of the table."""


class PrialShown(Event, frozen=True, tag="stop_the_bus.prial"):
    """A prial makes all others pay."""

    seat: Seat
    """The seat with the prial."""
    top: bool
    """Whether the prial is the top prial, which beats all others."""

    @property
    def code(self) -> str:
        return "stop_the_bus.top_prial" if self.top else "stop_the_bus.prial"


class Paid(Event, frozen=True, tag="stop_the_bus.paid"):
    """A seat pays tokens."""

    WEIGHT = Weight.MARK

    seat: Seat
    """The seat that pays."""
    tokens: int
    """Tokens paid."""

    @property
    def code(self) -> str:
        return "stop_the_bus.paid" if self.tokens == 1 else "stop_the_bus.paid_more"


class Level(Event, frozen=True, tag="stop_the_bus.level"):
    """Several seats hold equal worst hands, and nobody pays."""

    seats: tuple[Seat, ...]
    """Seats with the worst hand."""
    label: str
    """The name of the worst hand."""


class Again(Event, frozen=True, tag="stop_the_bus.again"):
    """All would have lost their last token together, so nobody pays and the deal is played again."""

    dealer: Seat
    """The dealer, who deals again."""


class Out(Event, frozen=True, tag="stop_the_bus.out"):
    """A seat has no token left."""

    seat: Seat
    """The seat that is out."""


class Scored(Event, frozen=True, tag="stop_the_bus.scored"):
    """The tokens after a deal."""

    EACH = frozenset({"scores"})

    paid: tuple[int, ...]
    """Tokens paid in the deal, by seat."""
    scores: tuple[int, ...]
    """Tokens left, by seat."""
