"""Lets the servers of one house inform each other through PostgreSQL.

Shared database tables hold the servers that are up, the server that runs each card table, the people at each card table, players'
numbers for shuffles, and spoken codes. These database tables are unlogged: PostgreSQL empties them if it crashes, and the servers
fill them again. No game is lost, since the games are in the log.

The servers also send each other hints that something in the database is new. Neither these tables nor the hints name a card.
"""

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

import msgspec
from asyncpg import InterfaceError, PostgresError
from sqlalchemy import Executable, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from prial.errors import refuse
from prial.host.store.engine import asked, served, why
from prial.host.store.values import Row, StoreUnread

DEAD_MS: Final = 5_000
"""A server counts as dead after this many milliseconds without a heartbeat. Other servers then run the dead server's tables."""
_FORGOTTEN_MS: Final = 3_600_000
"""Milliseconds after which dead servers, and players' numbers for shuffles, are deleted."""
_HEARS_S: Final = 0.5
"""If the connection for hints doesn't answer a test within this many seconds, it counts as broken."""
_LONGEST: Final = 7_000
"""The longest notification that is sent, in bytes; PostgreSQL takes less than 8,000."""
_LOG: Final = logging.getLogger("prial.host")

_NOW: Final = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
_ALIVE: Final = f"SELECT name FROM servers WHERE beat > {_NOW} - {DEAD_MS} AND NOT gone"
_TIME: Final = text(f"SELECT {_NOW}")
_BEAT: Final = text(
    f"INSERT INTO servers (name, beat, gone) VALUES (:name, {_NOW}, false) "
    "ON CONFLICT (name) DO UPDATE SET beat = excluded.beat RETURNING beat"
)
_BEATS: Final = text(f"SELECT name, beat, beat > {_NOW} - {DEAD_MS} AND NOT gone FROM servers")
_ORPHANS: Final = text(
    "SELECT t.id FROM tables t LEFT JOIN keepers k ON k.table_id = t.id "
    f"WHERE t.runs AND (k.server IS NULL OR k.server NOT IN ({_ALIVE})) LIMIT :most"
)
_BEFORE: Final = text("SELECT table_id, server FROM keepers WHERE table_id = ANY(:ids)")
_CLAIM: Final = text(
    "INSERT INTO keepers (table_id, server) SELECT id, :name FROM unnest(CAST(:ids AS varchar[])) AS wanted(id) ORDER BY id "
    f"ON CONFLICT (table_id) DO UPDATE SET server = :name WHERE keepers.server NOT IN ({_ALIVE}) OR keepers.server = :name "
    "RETURNING table_id"
)
_LET_GO: Final = text("DELETE FROM keepers WHERE server = :name AND table_id = ANY(:ids)")
_LOOKING: Final = text(
    "INSERT INTO looking (table_id, server, told) "
    "SELECT id, :name, told FROM unnest(CAST(:ids AS varchar[]), CAST(:told AS bytea[])) AS seen(id, told) "
    "ON CONFLICT (table_id, server) DO UPDATE SET told = excluded.told"
)
_LOOKERS: Final = text(
    f"SELECT table_id, told FROM looking WHERE table_id = ANY(:ids) AND server <> :name AND server IN ({_ALIVE})"
)
_LOGS: Final = text(
    "SELECT log.table_id, log.version, log.at, log.entry "
    "FROM unnest(CAST(:ids AS varchar[]), CAST(:after AS integer[])) AS wanted(id, after) "
    "JOIN log ON log.table_id = wanted.id AND log.version > wanted.after ORDER BY log.table_id, log.version"
)
_VERSIONS: Final = text("SELECT id, version FROM tables WHERE id = ANY(:ids)")
_NUMBER: Final = text(
    f"INSERT INTO numbers (table_id, shuffle, seat, number, at) VALUES (:table_id, :shuffle, :seat, :number, {_NOW}) "
    "ON CONFLICT DO NOTHING"
)
_NUMBERS: Final = text("SELECT table_id, shuffle, seat, number FROM numbers WHERE table_id = ANY(:ids)")
_SPOKEN: Final = text(
    "INSERT INTO spoken (code, invite, until) VALUES (:code, :invite, :until) ON CONFLICT DO NOTHING RETURNING code"
)
_LEADS: Final = text("SELECT invite, until FROM spoken WHERE code = :code")
_CODE: Final = text("SELECT code, until FROM spoken WHERE invite = :invite AND until >= :until LIMIT 1")
_GONE: Final = text(f"UPDATE servers SET beat = {_NOW}, gone = true WHERE name = :name")
_FORGET: Final = (
    text(f"DELETE FROM servers WHERE beat < {_NOW} - {_FORGOTTEN_MS}"),
    text("DELETE FROM looking WHERE server NOT IN (SELECT name FROM servers)"),
    text("DELETE FROM keepers WHERE server NOT IN (SELECT name FROM servers)"),
    text(f"DELETE FROM numbers WHERE at < {_NOW} - {_FORGOTTEN_MS}"),
    text(f"DELETE FROM spoken WHERE until < {_NOW}"),
)


