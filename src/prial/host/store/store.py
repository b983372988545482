"""`Store`: a writer that commits in groups, and readers that never wait for the writer."""

from collections.abc import Collection, Sequence
from typing import Any, Final, Self

from sqlalchemy import Select, bindparam, func, or_, select
from sqlalchemy.ext.asyncio import AsyncEngine

from prial.host.store import check
from prial.host.store.engine import asked, is_file, reading
from prial.host.store.group import Append, Beat, Prune, Reply, Save, Settle, Void
from prial.host.store.health import Health
from prial.host.store.postgres import Postgres
from prial.host.store.schema import (
    ANSWERS,
    ARCHIVED,
    GONE_ON,
    HOUSE,
    LOBBY,
    LOG,
    OPEN,
    PEOPLE,
    RUNS,
    SEATS,
    SHOWN,
    SNAPSHOTS,
    TABLES,
    TOKENS,
)
from prial.host.store.sqlite import Sqlite
from prial.host.store.values import NOTHING, Answered, Beside, Found, Person, Place, Row, Snapshot, TableRow
from prial.host.store.writer import Database, Writer

_LISTED: Final = select(TABLES.c.id, TABLES.c.changed, LOBBY.c.summary).join(LOBBY, LOBBY.c.table_id == TABLES.c.id)
_SNAPSHOTS: Final = select(*[SNAPSHOTS.c[field] for field in Snapshot.__struct_fields__])
_TABLES: Final = select(*[TABLES.c[field] for field in TableRow.__struct_fields__])


def _shown() -> Select[*tuple[Any, ...]]:
    """The query for the tables in a public list."""
    newest = select(LOBBY).where(LOBBY.c.shown == bindparam("shown"), SHOWN).order_by(LOBBY.c.since.desc())
    some = newest.limit(bindparam("behind")).subquery()
    nth = func.row_number().over(partition_by=some.c.owner, order_by=some.c.since.desc()).label("nth")
    ranked = select(some, nth).subquery()
    query = select(TABLES.c.id, TABLES.c.changed, ranked.c.summary).join(ranked, ranked.c.table_id == TABLES.c.id)
    return query.where(ranked.c.nth == 1).order_by(ranked.c.since.desc()).limit(bindparam("most"))


_SHOWN: Final = _shown()  # made only once, because making the query takes longer than running it


