"""Engines as the store wants them, and the taking over of a house."""

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
"""How long SQLite waits for another process that writes."""
_STATEMENTS: Final = 512
"""Statements that the driver keeps prepared: each text of `prial.host.store.prepared`, and the few others."""
_CONNECT_S: Final = 5
"""Seconds for a database server to take a connection."""
_ANSWER_S: Final = 30
"""Seconds for it to answer; after that nobody knows what it did."""
_READERS: Final = 10
"""Connections of one server for those who read."""
_ONE_AT_A_TIME: Final = 0x507269616C
"""The number of PostgreSQL's lock under which a house is taken over."""
_NO_DATABASE: Final = "file is not a database"


def file_url(file: Path) -> str:
    """The URL of a store in a file, whatever signs its name has."""
    return URL.create("sqlite+aiosqlite", database=str(file)).render_as_string()


def place(url: str) -> str:
    """What a sentence calls the database: SQLite's file, or PostgreSQL's name for it; never a password."""
    return make_url(url).database or url


def why(error: BaseException) -> str:
    """What the database says, in a few words."""
    said = str(getattr(error, "orig", None) or error) or type(error).__name__
    return " ".join(said.split()).rstrip(".")[:200]


def is_file(url: str) -> bool:
    """Whether a store is a file of SQLite's."""
    return make_url(url).get_backend_name() == "sqlite"


def writing(url: str) -> Engine:
    """The engine of the one who writes to a file, and of nobody else.

    It waits for the disk in a thread of its own. An asynchronous one would pass each statement to such a thread by itself.
    """
    parsed = make_url(url)
    if parsed.database in (None, "", ":memory:"):
        raise StoreError(refuse("store.memory", url=url))
    _make_private(str(parsed.database))
    there = _of_a_file_that_is_there(parsed).set(drivername="sqlite")
    engine = create_engine(there, pool_size=1, max_overflow=0, connect_args={"cached_statements": _STATEMENTS})
    event.listen(engine, "connect", _begin_by_hand)
    event.listen(engine, "begin", _begin_immediate)
    return engine


def served(url: str, settings: Mapping[str, str] | None = None, **options: Any) -> AsyncEngine:
    """An engine on a database server.

    Args:
        url: SQLAlchemy's, as ``postgresql+asyncpg://prial@db.example/prial``; with ``?schema=NAME``, in that schema.
        settings: PostgreSQL's, for each connection.
        options: for SQLAlchemy.
    Raises:
        StoreError: there is no such kind of store.
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
    """The engine of those who read; every statement sees what was committed before it.

    Raises:
        StoreError: it lies where nothing can be written, and can't be read there.
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
    """The same, but a connection that finds no file doesn't make an empty one."""
    return url.set(database=f"file:{quote(str(url.database))}", query={**url.query, "mode": "rw", "uri": "true"})


def is_still(file: Path) -> bool:
    """Whether a file lies on a disk that is read-only, and has all that was stored: SQLite would write beside it even to read.

    Raises:
        StoreError: it hasn't; the rest lies beside it, and to read that SQLite has to write.
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
    """Make a new file readable for nobody else: it holds every card of every game. SQLite's other files take after it."""
    try:
        Path(path).touch(0o600)
        only_name(Path(path))
    except OSError as error:
        raise StoreError(refuse("store.unreadable", file=path, why=(error.strerror or str(error)).lower())) from error


def must_be_there(url: str) -> None:
    """SQLite would make a file that isn't there, and say that it is empty.

    Raises:
        StoreError: there is no such file.
    """
    if is_file(url) and not Path(place(url)).is_file():
        raise StoreError(refuse("store.unreadable", file=place(url), why="no such file"))


def _tell(connection: Any, *statements: str) -> None:
    cursor = connection.cursor()
    for statement in statements:
        cursor.execute(statement)
    cursor.close()


def _begin_by_hand(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # else the driver begins too, and only at the first write: too late for the lock
    # FULL: a commit is on the disk before anybody hears of it. In WAL, NORMAL would keep the file whole but lose the last ones.
    _tell(connection, f"PRAGMA busy_timeout={BUSY_MS}", "PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL")


def _begin_immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _read_only(connection: Any, _record: object) -> None:
    _tell(connection, f"PRAGMA busy_timeout={BUSY_MS}", "PRAGMA query_only=ON")


def found_format(connection: Connection, file: str) -> int | None:
    """The format of the house that a database holds, this one or an older one; None where it is empty.

    Raises:
        StoreError: it holds something else, or a house of a newer format.
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
    """Make the tables where there are none, or carry them on to this format, inside the transaction that a connection is in.

    A file has one server, so who had it before writes nothing any more. A database server has as many as like; only those of an
    older format write nothing any more.

    Args:
        connection: to the database.
        file: what sentences call it.
    Returns:
        The epoch from now on.
    Raises:
        StoreError: it is none of ours, or of a newer format.
    """
    alone = connection.dialect.name == "sqlite"
    if not alone:
        connection.execute(select(func.pg_advisory_xact_lock(_ONE_AT_A_TIME)))
    found = found_format(connection, file)
    if found is None:
        METADATA.create_all(connection)
        connection.execute(insert(HOUSE).values(one=1, format=FORMAT, epoch=0))
    elif found < FORMAT:
        from prial.host.store.migrations import carry_on, kept  # Alembic is needed only then

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
    """Write the store's own number and its epoch to where `prial.host.store.identity` finds them; the number."""
    mark = int(connection.exec_driver_sql("PRAGMA application_id").scalar() or 0)
    if not mark:
        mark = 1 + secrets.randbelow(2**31 - 1)
        connection.exec_driver_sql(f"PRAGMA application_id={mark}")
    connection.exec_driver_sql(f"PRAGMA user_version={epoch}")
    return mark


def unreadable(error: DBAPIError | OSError, file: str) -> StoreError:
    """The sentence for a file that the database won't open."""
    if _NO_DATABASE in str(error):
        return StoreError(refuse("store.foreign", file=file))
    return StoreError(refuse("store.unreadable", file=file, why=why(error)))


def take_over(engine: Engine, file: str) -> tuple[int, int]:
    """Make a file's tables where there are none; who had the house before writes nothing any more.

    Returns:
        The new epoch, and the file's mark.
    Raises:
        StoreError: it is none of ours, of a newer format, or can't be read.
    """
    try:
        with engine.begin() as connection:
            epoch = take(connection, file)
            return epoch, _mark(connection, epoch)
    except DBAPIError as error:
        raise unreadable(error, file) from error


async def asked(engine: AsyncEngine, statement: Executable, given: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """What a database answers. Where a connection turns out to be broken it is asked once more, over another one.

    Raises:
        StoreUnread: it can't be reached, or doesn't answer.
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
