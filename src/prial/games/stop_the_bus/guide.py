"""The guide to a player's turn: the possible exchanges, and the hand that each of them makes.

A program that shows this guide needs no rules of Stop the Bus.
"""

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from prial.cards import Card, name
from prial.core.game import View
from prial.errors import Refusal
from prial.games.stop_the_bus.choices import Calling, Turn
from prial.games.stop_the_bus.game import BusGame
from prial.games.stop_the_bus.state import Table, Take, TakeAll


class Asked(StrEnum):
    """What a player is asked to do now."""

    EXCHANGE = "exchange"
    """Exchange cards: it is the player's turn."""
    CALL = "call"
    """Stop the bus, or do nothing: the player has just exchanged."""


class Named(msgspec.Struct, frozen=True):
    """The strength and the name of a hand."""

    strength: int
    """The strength of the hand in the ranking of the table."""
    label: str
    """The name of the hand."""


class Exchange(msgspec.Struct, frozen=True):
    """An exchange of one card, and the player's hand after this exchange. A card is two characters."""

    take: str
    """The card that is taken."""
    put: str
    """The card that is put down."""
    strength: int
    """The strength of the hand that the exchange makes."""
    label: str
    """The name of the hand that the exchange makes."""


class Calls(msgspec.Struct, frozen=True):
    """The player's permission to stop the bus, with an exchange or after it."""

    allowed: bool
    """Whether the player may stop the bus."""
    why_not: str | None
    """Why the player may not stop the bus, in one sentence; None if the player may stop it."""


class Guide(msgspec.Struct, frozen=True, kw_only=True):
    """Every exchange that a player may make, and the player's hand after each exchange. A card is two characters."""

    asked: Asked
    """What the player is asked for: an exchange, or only the decision whether to stop the bus."""
    middle: tuple[str, ...]
    """The cards in the middle, in the order in which they lie."""
    cards: tuple[str, ...]
    """The player's cards, best first."""
    now: Named
    """The hand that the player holds."""
    exchanges: tuple[Exchange, ...]
    """Every exchange of one card; empty if the player may only stop the bus."""
    all: Named | None
    """The hand after an exchange of all three cards; None if the player may not exchange them."""
    call: Calls
    """Whether the player may stop the bus."""
    known: tuple[tuple[str, ...], ...]
    """For each seat, the cards of its hand that were taken openly. Everybody knows these cards."""


def guide(game: BusGame, view: View[Table]) -> Guide | None:
    """Make the guide for a player: the hand after each possible exchange. Return None if the player has nothing to decide now.

    Args:
        game: the game with the rules of the table.
        view: what the player sees.
    """
    choices, table = game.choices(view), view.public
    if not isinstance(choices, Turn | Calling):
        return None
    assert view.seat is not None
    turn = choices if isinstance(choices, Turn) else None
    hands = {each: _named(game, turn.after(each)) for each in turn.exchanges} if turn else {}
    return Guide(
        asked=Asked.EXCHANGE if turn else Asked.CALL,
        middle=_names([view.piles[pile][0] for pile in table.middle]),
        cards=_names(view.piles[table.hands[view.seat]]),
        now=_named(game, view.piles[table.hands[view.seat]]),
        exchanges=tuple(
            [
                Exchange(name(each.take), name(each.put), hand.strength, hand.label)
                for each, hand in hands.items()
                if isinstance(each, Take)
            ]
        ),
        all=hands.get(TakeAll()),
        call=_calls(turn.no_call if turn else None),
        known=tuple([_names(cards) for cards in table.known]),
    )


def _names(cards: Sequence[Card]) -> tuple[str, ...]:
    """Cards as text, two characters each."""
    return tuple([name(card) for card in cards])


def _named(game: BusGame, hand: tuple[Card, ...]) -> Named:
    """The strength and the name of a hand."""
    strength = game.ranking.strength(hand)
    return Named(strength, game.ranking.label(strength))


def _calls(refusal: Refusal | None) -> Calls:
    """Tell whether the player may stop the bus. If not, ``refusal`` says why; otherwise it is None."""
    return Calls(refusal is None, None if refusal is None else str(refusal))
