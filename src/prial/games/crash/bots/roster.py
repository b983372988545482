"""The bots of Crash, by name and by level."""

from typing import Final

from prial.bots.roster import Level, Roster
from prial.games.crash.bots import Greedy, Sharp, suggest
from prial.games.crash.bots.novice import Novice

ROSTER: Final = Roster(
    makers={"novice": Novice, "greedy": Greedy, "sharp": Sharp},
    levels={Level.EASY: "novice", Level.FAIR: "greedy", Level.HARD: "sharp"},
    advise=suggest,
)
"""The bots of Crash by name, the bot for each level of skill, and the suggestions for players."""
