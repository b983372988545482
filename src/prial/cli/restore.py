"""``prial restore``: replaces all tables by a backup, or adds an archive to them."""

import asyncio
import tempfile
from pathlib import Path

import click

from prial.cli.support.db import DATABASE, asked
from prial.cli.support.extra import server_packages
from prial.cli.support.files import held
from prial.cli.support.screen import ticking
from prial.errors import PrialError, add_sentences, refuse

add_sentences(
    "en",
    {
        "restore.exists": "There are tables in {path} already. With --force, the backup takes their place, and they are kept "
        "under another name. With --add, the backup's tables are added to them.",
        "restore.nowhere": "There are no tables in {path} to add to; without --add, the backup is put there.",
        "restore.empty": "A backup can go only into an empty database: --force and --add work only with files.",
        "restore.itself": "{path} is the file that holds the tables, not a backup.",
    },
)


@click.command("restore")
@click.argument("backup", type=click.Path(dir_okay=False, path_type=Path), metavar="BACKUP")
@click.option(
    "--db",
    type=DATABASE,
    metavar="FILE|URL",
    envvar="PRIAL_DB",
    help="File or empty database to restore to, or $PRIAL_DB (default: the file that prial serve uses).",
)
@click.option("--force", is_flag=True, help="Replace existing tables; they are kept under another name.")
@click.option("--add", is_flag=True, help="Add the tables to the existing ones, for example to bring back an archive.")
def command(*, backup: Path, db: Path | str | None, force: bool, add: bool) -> None:
    """Replace all tables by a backup, or add an archive to them.

    The backup is checked first, and stays as it is. The server must be stopped.

    \b
    prial restore tables-monday.db
    prial restore /backup/tables.db --db /srv/prial/tables.db --force
    prial restore tables-2025.db --add
    prial restore tables-monday.db --db postgresql://prial@db.example/prial
    """  # noqa: D301  # \b is click's, and means: don't wrap
    there = asked(db)
    if isinstance(there, str):
        if force or add:
            raise PrialError(refuse("restore.empty"))
        _move(backup, there)
        return
    file = there.resolve()
    if backup.exists() and file.exists() and backup.samefile(file):
        raise PrialError(refuse("restore.itself", path=str(backup)))
    if add:
        _add(backup, file)
        return
    if file.exists() and not force:
        raise PrialError(refuse("restore.exists", path=str(file)))
    with server_packages():
        from prial.host.store.copies import copied, put
        from prial.host.store.hold import hold
    with (
        copied(backup.absolute(), file.parent) as (copy, tables),
        held(file) as named,
        hold(file, make=False) as mine,
    ):
        if not (named and mine):
            raise PrialError(refuse("store.held", file=str(file)))
        aside = put(copy, file)
    kept = f"; what was there is kept as {aside}" if aside else ""
    click.echo(f"Put {tables:,} table{'' if tables == 1 else 's'} into {file}{kept}")


def _move(backup: Path, url: str) -> None:
    """Copy the tables of a backup file into the empty database at the address ``url``."""
    with server_packages():
        from prial.host.store import file_url, place
        from prial.host.store.copies import copied
        from prial.host.store.migrations import bring_up
        from prial.host.store.moving import move
    with tempfile.TemporaryDirectory() as folder, copied(backup.absolute(), Path(folder)) as (copy, _):
        bring_up(copy)
        with ticking("entries", 1) as ticker:
            tables = asyncio.run(move(file_url(copy), url, ticker.at))
    click.echo(f"Put {tables:,} table{'' if tables == 1 else 's'} into the database {place(url)}")


def _add(backup: Path, file: Path) -> None:
    """Add the tables of a backup to the tables in another file."""
    if not file.exists():
        raise PrialError(refuse("restore.nowhere", path=str(file)))
    with server_packages():
        from prial.host.store.archive import bring_back
        from prial.host.store.copies import copied
        from prial.host.store.hold import hold
        from prial.host.store.migrations import bring_up
    with (
        copied(backup.absolute(), file.parent) as (copy, _),
        held(file) as named,
        hold(file, make=False) as mine,
    ):
        if not (named and mine):
            raise PrialError(refuse("store.held", file=str(file)))
        bring_up(copy)
        with ticking("tables", 1) as ticker:
            added, there = bring_back(copy, file, ticker.at)
    rest = f"; {there:,} were there already" if there else ""
    click.echo(f"Added {added:,} table{'' if added == 1 else 's'} to {file}{rest}")
