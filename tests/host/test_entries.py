"""What stands in a log can be read for ever: one line of each kind of entry, as programs have written them."""

from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from prial.host import entries as log

LINES = (Path(__file__).parent / "stores" / "entries.jsonl").read_bytes().splitlines()
"""Lines are added, and never changed: a field that came later isn't in those of before."""


def tag(kind: Any) -> str:
    """What an entry is called in the log."""
    return str(kind.__struct_config__.tag)


def test_every_kind_of_entry_has_a_line() -> None:
    assert {msgspec.json.decode(line)["what"] for line in LINES} == {tag(kind) for kind in get_args(log.AnyEntry)}


@pytest.mark.parametrize("line", LINES, ids=lambda line: msgspec.json.decode(line)["what"])
def test_an_entry_is_read_with_all_that_stands_in_its_line(line: bytes) -> None:
    entry = log.DECODER.decode(line)
    stood, stands = msgspec.json.decode(line), msgspec.json.decode(log.written(entry))
    assert {**stands, **stood} == stands
    assert log.DECODER.decode(log.written(entry)) == entry
