"""Tables as they come into memory and leave it: new ones, those in the store, and those to which others go on."""

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

add_sentences(
    "en",
    {
        "table.unknown": "There is no such table.",
        "table.archived": "This table was put away in an archive.",
        "table.no_game": "This table plays {game}, which isn't installed here: it stands as it was left until the game is back.",
        "table.version": "This table is played by version {found} of {game}; this program plays version {known}.",
    },
)

_IDLE: Final = 5 * 60_000
"""Milliseconds for which a table stays in memory after the last that anybody asked for it."""
_NOTED: Final = 3_600_000
"""Milliseconds between a visit that is noted and what was noted before."""
_ENCODED: Final = 16 * 1024 * 1024
"""Bytes of messages that are kept because others may be sent the same."""
_ROOM: Final = 200
"""Tables that stay in memory though nobody looks, at most: strangers may ask for many in little time."""
_OFTEN: Final = 50
"""Tables that come into memory from one look for those that may leave it to the next."""
_SLICE: Final = 0.005
"""Seconds for which a log is folded before others have their turn."""
_AT_ONCE: Final = 50
"""Tables that are loaded together when a house opens: what they write goes into one commit."""
_AGAIN: Final = 1_000
"""Milliseconds after which a next table is opened that couldn't be."""
_GIVEN: Final = 5_000
"""Milliseconds after the last heartbeat from which on an entry is one that gave time back while the house opened."""
_LOG: Final = logging.getLogger("prial.host")


