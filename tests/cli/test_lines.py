"""Side lines of a record at the terminal: shown where they leave, hidden with hidden cards, and kept by what writes a record."""

import json
from pathlib import Path
from typing import Any

import pytest

from prial.core import record as core
from prial.core.game import NATURE
from prial.core.lines import SideLine
from prial.core.registry import find
from prial.core.session import Session
from tests.cli.conftest import Prial, one_sentence


def annotated() -> Session[Any, Any]:
    """A game of Ann and Ben with two side lines, of which one has a line of its own."""
    game = Session(find("brag").make({"players": 2}), ["Ann", "Ben"], shuffles=False)
    game.do(NATURE, {"pick": 0})
    game.deal({"Ann": "KsKh4d", "Ben": "9s7h2d"})
    tried = game.copy()
    tried.do(1, "look")
    deeper = tried.copy()
    deeper.do(1, "fold")
    tried.do(1, "bet 2")
    tried.comment("?! Too dear.")
    tried.keep_line(deeper, "The fold")
    game.do(1, "bet 1")
    game.comment("! Blind.")
    game.keep_line(tried, "Ben looks")
    other = game.copy()
    game.do(0, "look")
    other.do(0, "fold")
    game.keep_line(other)
    return game


@pytest.fixture
def path(home: Path) -> Path:
    found = home / "game.json"
    found.write_text(core.write(annotated().record()), "utf-8")
    return found


def test_side_lines_are_shown_with_a_margin_where_they_leave(prial: Prial, path: Path) -> None:
    lines = [line.rstrip() for line in prial("replay", str(path)).stdout.splitlines()]
    assert lines[0] == "Side lines: 3"
    begins = lines.index("  Side line 1: Ben looks")
    assert lines[begins - 1].startswith("Deal 1: Ann deals.")
    ends = next(at for at, line in enumerate(lines) if line.startswith("The game isn't over"))
    assert lines[begins : ends - 1] == [
        "  Side line 1: Ben looks",
        "  Ben looks at their cards.",
        "  Ben holds 9♠ 7♥ 2♦.",
        "    Side line 1.1: The fold",
        "    Ben folds.",
        "    Ann wins the pot of 2.",
        "  Ben bets 2.",
        "    “?! Too dear.”",
        "Ben bets 1 blind.",
        "  “! Blind.”",
        "  Side line 2",
        "  Ann folds.",
        "  All have folded to Ben, who is blind: the pot of 3 stays for the next deal.",
        "Ann looks at their cards.",
        "Ann holds K♠ K♥ 4♦.",
    ]


def test_side_lines_are_plain_data_in_json(prial: Prial, path: Path) -> None:
    first, second = json.loads(prial("replay", str(path), "--json").stdout)["lines"]
    assert (first["number"], first["after"], first["name"], first["refused"]) == ("1", 2, "Ben looks", None)
    assert [(move["number"], move["move"], move["comment"]) for move in first["moves"]] == [
        (1, "look", ""),
        (2, "bet 2", "?! Too dear."),
    ]
    assert [(line["number"], line["after"], line["name"]) for line in first["lines"]] == [("1.1", 1, "The fold")]
    assert (second["number"], second["after"], second["name"], second["lines"]) == ("2", 3, "", [])


@pytest.mark.parametrize("how", [(), ("--json",)])
def test_a_player_is_shown_no_side_line(prial: Prial, path: Path, how: tuple[str, ...]) -> None:
    """A side line may show cards that the player didn't see."""
    whole = prial("replay", str(path), *how).stdout
    text = prial("replay", str(path), "--as", "Ann", *how).stdout
    record = core.read(path.read_bytes())
    record.notes["person"] = 0
    path.write_text(core.write(record), "utf-8")
    assert prial("replay", str(path), *how).stdout == text
    for hidden in ("Ben looks", "The fold", "Too dear", "9♠"):
        assert (hidden in whole) == (hidden != "9♠" or not how)
        assert hidden not in text
    if not how:
        assert "Side lines: 3, hidden" in text


def test_a_secret_answer_of_a_side_line_is_shown(prial: Prial, home: Path) -> None:
    game = Session(find("crash").make({"players": 2}, "nine"), ["Ann", "Ben"], seed=3)
    tried = game.copy()
    seat = tried.waiting[0]
    tried.do(seat, next(iter(tried.texts(seat))))
    game.keep_line(tried, "Laid")
    path = home / "game.json"
    path.write_text(core.write(game.record()), "utf-8")
    laid = prial("replay", str(path)).stdout.partition("Side line 1: Laid\n")[2].splitlines()[0]
    assert laid.startswith(f"  {game.names[seat]}: lay ")
    assert any(suit in laid for suit in "♠♥♦♣")


def test_a_move_of_a_side_line_that_the_rules_refuse_is_named(prial: Prial, path: Path) -> None:
    record = core.read(path.read_bytes())
    record.lines[0].lines[0].moves.append((1, "dance"))
    path.write_text(core.write(record), "utf-8")
    for how in ((), ("--json",)):
        done = prial("replay", str(path), *how)
        assert done.exit_code == 2
        assert one_sentence(done).startswith("Side line 1.1: Move 2 of the record is refused: 'dance' is not an action")
    assert prial("replay", str(path), "--as", "Ann").exit_code == 0


def test_a_side_line_that_cant_be_read_is_refused_in_one_sentence(prial: Prial, path: Path) -> None:
    record = core.read(path.read_bytes())
    record.lines.append(SideLine(after=77, moves=[(0, "fold")]))
    path.write_text(core.write(record), "utf-8")
    for verb in ("replay", "review"):
        assert (
            one_sentence(prial(verb, str(path)))
            == "Side line 3: There is no move 77 to branch off after: write a number from 0 to 4."
        )


def test_a_game_that_is_played_on_keeps_its_side_lines(prial: Prial, path: Path) -> None:
    before = core.read(path.read_bytes())
    done = prial("play", "--resume", str(path), "--bots", "plain", stdin="fold\nquit\n")
    assert done.exit_code == 0, done.stderr
    after = core.read(path.read_bytes())
    assert len(after.moves) > len(before.moves)
    assert after.lines == before.lines


def test_a_review_is_of_the_game_and_not_of_its_side_lines(prial: Prial, path: Path) -> None:
    told = prial("review", str(path), "--worlds", "10", "--json")
    record = core.read(path.read_bytes())
    record.lines.clear()
    path.write_text(core.write(record), "utf-8")
    assert told.exit_code == 0
    assert told.stdout == prial("review", str(path), "--worlds", "10", "--json").stdout
