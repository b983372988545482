import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from prial.cards import parse, symbol
from prial.core import record as core
from prial.core.registry import open_record
from prial.games.crash.rules import SCHEMA
from prial.study.replay import go_through
from tests.campaigns import soaking
from tests.cli.conftest import Prial, one_sentence
from tests.cli.seat import Person, plain_answer, words

_CARD = re.compile(r"(?:10|[2-9JQKA])[♠♥♦♣]")
_EXAMPLES = re.compile(r"What beats what\..*?Players: 4", re.DOTALL)
"""The example hands in the rules, which no player holds."""


def the_record(home: Path) -> tuple[Path, core.Record]:
    [path] = (home / "data" / "prial" / "games").glob("*.json")
    return path, core.read(path.read_bytes())


def cards_on(screen: str) -> set[str]:
    return set(_CARD.findall(screen))


def own_cards(record: core.Record, deal: int) -> set[str]:
    deals = [move for who, move in record.moves if who == "nature" and "hands" in move]
    return {symbol(card) for card in parse(deals[deal]["hands"][0])}


@pytest.mark.parametrize(
    "preset",
    [pytest.param(each, marks=[pytest.mark.soak] * (each not in {"online", "gamerules", "nine_pot"})) for each in SCHEMA.presets],
)
def test_person_plays_a_whole_game_at_a_terminal(home: Path, preset: str) -> None:
    length = ["--set", "length=2"] if preset == "nine_pot" else []
    person = Person(home, "play", "--preset", preset, "--seed", "3", "--name", "Ann", "--bots", "greedy", "--fast", *length)
    person.play(plain_answer)
    assert person.process.returncode == 0
    assert "The game is over" in person.screen
    assert "Traceback" not in person.screen
    _, record = the_record(home)
    assert record.notes["over"] is True
    done = go_through(open_record(record), record)
    assert done.refused is None
    assert done.standing.over


def test_no_card_of_another_is_printed_before_the_rules_show_it(home: Path) -> None:
    person = Person(home, "play", "--preset", "denexa", "--seed", "11", "--name", "Ann", "--bots", "greedy", "--fast")
    extra = ["show", "log", "scores", "rules", "help", "suggest another", "sort suit", "undo", "redo", "clear"]
    person.play(words(extra))
    _, record = the_record(home)
    parts = re.split(r"Deal \d+: \w+ deals?\. ─+", _EXAMPLES.sub("", person.screen))[1:]
    moves = iter(record.moves)
    for number, part in enumerate(parts):
        before, _, after = part.partition("1st hand\n")
        assert cards_on(before) <= own_cards(record, number)
        next(who for who, move in moves if who == "nature" and "hands" in move)
        laid = [next(moves)[1] for _ in range(len(record.seats))]
        shown = {symbol(card) for text in laid for card in parse(re.sub(r"^lay|knock$|^[a-z_]+$", "", text).strip())}
        assert cards_on(after) <= shown | own_cards(record, number)


def test_killed_in_the_middle_and_resumed_it_is_the_same_game(home: Path) -> None:
    options = ("--seed", "5", "--name", "Ann", "--bots", "sharp,greedy", "--fast", "--players", "3", "--set", "target=15")
    whole = Person(home / "whole", "play", *options)
    whole.play(plain_answer)
    path, expected = the_record(home / "whole")
    assert expected.notes["over"]

    person = Person(home, "play", *options)
    for _ in range(8):
        prompt = person.wait_for_prompt()
        assert prompt is not None
        person.type(plain_answer(prompt, person.screen))
    person.wait_for_prompt()
    person.kill()
    path, left = the_record(home)
    assert 0 < len(left.moves) < len(expected.moves)
    assert left.moves == expected.moves[: len(left.moves)]

    again = Person(home, "play", "--resume", str(path), "--fast")
    again.play(plain_answer)
    assert "Back at the table" in again.screen
    _, finished = the_record(home)
    assert finished.moves == expected.moves
    assert finished.notes == expected.notes


def test_play_offers_the_unfinished_game(home: Path) -> None:
    person = Person(home, "play", "--name", "Ann", "--bots", "greedy")
    assert person.wait_for_prompt() is not None
    person.type("quit")
    assert person.wait_for_prompt() is None
    assert "prial play --resume" in person.screen
    _path, record = the_record(home)
    assert "over" not in record.notes

    again = Person(home, "play", "--fast")
    assert "Go on with it?" in (again.wait_for_prompt() or "")
    assert "unfinished game: Online to 7, You 0, Bea 0, Cal 0, Dot 0." in again.screen
    again.type("nonsense")
    assert "Go on with it?" in (again.wait_for_prompt() or "")
    again.type("")
    assert again.wait_for_prompt() is not None
    assert "Back at the table" in again.screen
    again.type("quit")
    again.wait_for_prompt()

    other = Person(home, "play", "--fast", "--name", "Ann")
    other.wait_for_prompt()
    other.type("no")
    other.wait_for_prompt()
    other.type("quit")
    other.wait_for_prompt()
    records = [core.read(each.read_bytes()) for each in (home / "data" / "prial" / "games").glob("*.json")]
    assert len(records) == 2
    assert sorted(bool(each.notes.get("aside")) for each in records) == [False, True]


