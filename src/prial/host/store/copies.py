"""Copies of a SQLite store: made while a server writes, and put in a store's place while none does."""

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
_BESIDE: Final = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a file that is open, or that was when the power went."""
_LOG: Final = logging.getLogger("prial.host")


@contextlib.contextmanager
def copied(source: Path, folder: Path) -> Iterator[tuple[Path, int]]:
    """A sound copy of a store, in one file of a folder, and how many tables it has; removed unless it is moved from there.

    Nobody who plays waits for it, and what is committed meanwhile isn't in it.

    Raises:
        StoreError: it is no store of ours, not sound, or can't be read.
        OSError: the folder can't be written.
    """
    if not source.is_file():
        raise StoreError(refuse("store.unreadable", file=str(source), why="no such file"))
    folder.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=folder, prefix=f".{source.name}.")  # nobody else may read it: all cards are in it
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
    """The same of a store on a database server, as it stood in one moment.

    Args:
        url: the store's.
        folder: where the file is made.
        progress: told how many entries of logs are copied, and of how many.
    Raises:
        StoreError, OSError: as `copied`.
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
    """See to it that a copy is sound.

    Args:
        copy: the copy.
        named: what a sentence calls it.
    Raises:
        StoreError: it is no store of ours, or not sound.
    """
    try:
        faults = asyncio.run(look(file_url(copy)))
    except StoreError as error:
        refusal = error.refusal
        raise StoreError(msgspec.structs.replace(refusal, args={**refusal.args, "file": str(named)})) from error
    if faults:
        raise StoreError(refuse("store.unsound", file=str(named), fault=faults[0]))


def _copy(source: Path, copy: Path) -> int:
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
    """Put a copy in a store's place, and give the name under which what was there is kept.

    Raises:
        StoreError: a server has the file open.
        OSError: it can't be moved.
    """
    aside = None
    if file.exists():
        alone(file)
        aside = _free(file)
        try:
            os.link(file, aside)
        except OSError:  # a disk without links: for a moment the place is empty
            file.rename(aside)
    for end in _BESIDE:  # left by a crash, and of no use to another file
        with contextlib.suppress(FileNotFoundError):
            Path(f"{file}{end}").rename(f"{aside or _free(file)}{end}")
    copy.replace(file)
    sync_folder(file.parent)
    return aside


def alone(file: Path) -> None:
    """See to it that a store is whole by itself and nobody has it open; one that is too broken to tell is let be.

    Raises:
        StoreError: a server has it open.
    """
    with file.open("rb") as opened:
        if opened.read(len(_HEADER)) != _HEADER:
            return  # SQLite would throw away what lies beside it, and somebody may yet mend both
    with contextlib.closing(sqlite3.connect(file, timeout=0)) as connection:
        try:
            # The way out of WAL wants the file for itself, so it is refused while any server is connected, idle or not
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
    """Copy a database that is open, and whose file is gone, to where the file was.

    Args:
        engine: what has it open.
        file: where it was.

    Returns:
        The copy's name, or "" where none can be made.
    """
    copy = _free(file, "rescued")
    try:
        copy.touch(0o600)
        with engine.connect() as connection:
            connection.exec_driver_sql("ROLLBACK")  # of what the engine begins by itself: a copy is made outside
            connection.exec_driver_sql("VACUUM INTO ?", (str(copy),))
        sync_file(copy)
    except (OSError, SQLAlchemyError) as error:
        _LOG.error("no copy", extra={"why": why(error)})  # its place in the code says nothing
        with contextlib.suppress(OSError):
            copy.unlink()
        return ""
    return str(copy)


def _free(file: Path, kind: str = "old") -> Path:
    """The first name of its kind that nothing has."""
    number = 1
    while (name := file.with_name(f"{file.name}.{kind}-{number}")).exists():
        number += 1
    return name
