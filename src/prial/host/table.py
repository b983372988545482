"""The authority over one table: it takes commands, writes down what they do, and only then tells anybody.

Every change goes through `HostedTable._carry_on`: entries are folded into a table that nobody sees yet, appended to the log in
one step, and published after the commit. One change at a time; a fault freezes this table and no other.
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
from prial.host.time_owed import TimeOwed

add_sentences(
    "en",
    {
        "table.not_saved": "That couldn't be written down just now, so it did not happen. Please try again.",
        "table.moved": "This table goes on elsewhere.",
        "house.closing": "The house closes for a moment.",
    },
)

HISTORY: Final = 400
"""Entries that are kept at hand for those who come back."""
_ANSWERS: Final = 200
"""Answers that are kept at hand."""
_RACES: Final = 20
"""How often something is tried at a table that other servers carry on as well, before it is read anew."""
_LOG: Final = logging.getLogger("prial.host")
_T = TypeVar("_T")


class HostedTable:
    """A table of the house.

    Args:
        table_id: its id.
        history: the end of its log, as far back as anybody is told of it; empty for a new one.
        services: what it needs of the house.
    """

    def __init__(self, table_id: str, history: Iterable[Applied], services: Services) -> None:
        self.id: Final = table_id
        self.history: Final = deque(history, HISTORY)
        self.audience: Final = Audience(
            table_id,
            self.history,
            clock=services.clock,
            encoded=services.encoded,
            moved=self._moved,
            looked=services.crew.looked,
        )
        self._absence: Final = Absence(self, self.audience, services.clock)
        self._services = services
        self._answers: dict[tuple[str, str], bytes] = {}
        """The last ones that commands got, by person and command; the store has them all."""
        self._used = self._kept = services.clock.now()
        self._lock = asyncio.Lock()
        self._driver: Final = Driver(self, services, self._absence)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._advice: Final = Advice(services.bot_workers, self.spawn)
        self.closed = False
        """Whether nothing comes from here any more."""
        self._owed = TimeOwed()
        self.numbers: Final = Numbers(table_id, services.clock, self._numbers_due)

    @property
    def live(self) -> Live:
        """The table as it stands, after its last commit."""
        return self.history[-1].after

    @property
    def changed(self) -> int:
        """When the last thing happened, milliseconds since 1970, UTC."""
        return self.history[-1].at

    @property
    def visited(self) -> int:
        """When somebody was here last, milliseconds since 1970, UTC."""
        return self._services.clock.now() if self.audience.connections else self._used

    # --- commands -----------------------------------------------------------------------------------------------------

    def command(self, person: Person, command: said.AnyCommand, send: Callable[[bytes], None]) -> asyncio.Task[None]:
        """Carry a command out, in a task of the table's own: a client that goes away in the middle leaves nothing half done.

        Args:
            person: who sent it.
            command: what to do.
            send: takes the encoded answer, which is the same whenever the same command comes; it must neither wait nor raise.
        """
        if isinstance(command, said.Question):
            return self.spawn(self._advice.tell(self.live, self.audience, person.id, command, send))
        return self.spawn(self._command(person, command, send))

    async def _command(self, person: Person, command: said.AnyCommand, send: Callable[[bytes], None]) -> None:
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
        """Carry a command out, or store why it is refused and return that.

        Raises:
            StoreError: it isn't stored.
        """
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
        """Keep an answer at hand for a while: a command that comes twice mostly comes soon."""
        self._answers[person, command] = answer
        if len(self._answers) > _ANSWERS:
            del self._answers[next(iter(self._answers))]

    async def begin(self, entries: Entries) -> None:
        """Set a new table up.

        Raises:
            StoreError: it couldn't be written down.
        """
        async with self._lock:
            await self._carry_on(entries)

    async def note_outage(self, ms: int) -> None:
        """Give the clock back what it lost while the house was closed; later, where that can't be written down just now."""
        if self.keeps:
            self._owed.add(ms)
            await self._pay()

    def lose_time(self, ms: int) -> None:
        """Give the clock back time that nobody had, less than 0 where the time is set back; before it next rings."""
        self.audience.lose_time(ms)
        if self.keeps:
            self._owed.add(ms)
            self.spawn(self._pay())

    async def _pay(self) -> None:
        async def nothing() -> Entries:
            return []

        await self.house(nothing)

    async def admit(self, person: str) -> None:
        """Let in somebody who came by the link.

        Raises:
            PrialError: it isn't known to be written down.
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

    # --- the one way on -----------------------------------------------------------------------------------------------

    async def _carry_on(
        self,
        entries: Entries,
        person: Person | None = None,
        command: str = "",
        send: Callable[[bytes], None] = lambda _: None,
        *,
        runs_it: bool = False,
    ) -> None:
        """Write entries down with what nature adds to them, and tell everybody; what the clock is owed comes first.

        Args:
            entries: what happens.
            person: who asked for it by a command; None if nobody did.
            command: the command's id.
            send: takes the answer, when all is on disk and before anybody is told. So it leaves with what its sender is told.
            runs_it: whether only the server that runs the table may do this.
        """
        at, given = self._services.clock.now(), entries
        before = self.history[-1].after if self.history else None
        if entries and before is not None and before.status is Status.FROZEN:
            raise PrialError(refuse("table.frozen"))  # the end of its log, or not even that: there may be more that can't be read
        if (owed := self._owed.due(at)) and before is not None and before.deadline is not None:
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
                await self._carry_on(given, person, command, send)  # without what another server gives the clock back
                return
        elif answered is not None:
            await self._services.store.answer(self.id, answered, self.live.version, at)
        self._owed.pay()
        if answered is not None:
            self._remember(answered.who, answered.id, answer)
        if any(isinstance(applied.entry, log.WentOn) for applied in staged):
            await self._services.go_on(self.id, staged[-1].after)  # before anybody is told where to go
        self._services.note("commit", self._services.clock.now() - at)
        if staged:
            self._services.crew.grown(self.id, staged[-1].after.version)
        if answered is not None:
            send(answer)
        try:
            for applied in staged:
                self._publish(applied)
            self._arm()
        except Exception as error:  # noqa: BLE001  # it is written down, so it happened, whatever telling it came to
            await self._freeze(error)

    async def _append(
        self, before: Live | None, staged: Sequence[Applied], answered: Answered | None, at: int, keeper: str
    ) -> None:
        """Write down what happened, with all that is stored beside it.

        Raises:
            StoreError: it isn't stored.
        """
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
        """Take somebody's number for the shuffle that waits."""
        seat = self.live.seat_of(person)
        if self.numbers.take(self.live, seat, opened) and seat is not None:
            self._services.crew.opened(self.id, seat, opened)

    def _numbers_due(self) -> None:
        self.soon(lambda: self.numbers.entries(self.live))

    def _moved(self, person: str) -> None:
        """Somebody came, or went."""
        if not self.closed:
            self._absence.moved(person)

    def soon(self, due: Callable[[], Entries], *, by_itself: bool = False) -> None:
        """Carry the table on by what is due then, once nobody else changes it; ``by_itself``: as `house`'s."""

        async def when_it_is_due() -> Entries:
            return due()

        self.spawn(self.house(when_it_is_due, by_itself=by_itself))

    def by_itself(self, due: Callable[[], Entries]) -> None:
        """The same with what comes of a clock."""
        self.soon(due, by_itself=True)

    def report(self, error: BaseException) -> None:
        """Log a fault: what kind and where, without a message, which might name cards."""
        where = [f"{frame.name}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)[-3:]]
        _LOG.error("table fault", extra={"table": self.id, "error": type(error).__name__, "where": where})
        self._services.note("frozen", 1)

    async def _freeze(self, error: BaseException) -> None:
        """Stop this table after a fault. Where that can't be written down it is read anew, and goes on if the fault is over."""
        self.report(error)
        if self.live.status is Status.FROZEN:
            return
        applied = fold(self.live, log.Froze(), self._services.clock.now())
        row = Row(applied.after.version, applied.at, log.written(applied.entry))
        stands, beside = row_of(self.id, applied.after, applied.at), Beside(place_of(self.id, applied.after))
        try:
            await self._services.store.append(stands, [row], None, self.live.version, beside)
        except StoreError as unwritten:
            self._lose(unwritten)
            return
        self.history.append(applied)
        self.audience.dismiss("table.frozen", again=True)

    def _publish(self, applied: Applied) -> None:
        """Tell everybody who looks; called only with what is on disk."""
        self.history.append(applied)
        if isinstance(applied.entry, log.Left | log.Invited | log.ShownOut):
            self.audience.show_out(applied.after)
        self.audience.tell(applied)

    def _lose(self, error: PrialError) -> None:
        """What is here may not be what is stored: whoever looks comes back to what stands there, here or elsewhere."""
        if self.closed:
            return  # by the one before; what is in memory under this id may be the table as it was read anew
        self._services.lost(self.id, isinstance(error, StoreLost))
        self.close("table.moved", again=True)

    async def house(self, due: Callable[[], Awaitable[Entries]], *, by_itself: bool = True) -> None:
        """Carry the table on by what the house does itself.

        Args:
            due: says what, once nobody else changes the table; asked anew where another server has carried it on meanwhile.
            by_itself: whether it comes of a clock or a bot, which are the server's that runs the table.
        """

        async def attempt() -> None:
            if self._owed:  # first: what that gives back moves the deadline
                await self._carry_on([], runs_it=by_itself)
            if entries := await due():
                await self._carry_on(entries, runs_it=by_itself)

        async with self._lock:
            try:
                await self._anew(attempt)
            except NotKept:
                pass  # that server sees to it
            except (StoreLost, Conflict) as error:
                self._lose(error)
            except (StoreFailed, StoreUnread):
                # The disk may come back; the house tries again as everybody else would, and first gives back what that took
                self._driver.later(1000, partial(self.lose_time, 0))
            except Exception as error:  # noqa: BLE001  # whatever it is, it must not spread to other tables
                await self._freeze(error)

    # --- other servers ------------------------------------------------------------------------------------------------

    async def _anew(self, attempt: Callable[[], Awaitable[_T]]) -> _T:
        """Do something at the table as it stands; where another server has carried it on meanwhile, once more as it stands then.

        Raises:
            Conflict: what is stored isn't what lies here, and doesn't follow from it.
            StoreError: as the attempt's.
        """
        for _ in range(_RACES):
            try:
                return await attempt()
            except Conflict:
                if not await self._catch_up():
                    raise
        return await attempt()

    async def _catch_up(self) -> bool:
        """Follow the log to its end, and tell everybody here; whether there was anything new.

        Raises:
            StoreUnread: it can't be read.
        """
        rows = await self._services.store.log(self.id, self.live.version)
        self._tell_rows(rows)
        return bool(rows)

    def _tell_rows(self, rows: Sequence[Row]) -> None:
        """Tell everybody here what was written."""
        for row in rows:
            self._publish(fold(self.live, log.DECODER.decode(row.entry), row.at))
        if rows:
            self._arm()

    def follow(self, rows: Sequence[Row]) -> None:
        """Follow the log, of which another server has written more.

        Args:
            rows: entries of it without a gap, of which some may have been followed.
        """

        async def follow() -> None:
            self._tell_rows([row for row in rows if row.version > self.live.version])

        self.spawn(self._alone(follow))

    async def caught_up(self) -> Live:
        """The table as it stands in the store by now.

        Raises:
            StoreUnread: it can't be read.
        """
        async with self._lock:
            await self._catch_up()
            return self.live

    def when_caught_up(self, then: Callable[[], None]) -> None:
        """Do something once the table is followed to where it stands now."""
        if not self._services.crew.name:  # it stands nowhere else
            then()
            return

        async def catch_up() -> None:
            await self._catch_up()
            then()

        self.spawn(self._alone(catch_up))

    async def _alone(self, follow: Callable[[], Awaitable[None]]) -> None:
        """Follow the log while nobody else changes the table."""
        async with self._lock:
            if self.closed:
                return
            try:
                await follow()
            except StoreUnread:
                pass  # whoever asks again, or acts here, tries again
            except Exception as error:  # noqa: BLE001  # whatever it is, it must not spread to other tables
                self.report(error)
                self._lose(PrialError(refuse("table.moved")))

    # --- clocks and bots ----------------------------------------------------------------------------------------------

    def _arm(self) -> None:
        """Wait for what happens next by itself, if that is this server's to see to."""
        if self.closed:
            return
        self.numbers.watch(self.live, keeps=self.keeps)
        self._absence.watch()
        if self.keeps:
            self._driver.arm()
            return
        self._driver.stop()
        self._owed = TimeOwed()  # who runs the table sees to that
        if self.unkept:
            self._services.crew.wants(self.id)

    @property
    def keeps(self) -> bool:
        """Whether this server runs the table's clock and bots."""
        return self._services.crew.keeps(self.id)

    def _stand(self) -> None:
        """Let nothing happen by itself."""
        self.numbers.stop()
        self._absence.stop()
        self._driver.stop()

    # --- opening and closing ------------------------------------------------------------------------------------------

    def wake(self) -> None:
        """Go on where the table stands."""
        self._arm()

    def touch(self, keep: int = 0) -> None:
        """Somebody asks for the table, and may say hello within so many milliseconds."""
        self._used = self._services.clock.now()
        self._kept = max(self._kept, self._used + keep)

    @property
    def unkept(self) -> bool:
        """Whether something may happen here by itself, and this server doesn't see to it."""
        return (self.live.status is Status.LIVE or runs(self.live)) and not self.keeps

    @property
    def idle(self) -> int | None:
        """Milliseconds since anybody asked for the table; None while somebody looks, or it goes on by itself."""
        now = self._services.clock.now()
        goes_on = self.live.status is Status.LIVE and runs(self.live) and self.keeps
        busy = self.audience.connections or self._tasks or self._lock.locked() or self._driver.busy or goes_on
        return None if busy or now < self._kept else now - self._used

    def close(self, code: str = "house.closing", *, again: bool = True) -> None:
        """Tell everybody, and do nothing more."""
        self.closed = True
        self._stand()
        self.audience.dismiss(code, again=again)

    async def settle(self) -> None:
        """Wait for what is under way."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def spawn(self, work: Coroutine[Any, Any, _T]) -> asyncio.Task[_T]:
        """Start something that is waited for when the table closes."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
