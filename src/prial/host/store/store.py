"""`Store`: one writer that commits in groups, and readers that never wait for it."""

from collections.abc import Collection, Sequence
from typing import Any, Final, Self

from sqlalchemy import Select, select
from sqlalchemy.ext.asyncio import AsyncEngine

from prial.host.store import check
from prial.host.store.engine import place, reading, writing
from prial.host.store.group import Append, Beat, Reply, Save
from prial.host.store.schema import ANSWERS, HOUSE, LOG, PEOPLE, TABLES, TOKENS
from prial.host.store.values import Answered, Person, Row, TableRow
from prial.host.store.writer import Writer

_TABLES: Final = select(*[TABLES.c[field] for field in TableRow.__struct_fields__])


class Store:
    """An open store. Made by `open`."""

    def __init__(self, writer: Writer, readers: AsyncEngine) -> None:
        self._writer = writer
        self._readers = readers

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open a store, make its tables where there are none, and take it over from whoever had it.

        Args:
            url: SQLAlchemy's, as ``sqlite+aiosqlite:///tables.db``.

        Raises:
            StoreError: it is none of ours, of another format, or can't be read.
        """
        engine = writing(url)
        try:
            writer = await Writer.start(engine, place(url))
        except BaseException:
            await engine.dispose()
            raise
        return cls(writer, reading(url))

    async def close(self) -> None:
        """Write what is queued, and close. Closing again does nothing."""
        await self._readers.dispose()  # first: SQLite tidies up when the last connection goes, and that one may write
        await self._writer.close()

    async def append(self, table: TableRow, rows: Sequence[Row], answer: Answered | None, expected: int) -> None:
        """Store what a command did to a table, whole or not at all; returns when it is on the disk.

        Args:
            table: how the table stands afterwards; its version is the last row's.
            rows: the log's entries ``expected + 1`` and on, without a gap.
            answer: what the sender is told, or None where nobody sent a command.
            expected: the version the table stands at now; 0 makes a new one.

        Raises:
            Repeated: the command has an answer already. This is looked at first.
            Conflict: the table stands elsewhere, or there is one of this id.
            EpochLost: another process has taken the store over.
            StoreFailed: it isn't known to be stored.
        """
        versions = [row.version for row in rows]
        if not versions or versions != list(range(expected + 1, table.version + 1)):
            raise ValueError(f"rows {versions} don't lead from version {expected} to {table.version}")
        await self._writer.write(Append(table, rows, answer, expected))

    async def answer(self, table_id: str, answer: Answered) -> None:
        """Store the answer to a command that changed nothing; returns when it is on the disk.

        Raises:
            Repeated, EpochLost, StoreFailed: as `append`.
        """
        await self._writer.write(Reply(table_id, answer))

    async def tables(self, statuses: Collection[str] | None = None) -> list[TableRow]:
        """All tables, or those of some statuses, the one changed last first."""
        query = _TABLES.order_by(TABLES.c.changed.desc(), TABLES.c.id)
        if statuses is not None:
            query = query.where(TABLES.c.status.in_(statuses))
        return [TableRow(*row) for row in await self._read(query)]

    async def table(self, table_id: str) -> TableRow | None:
        """A table, or None where there is none of this id."""
        found = await self._read(_TABLES.where(TABLES.c.id == table_id))
        return TableRow(*found[0]) if found else None

    async def log(self, table_id: str, after: int = 0) -> list[Row]:
        """A table's log behind a version, in order."""
        query = select(LOG.c.version, LOG.c.at, LOG.c.entry).where(LOG.c.table_id == table_id, LOG.c.version > after)
        return [Row(*row) for row in await self._read(query.order_by(LOG.c.version))]

    async def answers(self, table_id: str) -> list[Answered]:
        """The answers to all commands that were sent to a table."""
        query = select(ANSWERS.c.who, ANSWERS.c.id, ANSWERS.c.answer).where(ANSWERS.c.table_id == table_id)
        return [Answered(*row) for row in await self._read(query)]

    async def person(self, token_hash: bytes) -> Person | None:
        """Whose token this is the hash of, or None."""
        query = select(PEOPLE.c.id, PEOPLE.c.name).join(TOKENS, TOKENS.c.person == PEOPLE.c.id)
        found = await self._read(query.where(TOKENS.c.hash == token_hash))
        return Person(*found[0]) if found else None

    async def save_person(self, person: Person, token_hash: bytes | None, at: int) -> None:
        """Store a new guest, or a token more of somebody; without a token, somebody's new name.

        Args:
            person: who, with the name to store.
            token_hash: hash of the token that the person is known by from now on, or None.
            at: when, in ms since 1970 UTC.

        Raises:
            Conflict: nobody of this id is known and no token given, or the token is somebody else's.
            EpochLost, StoreFailed: as `append`.
        """
        await self._writer.write(Save(person, token_hash, at))

    async def beat(self, at: int) -> None:
        """Store that the house is up, in ms since 1970 UTC."""
        await self._writer.write(Beat(at))

    async def last_beat(self) -> int | None:
        """When the house was last known to be up; None for a new one."""
        found = await self._read(select(HOUSE.c.beat))
        return found[0][0] if found else None

    async def check(self) -> list[str]:
        """What is wrong with the store, a sentence each; empty where it is sound."""
        async with self._readers.connect() as connection:
            return await check.faults(connection)

    async def _read(self, query: Select[*tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        async with self._readers.connect() as connection:
            return [tuple(record) for record in await connection.execute(query)]
