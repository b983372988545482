"""Golden games that a person can read, and golden records of notable deals, each with what must come of it."""

import json
from pathlib import Path

import pytest

from prial.core.game import Over
from prial.core.record import read, replay
from prial.core.registry import open_record
from prial.core.step import Step

HERE = Path(__file__).parent / "golden"
RECORDS = sorted((HERE / "records").glob("*.json"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_golden_record(path: Path) -> None:
    record = read(path.read_text("utf-8"))
    expect = record.notes["expect"]
    game = open_record(record)
    said: list[str] = []
    state = game.start()
    for move in replay(game, record.moves):
        assert isinstance(move.done, Step), f"move {move.number}: {move.done}"
        said += [told.event.say(record.seats) for told in move.done.told]
        state = move.done.state
    node = game.node(state)
    found = {
        "over": isinstance(node, Over),
        "winners": list(node.result.winners) if isinstance(node, Over) else [],
        "scores": list(state.public.scores),
        "ledger": list(state.public.ledger),
        "playing": list(state.public.playing),
    }
    assert {key: found[key] for key in expect if key != "said"} == {key: v for key, v in expect.items() if key != "said"}
    left = iter(said)
    for sentence in expect["said"]:
        assert sentence in left, f"{sentence!r} isn't said, or not in this order"


def test_golden_records_are_written_as_the_program_writes_records() -> None:
    """One move a line, so that people and version control can read them."""
    assert len(RECORDS) >= 10
    for path in RECORDS:
        text = path.read_text("utf-8")
        moves = json.loads(text)["moves"]
        assert len(text.splitlines()) >= len(moves), path.name
