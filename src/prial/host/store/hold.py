"""Locks a database file against other processes, whichever path they use for the file."""

import contextlib
import os
import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_PLACE: Final = 1 << 62
"""The byte that is locked in the file. It lies far beyond the bytes that SQLite locks."""


@contextlib.contextmanager
def hold(file: Path, *, make: bool) -> Iterator[bool]:
    """Lock a file against other processes that use this function. The lock ends with the ``with`` block, or with the process.

    The lock stays even if SQLite closes another descriptor of the file. But the end of the ``with`` block releases all locks that
    SQLite has on the file, so SQLite must close the file before the block ends.

    This lock exists only on Linux. On other systems, nothing is locked.

    Args:
        file: the database.
        make: whether to make a missing file, readable for its owner only. If False, a missing file counts as not locked.

    Yields:
        False if another process has locked the file, or if the path leads to another file by now. Otherwise True.

    Raises:
        OSError: if the file can't be opened.
    """
    if sys.platform != "linux":
        yield True
        return
    try:
        handle = os.open(file, os.O_RDWR | (os.O_CREAT if make else 0), 0o600)
    except FileNotFoundError:
        if make:
            raise
        yield True
        return
    try:
        yield _locked(handle) and os.path.samestat(os.fstat(handle), file.stat())  # another file may have taken its path
    finally:
        os.close(handle)  # SQLite's locks belong to the process: closing any descriptor of the file releases them


def _locked(handle: int) -> bool:
    """Try to lock an open file, and return whether the attempt succeeded."""
    import fcntl  # Windows doesn't have it

    try:
        fcntl.fcntl(handle, fcntl.F_OFD_SETLK, struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, _PLACE, 1, 0))
    except OSError:
        return False
    return True
