"""The bots of a game, as the game brings them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from typing import Any, TypeAlias

from prial.bots.bot import Advice, Bot
from prial.core.game import Game, View

Maker: TypeAlias = Callable[..., Bot]
"""Makes a bot: called with the table, or with nothing where it takes nothing. The class of a bot will do."""
Adviser: TypeAlias = Callable[[Any, View[Any], Random], list[Advice]]
"""Gives ways to answer the present decision, the best first, from the table, the player's view and a source of chance."""


def no_advice(_game: Game[Any, Any], _view: View[Any], _rng: Random) -> list[Advice]:
    """Advises nothing, in a game that nobody can be asked about."""
    return []


class Level(StrEnum):
    """How well a bot plays that people choose."""

    EASY = "easy"
    """Loses to a beginner's rule of thumb."""
    FAIR = "fair"
    """Plays by that rule."""
    HARD = "hard"
    """The strongest there is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Roster:
    """Bots that play one game. A game names its own in `prial.core.kind.Kind.bots`.

    Another distribution adds bots to a game by an entry point of the group ``prial.bots`` that names a `Roster`, and whose own
    name is the game's, or the game's with a dot and anything behind it: ``whist.flush_hunter``.
    """

    makers: Mapping[str, Maker]
    """Makes each bot, by its name; the weakest first. The sentence about a bot is ``GAME.bot.NAME`` in the catalogue."""
    levels: Mapping[Level, str] = field(default_factory=dict)
    """The bot of each level, by its name among the makers; of a game without them the weakest, the middle one and the best."""
    stand_in: Maker | None = None
    """Makes the one who decides for players who aren't there; without it the fair bot does."""
    advise: Adviser = no_advice
    """Suggests answers to a player."""

    def __post_init__(self) -> None:
        """See to it that levels name bots of the game.

        Raises:
            TypeError: one that doesn't, or a level that is left out.
        """
        if self.levels and set(self.levels) != set(Level):
            raise TypeError(f"the levels of a game are {', '.join(Level)}")
        for name in self.levels.values():
            if name not in self.makers:
                raise TypeError(f"there is no bot {name!r}; there are {', '.join(self.makers)}")
