"""``prial score``: the score of an evening of real cards kept at the terminal, for any game; nothing written is ever lost."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from prial.cli.boards.sheet import pegs
from prial.cli.support.files import write_text
from prial.cli.support.records import resume_option
from prial.core import registry
from prial.core.registry import names
from prial.core.rules import Schema
from prial.errors import PrialError, refuse
from prial.games.stop_the_bus import BusRules
from prial.study.sheet import read_sheet
from tests.cli.conftest import Prial, one_sentence


def only_sheet(home: Path) -> Path:
    (path,) = (home / "data/prial/sheets").glob("*.json")
    return path


def test_an_evening_of_crash(prial: Prial, home: Path) -> None:
    """Two games for money: the board, the winner, the sheet, and who pays whom."""
    lines = ["a b - a", "crash b", "cat 2", "end"]
    done = prial(
        "score", "crash", "Ann", "Bob", "Cat", "--preset", "pub", "--set", "game_stake=50", stdin="\n".join(lines) + "\n"
    )
    assert done.exit_code == 0, done.output
    assert "Crash · Pub to 11" in done.stdout
    assert "  Ann  ● ○●○○○ ○○○○○ ○  2" in done.stdout
    assert "The game is over: Bob won." in done.stdout
    assert "Game 1: Bob won after 2 deals." in done.stdout
    assert "Ann pays Bob 50.\nCat pays Bob 50." in done.stdout
    sheet = read_sheet(only_sheet(home).read_text())
    assert sheet.lines == ("Ann Bob - Ann", "crash Bob", "Cat 2")
    assert sheet.settled


@pytest.mark.parametrize("game", names())
def test_every_game_is_kept_by_its_own_examples(prial: Prial, home: Path, game: str) -> None:
    """Help shows example lines with the players' own names, and the first of them can be written."""
    done = prial("score", game, "Ann", "Bob", "Cat", stdin="help\nsheet\nrules\n")
    assert done.exit_code == 0, done.output
    assert "Nothing is written yet." in done.stdout
    example = re.search(r"such as\n  (.*?)   ", done.stdout)
    assert example
    done = prial("score", "--resume", stdin=f"{example[1]}\nsheet\nundo\nend\n")
    assert done.exit_code == 0, done.output
    assert f"Taken back: {example[1]}" in done.stdout
    assert read_sheet(only_sheet(home).read_text()).settled


def test_what_was_bought_is_not_shown_as_won(prial: Prial, home: Path) -> None:
    written = "bought cat 30\nann 4 bob 4 bought cat 5 won ann\nscores\nend\n"
    done = prial("score", "brag", "Ann", "Bob", "Cat", "--set", "purse=20", stdin=written)
    assert done.exit_code == 0, done.output
    assert re.search(r"^  Cat      50        █+▌?  bought 30$", done.stdout, re.MULTILINE)
    assert re.search(r"^  Cat      54    -1  █+▌?  bought 5$", done.stdout, re.MULTILINE)
    assert done.stdout.count("2  25  +5  16  -4  54  -1  Ann 4 Bob 4 bought Cat 5 won Ann") == 2
    assert "+30" not in done.stdout


def test_the_first_game_is_meant_where_none_is_named(prial: Prial, home: Path) -> None:
    assert prial("score", "Ann", "Bob", stdin="ann 4\n").exit_code == 0
    assert read_sheet(only_sheet(home).read_text()).game == names()[0]


def test_names_are_asked_for_where_none_are_given(prial: Prial, home: Path) -> None:
    done = prial("score", "stop_the_bus", stdin="\nAnn, Bob, Cat\nbob\n")
    assert done.exit_code == 0
    assert read_sheet(only_sheet(home).read_text()).names == ("Ann", "Bob", "Cat")


def test_closing_the_input_loses_nothing_and_resume_goes_on(prial: Prial, home: Path) -> None:
    done = prial("score", "Ann", "Bob", "--dealer", "bob", stdin="ann 2\nbob 1\n")
    assert done.exit_code == 0
    path = only_sheet(home)
    assert f"prial score --resume goes on with this sheet; it is kept in\n  {path}" in done.stdout
    done = prial("score", "--resume", stdin="ann 1\nquit\n")
    assert "The sheet has 2 lines." in done.stdout
    done = prial("score", "--resume", str(path), stdin="end\n")
    assert read_sheet(path.read_text()).lines == ("Ann 2", "Bob 1", "Ann 1")
    assert "There is no unfinished sheet in" in one_sentence(prial("score", "--resume"))
    assert prial("score", "--resume", str(path), stdin="ann 1\n").exit_code == 0
    assert not read_sheet(path.read_text()).settled


