"""Copies of a SQLite store.

A server may write while a copy is made. No server may run while a copy is put in the store's place.
"""

import asyncio
import contextlib
import logging
import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final
from urllib.parse import quote

import msgspec
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from prial.errors import add_sentences, refuse
from prial.host.store.check import look
from prial.host.store.engine import BUSY_MS, file_url, is_still, why
from prial.host.store.values import StoreError
from prial.host.synced import sync_file, sync_folder

add_sentences(
    "en",
    {
        "store.unsound": "{file} is not sound: {fault}.",
        "store.uncopied": "{file} can't be copied: {why}.",
        "store.held": "The tables in {file} are open in a server: stop it first.",
    },
)

_HEADER: Final = b"SQLite format 3\0"
"""The first bytes of a SQLite file."""
_BESIDE: Final = ("-wal", "-shm", "-journal")
"""Endings of the files that SQLite keeps beside an open database. After a power failure, these files are still there."""
_LOG: Final = logging.getLogger("prial.host")


@contextlib.contextmanager
def copied(source: Path, folder: Path) -> Iterator[tuple[Path, int]]:
    """Copy a store while games go on, and check that the copy is sound. Changes made during the copying aren't in the copy.

    Args:
        source: the store.
        folder: the folder in which the copy is made.
    Yields:
        The copy, and the number of its tables. The copy is removed at the end unless it was moved.
    Raises:
        StoreError: if the source isn't a store of this program, isn't sound, or can't be read.
        OSError: if the folder can't be written.
    """
    if not source.is_file():
        raise StoreError(refuse("store.unreadable", file=str(source), why="no such file"))
    folder.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=folder, prefix=f".{source.name}.")  # readable for its owner only: it has all cards
    copy = Path(name)
    try:
        tables = _copy(source, copy)
        os.fsync(handle)
        sound(copy, source)
        yield copy, tables
    finally:
        os.close(handle)
        copy.unlink(missing_ok=True)


@contextlib.contextmanager
def fetched(url: str, folder: Path, progress: Callable[[int, int], None]) -> Iterator[tuple[Path, int]]:
    """Copy a store from a database server, as the store stands at one moment, and check that the copy is sound.

    Args:
        url: the store's address.
        folder: the folder in which the copy is made.
        progress: called with the number of log entries copied so far and the total number.
    Yields:
        The copy, and the number of its tables. The copy is removed at the end unless it was moved.
    Raises:
        StoreError: if the store can't be read, or the copy isn't sound.
        OSError: if the folder can't be written.
    """
    from prial.host.store.moving import move

    folder.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=folder, prefix=".tables.")
    copy = Path(name)
    try:
        tables = asyncio.run(move(url, file_url(copy), progress))
        os.fsync(handle)
        sound(copy, copy)
        yield copy, tables
    finally:
        os.close(handle)
        copy.unlink(missing_ok=True)


def sound(copy: Path, named: Path) -> None:
    """Check that a copy is sound.

    Args:
        copy: the copy.
        named: the file to name in error messages, since people don't know the copy's name.
    Raises:
        StoreError: if the copy isn't a store of this program, or isn't sound.
    """
    try:
        faults = asyncio.run(look(file_url(copy)))
    except StoreError as error:
        refusal = error.refusal
        raise StoreError(msgspec.structs.replace(refusal, args={**refusal.args, "file": str(named)})) from error
    if faults:
        raise StoreError(refuse("store.unsound", file=str(named), fault=faults[0]))


def _copy(source: Path, copy: Path) -> int:
    """Copy a store, and return the number of its tables."""
    mode = "rw" if os.access(source, os.W_OK) else "ro&immutable=1" if is_still(source) else "ro"
    try:
        with contextlib.closing(
            sqlite3.connect(f"file:{quote(str(source))}?mode={mode}", uri=True, timeout=BUSY_MS / 1000)
        ) as connection:
            connection.isolation_level = None
            connection.execute("VACUUM INTO ?", (str(copy),))
        with contextlib.closing(sqlite3.connect(copy)) as connection:
            if not connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'tables'").fetchone()[0]:
                raise StoreError(refuse("store.foreign", file=str(source)))
            return int(connection.execute("SELECT count(*) FROM tables").fetchone()[0])
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB:
            raise StoreError(refuse("store.foreign", file=str(source))) from error
        raise StoreError(refuse("store.uncopied", file=str(source), why=why(error))) from error


def put(copy: Path, file: Path) -> Path | None:
    """Move a copy to a store's path. An old file at this path is kept under another name.

    Args:
        copy: the copy's path.
        file: the store's path.
    Returns:
        The new path of the old file; None if there was no old file.
    Raises:
        StoreError: if a server has the file open.
        OSError: if a file can't be moved.
    """
    aside = None
    if file.exists():
        alone(file)
        aside = _free(file)
        try:
            os.link(file, aside)
        except OSError:  # a disk without hard links: for a moment there is no file under the store's path
            file.rename(aside)
    for end in _BESIDE:  # left by a crash; they mustn't be used with the new file
        with contextlib.suppress(FileNotFoundError):
            Path(f"{file}{end}").rename(f"{aside or _free(file)}{end}")
    copy.replace(file)
    sync_folder(file.parent)
    return aside


def alone(file: Path) -> None:
    """Check that no server has a store open, and write the content of SQLite's side files into the store's main file.

    If SQLite can't read the main file, all files are left as they are.

    Raises:
        StoreError: if a server has the store open.
    """
    with file.open("rb") as opened:
        if opened.read(len(_HEADER)) != _HEADER:
            return  # SQLite would delete the side files, with which somebody might repair the file
    with contextlib.closing(sqlite3.connect(file, timeout=0)) as connection:
        try:
            # Leaving WAL mode takes exclusive access to the file, so it is refused while any server is connected, busy or idle
            mode = connection.execute("PRAGMA journal_mode=DELETE").fetchone()[0]
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise StoreError(refuse("store.held", file=str(file))) from error
        except sqlite3.DatabaseError:
            pass
        else:
            if mode != "delete":
                raise StoreError(refuse("store.held", file=str(file)))


def rescued(engine: Engine, file: Path) -> str:
    """Copy a database whose file was deleted while this process had it open. The copy is made in the folder of the deleted file.

    Args:
        engine: the engine that has the database open.
        file: the path of the deleted file.

    Returns:
        The copy's path; empty if no copy can be made.
    """
    copy = _free(file, "rescued")
    try:
        copy.touch(0o600)
        with engine.connect() as connection:
            connection.exec_driver_sql("ROLLBACK")  # the engine has begun a transaction, and VACUUM doesn't work inside one
            connection.exec_driver_sql("VACUUM INTO ?", (str(copy),))
        sync_file(copy)
    except (OSError, SQLAlchemyError) as error:
        _LOG.error("no copy", extra={"why": why(error)})  # without a traceback, which would add nothing
        with contextlib.suppress(OSError):
            copy.unlink()
        return ""
    return str(copy)


def _free(file: Path, kind: str = "old") -> Path:
    """The first path of the form ``FILE.KIND-NUMBER`` that doesn't exist."""
    number = 1
    while (name := file.with_name(f"{file.name}.{kind}-{number}")).exists():
        number += 1
    return name
