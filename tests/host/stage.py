"""A house for tests: its time passes only on command, its entropy repeats, and its bots think at once."""

import asyncio
import heapq
from collections.abc import Callable, Collection, Sequence
from hashlib import blake2b
from itertools import count
from random import Random
from typing import Any

import msgspec

from prial.bots import registry as bots
from prial.core.game import Game, View
from prial.errors import refuse
from prial.host import messages as said
from prial.host.audience import Connection
from prial.host.bot_workers import BotWorkers
from prial.host.house import House
from prial.host.replay_desk import ReplayDesk, Worker
from prial.host.replay_worker import Done, Job, do
from prial.host.replays import Replay, Reviewed
from prial.host.store import (
    Answered,
    Beside,
    Conflict,
    Found,
    Person,
    Place,
    Repeated,
    Row,
    Snapshot,
    Store,
    StoreFailed,
    TableRow,
)
from prial.host.store.values import NOTHING, StoreUnread
from prial.host.table_request import TableRequest

START = 1_700_000_000_000


class StageClock:
    """A clock whose time passes only on command."""

    def __init__(self) -> None:
        self.time = START
        self._calls: list[tuple[int, int, list[Callable[[], None] | None]]] = []
        self._numbers = count()

    def now(self) -> int:
        return self.time

    def at(self, when: int, call: Callable[[], None]) -> "_Call":
        cell: list[Callable[[], None] | None] = [call]
        heapq.heappush(self._calls, (when, next(self._numbers), cell))
        return _Call(cell)

    def watch(self, lost: Callable[[int], None]) -> "_Call":
        """Do nothing: this clock never loses time."""
        return _Call([None])

    async def let_pass(self, ms: int) -> None:
        """Let this many milliseconds pass, and do everything that is due meanwhile."""
        until = self.time + ms
        await quiet()
        while self._calls and self._calls[0][0] <= until:
            when, _, cell = heapq.heappop(self._calls)
            self.time = max(self.time, when)
            if cell[0] is not None:
                cell[0]()
                await quiet()
        self.time = until


class _Call:
    def __init__(self, cell: list[Callable[[], None] | None]) -> None:
        self._cell = cell

    def cancel(self) -> None:
        self._cell[0] = None


async def quiet() -> None:
    """Let all tasks run that are ready."""
    for _ in range(12):
        await asyncio.sleep(0)


class StageEntropy:
    """Bytes that look random and are the same in each run."""

    def __init__(self, seed: str) -> None:
        self._seed, self._at = seed, 0

    def __call__(self, size: int) -> bytes:
        found = b""
        while len(found) < size:
            found += blake2b(f"{self._seed}.{self._at}".encode()).digest()
            self._at += 1
        return found[:size]


class StageBotWorkers(BotWorkers):
    """Bots that think at once, in the event loop; each seat has its own chance."""

    def __init__(self, entropy: Callable[[int], bytes] | None = None, paces: Callable[[int], bytes] | None = None) -> None:
        entropy = entropy or StageEntropy("bot workers")
        super().__init__(entropy)
        self._paces = paces or entropy

    def pace(self, *, fast: bool = False) -> int:
        return (1000 + int.from_bytes(self._paces(2)) % 1000) // (10 if fast else 1)

    async def choose(self, game: Game[Any, Any], view: View[Any], bot: str) -> Any:
        return bots.make(game, bot or "random").choose(view, game.choices(view), Random(f"{view.seat} {view.public}"))


class StageWorker(Worker):
    """Reviews games in this process, where a test may plant a fault."""

    async def do(self, job: Job) -> Done:
        return do(job)


