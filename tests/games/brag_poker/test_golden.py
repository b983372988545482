"""Hand-written records of notable deals with their expected results."""

from pathlib import Path
from typing import Any

import pytest

from prial.core.game import Over
from prial.core.record import Record, read, replay
from prial.core.registry import open_record
from prial.errors import Refusal
from tests.games.records import check_one_move_a_line, check_said, records_beside, said, steps

RECORDS = records_beside(__file__)


def comes_to(record: Record) -> tuple[dict[str, Any], list[str]]:
    """The state at a record's end, and everything that was said."""
    done = list(steps(record))
    state = done[-1].state
    node, table = open_record(record).node(state), state.public
    winners = list(node.result.winners) if isinstance(node, Over) else []
    won = [[award.chips, list(award.winners)] for award in table.last.awards]
    return {"over": isinstance(node, Over), "winners": winners, "chips": list(table.chips), "won": won}, said(record, done)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_golden_record(path: Path) -> None:
    record = read(path.read_text("utf-8"))
    expect = record.notes["expect"]
    found, heard = comes_to(record)
    assert found == {key: expect[key] for key in found}
    check_said(heard, expect["said"])


def test_hand_written_records_have_one_move_a_line() -> None:
    assert len(RECORDS) >= 5
    check_one_move_a_line(RECORDS)


def test_a_record_is_refused_at_the_move_that_is_wrong() -> None:
    record = read((RECORDS[0].parent / "side_pot.json").read_text("utf-8"))
    at = next(number for number, (_, move) in enumerate(record.moves) if move == "call")
    record.moves[at] = (record.moves[at][0], "check")
    *_, last = replay(open_record(record), record)
    assert last.number == at + 1
    assert isinstance(last.done, Refusal)
    assert str(last.done) == "You can't check: a call is 15."
