"""What time it is, and who wakes when. Injected, so that a test can let an hour pass in no time."""

import asyncio
import time
from collections.abc import Callable
from typing import Final, Protocol

_LOOK: Final = 500
"""Milliseconds between two looks at whether the process runs."""
_STOOD: Final = 2_000
"""Milliseconds without a look after which it didn't: it was stopped, its machine slept, or all waited for one thing."""
_SET: Final = 1_000
"""Milliseconds by which the machine's clock is off before it is followed; what is less comes of rounding and of small steps."""


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

    def watch(self, lost: Callable[[int], None], /) -> Handle:
        """Have somebody told of time that went by and that nobody had, in milliseconds, until that is cancelled.

        That is so where the process stood still, the machine slept, or its clock was set: less than 0 where it was set back.
        Whoever waits for a time hears of it before the call for which they wait.
        """


class MachineClock:
    """The machine's own. Time passes evenly, whatever its clock is set to; what that says is followed with a word to `watch`.

    Args:
        wall: nanoseconds since 1970, UTC, as the machine's clock has them.
        even: nanoseconds that pass evenly; whether they do while the machine sleeps makes no difference.
        later: calls something after so many seconds that pass evenly; by the event loop if None.
    """

    def __init__(
        self,
        wall: Callable[[], int] = time.time_ns,
        even: Callable[[], int] = time.monotonic_ns,
        later: Callable[[float, Callable[[], None]], Handle] | None = None,
    ) -> None:
        self._wall, self._even, self._later = wall, even, later
        self._ahead = self._off(0)
        """What the time is ahead of the milliseconds that pass evenly."""
        self._looked = self._passed()
        self._lost: Callable[[int], None] | None = None

    def now(self) -> int:
        return self._passed() + self._ahead

    def at(self, when: int, call: Callable[[], None]) -> Handle:
        return _Alarm(self, self._passed() + max(0, when - self.now()), call)

    def watch(self, lost: Callable[[int], None]) -> Handle:
        """As the protocol says; one at a time."""
        self._lost, self._looked = lost, self._passed()
        return _Watch(self)

    def look(self) -> None:
        """See whether time was lost, and tell of it."""
        passed = self._passed()
        stood, self._looked = passed - self._looked, passed
        lost = stood if stood > _STOOD else 0
        if abs(off := self._off(self._ahead)) > _SET:
            self._ahead += off
            lost += off
        if lost and self._lost is not None:
            self._lost(lost)

    def wait(self, ms: int, call: Callable[[], None]) -> Handle:
        """Call something after so many milliseconds."""
        later = self._later or asyncio.get_running_loop().call_later
        return later(max(0, ms) / 1000, call)

    def left(self, until: int) -> int:
        """How many of the milliseconds that pass evenly are left."""
        return until - self._passed()

    def _passed(self) -> int:
        return self._even() // 1_000_000

    def _off(self, ahead: int) -> int:
        return self._wall() // 1_000_000 - self._passed() - ahead


class _Alarm:
    """A call that waits for its time. A timer may be early by a little, so it looks before it calls."""

    def __init__(self, clock: MachineClock, until: int, call: Callable[[], None]) -> None:
        self._clock, self._until, self._call = clock, until, call
        self._timer = clock.wait(clock.left(until), self._ring)

    def _ring(self) -> None:
        if (left := self._clock.left(self._until)) > 0:
            self._timer = self._clock.wait(left, self._ring)
            return
        self._clock.look()
        self._call()

    def cancel(self) -> None:
        self._timer.cancel()


class _Watch:
    """Looks again and again."""

    def __init__(self, clock: MachineClock) -> None:
        self._clock = clock
        self._wait()

    def _wait(self) -> None:
        self._timer = self._clock.wait(_LOOK, self._look)

    def _look(self) -> None:
        self._clock.look()
        self._wait()

    def cancel(self) -> None:
        self._timer.cancel()
