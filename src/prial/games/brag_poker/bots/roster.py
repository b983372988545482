"""The bots of Brag Poker by name, and the level of play of each."""

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
"""The bots of Brag Poker, their levels, the bot that plays for absent players, and the function that suggests actions."""
