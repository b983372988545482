"""Checks that the paths of SQLite's open files still lead to the files, and that only SQLite wrote into the database's file.

A process can go on writing to a file that was deleted, renamed or replaced. It gets no error, but its data will never be found.
So each commit is acknowledged only after this check.

Somebody may also copy another database over the file's content, which doesn't change the file's inode. So the file's size and
date are checked too. If one of them has changed, the file's first page tells whether SQLite wrote into the file. The page has the
random number that identifies the store, and two numbers that never go down: how often the store was opened (its epoch), and how
many pages the database has.
"""

import os
import struct
from pathlib import Path
from typing import Final, NamedTuple

from prial.errors import refuse
from prial.host.store.values import FileLost, StoreError

_BESIDE: Final = ("-wal", "-shm")
"""Endings of the files that SQLite keeps beside an open database."""
_HEAD: Final = 100
"""Bytes of SQLite's header, the start of a database's first page: https://sqlite.org/fileformat.html#the_database_header."""
_PLACES: Final = struct.Struct(">28xI28xI4xI28x")
"""Reads three numbers from the header: the number of pages, `PRAGMA user_version` and `PRAGMA application_id`."""

_Inode = tuple[int, int]
"""Identifies a file: its device and its inode."""
_Written = tuple[int, int]
"""A file's size in bytes, and the time of its last write in nanoseconds since 1970 (UTC)."""


def only_name(path: Path) -> None:
    """Check that a database's file has only one name. A hard link would be a second name.

    SQLite names two more files after the database. If the database is opened by its second name, SQLite doesn't find the two
    files.

    Raises:
        StoreError: if the file has a hard link.
    """
    if path.stat().st_nlink > 1:
        raise StoreError(refuse("store.linked", file=str(path)))


class _Page(NamedTuple):
    """The numbers in the header of the first page."""

    pages: int
    """Number of pages. It never goes down, since deleted values leave free pages."""
    epoch: int
    """The store's epoch, which counts how often the store was opened."""
    mark: int
    """The store's own random number; 0 for a store that hasn't got one yet."""


class Identity:
    """The identity of a database's files, as it was when the database was opened.

    Args:
        path: the database's path.
        mark: the random number that identifies the store, 1 to 2**31 - 1; 0 for a store without such a number.
    """

    def __init__(self, path: Path, mark: int) -> None:
        self._path, self._mark = path, mark
        real = path.resolve()  # SQLite names the files beside a database after the database, not after a link to it
        self._beside = tuple(Path(f"{real}{end}") for end in _BESIDE)
        # Kept open until the end: to close it would release all locks that SQLite has on the file in this process
        self._file = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        self._opened = self._found()
        self._written = self._last_written()
        self._page = self._read()

    def check(self) -> None:
        """Check that the paths lead to the open files, and that nobody but SQLite wrote into them.

        Raises:
            FileLost: if a path leads elsewhere, or somebody else wrote into the file.
            OSError: if the system can't tell to which files the paths lead.
        """
        if self._found() != self._opened:
            raise FileLost(str(self._path))
        self.check_written()

    def check_written(self) -> None:
        """Check that nobody but SQLite wrote into the open file.

        Two cases can't be noticed. Something may be copied into the file in the very milliseconds in which SQLite empties its
        write-ahead log. Or an older copy of the same store, with the same epoch and the same number of pages, may be copied into
        the file.

        Raises:
            FileLost: if somebody else wrote into the file.
        """
        if (written := self._last_written()) == self._written:
            return
        page, before = self._read(), self._page
        if page.mark not in (before.mark, self._mark) or page.epoch < before.epoch or page.pages < before.pages:
            raise FileLost(str(self._path))
        self._written, self._page = written, page

    def close(self) -> None:
        """Close the file. Do this only when no other part of this process has the file open."""
        os.close(self._file)

    @property
    def deleted(self) -> bool:
        """Whether the file of the open database was deleted, renamed or replaced. The files beside the database don't matter."""
        return _inode(self._path) != self._opened[0]

    def _found(self) -> tuple[_Inode | None, ...]:
        """The files at the paths of the database and of SQLite's side files; None for a missing file."""
        return _inode(self._path), *map(_inode, self._beside)

    def _last_written(self) -> _Written:
        """The size and date of the open file."""
        found = os.fstat(self._file)
        return found.st_size, found.st_mtime_ns

    def _read(self) -> _Page:
        """The numbers on the first page of the file itself. SQLite's write-ahead log may hold a newer first page."""
        os.lseek(self._file, 0, os.SEEK_SET)
        head = os.read(self._file, _HEAD)
        return _Page(*_PLACES.unpack(head)) if len(head) == _HEAD else _Page(0, 0, 0)


def _inode(path: Path) -> _Inode | None:
    """The file to which a path leads; None if there isn't one."""
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found.st_dev, found.st_ino
