"""Where bots think: in a worker of their own, over views, so that no bot holds up a table or sees more than its seat."""

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
from prial.study.coach import coach

_LOG: Final = logging.getLogger("prial.host")
PACE: Final = (900, 3200)
FAST: Final = (150, 400)
"""Milliseconds that a bot takes to decide, least and most. Drawn before it looks at its cards, and far more than it needs."""


class BotWorkers:
    """The bots of a house.

    Args:
        entropy: where their chance comes from: so many bytes.
    """

    def __init__(self, entropy: Callable[[int], bytes]) -> None:
        self._entropy = entropy
        self._worker = ThreadPoolExecutor(1, "bot_workers")
        self._bots: WeakKeyDictionary[Game[Any, Any], dict[str, Bot]] = WeakKeyDictionary()

    def pace(self, *, fast: bool = False) -> int:
        """How long a bot will take over its next decision, in milliseconds; its cards have no part in this.

        Args:
            fast: whether nobody wants to wait for bots.
        """
        least, most = FAST if fast else PACE
        return least + int.from_bytes(self._entropy(4)) % (most - least)

    async def choose(self, game: Game[Any, Any], view: View[Any], bot: str) -> Any:
        """What a bot does.

        Args:
            game: the table.
            view: what its seat knows.
            bot: its name; empty for whoever stands in for people who aren't there.
        """
        known = self._bots.setdefault(game, {})
        if bot not in known:
            known[bot] = self._made(game, bot)
        return await self._work(known[bot].choose, view, game.choices(view), self._rng())

    async def advise(self, game: Game[Any, Any], view: View[Any]) -> list[Advice]:
        """Ways to answer the present decision."""
        advice: list[Advice] = await self._work(bots.advise, game, view, self._rng())
        return advice

    async def coach(self, game: Game[Any, Any], view: View[Any], key: str, bots: Mapping[str, str]) -> Advice | None:
        """What to do at the present decision, and why; arguments as for `prial.study.coach.coach`."""
        found: Advice | None = await self._work(coach, game, view, key, bots)
        return found

    async def odds(self, game: Game[Any, Any], view: View[Any]) -> Any:
        """What a view says of the cards and the chances; None where the game counts nothing."""
        count = find(game.name).part("chances")
        return None if count is None else await self._work(count, game, view)

    def close(self) -> None:
        """Let the worker go."""
        self._worker.shutdown(wait=False, cancel_futures=True)

    def _made(self, game: Game[Any, Any], bot: str) -> Bot:
        try:
            return bots.make(game, bot) if bot else bots.stand_in(game)
        except RulesError:  # it was somebody else's, and isn't installed any more: the game goes on
            _LOG.warning("a bot is gone", extra={"game": game.name, "bot": bot})
            return bots.stand_in(game)

    def _rng(self) -> Random:
        return Random(int.from_bytes(self._entropy(16)))

    async def _work(self, call: Callable[..., Any], *args: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._worker, _loudly, call, *args)


def _loudly(call: Callable[..., Any], *args: Any) -> Any:
    """Call something whose fault is heard: a future can't hold a `StopIteration`, and whoever waits would do so for ever."""
    try:
        return call(*args)
    except StopIteration as error:
        raise RuntimeError("a bot came to the end of something") from error
