"""Logs stay readable for ever: one line of each kind of entry, as earlier versions have written it."""

from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from prial.host import entries as log

LINES = (Path(__file__).parent / "stores" / "entries.jsonl").read_bytes().splitlines()
"""Lines are only added: a field that was added later is missing in earlier lines."""


def tag(kind: Any) -> str:
    """An entry's name in the log."""
    return str(kind.__struct_config__.tag)


def test_every_kind_of_entry_has_a_line() -> None:
    assert {msgspec.json.decode(line)["what"] for line in LINES} == {tag(kind) for kind in get_args(log.AnyEntry)}


@pytest.mark.parametrize("line", LINES, ids=lambda line: msgspec.json.decode(line)["what"])
def test_an_entry_is_read_with_all_that_stands_in_its_line(line: bytes) -> None:
    entry = log.DECODER.decode(line)
    stood, stands = msgspec.json.decode(line), msgspec.json.decode(log.written(entry))
    assert {**stands, **stood} == stands
    assert log.DECODER.decode(log.written(entry)) == entry
