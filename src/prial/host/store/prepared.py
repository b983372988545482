"""SQL statements whose text is made once, and whose values go to the driver unchanged.

Without this module, SQLAlchemy would process the statement and each value again for every group of writes. For a group of a few
moves, this processing took two thirds of the time.

Each statement writes many rows, because the driver releases Python's lock (GIL) once per statement. If the event loop is busy,
the writing thread waits longer to get this lock back than for the disk.
"""

from collections.abc import Collection, Sequence
from itertools import chain
from typing import Any, Final

from sqlalchemy import Column, Connection, CursorResult, Delete, Select, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.interfaces import Dialect

_MOST: Final = 32
"""The greatest number of rows in a statement. Statements with different numbers of rows are prepared separately and kept."""
_INSERTS: Final = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}
"""SQLAlchemy's ``insert`` for each dialect."""


class Write:
    """Inserts rows into a database table.

    Args:
        table: the database table.
        over: whether a new row replaces an old row with the same primary key.
    """

    def __init__(self, table: Table, *, over: bool = False) -> None:
        self._table, self._over = table, over
        self._made: dict[tuple[str, int], str] = {}
        """The statement's texts: one for each dialect and number of rows."""

    def run(self, connection: Connection, rows: Sequence[tuple[Any, ...]]) -> None:
        """Insert rows, each with its values in the order of the table's columns."""
        for at in range(0, len(rows), _MOST):
            some = rows[at : at + _MOST]
            text = self._made.get((connection.dialect.name, len(some))) or self._make(connection.dialect, len(some))
            connection.exec_driver_sql(text, tuple(chain.from_iterable(some)))

    def _make(self, dialect: Dialect, many: int) -> str:
        """Make the statement's text for a given number of rows, and keep the text."""
        columns = self._table.columns
        statement: Any = _INSERTS[dialect.name](self._table).values([dict.fromkeys(columns.keys(), 0)] * many)
        if self._over:
            others = {each.name: statement.excluded[each.name] for each in columns if not each.primary_key}
            statement = statement.on_conflict_do_update(index_elements=[*self._table.primary_key], set_=others)
        text = str(statement.compile(dialect=dialect))
        self._made[dialect.name, many] = text
        return text


class Keyed:
    """A statement that applies to all rows whose key is one of the given keys.

    Args:
        statement: the statement, without the condition on the keys.
        column: the column that holds the key.
    """

    def __init__(self, statement: Select[Any] | Delete, column: Column[str]) -> None:
        self._statement, self._column = statement, column
        self._made: dict[tuple[str, int], str] = {}
        """The statement's texts: one for each dialect and number of keys."""

    def run(self, connection: Connection, keys: Collection[str]) -> CursorResult[Any]:
        """Run the statement for one or more keys."""
        # Filled up to a power of two, so that there are few different texts. A key given twice is found once
        many = 1 << (len(keys) - 1).bit_length()
        asked = (*keys, *[next(iter(keys))] * (many - len(keys)))
        text = self._made.get((connection.dialect.name, many)) or self._make(connection.dialect, asked)
        return connection.exec_driver_sql(text, asked)

    def _make(self, dialect: Dialect, keys: Sequence[str]) -> str:
        """Make the statement's text for a given number of keys, and keep the text."""
        statement = self._statement.where(self._column.in_(keys))
        text = str(statement.compile(dialect=dialect, compile_kwargs={"render_postcompile": True}))
        self._made[dialect.name, len(keys)] = text
        return text
