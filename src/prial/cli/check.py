"""``prial check``: checks all tables, and lists what is wrong with them."""

import asyncio
import secrets
from pathlib import Path

import click

from prial.cli.support.db import DATABASE, asked, url_of
from prial.cli.support.extra import server_packages
from prial.cli.support.screen import emit_json, ticking


@click.command("check")
@click.argument("file", required=False, type=DATABASE, metavar="[FILE|URL]")
@click.option("--sample", type=click.IntRange(1), metavar="N", help="Check this many tables, drawn at random, instead of all.")
@click.option("--seed", type=click.IntRange(0), metavar="N", help="Seed that an earlier check printed, to draw the same tables.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def command(*, file: Path | str | None, sample: int | None, seed: int | None, as_json: bool) -> int:
    """Check all tables, and list what is wrong with them.

    Every game is played again from its log, on all processors. The result is compared with what is stored beside the log. Nothing
    is changed. The server may run during the check. With `nice` before the command, the server's work goes first. FILE may be a
    backup or an archive too (default: the file that prial serve uses). The exit status is 0 if all is well, and 1 if there is a
    fault.

    \b
    prial check
    prial check tables-monday.db
    nice prial check --sample 1000
    prial check postgresql://prial@db.example/prial
    prial check --json | jq .faults
    """  # noqa: D301  # \b is click's, and means: don't wrap
    with server_packages():
        from prial.host.examine import examine
    drawn = secrets.randbelow(1_000_000) if seed is None else seed
    with ticking("the file", 1) as ticker:
        found = asyncio.run(
            examine(url_of(asked(file)), lambda done, total: ticker.at(done, total, "tables"), sample=sample, seed=drawn)
        )
    if as_json:
        emit_json(found)
    else:
        for line in (*found.faults, *found.notes):
            click.echo(f"{line}.")
        tables = f"{found.tables:,} table{'' if found.tables == 1 else 's'}"
        if sample is not None:
            tables = f"{tables} of {found.stored:,}, drawn with --seed {drawn}"
        faults = f"{len(found.faults):,} fault{'' if len(found.faults) == 1 else 's'}"
        click.echo(f"{tables}: {faults}." if found.faults else f"{tables}, and all is sound.")
    return 1 if found.faults else 0
