"""How the golden games of Stop the Bus are played."""

from random import Random
from typing import Any, Final

from prial.core.game import View
from prial.games.stop_the_bus import BusGame
from prial.games.stop_the_bus.choices import Turn, with_call
from prial.ranks.brag import Category

GAMES: Final[dict[str, tuple[int, dict[str, Any]]]] = {
    "denexa": (172, {"players": 3, "tokens": 2}),
    "pub": (18, {"players": 3, "tokens": 2}),
    "prials": (57, {"players": 4, "tokens": 2}),
}
"""Seed and further options of each preset's golden game."""


def play(game: BusGame, _: View[Any], choices: Turn, rng: Random) -> Any:
    """Make the best hand, now and then another one, and stop the bus with a good pair or better."""
    best = max(choices.exchanges, key=lambda exchange: game.ranking.strength(choices.after(exchange)))
    exchange = rng.choice(choices.exchanges) if rng.random() < 0.2 else best
    good = game.ranking.strength(choices.after(exchange)) >= game.ranking.least(Category.PAIR) + 100
    return with_call(exchange) if good and choices.no_call is None else exchange
