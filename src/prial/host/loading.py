"""Brings tables into memory and drops them again.

It loads stored tables, sets up new ones, and opens the table at which the people of an old table play their next game.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from itertools import zip_longest
from typing import Final

import msgspec

from prial.core.chance import Draw, Outcome, Pick
from prial.core.registry import find
from prial.errors import PrialError, add_sentences, refuse
from prial.fair.even import Entropy
from prial.host import entries as log
from prial.host.bot_workers import BotWorkers
from prial.host.cache import Cache
from prial.host.clock import Clock
from prial.host.crew import Alone, Crew
from prial.host.fold import BrokenLogError, fold
from prial.host.live import Applied, Live
from prial.host.next_game import following
from prial.host.places import place_of, row_of, runs
from prial.host.services import Services
from prial.host.snapshots import restored
from prial.host.status import Status
from prial.host.store import Conflict, Row, Snapshot, Store, StoreError, TableRow
from prial.host.table import HISTORY, HostedTable
from prial.host.time_owed import Outage

add_sentences(
    "en",
    {
        "table.unknown": "There is no such table.",
        "table.archived": "This table was moved into an archive.",
        "table.no_game": "This table plays {game}, which isn't installed here. It stays as it is until the game is back.",
        "table.version": "This table is played by version {found} of {game}; this program plays version {known}.",
    },
)

_IDLE: Final = 5 * 60_000
"""An idle table is dropped from memory if nobody has asked for it for this many milliseconds."""
_NOTED: Final = 3_600_000
"""A visit is stored only if it was more than this many milliseconds after the table's last change."""
_ENCODED: Final = 16 * 1024 * 1024
"""The greatest size of the cache of encoded messages, in bytes. One message may be sent to several people."""
_ROOM: Final = 200  # strangers may ask for many tables in a short time
"""The greatest number of tables that stay in memory while nobody looks at them."""
_OFTEN: Final = 50
"""Each time this many tables have been loaded, `Loader.let_go` drops idle tables from memory."""
_SLICE: Final = 0.005
"""Seconds for which the entries of a log are applied without a break; then other tasks may run."""
_AT_ONCE: Final = 50
"""Number of tables that are loaded together. Loading may add entries to their logs; one commit stores all these entries."""
_AGAIN: Final = 1_000
"""Milliseconds after which `Loader.go_on` is called again if it failed."""
_UNKNOWN: Final = Outage(None)
"""An outage of unknown length. After it, a table's clock gets back all the time since the table's last entry."""
_LOG: Final = logging.getLogger("prial.host")


