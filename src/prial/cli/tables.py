"""``prial tables``: computes the tables of numbers by which the strong bots play."""

from importlib.resources import files
from pathlib import Path

import click

from prial.cli.support.counting import going_on, with_counting
from prial.cli.support.files import write_bytes
from prial.cli.support.screen import ticking
from prial.core.registry import find, kinds
from prial.study.chunks import Counting
from prial.study.tables import Tables


@click.command("tables")
@click.argument("game", required=False, metavar="[GAME]")
@click.option(
    "--deals",
    default=1_000_000,
    show_default=True,
    type=click.IntRange(1),
    metavar="N",
    help="Number of deals to count; more deals take longer and give more exact tables.",
)
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), metavar="N", help="Seed of the shuffles.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Folder to write to (default: the installed package, beside the shipped tables).",
)
@with_counting(parts=False)
def command(*, game: str | None, deals: int, seed: int, out: Path | None, counting: Counting) -> None:
    """Compute the tables of numbers by which the strong bots play.

    These tables are files of numbers. Most tables are counted over many deals: the same seed and number of deals give the same
    files, byte for byte. A solver computes the tables for betting; it needs no deals and no seed. Each file is written as soon as
    it is finished. So Ctrl-C loses only the file in progress.

    \b
    prial tables --deals 100000 --out /tmp/tables
    prial tables brag
    prial tables                             replace the shipped tables of all games
    """  # noqa: D301  # \b is click's, and means: don't wrap
    wanted = [kind for kind in kinds() if kind.tables] if game is None else [find(game)]
    for kind in wanted:
        tables = kind.needed("tables")
        _make(tables, out or Path(str(files(tables.package))), deals, seed, counting)


def _make(tables: Tables, folder: Path, deals: int, seed: int, counting: Counting) -> None:
    with going_on(counting), ticking("tables", 1) as ticker:

        def progress(name: str, done: int, total: int) -> None:
            ticker.at(done, total, name)

        for name, data in tables.make(deals=deals, seed=seed, counting=counting, progress=progress):
            write_bytes(folder / name, data)
            click.echo(f"{folder / name}")
