"""How often something may be done: so many times in any stretch of so many seconds.

A moving window of our own: a look-up and a comparison. The memory store of `limits` walks through everybody's windows in
threads at each hit, which took a tenth of a core (or, beside asyncio, all of one) for 500 commands a second of 2,000 people.
"""

import time
from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

_SWEEP: Final = 4096
"""Known keys at which those that have been quiet are forgotten."""


class Rate(NamedTuple):
    """So many times in so many seconds."""

    times: int
    seconds: float


class Allowance:
    """Counts what each key has done lately.

    Args:
        rate: how often each may.
        clock: seconds; injected by tests.
    """

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate: Final = rate
        self._clock = clock
        self._done: dict[str, deque[float]] = {}
        self._sweep = _SWEEP

    def take(self, key: str) -> bool:
        """Do it once more, unless that is too often."""
        now = self._clock()
        done = self._done.get(key)
        if done is None:
            if len(self._done) >= self._sweep:
                self._forget(now)
            done = self._done[key] = deque(maxlen=self.rate.times)
        if len(done) == self.rate.times and now - done[0] < self.rate.seconds:
            return False
        done.append(now)
        return True

    def _forget(self, now: float) -> None:
        """Let go of all who are free to do everything again."""
        self._done = {key: done for key, done in self._done.items() if now - done[-1] < self.rate.seconds}
        self._sweep = max(_SWEEP, 2 * len(self._done))  # so that a look at everybody is paid for by as many newcomers
