"""Makes SQLAlchemy's engines for the store, and takes over a store that other processes opened earlier."""

import os
import secrets
import sqlite3
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, Executable, create_engine, event, func, insert, inspect, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from prial.errors import refuse
from prial.host.store.identity import only_name
from prial.host.store.schema import FORMAT, HOUSE, METADATA, SHARED
from prial.host.store.values import StoreError, StoreUnread

BUSY_MS: Final = 5_000
"""Milliseconds for which SQLite waits for another process that writes."""
_STATEMENTS: Final = 512
"""Number of statements that the driver keeps prepared: enough for all texts of `prial.host.store.prepared`, and a few more."""
_CONNECT_S: Final = 5
"""Seconds within which a database server must accept a connection."""
_ANSWER_S: Final = 30
"""Seconds within which a database server must answer. After that it isn't known whether the statement was carried out."""
_READERS: Final = 10
"""Number of connections that one server has for reading."""
_ONE_AT_A_TIME: Final = 0x507269616C
"""Number of the PostgreSQL lock that a process holds while it takes a store over."""
_NO_DATABASE: Final = "file is not a database"
"""SQLite's message for a file that isn't one of its databases."""


def file_url(file: Path) -> str:
    """The URL of a store in a file. The file's name may have any characters."""
    return URL.create("sqlite+aiosqlite", database=str(file)).render_as_string()


def place(url: str) -> str:
    """A database's name for error messages: its file (SQLite) or its name on the server (PostgreSQL), without any password."""
    return make_url(url).database or url


def why(error: BaseException) -> str:
    """The database's message in an error, at most 200 characters."""
    said = str(getattr(error, "orig", None) or error) or type(error).__name__
    return " ".join(said.split()).rstrip(".")[:200]


def is_file(url: str) -> bool:
    """Whether a URL names a SQLite file."""
    return make_url(url).get_backend_name() == "sqlite"


def writing(url: str) -> Engine:
    """Make the engine for writing to a SQLite file. Only one thread may use the engine.

    Raises:
        StoreError: if one of these holds:

            * the URL doesn't name a file
            * the file can't be made
            * the file has a second name (a hard link)
    """
    parsed = make_url(url)
    if parsed.database in (None, "", ":memory:"):
        raise StoreError(refuse("store.memory", url=url))
    _make_private(str(parsed.database))
    there = _of_a_file_that_is_there(parsed).set(drivername="sqlite")
    # Not asynchronous: such an engine would send each single statement to another thread.
    engine = create_engine(there, pool_size=1, max_overflow=0, connect_args={"cached_statements": _STATEMENTS})
    event.listen(engine, "connect", _begin_by_hand)
    event.listen(engine, "begin", _begin_immediate)
    return engine


def served(url: str, settings: Mapping[str, str] | None = None, **options: Any) -> AsyncEngine:
    """An engine for a PostgreSQL server.

    Args:
        url: SQLAlchemy's URL, such as ``postgresql+asyncpg://prial@db.example/prial``; ``?schema=NAME`` selects a schema.
        settings: PostgreSQL's settings for each connection.
        options: options of SQLAlchemy's ``create_async_engine``.
    Raises:
        StoreError: if the URL doesn't name a PostgreSQL database.
    """
    parsed = make_url(url)
    if parsed.drivername != "postgresql+asyncpg":
        raise StoreError(refuse("store.kind", kind=parsed.drivername))
    there = parsed.difference_update_query(["schema"])
    schema = parsed.query.get("schema")
    ours = {"application_name": "prial", **({"search_path": str(schema)} if schema else {}), **(settings or {})}
    arguments = {
        "server_settings": ours,
        "timeout": _CONNECT_S,
        "command_timeout": _ANSWER_S,
        "statement_cache_size": _STATEMENTS,
        "prepared_statement_cache_size": _STATEMENTS,
    }
    return create_async_engine(there, connect_args=arguments, **options)


