"""What the README and the page for programs show works as it stands."""

import re
from pathlib import Path
from typing import Any

import pytest

from prial.core.record import read, replay
from prial.core.registry import open_record
from prial.core.step import Step

ROOT = Path(__file__).parent.parent


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", (ROOT / page).read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("page", ["README.md", "docs/programs.md"])
def test_python_example_runs(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = blocks(page, "python")
    exec(compile(example, page, "exec"), {})  # noqa: S102  # it is our own page
    assert capsys.readouterr().out


@pytest.mark.parametrize(
    ("page", "number", "scores"),
    [
        ("README.md", 0, {"scores": (1, 2)}),
        ("docs/programs.md", 0, {"scores": (4 + 3, 0, 0)}),
        ("docs/programs.md", 1, {"chips": (95, 106, 99)}),
        ("docs/programs.md", 2, {"scores": (0, 1)}),
    ],
)
def test_record_replays(page: str, number: int, scores: dict[str, tuple[int, ...]]) -> None:
    record = read(blocks(page, "json")[number])
    moves = list(replay(open_record(record), record.moves))
    last: Any = moves[-1].done
    assert len(moves) == len(record.moves)
    assert isinstance(last, Step), last
    assert {name: getattr(last.state.public, name) for name in scores} == scores
