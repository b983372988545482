"""How the golden games of Brag Poker are played: by random choices."""

from random import Random
from typing import Any, Final

from prial.core.game import Choices, View
from prial.games.brag_poker import BragPokerGame

GAMES: Final[dict[str, tuple[int, dict[str, Any]]]] = {
    "online": (5, {"players": 3, "length": 3}),
    "unseen": (358, {"players": 3, "length": 2}),
    "side_pots": (394, {"preset": "online", "players": 4, "small_blind": 2, "big_blind": 5, "purse": 30, "length": 2}),
}
"""Seed and options of each golden game, by its file, which is named after the preset unless the options name another one."""


def play(_game: BragPokerGame, _seen: View[Any], choices: Choices[Any], rng: Random) -> Any:
    """Any allowed action."""
    return choices.sample(rng)
