"""Hand-written records of notable deals with their expected results: how the records of every game are played."""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from prial.core.record import Record, replay
from prial.core.registry import open_record
from prial.core.step import Step


def records_beside(test: str) -> list[Path]:
    """The records of a game, in the folder of the test in this file."""
    return sorted((Path(test).parent / "golden" / "records").glob("*.json"))


def steps(record: Record) -> Iterator[Step[Any, Any]]:
    """The result of each move, all of which must be allowed."""
    for move in replay(open_record(record), record):
        assert isinstance(move.done, Step), f"move {move.number}: {move.done}"
        yield move.done


def said(record: Record, done: Iterable[Step[Any, Any]]) -> list[str]:
    """All sentences, whoever was told them."""
    return [told.event.say(record.seats) for each in done for told in each.told]


def check_said(found: Sequence[str], expected: Sequence[str]) -> None:
    """Check that the expected sentences are said in this order; others may come between them."""
    assert expected
    left = iter(found)
    for sentence in expected:
        assert sentence in left, f"{sentence!r} isn't said, or not in this order: {found}"


def check_one_move_a_line(records: Iterable[Path]) -> None:
    """Check that each move is on a line of its own, for people and version control."""
    for path in records:
        text = path.read_text("utf-8")
        assert len(text.splitlines()) >= len(json.loads(text)["moves"]), path.name
