"""Collects the secret numbers that players reveal (open) for a shuffle, until all numbers are there or time is up."""

from collections.abc import Callable
from typing import Any, Final

from prial.core.game import Chance, Seat
from prial.fair.hashes import promise
from prial.host import entries as log
from prial.host import messages as said
from prial.host.clock import Clock, Handle
from prial.host.entries import Entries
from prial.host.fairness import Turning, chosen
from prial.host.live import Live
from prial.host.status import Status

WAIT_MS: Final = 2000
"""A shuffle waits at most this many milliseconds for the random numbers that players have chosen."""


class Numbers:
    """Collects the random numbers that players have chosen for the present shuffle of one table.

    Args:
        table: the table's id.
        clock: the time.
        due: called when all numbers are there, or when time is up. `entries` then returns what to add to the log.
    """

    def __init__(self, table: str, clock: Clock, due: Callable[[], None]) -> None:
        self._table, self._clock, self._due = table, clock, due
        self._shuffle = 0
        """Number of the shuffle for which the players' random numbers are collected."""
        self._opened: dict[Seat, said.OpenNumber] = {}
        """Maps each player's seat to the number that the player has sent."""
        self._alarm: Handle | None = None
        self._late = False
        """Whether time is up."""

    def take(self, live: Live, seat: Seat | None, opened: said.OpenNumber) -> bool:
        """Accept a player's number if it is for the present shuffle and agrees with the player's promise.

        Args:
            live: the table.
            seat: the player's seat; None for somebody without one.
            opened: the number.
        Returns:
            Whether the number was accepted.
        """
        if seat is None or not live.fair.waits or live.fair.turning is None or opened.shuffle != live.fair.shuffles:
            return False
        wanted = dict(live.fair.turning.binding.promises)
        if seat not in wanted or promise(self._table, opened.number) != wanted[seat]:
            return False
        self._opened[seat] = opened
        if self._complete(live):
            self._due()
        return True

    def _complete(self, live: Live) -> bool:
        """Whether all numbers that were promised for the present shuffle are there."""
        turning = live.fair.turning
        return turning is not None and self._opened.keys() >= dict(turning.binding.promises).keys()

    def watch(self, live: Live, *, keeps: bool = True) -> None:
        """Start or stop waiting for the players' random numbers, as the table needs.

        Call this method whenever the table has changed.

        Args:
            live: the table.
            keeps: whether this server runs the table. Every server collects numbers. Only the server that runs the table
                declares a shuffle void.
        """
        if self._shuffle != live.fair.shuffles:
            self._shuffle, self._late = live.fair.shuffles, False
            self._opened.clear()
            self.stop()
        if not live.fair.waits or live.status is not Status.LIVE:
            self.stop()
        elif self._late or self._complete(live):  # not done yet, because the table was paused or the store failed
            self._due()
        elif not keeps:
            self.stop()
        elif self._alarm is None:
            self._alarm = self._clock.at(self._clock.now() + WAIT_MS, self._ring)

    def _ring(self) -> None:
        """Take note that time is up."""
        self._alarm, self._late = None, True
        self._due()

    def stop(self) -> None:
        """Cancel the alarm that rings when time is up."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def entries(self, live: Live) -> Entries:
        """The log entry that ends the wait for the players' numbers, in a list.

        If all numbers are there, the entry is the deal. If numbers are missing when time is up, the entry is a void shuffle.

        The list is empty while the table can still wait for missing numbers. It is also empty if the table doesn't wait for
        numbers at all.
        """
        turning = live.fair.turning
        if not live.fair.waits or turning is None or live.status is not Status.LIVE or not isinstance(live.node, Chance):
            return []
        wanted = [seat for seat, _ in turning.binding.promises]
        numbers = tuple([(seat, self._opened[seat].number) for seat in wanted if seat in self._opened])
        promises = tuple(
            [(seat, each.next) for seat, each in sorted(self._opened.items()) if each.next and live.seats[seat].here]
        )
        missing = tuple([seat for seat in wanted if seat not in self._opened])
        if not missing:
            outcome: Any = chosen(live.fair, live.node.draw, Turning(turning.binding, numbers))
            return [log.Dealt(outcome=live.node.draw.write(outcome), numbers=numbers, promises=promises)]
        return [log.Voided(missing=missing, numbers=numbers, promises=promises)] if self._late else []
