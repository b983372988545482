"""Where tables are kept: a file, or a database server."""

from pathlib import Path
from typing import Any, Final

import click

from prial.cli.support.files import data_home

_WRITTEN: Final = ("postgres://", "postgresql://")
"""How people write the address of a PostgreSQL; the store wants its driver too."""


class _Database(click.ParamType[Path | str]):
    """A file's path, or the address of a PostgreSQL."""

    name = "database"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path | str:  # click's
        """What somebody wrote."""
        text = str(value)
        if "://" not in text:
            return Path(text)
        known = next((each for each in _WRITTEN if text.startswith(each)), None)
        return text if known is None else f"postgresql+asyncpg://{text[len(known) :]}"


DATABASE: Final = _Database()


def asked(db: Path | str | None) -> Path | str:
    """Where tables are: what was asked for, or where they usually are; a file by its whole path."""
    return db if isinstance(db, str) else (db or data_home() / "tables.db").absolute()


def url_of(db: Path | str) -> str:
    """The store's URL."""
    from prial.host.store import file_url

    return db if isinstance(db, str) else file_url(db)
