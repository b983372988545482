"""Bad input: one clear sentence on stderr, exit status 2, nothing lost, no traceback."""

import json
from pathlib import Path
from typing import Any

import pytest

from prial.core import record as core
from tests.cli.conftest import Prial, one_sentence

FOUR = [["AsAhAd", "KsQsJs"], ["AcKcQc", "4h4d4c"], ["3s3h3d", "9c9d9h"], ["2s2h2d", "8c8d8h"]]


@pytest.mark.parametrize(
    ("args", "part"),
    [
        (("rank", "AsKs2d5d"), "AsKs2d5d is not a hand under these rules: a hand has three cards."),
        (("rank", "brag", "AsKs2d4d5c", "--preset", "four_card"), "three cards or four of which the best three count."),
        (("rank", "AsKs2d5d", "--preset", "bouncer"), "a hand has three cards or four of a kind."),
        (("play", "--set", "cards=nine"), "cards can't be 'nine': it can be 13, 9, 7 or 6."),
        (("ply",), "There is no command 'ply'. Did you mean play?"),
        (("dance",), "There is no command 'dance'."),
        (("rank", "AsAsAd"), "As is there twice"),
        (("rank", "AsAh"), "a hand has three cards"),
        (("rank", "AsAhAdAc"), "a hand has three cards"),
        (("rank", "4s4h4d5c", "--preset", "bouncer"), "four of a kind"),
        (("rank", "1sAhAd"), "is not a card"),
        (("rank", "A\u017f Kh Qd"), "is not a card"),
        (("play", "--resume", "-"), "takes a file"),
        (("play", "--name", "\x1b[2J"), "can't be called"),
        (("rank", ""), "An empty hand has no rank"),
        (("rank",), "HAND"),
        (("rank", "AsAhAd", "--wild", "jokers"), "names no wild cards"),
        (("arrange", "AsAhAd KsQsJs 7c8d9h 2c2d5h"), "You gave 12."),
        (("arrange", "AsAhAd KsQsJs 7c8d9h 2c2d5h 4s 4d"), "You gave 14."),
        (("arrange", "AsAhAd KsQsJs 7c8d9h 2c2d5h As"), "As is there twice"),
        (("arrange", "AsAhAd KsQsJs 7c8d9h 2c2d5h 4s", "--preset", "nine"), "Give 9 cards, not 13."),
        (("odds", "--preset", "nowhere"), "no preset 'nowhere'"),
        (("odds", "--preset", "nowhere.toml"), "no file nowhere.toml"),
        (("odds", "--seen", "Ks1h"), "'1h' at position 3 is not a card"),
        (("odds", "--hand", "KsQsJsTs"), "KsQsJsTs has 4 cards, but 3 are dealt"),
        (("odds", "--hand", "KsQsJs", "--seen", "2cKs"), "Ks can't lie in two places"),
        (("odds", "--cards", "5", "--hand", "KsQsJs2c4d", "--others", "10"), "Only 47 cards are left, but the hands take 50"),
        (("play", "--preset", "pub", "--set", "target=0", "--auto"), "target can't be '0'"),
        (("play", "--set", "target=many", "--auto"), "target can't be 'many'"),
        (("play", "--set", "crash_points=3", "--set", "crash=wins_game", "--auto"), "crash_points=3 doesn't go with crash"),
        (("play", "--preset", "nine", "--set", "spare=swap", "--auto"), "spare=swap doesn't go with cards=9"),
        (("play", "--set", "colour=red", "--auto"), "no option 'colour'"),
        (("play", "--set", "target", "--auto"), "option=value"),
        (("showdown", "nothing.json"), "no file nothing.json"),
        (("replay", "nothing.json"), "no file nothing.json"),
        (("review", "/dev"), "no record in /dev"),
        (("simulate", "--deals", "0"), "0 is not in the range"),
        (("simulate", "--bots", "genius"), "no bot 'genius'"),
        (("ladder", "--field", "genius"), "no bot 'genius'"),
        (("rules", "compare", "pub", "nowhere"), "no preset 'nowhere'"),
        (("rules", "show", "--game", "whist"), "no game 'whist'"),
        (("nonsense",), "nonsense"),
        (("play", "--auto", "--seed", "-1"), "-1 is not in the range"),
        (("play", "--auto", "--bots", "sharp,greedy,random,sharp,greedy"), "names 5 bots, but the number of other seats is 4"),
        (("play", "--auto", "--bots", "genius"), "no bot 'genius'"),
        (("play", "--nonsense"), "--nonsense"),
    ],
)
def test_bad_arguments(prial: Prial, args: tuple[str, ...], part: str) -> None:
    assert part in one_sentence(prial(*args))


def showdown(**changes: Any) -> str:
    base = {"rules": {"preset": "online"}, "dealer": 0, "scores": [0, 0, 0, 0], "hands": FOUR}
    return json.dumps({**base, **changes})


