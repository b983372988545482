"""Players who have lost their connection to a table.

After a while the house plays for them. On their return they get the seat back.
"""

from collections.abc import Callable
from typing import Protocol

from prial.core.game import Seat
from prial.host.audience import Audience
from prial.host.clock import Clock, Handle
from prial.host.entries import Entries
from prial.host.live import Live
from prial.host.rulings import came_back, stood_in
from prial.host.status import Status


class Waiting(Protocol):
    """The part of a table that `Absence` uses."""

    @property
    def live(self) -> Live:
        """The table as it stands."""

    @property
    def keeps(self) -> bool:
        """Whether this server runs the table's clock and bots."""

    def soon(self, due: Callable[[], Entries], /) -> None:
        """Start a task that calls ``due``, and then adds the returned entries to the table's log.

        The task waits until no other change of the table is under way.
        """

    def by_itself(self, due: Callable[[], Entries], /) -> None:
        """Do the same as `soon` for entries that are due because time has passed.

        Only the server that runs the table may add such entries.
        """


class Absence:
    """Watches for players of one table who have no connection.

    Args:
        table: the table.
        audience: the connections to the table.
        clock: the time.
    """

    def __init__(self, table: Waiting, audience: Audience, clock: Clock) -> None:
        self._table, self._audience, self._clock = table, audience, clock
        self._alarm: Handle | None = None

    def gone(self, ms: int) -> list[Seat]:
        """Seats whose players take part and have had no connection for at least ``ms`` milliseconds.

        The list is empty if all players who take part have lost their connections: then nobody at the table is waiting.
        """
        away = self._audience.away()
        if away.count(None) == len(away):  # nearly always so: the rest is skipped for speed
            return []
        here, now = self._table.live.here, self._clock.now()
        gone = [seat for seat in sorted(here) if away[seat] is not None]
        if len(gone) == len(here):
            return []
        return [seat for seat in gone if now - (away[seat] or 0) >= ms]

    def disconnected(self, seat: Seat) -> bool:
        """Whether a seat's player has no connection."""
        return self._audience.away()[seat] is not None

    def moved(self, person: str) -> None:
        """Take note that a person has opened their first connection or lost their last one.

        If the house plays for this person because no connection was open, the person gets the seat back when a connection opens.

        Args:
            person: the person's id.
        """
        self.watch()
        live = self._table.live
        seat = live.seat_of(person)
        if seat is not None and live.seats[seat].gone:
            self._table.soon(lambda: self._back(person))

    def _back(self, person: str) -> Entries:
        """The log entries that give the seat back to a player who is connected again; empty if no seat is to be given back."""
        live = self._table.live
        seat = live.seat_of(person)
        if seat is None or not live.seats[seat].gone or live.next_table or self._audience.away()[seat] is not None:
            return []
        return came_back(live, seat)

    def watch(self) -> None:
        """Set an alarm for the moment when the house has to take over the seat of the player who has been away longest."""
        self.stop()
        gone = self.gone(0) if self._table.keeps and self._table.live.status is Status.LIVE else []
        if gone:
            first = min(since for seat, since in enumerate(self._audience.away()) if since is not None and seat in gone)
            self._alarm = self._clock.at(first + self._patience, lambda: self._table.by_itself(self._stand_in))

    def stop(self) -> None:
        """Cancel the alarm."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    @property
    def _patience(self) -> int:
        """Milliseconds without a connection after which the house plays for a player."""
        return 1000 * self._table.live.opened.away_s

    def _stand_in(self) -> Entries:
        """The log entries by which the house takes over the seats of players who have been away too long."""
        gone = self.gone(self._patience) if self._table.live.status is Status.LIVE else []
        return [entry for seat in gone for entry in stood_in(seat)]
