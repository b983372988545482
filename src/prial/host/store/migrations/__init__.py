"""How a store of an older format becomes one of this: a script for each step, run by Alembic, all in one transaction."""

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
    """Bring a store to this format. What is in the middle of it when the power goes stays as it was.

    Args:
        connection: in a transaction, which the caller commits.
        found: the store's format.
    """
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "steps"))
    config.attributes["connection"] = connection
    command.stamp(config, str(found), purge=True)  # the house knows its format; Alembic is told
    command.upgrade(config, str(FORMAT))
    connection.execute(update(HOUSE).values(format=FORMAT))


def bring_up(file: Path) -> None:
    """Bring a SQLite store that nobody has open to this format, if it is of an older one.

    Raises:
        StoreError: it is none of ours, or of a newer format.
    """
    engine = create_engine(URL.create("sqlite", database=str(file)))
    with engine.begin() as connection:
        found = found_format(connection, str(file))
        if found is not None and found < FORMAT:
            carry_on(connection, found)
    engine.dispose()


def kept(file: Path, found: int) -> Path:
    """Keep a copy of a SQLite store as it is, beside it, before it is carried on. No copy is ever overwritten.

    Args:
        file: the store.
        found: its format.
    Returns:
        The copy, which the program that wrote the store still reads: one that was there already, if it is the same to the byte.
    Raises:
        sqlite3.Error, OSError: it can't be written, or not read.
    """
    first = file.with_name(f"{file.name}.format-{found}")
    unfinished = first.with_name(f"{first.name}.unfinished")
    unfinished.unlink(missing_ok=True)  # from a time when the power went
    unfinished.touch(0o600)  # it holds every card of every game
    try:
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("VACUUM INTO ?", (str(unfinished),))
        sync_file(unfinished)  # SQLite doesn't: what has a copy's name is whole
        copy = _as_it_is(unfinished, first)
    finally:
        unfinished.unlink(missing_ok=True)
    sync_folder(file.parent)
    _LOG.warning("store carried on to a newer format", extra={"found": found, "format": FORMAT, "copy": str(copy)})
    return copy


def _as_it_is(unfinished: Path, first: Path) -> Path:
    """Give a copy the first name that is free, unless one of those before is the same: then nothing was played since."""
    for number in count(1):
        copy = first if number == 1 else first.with_name(f"{first.name}-{number}")
        if not copy.exists():
            return unfinished.rename(copy)
        if filecmp.cmp(unfinished, copy, shallow=False):
            return copy
    raise AssertionError("there is no end of numbers")
