"""Counts the time in which a table's clock ran although nobody could play. The table gives this time back to the clock later."""

from collections.abc import Sequence

import msgspec

from prial.host.live import Applied


class Outage(msgspec.Struct, frozen=True):
    """A time in which no server ran a table. All times are milliseconds since 1970 (UTC)."""

    closed: int | None
    """When a server was last known to run the table; None if that isn't known."""
    opened: int | None = None
    """When people could give commands again; None if they still can't.

    A clock that was set at ``opened`` or later has lost no time.
    """

    def lost(self, history: Sequence[Applied], now: int) -> int:
        """Milliseconds of lost time: the table's clock ran, but nobody could play. Below 0 if the machine's clock was set back.

        The lost time ends at ``now``. It begins at ``closed``, with two exceptions:

        * The clock was set or moved after ``closed``: the lost time begins at that moment.
        * The clock ran out before ``closed``, or ``closed`` is None: the lost time begins at the table's last entry.

        Args:
            history: the last entries of the table's log.
            now: the present time.
        """
        live, changed = history[-1].after, history[-1].at
        if live.deadline is None:
            return 0
        clock_set = _clock_set(history)
        if self.opened is not None and clock_set >= self.opened:
            return 0
        # An entry follows when a clock runs out. It is missing only if the store failed, or if the table comes from a backup
        if self.closed is None or live.deadline < self.closed:
            return now - changed
        return now - self.closed if clock_set <= self.closed else max(0, now - clock_set)


def _clock_set(history: Sequence[Applied]) -> int:
    """When the deadline of the running clock was set or moved; 0 if no entry in ``history`` did it."""
    for applied in reversed(history):
        if applied.before is None or applied.before.deadline != applied.after.deadline:
            return applied.at
    return 0


class TimeOwed:
    """Adds up the milliseconds in which nobody could play.

    The table gives the time back to its clock later. ``bool(owed)`` says whether any time is owed.
    """

    def __init__(self) -> None:
        self._ms = self._due = 0
        self._failing: int | None = None
        self._outage: Outage | None = None
        self._counted: Outage | None = None

    def __bool__(self) -> bool:
        return self._ms != 0 or self._failing is not None or self._outage is not None

    def add(self, ms: int) -> None:
        """Add lost time, in milliseconds. The number is below 0 if the machine's clock was set back."""
        # An outage is measured by the clock, up to the moment at which it is given back, so it has this time already
        if self._outage is not None:
            return
        self._ms += ms
        if self._failing is not None:
            self._failing += ms

    def fail(self, at: int) -> None:
        """Take note that the store failed at the time ``at``. From then until the next call of `pay`, all time counts as lost.

        Args:
            at: the time of the failure, in milliseconds since 1970 (UTC).
        """
        if self._failing is None:
            self._failing = at

    def note(self, outage: Outage) -> None:
        """Take note of a time in which no server ran the table. `Outage.lost` tells how many milliseconds are owed for it."""
        self._outage = outage

    def due(self, at: int, history: Sequence[Applied]) -> int:
        """The number of milliseconds to give back, if the next entries are stored at the time ``at``.

        Args:
            at: the time, in milliseconds since 1970 (UTC).
            history: the last entries of the table's log.
        """
        self._due, self._counted = self._ms, self._outage
        if self._outage is not None and (lost := self._outage.lost(history, at)):
            return self._ms + lost
        return self._ms + (0 if self._failing is None else at - self._failing)

    def pay(self) -> None:
        """Settle the milliseconds that the last call of `due` returned: they aren't owed any more.

        Time that is added (`add`) between the calls of `due` and `pay` is still owed.
        """
        self._ms, self._failing = self._ms - self._due, None
        if self._outage is self._counted:
            self._outage = None
