"""Many files at once: finds the files that are meant, goes through them, and says which of them can't be used."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, TypeVar

import click
import msgspec

from prial.cli.support.screen import Ticker
from prial.errors import PrialError, add_sentences, refuse

T = TypeVar("T")
ENDING: Final = ".json"
"""The end of the name of a file that is taken from a folder."""

add_sentences("en", {"files.none": "There is no record in {path}: no file there has a name that ends in {ending}."})


class Unread(msgspec.Struct, frozen=True):
    """A file that can't be used."""

    file: str
    """The file's path."""
    why: str
    """The reason, in a sentence."""


def chosen(given: Sequence[str]) -> list[str] | None:
    """The files that several paths mean. A folder stands for its files that end in `ENDING`, in the order of their names.

    Args:
        given: paths of files and folders; ``-`` is stdin.
    Returns:
        The paths of the files; None if a single file is meant, and no folder was named.
    Raises:
        PrialError: a folder has no such file, or can't be read.
    """
    if len(given) == 1 and not Path(given[0]).is_dir():
        return None
    found = list[str]()
    for path in given:
        if not Path(path).is_dir():
            found.append(path)
            continue
        try:
            inside = sorted(str(each) for each in Path(path).iterdir() if each.suffix == ENDING and each.name[0] != ".")
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise PrialError(refuse("file.unreadable", path=path, why=why)) from error
        if not inside:
            raise PrialError(refuse("files.none", path=path, ending=ENDING))
        found += inside
    return list(dict.fromkeys(found))


def go_through(
    paths: Sequence[str], use: Callable[[int, str], T], unread: list[Unread], ticker: Ticker | None = None
) -> Iterator[T]:
    """Use one file after the other. A file that can't be used is named in a sentence on stderr, and the others go on.

    Args:
        paths: the files.
        use: called with the number of files before and the path of a file.
        unread: a list to which the files that can't be used are added.
        ticker: the progress that is shown meanwhile; None for none.
    Yields:
        What `use` gave for each file that can be used.
    """
    for number, path in enumerate(paths):
        try:
            found = use(number, path)
        except PrialError as error:
            why = " ".join(str(error).split())
            unread.append(Unread(path, why))
            sentence = why if path in why else f"{printable(path)}: {why}"
            ticker.say(sentence) if ticker is not None else click.echo(sentence, err=True)
        else:
            yield found


def printable(path: str) -> str:
    """A path that a terminal shows and doesn't obey."""
    return "".join(each if each.isprintable() else "?" for each in path)
