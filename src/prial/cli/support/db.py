"""The place where the server keeps its game tables: a file, or a PostgreSQL database."""

from pathlib import Path
from typing import Any, Final

import click

from prial.cli.support.files import data_home

_WRITTEN: Final = ("postgres://", "postgresql://")
"""Beginnings of a PostgreSQL address as people write it. The store needs the driver's name in the address too."""


class _Database(click.ParamType[Path | str]):
    """The path of a file, or the address of a PostgreSQL database."""

    name = "database"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path | str:  # click's
        """The path of the file, or the address with the driver's name in it."""
        text = str(value)
        if "://" not in text:
            return Path(text)
        known = next((each for each in _WRITTEN if text.startswith(each)), None)
        return text if known is None else f"postgresql+asyncpg://{text[len(known) :]}"


DATABASE: Final = _Database()
"""Type of an option or argument that names a file or a database."""


def asked(db: Path | str | None) -> Path | str:
    """The file or database of the game tables. None stands for the usual file. The path of a file is made absolute."""
    return db if isinstance(db, str) else (db or data_home() / "tables.db").absolute()


def url_of(db: Path | str) -> str:
    """The URL of a file or database, as the store needs it."""
    from prial.host.store import file_url

    return db if isinstance(db, str) else file_url(db)
