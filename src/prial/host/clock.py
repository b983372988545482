"""What time it is, and who wakes when. Injected, so that a test can let an hour pass in no time."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Handle(Protocol):
    """Something that will happen."""

    def cancel(self) -> None:
        """See to it that it doesn't."""


class Clock(Protocol):
    """The time, in milliseconds since 1970, UTC."""

    def now(self) -> int:
        """What time it is."""

    def at(self, when: int, call: Callable[[], None], /) -> Handle:
        """Call something as soon as it is that time, in the event loop; at once where it is past."""


class WallClock:
    """The machine's own."""

    def now(self) -> int:
        return time.time_ns() // 1_000_000

    def at(self, when: int, call: Callable[[], None]) -> Handle:
        """As the protocol says. A wall clock may be set back meanwhile, so it looks again before it calls."""
        return _Alarm(self, when, call)


class _Alarm:
    """A call that waits for its time by the wall clock."""

    def __init__(self, clock: WallClock, when: int, call: Callable[[], None]) -> None:
        self._clock, self._when, self._call = clock, when, call
        self._look_in()

    def _look_in(self) -> None:
        delay = max(0, self._when - self._clock.now()) / 1000
        self._timer = asyncio.get_running_loop().call_later(delay, self._look)

    def _look(self) -> None:
        if self._clock.now() >= self._when:
            self._call()
        else:
            self._look_in()

    def cancel(self) -> None:
        self._timer.cancel()