def hands(seat: int, laid: Any) -> list[Any]:
    return [laid if each == seat else cards for each, cards in enumerate(FOUR)]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "Nothing came on standard input."),
        (" \n", "Nothing came on standard input."),
        ("{", "it ends too early"),
        ("[]", "it should be an object in braces, and is a list"),
        ("no json", "it isn't JSON"),
        ("[" * 100_000, "not a showdown"),
        (showdown()[:60], "it ends too early"),
        (showdown(dealer=4), "'dealer' can't name seat 4"),
        (showdown(dealer=-1), "'dealer' can't name seat -1"),
        (showdown(dealer="me"), "dealer should be a whole number, and is text"),
        (showdown(scores=[0, 0, 0]), "'scores' lists 3, but there are"),
        (showdown(scores=[0, 0, 0, -1]), "can't have -1 points"),
        (showdown(scores=[0, 0, 0, 7]), "already has 7 points"),
        (showdown(hands=hands(1, ["AsKcQc"])), "As is laid twice: by seat 0 and by seat 1"),
        (showdown(hands=hands(1, ["AcKcQc", "AcKdQd"])), "Ac is laid twice"),
        (showdown(hands=hands(1, ["AcKc"])), "a hand has three cards"),
        (showdown(hands=hands(1, ["AcKcQc4h"])), "a hand has three cards"),
        (showdown(hands=hands(1, ["AcKcXx"])), "'Xx' at position 5 is not a card"),
        (showdown(hands=hands(1, [])), "at least one"),
        (showdown(hands=hands(1, ["AcKcQc", "4h4d4c", "5s5h5d", "6s6h6d", "7s7h7d"])), "4 places"),
        (showdown(hands=FOUR[:1], scores=[0]), "players can't be '1'"),
        (showdown(hands=[*FOUR, ["JcJdJh"]], scores=[0] * 5), "players=5 doesn't go with cards=13"),
        (showdown(rules={"preset": "online", "players": 3}), "3 players"),
        (showdown(rules={"preset": "nowhere"}), "no preset 'nowhere'"),
        (showdown(rules={"preset": "online", "target": 0}), "target can't be '0'"),
        (showdown(rules={"preset": "online", "colour": "red"}), "no option 'colour'"),
        (showdown(rules={"preset": "online", "tie": []}), "tie can't be"),
        (showdown(rules={"preset": "denexa"}, hands=hands(1, ["AcKdJh"])), "is below a pair"),
        (showdown(called=[1]), "under these rules nobody does"),
        (showdown(rules={"preset": "gamerules"}, called=[9]), "'called' can't name seat 9"),
        (showdown(rules={"preset": "gamerules"}, called=[1, 1]), "twice"),
        (showdown(declared=[{"seat": 1, "what": "luck"}]), "'luck' can't be declared"),
        (showdown(declared=[{"seat": 1, "what": "knock"}]), "Nobody knocks under"),
        (showdown(rules={"preset": "pub"}, declared=[{"seat": 1, "what": "knock"}]), "don't use all four"),
        (showdown(declared=[{"seat": 1, "what": "six_pairs"}]), "Six pairs count for nothing"),
        (showdown(rules={"preset": "denexa"}, declared=[{"seat": 1, "what": "thirteen_straight"}]), "one card of each rank"),
        (showdown(trump="hearts"), "'trump' isn't known"),
        (showdown(hands=[None] * 4), "At least two seats"),
        (showdown(seats=["Ann", "\x1b]0;x", "Cis", "Dot"]), "can't be called"),
        (showdown(seats=["Ann", "Bea", "ann", "Dot"]), "Two seats are called ann: give them different names."),
        (
            showdown(rules={"preset": "nine_pot"}, pot=10**9 + 1),
            "1000000001 is too much: amounts and scores go up to",
        ),
    ],
)
def test_bad_showdowns(prial: Prial, text: str, part: str) -> None:
    for flags in ([], ["--json"]):
        done = prial("showdown", "-", *flags, stdin=text)
        assert part in one_sentence(done)
        assert done.stdout == ""


@pytest.fixture
def record(prial: Prial, home: Path) -> core.Record:
    path = home / "whole.json"
    prial("play", "--auto", "--seed", "3", "--bots", "greedy", "--quiet", "--record", str(path))
    return core.read(path.read_bytes())


def test_record_cut_off_anywhere(prial: Prial, record: core.Record) -> None:
    text = core.write(record)
    for at in range(97, len(text) - 2, 97):
        for verb in ("replay", "review"):
            assert "record" in one_sentence(prial(verb, "-", stdin=text[:at]))


def edited(record: core.Record, number: int, move: Any) -> str:
    record.moves[number - 1] = move
    return core.write(record)


