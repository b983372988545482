"""`Roster`: the bots that a game or another distribution offers, their levels, and a function that suggests actions."""

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
"""A function of the game, the view and a source of chance. It suggests actions for the decision that the view's seat has to make,
the best first."""


def no_advice(_game: Game[Any, Any], _view: View[Any], _rng: Random) -> list[Advice]:
    """Suggest nothing. This is the default of `Roster.advise`."""
    return []


class Level(StrEnum):
    """A level of strength that people can choose for a bot."""

    EASY = "easy"
    """Loses to a player who follows a beginner's rule of thumb."""
    FAIR = "fair"
    """Follows a beginner's rule of thumb."""
    HARD = "hard"
    """The game's strongest bot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Roster:
    """Bots that play one game. A game refers to its own roster in `prial.core.kind.Kind.bots`.

    Another distribution adds bots to a game by an entry point in the group ``prial.bots`` that refers to a `Roster`. The entry
    point's name is the game's name, or the game's name followed by a dot and any text: ``whist.flush_hunter``.
    """

    makers: Mapping[str, Maker]
    """Maps the name of each bot to its maker, the weakest bot first. The sentence with the code ``GAME.bot.NAME`` in the
    catalogue says what the bot does."""
    levels: Mapping[Level, str] = field(default_factory=dict)
    """Maps each level to the name of a bot. An empty mapping means the weakest, the middle and the strongest bot."""
    stand_in: Maker | None = None
    """Makes the bot that plays for absent players; None means the fair bot."""
    advise: Adviser = no_advice
    """Suggests actions for the decision that a player has to make; `no_advice` if the game has no adviser."""

    def __post_init__(self) -> None:
        """Check that the levels are complete and name bots of the roster.

        Raises:
            TypeError: a level is missing, or names a bot that the roster doesn't have.
        """
        if self.levels and set(self.levels) != set(Level):
            raise TypeError(f"the levels of a game are {', '.join(Level)}")
        for name in self.levels.values():
            if name not in self.makers:
                raise TypeError(f"there is no bot {name!r}; there are {', '.join(self.makers)}")
