"""Hand-written records of notable deals with their expected results; `tests.games.test_golden` has a game of each preset."""

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
    over = isinstance(node, Over)
    return {"over": over, "winners": winners, "scores": [*table.scores], "mis_set": [*table.last.mis_set]}, said(record, done)


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
    """Capital and small letters, suit symbols, slashes and commas between hands: it is the same game."""
    record = read((RECORDS[0].parent / "equal_six_pairs.json").read_text("utf-8"))
    moves: list[Any] = []
    for seat, move in record.moves:
        if seat == "nature":
            moves.append((seat, move))
            continue
        verb, lower, middle, *rest = move.split()
        named = " ".join(rest).replace("six_pairs", "Six Pairs").replace("h", "♥")
        moves.append((seat, f"{verb.upper()} {lower.lower()} / {middle},{named}"))
    by_hand = Record(prial=1, game=record.game, rules=record.rules, seats=record.seats, moves=moves)
    assert moves != record.moves
    assert comes_to(by_hand) == comes_to(record)


def test_a_record_is_refused_at_the_move_that_is_wrong() -> None:
    record = read((RECORDS[0].parent / "worked_no_one.json").read_text("utf-8"))
    record.moves[3] = (1, "lay AhKh9h7h4h QsQh8s6s3s JhTc2d")
    *_, last = replay(open_record(record), record)
    assert last.number == 4
    assert isinstance(last.done, Refusal)
    assert str(last.done) == "2d isn't in your hand."
