"""Records on disk: where games that were played here lie, how one is read, and which of them aren't finished."""

import time
from pathlib import Path
from typing import Any, Final

import msgspec

from prial.cli.support.files import data_home, read_text
from prial.core import record as core
from prial.core.record import Record
from prial.errors import PrialError, add_sentences, refuse

add_sentences(
    "en",
    {
        "record.none_unfinished": "There is no unfinished game: {folder} holds none.",
        "record.no_seat": "Nobody in this record is called {seat!r}, or has that number: {seats} play.",
    },
)

OVER: Final = "over"
"""Note of a game that has ended."""
ASIDE: Final = "aside"
"""Note of a game that somebody chose not to go on with."""


def folder() -> Path:
    """Where records are kept."""
    return data_home() / "games"


def read(path: str | Path) -> Record:
    """A record from a file, or from stdin for ``-``.

    Raises:
        PrialError: it isn't there, or is no record.
    """
    return core.read(read_text(path))


def told(path: str | Path) -> list[str] | None:
    """What a game saved from the browser tells, a sentence each; None for anything else, stdin too."""
    if str(path) == "-":
        return None
    try:
        saved = msgspec.json.decode(read_text(path), type=_Saved)
    except (msgspec.MsgspecError, RecursionError):
        return None
    return [line.text for update in saved.updates for line in update.lines]


class _Line(msgspec.Struct):
    text: str


class _Update(msgspec.Struct):
    lines: list[_Line]


class _Saved(msgspec.Struct):
    """As much of it as is told."""

    updates: list[_Update]


def new_path(game: str, where: Path | None = None) -> Path:
    """A file for something new of a game, named after the time; where records are kept unless another folder is named."""
    where = where or folder()
    stem = time.strftime(f"{game}-%Y-%m-%d-%H%M%S")
    path, number = where / f"{stem}.json", 1
    while path.exists():
        number += 1
        path = where / f"{stem}-{number}.json"
    return path


def resume_option(path: Path, where: Path) -> str:
    """How somebody goes on with what a file keeps: what is kept in its usual folder is found without a name.

    Args:
        path: the file.
        where: the folder in which such files usually lie.
    """
    return "--resume" if path.parent == where.resolve() else f"--resume {path.name if path.parent == Path.cwd() else path}"


def unfinished(game: str | None = None) -> list[tuple[Path, Record]]:
    """Unfinished games with a person in them, the newest first; files that can't be read are passed over."""
    found: list[tuple[float, Path, Record]] = []
    for path in folder().glob("*.json") if folder().is_dir() else ():
        try:
            record = read(path)
        except PrialError:
            continue
        notes = record.notes
        if not notes.get(OVER) and not notes.get(ASIDE) and "person" in notes and game in (None, record.game):
            found.append((path.stat().st_mtime, path, record))
    found.sort(key=lambda entry: entry[0], reverse=True)
    return [(path, record) for _, path, record in found]


def person_of(record: Record) -> int | None:
    """The seat of the person who played at a terminal, as far as the notes say."""
    person: Any = record.notes.get("person")
    return person if type(person) is int and 0 <= person < len(record.seats) else None


def seat_named(record: Record, text: str) -> int:
    """A seat by its player's name, by its number from 1, or by ``you`` for that of the person who played at a terminal.

    Raises:
        PrialError: there is none.
    """
    names = [name.casefold() for name in record.seats]
    if text.isdecimal() and 1 <= int(text) <= len(names):
        return int(text) - 1
    if text.casefold() in names:
        return names.index(text.casefold())
    person = record.notes.get("person")
    if text.casefold() == "you" and isinstance(person, int):
        return person
    seats = ", ".join(f"{name} ({number})" for number, name in enumerate(record.seats, 1))
    raise PrialError(refuse("record.no_seat", seat=text, seats=seats))
