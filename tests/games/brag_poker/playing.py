"""How the golden games of Brag Poker are played: by choices at random."""

from random import Random
from typing import Any, Final

from prial.core.game import Choices, View
from prial.games.brag_poker import BragPokerGame

GAMES: Final[dict[str, tuple[int, dict[str, Any]]]] = {
    "online": (5, {"players": 3, "length": 3}),
    "unseen": (358, {"players": 3, "length": 2}),
    "side_pots": (394, {"preset": "online", "players": 4, "small_blind": 2, "big_blind": 5, "purse": 30, "length": 2}),
}
"""Seed and further options of each golden game, by its file: the preset that it shows, unless it names another."""


def play(_game: BragPokerGame, _seen: View[Any], choices: Choices[Any], rng: Random) -> Any:
    """Anything that is allowed."""
    return choices.sample(rng)
