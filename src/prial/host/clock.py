"""The time, and alarms.

A clock is always passed in as an argument. A test can pass in a clock of its own, and let an hour pass at once.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Final, Protocol

_LOOK: Final = 500
"""Milliseconds between two checks for lost time."""
_STOOD: Final = 2_000
"""If more milliseconds than this lie between two checks, the time between the checks counts as lost."""
_SET: Final = 1_000
"""Milliseconds by which the machine's clock may deviate from the monotonic clock. If it deviates more, it has been set."""


class Handle(Protocol):
    """A call that is planned for later."""

    def cancel(self) -> None:
        """Cancel the call."""


class Clock(Protocol):
    """The time, in milliseconds since 1970 (UTC)."""

    def now(self) -> int:
        """The present time, in milliseconds since 1970 (UTC)."""

    def at(self, when: int, call: Callable[[], None], /) -> Handle:
        """Call a function in the event loop at a given time, or at once if this time is past.

        Args:
            when: the time, in milliseconds since 1970 (UTC).
            call: the function.
        """

    def watch(self, lost: Callable[[int], None], /) -> Handle:
        """Call a function whenever time was lost. Cancel the handle to stop these calls.

        Time is lost when the process stands still, the machine sleeps, or the machine's clock is set. If an alarm is due because
        of the lost time, ``lost`` is called before the alarm's function.

        Args:
            lost: the function. It gets the number of lost milliseconds, below 0 if the clock was set back.
        """


class MachineClock:
    """The machine's clock.

    Alarms don't move when somebody sets the machine's clock. But `now` then gives the new time, and the function given to `watch`
    is called.

    Args:
        wall: returns the time of the machine's clock, in nanoseconds since 1970 (UTC).
        even: returns the time of a monotonic clock, in nanoseconds. This clock may run on or stand still while the machine
            sleeps.
        later: calls a function after a number of seconds on the monotonic clock; None for the event loop's ``call_later``.
    """

    def __init__(
        self,
        wall: Callable[[], int] = time.time_ns,
        even: Callable[[], int] = time.monotonic_ns,
        later: Callable[[float, Callable[[], None]], Handle] | None = None,
    ) -> None:
        self._wall, self._even, self._later = wall, even, later
        self._ahead = self._off(0)
        """The time that `now` returns, minus `_passed`; in milliseconds."""
        self._looked = self._passed()
        self._lost: Callable[[int], None] | None = None

    def now(self) -> int:
        """See `Clock.now`."""
        return self._passed() + self._ahead

    def at(self, when: int, call: Callable[[], None]) -> Handle:
        """See `Clock.at`."""
        return _Alarm(self, self._passed() + max(0, when - self.now()), call)

    def watch(self, lost: Callable[[int], None]) -> Handle:
        """See `Clock.watch`. The new function replaces a function given before."""
        self._lost, self._looked = lost, self._passed()
        return _Watch(self)

    def look(self) -> None:
        """Check whether time was lost since the last check. If so, call the function given to `watch`."""
        passed = self._passed()
        stood, self._looked = passed - self._looked, passed
        lost = stood if stood > _STOOD else 0  # the process or its event loop stood still, or the machine slept
        if abs(off := self._off(self._ahead)) > _SET:  # rounding may cause a smaller deviation
            self._ahead += off
            lost += off
        if lost and self._lost is not None:
            self._lost(lost)

    def wait(self, ms: int, call: Callable[[], None]) -> Handle:
        """Call a function after ``ms`` milliseconds on the monotonic clock."""
        later = self._later or asyncio.get_running_loop().call_later
        return later(max(0, ms) / 1000, call)

    def left(self, until: int) -> int:
        """Milliseconds that remain until `_passed` returns ``until``; less than 0 if that moment is past."""
        return until - self._passed()

    def _passed(self) -> int:
        """The time of the monotonic clock, in milliseconds."""
        return self._even() // 1_000_000

    def _off(self, ahead: int) -> int:
        """The time of the machine's clock, minus ``_passed() + ahead``; in milliseconds."""
        return self._wall() // 1_000_000 - self._passed() - ahead


class _Alarm:
    """A call that is planned for a certain time."""

    def __init__(self, clock: MachineClock, until: int, call: Callable[[], None]) -> None:
        self._clock, self._until, self._call = clock, until, call
        self._timer = clock.wait(clock.left(until), self._ring)

    def _ring(self) -> None:
        if (left := self._clock.left(self._until)) > 0:  # a timer may ring a little early
            self._timer = self._clock.wait(left, self._ring)
            return
        self._clock.look()
        self._call()

    def cancel(self) -> None:
        """See `Handle.cancel`."""
        self._timer.cancel()


class _Watch:
    """Calls `MachineClock.look` every `_LOOK` milliseconds."""

    def __init__(self, clock: MachineClock) -> None:
        self._clock = clock
        self._wait()

    def _wait(self) -> None:
        self._timer = self._clock.wait(_LOOK, self._look)

    def _look(self) -> None:
        self._clock.look()
        self._wait()

    def cancel(self) -> None:
        """See `Handle.cancel`."""
        self._timer.cancel()
