"""How the golden games of Xập xám are played."""

from random import Random
from typing import Any, Final

from prial.core.game import View
from prial.games.xap_xam import Arranging, Table, XapXamGame
from prial.games.xap_xam.state import Lay
from tests.games.xap_xam.rigged import greedy

GAMES: Final[dict[str, tuple[int, dict[str, Any]]]] = {
    "xap_xam": (104, {"players": 4, "length": 4}),
    "chinese_poker": (236, {"players": 3, "length": 4}),
    "mau_binh": (201, {"players": 3, "length": 4}),
}
"""Seed and further options of each preset's golden game."""


def play(game: XapXamGame, _: View[Table], choices: Arranging, rng: Random) -> Any:
    """Lay the best five cards below and the best of the rest in the middle; declare instant wins; mis-set now and then."""
    for what, hands in choices.instants.items():
        return Lay(hands, what)
    lower, middle, upper = greedy(choices.hand)
    return Lay((middle, lower, upper) if rng.random() < 0.08 else (lower, middle, upper))
