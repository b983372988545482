"""Moves finished tables of a SQLite store into an archive file, and back.

At every moment, each table is in at least one of the two files.
"""

import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from sqlalchemy import URL, create_engine, insert
from sqlalchemy.exc import DBAPIError

from prial.errors import add_sentences, refuse
from prial.host.status import Status
from prial.host.store.copies import alone, sound
from prial.host.store.engine import found_format, why
from prial.host.store.schema import FORMAT, HOUSE, METADATA
from prial.host.store.values import StoreError
from prial.host.synced import sync_file, sync_folder

add_sentences("en", {"store.unarchived": "Tables can't be moved into or out of {file}: {why}."})

Progress = Callable[[int, int], None]
"""Called with the number of tables (or steps) done so far and the total number."""

_BY_TABLE: Final = {"tables": "id", "log": "table_id", "lobby": "table_id", "seats": "table_id", "answers": "table_id"}
"""For each database table in an archive: the column with the card table's id."""
_DONE: Final = (Status.OVER, Status.ENDED)
"""The statuses of finished tables."""
# "NOT runs" leaves out a table whose players go on to a new table that couldn't be opened yet.
_FINISHED: Final = """
    SELECT id, version = (SELECT count(*) FROM log WHERE table_id = id AND log.version BETWEEN 1 AND tables.version)
        AND version = (SELECT max(version) FROM log WHERE table_id = id)
        AND NOT EXISTS (SELECT 1 FROM answers WHERE table_id = tables.id AND answers.version > tables.version)
    FROM tables WHERE status IN (?, ?) AND changed < ? AND NOT runs ORDER BY id
"""
"""A query for finished tables: the id of each table, and whether its log is whole."""
_TOGETHER: Final = 500
"""The number of tables that are moved in one step."""


def put_away(file: Path, out: Path, before: int, progress: Progress) -> tuple[int, int]:
    """Move finished tables into a new archive. They are deleted from the store only when the archive is whole and on the disk.

    After an interruption, the archive is either missing or whole, and some tables may be in both files.

    Args:
        file: the store. No server may have it open.
        out: the archive, which must not exist yet.
        before: only tables that last changed before this time are moved. The time is in milliseconds since 1970 (UTC).
        progress: called with the number of steps done so far and the total number. Each table takes two steps: copy and delete.
    Returns:
        The number of moved tables, and the number of finished tables that stay in the store because their logs aren't whole. If
        no table is moved, no archive is written.
    Raises:
        StoreError: if a server has the store open, the store isn't of the present format, the archive isn't sound, or SQLite
            reports an error.
        OSError: if the store's file can't be opened, or if the archive can't be written.
    """
    alone(file)
    with _unfinished(out) as aside, _opened(file) as connection:
        found = connection.execute(_FINISHED, (*_DONE, before)).fetchall()
        ids, broken = [table_id for table_id, whole in found if whole], sum(not whole for _, whole in found)
        if not ids:
            return 0, broken
        _new_house(aside)
        connection.execute("ATTACH ? AS aside", (str(aside),))
        for done, some in _steps(connection, ids):
            progress(done, 2 * len(ids))
            _copy(connection, "main", "aside", some)
        connection.execute("DETACH aside")
        sound(aside, out)
        sync_file(aside)
        aside.replace(out)
        sync_folder(out.parent)
        for done, some in _steps(connection, ids):
            progress(len(ids) + done, 2 * len(ids))
            for name, key in (*_BY_TABLE.items(), ("snapshots", "table_id")):
                connection.execute(f"DELETE FROM {name} WHERE {key} IN {some}")  # noqa: S608  # our own names
            connection.execute(f"INSERT OR IGNORE INTO archived (id, at) SELECT id, ? FROM {some}", (before,))  # noqa: S608  # as above
        with suppress(sqlite3.Error):  # it fails if the disk is full; then the free pages stay in the file and are used later
            connection.execute("VACUUM")
        return len(ids), broken


