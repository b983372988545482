"""The order in which requests are served.

Addresses that make few requests are served immediately. Addresses that make many requests are served in turn, and together they
get a limited share of the machine.
"""

import asyncio
import time
from typing import Final

from prial.host.rotation import Rotation
from prial.server.allowance import Rate, Source, WideAllowance

_AT_ONCE: Final = 3
"""Greatest number of new requests that begin in one turn of the event loop."""
_SHARE: Final = 0.4
"""Share of a core for addresses that make many requests."""
# High, because everybody comes back at the same moment after a network's breakdown
_EVERYBODY: Final = 1000
"""All addresses together have a limit on immediately served requests: this many times the limit of one address."""
_LONGEST: Final = 0.05
"""Longest pause, in seconds, before the next request from the queue `Turns._much`, however busy the server is."""
_SHORTEST: Final = 0.001
"""Longest pause, in seconds, that is left out. Timers aren't precise enough for such short pauses."""

_Waiting = Rotation[asyncio.Future[None]]


class Turns:
    """Decides when each request begins.

    All requests beyond the rate ``swift`` share a limited part of the machine. More addresses don't get a greater part.

    Args:
        swift: rate up to which the requests of an address are served immediately.
        most: greatest number of requests of one address that may wait.
    """

    def __init__(self, swift: Rate, most: int) -> None:
        self._swift = WideAllowance(swift, _EVERYBODY)
        self._most = most
        self._begun = 0
        """Number of requests that have begun in this turn of the event loop."""
        self._little, self._much = _Waiting(), _Waiting()
        """Two queues of waiting requests: one for addresses that make few requests, and one for addresses that make many."""
        self._owed, self._wall, self._busy = 0.0, time.monotonic(), time.thread_time()
        """The last computed pause, the monotonic time when it was computed, and the thread's CPU time then; all in seconds."""
        self._serving: set[asyncio.Task[None]] = set()

    async def take(self, where: Source) -> bool:
        """Wait for the turn of a request, and return True.

        If too many requests from the same address are waiting already, return False immediately.
        """
        waiting = self._much.of(where.address)
        if waiting >= self._most:
            return False
        if waiting or not self._swift.take(where):
            await self._wait(self._much, where)
        elif self._begun >= _AT_ONCE:
            await self._wait(self._little, where)
        else:
            if not self._begun:
                asyncio.get_running_loop().call_soon(self._begin_anew)
            self._begun += 1
        return True

    def _begin_anew(self) -> None:
        self._begun = 0

    async def _wait(self, waiting: _Waiting, where: Source) -> None:
        """Wait in a queue. The first request in an empty queue starts the task that serves the queue."""
        loop = asyncio.get_running_loop()
        if not waiting:
            serving = loop.create_task(self._serve_much() if waiting is self._much else self._serve_little())
            self._serving.add(serving)
            serving.add_done_callback(self._serving.discard)
        turn = loop.create_future()
        waiting.add(where.address, turn)
        await turn

    async def _serve_little(self) -> None:
        """Begin all requests in the queue `_little`, at most `_AT_ONCE` in each turn of the event loop."""
        while self._little:
            await asyncio.sleep(0)
            for _ in range(_AT_ONCE):
                if self._little:
                    _give(self._little.next())

    async def _serve_much(self) -> None:
        """Begin all requests in the queue `_much`, one at a time, with pauses that leave most of a core free."""
        while self._much:
            wall, busy = time.monotonic(), time.thread_time()
            due = self._owed + (busy - self._busy) / _SHARE - (wall - self._wall)
            self._owed, self._wall, self._busy = min(_LONGEST, max(0.0, due)), wall, busy
            await asyncio.sleep(self._owed if self._owed > _SHORTEST else 0)
            _give(self._much.next())


def _give(turn: asyncio.Future[None]) -> None:
    if not turn.done():  # else the request was cancelled
        turn.set_result(None)
