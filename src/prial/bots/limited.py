"""Gives a bot a limited time for each action. The bot runs in the same process as the game."""

import signal
import threading
from math import inf
from random import Random
from time import perf_counter
from types import FrameType
from typing import Any

from prial.arguments import explained, unfit
from prial.bots.bot import Bot
from prial.bots.registry import label
from prial.core.game import Choices, View
from prial.errors import PrialError, RulesError, add_sentences, refuse

add_sentences(
    "en",
    {
        "bot.late": "The bot {bot} took more than {seconds} seconds for an answer.",
        "bot.unlimited": "{bot} can't have a time limit: give a bot object with a method choose, not its class or its name.",
    },
)


class _LateError(BaseException):
    """Stops a bot whose time is over, even a bot that catches every `Exception`."""


class Limited:
    """A bot that has a limited time for each action. An action that comes too late is an error.

    On Linux and macOS, the bot is stopped when its time is over. This works only in the main thread, and only if nothing else
    uses the timer of the process (``ITIMER_REAL``). Two things aren't stopped: a call of compiled code, such as a loop of numba,
    and a bot that catches ``BaseException``.

    If the bot isn't stopped, its late action is refused when it comes. To stop any bot for certain, run it in a process of its
    own: `prial.bots.program.Program`.

    The limit is real time, so a bot can compute less on a busy machine.

    Args:
        bot: the bot, an object with a method ``choose``.
        seconds: the time for each action, above 0.
    Raises:
        RulesError: if ``bot`` isn't an object with a method ``choose``, or if ``seconds`` isn't a finite number above 0.
    """

    @explained
    def __init__(self, bot: Bot, seconds: float) -> None:
        if not 0 < seconds < inf:
            raise unfit(f"The limit of an answer is a number of seconds above 0 that isn't infinite, not {seconds}")
        if isinstance(bot, type) or not callable(getattr(bot, "choose", None)):
            raise RulesError(refuse("bot.unlimited", bot=repr(bot)[:60]))
        self.bot = bot
        """The bot whose time is limited."""
        self.seconds = seconds
        """The time for each action, in seconds."""
        self.__name__ = label(bot)
        """The bot's name in reports."""

    def choose(self, view: View[Any], choices: Choices[Any], rng: Random) -> Any:
        """Let the bot choose one of the allowed actions (see `Bot.choose`).

        Raises:
            PrialError: if the bot took too long.
        """
        begun = perf_counter()
        try:
            action = self._stopped(view, choices, rng) if _can_stop() else self.bot.choose(view, choices, rng)
        except _LateError:
            raise self._late() from None
        if perf_counter() - begun > self.seconds:
            raise self._late()
        return action

    def _stopped(self, view: View[Any], choices: Choices[Any], rng: Random) -> Any:
        """Let the bot choose an action. When the time is over, an exception stops the bot."""
        before = signal.signal(signal.SIGALRM, _stop)
        try:
            signal.setitimer(signal.ITIMER_REAL, self.seconds)
            try:
                return self.bot.choose(view, choices, rng)
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
        finally:
            signal.signal(signal.SIGALRM, before)

    def _late(self) -> PrialError:
        return PrialError(refuse("bot.late", bot=self.__name__, seconds=f"{self.seconds:g}"))


def _can_stop() -> bool:
    """Whether a bot can be stopped on this system and in this thread, by the timer that `Limited` sets."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        return False
    return signal.getitimer(signal.ITIMER_REAL)[0] == 0 and signal.getsignal(signal.SIGALRM) is not None


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise _LateError
