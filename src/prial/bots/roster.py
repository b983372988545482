"""The bots of a game, as the game brings them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Roster:
    """Bots that play one game. A game names its own in `prial.core.kind.Kind.bots`.

    Another distribution adds bots to a game by an entry point of the group ``prial.bots`` that names a `Roster`, and whose own
    name is the game's, or the game's with a dot and anything behind it: ``whist.flush_hunter``.
    """

    makers: Mapping[str, Maker]
    """Makes each bot, by its name; the weakest first. The sentence about a bot is ``GAME.bot.NAME`` in the catalogue."""
    stand_in: Maker | None = None
    """Makes the one who decides for players who aren't there; without it the weakest bot of the game does."""
    advise: Adviser = no_advice
    """Suggests answers to a player."""
