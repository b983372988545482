"""The clock and the bots of one table: everything that happens there without a command."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any, Final, Protocol

from prial.core.game import Seat, view
from prial.errors import PrialError, Refusal
from prial.host import entries as log
from prial.host.absence import Absence
from prial.host.clock import Handle
from prial.host.entries import Entries
from prial.host.live import MISSES, Live
from prial.host.rulings import house_answer, left_alone, stood_in
from prial.host.services import Services
from prial.host.status import Status


class Driven(Protocol):
    """The part of a table that `Driver` uses."""

    @property
    def live(self) -> Live:
        """The table as it stands."""

    def spawn(self, work: Coroutine[Any, Any, Any], /) -> asyncio.Task[Any]:
        """Start a task that the table waits for when it closes."""

    async def house(self, due: Callable[[], Awaitable[Entries]], /) -> None:
        """Call ``due``, which returns log entries. Then append these entries to the table's log.

        If another server has changed the table meanwhile, ``due`` is called again.
        """


class Driver:
    """Sets the alarm for a table's deadline, lets bots think, and decides in place of players whose time is up.

    Args:
        table: the table.
        services: the clock, the bots and other services of the house.
        absence: knows which players have no connection.
    """

    def __init__(self, table: Driven, services: Services, absence: Absence) -> None:
        self._table, self._services, self._absence = table, services, absence
        self._deadline: Handle | None = None
        self._thinking: Final[dict[tuple[int, Seat], Handle]] = {}

    @property
    def busy(self) -> bool:
        """Whether a bot is thinking."""
        return bool(self._thinking)

    def arm(self) -> None:
        """Set the alarm for the next deadline, and let bots think."""
        live, clock = self._table.live, self._services.clock
        self.disarm()
        if live.deadline is not None:
            self._deadline = clock.at(live.deadline, self._ring)
        for turn, seat in [each for each in self._thinking if each[0] != live.turn]:
            self._thinking.pop((turn, seat)).cancel()
        if live.status is not Status.LIVE or live.key is None or live.state is None:
            return
        for seat in live.waiting:
            bot = live.driver(seat)
            if bot is None or (live.turn, seat) in self._thinking:
                continue
            # The bot thinks at once and answers at a time drawn beforehand, so nobody sees how long it thought
            thought = self._spawn(self._services.bot_workers.choose(live.game, view(live.state, seat), bot))
            when = clock.now() + self._services.bot_workers.pace(fast=live.fast)
            self._thinking[live.turn, seat] = clock.at(when, partial(self._start, seat, live.turn, thought))

    def disarm(self) -> None:
        """Cancel the alarm for the deadline."""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def stop(self) -> None:
        """Cancel the alarm for the deadline, and all answers that bots were about to give."""
        self.disarm()
        for handle in self._thinking.values():
            handle.cancel()
        self._thinking.clear()

    def later(self, ms: int, call: Callable[[], None]) -> None:
        """Cancel the alarm for the deadline, and call a function in ``ms`` milliseconds instead."""
        self.disarm()
        self._deadline = self._services.clock.at(self._services.clock.now() + ms, call)

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        return self._table.spawn(work)

    def _start(self, seat: Seat, turn: int, thought: asyncio.Task[Any]) -> None:
        """Start a task that gives a bot's answer. The arguments are those of `_drive`."""
        self._spawn(self._drive(seat, turn, thought))

    async def _drive(self, seat: Seat, turn: int, thought: asyncio.Task[Any]) -> None:
        """Give a bot's answer when its task has found it.

        Nothing happens if turn ``turn`` is over.
        """

        async def due() -> Entries:
            self._thinking.pop((turn, seat), None)
            live = self._table.live
            if live.turn != turn or seat not in live.waiting or live.driver(seat) is None or live.status is not Status.LIVE:
                return []
            return self._answer(seat, await thought, late=False)

        await self._table.house(due)

    def _ring(self) -> None:
        """Start `_time_is_up`; called at the deadline."""
        self._spawn(self._time_is_up())

    async def _time_is_up(self) -> None:
        """End a rest (the pause between two deals), or decide for every seat that hasn't decided. Called at the deadline."""
        await self._table.house(self._rested)
        for seat in self._table.live.waiting if self._is_up else ():
            await self._decide_late(seat)

    @property
    def _is_up(self) -> bool:
        """Whether the game is under way and the deadline is past."""
        live = self._table.live
        return live.status is Status.LIVE and live.deadline is not None and self._services.clock.now() >= live.deadline

    async def _rested(self) -> Entries:
        """The log entries that end a rest (the pause between two deals); empty if no rest has to end."""
        live = self._table.live
        return (
            [log.WasReady(seat=seat) for seat in sorted(live.here - live.ready)] if self._is_up and live.rest is not None else []
        )

    async def _decide_late(self, seat: Seat) -> None:
        """Decide for a player whose time is up.

        A player without a connection, or with `MISSES` missed decisions in a row, then sits out.
        """
        out = gone = False

        async def answer() -> Entries:
            nonlocal out, gone
            live = self._table.live
            if not self._is_up or seat not in live.waiting:
                out = False
                return []
            assert live.state is not None
            bot = live.driver(seat)
            action = await self._services.bot_workers.choose(live.game, view(live.state, seat), bot or "")
            gone = seat in self._absence.gone(0)
            out = bot is None and (gone or live.seats[seat].missed + 1 >= MISSES)
            return self._answer(seat, action, late=bot is None)

        async def away() -> Entries:
            live = self._table.live
            if not out or live.status is not Status.LIVE:  # `answer` may have ended the game
                return []
            if gone:
                return stood_in(seat)
            return [log.Away(seat=seat, gone=self._absence.disconnected(seat)), *left_alone(live, seat)]

        await self._table.house(answer)
        await self._table.house(away)

    def _answer(self, seat: Seat, action: Any, *, late: bool) -> Entries:
        """The entries by which the house decides for a seat. Raises a `PrialError` if the decision is refused."""
        entries = house_answer(self._table.live, seat, action, late=late)
        if isinstance(entries, Refusal):  # no decision is due, or the bot has a fault
            raise PrialError(entries)
        return entries
