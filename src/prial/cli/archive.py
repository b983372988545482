"""``prial archive``: moves finished tables into a file of their own."""

from datetime import datetime
from pathlib import Path

import click

from prial.cli.support.extra import server_packages
from prial.cli.support.files import data_home, held
from prial.cli.support.screen import ticking
from prial.errors import PrialError, add_sentences, refuse

add_sentences(
    "en",
    {
        "archive.exists": "{path} is there already: each archive goes into a file of its own.",
        "archive.nothing": "There are no tables in {path}.",
    },
)


@click.command("archive")
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path), metavar="OUT")
@click.option(
    "--before",
    required=True,
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="DATE",
    help="Move the finished tables that were last used before this date, for example 2026-01-01.",
)
@click.option(
    "--db",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="File with the tables (default: the one that prial serve uses).",
)
def command(*, out: Path, before: datetime, db: Path | None) -> None:
    """Move finished tables into a file of their own.

    The tables are deleted from their old file only when the archive is complete and on the disk. A person who asks for an
    archived table is told that it was archived. The server must be stopped first. An archive contains every card of every game in
    it, so keep it safe. prial restore --add brings the tables back.

    \b
    prial archive tables-2025.db --before 2026-01-01
    prial check tables-2025.db
    prial restore tables-2025.db --add
    """  # noqa: D301  # \b is click's, and means: don't wrap
    file = (db or data_home() / "tables.db").resolve()
    if not file.exists():
        raise PrialError(refuse("archive.nothing", path=str(file)))
    if out.exists():
        raise PrialError(refuse("archive.exists", path=str(out)))
    with server_packages():
        from prial.host.store.archive import put_away
        from prial.host.store.hold import hold
    with held(file) as named, hold(file, make=False) as mine, ticking("tables", 1) as ticker:
        if not (named and mine):
            raise PrialError(refuse("store.held", file=str(file)))
        day = int(before.timestamp() * 1000)
        tables, broken = put_away(file, out.absolute(), day, ticker.at)
    if tables:
        click.echo(f"Moved {tables:,} table{'' if tables == 1 else 's'} into {out}; prial restore {out} --add brings them back")
    else:
        click.echo(f"No table was finished before {before:%Y-%m-%d}: nothing is moved")
    if broken:
        click.echo(f"{broken:,} finished table{' stays' if broken == 1 else 's stay'}, with a fault that prial check names")
