"""The bots, by the game they play. A game's own bots are in the module of its name; the random one plays everything."""

from collections.abc import Callable, Mapping
from importlib import import_module
from random import Random
from typing import Any, Final

from prial.bots.bot import Advice, Bot, RandomBot
from prial.core.game import Game, View
from prial.errors import RulesError, refuse, say, teach

teach(
    "en",
    {
        "bot.unknown": "There is no bot {bot!r} for {game}; there are {bots}.",
        "bot.about.random": "Plays anything that is allowed.",
    },
)

_MODULES: Final = {"crash": "prial.bots.crash", "brag": "prial.bots.brag", "stop_the_bus": "prial.bots.stop_the_bus"}


def _makers(game: str) -> Mapping[str, Callable[[Any], Bot]]:
    own = import_module(_MODULES[game]).BOTS if game in _MODULES else {}
    return {"random": lambda _: RandomBot(), **own}


def names(game: str) -> tuple[str, ...]:
    """The bots that play a game, the weakest first."""
    return tuple(_makers(game))


def about(bot: str) -> str:
    """What a bot is like, one sentence; its game's bots have been asked for by name before."""
    return say(f"bot.about.{bot}", {})


def make(game: Game[Any, Any], bot: str) -> Bot:
    """A bot for a table.

    Args:
        game: the table; a bot knows its rules.
        bot: one of `names`.
    Raises:
        RulesError: there is no such bot.
    """
    makers = _makers(game.name)
    if bot not in makers:
        raise RulesError(refuse("bot.unknown", bot=bot, game=game.name, bots=", ".join(makers)))
    return makers[bot](game)


def stand_in(game: Game[Any, Any]) -> Bot:
    """Who decides for players who aren't there: their game's own stand-in, where it has one, else a plain bot.

    Args:
        game: the table.
    """
    own = import_module(_MODULES[game.name]) if game.name in _MODULES else None
    makers = list(_makers(game.name).values())
    maker: Callable[[Any], Bot] = getattr(own, "STAND_IN", makers[min(1, len(makers) - 1)])
    return maker(game)


def advise(game: Game[Any, Any], view: View[Any], rng: Random) -> list[Advice]:
    """Ways for the view's seat to answer the present decision, the best first; none where the game has nobody to ask.

    Args:
        game: the table.
        view: what the player sees.
        rng: the only source of chance.
    """
    advice: list[Advice] = import_module(_MODULES[game.name]).suggest(game, view, rng) if game.name in _MODULES else []
    return advice
