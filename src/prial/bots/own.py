"""Bots that somebody brings: made as they want to be, and what goes wrong in them is said to be theirs."""

import inspect
import traceback
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from prial.bots.bot import Bot
from prial.bots.roster import Maker
from prial.core.game import Choices, Game, View
from prial.errors import PrialError, add_sentences, refuse

add_sentences(
    "en",
    {
        "bot.failed": "The bot {bot} failed: {why}{where}.",
        "bot.not_allowed": "The bot {bot} answered {action}, which isn't allowed there.",
    },
)

T = TypeVar("T")


def seated(make: Maker, game: Game[Any, Any]) -> Bot:
    """A bot for a table.

    Args:
        make: its class, or what else makes it.
        game: the table.
    """
    try:
        takes = bool(inspect.signature(make).parameters)
    except (TypeError, ValueError):  # what is written in C doesn't always say
        takes = True
    return make(game) if takes else make()


class OwnBot:
    """A bot that the person at this machine named, as ``mine:FlushHunter``.

    Args:
        name: as it was named.
        make: what makes it, as `seated` takes it.
        game: the table.
    Raises:
        PrialError: it can't be made, or is no bot.
    """

    def __init__(self, name: str, make: Maker, game: Game[Any, Any]) -> None:
        self._name = name
        self._bot = self._asked(lambda: seated(make, game))

    def choose(self, view: View[Any], choices: Choices[Any], rng: Random) -> Any:
        """What the bot does.

        Raises:
            PrialError: it fails, or answers what isn't allowed.
        """
        action = self._asked(lambda: self._bot.choose(view, choices, rng))
        if not self._asked(lambda: action in choices):
            raise PrialError(refuse("bot.not_allowed", bot=self._name, action=repr(action)[:80]))
        return action

    def _asked(self, ask: Callable[[], T]) -> T:
        try:
            return ask()
        except Exception as error:
            why = f"{type(error).__name__}: {error}".rstrip(".: ")
            last = traceback.extract_tb(error.__traceback__)[-1]
            where = "" if last.filename == __file__ else f" ({Path(last.filename).name}, line {last.lineno})"
            raise PrialError(refuse("bot.failed", bot=self._name, why=why, where=where)) from error
