"""The authority over one table: it takes commands, writes down what they do, and only then tells anybody.

Every change goes through `HostedTable._carry_on`: entries are folded into a table that nobody sees yet, appended to the log in
one step, and published after the commit. One change at a time; a fault freezes this table and no other.
"""

import asyncio
import logging
import traceback
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from functools import partial
from typing import Any, Final, TypeVar

import msgspec

from prial.core.chance import Draw
from prial.core.game import Chance, Seat, view
from prial.errors import PrialError, Refusal, add_sentences, refuse
from prial.host import entries as log
from prial.host import messages as said
from prial.host.absence import Absence
from prial.host.advice import Advice, refused
from prial.host.audience import Audience
from prial.host.clock import Handle
from prial.host.entries import Entries
from prial.host.fairness import bind, chosen, goes_on, pack_tells
from prial.host.fold import fold
from prial.host.live import MISSES, Applied, Live
from prial.host.numbers import Numbers
from prial.host.places import moved, place_of, row_of, runs
from prial.host.proving import present
from prial.host.rulings import GONE, Who, house_answer, left_alone, rule, seated, stood_in
from prial.host.services import Services
from prial.host.snapshots import snapshots
from prial.host.status import Status
from prial.host.store import Answered, Beside, Conflict, Person, Repeated, Row, StoreError, StoreFailed, StoreLost
from prial.host.table_request import new_id
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
        self.audience: Final = Audience(table_id, self.history, services.clock, services.encoded, self._moved)
        self._absence: Final = Absence(lambda: self.live, self.audience, services.clock, self._soon)
        self._services = services
        self._answers: dict[tuple[str, str], bytes] = {}
        """The last ones that commands got, by person and command; the store has them all."""
        self._used = self._kept = services.clock.now()
        self._lock = asyncio.Lock()
        self._deadline: Handle | None = None
        self._thinking: dict[tuple[int, Seat], Handle] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._advice: Final = Advice(services.bot_workers, self._spawn)
        self.closed = False
        """Whether nothing comes from here any more."""
        self._owed = TimeOwed()
        self._numbers: Final = Numbers(table_id, services.clock, self._numbers_due)

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
        asks = isinstance(command, said.Suggest | said.Odds | said.Shuffles | said.Watchers)
        return self._spawn((self._tell if asks else self._command)(person, command, send))

    async def _tell(self, person: Person, command: said.AnyCommand, send: Callable[[bytes], None]) -> None:
        """Answer what changes nothing."""
        if isinstance(command, said.Suggest):
            send(await self._advice.suggest(self.live, person.id, command))
        elif isinstance(command, said.Odds):
            send(await self._advice.count(self.live, person.id, command))
        elif isinstance(command, said.Shuffles):
            send(msgspec.json.encode(said.Shuffled(command.id, present(self.live, self.live.seat_of(person.id)))))
        else:
            send(msgspec.json.encode(said.Watching(command.id, self.audience.watching())))

    async def _command(self, person: Person, command: said.AnyCommand, send: Callable[[bytes], None]) -> None:
        async with self._lock:
            self._used = self._services.clock.now()
            known = self._answers.get((person.id, command.id))
            if known is not None:
                self._services.note("command.repeated", 1)
                send(known)
                return
            try:
                who, gone = Who(person.id, person.name), partial(self._absence.gone, GONE)
                entries = rule(self.live, who, command, self._services.secret, gone, self.audience.looker)
                if not isinstance(entries, Refusal):
                    await self._carry_on(entries, person, command.id, send)
                    return
                self._services.note(f"refused.{entries.code}", 1)
                answer = refused(command.id, entries)
                await self._services.store.answer(self.id, Answered(person.id, command.id, answer), self._used)
            except Repeated as repeated:
                self._services.note("command.repeated", 1)
                answer = repeated.answer
            except StoreFailed:
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
            self._remember(person.id, command.id, answer)
            send(answer)

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
        self._owed.add(ms)
        await self._pay()

    def lose_time(self, ms: int) -> None:
        """Give the clock back time that nobody had, less than 0 where the time is set back; before it next rings."""
        self._owed.add(ms)
        self.audience.lose_time(ms)
        self._spawn(self._pay())

    async def _pay(self) -> None:
        async with self._lock:
            await self._house([])

    async def admit(self, person: str) -> None:
        """Let in somebody who came by the link.

        Raises:
            PrialError: it isn't known to be written down.
        """
        async with self._lock:
            if person in self.live.admitted:
                return
            try:
                await self._carry_on([log.Admitted(person=person)])
            except (StoreLost, Conflict) as error:
                self._lose(error)
                raise PrialError(refuse("table.moved")) from error

    # --- the one way on -----------------------------------------------------------------------------------------------

    async def _carry_on(
        self, entries: Entries, person: Person | None = None, command: str = "", send: Callable[[bytes], None] = lambda _: None
    ) -> None:
        """Write entries down with what nature adds to them, and tell everybody; what the clock is owed comes first.

        Args:
            entries: what happens.
            person: who asked for it by a command; None if nobody did.
            command: the command's id.
            send: takes the answer, when all is on disk and before anybody is told. So it leaves with what its sender is told.
        """
        at = self._services.clock.now()
        before = self.history[-1].after if self.history else None
        if entries and before is not None and before.status is Status.FROZEN:
            raise PrialError(refuse("table.frozen"))  # the end of its log, or not even that: there may be more that can't be read
        if (owed := self._owed.due(at)) and before is not None and before.deadline is not None:
            entries = [log.Credited(ms=owed), *entries]
        staged: list[Applied] = []
        for entry in entries:
            staged.append(fold(staged[-1].after if staged else before, entry, at))
        answer = msgspec.json.encode(said.Saved(command, staged[-1].after.version if staged else self.live.version))
        self._let_go_on(staged, at)
        answered = Answered(person.id, command, answer) if person is not None else None
        if staged:
            after = staged[-1].after
            rows = [Row(applied.after.version, applied.at, log.written(applied.entry)) for applied in staged]
            stands, beside = row_of(self.id, after, at), Beside(moved(self.id, before, after), snapshots(staged))
            try:
                await self._services.store.append(stands, rows, answered, before.version if before else 0, beside)
            except StoreFailed:
                self._owed.fail(at)
                raise
        elif answered is not None:
            await self._services.store.answer(self.id, answered, at)
        self._owed.pay()
        if answered is not None:
            self._remember(answered.who, answered.id, answer)
        if any(isinstance(applied.entry, log.WentOn) for applied in staged):
            await self._services.go_on(self.id, staged[-1].after)  # before anybody is told where to go
        self._services.note("commit", self._services.clock.now() - at)
        if answered is not None:
            send(answer)
        try:
            for applied in staged:
                self._publish(applied)
            self._arm()
        except Exception as error:  # noqa: BLE001  # it is written down, so it happened, whatever telling it came to
            await self._freeze(error)

    def _let_go_on(self, staged: list[Applied], at: int) -> None:
        """Add what comes by itself: decks are shown, everybody goes to another table, as most want, or nature moves."""
        while staged:
            live = staged[-1].after
            if live.opens_decks:
                staged.append(fold(live, log.DecksOpened(), at))
            elif live.seats_waiting:
                staged.append(fold(live, next(seated(live)), at))
            elif live.goes_on:
                staged.append(fold(live, log.WentOn(table=new_id(self._services.secret)), at))
            elif live.nature_moves:
                staged.append(fold(live, self._nature(live), at))
            else:
                return

    def _nature(self, live: Live) -> log.Dealt | log.Bound:
        """Nature's move: the next cards of the deck that lies there; else, where people turn the deck, the house binds itself."""
        assert isinstance(live.node, Chance)
        draw, fair, entropy = live.node.draw, live.fair, self._services.entropy
        if goes_on(fair, draw):
            return log.Dealt(outcome=draw.write(chosen(fair, draw)))  # type: ignore[arg-type]  # an outcome of its own
        away = self.audience.away() if self.history else ()
        seats = [seat for seat in fair.promises if seat in live.here and away[seat] is None]
        assert live.state is not None
        nothing = isinstance(draw, Draw) and not any(draw.sizes)
        if entropy is None or not seats or nothing or pack_tells(draw, live.state):
            drawn: Any = self._services.nature(draw)
            return log.Dealt(outcome=draw.write(drawn))
        return log.Bound(binding=bind(fair, self.id, draw, seats, entropy))

    def open_number(self, person: str, opened: said.OpenNumber) -> None:
        """Take somebody's number for the shuffle that waits."""
        self._numbers.take(self.live, self.live.seat_of(person), opened)

    def _numbers_due(self) -> None:
        self._soon(lambda: self._numbers.entries(self.live))

    def _moved(self, person: str) -> None:
        """Somebody came, or went."""
        if not self.closed:
            self._absence.moved(person)

    def _soon(self, due: Callable[[], Entries]) -> None:
        """Carry the table on by what is due then, once nobody else changes it."""
        self._spawn(self._do(due))

    async def _do(self, due: Callable[[], Entries]) -> None:
        async with self._lock:
            if entries := due():
                await self._house(entries)

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

    def _lose(self, error: StoreError) -> None:
        """What is here may not be what is stored: whoever looks comes back to what stands there, here or elsewhere."""
        if self.closed:
            return  # by the one before; what is in memory under this id may be the table as it was read anew
        self._services.lost(self.id, isinstance(error, StoreLost))
        self.close("table.moved", again=True)

    # --- clocks and bots ----------------------------------------------------------------------------------------------

    def _arm(self) -> None:
        """Set the alarm for the next deadline, and let bots think."""
        live, clock = self.live, self._services.clock
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        if live.deadline is not None and not self.closed:
            self._deadline = clock.at(live.deadline, self._ring)
        if not self.closed:
            self._absence.watch()
        self._numbers.watch(live, closed=self.closed)
        for turn, seat in [each for each in self._thinking if each[0] != live.turn]:
            self._thinking.pop((turn, seat)).cancel()
        if live.status is not Status.LIVE or live.key is None or live.state is None or self.closed:
            return
        for seat in live.waiting:
            bot = live.driver(seat)
            if bot is None or (live.turn, seat) in self._thinking:
                continue
            # It thinks at once and answers at a time drawn beforehand, so how long it thought can't be seen
            thought = self._spawn(self._services.bot_workers.choose(live.game, view(live.state, seat), bot))
            when = clock.now() + self._services.bot_workers.pace(fast=live.fast)
            self._thinking[live.turn, seat] = clock.at(when, partial(self._start, seat, live.turn, thought))

    def _start(self, seat: Seat, turn: int, thought: asyncio.Task[Any]) -> None:
        self._spawn(self._drive(seat, turn, thought))

    async def _drive(self, seat: Seat, turn: int, thought: asyncio.Task[Any]) -> None:
        """Decide for a seat that no person decides for."""
        async with self._lock:
            self._thinking.pop((turn, seat), None)
            live = self.live
            if live.turn == turn and seat in live.waiting and live.driver(seat) is not None and live.status is Status.LIVE:
                await self._decide(seat, thought, late=False)

    def _ring(self) -> None:
        self._spawn(self._time_is_up())

    async def _time_is_up(self) -> None:
        """Decide for everybody who still thinks."""
        async with self._lock:
            live = self.live
            if live.status is not Status.LIVE or live.deadline is None or self._services.clock.now() < live.deadline:
                return
            if self._owed:
                await self._house([])  # and no further: what that gives back moves the deadline
                return
            if live.rest is not None:
                await self._house([log.WasReady(seat=seat) for seat in sorted(live.here - live.ready)])
                return
            assert live.state is not None
            for seat in live.waiting:
                bot = live.driver(seat)
                thought = self._services.bot_workers.choose(live.game, view(live.state, seat), bot or "")
                await self._decide(seat, thought, late=bot is None)

    async def _decide(self, seat: Seat, thought: Awaitable[Any], *, late: bool) -> None:
        """Answer for a seat with what a bot or the auto-player thought of."""
        try:
            action = await thought
        except Exception as error:  # noqa: BLE001  # whatever it is, it must not spread to other tables
            await self._freeze(error)
            return
        entries = house_answer(self.live, seat, action, late=late)
        if isinstance(entries, Refusal):
            await self._freeze(PrialError(entries))
            return
        gone = seat in self._absence.gone(0)
        out = late and (gone or self.live.seats[seat].missed + 1 >= MISSES)
        await self._house(entries)
        if out and self.live.status is Status.LIVE:  # that answer may have ended the game
            connected = self.audience.away()[seat] is None
            away: Entries = [log.Away(seat=seat, gone=not connected), *left_alone(self.live, seat)]
            await self._house(stood_in(seat) if gone else away)

    async def _house(self, entries: Entries) -> None:
        """Carry the table on by what the house does itself."""
        try:
            await self._carry_on(entries)
        except (StoreLost, Conflict) as error:
            self._lose(error)
        except StoreFailed:
            # The disk may come back; the house tries again as everybody else would, and first gives back what that took
            if self._deadline is not None:
                self._deadline.cancel()
            self._deadline = self._services.clock.at(self._services.clock.now() + 1000, partial(self.lose_time, 0))
        except Exception as error:  # noqa: BLE001  # whatever it is, it must not spread to other tables
            await self._freeze(error)

    # --- opening and closing ------------------------------------------------------------------------------------------

    def wake(self) -> None:
        """Go on where the table stands."""
        self._arm()

    def touch(self, keep: int = 0) -> None:
        """Somebody asks for the table, and may say hello within so many milliseconds."""
        self._used = self._services.clock.now()
        self._kept = max(self._kept, self._used + keep)

    @property
    def idle(self) -> int | None:
        """Milliseconds since anybody asked for the table; None while somebody looks, or it goes on by itself."""
        now = self._services.clock.now()
        goes_on = self.live.status is Status.LIVE and runs(self.live)
        busy = self.audience.connections or self._tasks or self._lock.locked() or self._thinking or goes_on
        return None if busy or now < self._kept else now - self._used

    def close(self, code: str = "house.closing", *, again: bool = True) -> None:
        """Tell everybody, and do nothing more."""
        self.closed = True
        self._numbers.stop()
        self._absence.stop()
        for handle in [self._deadline, *self._thinking.values()]:
            if handle is not None:
                handle.cancel()
        self.audience.dismiss(code, again=again)

    async def settle(self) -> None:
        """Wait for what is under way."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def _spawn(self, work: Coroutine[Any, Any, _T]) -> asyncio.Task[_T]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
