"""What is to last through a power cut: SQLite sees to its own files, and to no copy of them."""

import contextlib
import os
from pathlib import Path


def sync_file(file: Path) -> None:
    """Make what is written in a file last."""
    with file.open("rb+") as written:
        os.fsync(written.fileno())


def sync_folder(folder: Path) -> None:
    """Make the names in a folder last, where the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
