"""Saves solved strategies in a file, from which they can be loaded and improved."""

import io
import re
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import msgspec
import numpy as np
from numpy.typing import NDArray

from prial.errors import PrialError, add_sentences, refuse
from prial.study.about import About

if TYPE_CHECKING:
    from prial.study.solve.cfr import Solver

add_sentences(
    "en",
    {
        "solve.not_kept": "{path} isn't a file of solved strategies: {why}.",
        "solve.other": "{path} holds strategies for something else: {found}. This is {wanted}.",
    },
)


class Heading(msgspec.Struct, frozen=True):
    """How the strategies in a file were made. The file holds this description with the strategies."""

    about: About
    """The version of Prial, the game, its rules and the command."""
    hands: str
    """The options of ``prial solve`` as text: ``chips 6, ante 1, bets all, hands places``.

    Here ``hands places`` says which hands are played alike (see `prial.study.solve.hands.Hands.told_apart`).
    """
    iterations: int
    """Number of iterations made."""


def _of(heading: Heading) -> list[str]:
    """The game, options and rules of the strategies in a file, as texts to compare."""
    about = heading.about
    rules = [f"{name}={value}" for name, value in sorted(about.rules.items())]
    return [f"{about.game} {about.game_version}", *re.split(r", (?=[a-z]+ )", heading.hands), *rules]


def heading(path: Path) -> Heading:
    """Get the heading of a file of strategies. The heading says how the strategies were made.

    Args:
        path: the file.
    Raises:
        PrialError: if the file can't be read.
    """
    with _opened(path) as (found, _):
        return found


@contextmanager
def _opened(path: Path) -> Iterator[tuple[Heading, Mapping[str, NDArray[Any]]]]:
    """Open a file, and yield its heading and its arrays by name. Each array is read when it is looked up."""
    try:
        with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
            yield msgspec.json.decode(file["heading"].tobytes(), type=Heading), file
    except (OSError, EOFError, ValueError, KeyError, BadZipFile, zlib.error, msgspec.MsgspecError) as error:
        raise PrialError(refuse("solve.not_kept", path=str(path), why="it is damaged, or another kind of file")) from error


def to_bytes(solver: "Solver", about: About, hands: str) -> bytes:
    """Get a solver's strategies as bytes, to be written to a file.

    Args:
        solver: the solver.
        about: the version of Prial, the solver's game, its rules and the command.
        hands: the options of ``prial solve`` as text (see `Heading.hands`).
    """
    heading = msgspec.json.encode(Heading(about, hands, solver.iterations))
    file = io.BytesIO()
    regrets, totals = solver.numbers
    np.savez_compressed(
        file,
        heading=np.frombuffer(heading, np.uint8),
        regrets_0=regrets[0],
        regrets_1=regrets[1],
        totals_0=totals[0],
        totals_1=totals[1],
    )
    return file.getvalue()


def load(path: Path, solver: "Solver", about: About, hands: str | None = None) -> None:
    """Load strategies from a file into a solver, which then goes on from the last iteration in the file.

    Args:
        path: the file.
        solver: a solver of the same game.
        about: the solver's game, its version and its rules. The other fields aren't compared.
        hands: the options with which the file must have been made (see `Heading.hands`); None for any options.
    Raises:
        PrialError: if the file can't be read, or has strategies for another game or with other options.
    """
    with _opened(path) as (found, file):
        regrets, totals = [[file[f"{name}_{seat}"] for seat in (0, 1)] for name in ("regrets", "totals")]
    _same(path, found, about, hands)
    try:
        solver.go_on(found.iterations, regrets, totals)
    except ValueError as error:
        raise PrialError(refuse("solve.not_kept", path=str(path), why=str(error))) from error


def check(path: Path, about: About, hands: str) -> None:
    """Check that a file's strategies are for a certain game and were made with certain options.

    Args:
        path: the file.
        about: the game, its version and its rules. The other fields aren't compared.
        hands: the options with which the file must have been made (see `Heading.hands`).
    Raises:
        PrialError: if the file can't be read, or has strategies for another game or with other options.
    """
    _same(path, heading(path), about, hands)


def _same(path: Path, found: Heading, about: About, hands: str | None) -> None:
    there, here = _of(found), _of(Heading(about, found.hands if hands is None else hands, 0))
    if there != here:
        only = [", ".join([each for each in one if each not in other]) for one, other in ((there, here), (here, there))]
        raise PrialError(refuse("solve.other", path=str(path), found=only[0] or "less", wanted=only[1] or "more"))
