"""How the golden games of Brag are played: by random choices."""

from random import Random
from typing import Any, Final

from prial.core.game import Choices, View
from prial.games.brag import BragGame

GAMES: Final[dict[str, tuple[int, dict[str, Any]]]] = {
    "house": (149, {"players": 2, "length": 3}),
    "pagat": (15, {"players": 3, "length": 5}),
    "four_card": (149, {"players": 4, "length": 3}),
    "five_card": (228, {"players": 2, "length": 3}),
    "single_see": (63, {"players": 3, "length": 3}),
    "teen_patti": (215, {"players": 4, "length": 3, "purse": 8}),
    "covers": (215, {"preset": "teen_patti", "players": 4, "length": 3, "purse": 8, "last_chip": "covers"}),
    "money": (
        803,
        {
            "preset": "house",
            "players": 3,
            "length": 3,
            "short": "borrow",
            "lender": "players",
            "borrow_limit": 20,
            "purse": 8,
            "most_purse": 12,
        },
    ),
    "floaters": (218, {"players": 3, "length": 3}),
    "hoyle_braggers": (11, {"players": 3, "length": 3}),
}
"""Seed and options of each golden game, by its file, which is named after the preset unless the options name another one."""


def play(_game: BragGame, _seen: View[Any], choices: Choices[Any], rng: Random) -> Any:
    """Any allowed action."""
    return choices.sample(rng)
