"""Several servers of one house, with a database in memory and a clock that stands until it is told to go on.

A test says when each server sends heartbeats and does its turns, so nothing here depends on how fast the machine is.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest

from prial.errors import refuse
from prial.host import entries as log
from prial.host import several
from prial.host.several import HouseTime, Several
from prial.host.store import Answered, Beside, NotKept, Row, StoreError, StoreFailed, StoreUnread, TableRow
from prial.host.store.shared import DEAD_MS, Number
from prial.host.store.values import NOTHING
from tests.host.stage import MemoryStore, Stage, StageClock, quiet


class Database(MemoryStore):
    """A store that servers share, and what they tell each other there."""

    def __init__(self, clock: StageClock) -> None:
        super().__init__()
        self.clock = clock
        self.down = False
        """Whether the database can't be reached."""
        self.servers: dict[str, tuple[int, bool]] = {}
        """The last heartbeat of each server, and whether it has ended in good order."""
        self.keepers: dict[str, str] = {}
        """The server that runs each table."""
        self.hearers: dict[str, Callable[[Sequence[str]], None]] = {}
        """The function of each server that takes hints."""

    def crash(self) -> None:
        """Lose what PostgreSQL loses when it crashes: the tables that aren't logged."""
        self.servers.clear()
        self.keepers.clear()

    def look(self) -> None:
        """Raise an error if the database can't be reached."""
        if self.down:
            raise StoreUnread(refuse("store.closed"))

    def alive(self, name: str | None) -> bool:
        beat, gone = self.servers.get(name or "", (0, True))
        return not gone and beat > self.clock.now() - DEAD_MS

    async def append(
        self, table: TableRow, rows: Sequence[Row], answer: Answered | None, expected: int, beside: Beside = NOTHING
    ) -> None:
        if self.down:
            raise StoreFailed(refuse("store.failed", why="there is no connection"))
        if beside.keeper and self.keepers.get(table.id) != beside.keeper:
            raise NotKept(refuse("store.conflict", table=table.id, found=0, expected=expected))
        await super().append(table, rows, answer, expected, beside)

    async def log(self, table_id: str, after: int = 0, until: int | None = None) -> list[Row]:
        self.look()
        return await super().log(table_id, after, until)

    async def table(self, table_id: str) -> TableRow | None:
        self.look()
        return await super().table(table_id)

    async def beat(self, at: int) -> None:
        self.look()
        await super().beat(at)


class SharedInMemory:
    """What `prial.host.store.shared.Shared` does, for one server, with a `Database`."""

    def __init__(self, database: Database, name: str) -> None:
        self._database, self.name = database, name

    async def close(self) -> None:
        """Do nothing."""

    async def now(self) -> int:
        self._database.look()
        return self._database.clock.now()

    async def beat(self) -> int:
        now = await self.now()
        self._database.servers[self.name] = now, False
        return now

    async def leave(self) -> None:
        self._database.servers[self.name] = await self.now(), True

    async def beats(self) -> dict[str, tuple[int, bool]]:
        self._database.look()
        return {name: (beat, self._database.alive(name)) for name, (beat, _) in self._database.servers.items()}

    async def orphans(self, most: int) -> list[str]:
        self._database.look()
        rows = await self._database.running()
        return [row.id for row in rows if not self._database.alive(self._database.keepers.get(row.id))][:most]

    async def claim(self, ids: Collection[str]) -> dict[str, str]:
        self._database.look()
        keepers = self._database.keepers
        free = {each: keepers.get(each, "") for each in ids}
        free = {each: name for each, name in free.items() if name == self.name or not self._database.alive(name)}
        keepers.update(dict.fromkeys(free, self.name))
        return free

    async def let_go(self, ids: Collection[str]) -> None:
        self._database.look()
        for each in ids:
            if self._database.keepers.get(each) == self.name:
                del self._database.keepers[each]

    async def versions(self, ids: Collection[str]) -> dict[str, int]:
        return {each: self._database.rows[each].version for each in ids}

    async def logs(self, after: Mapping[str, int]) -> dict[str, list[Row]]:
        return {each: await self._database.log(each, version) for each, version in after.items()}

    async def look(self, told: Mapping[str, bytes]) -> None:
        """Do nothing: who looks on isn't told here."""

    async def lookers(self, ids: Collection[str]) -> dict[str, list[bytes]]:
        return {}

    async def put_number(self, number: Number) -> None:
        """Do nothing: no numbers are passed on here."""

    async def numbers(self, ids: Collection[str]) -> list[Number]:
        return []

    async def tell(self, hints: Sequence[str]) -> None:
        self._database.look()
        for name, heard in self._database.hearers.items():
            if name != self.name:
                heard(hints)

    async def listen(self, heard: Callable[[Sequence[str]], None], _ended: Callable[[], None]) -> None:
        self._database.hearers[self.name] = heard


class Servers:
    """Servers of one house, whose time passes only on command.

    Args:
        patch: makes the servers use this clock.
    """

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.clock = StageClock()
        self.database = Database(self.clock)
        self.up: list[Stage] = []
        """The servers that are running."""
        even = SimpleNamespace(monotonic=lambda: self.clock.time / 1000, monotonic_ns=lambda: self.clock.time * 1_000_000)
        patch.setattr(several, "time", even)

    async def open(self, name: str) -> Stage:
        """Start a server."""
        shared: Any = SharedInMemory(self.database, name)
        crew = Several(shared, HouseTime())
        stage = await Stage.open(name, self.database, self.clock, crew=crew)
        for task in crew._tasks:  # `work` does what they do
            task.cancel()
        self.up.append(stage)
        await self.work()
        return stage

    def kill(self, stage: Stage) -> None:
        """Kill a server: it does nothing more, and says goodbye to nobody."""
        self.up.remove(stage)
        for table in stage.house.tables.values():
            table.closed = True
            table._stand()
        for each in (*stage.house._rounds, stage.house._looks):
            if each._next is not None:
                each._next.cancel()

    async def work(self) -> None:
        """Let each server send a heartbeat and do its turn, as far as it reaches the database."""
        for stage in self.up:
            crew = stage.house.crew
            assert isinstance(crew, Several)
            for step in (crew._beat, crew._turn):
                with suppress(StoreError):
                    await step()
            await quiet()

    async def let_pass(self, seconds: int) -> None:
        """Let time pass, with a heartbeat of each server every second."""
        for _ in range(seconds):
            await self.clock.let_pass(1000)
            await self.work()

    def keeper(self, table: str) -> Stage:
        """The server that runs a table."""
        (found,) = [stage for stage in self.up if stage.house.crew.keeps(table)]
        return found

    async def left(self, table: str) -> int:
        """Milliseconds until a table's clock runs out, by its keeper."""
        return (self.keeper(table).house.tables[table].live.deadline or 0) - self.clock.now()

    def entries(self, table: str) -> list[log.AnyEntry]:
        """A table's log."""
        return [log.DECODER.decode(row.entry) for row in self.database.logs[table]]