class Store:
    """An open store. Call `Store.open` to get one.

    Methods that read raise `StoreUnread` if the store can't be read just now.
    """

    def __init__(self, writer: Writer, readers: AsyncEngine) -> None:
        self._writer = writer
        self._readers = readers

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open a store, and make its database tables if there are none.

        A SQLite file is taken over from any process that had it open.

        Args:
            url: SQLAlchemy's URL, ``sqlite+aiosqlite:///tables.db`` or ``postgresql+asyncpg://prial@db.example/prial``.

        Raises:
            StoreError: if the database isn't a store of this program, has a newer format, or can't be read.
        """
        database: Database = await (Sqlite if is_file(url) else Postgres).open(url)
        return cls(Writer(database), reading(url))

    async def close(self) -> None:
        """Write everything that is queued, and close the store. Closing it again does nothing."""
        await self._readers.dispose()  # first: SQLite tidies up when the last connection is closed, which must be able to write
        await self._writer.close()

    @property
    def health(self) -> Health:
        """The health of the store: whether writes succeed."""
        return self._writer.health

    async def append(
        self, table: TableRow, rows: Sequence[Row], answer: Answered | None, expected: int, beside: Beside = NOTHING
    ) -> None:
        """Add entries to a table's log, either all of them or none; returns when they are on the disk.

        Args:
            table: the table's row after the entries are added. Its version is the number of the last entry.
            rows: the entries, from number ``expected + 1`` on, without a gap.
            answer: the answer to the command that caused the entries; None if no command did.
            expected: the table's version before the entries are added; 0 for a new table.
            beside: other values to store with the entries.

        Raises:
            Repeated: if the command has an answer already. This is checked first.
            Conflict: if the table's version isn't ``expected``, or if a new table's id is in use already.
            NotKept: if ``beside.keeper`` names a server that doesn't run the table.
            StoreLost: if another process has taken the store over, or the store's file is gone.
            StoreFailed: if the disk or the database failed, or the store is closed. The entries may be stored or not.
            ValueError: if the entries aren't numbered from ``expected + 1`` to the version in ``table``, or there are none.
        """
        versions = [row.version for row in rows]
        if not versions or versions != list(range(expected + 1, table.version + 1)):
            raise ValueError(f"rows {versions} don't lead from version {expected} to {table.version}")
        await self._writer.write(Append(table, rows, answer, expected, beside))

    async def settle(self, table: TableRow, place: Place) -> None:
        """Store a table's row, and where people find the table. No entries are added to the table's log.

        Args:
            table: the table's row.
            place: the lists and the link by which people find the table.
        Raises:
            Conflict: if the stored table has another version than ``table``.
            StoreLost, StoreFailed: as for `append`.
        """
        await self._writer.write(Settle(table, place))

    async def answer(self, table_id: str, answer: Answered, expected: int, at: int) -> None:
        """Store the answer to a refused command; returns when it is on the disk.

        Args:
            table_id: the table's id.
            answer: the answer.
            expected: the table's version at which the command was refused. If the table has another version by now, the answer
                isn't stored.
            at: when the command was refused, in milliseconds since 1970 (UTC).
        Raises:
            Repeated, Conflict, StoreLost, StoreFailed: as for `append`.
        """
        await self._writer.write(Reply(table_id, answer, expected, at))

    async def refused_behind(self, number: int) -> int:
        """The time of a stored refusal, in milliseconds since 1970 (UTC); 0 if there is no such refusal.

        Args:
            number: which refusal: 0 for the newest, 1 for the one before it, and so on.
        Raises:
            StoreUnread: if the store can't be read.
        """
        newest = select(ANSWERS.c.at).where(ANSWERS.c.version.is_(None)).order_by(ANSWERS.c.at.desc())
        found = await self._read(newest.limit(1).offset(number))
        return found[0][0] if found else 0

    async def prune(self, before: int, most: int) -> None:
        """Delete answers to refused commands, the oldest first.

        Args:
            before: answers from before this time are deleted. The time is in milliseconds since 1970 (UTC).
            most: delete at most this many answers in this call.
        Raises:
            StoreLost, StoreFailed: as for `append`.
        """
        await self._writer.write(Prune(before, most))

    async def tables(self, statuses: Collection[str] | None = None) -> list[TableRow]:
        """All tables, or only the tables whose status is among ``statuses``. The table that changed last comes first."""
        query = _TABLES.order_by(TABLES.c.changed.desc(), TABLES.c.id)
        if statuses is not None:
            query = query.where(TABLES.c.status.in_(statuses))
        return [TableRow(*row) for row in await self._read(query)]

    async def table(self, table_id: str) -> TableRow | None:
        """A table's row; None if there is no table with this id."""
        found = await self._read(_TABLES.where(TABLES.c.id == table_id))
        return TableRow(*found[0]) if found else None

    async def rules(self, statuses: Collection[str]) -> list[tuple[str, int]]:
        """The games at tables whose status is among ``statuses``, as pairs of name and version. No pair comes twice."""
        query = select(TABLES.c.game, TABLES.c.game_version).where(TABLES.c.status.in_(statuses)).distinct()
        return [(game, version) for game, version in await self._read(query)]

    async def running(self) -> list[TableRow]:
        """The tables that will change without a command (`TableRow.runs`)."""
        return [TableRow(*row) for row in await self._read(_TABLES.where(RUNS))]

    async def lobby(self, shown: str, most: int, each: int = 1) -> list[Found]:
        """Get the newest table of each owner in a public list, newest first.

        Args:
            shown: the list, ``open`` or ``live``.
            most: greatest number of tables to return.
            each: greatest number of tables that one owner can have in the list. Only the newest ``most * each`` tables are
                searched.
        """
        # These tables are enough: either they are the whole list, or they belong to at least ``most`` owners.
        found = await self._read(_SHOWN, shown=shown, most=most, behind=most * each)
        return [Found(*row) for row in found]

    async def own(self, person: str, since: int, most: int) -> list[Found]:
        """The tables in a person's own list: first the unfinished ones, then those whose game is over.

        Args:
            person: the person's id.
            since: the time, in milliseconds since 1970 (UTC). Tables whose game was over before that time are left out.
            most: at most this many tables of each of the two groups are returned. In both groups, the newest tables come first.
        """
        query = _LISTED.join(SEATS, SEATS.c.table_id == TABLES.c.id).where(SEATS.c.person == person)
        query = query.order_by(SEATS.c.since.desc()).limit(most)
        unfinished = await self._read(query.where(SEATS.c.over.is_(False)))
        over = await self._read(query.where(SEATS.c.over.is_(True), SEATS.c.since >= since))
        return [Found(*row) for row in (*unfinished, *over)]

    async def owned(self, person: str, statuses: Collection[str]) -> int:
        """The number of unfinished tables that a person owns and whose status is among ``statuses``."""
        query = select(func.count()).select_from(SEATS).join(LOBBY, LOBBY.c.table_id == SEATS.c.table_id)
        query = query.join(TABLES, TABLES.c.id == SEATS.c.table_id).where(SEATS.c.person == person, SEATS.c.over.is_(False))
        return int((await self._read(query.where(LOBBY.c.owner == person, TABLES.c.status.in_(statuses))))[0][0])

    async def waiting(self, before: int, most: int, *, shown: bool = False) -> list[TableRow]:
        """Tables where no game has begun and nothing has changed for long. The table whose last change is oldest comes first.

        Args:
            before: tables that last changed before this time are returned. The time is in milliseconds since 1970 (UTC).
            most: at most this many tables are returned.
            shown: whether to return only tables in the list of open tables that everybody sees.
        """
        query = _TABLES.where(OPEN, TABLES.c.changed < before)
        if shown:
            query = query.join(LOBBY, LOBBY.c.table_id == TABLES.c.id).where(LOBBY.c.shown == "open")
        return [TableRow(*row) for row in await self._read(query.order_by(TABLES.c.changed).limit(most))]

    async def invited(self, invite: bytes) -> str | None:
        """The id of the table to which a link leads. It is None if the link leads to no table.

        Args:
            invite: the hash of the link's code.
        """
        found = await self._read(select(LOBBY.c.table_id).where(LOBBY.c.invite == invite))
        return found[0][0] if found else None

    async def found(self, table_id: str) -> Found | None:
        """A table with its entry for the lists of tables; None if there is no table with this id."""
        found = await self._read(_LISTED.where(TABLES.c.id == table_id))
        return Found(*found[0]) if found else None

    async def before(self, table_id: str) -> str | None:
        """The id of the table whose players all moved to the table ``table_id``; None if there is no earlier table."""
        found = await self._read(select(LOBBY.c.table_id).where(LOBBY.c.next_table == table_id, GONE_ON))
        return found[0][0] if found else None

    async def archived(self, table_id: str) -> bool:
        """Whether a table was put into an archive."""
        return bool(await self._read(select(ARCHIVED.c.id).where(ARCHIVED.c.id == table_id)))

    async def log(self, table_id: str, after: int = 0, until: int | None = None) -> list[Row]:
        """The entries of a table's log, in order.

        Args:
            table_id: the table's id.
            after: only entries with a number greater than this.
            until: only entries up to this number (default: to the end).
        """
        query = select(LOG.c.version, LOG.c.at, LOG.c.entry).where(LOG.c.table_id == table_id, LOG.c.version > after)
        if until is not None:
            query = query.where(LOG.c.version <= until)
        return [Row(*row) for row in await self._read(query.order_by(LOG.c.version))]

    async def snapshot(self, table_id: str, version: int) -> Snapshot | None:
        """Get the newest suitable snapshot of a table; None if there is none.

        A snapshot is suitable in two cases:

        - Its version is at most ``version``.
        - It was taken just before a game began.

        Args:
            table_id: the table's id.
            version: the number of a log entry.
        """
        query = _SNAPSHOTS.where(SNAPSHOTS.c.table_id == table_id)
        query = query.where(or_(SNAPSHOTS.c.version <= version, SNAPSHOTS.c.starts > 0))
        found = await self._read(query.order_by(SNAPSHOTS.c.version.desc()).limit(1))
        return Snapshot(*found[0]) if found else None

    async def start_of(self, table_id: str, game: int) -> Snapshot | None:
        """A table's snapshot that was taken before game number ``game`` (from 1) began; None if there is no such snapshot."""
        found = await self._read(_SNAPSHOTS.where(SNAPSHOTS.c.table_id == table_id, SNAPSHOTS.c.starts == game))
        return Snapshot(*found[0]) if found else None

    async def answers(self, table_id: str) -> list[Answered]:
        """The stored answers to all commands that were sent to a table."""
        query = select(ANSWERS.c.who, ANSWERS.c.id, ANSWERS.c.answer).where(ANSWERS.c.table_id == table_id)
        return [Answered(*row) for row in await self._read(query)]

    async def known(self, token_hashes: Collection[bytes]) -> dict[bytes, Person]:
        """For each hash of a token, the person who has this token. Unknown hashes are left out."""
        query = select(TOKENS.c.hash, PEOPLE.c.id, PEOPLE.c.name).join(PEOPLE, TOKENS.c.person == PEOPLE.c.id)
        found = await self._read(query.where(TOKENS.c.hash.in_(token_hashes)))
        return {token_hash: Person(*who) for token_hash, *who in found}

    async def save_person(self, person: Person, token_hash: bytes | None, at: int) -> None:
        """Store the name of a new or known person, and perhaps a new token of the person.

        Args:
            person: the person, with the name to store.
            token_hash: hash of the new token. It may be None only if the person is known.
            at: the time of this change, in milliseconds since 1970 (UTC).

        Raises:
            Conflict: if a new person has no token, or if the token belongs to another person.
            StoreLost, StoreFailed: as for `append`.
        """
        await self._writer.write(Save(person, token_hash, at))

    async def void_tokens(self, person: str, token_hash: bytes, *, others: bool = False) -> None:
        """Delete one token of a person, or all tokens except one. Returns when this change is on the disk.

        Args:
            person: the person's id.
            token_hash: hash of the one token.
            others: if False, the one token is deleted. If True, all other tokens of the person are deleted.

        Raises:
            StoreLost, StoreFailed: as for `append`.
        """
        await self._writer.write(Void(person, token_hash, others))

    async def beat(self, at: int) -> None:
        """Store the present time as the time at which the house was last known to be open.

        Args:
            at: the present time, in milliseconds since 1970 (UTC).
        Raises:
            StoreLost, StoreFailed: as for `append`.
        """
        await self._writer.write(Beat(at))

    async def last_beat(self) -> int | None:
        """When the house was last known to be open, in milliseconds since 1970 (UTC). It is None for a new house."""
        found = await self._read(select(HOUSE.c.beat))
        return found[0][0] if found else None

    async def check(self) -> list[str]:
        """The faults of the store, each as a sentence; empty if it is sound."""
        async with self._readers.connect() as connection:
            return await check.faults(connection)

    async def _read(self, query: Select[*tuple[Any, ...]], **given: str | int) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        return await asked(self._readers, query, given)
