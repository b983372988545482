"""Checks whether a store is sound. The store is only read, and a server may have it open meanwhile."""

from typing import Final

from sqlalchemy import ColumnElement, Select, and_, func, or_, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from prial.errors import refuse
from prial.host.status import Status
from prial.host.store.engine import found_format, must_be_there, place, reading, unreadable, why
from prial.host.store.schema import ANSWERS, FORMAT, LOG, PEOPLE, TABLES, TOKENS
from prial.host.store.values import StoreError

_LOGS: Final = (
    select(
        LOG.c.table_id, func.count().label("rows"), func.min(LOG.c.version).label("first"), func.max(LOG.c.version).label("last")
    )
    .group_by(LOG.c.table_id)
    .subquery()
)


def _without(key: ColumnElement[str], other: ColumnElement[str], condition: ColumnElement[bool]) -> Select[str]:
    """A query for the values of ``key`` that match no row of another database table."""
    return select(key).distinct().outerjoin_from(key.table, other.table, condition).where(other.is_(None))


# Each query is one statement, so it sees one state of the database, even if a server writes meanwhile.
_FAULTS: Final[tuple[tuple[str, Select[str]], ...]] = (
    ("Table {}: its log has a gap", select(_LOGS.c.table_id).where(or_(_LOGS.c.first != 1, _LOGS.c.last != _LOGS.c.rows))),
    (
        "Table {}: it doesn't stand at its log's last version",
        select(TABLES.c.id)
        .outerjoin_from(TABLES, _LOGS, _LOGS.c.table_id == TABLES.c.id)
        .where(func.coalesce(_LOGS.c.last, 0) != TABLES.c.version),
    ),
    ("Table {}: its status is unknown", select(TABLES.c.id).where(TABLES.c.status.not_in(list(Status)))),
    ("Table {}: it has a log, but no row", _without(LOG.c.table_id, TABLES.c.id, TABLES.c.id == LOG.c.table_id)),
    (
        "Table {}: an answer belongs to an entry that isn't in the log",
        _without(
            ANSWERS.c.table_id, LOG.c.table_id, and_(LOG.c.table_id == ANSWERS.c.table_id, LOG.c.version == ANSWERS.c.version)
        ).where(ANSWERS.c.version.is_not(None)),
    ),
    ("Person {}: there is a token, but no such person", _without(TOKENS.c.person, PEOPLE.c.id, PEOPLE.c.id == TOKENS.c.person)),
)
"""For each kind of fault: a sentence, and a query for the ids of the tables or people."""


async def faults(connection: AsyncConnection) -> list[str]:
    """The faults of a store, each as a sentence."""
    found = []
    try:
        if connection.dialect.name == "sqlite":
            told = (await connection.scalars(text("PRAGMA integrity_check(20)"))).all()
            found += [f"The file: {fault}" for fault in told if fault != "ok"]
        for sentence, query in _FAULTS:
            found += [sentence.format(key) for key in await connection.scalars(query)]
    except DBAPIError as error:  # the file is too broken for queries
        found.append(f"The file: {why(error)}")
    return found


async def look(url: str, *, older: bool = True) -> list[str]:
    """The faults of a store, each as a sentence. The store is only read, and a server may have it open meanwhile.

    Args:
        url: the store's address.
        older: whether the store may be of an older format.
    Raises:
        StoreError: if the database isn't a store of this program, has a newer format (or an older format, if ``older`` is False),
            or can't be read.
    """
    must_be_there(url)
    engine, file = reading(url), place(url)
    try:
        async with engine.connect() as connection:
            found = await connection.run_sync(found_format, file)
            if found is None:
                raise StoreError(refuse("store.foreign", file=file))
            if found < FORMAT and not older:
                raise StoreError(refuse("store.older", file=file, found=found, known=FORMAT))
            return await faults(connection)
    except (DBAPIError, OSError) as error:
        raise unreadable(error, file) from error
    finally:
        await engine.dispose()
