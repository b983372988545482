"""Golden games that a person can read, and golden records of notable deals with their expected results."""

from pathlib import Path

import pytest

from prial.core.game import Over
from prial.core.record import read
from prial.core.registry import open_record
from tests.games.records import check_one_move_a_line, check_said, records_beside, said, steps

RECORDS = records_beside(__file__)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_golden_record(path: Path) -> None:
    record = read(path.read_text("utf-8"))
    expect = record.notes["expect"]
    done = list(steps(record))
    state = done[-1].state
    node = open_record(record).node(state)
    found = {
        "over": isinstance(node, Over),
        "winners": list(node.result.winners) if isinstance(node, Over) else [],
        "scores": list(state.public.scores),
        "ledger": list(state.public.ledger),
        "playing": list(state.public.playing),
    }
    assert {key: found[key] for key in expect if key != "said"} == {key: v for key, v in expect.items() if key != "said"}
    check_said(said(record, done), expect["said"])


def test_golden_records_are_written_as_the_program_writes_records() -> None:
    """One move per line, so that people and version control can read them."""
    assert len(RECORDS) >= 10
    check_one_move_a_line(RECORDS)
