"""The bots of Xập xám, by name and by level."""

from typing import Final

from prial.bots.roster import Level, Roster
from prial.games.xap_xam.bots import Greedy, Sharp, suggest
from prial.games.xap_xam.bots.novice import Novice

ROSTER: Final = Roster(
    makers={"novice": Novice, "greedy": Greedy, "sharp": Sharp},
    levels={Level.EASY: "novice", Level.FAIR: "greedy", Level.HARD: "sharp"},
    advise=suggest,
)
"""The bots of Xập xám by name, the bot for each level of skill, and the suggestions for players."""
