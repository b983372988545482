"""Reads and writes a person's files, and names the folders for them. A file is either written completely or left as it was."""

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from platformdirs import user_config_path, user_data_path

from prial.errors import PrialError, add_sentences, refuse
from prial.host.synced import sync_folder

add_sentences(
    "en",
    {
        "file.nothing": "Nothing came on standard input.",
        "file.missing": "There is no file {path}.",
        "file.unreadable": "{path} can't be read: {why}.",
        "file.text": "{path} is not text in UTF-8.",
        "file.unwritable": "{path} can't be written: {why}.",
    },
)


def data_home() -> Path:
    """The folder for records, sheets and tables."""
    return user_data_path("prial", appauthor=False)


def config_home() -> Path:
    """The folder for a person's own rules."""
    return user_config_path("prial", appauthor=False, roaming=True)


def _why(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def read_text(path: str | Path) -> str:
    """Read a text file, or stdin for ``-``.

    Raises:
        PrialError: if the file doesn't exist, can't be read or isn't text, or if stdin is empty.
    """
    with _readable(path):
        if str(path) != "-":
            return Path(path).read_text("utf-8")
        text = sys.stdin.read() if sys.stdin is not None else ""
    if not text.strip():
        raise PrialError(refuse("file.nothing"))
    return text


def read_lines(path: str | Path) -> Iterator[str]:
    """Read a text file line by line.

    Raises:
        PrialError: if the file doesn't exist, can't be read or isn't text.
    """
    with _readable(path), Path(path).open(encoding="utf-8") as file:
        yield from file


@contextlib.contextmanager
def _readable(path: str | Path) -> Iterator[None]:
    """Turn an error in reading a file into a `PrialError`."""
    try:
        yield
    except FileNotFoundError as error:
        raise PrialError(refuse("file.missing", path=str(path))) from error
    except OSError as error:
        raise PrialError(refuse("file.unreadable", path=str(path), why=_why(error))) from error
    except ValueError as error:  # not UTF-8, or a path with a null byte in it
        raise PrialError(refuse("file.text", path=str(path))) from error


def write_text(path: Path, text: str) -> None:
    """Write a text file.

    If the program is killed during the writing, the file has its complete old content or its complete new content.

    Raises:
        PrialError: if the file can't be written.
    """
    write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file.

    If the program is killed during the writing, the file has its complete old content or its complete new content.

    Raises:
        PrialError: if the file can't be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            Path(temporary).replace(path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
        sync_folder(path.parent)
    except OSError as error:
        raise PrialError(refuse("file.unwritable", path=str(path), why=_why(error))) from error


@contextlib.contextmanager
def held(path: Path) -> Iterator[bool]:
    """Lock a file against other commands of Prial. The lock ends with the context, or when the program ends.

    Args:
        path: the file; it need not exist.
    Yields:
        Whether this program has the lock.
    Raises:
        PrialError: if the lock can't be written.
    """
    try:
        import fcntl
    except ImportError:  # no locks on this system: the last to write wins
        yield True
        return
    lock, mine = path.with_name(f".{path.name}.lock"), False
    while True:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = lock.open("w")
        except OSError as error:
            raise PrialError(refuse("file.unwritable", path=str(path), why=_why(error))) from error
        with file:
            with contextlib.suppress(OSError):
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                mine = True
            if mine and not _leads_to(lock, file.fileno()):
                mine = False  # another program removed this lock file after we opened it, and there may be a new one
                continue
            try:
                yield mine
            finally:
                if mine:
                    lock.unlink(missing_ok=True)
            return


def _leads_to(path: Path, handle: int) -> bool:
    """Whether the file at a path is the open file with this handle."""
    try:
        return os.path.samestat(path.stat(), os.fstat(handle))
    except FileNotFoundError:
        return False
