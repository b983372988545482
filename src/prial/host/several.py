"""Connects a server with the other servers of the same house, through a PostgreSQL database.

The servers share data in the database. They send each other hints: short notes that something in the database is new. Hints may
get lost, so each server also compares its tables with the database at intervals.

Each server collects its work for some milliseconds, and then does all of it in one turn. A failed turn is repeated.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from secrets import token_hex
from typing import TYPE_CHECKING, Final, Self

import msgspec

from prial.core.game import Seat
from prial.host import messages as said
from prial.host.asking import Book
from prial.host.spoken import Leads
from prial.host.store import StoreError, StoreUnread
from prial.host.store.shared import DEAD_MS, Number, Shared
from prial.host.time_owed import Outage

if TYPE_CHECKING:
    from prial.host.house import House
    from prial.host.loading import Loader
    from prial.host.people import People

BEAT_S: Final = 1.0
"""Seconds between two heartbeats of this server."""
ASK_S: Final = 2.0
"""If this server can't get hints from others, it compares its card tables with the database at intervals of this many seconds."""
ASK_ANYWAY_S: Final = 10.0
"""If this server gets hints from others, it compares its card tables with the database at intervals of this many seconds."""
# With a shorter time, the turns would cost as much as the moves themselves at 1,000 moves a second.
_GATHER_S: Final = 0.02
"""Work is gathered for this many seconds, and then done together in one turn."""
_AGAIN_S: Final = 0.5
"""Seconds after which a turn that failed is done again."""
_PROMPT_NS: Final = 50_000_000
"""If the database takes more than this many nanoseconds to tell the time, the answer is too inexact."""
_MOST: Final = 200  # so that other servers can take over some too
"""A server takes over at most this many tables at a time."""
_FORGET_S: Final = 600.0
"""Seconds from one clean-up of the database to the next. A clean-up deletes servers that have been gone for long."""
_LOG: Final = logging.getLogger("prial.host")


class HouseTime:
    """The time by the database's clock, which all servers of a house use."""

    def __init__(self) -> None:
        self._ahead: int | None = None

    def wall(self) -> int:
        """The time, in nanoseconds since 1970 (UTC)."""
        return time.time_ns() if self._ahead is None else time.monotonic_ns() + self._ahead

    async def measured(self, ask: Callable[[], Awaitable[int]]) -> int:
        """Ask the database for its time, and set this clock by the answer.

        A slow answer is inexact. It sets the clock only if the clock has never been set.

        Args:
            ask: gets the database's time, in milliseconds since 1970 (UTC).
        Returns:
            The database's time.
        """
        before = time.monotonic_ns()
        told = await ask()
        after = time.monotonic_ns()
        if self._ahead is None or after - before < _PROMPT_NS:
            self._ahead = told * 1_000_000 - (before + after) // 2
        return told


class _Here(msgspec.Struct, frozen=True):
    """The people on one server who look at a table, and those who ask to come in."""

    people: dict[str, str]
    """The people who look at the table. Each key is a person's id, and the value is the person's name."""
    book: Book
    """The people who ask to come in."""


_NOBODY: Final = _Here({}, Book())
"""What is stored about a table if nobody on this server looks at the table or asks to come in."""


