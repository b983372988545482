"""Where a person's files lie, and how they are read and written: whole or not at all."""

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
    """Where records of games are kept."""
    return user_data_path("prial", appauthor=False)


def config_home() -> Path:
    """Where somebody's own rules are kept."""
    return user_config_path("prial", appauthor=False, roaming=True)


def _why(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def read_text(path: str | Path) -> str:
    """A text file, or what stands on stdin for ``-``.

    Raises:
        PrialError: it isn't there, can't be read, isn't text, or nothing came on stdin.
    """
    try:
        if str(path) == "-":
            text = sys.stdin.read() if sys.stdin is not None else ""
        else:
            return Path(path).read_text("utf-8")
    except FileNotFoundError as error:
        raise PrialError(refuse("file.missing", path=str(path))) from error
    except OSError as error:
        raise PrialError(refuse("file.unreadable", path=str(path), why=_why(error))) from error
    except ValueError as error:  # not UTF-8, or a path with a null byte in it
        raise PrialError(refuse("file.text", path=str(path))) from error
    if not text.strip():
        raise PrialError(refuse("file.nothing"))
    return text


def write_text(path: Path, text: str) -> None:
    """Write a text file, as `write_bytes` does."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file so that whatever happens, it holds the old bytes or the new ones, whole.

    Raises:
        PrialError: it can't be written.
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
    """Hold a file against other programs of ours; gives whether nobody else holds it. Ends with the program at the latest."""
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
                mine = False  # whoever held it before has removed it since it was opened: somebody else may hold the next
                continue
            try:
                yield mine
            finally:
                if mine:
                    lock.unlink(missing_ok=True)
            return


def _leads_to(path: Path, handle: int) -> bool:
    """Whether a path leads to a file that is open."""
    try:
        return os.path.samestat(path.stat(), os.fstat(handle))
    except FileNotFoundError:
        return False
