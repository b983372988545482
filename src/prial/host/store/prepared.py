"""Statements whose text is made once, and whose values go to the driver as they are.

SQLAlchemy would look at the statement, and at each value of each row, anew for every group: two thirds of what a group of a few
moves cost. And a statement writes many rows, since the driver lets go of Python's lock once for each that it carries out: beside
a busy event loop the thread that writes waits for that lock longer than for the disk.
"""

from collections.abc import Collection, Sequence
from itertools import chain
from typing import Any, Final

from sqlalchemy import Column, Connection, CursorResult, Delete, Select, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.interfaces import Dialect

_MOST: Final = 32
"""Rows of one statement: so many texts there may be of it, and the driver keeps them all."""
_INSERTS: Final = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


class Write:
    """Puts rows into a table.

    Args:
        table: the table.
        over: whether a row takes the place of the one that has its primary key.
    """

    def __init__(self, table: Table, *, over: bool = False) -> None:
        self._table, self._over = table, over
        self._made: dict[tuple[str, int], str] = {}
        """The text by dialect and number of rows."""

    def run(self, connection: Connection, rows: Sequence[tuple[Any, ...]]) -> None:
        """Write rows: the values of each in the order of the table's columns."""
        for at in range(0, len(rows), _MOST):
            some = rows[at : at + _MOST]
            text = self._made.get((connection.dialect.name, len(some))) or self._make(connection.dialect, len(some))
            connection.exec_driver_sql(text, tuple(chain.from_iterable(some)))

    def _make(self, dialect: Dialect, many: int) -> str:
        columns = self._table.columns
        statement: Any = _INSERTS[dialect.name](self._table).values([dict.fromkeys(columns.keys(), 0)] * many)
        if self._over:
            others = {each.name: statement.excluded[each.name] for each in columns if not each.primary_key}
            statement = statement.on_conflict_do_update(index_elements=[*self._table.primary_key], set_=others)
        text = str(statement.compile(dialect=dialect))
        self._made[dialect.name, many] = text
        return text


class Keyed:
    """A statement about whatever has one of some keys.

    Args:
        statement: what is done.
        column: where the key stands.
    """

    def __init__(self, statement: Select[Any] | Delete, column: Column[str]) -> None:
        self._statement, self._column = statement, column
        self._made: dict[tuple[str, int], str] = {}
        """The text by dialect and number of keys."""

    def run(self, connection: Connection, keys: Collection[str]) -> CursorResult[Any]:
        """Carry it out for some keys, of which there is at least one."""
        # So many keys that there are few different texts; a key that is asked for twice is found once
        many = 1 << (len(keys) - 1).bit_length()
        asked = (*keys, *[next(iter(keys))] * (many - len(keys)))
        text = self._made.get((connection.dialect.name, many)) or self._make(connection.dialect, asked)
        return connection.exec_driver_sql(text, asked)

    def _make(self, dialect: Dialect, keys: Sequence[str]) -> str:
        statement = self._statement.where(self._column.in_(keys))
        text = str(statement.compile(dialect=dialect, compile_kwargs={"render_postcompile": True}))
        self._made[dialect.name, len(keys)] = text
        return text
