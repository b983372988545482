"""The options of commands that count results over many deals.

``--workers`` and ``--on`` say where the count runs, and ``--keep`` says where its results are saved.
"""

import functools
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from prial.errors import PrialError, add_sentences, refuse
from prial.study.chunks import Counting
from prial.study.work import Workers

F = TypeVar("F", bound=Callable[..., Any])
"""Type of a command's function."""

add_sentences(
    "en", {"counting.part": "Part {part!r} can't be counted: write --part 1/3 for the first of three, together with --keep."}
)


def with_counting(*, parts: bool) -> Callable[[F], F]:
    """A decorator that adds ``--workers``, ``--on`` and ``--keep`` to a command.

    The command gets their values as its argument ``counting``.

    Args:
        parts: whether to add ``--part``, too. With ``--part 2/3``, a command counts only the second of three parts.
    """

    def around(verb: F) -> F:
        @click.option(
            "--workers",
            type=click.IntRange(1),
            metavar="N",
            help="Number of processes (default: as many as there are processors).",
        )
        @click.option("--on", metavar="PLACE", help="Count on a Dask cluster: its scheduler as tcp://host:8786, or local:N.")
        @click.option(
            "--keep",
            type=click.Path(path_type=Path, file_okay=False),
            metavar="FOLDER",
            help="Save the count in this folder, as Parquet; the same command then goes on from there.",
        )
        @functools.wraps(verb)
        def asked(
            *words: Any, workers: int | None, on: str | None, keep: Path | None, part: str | None = None, **given: Any
        ) -> Any:
            number, _, of = (part or "1/1").partition("/")
            if not (number.isdecimal() and of.isdecimal() and 1 <= int(number) <= int(of)) or (part and keep is None):
                raise PrialError(refuse("counting.part", part=part or ""))
            return verb(*words, counting=Counting(Workers(workers, on), keep, int(number), int(of)), **given)

        option = click.option(
            "--part", metavar="K/N", help="Count only part K of N; afterwards, put the files of all parts into one folder."
        )
        return option(asked) if parts else asked  # type: ignore[return-value]  # the same, with options

    return around


@contextmanager
def going_on(counting: Counting) -> Iterator[None]:
    """A context in which the workers of a command count results over many deals.

    If Ctrl-C ends the context, and ``--keep`` saves the results, print how to go on with the count.

    Args:
        counting: the workers, and the folder of ``--keep``.
    """
    # Ctrl-C goes to every process at the terminal; only this one answers it
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
    try:
        with counting.workers:
            yield
    except KeyboardInterrupt:
        if counting.keep is not None:
            click.echo(f"What was counted is kept in {counting.keep}; the same command goes on from there.", err=True)
        raise
