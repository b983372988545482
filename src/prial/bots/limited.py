"""A bot that has a limited time for each answer, in the process of its table."""

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
        "bot.unlimited": "{bot} can't have a limit of time: give a bot that has been made, an object with a method choose.",
    },
)


class _LateError(BaseException):
    """The time is over. Not an `Exception`, so that a bot that catches all of these is stopped, too."""


class Limited:
    """A bot whose answers may take only so long. One that takes longer is an error, as an answer that isn't allowed is.

    On Linux and macOS, in the main thread of a process, a bot is stopped when the time is over, unless something else has set the
    process's timer (``ITIMER_REAL``). What can't be stopped there: one call of compiled code, such as a loop of numba or a large
    operation of NumPy, which goes on to its end; and a bot that catches every exception, ``BaseException`` too. Elsewhere (on
    Windows, in another thread) nothing is stopped, and the answer is refused once it has come. So a bot that never answers is
    only stopped for certain in a process of its own: `prial.bots.program.Program`.

    The time is that of a clock on the wall. On a busy machine a bot has less of the processor in it.

    Args:
        bot: the bot.
        seconds: the time for each answer, above 0.
    Raises:
        RulesError: ``bot`` isn't a bot that has been made, or ``seconds`` isn't above 0, or is infinite.
    """

    @explained
    def __init__(self, bot: Bot, seconds: float) -> None:
        if not 0 < seconds < inf:
            raise unfit(f"The limit of an answer is a number of seconds above 0 that isn't infinite, not {seconds}")
        if isinstance(bot, type) or not callable(getattr(bot, "choose", None)):
            raise RulesError(refuse("bot.unlimited", bot=repr(bot)[:60]))
        self.bot = bot
        """The bot."""
        self.seconds = seconds
        """The time for each answer, in seconds."""
        self.__name__ = label(bot)
        """The bot's name in reports."""

    def choose(self, view: View[Any], choices: Choices[Any], rng: Random) -> Any:
        """Let the bot choose one of the allowed actions.

        Raises:
            PrialError: the bot took too long.
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
        """The bot's answer; it is stopped by an exception when the time is over."""
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
    """Whether a bot can be stopped here."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        return False
    return signal.getitimer(signal.ITIMER_REAL)[0] == 0 and signal.getsignal(signal.SIGALRM) is not None


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise _LateError