class Loader:
    """The tables in memory. A `Loader` loads tables from the store, and drops those that nobody needs.

    Args:
        store: the store of all tables.
        clock: the time.
        bot_workers: the bots.
        nature: makes nature's moves (deals and random numbers), except those that also depend on numbers from the players.
        entropy: returns random bytes for shuffles that also depend on numbers from the players. If None, ``nature`` makes all of
            nature's moves.
        secret: makes ids and codes.
        store_lost: called when this process has lost the whole store: another process took it over, or its file was removed,
            replaced or overwritten.
        note: called with the name and the value of each measurement.
        crew: the other servers of the house (default: there are none).
    """

    def __init__(  # noqa: PLR0913, PLR0917  # one parameter a service
        self,
        store: Store,
        clock: Clock,
        bot_workers: BotWorkers,
        nature: Callable[[Pick | Draw], Outcome],
        entropy: Entropy | None,
        secret: Callable[[], str],
        store_lost: Callable[[], None],
        note: Callable[[str, float], None],
        crew: Crew | None = None,
    ) -> None:
        self.tables: Final[dict[str, HostedTable]] = {}
        """The tables in memory, by id."""
        self.store: Final = store
        """The store of all tables."""
        self._clock, self._store_lost, self._note = clock, store_lost, note
        self._crew: Final = crew or Alone()
        self._services: Final = Services(
            store, clock, bot_workers, nature, entropy, secret, self.go_on, self._lost, Cache(_ENCODED), self._crew, note
        )
        self._outages: dict[str, Outage] = {}
        """Maps a table's id to its outage, until `_owe` has told the table of it."""
        self._waits = False
        """Whether the tables in memory wait for `run`."""
        self._coming: dict[str, asyncio.Task[HostedTable]] = {}
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self._loaded = 0

    async def load(self, table_id: str) -> HostedTable:
        """A table from memory or the store.

        Raises:
            PrialError: if there is no such table, or if the table can't be played here.
        """
        table = self.tables.get(table_id)
        if table is None:
            if table_id not in self._coming:
                self._coming[table_id] = coming = asyncio.create_task(self._fetch(table_id))
                coming.add_done_callback(lambda task: self._came(table_id, task))
            table = await asyncio.shield(self._coming[table_id])  # if this request is cancelled, others still get the table
        table.touch()
        return table

    async def wake(self, rows: Sequence[TableRow], outage: Outage) -> None:
        """Load tables that go on by themselves while nobody looks at them.

        If a table fails to load, the others are still loaded. Clocks and bots stand still until `run` is called. Until then, no
        idle table is dropped from memory.

        Args:
            rows: the tables.
            outage: the time in which no server ran the tables. `run` gives the time back to the tables' clocks. If a table is
                loaded only later, its clock gets the time back then.
        """
        self._waits = True
        self._outages.update({row.id: outage for row in rows})
        await self._load_all(rows)

    async def run(self) -> None:
        """Start the clocks and bots of all tables in memory.

        The clocks get back the time in which no server ran the tables. If `go_on` has opened a table before this call, the
        table's clock gets back the time since the clock was set.
        """
        self._waits = False
        await self.take({table_id: self._outages.get(table_id, Outage(0)) for table_id in self.tables})

    async def take(self, taken: Mapping[str, Outage | None]) -> None:
        """Start to run the clocks and bots of some tables on this server.

        Args:
            taken: maps each table's id to the time in which no server ran the table, or to None if this server runs the table
                already.
        """
        self._outages.update({table_id: outage for table_id, outage in taken.items() if outage is not None})
        here = [table for table_id in taken if (table := self.tables.get(table_id)) is not None]
        for table in here:  # before anything else happens at any of them
            if table.id in self._outages:
                self._owe(table)
        for table in here:
            table.wake()
        await asyncio.gather(*[table.pay() for table in here])
        rows = [row for each in taken if each not in self.tables and (row := await self.store.table(each)) is not None]
        await self._load_all(rows)

    async def _load_all(self, rows: Sequence[TableRow]) -> None:
        """Load tables, `_AT_ONCE` at a time. The log entries that give time back to the tables' clocks are stored together."""
        for first in range(0, len(rows), _AT_ONCE):
            await asyncio.gather(*[self._woken(row) for row in rows[first : first + _AT_ONCE]])

    def _owe(self, table: HostedTable) -> None:
        """If this server runs a table, take note of the table's outage. `HostedTable.pay` then gives the time back."""
        if table.keeps and table.live.deadline is not None:
            table.owe(self._outages.get(table.id, _UNKNOWN))
        if table.keeps:
            self._outages.pop(table.id, None)

    def lose_time(self, ms: int) -> None:
        """Give lost time back to the clocks of all tables in memory.

        Args:
            ms: the time in which nobody could play, in milliseconds. If the machine's clock was set back, the number is below 0.
        """
        _LOG.warning("time lost", extra={"ms": ms})
        for table in self.tables.values():  # other tables have no running clock
            table.lose_time(ms)

    def let_go(self) -> None:
        """Drop idle tables from memory: tables that nobody looks at and that don't go on by themselves.

        A table is dropped after `_IDLE` milliseconds. If more than `_ROOM` tables are idle, those that have been idle longest are
        dropped at once.
        """
        if self._waits:
            return
        idle = sorted((idle, table_id) for table_id, table in self.tables.items() if (idle := table.idle) is not None)
        for number, (since, table_id) in enumerate(idle):
            if number >= _ROOM or since >= _IDLE:
                table = self.tables.pop(table_id)
                table.close()
                self._crew.dropped(table_id)
                if table.live.status is Status.OPEN and table.visited - table.changed > _NOTED:
                    self._later(self.note_visit(table))

    def _later(self, work: Coroutine[None, None, None]) -> None:
        """Start a task that `close` waits for."""
        self._tasks.add(task := asyncio.create_task(work))
        task.add_done_callback(self._tasks.discard)

    async def note_visit(self, table: HostedTable) -> None:
        """Store the time of the last visit to a table where no game has begun.

        Such a table is closed after a long time without visits.
        """
        try:
            await self.store.settle(row_of(table.id, table.live, table.visited), place_of(table.id, table.live))
        except Conflict:  # the table has just changed
            pass
        except StoreError as error:
            _LOG.warning("no visit noted", extra={"table": table.id, "error": type(error).__name__})

    async def begin(self, table_id: str, entries: log.Entries) -> None:
        """Set up a table.

        Args:
            table_id: the table's id.
            entries: the first entries of its log.
        Raises:
            StoreError: if the table couldn't be stored.
        """
        table = HostedTable(table_id, [], self._services)
        await table.begin(entries)
        if self.tables.setdefault(table_id, table) is not table:  # somebody asked for it between the commit and now
            table.close()

    async def go_on(self, table_id: str, live: Live) -> None:
        """Open the new table at which the people of an old table go on playing.

        If the new table is open already, it isn't opened again. Errors are logged and not raised. After a `StoreError`, there is
        another try a second later. After any error, there is another try when somebody looks for the new table.

        Args:
            table_id: the old table's id.
            live: the old table.
        """
        new = live.next_table
        try:
            if new not in self.tables and await self.store.table(new) is None and not await self.store.archived(new):
                await self.begin(new, following(live))
            row = await self.store.table(table_id)
            if row is not None and row.runs:
                await self.store.settle(msgspec.structs.replace(row, runs=False), place_of(table_id, live))
        except Conflict:  # another server opened it at the same time
            pass
        except StoreError as error:
            _LOG.warning("next table", extra={"table": new, "error": type(error).__name__})
            self._clock.at(self._clock.now() + _AGAIN, lambda: self._later(self.go_on(table_id, live)))
        except Exception as error:  # noqa: BLE001  # whatever it is, the old table's log is stored and stays valid
            _LOG.error("next table", extra={"table": new, "error": type(error).__name__})

    async def log_of_game(self, table_id: str, number: int) -> tuple[Snapshot | None, list[Row]]:
        """The part of a table's log that is needed to look back at a game.

        Args:
            table_id: the table's id.
            number: number of the game, from 1.
        Returns:
            A snapshot from before the game, and the entries from the snapshot to the start of the next game or the end of the
            log. If no snapshot can be read: None, and the entries from the start of the log.
        Raises:
            PrialError: if there is no such table, or its log can't be read.
        """
        table = await self.load(table_id)
        before, after = await self.store.start_of(table_id, number), await self.store.start_of(table_id, number + 1)
        if before is not None and restored(before) is None:
            before = None
        until = table.live.version if after is None else after.version
        return before, await self.store.log(table_id, before.version if before else 0, until)

    async def log_until(self, table_id: str, version: int) -> tuple[None, list[Row]]:
        """A table's log from its first entry up to a given entry.

        Args:
            table_id: the table's id.
            version: number of the last entry that is wanted.
        Returns:
            None in place of a snapshot, and the entries.
        Raises:
            PrialError: if the log can't be read.
        """
        return None, await self.store.log(table_id, 0, version)

    async def close(self) -> None:
        """Send each connection a last message, and end the connections. Wait for all tasks under way."""
        await asyncio.gather(*self._coming.values(), *self._tasks, return_exceptions=True)
        for table in self.tables.values():
            table.close()
        for table in list(self.tables.values()):
            await table.settle()

    async def _woken(self, row: TableRow) -> None:
        """Load a table, or log why it can't be loaded."""
        try:
            await self._open(row)
        except PrialError as error:
            _LOG.warning("table stands", extra={"table": row.id, "why": error.refusal.code})
        except Exception as error:  # noqa: BLE001  # whatever it is, it must not spread to other tables
            _LOG.error("table fault", extra={"table": row.id, "error": type(error).__name__})

    def _came(self, table_id: str, task: asyncio.Task[HostedTable]) -> None:
        """Take note that loading a table has succeeded or failed."""
        self._coming.pop(table_id, None)
        if not task.cancelled():
            task.exception()  # those who wait get the error; without this call, asyncio would log it if nobody waits

    async def _fetch(self, table_id: str) -> HostedTable:
        """Load a table from the store."""
        row = await self.store.table(table_id)
        return await self._open(await self._opened_late(table_id) if row is None else row)

    async def _open(self, row: TableRow) -> HostedTable:
        """A table from the store, by its row.

        Raises:
            PrialError: if the table can't be played here.
        """
        table_id = row.id
        known = version_of(row.game)
        if known is None:
            raise PrialError(refuse("table.no_game", game=row.game))
        if not plays(row.game, row.game_version):
            raise PrialError(refuse("table.version", found=row.game_version, game=row.game, known=known))
        history = await self._history(row)
        self._loaded += 1
        if not self._loaded % _OFTEN:
            self.let_go()
        if table_id in self.tables:  # it was opened meanwhile, as the next table of another one
            return self.tables[table_id]
        self.tables[table_id] = table = HostedTable(table_id, history, self._services)
        self._crew.arrived(table_id)
        self._owe(table)  # before the alarm
        table.wake()
        if table.live.deadline is not None:
            await table.pay()
        if table.live.next_table:
            await self.go_on(table_id, table.live)
        elif (table.live.version, table.live.status) == (row.version, row.status) and row.runs != runs(table.live):
            await self.store.settle(row_of(table_id, table.live, row.changed), place_of(table_id, table.live))
        return table

    async def _opened_late(self, table_id: str) -> TableRow:
        """Open a new table that isn't stored yet but is named in an old table's log. Return the new table's row."""
        if await self.store.archived(table_id):
            raise PrialError(refuse("table.archived"))
        before = await self.store.before(table_id)
        if before is not None:
            await self.go_on(before, await (await self.load(before)).caught_up())
        row = await self.store.table(table_id)
        if row is None:
            raise PrialError(refuse("table.unknown"))
        return row

    async def _history(self, row: TableRow) -> list[Applied]:
        """The last entries of a table's log, each with its effect. A broken log ends with `log.Froze`."""
        # A viewer may still need the last `HISTORY` entries
        snapshot = await self.store.snapshot(row.id, row.version - HISTORY)
        if snapshot is not None and snapshot.version < row.version and (before := restored(snapshot)) is not None:
            history: list[Applied] = []
            rows = await self.store.log(row.id, before.version, row.version)
            with contextlib.suppress(Exception):  # a snapshot is only a cache: if anything is wrong, the whole log is folded
                await _fold_into(history, rows, before, row.version)
                return history
        history, rows = [], await self.store.log(row.id, 0, row.version)
        try:
            await _fold_into(history, rows, None, row.version)
        except Exception as error:  # whatever is wrong with this log, the other tables go on
            _LOG.error("table fault", extra={"table": row.id, "error": type(error).__name__, "version": len(history) + 1})
            self._note("frozen", 1)
            if not history:
                raise PrialError(refuse("table.frozen")) from error
            history.append(fold(history[-1].after, log.Froze(), row.changed))
        return history

    def _lost(self, table_id: str, everything: bool) -> None:  # noqa: FBT001  # called by a table, by position
        """Drop a table that may differ from the stored table. ``everything``: whether this process has lost the whole store."""
        self.tables.pop(table_id, None)
        self._outages[table_id] = Outage(self._clock.now())
        self._crew.dropped(table_id)
        if everything:
            self._store_lost()


async def _fold_into(history: list[Applied], rows: Sequence[Row], before: Live | None, version: int) -> None:
    """Apply log entries to a table, and add their effects to ``history``.

    After an error, ``history`` keeps the entries before the error.
    """
    start = time.monotonic()
    for number, row in zip_longest(range((before.version if before else 0) + 1, version + 1), rows):
        if row is None or row.version != number:
            raise BrokenLogError(refuse("table.broken", why=f"entry {number} is missing."))
        history.append(fold(before, log.DECODER.decode(row.entry), row.at))
        before = history[-1].after
        if time.monotonic() - start > _SLICE:
            await asyncio.sleep(0)  # other tasks have a turn
            start = time.monotonic()


def plays(game: str, version: int) -> bool:
    """Whether this program plays a given version of a game."""
    try:
        return version in {find(game).make().version, *find(game).older}
    except Exception:  # noqa: BLE001  # a fault in a game from another package mustn't keep the house from opening
        return False


def version_of(game: str) -> int | None:
    """The version in which new tables play a game; None if the game isn't installed."""
    try:
        return find(game).make().version
    except Exception:  # noqa: BLE001  # as above
        return None
