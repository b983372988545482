"""The bots of Brag Poker by their names, and how well they play."""

from typing import Final

from prial.bots.roster import Level, Roster
from prial.games.brag_poker.bots import Away, Plain, Sharp, suggest
from prial.games.brag_poker.bots.novice import Novice

ROSTER: Final = Roster(
    makers={"novice": Novice, "plain": Plain, "sharp": Sharp},
    levels={Level.EASY: "novice", Level.FAIR: "plain", Level.HARD: "sharp"},
    stand_in=Away,
    advise=suggest,
)
"""The bots, for `prial.bots.registry`."""
