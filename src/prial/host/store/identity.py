"""Whether the files that SQLite has open are still those at their paths.

A process goes on writing to a file that was deleted, renamed or replaced, and is told that all is well; nobody will find there
what it wrote. So each commit is acknowledged only after a look.
"""

from pathlib import Path
from typing import Final

from prial.errors import refuse
from prial.host.store.values import FileLost, StoreError

_BESIDE: Final = ("-wal", "-shm")
"""Ends of the names of what SQLite keeps beside a file as long as it is open."""

_Inode = tuple[int, int]


def only_name(path: Path) -> None:
    """See to it that a file has no second name, under which what is written beside it wouldn't be found.

    Raises:
        StoreError: it has a hard link.
    """
    if path.stat().st_nlink > 1:
        raise StoreError(refuse("store.linked", file=str(path)))


class Identity:
    """The files of a database that was just opened.

    Args:
        path: its path.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        real = path.resolve()  # SQLite names what lies beside a file after the file, not after a link to it
        self._paths = (path, *(Path(f"{real}{end}") for end in _BESIDE))
        self._opened = self._found()

    def check(self) -> None:
        """See to it that the paths lead to what is open.

        Raises:
            FileLost: they don't.
            OSError: nobody can tell.
        """
        if self._found() != self._opened:
            raise FileLost(str(self._path))

    @property
    def deleted(self) -> bool:
        """Whether the database itself isn't there any more, whatever became of the files beside it."""
        return _inode(self._path) != self._opened[0]

    def _found(self) -> tuple[_Inode | None, ...]:
        return tuple(map(_inode, self._paths))


def _inode(path: Path) -> _Inode | None:
    """Which file a path leads to; None if to none."""
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found.st_dev, found.st_ino
