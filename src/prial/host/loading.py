"""Tables as they come into memory: new ones, those that are in the store, and those to which others go on."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

import msgspec

from prial.core.chance import Draw, Outcome, Pick
from prial.core.registry import find
from prial.errors import PrialError, add_sentences, refuse
from prial.host import entries as log
from prial.host.bot_workers import BotWorkers
from prial.host.clock import Clock
from prial.host.live import Applied, Live, fold, fold_all
from prial.host.next_game import following
from prial.host.store import Row, Store, TableRow
from prial.host.table import HostedTable, Services

add_sentences(
    "en",
    {
        "table.unknown": "There is no such table.",
        "table.no_game": "This table plays {game}, which isn't installed here: it stands as it was left until the game is back.",
        "table.version": "This table is played by version {found} of {game}; this program plays version {known}.",
    },
)

_LOG: Final = logging.getLogger("prial.host")


class Loader:
    """The tables in memory, and the way there.

    Args:
        store: where everything is written down.
        clock: the time.
        bot_workers: where bots think.
        nature: deals, shuffles and draws.
        secret: makes ids and codes.
        store_lost: called when the whole store is somebody else's.
        note: counts what happened.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        bot_workers: BotWorkers,
        nature: Callable[[Pick | Draw], Outcome],
        secret: Callable[[], str],
        store_lost: Callable[[], None],
        note: Callable[[str, float], None],
    ) -> None:
        self.tables: Final[dict[str, HostedTable]] = {}
        """Those in memory, by id."""
        self._store, self._clock, self._store_lost = store, clock, store_lost
        self._services: Final = Services(store, clock, bot_workers, nature, secret, self.go_on, self._lost, note)
        self._loading = asyncio.Lock()

    async def load(self, table_id: str, closed: int | None = None) -> HostedTable:
        """A table from memory or the store.

        Args:
            table_id: its id.
            closed: since when nobody could play, which its clock is given back; milliseconds since 1970, UTC.
        Raises:
            PrialError: there is no such table, or it can't be played here.
        """
        async with self._loading:
            if table_id in self.tables:
                return self.tables[table_id]
            row = await self._store.table(table_id)
            if row is None:
                return await self._opened_late(table_id)
            known = version_of(row.game)
            if known is None:
                raise PrialError(refuse("table.no_game", game=row.game))
            if not plays(row):
                raise PrialError(refuse("table.version", found=row.game_version, game=row.game, known=known))
            answers = {(each.who, each.id): each.answer for each in await self._store.answers(table_id)}
            history = _as_far_as_possible(await self._store.log(table_id))
            self.tables[table_id] = table = HostedTable(table_id, history, answers, self._services)
            if closed is not None:
                await table.note_outage(max(0, self._clock.now() - closed))
            table.wake()
            if table.live.next_table:
                await self.go_on(table.live)
            return table

    async def begin(self, table_id: str, entries: log.Entries) -> None:
        """Set up a table.

        Raises:
            StoreError: it couldn't be written down.
        """
        table = HostedTable(table_id, [], {}, self._services)
        await table.begin(entries)
        self.tables[table_id] = table

    async def go_on(self, live: Live) -> None:
        """Open the table to which everybody at another one goes, unless that is done.

        That they go is in the log of the old table, with the new one's id; so whoever finds it there finishes this, after a
        power cut too, and the store takes a table of that id once. Where it fails the old table stands as it is, and whoever
        looks for the new one tries again.
        """
        table_id = live.next_table
        try:
            if table_id not in self.tables and await self._store.table(table_id) is None:
                await self.begin(table_id, following(live))
        except Exception as error:  # noqa: BLE001  # whatever it is, what is written down of the old table holds
            _LOG.error("next table", extra={"table": table_id, "error": type(error).__name__})

    async def history(self, table_id: str) -> list[Applied]:
        """All that happened at a table."""
        return fold_all([(log.DECODER.decode(row.entry), row.at) for row in await self._store.log(table_id)])

    async def close(self) -> None:
        """Say goodbye to everybody, and wait for what is under way."""
        for table in self.tables.values():
            table.close()
        for table in list(self.tables.values()):
            await table.settle()

    async def _opened_late(self, table_id: str) -> HostedTable:
        """A table to which another one went on, and which couldn't be opened then.

        Raises:
            PrialError: there is no such table.
        """
        before = next((table.live for table in self.tables.values() if table.live.next_table == table_id), None)
        if before is not None:
            await self.go_on(before)
        if table_id not in self.tables:
            raise PrialError(refuse("table.unknown"))
        return self.tables[table_id]

    def _lost(self, table_id: str, everything: bool) -> None:  # noqa: FBT001  # called by a table, by position
        """A table goes on in the store otherwise than here: it is read anew when it is asked for, if the store is still ours."""
        self.tables.pop(table_id, None)
        if everything:
            self._store_lost()


def plays(row: TableRow) -> bool:
    """Whether this program plays a table's game in the version that the table began with."""
    try:
        return row.game_version in {find(row.game).make().version, *find(row.game).older}
    except Exception:  # noqa: BLE001  # whatever somebody else's game does, the house opens
        return False


def version_of(game: str) -> int | None:
    """The version of a game that new tables play; None where there is no such game."""
    try:
        return find(game).make().version
    except Exception:  # noqa: BLE001  # as above
        return None


def _as_far_as_possible(rows: list[Row]) -> list[Applied]:
    """A log folded; where this program can't follow it, the table is frozen there and the others go on.

    Raises:
        PrialError: not even its beginning can be read.
    """
    history: list[Applied] = []
    try:
        for row in rows:
            history.append(fold(history[-1].after if history else None, log.DECODER.decode(row.entry), row.at))
    except (PrialError, msgspec.MsgspecError) as error:
        _LOG.error("table fault", extra={"error": type(error).__name__, "version": len(history) + 1})
        if not history:
            raise PrialError(refuse("table.frozen")) from error
        history.append(fold(history[-1].after, log.Froze(), history[-1].at))
    return history