class Loader:
    """The tables in memory, and the way there and back.

    Args:
        store: where everything is written down.
        clock: the time.
        bot_workers: where bots think.
        nature: deals, shuffles and draws, where nobody turns the deck.
        entropy: the house's own part in a shuffle that players turn; None where `nature` alone deals.
        secret: makes ids and codes.
        store_lost: called when the whole store is somebody else's.
        note: counts what happened.
        crew: the other servers of the house; none if not given.
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
        """Those in memory, by id."""
        self.store: Final = store
        self._clock, self._store_lost, self._note = clock, store_lost, note
        self._crew: Final = crew or Alone()
        self._services: Final = Services(
            store, clock, bot_workers, nature, entropy, secret, self.go_on, self._lost, Cache(_ENCODED), self._crew, note
        )
        self._coming: dict[str, asyncio.Task[HostedTable]] = {}
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self._loaded = 0

    async def load(self, table_id: str) -> HostedTable:
        """A table from memory or the store.

        Raises:
            PrialError: there is no such table, or it can't be played here.
        """
        table = self.tables.get(table_id)
        if table is None:
            if table_id not in self._coming:
                self._coming[table_id] = coming = asyncio.create_task(self._fetch(table_id))
                coming.add_done_callback(lambda task: self._came(table_id, task))
            table = await asyncio.shield(self._coming[table_id])  # who goes away meanwhile leaves it to those who wait too
        table.touch()
        return table

    async def wake(self, rows: Sequence[TableRow], closed: int | None) -> None:
        """Bring the tables into memory that go on though nobody looks. One that can't be read stays behind, by name.

        Args:
            rows: which.
            closed: since when nobody could play, which their clocks are given back; milliseconds since 1970, UTC.
        """
        for first in range(0, len(rows), _AT_ONCE):
            await asyncio.gather(*[self._woken(row, closed) for row in rows[first : first + _AT_ONCE]])

    async def take(self, taken: Mapping[str, int | None]) -> None:
        """Run tables from now on that another server ran before, or none.

        Args:
            taken: since when nobody could play at each, as `wake`'s; None where that was possible all the time.
        """
        for table_id, closed in taken.items():
            if (table := self.tables.get(table_id)) is not None:
                await self._give_back(table, closed)
                table.wake()
        for closed in {each for table_id, each in taken.items() if table_id not in self.tables}:
            ids = [table_id for table_id, each in taken.items() if each == closed and table_id not in self.tables]
            await self.wake([row for table_id in ids if (row := await self.store.table(table_id)) is not None], closed)

    async def _give_back(self, table: HostedTable, closed: int | None) -> None:
        """Give a table's clock back what went by while nobody could play, before it can ring."""
        if closed is not None and table.live.deadline is not None:
            await table.note_outage(self._clock.now() - _played(table.live.deadline, table.changed, closed))

    def lose_time(self, ms: int) -> None:
        """Give every table back time that nobody had; those that aren't in memory have no clock that runs.

        Args:
            ms: how much; less than 0 where the machine's clock was set back.
        """
        _LOG.warning("time lost", extra={"ms": ms})
        for table in self.tables.values():
            table.lose_time(ms)

    def let_go(self) -> None:
        """Let tables leave memory that nobody looks at and that don't go on by themselves; they come back when asked for."""
        idle = sorted((idle, table_id) for table_id, table in self.tables.items() if (idle := table.idle) is not None)
        for number, (since, table_id) in enumerate(idle):
            if number >= _ROOM or since >= _IDLE:
                table = self.tables.pop(table_id)
                table.close()
                self._crew.dropped(table_id)
                if table.live.status is Status.OPEN and table.visited - table.changed > _NOTED:
                    self._later(self.note_visit(table))

    def _later(self, work: Coroutine[None, None, None]) -> None:
        """Do something that is waited for at the end."""
        self._tasks.add(task := asyncio.create_task(work))
        task.add_done_callback(self._tasks.discard)

    async def note_visit(self, table: HostedTable) -> None:
        """Note when somebody was last at a table at which no game has begun: where nobody comes any more it closes."""
        try:
            await self.store.settle(row_of(table.id, table.live, table.visited), place_of(table.id, table.live))
        except Conflict:  # something happens there just now
            pass
        except StoreError as error:
            _LOG.warning("no visit noted", extra={"table": table.id, "error": type(error).__name__})

    async def begin(self, table_id: str, entries: log.Entries) -> None:
        """Set up a table.

        Raises:
            StoreError: it couldn't be written down.
        """
        table = HostedTable(table_id, [], self._services)
        await table.begin(entries)
        if self.tables.setdefault(table_id, table) is not table:  # somebody asked for it between the commit and now
            table.close()

    async def go_on(self, table_id: str, live: Live) -> None:
        """Open the table to which everybody at another one goes, unless that is done.

        That they go is in the log of the old table, with the new one's id; so whoever finds it there finishes this, after a
        power cut too, and the store takes a table of that id once. Where it fails the old table stands as it is, and whoever
        looks for the new one tries again.

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
        except Conflict:  # somebody else opened it at the same time
            pass
        except StoreError as error:
            _LOG.warning("next table", extra={"table": new, "error": type(error).__name__})
            self._clock.at(self._clock.now() + _AGAIN, lambda: self._later(self.go_on(table_id, live)))
        except Exception as error:  # noqa: BLE001  # whatever it is, what is written down of the old table holds
            _LOG.error("next table", extra={"table": new, "error": type(error).__name__})

    async def log_of_game(self, table_id: str, number: int) -> tuple[Snapshot | None, list[Row]]:
        """What it takes to look back at a game.

        Args:
            table_id: the table's id.
            number: the game's, from 1.
        Returns:
            A snapshot from before it that can be read, if there is one, and the log from there to the next game, or to now.
        Raises:
            PrialError: there is no such table, or its log can't be read.
        """
        table = await self.load(table_id)
        before, after = await self.store.start_of(table_id, number), await self.store.start_of(table_id, number + 1)
        if before is not None and restored(before) is None:
            before = None
        until = table.live.version if after is None else after.version
        return before, await self.store.log(table_id, before.version if before else 0, until)

    async def log_until(self, table_id: str, version: int) -> tuple[None, list[Row]]:
        """A table's log from its start.

        Args:
            table_id: the table's id.
            version: the last entry that is wanted.
        Raises:
            PrialError: it can't be read.
        """
        return None, await self.store.log(table_id, 0, version)

    async def close(self) -> None:
        """Say goodbye to everybody, and wait for what is under way."""
        await asyncio.gather(*self._coming.values(), *self._tasks, return_exceptions=True)
        for table in self.tables.values():
            table.close()
        for table in list(self.tables.values()):
            await table.settle()

    async def _woken(self, row: TableRow, closed: int | None) -> None:
        try:
            await self._open(row, closed)
        except PrialError as error:
            _LOG.warning("table stands", extra={"table": row.id, "why": error.refusal.code})
        except Exception as error:  # noqa: BLE001  # whatever it is, it must not spread to other tables
            _LOG.error("table fault", extra={"table": row.id, "error": type(error).__name__})

    def _came(self, table_id: str, task: asyncio.Task[HostedTable]) -> None:
        self._coming.pop(table_id, None)
        if not task.cancelled():
            task.exception()  # whoever still waits is told; where nobody does, nobody has to be

    async def _fetch(self, table_id: str) -> HostedTable:
        row = await self.store.table(table_id)
        return await self._open(await self._opened_late(table_id) if row is None else row)

    async def _open(self, row: TableRow, closed: int | None = None) -> HostedTable:
        """A table that the store has. ``closed``: as in `wake`.

        Raises:
            PrialError: it can't be played here.
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
        if table_id in self.tables:  # it was opened meanwhile, as somebody's next
            return self.tables[table_id]
        self.tables[table_id] = table = HostedTable(table_id, history, self._services)
        self._crew.arrived(table_id)
        table.wake()
        if table.live.deadline is not None:
            await table.note_outage(self._clock.now() - _played(table.live.deadline, table.changed, closed))  # before it can ring
        if table.live.next_table:
            await self.go_on(table_id, table.live)
        elif (table.live.version, table.live.status) == (row.version, row.status) and row.runs != runs(table.live):
            await self.store.settle(row_of(table_id, table.live, row.changed), place_of(table_id, table.live))
        return table

    async def _opened_late(self, table_id: str) -> TableRow:
        """A table to which another one went on, and which couldn't be opened then.

        Raises:
            PrialError: there is no such table.
        """
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
        """The end of a table's log, as far back as anybody is told of it: from a snapshot that was made before.

        Where this program can't follow it the table is frozen there, and the others go on.

        Raises:
            PrialError: not even its beginning can be read.
        """
        snapshot = await self.store.snapshot(row.id, row.version - HISTORY)
        if snapshot is not None and snapshot.version < row.version and (before := restored(snapshot)) is not None:
            history: list[Applied] = []
            rows = await self.store.log(row.id, before.version, row.version)
            with contextlib.suppress(Exception):  # a cache: whatever is wrong, the whole log says better
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
        """A table goes on in the store otherwise than here: it is read anew when it is asked for, if the store is still ours."""
        self.tables.pop(table_id, None)
        self._crew.dropped(table_id)
        if everything:
            self._store_lost()


