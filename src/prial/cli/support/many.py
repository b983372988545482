"""Many records at once: finds them in files and folders, goes through them, and says which can't be used."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

import click
import msgspec

from prial.cli.support.files import read_lines, read_text
from prial.cli.support.screen import Ticker
from prial.core.pieces import Piece, pieces
from prial.errors import PrialError, add_sentences, refuse

T = TypeVar("T")
ENDING: Final = ".json"
"""Ending of a file name. If a folder is given, its files with this ending are read."""
LINES: Final = ".jsonl"
"""Ending of the name of a file with many records. If a folder is given, its files with this ending are read, too."""

add_sentences("en", {"files.none": "There is no record in {path}: no file there has a name that ends in {ending} or {lines}."})


class Unread(msgspec.Struct, frozen=True, omit_defaults=True):
    """A record that can't be used."""

    file: str
    """The path of the file that has the record."""
    why: str
    """The reason, in a sentence."""
    record: int = 0
    """Number of the record in its file, from 1; 0 if no record of the file can be used."""


class Place(NamedTuple):
    """Where a record stands in the files that a command reads."""

    before: int
    """Number of records before this one, in all files together."""
    file: str
    """The path of the file that has the record."""
    record: int
    """Number of the record in its file, from 1; 0 if the file has only this record and the file's name doesn't end in `LINES`."""
    line: int
    """Number of the record's first line in its file, from 1."""

    @property
    def name(self) -> str:
        """What to call the record: the path of the file, and the value of `record` if that isn't 0."""
        return f"{self.file}, record {self.record}" if self.record else self.file

    @property
    def plain(self) -> dict[str, object]:
        """The place for JSON: the path of the file, and the value of `record` if that value isn't 0."""
        return {"file": self.file, **({"record": self.record} if self.record else {})}


class Source:
    """A file with records, or stdin. `text` and `pieces` read a file anew each time, with only one record at a time in memory.

    Args:
        path: the file's path; ``-`` is stdin.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._read: str | None = None
        if path == "-":
            self._read = read_text(path)
        self.several = path.endswith(LINES) or len([*islice(self.pieces(), 2)]) > 1
        self.records = sum(1 for _ in self.pieces()) if self.several else 1

    def text(self) -> bytes:
        """The text of the first record."""
        return next(self.pieces()).text

    def pieces(self) -> Iterator[Piece]:
        """The texts of the records, which aren't checked yet. An empty file gives one empty text."""
        found = pieces(read_lines(self.path) if self._read is None else self._read)
        yield next(found, Piece(1, 1, b""))
        yield from found


class Chosen(NamedTuple):
    """The files that a command is asked to read."""

    sources: list[Source | Unread]
    """The files; `Unread` for a file that can't be read."""
    single: Source | None
    """The file, if one file is asked for and it has one record; otherwise None."""

    @property
    def records(self) -> int:
        """Number of all records; a file that can't be read counts as one."""
        return sum(1 if isinstance(each, Unread) else each.records for each in self.sources)


def chosen(given: Sequence[str]) -> Chosen:
    """Find the files that a command is asked to read.

    A folder stands for its files that end in `ENDING` or `LINES`, in the order of their names.

    Args:
        given: paths of files and folders; ``-`` is stdin.
    Raises:
        PrialError: if a folder can't be read or has no such file, or if only one file is given and it can't be read.
    """
    if len(given) == 1 and not Path(given[0]).is_dir():
        source = Source(given[0])
        return Chosen([source], None if source.several else source)
    found = list[str]()
    for path in given:
        if not Path(path).is_dir():
            found.append(path)
            continue
        try:
            inside = sorted(str(each) for each in Path(path).iterdir() if each.suffix in (ENDING, LINES) and each.name[0] != ".")
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise PrialError(refuse("file.unreadable", path=path, why=why)) from error
        if not inside:
            raise PrialError(refuse("files.none", path=path, ending=ENDING, lines=LINES))
        found += inside
    return Chosen([*map(_opened, dict.fromkeys(found))], None)


def _opened(path: str) -> Source | Unread:
    try:
        return Source(path)
    except PrialError as error:
        return Unread(path, _line(error))


def go_through(
    given: Chosen, use: Callable[[Place, bytes], T], unread: list[Unread], ticker: Ticker | None = None
) -> Iterator[T]:
    """Call ``use`` with each record. A record that can't be used is named on stderr and left out.

    Args:
        given: the records.
        use: called with the place of a record, and its text.
        unread: a list to which the records that can't be used are added.
        ticker: the progress bar on the screen; None for none.
    Yields:
        The results of ``use``.
    """

    def refused(place: Place, why: str) -> None:
        unread.append(Unread(place.file, why, place.record))
        where = f"{place.name}, line {place.line}" if place.record else place.file
        sentence = why if not place.record and place.file in why else f"{printable(where)}: {why}"
        ticker.say(sentence) if ticker is not None else click.echo(sentence, err=True)

    before = 0
    for source in given.sources:
        if isinstance(source, Unread):
            refused(Place(before, source.file, 0, 1), source.why)
            before += 1
            continue
        for piece in source.pieces():
            place = Place(before, source.path, piece.number if source.several else 0, piece.line)
            try:
                found = use(place, piece.text)
            except PrialError as error:
                refused(place, _line(error))
            else:
                yield found
            before += 1


def _line(error: PrialError) -> str:
    """An error's sentence, in one line."""
    return " ".join(str(error).split())


def printable(path: str) -> str:
    """A path for a terminal, without control characters that the terminal would obey."""
    return "".join(each if each.isprintable() else "?" for each in path)
