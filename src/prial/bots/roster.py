"""The list of bots that a game or another package offers (`Roster`), and their levels of strength."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from typing import Any, TypeAlias

from prial.bots.bot import Advice, Bot
from prial.core.game import Game, View

Maker: TypeAlias = Callable[..., Bot]
"""A bot's class or a function that makes a bot. If it takes an argument, it gets the game with its rules."""
Adviser: TypeAlias = Callable[[Any, View[Any], Random], list[Advice]]
"""A function that suggests actions to a player, the best first. It gets the game, what the player knows, and a random
generator."""


def no_advice(_game: Game[Any, Any], _view: View[Any], _rng: Random) -> list[Advice]:
    """Suggest no action. This is the default of `Roster.advise`."""
    return []


class Level(StrEnum):
    """A level of strength that people can choose for a bot."""

    EASY = "easy"
    """A bot that loses to a player who follows a beginner's rule of thumb."""
    FAIR = "fair"
    """A bot that follows a beginner's rule of thumb."""
    HARD = "hard"
    """The game's strongest bot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Roster:
    """A list of bots that play one game. A game names its own list in `prial.core.kind.Kind.bots`.

    Another package can add bots to a game by an entry point in the group ``prial.bots`` that refers to a `Roster`. The entry
    point has the name of the game. A dot and any text may follow the name: ``whist.flush_hunter``.
    """

    makers: Mapping[str, Maker]
    """Maps the name of each bot to its class or to a function that makes it, the weakest bot first. In the catalogue of sentences
    (`prial.errors`), the code ``GAME.bot.NAME`` has a sentence that tells people how the bot plays."""
    levels: Mapping[Level, str] = field(default_factory=dict)
    """Maps each level to the name of a bot. If the mapping is empty, the weakest bot is easy, the bot in the middle of the list
    is fair, and the strongest bot is hard."""
    stand_in: Maker | None = None
    """The bot that plays for absent players: its class, or a function that makes it. None means the fair bot."""
    advise: Adviser = no_advice
    """A function that suggests actions to a player. The default suggests none."""

    def __post_init__(self) -> None:
        """Check that no level is missing, and that each level names a bot of the roster.

        Raises:
            TypeError: if a level is missing, or names a bot that the roster doesn't have.
        """
        if self.levels and set(self.levels) != set(Level):
            raise TypeError(f"the levels of a game are {', '.join(Level)}")
        for name in self.levels.values():
            if name not in self.makers:
                raise TypeError(f"there is no bot {name!r}; there are {', '.join(self.makers)}")