def bring_back(archive: Path, file: Path, progress: Progress) -> tuple[int, int]:
    """Add the tables of an archive or a backup to a store. If anything fails, no table is added.

    Tables that are already in the store stay as they are.

    Args:
        archive: a sound store of the present format. It is only read.
        file: the store. No server may have it open.
        progress: called with the number of tables added so far and the total number.
    Returns:
        The number of added tables, and the number of tables that were already in the store.
    Raises:
        StoreError: if a server has the store open, a file isn't of the present format, or SQLite reports an error.
        OSError: if the store's file can't be opened.
    """
    alone(file)
    with _opened(file) as connection:
        connection.execute("ATTACH ? AS aside", (str(archive),))
        _same_format(connection, archive)
        all_ids = [table_id for (table_id,) in connection.execute("SELECT id FROM aside.tables ORDER BY id")]
        there = {table_id for (table_id,) in connection.execute("SELECT id FROM tables")}
        ids = [table_id for table_id in all_ids if table_id not in there]
        connection.execute("BEGIN IMMEDIATE")
        for done, some in _steps(connection, ids, within=True):
            progress(done, len(ids))
            _copy(connection, "aside", "main", some)
            connection.execute(f"DELETE FROM main.archived WHERE id IN {some}")  # noqa: S608  # our own name
        connection.execute("COMMIT")
        return len(ids), len(all_ids) - len(ids)


def _copy(connection: sqlite3.Connection, source: str, to: str, some: str) -> None:
    """Copy card tables between attached databases. ``some``: the name of a database table that holds the card tables' ids."""
    for name, key in _BY_TABLE.items():
        columns = ", ".join(f'"{column.name}"' for column in METADATA.tables[name].columns)
        connection.execute(
            f"INSERT INTO {to}.{name} ({columns}) SELECT {columns} FROM {source}.{name} WHERE {key} IN {some}"  # noqa: S608  # our own names
        )


def _steps(connection: sqlite3.Connection, ids: list[str], *, within: bool = False) -> Iterator[tuple[int, str]]:
    """Put ids into a temporary database table, one group after another.

    Yields the number of ids done, and the table's name.
    """
    for first in range(0, len(ids), _TOGETHER):
        if not within:
            connection.execute("BEGIN IMMEDIATE")
        connection.execute("CREATE TEMP TABLE some (id TEXT PRIMARY KEY)")
        connection.executemany("INSERT INTO temp.some VALUES (?)", [(each,) for each in ids[first : first + _TOGETHER]])
        yield first, "temp.some"
        connection.execute("DROP TABLE temp.some")
        if not within:
            connection.execute("COMMIT")


@contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    """Open a store of the present format. SQLite's errors in the ``with`` block become `StoreError`."""
    with closing(sqlite3.connect(file)) as connection:
        connection.isolation_level = None
        connection.execute("PRAGMA synchronous=FULL")
        try:
            _same_format(connection, file, "main")
            yield connection
        except sqlite3.Error as error:
            raise StoreError(refuse("store.unarchived", file=str(file), why=why(error))) from error


def _same_format(connection: sqlite3.Connection, file: Path, name: str = "aside") -> None:
    """Check that an attached store is of the present format.

    Raises:
        StoreError: if the attached store has another format.
    """
    found = connection.execute(f"SELECT format FROM {name}.house").fetchone()[0]  # noqa: S608  # our own name
    if found != FORMAT:
        raise StoreError(refuse("store.older", file=str(file), found=found, known=FORMAT))


@contextmanager
def _unfinished(out: Path) -> Iterator[Path]:
    """A temporary file beside the archive. The file is deleted at the end unless it was moved."""
    out.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=out.parent, prefix=f".{out.name}.")
    os.close(handle)
    aside = Path(name)
    try:
        yield aside
    finally:
        aside.unlink(missing_ok=True)


def _new_house(file: Path) -> None:
    """Make an empty store.

    Raises:
        sqlite3.Error: if the file can't be written, for example because the disk is full.
    """
    engine = create_engine(URL.create("sqlite", database=str(file)))
    try:
        with engine.begin() as connection:
            assert found_format(connection, str(file)) is None
            METADATA.create_all(connection)
            connection.execute(insert(HOUSE).values(one=1, format=FORMAT, epoch=0))
    except DBAPIError as error:
        raise error.orig or error from None
    finally:
        engine.dispose()
