"""Whether the files that SQLite has open are still those at their paths, with what SQLite wrote into them.

A process goes on writing to a file that was deleted, renamed or replaced, and is told that all is well; nobody will find there
what it wrote. So each commit is acknowledged only after a look.

Another database may also be copied over what is in the file, which stays the same file. SQLite writes into the file itself only
now and then, when it empties its log, so its size and date mostly stay as they are, and where they don't, its first page says
whether that was SQLite: the store has a mark of its own there, and its epoch and its size never go back.
"""

import os
import struct
from pathlib import Path
from typing import Final, NamedTuple

from prial.errors import refuse
from prial.host.store.values import FileLost, StoreError

_BESIDE: Final = ("-wal", "-shm")
"""Ends of the names of what SQLite keeps beside a file as long as it is open."""
_HEAD: Final = 100
"""Bytes of SQLite's header, the start of a database's first page: https://sqlite.org/fileformat.html#the_database_header."""
_PLACES: Final = struct.Struct(">28xI28xI4xI28x")
"""The pages of the database, `PRAGMA user_version` and `PRAGMA application_id` in it."""

_Inode = tuple[int, int]
_Written = tuple[int, int]
"""The size of a file, in bytes, and when it was last written to, in ns since 1970 UTC."""


def only_name(path: Path) -> None:
    """See to it that a file has no second name, under which what is written beside it wouldn't be found.

    Raises:
        StoreError: it has a hard link.
    """
    if path.stat().st_nlink > 1:
        raise StoreError(refuse("store.linked", file=str(path)))


class _Page(NamedTuple):
    """What the beginning of the first page says."""

    pages: int
    """How many there are; more with time, since what is let go of leaves free pages."""
    epoch: int
    """The store's."""
    mark: int
    """The store's own number; 0 where none was given yet."""


class Identity:
    """The files of a database that was just opened.

    Args:
        path: its path.
        mark: the store's own number, 1 to 2**31 - 1; 0 for a database that has none.
    """

    def __init__(self, path: Path, mark: int) -> None:
        self._path, self._mark = path, mark
        real = path.resolve()  # SQLite names what lies beside a file after the file, not after a link to it
        self._beside = tuple(Path(f"{real}{end}") for end in _BESIDE)
        # Open until the end: whoever closes a file takes away all the locks that SQLite has on it in this process
        self._file = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        self._opened = self._found()
        self._written = self._last_written()
        self._page = self._read()

    def check(self) -> None:
        """See to it that the paths lead to what is open, and that nobody else wrote into it.

        Raises:
            FileLost: they don't, or somebody did.
            OSError: nobody can tell.
        """
        if self._found() != self._opened:
            raise FileLost(str(self._path))
        self.check_written()

    def check_written(self) -> None:
        """See to it that nobody but SQLite wrote into what is open.

        What is copied into the file in the very ms in which SQLite empties its log into it can't be seen, nor can an older copy
        of the same store, made in this epoch, that has as many pages.

        Raises:
            FileLost: somebody did.
        """
        if (written := self._last_written()) == self._written:
            return
        page, before = self._read(), self._page
        if page.mark not in (before.mark, self._mark) or page.epoch < before.epoch or page.pages < before.pages:
            raise FileLost(str(self._path))
        self._written, self._page = written, page

    def close(self) -> None:
        """Let go of the file; only where nothing in this process has it open any more."""
        os.close(self._file)

    @property
    def deleted(self) -> bool:
        """Whether the database itself isn't there any more, whatever became of the files beside it."""
        return _inode(self._path) != self._opened[0]

    def _found(self) -> tuple[_Inode | None, ...]:
        return _inode(self._path), *map(_inode, self._beside)

    def _last_written(self) -> _Written:
        found = os.fstat(self._file)
        return found.st_size, found.st_mtime_ns

    def _read(self) -> _Page:
        """The first page of the file itself, which may be behind what SQLite has in its log."""
        os.lseek(self._file, 0, os.SEEK_SET)
        head = os.read(self._file, _HEAD)
        return _Page(*_PLACES.unpack(head)) if len(head) == _HEAD else _Page(0, 0, 0)


def _inode(path: Path) -> _Inode | None:
    """Which file a path leads to; None if to none."""
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found.st_dev, found.st_ino
