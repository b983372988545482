"""Runs one table: it takes commands, stores the changes, and only then informs people.

There is one change at a time. Every change that is made here, except a freeze, goes through `HostedTable._carry_on`. A fault
freezes this table and no other.
"""

import asyncio
import logging
import traceback
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from functools import partial
from typing import Any, Final, TypeVar

import msgspec

from prial.errors import PrialError, Refusal, add_sentences, refuse
from prial.host import entries as log
from prial.host import messages as said
from prial.host.absence import Absence
from prial.host.advice import Advice, refused
from prial.host.audience import Audience
from prial.host.driving import Driver
from prial.host.entries import Entries
from prial.host.fold import fold
from prial.host.live import Applied, Live
from prial.host.numbers import Numbers
from prial.host.onward import go_on
from prial.host.places import moved, place_of, row_of, runs
from prial.host.rulings import GONE, Who, rule
from prial.host.services import Services
from prial.host.snapshots import snapshots
from prial.host.status import Status
from prial.host.store import (
    Answered,
    Beside,
    Conflict,
    NotKept,
    Person,
    Repeated,
    Row,
    StoreError,
    StoreFailed,
    StoreLost,
    StoreUnread,
)
from prial.host.time_owed import Outage, TimeOwed

add_sentences(
    "en",
    {
        "table.not_saved": "That couldn't be saved just now, so it did not happen. Please try again.",
        "table.moved": "This table goes on elsewhere.",
        "house.closing": "The house is closing for a moment.",
    },
)

HISTORY: Final = 400
"""The number of entries kept in memory, for viewers who come or come back."""
_ANSWERS: Final = 200
"""The number of answers kept in memory."""
_RACES: Final = 20
"""A change that fails because another server has changed the table is tried again up to this many times."""
_LOG: Final = logging.getLogger("prial.host")
_T = TypeVar("_T")
"""The type of a task's result."""


