"""Copies everything in one store into another one, from SQLite to PostgreSQL or back."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

from sqlalchemy import func, insert, select, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from prial.errors import add_sentences, refuse
from prial.host.store.engine import found_format, is_file, place, served, take, unreadable
from prial.host.store.schema import FORMAT, HOUSE, LOG, METADATA, TABLES
from prial.host.store.shared import alive
from prial.host.store.values import StoreError

add_sentences(
    "en",
    {
        "store.not_empty": "{file} already has tables in it: restore the backup into an empty database.",
        "store.open_there": "The tables in {file} are open in {servers} just now: stop serving them first.",
    },
)

_TOGETHER: Final = 1_000
"""The number of rows that are written in one step."""


async def move(source: str, to: str, progress: Callable[[int, int], None] = lambda _done, _total: None) -> int:
    """Copy everything in a store to an empty store, all or nothing.

    Args:
        source: the URL of the old store, which is only read. On PostgreSQL, servers may write to the old store meanwhile.
        to: the URL of the new store: an empty database, or a file that doesn't exist.
        progress: called with the number of log entries copied so far and the total number.
    Returns:
        The number of copied tables.
    Raises:
        StoreError: if a database can't be read or isn't a store of this program; if the old store has another format; or if the
            new store isn't empty or a server has it open.
    """
    async with _reading(source) as old, _writing(to) as new:
        found = await old.run_sync(found_format, place(source))
        if found != FORMAT:
            raise StoreError(refuse("store.older", file=place(source), found=str(found), known=FORMAT))
        await _empty(new, place(to))
        tables, entries = [await old.scalar(select(func.count()).select_from(each)) or 0 for each in (TABLES, LOG)]
        done = 0
        for table in METADATA.sorted_tables:
            if table is HOUSE:
                continue
            async with old.stream(select(table)) as rows:
                async for some in rows.mappings().partitions(_TOGETHER):
                    await new.execute(insert(table), [dict(row) for row in some])
                    if table is LOG:
                        progress(done := done + len(some), entries)
        await new.execute(update(HOUSE).values(beat=await old.scalar(select(HOUSE.c.beat))))
    return tables


async def _empty(connection: AsyncConnection, name: str) -> None:
    """Make a new store's database tables, and check that the store is empty and that no server has it open."""
    await connection.run_sync(take, name)
    if await connection.scalar(select(func.count()).select_from(TABLES)):
        raise StoreError(refuse("store.not_empty", file=name))
    if connection.dialect.name != "sqlite" and (servers := await alive(connection)):
        raise StoreError(refuse("store.open_there", file=name, servers=f"{servers} server{'' if servers == 1 else 's'}"))


@asynccontextmanager
async def _reading(url: str) -> AsyncIterator[AsyncConnection]:
    """A connection that sees a store as it is at one moment, whatever is written meanwhile."""
    engine = create_async_engine(url) if is_file(url) else served(url, isolation_level="REPEATABLE READ")
    try:
        async with engine.connect() as connection:
            yield connection
    except (DBAPIError, OSError) as error:
        raise unreadable(error, place(url)) from error
    finally:
        await engine.dispose()


@asynccontextmanager
async def _writing(url: str) -> AsyncIterator[AsyncConnection]:
    """A connection for writing, in a transaction."""
    engine = create_async_engine(url) if is_file(url) else served(url)
    try:
        async with engine.begin() as connection:
            yield connection
    except (DBAPIError, OSError) as error:
        raise unreadable(error, place(url)) from error
    finally:
        await engine.dispose()
