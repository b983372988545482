"""The examples of the README and of the page for programs work as they are printed."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click import Context

from prial.cli.app import app
from prial.core import registry
from prial.core.kind import Kind
from prial.core.record import read, replay
from prial.core.registry import open_record
from prial.core.step import Step
from prial.errors import PrialError
from prial.study.sheet import Sheet, open_sheet, read_sheet

ROOT = Path(__file__).parent.parent
GAME = ROOT / "docs" / "examples" / "two_card_brag"


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", (ROOT / page).read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("page", ["README.md", "docs/programs.md", "docs/write-a-game.md"])
def test_python_examples_run(page: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(GAME))
    monkeypatch.setattr(registry, "_added", {})  # games that a page registers are known on that page only
    for example in blocks(page, "python"):
        exec(compile(example, page, "exec"), {"__name__": page})  # noqa: S102  # it is our own page
        assert capsys.readouterr().out


@pytest.mark.parametrize("page", ["README.md", *sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))])
def test_commands_that_are_shown_have_these_verbs_and_options(page: str) -> None:
    lines = [line for block in blocks(page, "console") for line in block.splitlines() if line.startswith("$ prial ")]
    for line in lines:
        words = line.partition("  #")[0].split()[2:]
        _, verb, _ = app.resolve_command(Context(app), words)
        options = {option for parameter in verb.params for option in parameter.opts} | {"--help"} if verb else set()
        assert {word for word in words if word.startswith("--")} <= options, line
    assert lines or page != "README.md"


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
        ("docs/programs.md", 2, {"chips": (186, 214)}),
        ("docs/programs.md", 3, {"scores": (0, 1)}),
    ],
)
def test_record_replays(page: str, number: int, scores: dict[str, tuple[int, ...]]) -> None:
    record = read(blocks(page, "json")[number])
    moves = list(replay(open_record(record), record.moves))
    last: Any = moves[-1].done
    assert len(moves) == len(record.moves)
    assert isinstance(last, Step), last
    assert {name: getattr(last.state.public, name) for name in scores} == scores


def test_the_sheet_of_the_docs_is_kept() -> None:
    page = open_sheet(read_sheet(blocks("docs/programs.md", "json")[4]))
    assert [game.winners for game in page.games] == [(0,)]
    assert (page.ledger, page.standing.scores, page.standing.deals) == ((100, -50, -50), (1, 2, 0), 1)


def test_every_line_of_a_sheet_that_the_docs_name_can_be_written() -> None:
    """Each line in the page's table is accepted under some rules."""
    section = (ROOT / "docs/programs.md").read_text("utf-8").partition("## A sheet of real cards")[2].partition("\n## ")[0]
    kinds = {kind.title: kind for kind in registry.kinds()}
    title, written = "", 0
    for game, lines in re.findall(r"^\| (.*?) ?\| (`.*?) \|", section, re.MULTILINE):
        title = game or title
        for line in re.findall(r"`(.*?)`", lines):
            assert any(is_understood(kinds[title], rules, line) for rules in house_rules(kinds[title])), line
            written += 1
    assert written == 30


def house_rules(kind: Kind) -> Iterator[dict[str, Any]]:
    yield from ({"preset": preset} for preset in kind.schema.presets)
    some = {"worst_tie": "nobody_pays", "spare": "swap", "short": "opponent_chooses"}
    yield from ({name: value} for name, value in some.items() if name in kind.schema.options)


def is_understood(kind: Kind, rules: dict[str, Any], line: str) -> bool:
    try:
        open_sheet(Sheet(prial_sheet=1, game=kind.name, rules=rules, names=("Ann", "Bob", "Cat"), lines=(line,)))
    except PrialError:
        return False
    return True