class MemoryStore(Store):
    """A store without a disk, for thousands of tables in a test. It does only what these tests need."""

    def __init__(self) -> None:
        self.rows: dict[str, TableRow] = {}
        self.logs: dict[str, list[Row]] = {}
        self.places: dict[str, Place] = {}
        self.snapshots: dict[str, list[Snapshot]] = {}
        self.answered: dict[tuple[str, str, str], bytes] = {}
        self.people: dict[bytes, Person] = {}
        self.beaten: int | None = None

    async def close(self) -> None:
        """Do nothing."""

    async def append(
        self, table: TableRow, rows: Sequence[Row], answer: Answered | None, expected: int, beside: Beside = NOTHING
    ) -> None:
        if answer is not None and (table.id, answer.who, answer.id) in self.answered:
            raise Repeated(answer.who, answer.id, self.answered[table.id, answer.who, answer.id])
        if (self.rows[table.id].version if table.id in self.rows else 0) != expected:
            raise Conflict(refuse("store.conflict", table=table.id, found=0, expected=expected))
        if answer is not None:
            self.answered[table.id, answer.who, answer.id] = answer.answer
        self.logs.setdefault(table.id, []).extend(rows)
        self.rows[table.id] = table
        if beside.place is not None:
            self.places[table.id] = beside.place
        self.snapshots.setdefault(table.id, []).extend(beside.snapshots)

    async def settle(self, table: TableRow, place: Place) -> None:
        if self.rows[table.id].version != table.version:
            raise Conflict(refuse("store.conflict", table=table.id, found=0, expected=table.version))
        self.rows[table.id], self.places[table.id] = table, place

    async def answer(self, table_id: str, answer: Answered, expected: int, at: int) -> None:
        key = (table_id, answer.who, answer.id)
        if key in self.answered:
            raise Repeated(answer.who, answer.id, self.answered[key])
        if self.rows[table_id].version != expected:
            raise Conflict(refuse("store.conflict", table=table_id, found=0, expected=expected))
        self.answered[key] = answer.answer

    async def refused_behind(self, number: int) -> int:
        return 0

    async def prune(self, before: int, most: int) -> None:
        """Do nothing: nothing is old here."""

    async def tables(self, statuses: Collection[str] | None = None) -> list[TableRow]:
        return [row for row in self.rows.values() if statuses is None or row.status in statuses]

    async def table(self, table_id: str) -> TableRow | None:
        return self.rows.get(table_id)

    async def rules(self, statuses: Collection[str]) -> list[tuple[str, int]]:
        return list({(row.game, row.game_version) for row in await self.tables(statuses)})

    async def running(self) -> list[TableRow]:
        return [row for row in self.rows.values() if row.runs]

    async def lobby(self, shown: str, most: int, each: int = 1) -> list[Found]:
        found = self._found(lambda place: place.shown == shown)[: most * each]
        return list({self.places[one.id].owner: one for one in reversed(found)}.values())[::-1][:most]

    async def waiting(self, before: int, most: int, *, shown: bool = False) -> list[TableRow]:
        waits = [row for row in self.rows.values() if row.status == "open" and row.changed < before]
        waits.sort(key=lambda row: row.changed)
        return [row for row in waits if not shown or self.places[row.id].shown == "open"][:most]

    async def own(self, person: str, since: int, most: int) -> list[Found]:
        found = self._found(lambda place: person in place.people)
        return [each for each in found if not self.places[each.id].over or each.changed >= since][:most]

    async def owned(self, person: str, statuses: Collection[str]) -> int:
        its_own = [each for each, place in self.places.items() if place.owner == person and person in place.people]
        return sum(self.rows[each].status in statuses for each in its_own)

    async def invited(self, invite: bytes) -> str | None:
        return next((table_id for table_id, place in self.places.items() if place.invite == invite), None)

    async def before(self, table_id: str) -> str | None:
        return next((each for each, place in self.places.items() if place.next_table == table_id), None)

    async def archived(self, table_id: str) -> bool:
        return False

    async def log(self, table_id: str, after: int = 0, until: int | None = None) -> list[Row]:
        return [row for row in self.logs.get(table_id, []) if after < row.version <= (until or row.version)]

    async def snapshot(self, table_id: str, version: int) -> Snapshot | None:
        found = [each for each in self.snapshots.get(table_id, ()) if each.version <= version or each.starts]
        return max(found, key=lambda each: each.version, default=None)

    async def start_of(self, table_id: str, game: int) -> Snapshot | None:
        return next((each for each in self.snapshots.get(table_id, ()) if each.starts == game), None)

    def _found(self, which: Callable[[Place], bool]) -> list[Found]:
        """The tables whose place passes a check, the last changed first."""
        found = [Found(each, self.rows[each].changed, place.summary) for each, place in self.places.items() if which(place)]
        return sorted(found, key=lambda each: -each.changed)

    async def known(self, token_hashes: Collection[bytes]) -> dict[bytes, Person]:
        return {each: self.people[each] for each in token_hashes if each in self.people}

    async def save_person(self, person: Person, token_hash: bytes | None, at: int) -> None:
        if token_hash is not None:
            self.people[token_hash] = person
        for known, each in self.people.items():
            if each.id == person.id:
                self.people[known] = person

    async def beat(self, at: int) -> None:
        self.beaten = at

    async def last_beat(self) -> int | None:
        return self.beaten

    async def check(self) -> list[str]:
        return []


class Unread(MemoryStore):
    """A store whose logs can't be read at times."""

    fails = False

    async def log(self, table_id: str, after: int = 0, until: int | None = None) -> list[Row]:
        if self.fails:
            raise StoreUnread(refuse("store.closed"))
        return await super().log(table_id, after, until)


class FullStore(MemoryStore):
    """A store whose disk can be made full."""

    full = False
    """Whether the disk is full, so that nothing can be appended."""

    async def append(
        self, table: TableRow, rows: Sequence[Row], answer: Answered | None, expected: int, beside: Beside = NOTHING
    ) -> None:
        if self.full:
            raise StoreFailed(refuse("store.failed", why="database or disk is full"))
        await super().append(table, rows, answer, expected, beside)


REPLAY: msgspec.json.Decoder[Replay] = msgspec.json.Decoder(Replay)
REVIEWED: msgspec.json.Decoder[Reviewed] = msgspec.json.Decoder(Reviewed)
Answer = said.Saved | said.Refused | said.Suggested | said.Counted | said.Watching | said.Shuffled
DECODER: msgspec.json.Decoder[said.FromTable] = msgspec.json.Decoder(said.FromTable)


