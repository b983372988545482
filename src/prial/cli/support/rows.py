"""The option ``--out``, by which a verb writes what it counted row by row, and what its results say of themselves."""

import shlex
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from prial.core.game import Game
from prial.study.about import About

F = TypeVar("F", bound=Callable[..., Any])


def with_out(row: str) -> Callable[[F], F]:
    """Give a verb the option; it gets the file's path, or None.

    Args:
        row: what a row is.
    """
    return click.option(
        "--out",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help=f"Write {row} there too, as Parquet, a row each.",
    )


def about(game: Game[Any, Any], seed: int) -> About:
    """What a result of this command says of itself."""
    return About.of(game, seed, shlex.join(["prial", *sys.argv[1:]]))


def with_about(found: Mapping[str, Any], told: About) -> dict[str, Any]:
    """A result as a program gets it."""
    return {"about": told, **found}
