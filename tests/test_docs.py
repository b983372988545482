"""What the README and the docs show works as it stands."""

import ast
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click import Context, Group
from click.testing import CliRunner

from prial.cli.app import app
from prial.core import registry
from prial.core.kind import Kind
from prial.core.record import read, replay, write
from prial.core.registry import open_record
from prial.core.step import Step
from prial.errors import PrialError
from prial.study.sheet import Sheet, open_sheet, read_sheet
from prial.testing import RULES

ROOT = Path(__file__).parent.parent
GAME = ROOT / "docs" / "examples" / "two_card_brag"


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"```{re.escape(language)}\n(.*?)```", (ROOT / page).read_text("utf-8"), re.DOTALL)


ALL = ["README.md", *sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))]
NOTEBOOK = "{notebook}"
PAGES = [page for page in ALL if (blocks(page, "python") or blocks(page, NOTEBOOK)) and page != "docs/counting.md"]
"""Pages with examples in Python. The one of counting.md reads the files of a count that a reader has made."""


def named(example: str) -> str | None:
    """The file as which a page asks to save an example, by its first line: ``# mine.py``."""
    found = re.match(r"# (\w+\.py)\n", example)
    return found[1] if found else None


def write_examples(page: str, folder: Path) -> None:
    """Save the examples of a page that it asks to save."""
    for example in blocks(page, "python"):
        if name := named(example):
            (folder / name).write_text(example, "utf-8")
    for example, name in zip(blocks(page, "sh"), re.findall(r"as `(\w+\.sh)`", (ROOT / page).read_text("utf-8")), strict=True):
        (folder / name).write_text(example, "utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_python_examples_run(
    page: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for folder in (GAME, tmp_path):
        monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setattr(registry, "_added", {})  # what a page hands over is there for that page
    monkeypatch.chdir(tmp_path)  # where a page keeps files
    for example in blocks(page, "python"):
        if name := named(example):
            (tmp_path / name).write_text(example, "utf-8")
            continue
        exec(compile(example, page, "exec"), {"__name__": page})  # noqa: S102  # it is our own page
        assert capsys.readouterr().out
        for file in tmp_path.glob("*.py"):
            sys.modules.pop(file.stem, None)


def test_every_example_is_checked_for_types(tmp_path: Path) -> None:
    """`make check` has the type checker read what this script writes."""
    subprocess.run([sys.executable, ROOT / "scripts" / "examples.py", tmp_path], check=True)
    assert len(list(tmp_path.glob("*.py"))) == sum(len(blocks(page, "python") + blocks(page, NOTEBOOK)) for page in PAGES)


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, NOTEBOOK)])
def test_what_a_notebook_shows_is_drawn(page: str) -> None:
    for example in blocks(page, NOTEBOOK):
        tree = ast.parse(example)
        last = tree.body.pop()
        names: dict[str, Any] = {}
        assert isinstance(last, ast.Expr)
        exec(compile(tree, page, "exec"), names)  # noqa: S102  # it is our own page
        value = eval(compile(ast.Expression(last.value), page, "eval"), names)  # noqa: S307
        assert hasattr(value, "_repr_html_") or hasattr(value, "_repr_svg_")


COMPARED = "If you know python-chess or PokerKit"


