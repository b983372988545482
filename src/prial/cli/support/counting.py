"""The options by which a verb is told where a long count runs, and where it is kept: ``--workers``, ``--on``, ``--keep``."""

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

add_sentences("en", {"counting.part": "{part!r} is no part of a count: the first of three is 1/3, and it goes with --keep."})


def with_counting(*, parts: bool) -> Callable[[F], F]:
    """Adds the options to a verb, which gets what they say as its argument ``counting``.

    Args:
        parts: whether it can make a part of a count.
    """

    def around(verb: F) -> F:
        @click.option(
            "--workers", type=click.IntRange(1), metavar="N", help="How many at once, instead of all processors it may use."
        )
        @click.option("--on", metavar="PLACE", help="Count elsewhere: a Dask scheduler, tcp://host:8786, or local:N.")
        @click.option(
            "--keep",
            type=click.Path(path_type=Path, file_okay=False),
            metavar="FOLDER",
            help="Keep what is counted there, as Parquet; the same command goes on from it.",
        )
        @functools.wraps(verb)
        def asked(
            *words: Any, workers: int | None, on: str | None, keep: Path | None, part: str | None = None, **given: Any
        ) -> Any:
            number, _, of = (part or "1/1").partition("/")
            if not (number.isdecimal() and of.isdecimal() and 1 <= int(number) <= int(of)) or (part and keep is None):
                raise PrialError(refuse("counting.part", part=part or ""))
            return verb(*words, counting=Counting(Workers(workers, on), keep, int(number), int(of)), **given)

        option = click.option("--part", metavar="K/N", help="Count the K-th of N parts; put the folders' files together later.")
        return option(asked) if parts else asked  # type: ignore[return-value]  # the same, with options

    return around


@contextmanager
def going_on(counting: Counting) -> Iterator[None]:
    """Around a count: its workers, and a word on how to go on if Ctrl-C ends it."""
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
