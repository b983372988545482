"""Golden games that a person can read, and hand-written records of notable deals with their expected results."""

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
    over = isinstance(node, Over)
    winners = list(node.result.winners) if isinstance(node, Over) else []
    return {"over": over, "winners": winners, "scores": list(table.scores), "playing": list(table.playing)}, said(record, done)


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


def test_a_record_is_written_as_people_would() -> None:
    """Capital and small letters, a comma before the call: it is the same game."""
    record = read((RECORDS[0].parent / "first_to_last.json").read_text("utf-8"))
    moves = [
        (seat, move if seat == "nature" else move.replace("take", "Take").replace(" stop the bus", ", Stop the bus!"))
        for seat, move in record.moves
    ]
    by_hand = Record(prial=1, game=record.game, rules=record.rules, seats=record.seats, moves=moves)
    assert moves != record.moves
    assert comes_to(by_hand) == comes_to(record)


def test_a_record_is_refused_at_the_move_that_is_wrong() -> None:
    record = read((RECORDS[0].parent / "late_call.json").read_text("utf-8"))
    record.moves[4] = (1, "take 7c put Ah")
    *_, last = replay(open_record(record), record)
    assert last.number == 5
    assert isinstance(last.done, Refusal)
    assert str(last.done) == "Ah isn't in your hand; you hold Qh 9h 3s."
