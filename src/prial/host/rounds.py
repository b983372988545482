"""What a house does every so often, as long as it is open."""

import asyncio
from collections.abc import Awaitable, Callable

from prial.host.clock import Clock, Handle


class Round:
    """Something that is done again and again.

    Args:
        clock: says when.
        every: milliseconds from the end of one time to the next.
        work: what is done. It may raise nothing.
    """

    def __init__(self, clock: Clock, every: int, work: Callable[[], Awaitable[None]]) -> None:
        self._clock, self._every, self._work = clock, every, work
        self._next: Handle | None = None
        self._doing: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Do it now, and every so often from now on."""
        await self._work()
        self.start_later()  # by what time it is now: the machine's clock may have been set meanwhile

    def start_later(self) -> None:
        """Do it for the first time, or the next, after as long as there is between two times."""
        self._next = self._clock.at(self._clock.now() + self._every, self._again)

    async def stop(self) -> None:
        """Do it no more; what is under way is finished."""
        if self._doing is not None:
            await asyncio.gather(self._doing, return_exceptions=True)
        if self._next is not None:
            self._next.cancel()

    def _again(self) -> None:
        self._doing = asyncio.get_running_loop().create_task(self.start())
