"""The bots of Brag by name, and the bot for each level of play."""

from typing import Final

from prial.bots.roster import Level, Roster
from prial.games.brag.bots import Away, Canny, Plain, suggest
from prial.games.brag.bots.novice import Novice

ROSTER: Final = Roster(
    makers={"novice": Novice, "plain": Plain, "canny": Canny},
    levels={Level.EASY: "novice", Level.FAIR: "plain", Level.HARD: "canny"},
    stand_in=Away,
    advise=suggest,
)
"""The bots of Brag, for `prial.bots.registry`."""