@pytest.mark.parametrize(
    ("number", "move", "part"),
    [
        (1, ("nature", {"pick": 4}), "Move 1 of the record is refused: 4 can't be picked"),
        (1, ("nature", "north"), "Move 1"),
        (1, (0, "lay AsAhAd"), "It is nature's turn"),
        (2, ("nature", {"hands": ["AsAs"]}), "Move 2"),
        (2, ("nature", {"hands": [1, 2, 3, 4]}), "Move 2"),
        (3, (0, "dance"), "'dance' is not an action"),
        (3, (9, "lay AsAhAd"), "Move 3"),
        (3, (None, None), "Move 3"),
        (3, ("nature", {"pick": 0}), "It is a player's turn"),
    ],
)
def test_record_edited_by_hand(prial: Prial, record: core.Record, number: int, move: Any, part: str) -> None:
    text = edited(record, number, move)
    for verb in ("replay", "review"):
        assert part in one_sentence(prial(verb, "-", stdin=text))
    done = prial("replay", "-", "--json", stdin=text)
    refused = json.loads(done.stdout)["refused"]
    assert refused["number"] == number
    assert set(refused) == {"number", "code", "sentence"}


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"prial": 2}, "format 2"),
        ({"game": "whist"}, "no game 'whist'"),
        ({"version": 99}, "version 99"),
        ({"seats": ["A", "B"]}, "4 players"),
        ({"rules": {"preset": "nowhere"}}, "no preset 'nowhere'"),
        ({"rules": {"target": 0}}, "target can't be '0'"),
        ({"moves": "none"}, "not a record"),
    ],
)
def test_record_with_a_wrong_head(prial: Prial, record: core.Record, change: dict[str, Any], part: str) -> None:
    data = json.loads(core.write(record))
    text = json.dumps({**data, **change})
    for verb in ("replay", "review"):
        assert part in one_sentence(prial(verb, "-", stdin=text))


def test_record_that_is_no_text(prial: Prial, home: Path) -> None:
    (home / "binary").write_bytes(b"\xff\xfe\x00")
    assert "not text" in one_sentence(prial("replay", str(home / "binary")))
    assert one_sentence(prial("replay", "-", stdin="[" * 100_000))


def test_record_without_the_bots_is_played_on_by_the_person_in_the_first_seat(prial: Prial, home: Path) -> None:
    path = home / "mine.json"
    path.write_text('{"prial": 1, "game": "crash", "rules": {"preset": "pub"}, "seats": ["North", "East"], "moves": []}')
    done = prial("play", "--resume", str(path), "--bots", "greedy", stdin="suggest\n\n")
    assert done.exit_code == 0, done.stderr
    assert len(core.read(path.read_bytes()).moves) >= 4


def test_notes_that_name_no_bot_are_refused(prial: Prial, home: Path) -> None:
    path = home / "mine.json"
    head = '{"prial": 1, "game": "crash", "rules": {"preset": "pub"}, "seats": ["North", "East"]'
    path.write_text(head + ', "notes": {"person": 0, "bots": {}}}')
    assert "no bot for seat 1" in one_sentence(prial("play", "--resume", str(path)))
    path.write_text(head + ', "notes": {"person": 0, "bots": {"1": "genius"}}}')
    assert "no bot 'genius'" in one_sentence(prial("play", "--resume", str(path)))


def test_saved_rules_that_were_edited(prial: Prial, home: Path) -> None:
    assert prial("rules", "save", "ours").exit_code == 0
    path = home / "config" / "prial" / "rules" / "crash" / "ours.toml"
    path.write_text('game = "crash"\n[options]\ntarget = 0\n')
    assert "target can't be '0'" in one_sentence(prial("play", "--auto", "--preset", "ours"))
    path.write_text('game = "crash"\npreset = "nine"\n[options]\nspare = "swap"\n')  # what stands in the file is chosen
    assert "spare=swap doesn't go with cards=9" in one_sentence(prial("play", "--auto", "--preset", "ours"))
    path.write_text('game = "crash"\npreset = "nine"\n')
    path.with_name("mine.toml").write_text('game = "crash"\npreset = "ours"\n[options]\nspare = "swap"\n')
    assert "spare=swap doesn't go with cards=9" in one_sentence(prial("play", "--auto", "--preset", "mine"))
    path.write_text("game = ")
    assert "can't be read" in one_sentence(prial("play", "--auto", "--preset", "ours"))
    path.write_text('game = "crash"\npreset = "ours"\n')
    assert one_sentence(prial("play", "--auto", "--preset", "ours"))


def test_a_fault_of_ours_is_one_line_too(prial: Prial, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr("prial.cli.odds.odds", broken)
    done = prial("odds")
    assert done.exit_code == 70
    assert len(done.stderr.splitlines()) == 1
    assert "boom" in done.stderr