class HostedTable:
    """A table of the house.

    Args:
        table_id: the table's id.
        history: the newest log entries, each with its effect. They must be enough to bring any viewer up to date. A new table has
            none.
        services: the services of the house.
    """

    def __init__(self, table_id: str, history: Iterable[Applied], services: Services) -> None:
        self.id: Final = table_id
        """The table's id."""
        self.history: Final = deque(history, HISTORY)
        """The last entries of the log, each with its effect."""
        self.audience: Final = Audience(
            table_id,
            self.history,
            clock=services.clock,
            encoded=services.encoded,
            moved=self._moved,
            looked=services.crew.looked,
        )
        """The connections to the table."""
        self._absence: Final = Absence(self, self.audience, services.clock)
        self._services = services
        self._answers: dict[tuple[str, str], bytes] = {}
        """The latest encoded answers to commands. Each key is a person's id and a command's id."""
        self._used = self._kept = services.clock.now()
        self._lock = asyncio.Lock()
        self._driver: Final = Driver(self, services, self._absence)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._advice: Final = Advice(services.bot_workers, self.spawn)
        self.closed = False
        """Whether this object is closed and does nothing more. The table may go on in another object or on another server."""
        self._owed = TimeOwed()
        self.numbers: Final = Numbers(table_id, services.clock, self._numbers_due)
        """Collects the players' secret numbers for the present shuffle."""

    @property
    def live(self) -> Live:
        """The table as it stands, after its last commit."""
        return self.history[-1].after

    @property
    def changed(self) -> int:
        """When the newest log entry was made, in milliseconds since 1970 (UTC)."""
        return self.history[-1].at

    @property
    def visited(self) -> int:
        """When somebody last looked at the table or asked for it, in milliseconds since 1970 (UTC)."""
        return self._services.clock.now() if self.audience.connections else self._used

    # --- commands -----------------------------------------------------------------------------------------------------

    def command(self, person: Person, command: said.AnyCommand, send: Callable[[bytes], None]) -> asyncio.Task[None]:
        """Start a task that carries out a command.

        The task goes on even if the client disconnects. A repeated command gets its stored answer, if there is one. A repeated
        question gets a new answer.

        Args:
            person: the sender.
            command: the command or question.
            send: called with the encoded answer. It mustn't wait or raise.
        """
        if isinstance(command, said.Question):
            return self.spawn(self._advice.tell(self.live, self.audience, person.id, command, send))
        return self.spawn(self._command(person, command, send))

    async def _command(self, person: Person, command: said.AnyCommand, send: Callable[[bytes], None]) -> None:
        """Carry out and answer a command that changes the table. A repeated command gets its earlier answer."""
        async with self._lock:
            self._used = self._services.clock.now()
            known = self._answers.get((person.id, command.id))
            if known is not None:
                self._services.note("command.repeated", 1)
                send(known)
                return
            try:
                answer = await self._anew(lambda: self._rule(person, command, send))
            except Repeated as repeated:
                self._services.note("command.repeated", 1)
                answer = repeated.answer
            except (StoreFailed, StoreUnread):
                send(refused(command.id, refuse("table.not_saved")))  # not final: the same command may be sent again
                return
            except (StoreLost, Conflict) as error:
                self._lose(error)
                send(refused(command.id, refuse("table.moved")))
                return
            except Exception as error:  # noqa: BLE001  # whatever it is, it must not spread to other tables
                await self._freeze(error)
                send(refused(command.id, refuse("table.frozen")))
                return
            if answer is not None:
                self._remember(person.id, command.id, answer)
                send(answer)

    async def _rule(self, person: Person, command: said.AnyCommand, send: Callable[[bytes], None]) -> bytes | None:
        """Carry out a command and send the answer, or return the encoded refusal."""
        who, gone = Who(person.id, person.name), partial(self._absence.gone, GONE)
        entries = rule(self.live, who, command, self._services.secret, gone, self.audience.looker)
        if not isinstance(entries, Refusal):
            await self._carry_on(entries, person, command.id, send)
            return None
        self._services.note(f"refused.{entries.code}", 1)
        answer = refused(command.id, entries)
        await self._services.store.answer(self.id, Answered(person.id, command.id, answer), self.live.version, self._used)
        return answer

    def _remember(self, person: str, command: str, answer: bytes) -> None:
        """Keep an answer in memory, for a client that repeats the command within a short time."""
        self._answers[person, command] = answer
        if len(self._answers) > _ANSWERS:
            del self._answers[next(iter(self._answers))]  # the store keeps it longer

    async def begin(self, entries: Entries) -> None:
        """Set a new table up.

        Args:
            entries: the first entries of its log.
        Raises:
            StoreError: if the entries couldn't be stored.
        """
        async with self._lock:
            await self._carry_on(entries)

    def owe(self, outage: Outage) -> None:
        """Take note that no server ran the table for a time. The next change, or `pay`, adds that time to the table's clock."""
        if self.keeps:
            self._owed.note(outage)

    def lose_time(self, ms: int) -> None:
        """Take note that nobody could play for some time. The table's clock gets this time back.

        Args:
            ms: the time in which nobody could play, in milliseconds. It is negative if the machine's clock was set back.
        """
        self.audience.lose_time(ms)
        if self.keeps:
            self._owed.add(ms)
            self.spawn(self.pay())

    async def pay(self) -> None:
        """Add lost time to the table's clock, by a log entry.

        Lost time is time in which nobody could play. Nothing is added if the clock isn't running. If the store fails, the table
        tries again in a second.
        """

        async def nothing() -> Entries:
            return []

        await self.house(nothing)

    async def admit(self, person: str) -> None:
        """Permit a person to look at the table, because the person used the table's link or a player let the person in.

        The permission is stored.

        Args:
            person: the person's id.
        Raises:
            PrialError: if the change can't be stored.
        """

        async def let_in() -> None:
            if person not in self.live.admitted:
                await self._carry_on([log.Admitted(person=person)])

        async with self._lock:
            try:
                await self._anew(let_in)
            except (StoreLost, Conflict) as error:
                self._lose(error)
                raise PrialError(refuse("table.moved")) from error

    # --- adding entries -----------------------------------------------------------------------------------------------

    async def _carry_on(
        self,
        entries: Entries,
        person: Person | None = None,
        command: str = "",
        send: Callable[[bytes], None] = lambda _: None,
        *,
        runs_it: bool = False,
    ) -> None:
        """Store entries and those that the house adds, then tell all viewers."""
        at, given = self._services.clock.now(), entries
        before = self.history[-1].after if self.history else None
        if entries and before is not None and before.status is Status.FROZEN:
            raise PrialError(refuse("table.frozen"))  # its log may go on with entries that this program can't read
        if (owed := self._owed.due(at, self.history)) and before is not None and before.deadline is not None:
            entries = [log.Credited(ms=owed), *entries]
        staged: list[Applied] = []
        for entry in entries:
            staged.append(fold(staged[-1].after if staged else before, entry, at))
        answer = msgspec.json.encode(said.Saved(command, staged[-1].after.version if staged else self.live.version))
        go_on(self.id, staged, at, self._services, self.audience.away if self.history else tuple)
        answered = Answered(person.id, command, answer) if person is not None else None
        if staged:
            keeper = self._services.crew.name if runs_it or owed else ""
            try:
                await self._append(before, staged, answered, at, keeper)
            except NotKept:
                self._services.crew.dropped(self.id)
                self._arm()
                if runs_it:
                    raise
                await self._carry_on(given, person, command, send)  # the server that runs the table gives the time back
                return
        elif answered is not None:
            await self._services.store.answer(self.id, answered, self.live.version, at)
        self._owed.pay()
        if answered is not None:
            self._remember(answered.who, answered.id, answer)
        if any(isinstance(applied.entry, log.WentOn) for applied in staged):
            await self._services.go_on(self.id, staged[-1].after)  # before viewers are told to go there
        self._services.note("commit", self._services.clock.now() - at)
        if staged:
            self._services.crew.grown(self.id, staged[-1].after.version)
        if answered is not None:
            send(answer)  # before viewers are told, so that the answer and the sender's update can be sent together
        try:
            for applied in staged:
                self._publish(applied)
            self._arm()
        except Exception as error:  # noqa: BLE001  # the entries are stored, so they count even if telling them fails
            await self._freeze(error)

    async def _append(
        self, before: Live | None, staged: Sequence[Applied], answered: Answered | None, at: int, keeper: str
    ) -> None:
        """Store new entries, and all that changes with them, in one commit."""
        after = staged[-1].after
        rows = [Row(applied.after.version, applied.at, log.written(applied.entry)) for applied in staged]
        stands, beside = row_of(self.id, after, at), Beside(moved(self.id, before, after), snapshots(staged), keeper)
        try:
            await self._services.store.append(stands, rows, answered, before.version if before else 0, beside)
        except StoreFailed:
            if self.keeps:
                self._owed.fail(at)
            raise

    def open_number(self, person: str, opened: said.OpenNumber) -> None:
        """Accept a number that a player reveals for the present shuffle, and pass the number on to the other servers.

        Args:
            person: the player's id.
            opened: the number.
        """
        seat = self.live.seat_of(person)
        if self.numbers.take(self.live, seat, opened) and seat is not None:
            self._services.crew.opened(self.id, seat, opened)

    def _numbers_due(self) -> None:
        """Make the deal. If a player's number is missing although time is up, declare the shuffle void instead."""
        self.soon(lambda: self.numbers.entries(self.live))

    def _moved(self, person: str) -> None:
        """Take note that a person has opened their first connection to the table, or lost their last one."""
        if not self.closed:
            self._absence.moved(person)

    def soon(self, due: Callable[[], Entries], *, by_itself: bool = False) -> None:
        """Start a task that adds entries to the log when no other change of the table is under way.

        Args:
            due: returns the entries.
            by_itself: whether a clock or a bot causes the entries. Only the server that runs the table may add such entries.
        """

        async def when_it_is_due() -> Entries:
            return due()

        self.spawn(self.house(when_it_is_due, by_itself=by_itself))

    def by_itself(self, due: Callable[[], Entries]) -> None:
        """Do the same as `soon` for entries that are due because time has passed.

        Only the server that runs the table may add them.
        """
        self.soon(due, by_itself=True)

    def report(self, error: BaseException) -> None:
        """Log the type and the place of an exception. Its message isn't logged: it might name cards."""
        where = [f"{frame.name}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)[-3:]]
        _LOG.error("table fault", extra={"table": self.id, "error": type(error).__name__, "where": where})
        self._services.note("frozen", 1)

    async def _freeze(self, error: BaseException) -> None:
        """Freeze this table after a fault. If the freeze can't be stored, close this object."""
        self.report(error)
        if self.live.status is Status.FROZEN:
            return
        applied = fold(self.live, log.Froze(), self._services.clock.now())
        row = Row(applied.after.version, applied.at, log.written(applied.entry))
        stands, beside = row_of(self.id, applied.after, applied.at), Beside(place_of(self.id, applied.after))
        try:
            await self._services.store.append(stands, [row], None, self.live.version, beside)
        except StoreError as unwritten:
            self._lose(unwritten)  # the table is then read anew; if the fault is over, play goes on
            return
        self.history.append(applied)
        self.audience.dismiss("table.frozen", again=True)

    def _publish(self, applied: Applied) -> None:
        """Send all viewers the update for an entry that is stored."""
        self.history.append(applied)
        if isinstance(applied.entry, log.Left | log.Invited | log.ShownOut):
            self.audience.show_out(applied.after)
        self.audience.tell(applied)

    def _lose(self, error: PrialError) -> None:
        """Close this object, since the store may hold another state of the table. Viewers reconnect and get the stored state."""
        if self.closed:
            return  # an earlier call did it, and the table may have been read anew since
        self._services.lost(self.id, isinstance(error, StoreLost))
        self.close("table.moved", again=True)

    async def house(self, due: Callable[[], Awaitable[Entries]], *, by_itself: bool = True) -> None:
        """Add entries that the house decides on.

        Args:
            due: returns the entries. It is called while no other change is under way, and again if another server has changed
                the table meanwhile.
            by_itself: whether a clock or a bot causes the entries. Only the server that runs the table may add such entries.
        """

        async def attempt() -> None:
            if self._owed:  # first, since it moves the deadline
                await self._carry_on([], runs_it=by_itself)
            if entries := await due():
                await self._carry_on(entries, runs_it=by_itself)

        async with self._lock:
            try:
                await self._anew(attempt)
            except NotKept:
                pass  # the server that runs the table does it
            except (StoreLost, Conflict) as error:
                self._lose(error)
            except (StoreFailed, StoreUnread):
                # The store may come back, so all this is tried again in a second. It begins with giving back the lost time
                self._driver.later(1000, partial(self.lose_time, 0))
            except Exception as error:  # noqa: BLE001  # whatever it is, it must not spread to other tables
                await self._freeze(error)

    # --- other servers ------------------------------------------------------------------------------------------------

    async def _anew(self, attempt: Callable[[], Awaitable[_T]]) -> _T:
        """Try a change. If another server has changed the table meanwhile, read the new log entries and try again."""
        for _ in range(_RACES):
            try:
                return await attempt()
            except Conflict:
                if not await self._catch_up():
                    raise  # the stored log isn't a continuation of the table in memory
        return await attempt()

    async def _catch_up(self) -> bool:
        """Read the log to its end, and send viewers on this server the updates. Returns whether there were new entries."""
        rows = await self._services.store.log(self.id, self.live.version)
        self._tell_rows(rows)
        return bool(rows)

    def _tell_rows(self, rows: Sequence[Row]) -> None:
        """Apply new entries of the log, and send viewers on this server the updates for them."""
        for row in rows:
            self._publish(fold(self.live, log.DECODER.decode(row.entry), row.at))
        if rows:
            self._arm()

    def follow(self, rows: Sequence[Row]) -> None:
        """Apply entries that another server has added to the log.

        Args:
            rows: the entries, numbered without a gap. Entries that this server has already applied are skipped.
        """

        async def follow() -> None:
            self._tell_rows([row for row in rows if row.version > self.live.version])

        self.spawn(self._alone(follow))

    async def caught_up(self) -> Live:
        """Read the newest log entries from the store, and return the table as it stands after these entries.

        Raises:
            StoreUnread: if the log can't be read.
        """
        async with self._lock:
            await self._catch_up()
            return self.live

    def when_caught_up(self, then: Callable[[], None]) -> None:
        """Call a function once this server has applied all entries that other servers have added."""
        if not self._services.crew.name:  # there is no other server
            then()
            return

        async def catch_up() -> None:
            await self._catch_up()
            then()

        self.spawn(self._alone(catch_up))

    async def _alone(self, follow: Callable[[], Awaitable[None]]) -> None:
        """Call ``follow`` while no change of the table is under way. ``follow`` applies entries that other servers have added."""
        async with self._lock:
            if self.closed:
                return
            try:
                await follow()
            except StoreUnread:
                pass  # the next command or hint tries again
            except Exception as error:  # noqa: BLE001  # whatever it is, it must not spread to other tables
                self.report(error)
                self._lose(PrialError(refuse("table.moved")))

    # --- clocks and bots ----------------------------------------------------------------------------------------------

    def _arm(self) -> None:
        """Set all alarms and start the bots, if this server runs the table."""
        if self.closed:
            return
        self.numbers.watch(self.live, keeps=self.keeps)
        self._absence.watch()
        if self.keeps:
            self._driver.arm()
            return
        self._driver.stop()
        self._owed = TimeOwed()  # the server that runs the table gives the time back
        if self.unkept:
            self._services.crew.wants(self.id)

    @property
    def keeps(self) -> bool:
        """Whether this server runs the table's clock and bots."""
        return self._services.crew.keeps(self.id)

    def _stand(self) -> None:
        """Cancel all alarms, and all answers that bots were about to give."""
        self.numbers.stop()
        self._absence.stop()
        self._driver.stop()

    # --- opening and closing ------------------------------------------------------------------------------------------

    def wake(self) -> None:
        """If this server runs the table, start the table's clock and bots, or let them go on. Otherwise, stop them here."""
        self._arm()

    def touch(self, keep: int = 0) -> None:
        """Take note that somebody asks for the table.

        Args:
            keep: the table stays in memory for at least this many milliseconds, so that a client has time to connect.
        """
        self._used = self._services.clock.now()
        self._kept = max(self._kept, self._used + keep)

    @property
    def unkept(self) -> bool:
        """Whether the table's clock or bots may need a server, but this server doesn't run the table."""
        return (self.live.status is Status.LIVE or runs(self.live)) and not self.keeps

    @property
    def idle(self) -> int | None:
        """Milliseconds since somebody last asked for the table; None if it must stay in memory.

        The table must stay in memory:

        - while people look at it
        - while tasks are under way
        - while this server runs the table's clock or bots
        - for the time that a call of `touch` has asked for
        """
        now = self._services.clock.now()
        goes_on = self.live.status is Status.LIVE and runs(self.live) and self.keeps
        busy = self.audience.connections or self._tasks or self._lock.locked() or self._driver.busy or goes_on
        return None if busy or now < self._kept else now - self._used

    def close(self, code: str = "house.closing", *, again: bool = True) -> None:
        """End all connections to the table. From now on, this object does nothing more.

        Args:
            code: the code of the sentence that tells clients the reason.
            again: whether clients should come back by themselves.
        """
        self.closed = True
        self._stand()
        self.audience.dismiss(code, again=again)

    async def settle(self) -> None:
        """Wait for all tasks under way."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def spawn(self, work: Coroutine[Any, Any, _T]) -> asyncio.Task[_T]:
        """Start a task that `settle` waits for."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