def test_every_line_for_people_who_come_from_elsewhere_can_be_typed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The second column of the table, after the example above it: expressions of Python, and commands."""
    section = (ROOT / "docs" / "programs.md").read_text("utf-8").partition(f"## {COMPARED}\n")[2].partition("\n## ")[0]
    names: dict[str, Any] = {}
    exec(section.partition("```python\n")[2].partition("```")[0], names)  # noqa: S102  # it is our own page
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games").mkdir()
    write_examples("docs/write-a-bot.md", tmp_path)
    record = write(names["game"].record())
    for file in ("game.json", "games/game.json"):
        (tmp_path / file).write_text(record, "utf-8")
    rows = [line.split(" | ") for line in section.splitlines() if line.startswith("| `") or re.match(r"\| [a-zA-Z]", line)][1:]
    assert 12 <= len(rows) <= 32
    for _known, here, *_ in rows:
        typed = re.findall(r"`([^`]+)`", here)
        assert typed
        for line in typed:
            capsys.readouterr()
            if line.startswith("prial "):
                done = CliRunner().invoke(app, shlex.split(line)[1:])
                assert (done.exit_code, done.stderr) == (0, ""), line
            else:
                exec(line, names)  # noqa: S102  # it is our own page


def test_the_bot_of_the_page_plays_in_the_ladder_and_at_the_terminal(tmp_path: Path) -> None:
    """As the page says: a class in a file of the present folder, and nothing installed."""
    write_examples("docs/write-a-bot.md", tmp_path)
    for command in (
        ("ladder", "--bots", "mine:FlushHunter", "--field", "greedy", "--games", "2", "--workers", "1", "--json"),
        ("play", "--auto", "--bots", "mine:FlushHunter,greedy", "--seed", "1", "--json", "--record", "game.json"),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "prial", *command], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)


def test_the_program_of_the_page_plays_by_the_commands_that_are_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_examples("docs/write-a-bot.md", tmp_path)
    shown = [line for block in blocks("docs/write-a-bot.md", "console") for line in block.splitlines() if "cmd:" in line]
    assert len(shown) == 3
    anything = '$ prial play xap_xam --auto --quiet --bots "cmd:sh any.sh"'
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for line in (*shown, anything):
        done = CliRunner().invoke(app, shlex.split(line, comments=True)[2:])
        assert (done.exit_code, done.stderr) == (0, ""), line
        assert done.stdout


def left_out(page: str, example: str, start: str = "") -> list[str]:
    """The lines of an example, from some text on, that no piece of a page shows."""
    text, shown = (ROOT / "docs" / example).read_text("utf-8"), ""
    for piece in re.findall(
        rf"```{{literalinclude}} {re.escape(example)}\n(.*?)```", (ROOT / page).read_text("utf-8"), re.DOTALL
    ):
        starts, ends = (re.search(rf""":{option}: (["'])(.*)\1""", piece) for option in ("start-at", "end-before"))
        assert starts or ends
        assert not starts or text.count(starts[2]) == 1, starts
        after = text[text.index(starts[2]) :] if starts else text
        shown += after[: after.index(ends[2])] if ends else after
    return [line for line in text[text.index(start) :].splitlines() if line.strip() and line not in shown.splitlines()]


def test_every_line_of_the_client_over_the_socket_is_shown() -> None:
    assert left_out("docs/write-a-bot.md", "examples/crash.py", "def call(") == []


def test_the_rules_that_a_page_shows_as_files_are_the_same_rules() -> None:
    """In TOML and in JSON, as `prial rules save` and the browser write them."""
    schema = registry.find("crash").schema
    ((toml,), (text,)) = blocks("docs/house-rules.md", "toml"), blocks("docs/house-rules.md", "json")
    assert tomllib.loads(toml) == json.loads(text)
    mine = schema.read(toml, "ours")
    assert schema.make(mine.options, mine.preset) == schema.make({"target": 15}, "pub")
    for form in (toml, text):
        made = registry.find("crash").make(preset=schema.read(form, "ours"))
        assert made == registry.find("crash").make({"target": 15}, "pub")
    assert schema.read(schema.save(mine), "ours") == mine


@pytest.mark.parametrize("page", ALL)
def test_commands_that_are_shown_have_these_verbs_and_options(page: str) -> None:
    lines = [line for block in blocks(page, "console") for line in block.splitlines() if line.startswith("$ prial ")]
    for line in lines:
        words = line.partition("  #")[0].split()[2:]
        _, verb, rest = app.resolve_command(Context(app), words)
        if isinstance(verb, Group) and rest:
            _, verb, _ = verb.resolve_command(Context(verb), rest)
        options = {option for parameter in verb.params for option in parameter.opts} | {"--help"} if verb else set()
        assert {word for word in words if word.startswith("--")} <= options, line
    assert lines or page != "README.md"


def test_every_rule_of_the_suite_is_named() -> None:
    text = (ROOT / "docs/write-a-game.md").read_text("utf-8").partition("`prial.testing.RULES`")[2]
    table = re.findall(r"^\| `(\w+)` \| ", text, re.MULTILINE)
    assert table[: len(RULES)] == list(RULES)


def test_every_line_of_the_tutorials_game_is_shown() -> None:
    assert left_out("docs/write-a-game.md", "examples/two_card_brag/two_card_brag.py") == []


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
    moves = list(replay(open_record(record), record))
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