class Several:
    """Connects this server with the other servers of its house, as a `prial.host.crew.Crew`.

    Args:
        shared: reads and writes the database tables that the servers share.
        time: the time by the database's clock.
    """

    def __init__(self, shared: Shared, time: HouseTime) -> None:
        self.name: Final = shared.name
        """This server's name."""
        self._shared, self.time = shared, time
        self._loader: Loader | None = None
        self._people: People | None = None
        # After this server has slept, other servers may run some of these tables.
        self._kept: set[str] = set()
        """Ids of the tables that this server runs."""
        self._others: set[str] = set()
        """Ids of tables that another server ran when this server tried to take them over."""
        self._beats: dict[str, tuple[int, bool]] = {}
        """For each server's name: the time of its last heartbeat (milliseconds since 1970, UTC), and whether the server is up."""
        self._beaten = 0.0
        """Time at which this server last sent a heartbeat, by `time.monotonic`, in seconds."""
        self._newest = 0
        """Time of this server's last heartbeat, in milliseconds since 1970 (UTC)."""
        # A silence is a time without heartbeats of this server, so long that other servers count it as dead
        self._back: int | None = None
        """When this server's heartbeats began again after its latest silence; None during a silence.

        In milliseconds since 1970 (UTC).
        """
        # The first silence lasts until `run` is called. For this silence, a heartbeat of any server counts.
        self._before: int | None = None
        """Time of the last heartbeat before this server's latest silence; None if there was none.

        In milliseconds since 1970 (UTC).
        """
        self._wanted: set[str] = set()
        """Ids of tables that this server is to run, unless another server runs them."""
        self._freed: set[str] = set()
        """Ids of tables that this server runs no longer."""
        self._grown: dict[str, int] = {}
        """The tables that this server has changed: maps the table's id to the table's new version."""
        self._looked: set[str] = set()
        """Ids of tables whose people on this server (viewers, and those who ask to come in) have changed."""
        self._numbers: list[Number] = []
        """Random numbers that players sent to this server for shuffles. The other servers don't have these numbers yet."""
        self._hints: set[str] = set()
        """Hints for the other servers. A hint tells them that there is something new, but not the news itself."""
        self._behind: set[str] = set()
        """Ids of tables whose logs have new entries. Other servers have added these entries."""
        self._unmet: set[str] = set()
        """Ids of tables for which `_meet` must read the people on other servers."""
        self._numbered: set[str] = set()
        """Ids of tables for which `_fetch_numbers` must read the random numbers that players have sent to other servers."""
        self._stir = asyncio.Event()
        """Set when there is something to do for `_turn`."""
        self._hears = False
        """Whether this server can receive hints from other servers now."""
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def leads(self) -> Leads:
        """The shared store of spoken codes."""
        return self._shared

    # --- called by tables -----------------------------------------------------------------------------------------------

    def keeps(self, table_id: str) -> bool:
        """See `prial.host.crew.Crew.keeps`."""
        return table_id in self._kept

    def wants(self, table_id: str) -> None:
        """See `prial.host.crew.Crew.wants`."""
        if table_id not in self._kept and table_id not in self._others:
            self._wanted.add(table_id)
            self._stir.set()

    def dropped(self, table_id: str) -> None:
        """See `prial.host.crew.Crew.dropped`."""
        if table_id in self._kept:
            self._kept.discard(table_id)
            self._freed.add(table_id)
            self._stir.set()

    def arrived(self, table_id: str) -> None:
        """See `prial.host.crew.Crew.arrived`."""
        self._unmet.add(table_id)
        self._numbered.add(table_id)
        self._stir.set()

    def grown(self, table_id: str, version: int) -> None:
        """See `prial.host.crew.Crew.grown`."""
        self._grown[table_id] = version
        self._stir.set()

    def looked(self, table_id: str) -> None:
        """See `prial.host.crew.Crew.looked`."""
        self._looked.add(table_id)
        self._stir.set()

    def signed_out(self, person: str) -> None:
        """See `prial.host.crew.Crew.signed_out`."""
        self._hints.add(f"s {person}")
        self._stir.set()

    def opened(self, table_id: str, seat: Seat, number: said.OpenNumber) -> None:
        """See `prial.host.crew.Crew.opened`."""
        self._numbers.append(Number(table_id, number.shuffle, seat, msgspec.json.encode(number)))
        self._stir.set()

    @classmethod
    async def open(cls, url: str) -> Self:
        """Let this process join the servers of a house that has its store on PostgreSQL.

        Args:
            url: the store's address.
        Raises:
            StoreUnread: if the database can't be reached.
        """
        shared, time = Shared(url, token_hex(8)), HouseTime()
        await time.measured(shared.now)
        return cls(shared, time)

    # --- from its start to its end --------------------------------------------------------------------------------------

    async def begin(self, house: "House") -> None:
        """Read the time of the last heartbeat that any server of the house has sent.

        Raises:
            StoreError: if the database can't be reached.
        """
        self._loader, self._people = house.loader, house.people
        self._before = await house.store.last_beat()

    async def run(self) -> None:
        """Begin to run the clocks and bots of tables.

        Raises:
            StoreError: if the database can't be reached.
        """
        self._newest = self._back = await self.time.measured(self._shared.beat)
        self._beaten = time.monotonic()
        await self._listen()
        await self._look_around()
        self._tasks = [asyncio.create_task(each, name="crew") for each in (self._run(), self._keep_beating())]

    async def end(self) -> None:
        """See `prial.host.crew.Crew.end`."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(StoreUnread):
            await self._leave()
        await self._shared.close()

    async def _leave(self) -> None:
        """Tell the other servers that this server ends, and that its people have left all tables."""
        tables = self._loader.tables if self._loader else {}
        await self._shared.look(dict.fromkeys(tables, msgspec.json.encode(_NOBODY)))
        await self._shared.leave()
        self._hints.update(f"p {table_id}" for table_id in tables)
        self._hints.add("k")
        await self._tell()

    # --- heartbeats -----------------------------------------------------------------------------------------------------

    async def _keep_beating(self) -> None:
        """Send heartbeats, take over tables of dead servers, and listen to the other servers. Sometimes check for lost hints."""
        asked = forgot = time.monotonic()
        more = False
        while True:
            await asyncio.sleep(0 if more else BEAT_S)
            more = False
            try:
                more = await self._beat()
                if not (self._hears and await self._shared.hears()):
                    await self._listen()
                    asked = -ASK_ANYWAY_S  # hints may have been missed meanwhile
                now = time.monotonic()
                if now - asked >= (ASK_ANYWAY_S if self._hears else ASK_S):
                    asked = now
                    await self._ask()
                if now - forgot >= _FORGET_S:
                    forgot = now
                    await self._shared.forget()
            except StoreError as error:
                _LOG.warning("others unheard", extra={"why": str(error)})

    async def _beat(self) -> bool:
        """Send a heartbeat, and take over tables that no server runs.

        Returns:
            Whether there may be more such tables.
        """
        if self._is_silent:  # this server slept or couldn't reach the database, and others may think it dead
            self._let_go(set(self._kept))
            self._before, self._back = self._newest, None
        beat = await self.time.measured(self._shared.beat)
        if self._is_silent:
            self._before, self._back = self._newest, beat
        self._newest, self._beaten = beat, time.monotonic()
        return await self._look_around()

    @property
    def _is_silent(self) -> bool:
        """Whether this server's last heartbeat is so old that the other servers count this server as dead."""
        return (time.monotonic() - self._beaten) * 1000 > DEAD_MS

    def _let_go(self, ids: Collection[str]) -> None:
        """Stop the clocks and bots of tables until the database says whether another server has taken these tables over."""
        assert self._loader is not None
        self._kept.difference_update(ids)
        for table_id in ids:
            if (table := self._loader.tables.get(table_id)) is not None:
                table.wake()  # stops its clock and bots, until the database says that this server still runs it

    async def _look_around(self) -> bool:
        """Find out which servers are up, and take over some tables that no server runs.

        Returns whether there may be more such tables.
        """
        assert self._loader is not None
        before = {name for name, (_, alive) in self._beats.items() if alive}
        self._beats = await self._shared.beats()
        if before != {name for name, (_, alive) in self._beats.items() if alive}:
            self._unmet.update(self._loader.tables)  # people on a server that is down have left
            self._want(self._loader.tables)
        orphans = await self._shared.orphans(_MOST)
        if orphans:
            await self._claim(set(orphans))
        return len(orphans) == _MOST

    def _want(self, ids: Collection[str]) -> None:
        """Plan to take over some tables that may have no server."""
        assert self._loader is not None
        self._others.difference_update(ids)
        tables = self._loader.tables
        self._wanted.update(table_id for table_id in ids if table_id in tables and tables[table_id].unkept)
        self._stir.set()

    async def _claim(self, ids: Collection[str]) -> None:
        """Take over some tables now. If another server runs a table, that server keeps it."""
        assert self._loader is not None
        before = await self._shared.claim(ids)
        self._others.update(set(ids) - before.keys())
        own = {table_id for table_id, server in before.items() if table_id in self._kept and server in {"", self.name}}
        taken = {table_id: None if table_id in own else self._outage(server) for table_id, server in before.items()}
        self._kept.update(before)
        await self._loader.take(taken)

    def _outage(self, server: str) -> Outage:
        """The time in which no server ran a table. ``server``: the server that ran the table last; empty if unknown."""
        if server != self.name and server in self._beats:
            return Outage(self._beats[server][0])  # begins with that server's last heartbeat
        return Outage(self._before, self._back)

    async def _ask(self) -> None:
        """Compare the tables in memory with the database, in case a hint from another server was lost."""
        assert self._loader is not None
        tables = self._loader.tables
        for table_id, version in (await self._shared.versions(list(tables))).items():
            table = tables.get(table_id)
            if table is not None and table.live.version < version:
                self._behind.add(table_id)
        self._unmet.update(tables)
        self._want(tables)

    # --- hints ----------------------------------------------------------------------------------------------------------

    async def _listen(self) -> None:
        """Listen to the hints of other servers (short notes that something in the database is new)."""
        await self._shared.listen(self._heard, self._deaf)
        self._hears = True

    def _deaf(self) -> None:
        """Take note that hints from other servers don't arrive any more."""
        self._hears = False

    def _heard(self, lines: Sequence[str]) -> None:
        """Take note of another server's hints.

        Each hint is a letter, then the id of a table or person:

        - ``t``: the table's log has new entries, up to the number that follows the id.
        - ``p``: the people who look at the table or ask to come in may have changed.
        - ``n``: a player has sent a number for the table's shuffle.
        - ``f``: a server has stopped running the table.
        - ``s``: the person has signed out.
        - ``k``: a server has ended (without an id).
        """
        assert self._loader is not None
        tables = self._loader.tables
        for line in lines:
            what, _, rest = line.partition(" ")
            table_id, _, version = rest.partition(" ")
            if what == "t" and (table := tables.get(table_id)) is not None and table.live.version < int(version):
                self._behind.add(table_id)
            elif what == "p" and table_id in tables:
                self._unmet.add(table_id)
            elif what == "n" and table_id in tables:
                self._numbered.add(table_id)
            elif what == "f":
                self._want([table_id])
            elif what == "s" and self._people is not None:
                self._people.left(rest)
            elif what == "k":
                self._tasks.append(asyncio.create_task(self._take_over(), name="crew"))
        self._stir.set()

    async def _take_over(self) -> None:
        """Take over the tables of a server that has ended. The server has told the others that it has ended."""
        try:
            await self._look_around()
        except StoreError as error:
            _LOG.warning("others unheard", extra={"why": str(error)})
        self._tasks = [task for task in self._tasks if not task.done()]

    # --- turns ----------------------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        """Again and again: wait for work, gather more of it for a short time, and do all of it."""
        while True:
            await self._stir.wait()
            await asyncio.sleep(_GATHER_S)
            self._stir.clear()
            try:
                await self._turn()
            except StoreError as error:
                _LOG.warning("others untold", extra={"why": str(error)})
                await asyncio.sleep(_AGAIN_S)
                self._stir.set()

    async def _turn(self) -> None:
        """Do everything that was gathered. If a step fails, the work that remains waits for the next call."""
        await _each(self._freed, self._free)
        await _each(self._looked, self._look)
        await self._put_numbers()
        await self._tell()
        await _each(self._wanted, self._claim)
        await _each(self._behind, self._follow)
        await _each(self._unmet, self._meet)
        await _each(self._numbered, self._fetch_numbers)

    async def _free(self, ids: set[str]) -> None:
        """Let other servers run some tables that this server has run so far."""
        await self._shared.let_go(ids)
        self._hints.update(f"f {table_id}" for table_id in ids)

    async def _look(self, ids: set[str]) -> None:
        """Tell the other servers who looks at the tables on this server, and who asks to come in."""
        assert self._loader is not None
        here = {table_id: self._loader.tables[table_id].audience for table_id in ids if table_id in self._loader.tables}
        told = {table_id: _Here(audience.people, audience.door.book) for table_id, audience in here.items()}
        await self._shared.look({table_id: msgspec.json.encode(told.get(table_id, _NOBODY)) for table_id in ids})
        self._hints.update(f"p {table_id}" for table_id in ids)

    async def _put_numbers(self) -> None:
        """Send the other servers the random numbers that players have chosen for shuffles."""
        while self._numbers:
            await self._shared.put_number(self._numbers[0])
            self._hints.add(f"n {self._numbers.pop(0).table_id}")

    async def _tell(self) -> None:
        """Send the gathered hints (short notes that something is new) to the other servers."""
        grown, hints = dict(self._grown), set(self._hints)
        if grown or hints:
            await self._shared.tell([*[f"t {table_id} {version}" for table_id, version in grown.items()], *hints])
            self._hints -= hints
            for table_id, version in grown.items():
                if self._grown[table_id] == version:
                    del self._grown[table_id]

    async def _follow(self, ids: set[str]) -> None:
        """Read the new entries of tables that other servers have changed."""
        assert self._loader is not None
        tables = self._loader.tables
        after = {table_id: tables[table_id].live.version for table_id in ids if table_id in tables}
        for table_id, rows in (await self._shared.logs(after)).items():
            if table_id in tables:
                tables[table_id].follow(rows)

    async def _meet(self, ids: set[str]) -> None:
        """Read who, on the other servers, looks at the tables or asks to come in."""
        assert self._loader is not None
        for table_id, told in (await self._shared.lookers(ids)).items():
            if (table := self._loader.tables.get(table_id)) is not None:
                there = [msgspec.json.decode(each, type=_Here) for each in told]
                table.audience.meet({person: name for each in there for person, name in each.people.items()})
                for each in there:
                    table.audience.door.learn(each.book)

    async def _fetch_numbers(self, ids: set[str]) -> None:
        """Read the numbers that players have sent to other servers for shuffles."""
        assert self._loader is not None
        for number in await self._shared.numbers(ids):
            if (table := self._loader.tables.get(number.table_id)) is not None:
                table.numbers.take(table.live, number.seat, msgspec.json.decode(number.number, type=said.OpenNumber))


async def _each(gathered: set[str], do: Callable[[set[str]], Awaitable[None]]) -> None:
    """Call ``do`` with all gathered ids, if there are any. Unless the call fails, the set is emptied."""
    if not gathered:
        return
    taken = set(gathered)
    gathered.clear()
    try:
        await do(taken)
    except BaseException:
        gathered |= taken
        raise
