"""Runs bots that a user has written in Python. If such a bot fails, the error names the bot and the line of code."""

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
    """Make a bot that plays a game.

    Args:
        make: the bot's class, or a function that makes the bot. If it takes an argument, it is called with ``game``.
        game: the game with its rules.
    """
    try:
        takes = bool(inspect.signature(make).parameters)
    except (TypeError, ValueError):  # callables written in C may have no signature
        takes = True
    return make(game) if takes else make()


class OwnBot:
    """A bot that a user has written, such as ``mine:FlushHunter``. If it fails, the error names the bot and the line of code.

    Args:
        name: the bot's name, as the user wrote it.
        make: the bot's class, or a function that makes the bot. If it takes an argument, it is called with ``game``.
        game: the game with its rules.
    Raises:
        PrialError: if the bot can't be made.
    """

    def __init__(self, name: str, make: Maker, game: Game[Any, Any]) -> None:
        self._name = name
        self._bot = self._guarded(lambda: seated(make, game))

    def choose(self, view: View[Any], choices: Choices[Any], rng: Random) -> Any:
        """Let the bot choose one of the allowed actions (see `Bot.choose`).

        Raises:
            PrialError: if the bot raises an exception, or chooses an action that isn't allowed.
        """
        action = self._guarded(lambda: self._bot.choose(view, choices, rng))
        if not self._guarded(lambda: choices.why_not(action) is None and not choices.at_once(action)):
            raise PrialError(refuse("bot.not_allowed", bot=self._name, action=repr(action)[:80]))
        return action

    def _guarded(self, call: Callable[[], T]) -> T:
        """Call the user's code; an exception becomes a PrialError that says where the bot failed."""
        try:
            return call()
        except Exception as error:
            why = f"{type(error).__name__}: {error}".rstrip(".: ")
            last = traceback.extract_tb(error.__traceback__)[-1]
            where = "" if last.filename == __file__ else f" ({Path(last.filename).name}, line {last.lineno})"
            raise PrialError(refuse("bot.failed", bot=self._name, why=why, where=where)) from error