@pytest.mark.parametrize("options", [("--preset", "pub"), ("--seed", "4"), ("--players", "3"), ("--set", "target=10")])
def test_a_game_that_was_asked_for_begins_at_once(home: Path, options: tuple[str, ...]) -> None:
    person = Person(home, "play", "--name", "Ann", "--bots", "greedy")
    person.wait_for_prompt()
    person.type("quit")
    person.wait_for_prompt()
    path, _ = the_record(home)
    other = Person(home, "play", "--name", "Ann", "--bots", "greedy", *options)
    assert "suggest" in (other.wait_for_prompt() or "")
    assert "An unfinished game is kept: Online to 7, You 0" in other.screen
    assert f"prial play --resume {path}\n" in other.screen
    assert "Go on with it?" not in other.screen
    other.kill()
    assert len(list(path.parent.glob("crash*.json"))) == 2


def test_header_says_nothing_twice(home: Path) -> None:
    person = Person(home, "play", "--preset", "nine_pot", "--name", "Ann", "--bots", "greedy")
    person.wait_for_prompt()
    assert "Nine-Card Brag for a pot · 20 deals ─" in person.screen
    person.kill()


def test_closed_window_and_end_of_input_lose_nothing(home: Path) -> None:
    person = Person(home, "play", "--name", "Ann", "--bots", "greedy")
    person.wait_for_prompt()
    status = person.hang_up()
    assert status == 128 + signal.SIGHUP
    _path, record = the_record(home)
    assert len(record.moves) >= 2

    again = Person(home, "play", "--resume")
    again.wait_for_prompt()
    again.end_of_input()
    assert again.wait_for_prompt() is None
    assert again.process.returncode == 0
    assert "prial play --resume" in again.screen
    assert the_record(home)[1].moves == record.moves


def test_interrupt_is_quiet(home: Path) -> None:
    person = Person(home, "play", "--name", "Ann", "--bots", "greedy")
    person.wait_for_prompt()
    person.process.send_signal(signal.SIGINT)
    person.wait_for_end()
    assert person.process.returncode == 130
    assert "Traceback" not in person.screen
    assert "prial play --resume" in person.screen


def test_game_that_is_being_played_is_not_offered_twice(home: Path) -> None:
    person = Person(home, "play", "--name", "Ann", "--bots", "greedy")
    person.wait_for_prompt()
    path, _ = the_record(home)
    other = Person(home, "play", "--resume", str(path))
    assert other.wait_for_prompt() is None
    assert other.process.returncode == 2
    assert "another window" in other.screen
    person.type("quit")
    person.wait_for_prompt()


def test_typed_nonsense_is_answered_kindly(home: Path) -> None:
    person = Person(home, "play", "--preset", "gamerules", "--seed", "2", "--name", "Ann", "--bots", "greedy", "--fast")
    nonsense = [
        "\x7f",
        "lay",
        "lay xx",
        "9 AsAhAd",
        "1 2c",
        "zzz",
        "clear x",
        "sort colours",
        "suggest wisely",
        "knock",
        "1",
        "redo",
    ]
    person.play(words([*nonsense, "swap", "keep", "six pairs", "thirteen straight", "lay AsAsAs", "lay knock", "order"]))
    assert person.process.returncode == 0
    assert "fault" not in person.screen
    for sentence in (
        "Nothing is laid yet",
        "There is no place 9",
        "I don't know 'zzz'",
        "sorted by rank or by suit",
        "Six pairs",
    ):
        assert sentence in person.screen


def test_wrong_order_is_named_and_laid_only_when_asked_for(home: Path) -> None:
    person = Person(home, "play", "--preset", "denexa", "--seed", "1", "--name", "Ann", "--bots", "greedy", "--fast")
    person.wait_for_prompt()
    person.type("suggest")
    person.wait_for_prompt()
    _, _record = the_record(home)
    hands = re.findall(r"(?:1st|2nd) +((?:(?:10|[2-9JQKA])[♠♥♦♣] *){3})", person.screen)[-2:]
    person.type(f"{hands[1]} {hands[0]}")
    person.wait_for_prompt()
    assert "That isn't in order: your 2nd hand beats your 1st." in person.screen
    person.type("")
    person.wait_for_prompt()
    assert "Hands that are out of order are a foul" in person.screen
    person.type("lay")
    person.wait_for_prompt()
    assert "Your hands are not in order: a foul." in person.screen
    person.type("quit")
    person.wait_for_prompt()


def test_screen_is_at_most_80_columns_wide(home: Path) -> None:
    person = Person(home, "play", "--preset", "online", "--seed", "4", "--name", "Ann", "--bots", "greedy", "--fast")
    person.play(words(["help", "rules", "suggest", "log"]))
    data = str(home)
    assert [line for line in person.screen.splitlines() if len(line) > 80 and data not in line] == []


