"""What the README and the page for programs show works as it stands."""

import re
from pathlib import Path
from typing import Any

import pytest

from prial.core import registry
from prial.core.record import read, replay
from prial.core.registry import open_record
from prial.core.step import Step

ROOT = Path(__file__).parent.parent
GAME = ROOT / "docs" / "examples" / "two_card_brag"


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", (ROOT / page).read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("page", ["README.md", "docs/programs.md", "docs/write-a-game.md"])
def test_python_examples_run(page: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(GAME))
    monkeypatch.setattr(registry, "_added", {})  # what a page hands over is there for that page
    for example in blocks(page, "python"):
        exec(compile(example, page, "exec"), {"__name__": page})  # noqa: S102  # it is our own page
        assert capsys.readouterr().out


def test_every_line_of_the_tutorials_game_is_shown() -> None:
    page, text = (ROOT / "docs/write-a-game.md").read_text("utf-8"), (GAME / "two_card_brag.py").read_text("utf-8")
    shown = ""
    for piece in re.findall(r"```{literalinclude} examples/two_card_brag/two_card_brag.py\n(.*?)```", page, re.DOTALL):
        starts, ends = re.search(r':start-at: "(.*)"', piece), re.search(r':end-before: "(.*)"', piece)
        assert starts
        assert text.count(starts[1]) == 1
        after = text[text.index(starts[1]) :]
        shown += after[: after.index(ends[1])] if ends else after
    left = [line for line in text.splitlines() if line.strip() and line not in shown.splitlines()]
    head = text[: text.index("@dataclass")].splitlines()
    assert [line for line in left if line not in head] == []


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
