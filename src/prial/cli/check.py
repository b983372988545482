"""``prial check``: all tables looked through, and what is wrong with which."""

import asyncio
from pathlib import Path

import click

from prial.cli.support.extra import server_packages
from prial.cli.support.files import data_home
from prial.cli.support.screen import emit_json, ticking


@click.command("check")
@click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path), metavar="[FILE]")
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
def command(*, file: Path | None, as_json: bool) -> int:
    """Look through all tables, and say what is wrong with which.

    Every game is played again from its log, and what is stored beside the log has to follow from it. Nothing is written, and
    the server may run meanwhile. FILE may also be a backup or an archive; without it, it is where prial serve keeps tables.
    The exit status is 0 where all is sound, and 1 where something is wrong.

    \b
    prial check
    prial check tables-monday.db
    prial check --json | jq .faults
    """  # noqa: D301  # \b is click's, and means: don't wrap
    with server_packages():
        from prial.host.examine import examine
        from prial.host.store import file_url
    where = (file or data_home() / "tables.db").absolute()
    with ticking("tables", 1) as ticker:
        found = asyncio.run(examine(file_url(where), lambda done, total: ticker.at(done, total, "tables")))
    if as_json:
        emit_json(found)
    else:
        for line in (*found.faults, *found.notes):
            click.echo(f"{line}.")
        tables = f"{found.tables:,} table{'' if found.tables == 1 else 's'}"
        faults = f"{len(found.faults):,} fault{'' if len(found.faults) == 1 else 's'}"
        click.echo(f"{tables}: {faults}." if found.faults else f"{tables}, and all is sound.")
    return 1 if found.faults else 0