def test_auto_plays_to_the_end_and_again_from_its_seed(prial: Prial, home: Path) -> None:
    first = prial("play", "--auto", "--seed", "7", "--json", "--record", str(home / "a.json"))
    again = prial("play", "--auto", "--seed", "7", "--json", "--record", str(home / "b.json"))
    assert first.exit_code == again.exit_code == 0
    a, b = json.loads(first.stdout), json.loads(again.stdout)
    assert a.pop("record") != b.pop("record")
    assert a == b
    assert set(a) == {"winners", "scores", "ledger"}
    assert (home / "a.json").read_text() == (home / "b.json").read_text()


def test_auto_quiet_says_the_result_only(prial: Prial) -> None:
    done = prial("play", "--auto", "--seed", "7", "--quiet", "--bots", "greedy")
    assert done.exit_code == 0
    assert done.stdout.startswith("The game is over: ")
    assert len(done.stdout.splitlines()) == 5


def test_shuffles_differ_without_a_seed(prial: Prial, home: Path) -> None:
    deals = []
    for name in ("a.json", "b.json"):
        prial("play", "--auto", "--quiet", "--bots", "greedy", "--record", str(home / name))
        deals.append(core.read((home / name).read_bytes()).moves[1])
    assert deals[0] != deals[1]


def test_lines_from_a_pipe_play_too_and_end_cleanly(prial: Prial, home: Path) -> None:
    done = prial("play", "--seed", "3", "--name", "Ann", "--bots", "greedy", stdin="suggest\n\n")
    assert done.exit_code == 0
    assert "prial play --resume" in done.stdout
    _, record = the_record(home)
    assert [who for who, _ in record.moves].count(0) == 1


def test_record_of_a_person_is_not_overwritten(prial: Prial, home: Path) -> None:
    (home / "mine.json").write_text("{}")
    assert "already" in one_sentence(prial("play", "--auto", "--record", str(home / "mine.json")))
    assert (home / "mine.json").read_text() == "{}"


def test_resume_refuses_what_is_over_or_not_there(prial: Prial, home: Path) -> None:
    assert "no unfinished game" in one_sentence(prial("play", "--resume"))
    path = str(home / "a.json")
    prial("play", "--auto", "--quiet", "--bots", "greedy", "--record", path)
    assert "is over" in one_sentence(prial("play", "--resume", path))
    assert "no file" in one_sentence(prial("play", "--resume", str(home / "none.json")))


@pytest.mark.parametrize(
    ("args", "part"),
    [
        (("--bots", "genius"), "no bot 'genius'"),
        (("--quiet",), "--auto"),
        (("--players", "8", "--auto"), "players can't be '8'"),
        (("--players", "5", "--auto"), "players=5"),
        (("--game", "whist"), "no game 'whist'"),
    ],
)
def test_play_says_what_it_cannot_do(prial: Prial, args: tuple[str, ...], part: str) -> None:
    assert part in one_sentence(prial("play", *args))


def test_folder_that_cannot_be_written_is_named(prial: Prial, home: Path) -> None:
    (home / "data").write_text("a file where a folder should be")
    assert "can't be written" in one_sentence(prial("play", "--auto", "--quiet"))


@pytest.mark.parametrize("closed", soaking(["<&-", ">&-", "2>&-", "<&- >&- 2>&-", ">/dev/full"], ["<&- >&- 2>&-"]))
def test_closed_streams_end_without_a_traceback(home: Path, closed: str) -> None:
    command = f"{sys.executable} -m prial rank AsKsQs {closed}; {sys.executable} -m prial play --name Ann --bots greedy {closed}"
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, input="", timeout=60, check=False)
    assert "Traceback" not in done.stderr + done.stdout
    assert "fault" not in done.stderr


def test_closed_pipe_is_quiet() -> None:
    command = f"{sys.executable} -m prial rules options | head -n 1"
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "shown"), [pytest.param("AsKsQs", "As Ks Qs", marks=pytest.mark.soak), ("xap_xam 9s9hKd", "(doi)")]
)
def test_plain_terminal_gets_letters(words: str, shown: str) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "prial", "rank", *words.split()]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60, check=False)
    assert done.stderr == ""
    assert shown in done.stdout


def test_record_on_disk_is_whole_after_every_move(home: Path) -> None:
    person = Person(home, "play", "--name", "Ann", "--bots", "greedy", "--fast")
    seen: list[Any] = []
    for _ in range(6):
        prompt = person.wait_for_prompt()
        if prompt is None:
            break
        _path, record = the_record(home)
        assert record.moves[: len(seen)] == seen
        seen = record.moves
        person.type(plain_answer(prompt, person.screen))
        time.sleep(0.05)
    person.type("quit")
    person.wait_for_prompt()
    assert len(seen) > 2
