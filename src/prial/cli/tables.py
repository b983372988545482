"""``prial tables``: makes the tables that the strong bots play by."""

from importlib.util import find_spec
from pathlib import Path

import click

from prial.bots import tables as shipped
from prial.cli.support.files import write_bytes
from prial.cli.support.screen import ticking
from prial.errors import PrialError, refuse, teach
from prial.study.train import FIELDS, SHIPPED, train

teach(
    "en",
    {
        "tables.numba": "Making tables needs the compiled loops: install numba, as in pip install 'prial[fast]'.",
    },
)


@click.command("tables")
@click.option("--game", type=click.Choice(["crash", "brag"]), help="Whose tables; both games' if not given.")
@click.option("--deals", default=1_000_000, show_default=True, type=click.IntRange(1), metavar="N", help="Deals of each pass.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), metavar="N", help="Where the shuffles come from.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), metavar="FOLDER", help="Where to; else with us.")
@click.option("--threads", type=click.IntRange(1), metavar="N", help="How many at once; one a core if not given.")
def command(*, game: str | None, deals: int, seed: int, out: Path | None, threads: int | None) -> None:
    """Make the tables that the strong bots play by.

    For Crash deals are played and counted until it is known how often each hand wins each place. The same seed and number
    of deals give the same files to the byte. For Brag heads-up games are solved, which takes no deals and no seed. A file is
    written when it is done, so Ctrl-C loses only the one being made.

    \b
    prial tables --deals 100000 --out /tmp/tables
    prial tables --game brag
    prial tables                             all of them anew, where they are shipped
    """  # noqa: D301  # \b is click's, and means: don't wrap
    if game != "brag":
        _crash(out or Path(shipped.__file__).parent, deals, seed, threads)
    if game != "crash":
        _brag(out or Path(shipped.__file__).parent.parent)


def _crash(folder: Path, deals: int, seed: int, threads: int | None) -> None:
    if find_spec("numba") is None:
        raise PrialError(refuse("tables.numba"))
    for cards, others in SHIPPED:
        for against in FIELDS:
            name = shipped.name(cards, others, against)
            with ticking(name, 1) as ticker:
                made = train(
                    cards,
                    others,
                    against,
                    deals=deals,
                    seed=seed,
                    threads=threads,
                    progress=lambda _, done, total, ticker=ticker: ticker.at(done, total),  # type: ignore[misc]  # binds the loop's name
                )
            write_bytes(folder / name, made.to_bytes())
            click.echo(f"{folder / name}")


def _brag(folder: Path) -> None:
    from prial.bots.heads_up import FILE
    from prial.study.solve.table import make

    with ticking(FILE, 1) as ticker:
        write_bytes(folder / FILE, make(ticker.at))
    click.echo(f"{folder / FILE}")