class Guest:
    """A person at a table: the messages received, and the commands to send."""

    def __init__(self, house: House, person: Person, first: int = 1) -> None:
        self.house, self.person = house, person
        self.raw: list[bytes] = []
        self._got: list[said.FromTable] = []
        self.connection: Connection | None = None
        self._ids = count(first)  # command ids: an id that was used before gets its first answer again

    async def look(self, table: str, hello: said.Hello | None = None) -> "Guest":
        """Connect to a table."""
        self.connection = await self.house.connect(table, self.person, self.raw.append)
        self.connection.hello(hello or said.Hello())
        return self

    def gone(self) -> None:
        """Lose the connection."""
        assert self.connection is not None
        self.connection.close()
        self.connection = None

    @property
    def got(self) -> list[said.FromTable]:
        """All messages received so far. Each is read once."""
        if len(self._got) > len(self.raw):  # a test forgot them
            self._got.clear()
        self._got += map(DECODER.decode, self.raw[len(self._got) :])
        return [*self._got]

    @property
    def scene(self) -> said.Scene:
        """The last scene received."""
        told = (m.scene for m in reversed(self.got) if isinstance(m, said.Welcome | said.Update))
        return next(scene for scene in told if isinstance(scene, said.Scene))

    @property
    def turning(self) -> said.Turning:
        """The last message about the shuffle."""
        told = (m.turning for m in reversed(self.got) if isinstance(m, said.Welcome | said.Update))
        return next((turning for turning in told if isinstance(turning, said.Turning)), said.Turning())

    @property
    def viewer(self) -> int | None:
        """The person's seat."""
        return next(m.viewer for m in reversed(self.got) if isinstance(m, said.Welcome))

    @property
    def asked(self) -> said.Asked | None:
        """The last question received."""
        for message in reversed(self.got):
            if isinstance(message, said.Welcome | said.Update) and message.asked is not None:
                return message.asked
        return None

    @property
    def words(self) -> list[str]:
        """All lines of text received."""
        return [line.text for m in self.got if isinstance(m, said.Welcome | said.Update) for line in m.lines]

    @property
    def table_id(self) -> str:
        """The id of the table to which the person is connected."""
        assert self.connection is not None
        return self.connection.table.id

    @property
    def talk(self) -> list[said.Talk]:
        """All messages of other people received."""
        return [talk for m in self.got if isinstance(m, said.Welcome | said.Update) for talk in m.talk]

    async def do(self, command: type[said.Command], *, command_id: str | None = None, **args: Any) -> said.Saved | said.Refused:
        """Send a command, and return its answer."""
        made = command(id=command_id or f"c{next(self._ids)}", **args)
        answer = await self.ask(made)  # type: ignore[arg-type]  # one of them
        assert isinstance(answer, said.Saved | said.Refused)
        return answer

    async def ask(self, command: said.AnyCommand) -> Answer:
        """Send a command whose answer may be any of `Answer`, and return it."""
        assert self.connection is not None
        before = len(self.raw)
        await self.connection.command(command)
        found = [DECODER.decode(m) for m in self.raw[before:]]
        answers = [m for m in found if isinstance(m, Answer)]
        return next(m for m in answers if m.id == command.id)


class Stage:
    """A house with its clock."""

    def __init__(self, house: House, clock: StageClock) -> None:
        self.house, self.clock = house, clock

    @classmethod
    async def open(cls, seed: str = "stage", store: Store | None = None, clock: StageClock | None = None, **more: Any) -> "Stage":
        """Open a house.

        Args:
            seed: the seed of its entropy.
            store: its store; None for a new one in memory.
            clock: its clock; None for a new one.
            more: other arguments of `House.open`.
        """
        clock = clock or StageClock()
        entropy = more.pop("entropy", None) or StageEntropy(seed)
        bot_workers = more.pop("bot_workers", None) or StageBotWorkers(StageEntropy(f"{seed} bot_workers"))
        store = store or MemoryStore()
        desk = more.pop("replay_desk", None) or ReplayDesk(StageWorker(), StageWorker())
        house = await House.open(store, clock=clock, entropy=entropy, bot_workers=bot_workers, replay_desk=desk, **more)
        return cls(house, clock)

    async def guest(self, name: str) -> Guest:
        """A new person of this name."""
        return Guest(self.house, (await self.house.people.guest(name))[0])

    async def table(self, maker: Guest, bots: Sequence[str | None] = (None, "greedy", "greedy", "greedy"), **asked: Any) -> str:
        """Create a table of Crash, and return its id.

        Args:
            maker: the person who creates it.
            bots: the bot in each seat; None for a person.
            asked: other fields of the `TableRequest`.
        """
        defaults: dict[str, Any] = {"game": "crash", "clock": "none", "start": None not in bots[1:], "suggest": True}
        return await self.house.create(maker.person, TableRequest(**{**defaults, "bots": tuple(bots), **asked}))
