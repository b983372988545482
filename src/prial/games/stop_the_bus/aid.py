"""What a board needs beside a player's cards, so that it can name what an exchange makes without knowing a rule."""

from collections.abc import Sequence
from typing import Any

from prial.cards import Card, name
from prial.core.game import View
from prial.errors import Refusal
from prial.games.stop_the_bus.choices import Calling, Turn
from prial.games.stop_the_bus.game import BusGame
from prial.games.stop_the_bus.state import Table, Take, TakeAll


def aid(game: BusGame, view: View[Table]) -> dict[str, Any] | None:
    """What each exchange makes of the view's hand, and whether the bus may be stopped. None for who has nothing to do.

    Args:
        game: the table.
        view: what the player sees.
    Returns:
        Plain data; the page on the protocol says what each field means.
    """
    choices, table = game.choices(view), view.public
    if not isinstance(choices, Turn | Calling):
        return None
    assert view.seat is not None
    turn = choices if isinstance(choices, Turn) else None
    exchanges = {each: turn.after(each) for each in turn.exchanges} if turn else {}
    return {
        "asked": "exchange" if turn else "call",
        "middle": _names([view.piles[pile][0] for pile in table.middle]),
        "cards": _names(view.piles[table.hands[view.seat]]),
        "now": _hand(game, view.piles[table.hands[view.seat]]),
        "exchanges": [
            {"take": name(each.take), "put": name(each.put), **_hand(game, hand)}
            for each, hand in exchanges.items()
            if isinstance(each, Take)
        ],
        "all": _hand(game, exchanges[TakeAll()]) if TakeAll() in exchanges else None,
        "call": _call(turn.no_call if turn else None),
        "known": [_names(cards) for cards in table.known],
    }


def _names(cards: Sequence[Card]) -> list[str]:
    return [name(card) for card in cards]


def _hand(game: BusGame, hand: tuple[Card, ...]) -> dict[str, Any]:
    strength = game.ranking.strength(hand)
    return {"strength": strength, "label": game.ranking.label(strength)}


def _call(refusal: Refusal | None) -> dict[str, Any]:
    return {"allowed": refusal is None, "why_not": None if refusal is None else str(refusal)}
