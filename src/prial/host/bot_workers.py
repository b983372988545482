"""All bots think in one separate thread, so that they don't block the event loop. A bot gets its seat's view and nothing else."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any, Final
from weakref import WeakKeyDictionary

from prial.bots import registry as bots
from prial.bots.bot import Advice, Bot
from prial.core.game import Game, View
from prial.core.registry import find
from prial.errors import RulesError
from prial.study.analysis import noted
from prial.study.coach import coach

_LOG: Final = logging.getLogger("prial.host")
PACE: Final = (900, 3200)
"""The shortest and the longest time that a bot takes to decide, in milliseconds.

The time is picked at random before the bot looks at its cards. The bot itself needs far less time to think.
"""
FAST: Final = (150, 400)
"""If everybody wants fast play: the shortest and the longest time that a bot takes to decide, in milliseconds."""


class BotWorkers:
    """The bots of a house.

    Args:
        entropy: returns a given number of random bytes.
    """

    def __init__(self, entropy: Callable[[int], bytes]) -> None:
        self._entropy = entropy
        self._worker = ThreadPoolExecutor(1, "bot_workers")
        self._bots: WeakKeyDictionary[Game[Any, Any], dict[str, Bot]] = WeakKeyDictionary()

    def pace(self, *, fast: bool = False) -> int:
        """Pick at random how many milliseconds a bot takes for its next decision. The cards have no influence.

        Args:
            fast: whether everybody wants fast play until the game ends.
        """
        least, most = FAST if fast else PACE
        return least + int.from_bytes(self._entropy(4)) % (most - least)

    async def choose(self, game: Game[Any, Any], view: View[Any], bot: str) -> Any:
        """A bot's answer to the present decision.

        Args:
            game: the game.
            view: the view of the bot's seat.
            bot: the bot's name; empty for the bot that stands in for people who aren't there.
        """
        known = self._bots.setdefault(game, {})
        if bot not in known:
            known[bot] = self._made(game, bot)
        return await self._work(known[bot].choose, view, game.choices(view), self._rng())

    async def advise(self, game: Game[Any, Any], view: View[Any]) -> list[Advice]:
        """Ask the game's bots for ways to answer the present decision."""
        advice: list[Advice] = await self._work(bots.advise, game, view, self._rng())
        return advice

    async def coach(self, game: Game[Any, Any], view: View[Any], key: str, bots: Mapping[str, str]) -> Advice | None:
        """Ask the game's coach what to do at the present decision, and why (`prial.study.coach.coach`).

        Args:
            game: the game.
            view: the view of the seat that decides.
            key: the decision's name.
            bots: the bots' names, by the seat's number as text.
        Returns:
            The advice; None if the coach has none, or if the game has no coach.
        """
        found: Advice | None = await self._work(lambda: coach(game, view, key, noted(game, bots)))
        return found

    async def odds(self, game: Game[Any, Any], view: View[Any]) -> Any:
        """The odds, counted from what a view shows; None if the game has no odds to count."""
        count = find(game.name).part("chances")
        return None if count is None else await self._work(count, game, view)

    def close(self) -> None:
        """End the thread. Work that it hasn't begun is cancelled."""
        self._worker.shutdown(wait=False, cancel_futures=True)

    def _made(self, game: Game[Any, Any], bot: str) -> Bot:
        """Make the bot with this name, or the stand-in for absent people if the name is empty or unknown."""
        try:
            return bots.make(game, bot) if bot else bots.stand_in(game)
        except RulesError:  # the bot came with another package that isn't installed any more: the game goes on
            _LOG.warning("a bot is gone", extra={"game": game.name, "bot": bot})
            return bots.stand_in(game)

    def _rng(self) -> Random:
        """A random generator for one decision."""
        return Random(int.from_bytes(self._entropy(16)))

    async def _work(self, call: Callable[..., Any], *args: Any) -> Any:
        """Call a function in the thread, and wait for its result."""
        return await asyncio.get_running_loop().run_in_executor(self._worker, _loudly, call, *args)


def _loudly(call: Callable[..., Any], *args: Any) -> Any:
    """Call a function, and turn a `StopIteration` into another error."""
    try:
        return call(*args)
    except StopIteration as error:  # a future can't hold it: a task that waits for the future would wait for ever
        raise RuntimeError("a bot raised StopIteration") from error