class Number(msgspec.Struct, frozen=True):
    """A player's number for a shuffle."""

    table_id: str
    """The table's id."""
    shuffle: int
    """Number of the shuffle."""
    seat: int
    """The player's seat."""
    number: bytes
    """The client's message (`prial.host.messages.OpenNumber`), as JSON."""


class Shared:
    """Reads and writes the database tables that servers share. Its methods raise `StoreUnread` if the database can't be reached.

    Args:
        url: the store's address.
        name: this server's name, which no other server has.
    """

    def __init__(self, url: str, name: str) -> None:
        self.name: Final = name
        """This server's name."""
        self._engine: AsyncEngine = served(url, isolation_level="AUTOCOMMIT", skip_autocommit_rollback=True, pool_size=3)
        self._listening: AsyncConnection | None = None
        self._raw: Any = None

    async def close(self) -> None:
        """Close all connections to the database."""
        await self.deaf()
        await self._engine.dispose()

    # --- servers and their tables ---------------------------------------------------------------------------------------

    async def now(self) -> int:
        """The time by the database's clock, in milliseconds since 1970 (UTC)."""
        return int((await self._do(_TIME))[0][0])

    async def beat(self) -> int:
        """Store a heartbeat of this server. Return the time by the database's clock, in milliseconds since 1970 (UTC)."""
        return int((await self._do(_BEAT, name=self.name))[0][0])

    async def leave(self) -> None:
        """Mark this server as stopped, so that other servers can take over its tables."""
        await self._do(_GONE, name=self.name)

    async def beats(self) -> dict[str, tuple[int, bool]]:
        """For each server, by its name: the time of its last heartbeat, and whether it counts as up now.

        The time is in milliseconds since 1970 (UTC).
        """
        return {name: (beat, alive) for name, beat, alive in await self._do(_BEATS)}

    async def orphans(self, most: int) -> list[str]:
        """Ids of tables that no server runs, although their clock or bots need a server. At most ``most`` ids are returned."""
        return [table_id for (table_id,) in await self._do(_ORPHANS, most=most)]

    async def claim(self, ids: Collection[str]) -> dict[str, str]:
        """Take over tables that no other server runs.

        Args:
            ids: ids of the tables.
        Returns:
            The id of each table that this server runs from now on, with the name of the server that ran the table before. The
            name is empty if there was no such server.
        """
        before = dict(await self._do(_BEFORE, ids=list(ids)))
        return {table_id: before.get(table_id, "") for (table_id,) in await self._do(_CLAIM, name=self.name, ids=list(ids))}

    async def let_go(self, ids: Collection[str]) -> None:
        """Delete the entries that say that this server runs the tables with these ids."""
        await self._do(_LET_GO, name=self.name, ids=list(ids))

    async def forget(self) -> None:
        """Delete the rows of servers that have been gone for long.

        Old numbers for shuffles and expired spoken codes are deleted too.
        """
        for statement in _FORGET:
            await self._do(statement)

    # --- tables ---------------------------------------------------------------------------------------------------------

    async def versions(self, ids: Collection[str]) -> dict[str, int]:
        """The versions of some card tables. Each key is a table's id."""
        return dict(await self._do(_VERSIONS, ids=list(ids)))

    async def logs(self, after: Mapping[str, int]) -> dict[str, list[Row]]:
        """The new log entries of some card tables. Each key is a table's id.

        Args:
            after: maps each table's id to the number of the last known entry of its log. Only later entries are returned.
        """
        found: dict[str, list[Row]] = {}
        for table_id, *row in await self._do(_LOGS, ids=list(after), after=list(after.values())):
            found.setdefault(table_id, []).append(Row(*row))
        return found

    async def look(self, told: Mapping[str, bytes]) -> None:
        """Store who looks at some card tables on this server, and who asks to come in.

        Args:
            told: maps each table's id to a JSON text that names these people. It replaces this server's earlier text.
        """
        await self._do(_LOOKING, name=self.name, ids=list(told), told=list(told.values()))

    async def lookers(self, ids: Collection[str]) -> dict[str, list[bytes]]:
        """Read who, on other servers, looks at some card tables or asks to come in.

        Args:
            ids: ids of the tables.
        Returns:
            Maps each table's id to a list of JSON texts (see `look`): the latest text from every other server that is up and has
            stored one.
        """
        found: dict[str, list[bytes]] = {table_id: [] for table_id in ids}
        for table_id, told in await self._do(_LOOKERS, name=self.name, ids=list(ids)):
            found[table_id].append(told)
        return found

    async def put_number(self, number: Number) -> None:
        """Store a player's number for a shuffle."""
        await self._do(_NUMBER, **msgspec.structs.asdict(number))

    async def numbers(self, ids: Collection[str]) -> list[Number]:
        """The stored numbers of players for the shuffles of some card tables."""
        return [Number(*row) for row in await self._do(_NUMBERS, ids=list(ids))]

    # --- spoken codes ---------------------------------------------------------------------------------------------------

    async def code(self, invite: str, until: int) -> tuple[str, int] | None:
        """See `prial.host.spoken.Leads.code`."""
        found = await self._do(_CODE, invite=invite, until=until)
        return (found[0][0], found[0][1]) if found else None

    async def lead(self, code: str, invite: str, until: int) -> bool:
        """See `prial.host.spoken.Leads.lead`."""
        return bool(await self._do(_SPOKEN, code=code, invite=invite, until=until))

    async def leads(self, code: str) -> tuple[str, int] | None:
        """See `prial.host.spoken.Leads.leads`."""
        found = await self._do(_LEADS, code=code)
        return (found[0][0], found[0][1]) if found else None

    # --- hints ----------------------------------------------------------------------------------------------------------

    async def tell(self, hints: Sequence[str]) -> None:
        """Send hints to all servers that listen. A hint says that there is something new; it must not name a card."""
        lines, size = [self.name], 0
        for hint in (*hints, None):
            if hint is None or size + len(hint) > _LONGEST:
                await self._do(text("SELECT pg_notify(current_schema(), :told)"), told="\n".join(lines))
                lines, size = [self.name], 0
            if hint is not None:
                lines.append(hint)
                size += len(hint) + 1

    async def listen(self, heard: Callable[[Sequence[str]], None], ended: Callable[[], None]) -> None:
        """Begin to listen to the hints of other servers (short notes that something in the database is new).

        Args:
            heard: called with the list of hints whenever hints arrive from another server.
            ended: called when the connection has broken. No more hints arrive then.
        """

        def hear(_connection: Any, _process: int, _channel: str, told: str) -> None:
            name, *lines = told.split("\n")
            if name != self.name:
                heard(lines)

        await self.deaf()
        try:
            self._listening = await self._engine.connect()
            raw: Any = (await self._listening.get_raw_connection()).driver_connection
            self._raw = raw
            (schema,) = (await self._listening.execute(text("SELECT current_schema()"))).one()
            await raw.add_listener(schema, hear)
            raw.add_termination_listener(lambda _connection: ended())
        except (SQLAlchemyError, OSError) as error:
            raise StoreUnread(refuse("store.unread", why=why(error))) from error

    async def hears(self) -> bool:
        """Test whether hints from other servers can still arrive.

        Silence alone tells nothing, since a connection that is cut off is silent too.
        """
        try:
            await self._raw.execute("SELECT 1", timeout=_HEARS_S)
        except (PostgresError, InterfaceError, OSError, TimeoutError) as error:
            _LOG.debug("deaf", extra={"why": repr(error)})
            return False
        return True

    async def deaf(self) -> None:
        """Stop listening to the hints of other servers (short notes that something in the database is new)."""
        if self._listening is not None:
            connection, self._listening = self._listening, None
            self._raw.terminate()  # ending it in good order would wait for an answer, which a cut connection never gets
            try:
                await connection.invalidate()
                await connection.close()
            except (SQLAlchemyError, OSError) as error:
                _LOG.debug("not closed", extra={"why": why(error)})

    async def _do(self, statement: Executable, **given: object) -> list[tuple[Any, ...]]:
        """The rows that a statement returns."""
        return await asked(self._engine, statement, given)


async def alive(connection: AsyncConnection) -> int:
    """The number of servers that have this house open now."""
    return len((await connection.execute(text(_ALIVE))).all())
