"""Records on disk: finds the folder of the games played here, reads a record, and lists the unfinished games."""

import time
from pathlib import Path
from typing import Any, Final

import msgspec

from prial.cli.support.files import data_home, read_text
from prial.core import record as core
from prial.core.record import Record
from prial.errors import PrialError, add_sentences, refuse

NO_SEAT: Final = "record.no_seat"
"""Code of the error for a player who isn't in the record."""

add_sentences(
    "en",
    {
        "record.none_unfinished": "There is no unfinished game in {folder}.",
        NO_SEAT: "{seat!r} is not a player of this record. The players are {seats}.",
    },
)

OVER: Final = "over"
"""Key in a record's notes: the game has ended."""
ASIDE: Final = "aside"
"""Key in a record's notes: the person chose not to go on with the game."""


def folder() -> Path:
    """The folder where records are kept."""
    return data_home() / "games"


def read(path: str | Path) -> Record:
    """Read a record from a file, or from stdin for ``-``.

    Raises:
        PrialError: if the file can't be read, or isn't a record.
    """
    return core.read(read_text(path))


def told(text: bytes) -> list[str] | None:
    """The sentences of a game's log, if ``text`` is a game that was saved from the browser; None for any other text."""
    try:
        saved = msgspec.json.decode(text, type=_Saved)
    except (msgspec.MsgspecError, RecursionError):
        return None
    return [line.text for update in saved.updates for line in update.lines]


class _Line(msgspec.Struct):
    """A line of the game's log."""

    text: str
    """The sentence."""


class _Update(msgspec.Struct):
    """What one move did."""

    lines: list[_Line]
    """Lines of the game's log that describe the move."""


class _Saved(msgspec.Struct):
    """A game saved from the browser, with only the fields that are printed."""

    updates: list[_Update]
    """What each move did, in order."""


def new_path(game: str, where: Path | None = None) -> Path:
    """An unused path for a new file, named after the game and the time.

    Args:
        game: name of the game.
        where: the folder; None for the folder of records.
    """
    where = where or folder()
    stem = time.strftime(f"{game}-%Y-%m-%d-%H%M%S")
    path, number = where / f"{stem}.json", 1
    while path.exists():
        number += 1
        path = where / f"{stem}-{number}.json"
    return path


def resume_option(path: Path, where: Path) -> str:
    """The option that resumes a game or score sheet: ``--resume``, with the file's path if the file isn't in its usual folder.

    Args:
        path: the file.
        where: the usual folder of such files.
    """
    return "--resume" if path.parent == where.resolve() else f"--resume {path.name if path.parent == Path.cwd() else path}"


def unfinished(game: str | None = None) -> list[tuple[Path, Record]]:
    """The path and the record of each unfinished game that a person plays, last saved first.

    Files that can't be read, and games with the note `ASIDE`, are left out.

    Args:
        game: name of the game (default: all games).
    """
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
    """The seat of the person who played at a terminal; None if the record names no person."""
    person: Any = record.notes.get("person")
    return person if type(person) is int and 0 <= person < len(record.seats) else None


def seat_named(record: Record, text: str) -> int:
    """Find a seat by its player's name, by its number from 1, or by ``you`` for the person who played at a terminal.

    Raises:
        PrialError: if there is no such seat.
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
    raise PrialError(refuse(NO_SEAT, seat=text, seats=seats))
