"""What the README shows works as it stands."""

import re
from pathlib import Path
from typing import Any

import pytest

from prial.core.record import read, replay
from prial.core.step import Step
from prial.games.registry import open_record

TEXT = (Path(__file__).parent.parent / "README.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)


def test_python_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = blocks("python")
    exec(compile(example, "README.md", "exec"), {})  # noqa: S102  # it is our own README
    assert "deals, scores" in capsys.readouterr().out


def test_record_replays() -> None:
    (text,) = blocks("json")
    record = read(text)
    moves = list(replay(open_record(record), record.moves))
    last: Any = moves[-1].done
    assert len(moves) == len(record.moves)
    assert isinstance(last, Step)
    assert last.state.public.scores == (1, 2)
