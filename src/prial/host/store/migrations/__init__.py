"""Brings a store of an older format to the present format. Alembic runs a script for each step, all in one transaction."""

import filecmp
import logging
import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from sqlalchemy import URL, Connection, create_engine, update

from prial.host.store.engine import found_format
from prial.host.store.schema import FORMAT, HOUSE
from prial.host.synced import sync_file, sync_folder

_LOG: Final = logging.getLogger("prial.host")


def carry_on(connection: Connection, found: int) -> None:
    """Bring a store to the present format. If the power fails meanwhile, the store stays as it was.

    Args:
        connection: a connection in a transaction, which the caller commits.
        found: the store's format.
    """
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "steps"))
    config.attributes["connection"] = connection
    command.stamp(config, str(found), purge=True)  # tells Alembic the format, which stands in the house's row
    command.upgrade(config, str(FORMAT))
    connection.execute(update(HOUSE).values(format=FORMAT))


def bring_up(file: Path) -> None:
    """Bring a SQLite store to the present format if it has an older format. No process may have the store open.

    Raises:
        StoreError: if the file isn't a store of this program, or has a newer format.
    """
    engine = create_engine(URL.create("sqlite", database=str(file)))
    with engine.begin() as connection:
        found = found_format(connection, str(file))
        if found is not None and found < FORMAT:
            carry_on(connection, found)
    engine.dispose()


def kept(file: Path, found: int) -> Path:
    """Copy a SQLite store to a file beside it. Do this before the store gets a newer format. No copy is ever overwritten.

    Args:
        file: the store.
        found: the store's format.
    Returns:
        The copy. If an equal copy exists already, that copy is returned.
    Raises:
        sqlite3.Error, OSError: if the store can't be read, or the copy can't be written.
    """
    first = file.with_name(f"{file.name}.format-{found}")
    unfinished = first.with_name(f"{first.name}.unfinished")
    unfinished.unlink(missing_ok=True)  # the power may have failed during an earlier copy
    unfinished.touch(0o600)  # readable for its owner only: it has every card of every game
    try:
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("VACUUM INTO ?", (str(unfinished),))
        sync_file(unfinished)  # SQLite doesn't do this, and a file under a copy's name must be whole
        copy = _as_it_is(unfinished, first)
    finally:
        unfinished.unlink(missing_ok=True)
    sync_folder(file.parent)
    _LOG.warning("store carried on to a newer format", extra={"found": found, "format": FORMAT, "copy": str(copy)})
    return copy


def _as_it_is(unfinished: Path, first: Path) -> Path:
    """Give a new copy a free name, or find an equal older copy.

    Returns the path of the copy.
    """
    for number in count(1):
        copy = first if number == 1 else first.with_name(f"{first.name}-{number}")
        if not copy.exists():
            return unfinished.rename(copy)
        if filecmp.cmp(unfinished, copy, shallow=False):
            return copy
    raise AssertionError("unreachable: count() never ends")