def reading(url: str) -> AsyncEngine:
    """Make the engine for reading from a store. Every statement sees everything that was committed before it.

    Raises:
        StoreError: if the file is on a read-only disk and can't be read there.
    """
    if not is_file(url):
        return served(url, isolation_level="AUTOCOMMIT", skip_autocommit_rollback=True, pool_size=_READERS, max_overflow=0)
    parsed = make_url(url)
    there = _of_a_file_that_is_there(parsed)
    if is_still(Path(str(parsed.database))):
        there = there.update_query_dict({"immutable": "1"})
    engine = create_async_engine(there, isolation_level="AUTOCOMMIT", skip_autocommit_rollback=True)
    event.listen(engine.sync_engine, "connect", _read_only)
    return engine


def _of_a_file_that_is_there(url: URL) -> URL:
    """A file's URL with SQLite's mode ``rw`` added. In this mode, a connection doesn't make a missing file."""
    return url.set(database=f"file:{quote(str(url.database))}", query={**url.query, "mode": "rw", "uri": "true"})


def is_still(file: Path) -> bool:
    """Whether a SQLite file is on a read-only disk and holds all commits. SQLite must then be told that the file never changes.

    Raises:
        StoreError: if the disk is read-only, the last commits are in a second file (``-wal``), and SQLite can't read that file
            because there is no third file (``-shm``).
    """
    file = file.resolve()
    if sys.platform == "win32" or not file.exists() or not os.statvfs(file).f_flag & os.ST_RDONLY:
        return False
    rest = Path(f"{file}-wal")
    if not rest.exists() or not rest.stat().st_size:
        return True
    if not Path(f"{file}-shm").exists():
        raise StoreError(refuse("store.beside", file=str(file)))
    return False


def _make_private(path: str) -> None:
    """Make the file if it is missing, readable for its owner only. Refuse a file that has a hard link."""
    try:
        Path(path).touch(0o600)  # it will hold all cards; SQLite gives the files beside it the same permissions
        only_name(Path(path))
    except OSError as error:
        raise StoreError(refuse("store.unreadable", file=path, why=(error.strerror or str(error)).lower())) from error


def must_be_there(url: str) -> None:
    """Check that the file of a URL exists. If the file were missing, SQLite would make an empty file.

    Raises:
        StoreError: if there is no such file.
    """
    if is_file(url) and not Path(place(url)).is_file():
        raise StoreError(refuse("store.unreadable", file=place(url), why="no such file"))


def _tell(connection: Any, *statements: str) -> None:
    """Run statements on a driver's connection."""
    cursor = connection.cursor()
    for statement in statements:
        cursor.execute(statement)
    cursor.close()


def _begin_by_hand(connection: Any, _record: object) -> None:
    """Set up a new connection for writing, so that the driver doesn't begin transactions by itself."""
    connection.isolation_level = None  # else the driver begins a transaction only at the first write: too late for the lock
    # FULL: a commit is on the disk before anybody is told of it. In WAL mode, NORMAL could lose the last commits in a power cut.
    _tell(connection, f"PRAGMA busy_timeout={BUSY_MS}", "PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL")


