"""Work that is repeated at intervals while a house is open."""

import asyncio
from collections.abc import Awaitable, Callable

from prial.host.clock import Clock, Handle


class Round:
    """Work that is repeated at intervals.

    Args:
        clock: the time.
        every: milliseconds from the end of one run to the start of the next.
        work: the work; it must not raise.
    """

    def __init__(self, clock: Clock, every: int, work: Callable[[], Awaitable[None]]) -> None:
        self._clock, self._every, self._work = clock, every, work
        self._next: Handle | None = None
        self._doing: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Run the work now, and at intervals from now on."""
        await self._work()
        self.start_later()  # counted from the present time, since the machine's clock may have been set meanwhile

    def start_later(self) -> None:
        """Run the work after one interval, and at intervals from then on."""
        self._next = self._clock.at(self._clock.now() + self._every, self._again)

    async def stop(self) -> None:
        """Stop repeating the work. If it is running now, wait until this run is finished."""
        if self._doing is not None:
            await asyncio.gather(self._doing, return_exceptions=True)
        if self._next is not None:
            self._next.cancel()

    def _again(self) -> None:
        """Run the work again, in a new task."""
        self._doing = asyncio.get_running_loop().create_task(self.start())
