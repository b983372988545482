"""Saves the results of a long run in a folder of Parquet files, so that the run can be stopped and continued later.

Each row of a file is the result of one chunk (some deals or games). To merge the files of several machines, put them into one
folder.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, Final, Generic, Self, TypeVar

import msgspec
import numpy as np

from prial import __version__
from prial.errors import PrialError, add_sentences, refuse

add_sentences(
    "en",
    {
        "kept.parquet": "Keeping what was counted needs pyarrow: install it, as in pip install 'prial[cluster]'.",
        "kept.rows": "The results of this count can't be kept in a folder: leave out the argument 'keep'.",
        "kept.other": "{folder} keeps another count ({there}): name another folder for this one.",
    },
)

SHARD: Final = 64
"""Number of consecutive chunks in a file."""
_ABOUT: Final = b"prial"
"""Metadata key under which a file has the description of its run."""
_SHAPE: Final = b"shape"
"""Metadata key of a column of arrays. It gives the shape of these arrays, without the first dimension."""
_EVERY: Final = 1.0
"""Least number of seconds between two writes."""
_WHOLE: Final = "result"
"""Name of the column of results if a chunk's result is an array."""

_R = TypeVar("_R")
"""The type of a chunk's result."""
_Row = dict[str, Any]
"""A chunk's row: maps each column's name to a value or an array."""


class Kept(Generic[_R]):
    """A folder with the results of a long run, chunk by chunk.

    New results are written to the disk about once a second, and at the end of the ``with`` block.

    Args:
        folder: the folder; it is made if there is none.
        asked: a description of the run as JSON values.
        kind: the type of a chunk's result: an array, or a dataclass of whole numbers and arrays.
    Raises:
        PrialError: if pyarrow isn't installed, if results of this type can't be saved, or if the folder has the results of
            another run.
    """

    def __init__(self, folder: Path, asked: Mapping[str, Any], kind: type[_R]) -> None:
        if not (is_dataclass(kind) or issubclass(kind, np.ndarray)):
            raise PrialError(refuse("kept.rows"))
        if find_spec("pyarrow") is None:
            raise PrialError(refuse("kept.parquet"))
        self._folder, self._kind = folder, kind
        self._about = {"version": __version__, **msgspec.to_builtins(asked)}
        folder.mkdir(parents=True, exist_ok=True)
        for file in folder.glob("chunks-*.parquet"):
            self._check(file)
        self._seen: tuple[int, dict[int, _Row]] = (-1, {})
        self._shard, self._rows = self._seen
        self._fresh, self._last = False, monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._write()

    def get(self, number: int, size: int) -> _R | None:
        """Get the saved result of a chunk. Ask for the chunks in order.

        Args:
            number: the chunk's number, from 0.
            size: number of deals or games in the chunk.
        Returns:
            The result; None if the folder has no result for a chunk of this number and size.
        """
        if number // SHARD != self._seen[0]:
            self._seen = (number // SHARD, self._read(number // SHARD))
        row = self._seen[1].get(number)
        return self._result(row) if row and row["deals"] == size else None

    def put(self, number: int, size: int, result: _R) -> None:
        """Save the result of a chunk. Call this for all chunks in order, also for those that were saved before.

        Args:
            number: the chunk's number, from 0.
            size: number of deals or games in the chunk.
            result: the result.
        """
        if number // SHARD != self._shard:
            self._write()
            self._shard, self._rows = number // SHARD, self._read(number // SHARD)
        if number in self._rows and self._rows[number]["deals"] == size:
            return
        self._rows[number] = {"chunk": number, "deals": size, **_columns(result)}
        self._fresh = True
        if monotonic() - self._last >= _EVERY:
            self._write()

    def _file(self, shard: int) -> Path:
        """The path of the file with the number ``shard``, from 0."""
        return self._folder / f"chunks-{shard * SHARD:08}.parquet"

    def _check(self, file: Path) -> None:
        """Refuse a file that has the results of another run."""
        from pyarrow import ArrowException, parquet

        try:
            there = json.loads((parquet.read_schema(file).metadata or {}).get(_ABOUT, b"{}"))
        except (ArrowException, ValueError):
            return  # not written to its end: its chunks are counted again
        if there != self._about:
            told = ", ".join(f"{name} {value}" for name, value in there.items() if self._about.get(name) != value)
            raise PrialError(refuse("kept.other", folder=str(self._folder), there=told or "something else"))

    def _read(self, shard: int) -> dict[int, _Row]:
        """Read a file's rows, by chunk number. Return an empty dict if the file is missing or can't be read."""
        from pyarrow import ArrowException, parquet

        try:
            table = parquet.read_table(self._file(shard))
        except (FileNotFoundError, ArrowException):
            return {}
        rows: list[_Row] = [{} for _ in range(table.num_rows)]
        for column in table.schema:
            shape = json.loads((column.metadata or {}).get(_SHAPE, b"null"))
            for row, value in zip(rows, table.column(column.name), strict=True):
                if shape is None:
                    row[column.name] = value.as_py()
                else:
                    row[column.name] = value.values.to_numpy(zero_copy_only=False).reshape(-1, *shape)
        return {row["chunk"]: row for row in rows}

    def _write(self) -> None:
        """Write the rows that are in memory to their file, if some of them are new."""
        import pyarrow as pa
        from pyarrow import parquet

        if not self._fresh:
            return
        rows = [self._rows[number] for number in sorted(self._rows)]
        columns, schema = [], []
        for name, value in rows[0].items():
            if isinstance(value, np.ndarray):
                each: Any = pa.list_(pa.from_numpy_dtype(value.dtype))
                schema.append(pa.field(name, each, metadata={_SHAPE: json.dumps(value.shape[1:]).encode()}))
                columns.append(pa.array([row[name].ravel() for row in rows], each))
            else:
                schema.append(pa.field(name, pa.int64()))
                columns.append(pa.array([row[name] for row in rows], pa.int64()))
        about = {_ABOUT: json.dumps(self._about).encode()}
        data = pa.BufferOutputStream()
        parquet.write_table(pa.Table.from_arrays(columns, schema=pa.schema(schema, about)), data)
        _write_whole(self._file(self._shard), data.getvalue().to_pybytes())
        self._fresh, self._last = False, monotonic()

    def _result(self, row: _Row) -> _R:
        """Make a chunk's result from its row."""
        if issubclass(self._kind, np.ndarray):
            return row[_WHOLE]  # type: ignore[no-any-return]  # the array that `put` was given
        return self._kind(**{each.name: row[_name(each.name)] for each in fields(self._kind)})  # type: ignore[arg-type]  # a dataclass


def _name(field: str) -> str:
    """Name of the column for a dataclass's field."""
    # Every file has columns with these two names already
    return f"{field}_" if field in {"chunk", "deals"} else field


def _columns(result: Any) -> _Row:
    """Make a row from a chunk's result: map each column's name to a value or an array of the result."""
    if isinstance(result, np.ndarray):
        return {_WHOLE: result}
    return {_name(each.name): getattr(result, each.name) for each in fields(result)}


def _write_whole(file: Path, data: bytes) -> None:
    """Replace a file's content in one step, even if the machine stops meanwhile."""
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    with beside.open("wb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())
    beside.replace(file)
