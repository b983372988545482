"""Describes how a result was made. Writes rows of results to a Parquet file, together with this description."""

from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import msgspec

from prial import __version__
from prial.core.game import Game
from prial.core.registry import find
from prial.errors import PrialError, add_sentences, refuse

add_sentences(
    "en",
    {
        "rows.parquet": "Writing rows needs pyarrow: install it, as in pip install 'prial[cluster]'.",
        "rows.name": "{path} can't be written: rows are written as Parquet, to a file whose name ends with .parquet.",
        "rows.file": "{path} can't be written: {why}.",
    },
)

_KEY: Final = b"prial"
"""Metadata key under which a Parquet file says how it was made."""


class About(msgspec.Struct, frozen=True, kw_only=True):
    """How a result was made, in enough detail to make the same result again."""

    version: str = __version__
    """Version of Prial."""
    game: str
    """The game's name."""
    game_version: int
    """Version of the game's rules, as in a record."""
    rules: Mapping[str, str | int]
    """The values of all options. Each key is an option's name."""
    seed: int
    """Seed of all chance."""
    command: str = ""
    """The command line that made the result; empty if a Python program made it."""

    @classmethod
    def of(cls, game: Game[Any, Any], seed: int, command: str = "") -> Self:
        """Describe a result.

        Args:
            game: the table.
            seed: seed of all chance.
            command: the command line that makes the result; empty if a Python program makes it.
        """
        rules = find(game.name).schema.written(game.rules)
        return cls(game=game.name, game_version=game.version, rules=rules, seed=seed, command=command)


class Rows:
    """A Parquet file that is written row by row.

    The file appears at the end of the ``with`` block. If Ctrl-C ended the block, the file has the rows so far. If any other
    exception ended the block, there is no file.

    Args:
        path: the file to write.
        columns: maps each column's name to its type. Types are written as in Arrow (``int64``, ``string``). The type of a list is
            written as ``list:`` and the type of its entries: ``list:int64``.
        about: how the rows were made; kept as JSON in the file's metadata, under ``prial``.
    Raises:
        PrialError: the file's name doesn't end with ``.parquet``, pyarrow isn't installed, or the file can't be written.
    """

    def __init__(self, path: Path, columns: Mapping[str, str], about: About) -> None:
        if path.suffix != ".parquet":
            raise PrialError(refuse("rows.name", path=str(path)))
        if find_spec("pyarrow") is None:
            raise PrialError(refuse("rows.parquet"))
        import pyarrow as pa
        from pyarrow import parquet

        def kind(name: str) -> Any:
            one = pa.type_for_alias(name.removeprefix("list:"))
            return pa.list_(one) if name.startswith("list:") else one

        self._path, self._beside = path, path.with_name(f".{path.name}.part")
        self._schema = pa.schema([(name, kind(each)) for name, each in columns.items()], {_KEY: msgspec.json.encode(about)})
        try:
            self._file = parquet.ParquetWriter(self._beside, self._schema)
        except OSError as error:
            raise PrialError(refuse("rows.file", path=str(path), why=(error.strerror or str(error)).lower())) from error

    def __enter__(self) -> Self:
        return self

    def add(self, rows: Iterable[Sequence[Any]]) -> None:
        """Add rows.

        Args:
            rows: the rows. Each has a value for every column, in the columns' order.
        """
        import pyarrow as pa

        columns = list(zip(*rows, strict=True))
        arrays = [pa.array(values, field.type) for values, field in zip(columns, self._schema, strict=True)]
        self._file.write_batch(pa.record_batch(arrays, schema=self._schema))

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._file.close()
        if kind is None or issubclass(kind, KeyboardInterrupt):
            self._beside.replace(self._path)
        else:
            self._beside.unlink(missing_ok=True)


def read_about(path: Path) -> About:
    """Read how the rows of a Parquet file were made. The file must be one that `Rows` has written."""
    from pyarrow import parquet

    return msgspec.json.decode(parquet.read_schema(path).metadata[_KEY], type=About)
