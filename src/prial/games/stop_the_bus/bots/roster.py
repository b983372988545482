"""The bots of Stop the Bus by name, and the level of play of each."""

from typing import Final

from prial.bots.roster import Level, Roster
from prial.games.stop_the_bus.bots import Conductor, Thumb, suggest
from prial.games.stop_the_bus.bots.novice import Novice

ROSTER: Final = Roster(
    makers={"novice": Novice, "thumb": Thumb, "conductor": Conductor},
    levels={Level.EASY: "novice", Level.FAIR: "thumb", Level.HARD: "conductor"},
    advise=suggest,
)
"""The bots of Stop the Bus, their levels, and the function that suggests actions."""
