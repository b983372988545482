"""Syncs files to the disk, so that they outlast a power cut. SQLite syncs its own files, but not copies of them."""

import contextlib
import os
from pathlib import Path


def sync_file(file: Path) -> None:
    """Sync a file's content to the disk."""
    with file.open("rb+") as written:
        os.fsync(written.fileno())


def sync_folder(folder: Path) -> None:
    """Sync a folder's list of file names to the disk, if the operating system can do that."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
