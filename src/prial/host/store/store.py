"""`Store`: one writer that commits in groups, and readers that never wait for it."""

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
    """The tables of a list, made once: to put the query together takes longer than to carry it out."""
    newest = select(LOBBY).where(LOBBY.c.shown == bindparam("shown"), SHOWN).order_by(LOBBY.c.since.desc())
    some = newest.limit(bindparam("behind")).subquery()
    nth = func.row_number().over(partition_by=some.c.owner, order_by=some.c.since.desc()).label("nth")
    ranked = select(some, nth).subquery()
    query = select(TABLES.c.id, TABLES.c.changed, ranked.c.summary).join(ranked, ranked.c.table_id == TABLES.c.id)
    return query.where(ranked.c.nth == 1).order_by(ranked.c.since.desc()).limit(bindparam("most"))


_SHOWN: Final = _shown()


class Store:
    """An open store. Made by `open`. What asks it for something raises `StoreUnread` where it can't be read just now."""

    def __init__(self, writer: Writer, readers: AsyncEngine) -> None:
        self._writer = writer
        self._readers = readers

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open a store, and make its tables where there are none. A file is taken over from whoever had it.

        Args:
            url: SQLAlchemy's, as ``sqlite+aiosqlite:///tables.db`` or ``postgresql+asyncpg://prial@db.example/prial``.

        Raises:
            StoreError: it is none of ours, of a newer format, or can't be read.
        """
        database: Database = await (Sqlite if is_file(url) else Postgres).open(url)
        return cls(Writer(database), reading(url))

    async def close(self) -> None:
        """Write what is queued, and close. Closing again does nothing."""
        await self._readers.dispose()  # first: SQLite tidies up when the last connection goes, and that one may write
        await self._writer.close()

    @property
    def health(self) -> Health:
        """How it fares."""
        return self._writer.health

    async def append(
        self, table: TableRow, rows: Sequence[Row], answer: Answered | None, expected: int, beside: Beside = NOTHING
    ) -> None:
        """Store what a command did to a table, whole or not at all; returns when it is on the disk.

        Args:
            table: how the table stands afterwards; its version is the last row's.
            rows: the log's entries ``expected + 1`` and on, without a gap.
            answer: what the sender is told, or None where nobody sent a command.
            expected: the version the table stands at now; 0 makes a new one.
            beside: what else is stored of the table then, and by whom alone.

        Raises:
            Repeated: the command has an answer already. This is looked at first.
            Conflict: the table stands elsewhere, or there is one of this id.
            NotKept: another server runs the table.
            StoreLost: another process has taken the store over, or its file is gone.
            StoreFailed: it isn't known to be stored.
        """
        versions = [row.version for row in rows]
        if not versions or versions != list(range(expected + 1, table.version + 1)):
            raise ValueError(f"rows {versions} don't lead from version {expected} to {table.version}")
        await self._writer.write(Append(table, rows, answer, expected, beside))

    async def settle(self, table: TableRow, place: Place) -> None:
        """Store how a table stands and where it is found, where nothing was added to its log.

        Raises:
            Conflict: it stands at another version than this says.
            StoreLost, StoreFailed: as `append`.
        """
        await self._writer.write(Settle(table, place))

    async def answer(self, table_id: str, answer: Answered, expected: int, at: int) -> None:
        """Store the answer to a command that changed nothing; returns when it is on the disk.

        Args:
            table_id: the table.
            answer: what its sender is told.
            expected: the version the table stands at now: what is refused at one may be right at the next.
            at: when, in ms since 1970 UTC.
        Raises:
            Repeated, Conflict, StoreLost, StoreFailed: as `append`.
        """
        await self._writer.write(Reply(table_id, answer, expected, at))

    async def refused_behind(self, number: int) -> int:
        """When the last answer to a command that changed nothing was given behind which so many newer ones are.

        Args:
            number: how many.
        Returns:
            Milliseconds since 1970 UTC; 0 where there are no more of them.
        Raises:
            StoreUnread: it can't be read.
        """
        newest = select(ANSWERS.c.at).where(ANSWERS.c.version.is_(None)).order_by(ANSWERS.c.at.desc())
        found = await self._read(newest.limit(1).offset(number))
        return found[0][0] if found else 0

    async def prune(self, before: int, most: int) -> None:
        """Forget answers to commands that changed nothing, the oldest first.

        Args:
            before: those that were given before, in ms since 1970 UTC.
            most: so many at once, so that nobody who plays waits for it.
        Raises:
            StoreLost, StoreFailed: as `append`.
        """
        await self._writer.write(Prune(before, most))

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

    async def rules(self, statuses: Collection[str]) -> list[tuple[str, int]]:
        """What the tables of some statuses play: each game and version of its rules, once."""
        query = select(TABLES.c.game, TABLES.c.game_version).where(TABLES.c.status.in_(statuses)).distinct()
        return [(game, version) for game, version in await self._read(query)]

    async def running(self) -> list[TableRow]:
        """The tables where something happens by itself."""
        return [TableRow(*row) for row in await self._read(_TABLES.where(RUNS))]

    async def lobby(self, shown: str, most: int, each: int = 1) -> list[Found]:
        """The tables that everybody sees in a list, of each owner the one that came there last; those that came last first.

        Args:
            shown: which list.
            most: so many.
            each: so many one owner may have there: beyond ``most`` times as many nobody looks.
        """
        found = await self._read(_SHOWN, shown=shown, most=most, behind=most * each)
        return [Found(*row) for row in found]

    async def own(self, person: str, since: int, most: int) -> list[Found]:
        """The tables in somebody's own list: unfinished ones, then those that are over.

        Args:
            person: whose.
            since: those that were over before aren't listed; ms since 1970 UTC.
            most: so many of each kind, those that came there last first.
        """
        query = _LISTED.join(SEATS, SEATS.c.table_id == TABLES.c.id).where(SEATS.c.person == person)
        query = query.order_by(SEATS.c.since.desc()).limit(most)
        unfinished = await self._read(query.where(SEATS.c.over.is_(False)))
        over = await self._read(query.where(SEATS.c.over.is_(True), SEATS.c.since >= since))
        return [Found(*row) for row in (*unfinished, *over)]

    async def owned(self, person: str, statuses: Collection[str]) -> int:
        """How many unfinished tables of some statuses somebody owns."""
        query = select(func.count()).select_from(SEATS).join(LOBBY, LOBBY.c.table_id == SEATS.c.table_id)
        query = query.join(TABLES, TABLES.c.id == SEATS.c.table_id).where(SEATS.c.person == person, SEATS.c.over.is_(False))
        return int((await self._read(query.where(LOBBY.c.owner == person, TABLES.c.status.in_(statuses))))[0][0])

    async def waiting(self, before: int, most: int, *, shown: bool = False) -> list[TableRow]:
        """The tables at which no game has begun and nothing has changed for long, those for longest first.

        Args:
            before: since when; ms since 1970 UTC.
            most: so many.
            shown: those alone that everybody sees in a list.
        """
        query = _TABLES.where(OPEN, TABLES.c.changed < before)
        if shown:
            query = query.join(LOBBY, LOBBY.c.table_id == TABLES.c.id).where(LOBBY.c.shown == "open")
        return [TableRow(*row) for row in await self._read(query.order_by(TABLES.c.changed).limit(most))]

    async def invited(self, invite: bytes) -> str | None:
        """The id of the table to which a link leads, by the hash of its code; None where it leads nowhere."""
        found = await self._read(select(LOBBY.c.table_id).where(LOBBY.c.invite == invite))
        return found[0][0] if found else None

    async def found(self, table_id: str) -> Found | None:
        """A table as a list shows it, or None where there is none of this id."""
        found = await self._read(_LISTED.where(TABLES.c.id == table_id))
        return Found(*found[0]) if found else None

    async def before(self, table_id: str) -> str | None:
        """The id of the table from which everybody went to this one; None where nobody did."""
        found = await self._read(select(LOBBY.c.table_id).where(LOBBY.c.next_table == table_id, GONE_ON))
        return found[0][0] if found else None

    async def archived(self, table_id: str) -> bool:
        """Whether a table was put away."""
        return bool(await self._read(select(ARCHIVED.c.id).where(ARCHIVED.c.id == table_id)))

    async def log(self, table_id: str, after: int = 0, until: int | None = None) -> list[Row]:
        """A table's log behind a version, in order; up to another one, if that is given."""
        query = select(LOG.c.version, LOG.c.at, LOG.c.entry).where(LOG.c.table_id == table_id, LOG.c.version > after)
        if until is not None:
            query = query.where(LOG.c.version <= until)
        return [Row(*row) for row in await self._read(query.order_by(LOG.c.version))]

    async def snapshot(self, table_id: str, version: int) -> Snapshot | None:
        """The newest snapshot of a table up to a version, or before its present game began if that was later."""
        query = _SNAPSHOTS.where(SNAPSHOTS.c.table_id == table_id)
        query = query.where(or_(SNAPSHOTS.c.version <= version, SNAPSHOTS.c.starts > 0))
        found = await self._read(query.order_by(SNAPSHOTS.c.version.desc()).limit(1))
        return Snapshot(*found[0]) if found else None

    async def start_of(self, table_id: str, game: int) -> Snapshot | None:
        """The snapshot of a table from before a game, by the game's number from 1."""
        found = await self._read(_SNAPSHOTS.where(SNAPSHOTS.c.table_id == table_id, SNAPSHOTS.c.starts == game))
        return Snapshot(*found[0]) if found else None

    async def answers(self, table_id: str) -> list[Answered]:
        """The answers to all commands that were sent to a table."""
        query = select(ANSWERS.c.who, ANSWERS.c.id, ANSWERS.c.answer).where(ANSWERS.c.table_id == table_id)
        return [Answered(*row) for row in await self._read(query)]

    async def known(self, token_hashes: Collection[bytes]) -> dict[bytes, Person]:
        """Whose tokens these are the hashes of; what is nobody's is left out."""
        query = select(TOKENS.c.hash, PEOPLE.c.id, PEOPLE.c.name).join(PEOPLE, TOKENS.c.person == PEOPLE.c.id)
        found = await self._read(query.where(TOKENS.c.hash.in_(token_hashes)))
        return {token_hash: Person(*who) for token_hash, *who in found}

    async def save_person(self, person: Person, token_hash: bytes | None, at: int) -> None:
        """Store a new guest, or a token more of somebody; without a token, somebody's new name.

        Args:
            person: who, with the name to store.
            token_hash: hash of the token that the person is known by from now on, or None.
            at: when, in ms since 1970 UTC.

        Raises:
            Conflict: nobody of this id is known and no token given, or the token is somebody else's.
            StoreLost, StoreFailed: as `append`.
        """
        await self._writer.write(Save(person, token_hash, at))

    async def void_tokens(self, person: str, token_hash: bytes, *, others: bool = False) -> None:
        """Know somebody no longer by a token; returns when that is on the disk.

        Args:
            person: the person's id.
            token_hash: hash of the token.
            others: not by this one, but by any other.

        Raises:
            EpochLost, StoreFailed: as `append`.
        """
        await self._writer.write(Void(person, token_hash, others))

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

    async def _read(self, query: Select[*tuple[Any, ...]], **given: str | int) -> list[tuple[Any, ...]]:
        return await asked(self._readers, query, given)
