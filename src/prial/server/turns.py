"""Who is served next: those who ask little at once, and addresses that ask much in turn, with what is left of the machine."""

import asyncio
import time
from typing import Final

from prial.host.rotation import Rotation
from prial.server.allowance import Rate, Source, WideAllowance

_AT_ONCE: Final = 3
"""Asks that are begun before the event loop looks at everything else again."""
_SHARE: Final = 0.4
"""Share of a core up to which those who ask much are served; the rest is for those who play, and those who ask little."""
_EVERYBODY: Final = 1000
"""Addresses that may ask little at once: all who come back when a network does."""
_LONGEST: Final = 0.05
"""Seconds after which the next of them has a turn, however busy the server is."""
_SHORTEST: Final = 0.001
"""Seconds below which nobody pauses: a timer isn't finer."""

_Waiting = Rotation[asyncio.Future[None]]


class Turns:
    """Turns of those who ask something, by address.

    A school behind one address comes in as fast as the machine allows, and a flood from twenty addresses takes no more of it.

    Args:
        swift: how often an address may ask without waiting for others.
        most: asks of one address that may wait.
    """

    def __init__(self, swift: Rate, most: int) -> None:
        self._swift = WideAllowance(swift, _EVERYBODY)
        self._most = most
        self._begun = 0
        """Asks that have begun since the event loop looked at everything."""
        self._little, self._much = _Waiting(), _Waiting()
        self._owed, self._wall, self._busy = 0.0, time.monotonic(), time.thread_time()
        """Seconds of rest that are still due, and when that was worked out."""
        self._serving: set[asyncio.Task[None]] = set()

    async def take(self, where: Source) -> bool:
        """Wait until it is one's turn; whether there is one. Where too many of an address wait, there is none."""
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
        """Wait for a turn; the first one who does starts those who give them."""
        loop = asyncio.get_running_loop()
        if not waiting:
            serving = loop.create_task(self._serve_much() if waiting is self._much else self._serve_little())
            self._serving.add(serving)
            serving.add_done_callback(self._serving.discard)
        turn = loop.create_future()
        waiting.add(where.address, turn)
        await turn

    async def _serve_little(self) -> None:
        """Give turns, some between any two looks of the event loop, until nobody waits."""
        while self._little:
            await asyncio.sleep(0)
            for _ in range(_AT_ONCE):
                if self._little:
                    _give(self._little.next())

    async def _serve_much(self) -> None:
        """Give turns, the next one when the event loop has come to rest for long enough, until nobody waits."""
        while self._much:
            wall, busy = time.monotonic(), time.thread_time()
            due = self._owed + (busy - self._busy) / _SHARE - (wall - self._wall)
            self._owed, self._wall, self._busy = min(_LONGEST, max(0.0, due)), wall, busy
            await asyncio.sleep(self._owed if self._owed > _SHORTEST else 0)
            _give(self._much.next())


def _give(turn: asyncio.Future[None]) -> None:
    if not turn.done():  # it was cancelled
        turn.set_result(None)
