"""Many records at once: replayed one after the other, reviewed and summed up; what can't be read is named and left out."""

import json
from collections import defaultdict
from functools import cache
from math import sqrt
from pathlib import Path
from shutil import copytree
from statistics import mean, stdev
from typing import Any

import pytest
from click.testing import CliRunner

from prial.cli.app import INTERRUPTED, app
from prial.core import record as core
from prial.core.registry import find
from prial.core.session import Session
from prial.study.review import review
from tests.cli.conftest import Prial, one_sentence

WORLDS = ("--worlds", "10")
HOW: dict[str, tuple[str, ...]] = {"review": WORLDS, "replay": ()}
"""The verbs that take many records, with their options here."""


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with three games of two kinds, which are played once for all tests."""
    folder = tmp_path_factory.mktemp("games")
    short = {
        "a": ("crash", "--preset", "seven", "--players", "2"),
        "b": ("brag_poker", "--players", "2", "--set", "length=1"),
        "c": ("brag_poker", "--players", "2", "--set", "length=2"),
    }
    for seed, (name, how) in enumerate(short.items()):
        path = str(folder / f"{name}.json")
        done = CliRunner().invoke(app, ("play", *how, "--auto", "--seed", str(seed), "--quiet", "--record", path))
        assert done.exit_code == 0, done.stderr
    (folder / "notes.txt").write_text("no record")
    return folder


@pytest.fixture
def games(records: Path, home: Path) -> Path:
    """A copy of the games, which a test may change."""
    return copytree(records, home / "games")


def plain(prial: Prial, *args: str) -> Any:
    done = prial(*args, "--json")
    assert (done.exit_code, done.stderr) == (0, "")
    return json.loads(done.stdout)


@cache
def summed_up(verb: str, folder: Path) -> str:
    """What a verb prints of a folder in JSON. Tests that change no file have the same folder, which is looked through once."""
    done = CliRunner().invoke(app, (verb, str(folder), *HOW[verb], "--json"))
    assert (done.exit_code, done.stderr) == (0, "")
    return done.stdout


def test_a_folder_is_summed_up_as_its_games_are_reviewed_one_by_one(prial: Prial, records: Path) -> None:
    games, found = records, json.loads(summed_up("review", records))
    paths = [str(games / f"{name}.json") for name in "abc"]
    assert [each["file"] for each in found["files"]] == paths
    lost: dict[tuple[str, str], list[float]] = defaultdict(lambda: [0, 0, 0, 0, 0])
    for path in paths:
        alone = plain(prial, "review", path, *WORLDS)
        game = core.read(Path(path).read_bytes()).game
        assert {"file": path, "game": game, **alone} in found["files"]
        for entry in alone["totals"]:
            before = lost[game, alone["seats"][entry["seat"]]]
            more = 1, entry["deals"], entry["answers"], entry["lost"], entry["points"]
            before[:] = [a + b for a, b in zip(before, more, strict=True)]
    told = {
        (each["game"], each["player"]): [each[field] for field in ("games", "deals", "answers", "lost", "points")]
        for each in found["players"]
    }
    assert set(told) == set(lost)
    for who, sums in told.items():
        assert sums == pytest.approx(lost[who]), who


def test_several_files_are_the_folder_of_them(prial: Prial, records: Path) -> None:
    paths = [str(records / f"{name}.json") for name in "abc"]
    for verb, how in HOW.items():
        assert plain(prial, verb, *paths, *how) == json.loads(summed_up(verb, records))
    assert plain(prial, "replay", str(records), paths[0]) == plain(prial, "replay", *paths)  # no game twice


def test_a_folder_is_replayed_game_by_game(prial: Prial, games: Path) -> None:
    whole = prial("replay", str(games)).stdout
    for name in "abc":
        assert prial("replay", str(games / f"{name}.json")).stdout in whole
        assert f"{name}.json" in whole
    files = plain(prial, "replay", str(games))["files"]
    assert files[1] == {"file": str(games / "b.json"), **plain(prial, "replay", str(games / "b.json"))}


def test_a_file_that_cant_be_read_is_named_and_the_others_go_on(prial: Prial, games: Path) -> None:
    refused = core.read((games / "b.json").read_bytes())
    refused.moves[3] = (0, "dance")
    (games / "b2.json").write_text(core.write(refused))
    (games / "b1.json").write_text("")
    for verb, how in HOW.items():
        done = prial(verb, str(games), str(games / "gone.json"), *how, "--json")
        assert done.exit_code == 2
        told = done.stderr.splitlines()
        assert told[0] == f"{games / 'b1.json'}: This is not a record: there is nothing in it."
        assert told[1].startswith(f"{games / 'b2.json'}: Move 4 of the record is refused: 'dance' is not an action")
        assert told[2] == f"There is no file {games / 'gone.json'}."
        found = json.loads(done.stdout)
        assert [Path(each["file"]).name for each in found["unread"]] == ["b1.json", "b2.json", "gone.json"]
        good = [each for each in found["files"] if not each.get("refused")]
        assert [Path(each["file"]).name for each in good] == ["a.json", "b.json", "c.json"]


def test_a_player_is_found_in_the_games_that_the_player_played(prial: Prial, games: Path) -> None:
    record = core.read((games / "b.json").read_bytes())
    record.seats[0] = "Zoe"
    (games / "b.json").write_text(core.write(record))
    found = plain(prial, "review", str(games), "--seat", "Zoe", *WORLDS)
    assert [Path(each["file"]).name for each in found["files"]] == ["b.json"]
    assert {(each["player"], each["games"]) for each in found["players"]} == {("Zoe", 1)}
    assert one_sentence(prial("review", str(games), "--seat", "Nobody", *WORLDS)) == "Nobody in these records is called 'Nobody'."


def test_interrupted_a_review_sums_up_the_games_so_far(prial: Prial, games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(game: Any, record: core.Record, **how: Any) -> Any:
        if record.game == "crash":
            return review(game, record, **how)
        raise KeyboardInterrupt

    monkeypatch.setattr("prial.cli.review.review", interrupted)
    done = prial("review", str(games), *WORLDS)
    assert done.exit_code == INTERRUPTED
    assert done.stdout.startswith("1 game reviewed.\n")


def test_sums_for_people_have_a_table_for_each_kind_of_game(prial: Prial, games: Path) -> None:
    told = prial("review", str(games), *WORLDS).stdout
    assert told.startswith("3 games reviewed.\n")
    assert told.count("Lost a deal") == 2
    assert "Crash   in points" in told
    assert "Brag Poker   in chips" in told
    assert max(map(len, told.splitlines())) <= 80


def test_a_folder_without_records_says_so(prial: Prial, home: Path) -> None:
    (home / "empty").mkdir()
    for verb in ("replay", "review"):
        assert "There is no record in" in one_sentence(prial(verb, str(home / "empty")))


def test_leaving_a_game_that_is_shown_step_by_step_leaves_all(prial: Prial, games: Path) -> None:
    done = prial("replay", str(games), "--step", stdin="quit\n")
    assert done.exit_code == 0
    assert "b.json" not in done.stdout


def in_one(games: Path, whole: Path, *, lines: bool) -> Path:
    """The games of a folder in one file."""
    some = [core.read((games / f"{name}.json").read_bytes()) for name in "abc"]
    whole.write_text("".join(core.write_all(some) if lines else map(core.write, some)))
    return whole


@pytest.mark.parametrize(("name", "lines"), [("all.jsonl", True), pytest.param("all.json", False, marks=pytest.mark.soak)])
def test_many_games_in_a_file_are_the_folder_of_them(prial: Prial, records: Path, home: Path, name: str, lines: bool) -> None:
    path = in_one(records, home / name, lines=lines)
    for verb, how in HOW.items():
        folder, found = json.loads(summed_up(verb, records)), plain(prial, verb, str(path), *how)
        assert [(each.pop("file"), each.pop("record")) for each in found["files"]] == [(str(path), at) for at in (1, 2, 3)]
        for each in folder["files"]:
            del each["file"]
        assert found == folder
    piped = prial("replay", "-", "--json", stdin=path.read_text())
    assert json.loads(piped.stdout)["players"] == json.loads(summed_up("replay", records))["players"]
    said = prial("replay", str(path)).stdout
    assert "record 2" in said
    assert said.count("Games") == 2


def test_a_folder_may_hold_files_of_many_games(prial: Prial, games: Path) -> None:
    in_one(games, games / "d.jsonl", lines=True)
    found = plain(prial, "replay", str(games))
    assert [(Path(each["file"]).name, each.get("record")) for each in found["files"]][3:] == [("d.jsonl", at) for at in (1, 2, 3)]


def test_a_game_that_cant_be_read_among_many_is_named_by_number_and_line(prial: Prial, games: Path) -> None:
    path = in_one(games, games / "d.jsonl", lines=True)
    path.write_text(path.read_text() + '{"prial": 1, "game": "cra\n' + path.read_text())
    done = prial("replay", str(path), "--json")
    assert done.exit_code == 2
    assert done.stderr.startswith(f"{path}, record 4, line 4: This is not a record: it isn't JSON")
    found = json.loads(done.stdout)
    assert [each["record"] for each in found["files"]] == [1, 2, 3, 5, 6, 7]
    assert [(each["file"], each["record"]) for each in found["unread"]] == [(str(path), 4)]


def test_a_replay_of_many_games_sums_up_who_won(prial: Prial, games: Path) -> None:
    found = plain(prial, "replay", str(games))
    won: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for each in found["files"]:
        gained = each["scores"] if each["game"] == "crash" else each["ledger"]
        for seat, name in enumerate(each["seats"]):
            before = won[each["game"], name]
            before[:] = [before[0] + 1, before[1] + each["over"], before[2] + (seat in each["winners"]), before[3] + gained[seat]]
    told = {
        (each["game"], each["player"]): [each[key] for key in ("games", "over", "won", "gained")] for each in found["players"]
    }
    assert told == dict(won)


def test_the_sums_are_printed_with_their_intervals(prial: Prial, home: Path) -> None:
    """With three games Student's interval has 2 degrees of freedom: it goes 4.3027 standard errors to each side."""
    table, won = find("brag").make({"players": 2, "length": 1}), list[int]()
    for bet in (1, 2, 5):
        game = Session(table, ["Ann", "Ben"], seed=bet)
        loser = game.waiting[0]
        game.do(loser, f"bet {bet}")
        game.do(1 - loser, f"bet {bet}")
        game.do(loser, "fold")
        assert game.result is not None
        won.append(game.result.ledger[0])
        (home / f"{bet}.json").write_text(core.write(game.record()), "utf-8")
    assert sorted(map(abs, won)) == [2, 3, 6]

    done = prial("replay", *(str(home / f"{bet}.json") for bet in (1, 2, 5)))
    assert done.exit_code == 0, done.stderr
    middle, half = mean(won), 4.3027 * stdev(won) / 3**0.5
    ann, ben, note = done.stdout.splitlines()[-3:]
    rows = {row.split()[0]: " ".join(row.split()) for row in (ann, ben)}
    for name, sign in (("Ann", 1), ("Ben", -1)):
        wins, z = sum(sign * each > 0 for each in won), 1.959964
        low, high = ((wins + z**2 / 2 + side * z * sqrt(wins * (3 - wins) / 3 + z**2 / 4)) / (3 + z**2) for side in (-1, 1))
        share = f"{100 * wins / 3:.0f} % ({100 * low:.0f}–{100 * high:.0f})"
        per_game = f"{sign * middle:.2f} ({sign * middle - half:.2f} to {sign * middle + half:.2f})"
        assert rows[name] == f"{name} 3 3 {wins} {share} {sign * sum(won)} {per_game}"
    assert note.startswith("In brackets 95 % intervals")


def test_notes_on_where_a_game_was_played_are_shown_above_it(prial: Prial, games: Path) -> None:
    path = games / "b.json"
    record = core.read(path.read_bytes())
    record.notes |= {"event": "Club evening", "place": "Leeds", "table": "\x1b[2J"}
    path.write_text(core.write(record))
    assert prial("replay", str(path)).stdout.startswith("Event: Club evening\nPlace: Leeds\n")
    assert plain(prial, "replay", str(path))["notes"] == {"event": "Club evening", "place": "Leeds"}
