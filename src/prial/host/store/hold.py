"""A lock on a database file itself, whatever path leads to it."""

import contextlib
import os
import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_PLACE: Final = 1 << 62
"""The byte that is locked, far behind those that SQLite locks, which no lock of ours may touch."""


@contextlib.contextmanager
def hold(file: Path, *, make: bool) -> Iterator[bool]:
    """Hold a file against other processes that hold it so; ends with the process at the latest.

    The lock belongs to what was opened, not to the process: SQLite's own locks are let go when any descriptor of the file is
    closed, and so would one of their kind be when SQLite closes one. In turn, nothing of SQLite's may be open when this ends.

    Only Linux has such locks. Elsewhere nothing is held here: who opens a store last takes it over, and the other one ends.

    Args:
        file: the database.
        make: make the file if there is none, readable for nobody else; else one that isn't there is held by nobody.

    Yields:
        Whether nobody else holds it.

    Raises:
        OSError: it can't be opened.
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
        yield _locked(handle) and os.path.samestat(os.fstat(handle), file.stat())  # else it was replaced in between
    finally:
        os.close(handle)


def _locked(handle: int) -> bool:
    import fcntl  # which Windows doesn't have

    try:
        fcntl.fcntl(handle, fcntl.F_OFD_SETLK, struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, _PLACE, 1, 0))
    except OSError:
        return False
    return True
