"""Statements whose text is made once, and whose values go to the driver as they are.

SQLAlchemy would look at the statement, and at each value of each row, anew for every group: two thirds of what a group of a few
moves cost.
"""

from collections.abc import Collection, Mapping, Sequence
from operator import itemgetter
from typing import Any, Final

from sqlalchemy import Connection, Insert, Select, Update
from sqlalchemy.engine.interfaces import Dialect


class Write:
    """A statement that is carried out for rows of values.

    Args:
        statement: it has a parameter for each value of a row, of the same name.
    """

    def __init__(self, statement: Insert | Update) -> None:
        self._statement: Final = statement
        self._made: dict[str, tuple[str, Sequence[str] | None]] = {}
        """The text and the order of its values, by dialect; no order where values have names."""

    def run(self, connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
        """Carry it out for each row; there is at least one, and a row has more than one value."""
        dialect = connection.dialect
        if dialect.name not in self._made:
            made = self._statement.compile(dialect=dialect, column_keys=list(rows[0]))
            self._made[dialect.name] = str(made), made.positiontup
        text, order = self._made[dialect.name]
        connection.exec_driver_sql(text, rows if order is None else list(map(itemgetter(*order), rows)))


class Look:
    """A query for whatever has one of some keys.

    Args:
        query: for pairs; it has one parameter, which stands for all of the keys.
    """

    def __init__(self, query: Select[Any]) -> None:
        self._query: Final = query
        (self._name,) = query.compile().params
        self._made: dict[tuple[str, int], str] = {}
        """The text by dialect and number of keys."""

    def run(self, connection: Connection, keys: Collection[str]) -> Sequence[Any]:
        """What is found of some keys, of which there is at least one."""
        # So many keys that there are few different texts; a key that is asked for twice is found once
        many = 1 << (len(keys) - 1).bit_length()
        asked = [*keys, *[next(iter(keys))] * (many - len(keys))]
        text = self._made.get((connection.dialect.name, many)) or self._make(connection.dialect, asked)
        return connection.exec_driver_sql(text, tuple(asked)).all()

    def _make(self, dialect: Dialect, keys: list[str]) -> str:
        query = self._query.params({self._name: keys})
        text = str(query.compile(dialect=dialect, compile_kwargs={"render_postcompile": True}))
        self._made[dialect.name, len(keys)] = text
        return text
