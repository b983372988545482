"""Describes how a result was made, and writes rows of results with this description to a Parquet file."""

from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import msgspec

from prial import __version__
from prial.arguments import explained
from prial.core.game import Game
from prial.core.registry import find
from prial.errors import PrialError, RulesError, add_sentences, refuse

add_sentences(
    "en",
    {
        "rows.parquet": "Writing rows needs pyarrow: install it, as in pip install 'prial[cluster]'.",
        "rows.name": "{path} can't be written: rows are written as Parquet, to a file whose name ends with .parquet.",
        "rows.file": "{path} can't be written: {why}.",
        "rows.type": "{column} can't have the type {type}; Arrow's types are int64, float64, string, list:int64 and so on.",
        "rows.row": "A row has {values} values, but the file has {columns} columns.",
        "rows.mapping": "Give a row as its values in the order of the columns, not as a mapping of names to values.",
        "rows.value": "{column} is of the type {type}: {why}.",
        "rows.read": "{path} can't be read: {why}.",
        "rows.plain": "{path} has no note of how it was made: it wasn't written with `Rows`.",
    },
)

_GROUP: Final = 20_000
"""Rows are kept in memory until there are this many, and then written as one group."""
_KEY: Final = b"prial"
"""Metadata key under which a Parquet file says how it was made."""


class About(msgspec.Struct, frozen=True, kw_only=True):
    """How a result was made, in enough detail to make the same result again."""

    version: str = __version__
    """Version of Prial."""
    game: str
    """The game's name."""
    game_version: int
    """Version number of the game's rules."""
    rules: Mapping[str, str | int]
    """The rules of the table: maps the name of each option to its value."""
    seed: int
    """Seed of the random numbers."""
    command: str = ""
    """The command line that made the result; empty if a Python program made it."""
    notes: Mapping[str, Any] = {}
    """Further facts about the result, as JSON values, such as the number of deals. Empty if there are none."""

    @classmethod
    @explained
    def of(cls, game: Game[Any, Any], seed: int, command: str = "", notes: Mapping[str, Any] | None = None) -> Self:
        """Describe how a result was made, or is about to be made.

        Args:
            game: the game with its rules.
            seed: seed of the random numbers.
            command: the command line that makes the result; empty if a Python program makes it.
            notes: further facts about the result, as JSON values; None if there are none.
        """
        rules = find(game.name).schema.written(game.rules)
        return cls(game=game.name, game_version=game.version, rules=rules, seed=int(seed), command=command, notes=notes or {})


class Rows:
    """A Parquet file that is written row by row.

    The file is written at the end of the ``with`` block, even after Ctrl-C. After any other exception, no file is written, and an
    older file stays.

    Args:
        path: the file to write.
        columns: maps each column's name to its type, as in Arrow (``int64``, ``string``). The type of a list is ``list:`` and the
            type of its entries: ``list:int64``.
        about: how the rows were made; kept as JSON in the file's metadata, under ``prial``.
    Raises:
        PrialError: if one of these holds:

            * the file's name doesn't end with ``.parquet``
            * pyarrow isn't installed
            * a type isn't known
            * the file can't be written
    """

    @explained
    def __init__(self, path: Path, columns: Mapping[str, str], about: About) -> None:
        if path.suffix != ".parquet":
            raise PrialError(refuse("rows.name", path=str(path)))
        if find_spec("pyarrow") is None:
            raise PrialError(refuse("rows.parquet"))
        import pyarrow as pa
        from pyarrow import parquet

        def kind(column: str, name: str) -> Any:
            try:
                one = pa.type_for_alias(name.removeprefix("list:"))
            except ValueError as error:
                raise RulesError(refuse("rows.type", column=column, type=name)) from error
            return pa.list_(one) if name.startswith("list:") else one

        self._waiting: list[Sequence[Any]] = []
        self._path, self._beside = path, path.with_name(f".{path.name}.part")
        self._schema = pa.schema([(name, kind(name, each)) for name, each in columns.items()], {_KEY: msgspec.json.encode(about)})
        try:
            self._file = parquet.ParquetWriter(self._beside, self._schema)
        except OSError as error:
            raise PrialError(refuse("rows.file", path=str(path), why=(error.strerror or str(error)).lower())) from error

    def __enter__(self) -> Self:
        return self

    def add(self, rows: Iterable[Sequence[Any]]) -> None:
        """Add rows.

        A value of a wrong type may be found late, by a later call or at the end of the ``with`` block.

        Args:
            rows: the rows. Each has a value for every column, in the columns' order.
        Raises:
            RulesError: if one of these holds:

                * a row is a mapping
                * a row has the wrong length
                * a value isn't of its column's type
        """
        for row in rows:
            if isinstance(row, Mapping):
                raise RulesError(refuse("rows.mapping"))
            if len(row) != len(self._schema):
                raise RulesError(refuse("rows.row", values=len(row), columns=len(self._schema)))
            self._waiting.append(tuple(row))
        if len(self._waiting) >= _GROUP:
            self._write()

    def _write(self) -> None:
        """Write the rows that are in memory, as one group."""
        import pyarrow as pa

        arrays = []
        for values, field in zip(zip(*self._waiting, strict=True), self._schema, strict=True):
            try:
                arrays.append(pa.array(values, field.type))
            except (pa.ArrowException, OverflowError) as error:
                why = str(error).partition("\n")[0].rstrip(".")
                raise RulesError(refuse("rows.value", column=field.name, type=str(field.type), why=why)) from error
        self._file.write_batch(pa.record_batch(arrays, schema=self._schema))
        self._waiting.clear()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        whole = kind is None or issubclass(kind, KeyboardInterrupt)
        try:
            if whole and self._waiting:
                self._write()
        except RulesError:
            whole = False
            raise
        finally:
            self._file.close()
            if whole:
                self._beside.replace(self._path)
            else:
                self._beside.unlink(missing_ok=True)


def read_about(path: Path) -> About:
    """Read how the rows of a Parquet file were made.

    Args:
        path: a file that `Rows` has written.
    Raises:
        PrialError: if the file doesn't exist, can't be read, or wasn't written by `Rows`.
    """
    from pyarrow import ArrowException, parquet

    try:
        metadata = parquet.read_schema(path).metadata or {}
    except OSError as error:
        raise PrialError(refuse("rows.read", path=str(path), why=(error.strerror or str(error)).lower())) from error
    except ArrowException as error:
        raise PrialError(refuse("rows.read", path=str(path), why="it isn't a Parquet file")) from error
    if _KEY not in metadata:
        raise PrialError(refuse("rows.plain", path=str(path)))
    return msgspec.json.decode(metadata[_KEY], type=About)