def _played(deadline: int, changed: int, closed: int | None) -> int:
    """Until when a table could be played at whose clock runs: what went by since is given back to it.

    A house that died while it opened has given some of it back already, and says so in the table's log. A clock that had run out
    before the house closed, and that nobody answered for, wasn't running there: nothing could be written down or read, or the
    table was brought back from a backup.

    Args:
        deadline: when its clock runs out.
        changed: when the last thing happened there.
        closed: since when the house was closed; None where it wasn't.
    Returns:
        Milliseconds since 1970, UTC, as all of them.
    """
    if closed is None or deadline < closed or changed - closed > _GIVEN:
        return changed
    return closed


async def _fold_into(history: list[Applied], rows: Sequence[Row], before: Live | None, version: int) -> None:
    """Fold entries of a log, and let others have their turn now and then.

    Args:
        history: what they did is put here, as far as it goes.
        rows: the entries behind ``before``.
        before: the table before them; None at its beginning.
        version: the last one's.
    Raises:
        BrokenLogError, msgspec.MsgspecError: one is missing, can't be read, or can't follow.
    """
    start = time.monotonic()
    for number, row in zip_longest(range((before.version if before else 0) + 1, version + 1), rows):
        if row is None or row.version != number:
            raise BrokenLogError(refuse("table.broken", why=f"entry {number} is missing."))
        history.append(fold(before, log.DECODER.decode(row.entry), row.at))
        before = history[-1].after
        if time.monotonic() - start > _SLICE:
            await asyncio.sleep(0)
            start = time.monotonic()


def plays(game: str, version: int) -> bool:
    """Whether this program plays a game in some version of it."""
    try:
        return version in {find(game).make().version, *find(game).older}
    except Exception:  # noqa: BLE001  # whatever somebody else's game does, the house opens
        return False


def version_of(game: str) -> int | None:
    """The version of a game that new tables play; None where there is no such game."""
    try:
        return find(game).make().version
    except Exception:  # noqa: BLE001  # as above
        return None
