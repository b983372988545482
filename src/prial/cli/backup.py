"""``prial backup``: copies all tables while the server runs."""

from pathlib import Path

import click

from prial.cli.support.db import DATABASE, asked
from prial.cli.support.extra import server_packages
from prial.cli.support.screen import ticking
from prial.errors import PrialError, add_sentences, refuse
from prial.host.synced import sync_folder

add_sentences(
    "en",
    {
        "backup.exists": "{path} is there already; --force replaces it.",
        "backup.itself": "{path} is the file that holds the tables: write the backup to another file.",
    },
)


@click.command("backup")
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path), metavar="OUT")
@click.option(
    "--db",
    type=DATABASE,
    metavar="FILE|URL",
    envvar="PRIAL_DB",
    help="File or database with the tables, or $PRIAL_DB (default: the file that prial serve uses).",
)
@click.option("--force", is_flag=True, help="Replace OUT if it is there.")
def command(*, out: Path, db: Path | str | None, force: bool) -> None:
    """Copy all tables into a file, while the server runs.

    Players don't have to wait for the backup. The copy is checked before it replaces an old file. The copy contains every card
    of every game, so keep it safe.

    \b
    prial backup tables-monday.db
    prial backup --db /srv/prial/tables.db /backup/tables.db --force
    prial backup --db postgresql://prial@db.example/prial tables.db
    """  # noqa: D301  # \b is click's, and means: don't wrap
    there = asked(db)
    if isinstance(there, Path) and out.exists() and there.exists() and out.samefile(there):
        raise PrialError(refuse("backup.itself", path=str(out)))
    if out.exists() and not force:
        raise PrialError(refuse("backup.exists", path=str(out)))
    with server_packages():
        from prial.host.store.copies import copied, fetched
    folder = out.absolute().parent
    with ticking("entries", 1) as ticker:
        made = copied(there, folder) if isinstance(there, Path) else fetched(there, folder, ticker.at)
        with made as (copy, tables):
            copy.replace(out)
            sync_folder(folder)
    click.echo(f"Copied {tables:,} table{'' if tables == 1 else 's'} into {out}")
