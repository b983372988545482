"""What a board needs beside a player's cards, so that it can name what an exchange makes without knowing a rule."""

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
    """What a player may do."""

    EXCHANGE = "exchange"
    """It is the player's turn."""
    CALL = "call"
    """The player has had it, and may still stop the bus."""


class Named(msgspec.Struct, frozen=True):
    """A hand by its strength and name."""

    strength: int
    label: str


class Exchange(msgspec.Struct, frozen=True):
    """An exchange of one card, and the hand that it makes. A card is two characters."""

    take: str
    put: str
    strength: int
    label: str


class Calls(msgspec.Struct, frozen=True):
    """Whether the bus may be stopped: with this exchange, or now."""

    allowed: bool
    why_not: str | None
    """In one sentence."""


class Guide(msgspec.Struct, frozen=True, kw_only=True):
    """Every exchange that is open to a player, with the hand that it makes. A card is two characters."""

    asked: Asked
    middle: tuple[str, ...]
    """The cards in the middle, by place."""
    cards: tuple[str, ...]
    """The player's, best first."""
    now: Named
    """The hand that the player holds."""
    exchanges: tuple[Exchange, ...]
    """Every exchange of one card; none where the player may only call."""
    all: Named | None
    """The hand that exchanging all three makes; None where that isn't allowed."""
    call: Calls
    known: tuple[tuple[str, ...], ...]
    """By seat, the cards of its hand that everybody has seen it take."""


def guide(game: BusGame, view: View[Table]) -> Guide | None:
    """What each exchange makes of the view's hand, and whether the bus may be stopped. None for who has nothing to do.

    Args:
        game: the table.
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
    return tuple([name(card) for card in cards])


def _named(game: BusGame, hand: tuple[Card, ...]) -> Named:
    strength = game.ranking.strength(hand)
    return Named(strength, game.ranking.label(strength))


def _calls(refusal: Refusal | None) -> Calls:
    return Calls(refusal is None, None if refusal is None else str(refusal))