def test_a_line_is_on_disk_before_the_next_is_asked_for(prial: Prial, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    lines = iter(["ann 2", "nonsense", "bob 1", "undo", "end"])

    def ask(self: Any, prompt: str) -> str:
        seen.append(len(read_sheet(only_sheet(home).read_text()).lines))
        return next(lines)

    monkeypatch.setattr("prial.cli.support.terminal.Terminal.ask", ask)
    assert prial("score", "Ann", "Bob").exit_code == 0
    assert seen == [0, 1, 1, 2, 1]


def test_a_line_that_isnt_allowed_is_answered_and_asked_again(prial: Prial, home: Path) -> None:
    done = prial("score", "Ann", "Bob", stdin="ann 5\n\nfix\nfix 1 ann\nundo\nann 4\nfix 1 bob 4\nfix 9 bob 1\nend\n")
    assert done.exit_code == 0
    for sentence in (
        "A deal has only 4 places.",
        "Enter alone does nothing here",
        "Write fix, the number of a line, and what it should say",
        "There is no line 1: the sheet has 0.",
        "There is nothing to take back.",
        "Line 1 is now: Bob 4",
        "There is no line 9: the sheet has 1.",
    ):
        assert sentence in done.stdout
    assert read_sheet(only_sheet(home).read_text()).lines == ("Bob 4",)


def test_a_full_disk_is_said_and_the_sheet_stays(prial: Prial, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = iter(range(100))

    def full(path: Path, text: str) -> None:
        if next(calls) == 1:
            raise PrialError(refuse("file.unwritable", path="sheet.json", why="no space left on device"))
        write_text(path, text)

    monkeypatch.setattr("prial.cli.score.write_text", full)
    done = prial("score", "Ann", "Bob", stdin="ann 4\nbob 4\nend\n")
    assert "sheet.json can't be written: no space left on device." in done.stdout
    assert read_sheet(only_sheet(home).read_text()).lines == ("Bob 4",)


def test_where_to_keep_the_sheet(prial: Prial, home: Path) -> None:
    path = home / "ours.json"
    assert prial("score", "Ann", "Bob", "--sheet", str(path), stdin="ann 4\n").exit_code == 0
    assert read_sheet(path.read_text()).lines == ("Ann 4",)
    assert f"There is a file {path} already" in one_sentence(prial("score", "Ann", "Bob", "--sheet", str(path)))


def test_a_game_without_a_sheet_says_so(prial: Prial, monkeypatch: pytest.MonkeyPatch) -> None:
    schema = Schema("bare", BusRules, (), {"plain": ""})
    bare = replace(registry.find("stop_the_bus"), name="bare", title="Bare", schema=schema, sheet="")
    monkeypatch.setattr(registry, "_added", {"bare": bare})
    assert one_sentence(prial("score", "bare", "Ann", "Bob")) == "Bare has no sheet."


# For programs


EVENING = {
    "prial_sheet": 1,
    "game": "crash",
    "rules": {"preset": "wikipedia", "game_stake": 20},
    "names": ["Ann", "Bob", "Cat"],
    "lines": ["crash ann called ann", "a 4", "a 4", "a 4", "b 1"],
}


def test_json_says_what_a_sheet_comes_to(prial: Prial, home: Path) -> None:
    path = home / "evening.json"
    path.write_text(json.dumps(EVENING))
    done = prial("score", "--json", str(path))
    assert done.exit_code == 0
    told = json.loads(done.stdout)
    assert told["lines"][0] == {
        "text": "crash Ann called Ann",
        "game": 0,
        "scores": [4, 0, 0],
        "ledger": [200, -100, -100],
        "said": ["Crash! Ann wins every hand of the deal."],
    }
    assert told["games"] == [{"deals": 4, "winners": ["Ann"], "scores": [16, 0, 0], "ledger": [540, -270, -270]}]
    assert told["marks"] == {"as": "pegs", "top": 15}
    assert (told["scores"], told["dealer"], told["ledger"]) == ([0, 1, 0], "Cat", [540, -270, -270])
    assert told["payments"] == [
        {"payer": "Bob", "to": "Ann", "amount": 270},
        {"payer": "Cat", "to": "Ann", "amount": 270},
    ]
    assert prial("score", "--json", "-", stdin=json.dumps(EVENING)).stdout == done.stdout
    assert not (home / "data").exists()


@pytest.mark.parametrize(
    ("args", "stdin", "part"),
    [
        (("--json", "nothing.json"), None, "no file nothing.json"),
        (("--json", "-"), "{", "This is not a sheet: it ends too early."),
        (
            ("--json", "-"),
            json.dumps({**EVENING, "lines": ["a 4", "a"]}),
            "Line 2 (a): This deal has 4 places, but you wrote only 1",
        ),
        (("--json", "-"), json.dumps({**EVENING, "game": "whist"}), "There is no game 'whist'"),
        (("--json", "-"), json.dumps({**EVENING, "rules": {"preset": "nowhere"}}), "no preset 'nowhere'"),
        (("Ann",), "", "A sheet needs the names of at least two players."),
        (("Ann", "Undo"), "", "'Undo' means something else on this sheet"),
        (("Ann", "Bob", "--dealer", "Zoe"), "", "Nobody here is called 'Zoe'"),
        (("Ann", "\x1b[2J"), "", "can't be called"),
        (("Ann", "Bob", "--preset", "nowhere"), "", "no preset 'nowhere'"),
        (("Ann", "Bob", "--set", "players=3"), "", "These rules are for 3 players, but the sheet names 2."),
        (("Ann", "Bob", "--set", "colour=red"), "", "no option 'colour'"),
        (("brag", "--game", "crash", "Ann", "Bob"), "", "You named two games"),
        (("--resume",), "", "There is no unfinished sheet in"),
        (("--resume", "-"), "", "takes a file"),
        (("--resume", "nothing.json"), "", "no file nothing.json"),
        (("--resume", "nothing.json", "--preset", "pub"), "", "without names or rules"),
    ],
)
def test_bad_input_is_answered_in_one_sentence(prial: Prial, args: tuple[str, ...], stdin: str | None, part: str) -> None:
    assert part in one_sentence(prial("score", *args, stdin=stdin))


# The board


@pytest.mark.parametrize(
    ("score", "last", "target", "row"),
    [
        (0, 0, 7, "● ○○○○○ ○○"),
        (2, 0, 7, "● ○●○○○ ○○"),
        (7, 5, 7, "○ ○○○○● ○●"),
        (9, 7, 7, "○ ○○○○○ ○●"),
        (11, 6, 11, "○ ○○○○○ ●○○○○ ●"),
    ],
)
def test_a_peg_board_has_a_hole_for_each_point_and_two_pegs(score: int, last: int, target: int, row: str) -> None:
    assert pegs(score, last, target).plain == row


@pytest.mark.parametrize("target", range(7, 22))
def test_the_numbers_stand_over_their_holes(prial: Prial, target: int) -> None:
    done = prial("score", "Ann", "Bob", "--set", f"target={target}", stdin="ann 3\n")
    head, row = re.search(r"^( +5.*)\n(  Ann .*)$", done.stdout, re.MULTILINE).groups()  # type: ignore[union-attr]
    last = head.rstrip()
    assert last.endswith(str(target))
    assert row[len(last) - 1] == "○"
    assert row[len(last) :].strip() == "3"


def test_a_narrow_screen_loses_no_name_and_no_number(prial: Prial, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    people = ["Bartholomew", "Christopher", "Maximiliane"]
    done = prial("score", *people, stdin="b c - b\nm 4\nsheet\n")
    assert done.exit_code == 0
    assert all(f"{name}: " in done.stdout for name in people)


def test_who_leaves_is_told_how_to_go_on_with_that_very_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sheet in the usual place is found without a name, any other isn't."""
    usual = tmp_path / "sheets"
    monkeypatch.chdir(tmp_path)
    found = [resume_option(path.resolve(), usual) for path in (usual / "a.json", Path("mine.json"), tmp_path / "deep" / "b.json")]
    assert found == ["--resume", "--resume mine.json", f"--resume {tmp_path / 'deep' / 'b.json'}"]
