"""Adds the option ``--out``, which writes results to a file row by row. Adds facts about a run to the run's results."""

import shlex
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from prial.core.game import Game
from prial.study.about import About

F = TypeVar("F", bound=Callable[..., Any])
"""Type of a command's function."""


def with_out(row: str) -> Callable[[F], F]:
    """Add the option ``--out`` to a command. The command gets the file's path, or None if the option isn't given.

    Args:
        row: what a row contains, as words for the help.
    """
    return click.option(
        "--out",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help=f"Also write {row} to this file, one row each, as Parquet.",
    )


def about(game: Game[Any, Any], seed: int) -> About:
    """The facts about this run that its results contain: version, game, rules, seed and command."""
    return About.of(game, seed, shlex.join(["prial", *sys.argv[1:]]))


def with_about(found: Mapping[str, Any], told: About) -> dict[str, Any]:
    """A result for JSON, with the facts about its run added under the key ``about``."""
    return {"about": told, **found}