def _begin_immediate(connection: Connection) -> None:
    """Begin a transaction that holds the lock for writing from its start."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _read_only(connection: Any, _record: object) -> None:
    """Set up a new connection that can only read."""
    _tell(connection, f"PRAGMA busy_timeout={BUSY_MS}", "PRAGMA query_only=ON")


def found_format(connection: Connection, file: str) -> int | None:
    """The format of the store in a database; None for an empty database.

    Args:
        connection: a connection to the database.
        file: the database's name for error messages.
    Raises:
        StoreError: if the database isn't a store of this program, or has a newer format.
    """
    present = set(inspect(connection).get_table_names())
    if not present:
        return None
    if not present.issuperset({"house", "tables", "log"}):
        raise StoreError(refuse("store.foreign", file=file))
    found = connection.scalar(select(HOUSE.c.format))
    if not isinstance(found, int) or not 1 <= found <= FORMAT:
        raise StoreError(refuse("store.format", file=file, found=str(found), known=FORMAT))
    if found == FORMAT and not present.issuperset(METADATA.tables):
        raise StoreError(refuse("store.foreign", file=file))
    return found


def take(connection: Connection, file: str) -> int:
    """Make the database's tables, or bring existing tables to the present format, all in the connection's transaction.

    Args:
        connection: a connection to the database, in a transaction.
        file: the database's name for error messages.
    Returns:
        The store's epoch from now on. A server with an older epoch can't write any more. A SQLite store's epoch grows at each
        call. A PostgreSQL store's epoch grows when the store is made or gets a new format.
    Raises:
        StoreError: if the database isn't a store of this program, has a newer format, or can't be copied before its format
            changes.
    """
    alone = connection.dialect.name == "sqlite"
    if not alone:
        connection.execute(select(func.pg_advisory_xact_lock(_ONE_AT_A_TIME)))
    found = found_format(connection, file)
    if found is None:
        METADATA.create_all(connection)
        connection.execute(insert(HOUSE).values(one=1, format=FORMAT, epoch=0))
    elif found < FORMAT:
        from prial.host.store.migrations import carry_on, kept  # Alembic is loaded only if it is needed

        if alone:
            try:
                kept(Path(file), found)
            except (sqlite3.Error, OSError) as error:
                raise StoreError(refuse("store.no_copy", file=file, why=why(error))) from error
        carry_on(connection, found)
    if not alone:
        SHARED.create_all(connection)
    if alone or found != FORMAT:
        connection.execute(update(HOUSE).values(epoch=HOUSE.c.epoch + 1))
    return int(connection.scalar(select(HOUSE.c.epoch)) or 0)


def _mark(connection: Connection, epoch: int) -> int:
    """Write the store's epoch and random number into the file's header, and return the random number."""
    mark = int(connection.exec_driver_sql("PRAGMA application_id").scalar() or 0)
    if not mark:
        mark = 1 + secrets.randbelow(2**31 - 1)
        connection.exec_driver_sql(f"PRAGMA application_id={mark}")
    connection.exec_driver_sql(f"PRAGMA user_version={epoch}")
    return mark


def unreadable(error: DBAPIError | OSError, file: str) -> StoreError:
    """The error for a database that can't be opened."""
    if _NO_DATABASE in str(error):
        return StoreError(refuse("store.foreign", file=file))
    return StoreError(refuse("store.unreadable", file=file, why=why(error)))


def take_over(engine: Engine, file: str) -> tuple[int, int]:
    """Take over a SQLite store: a process that opened the store earlier can't write any more. An empty store gets its tables.

    Args:
        engine: the engine for writing.
        file: the database's name for error messages.
    Returns:
        The store's new epoch, which is greater than all earlier epochs; and the random number that identifies the store.
    Raises:
        StoreError: if the database isn't a store of this program, has a newer format, or can't be read.
    """
    try:
        with engine.begin() as connection:
            epoch = take(connection, file)
            return epoch, _mark(connection, epoch)
    except DBAPIError as error:
        raise unreadable(error, file) from error


async def asked(engine: AsyncEngine, statement: Executable, given: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """Run a statement and return its rows. If the connection turns out to be broken, try once more over a new one.

    Args:
        engine: the engine.
        statement: the statement.
        given: the values of the statement's parameters, by the parameters' names.
    Raises:
        StoreUnread: if the database can't be reached, or doesn't answer.
    """
    for again in (True, False):
        try:
            async with engine.connect() as connection:
                done = await connection.execute(statement, given)
                return [tuple(record) for record in done] if done.returns_rows else []
        except (SQLAlchemyError, OSError) as error:
            broken = isinstance(error, DBAPIError) and error.connection_invalidated
            if not (broken and again):
                raise StoreUnread(refuse("store.unread", why=why(error))) from error
    raise AssertionError("the second time raises")
