"""Stop the Bus at the terminal: whole games, the lines that can be typed, and deals played with real cards."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from prial.errors import catalogue
from prial.games.stop_the_bus.rules import SCHEMA
from tests.cli.conftest import Prial, one_sentence
from tests.cli.seat import Person
from tests.games.terminal import play_on

RECORDS = Path(__file__).parent / "golden" / "records"


def answer(prompt: str, screen: str) -> str:
    """Ask for advice, and take it with Enter."""
    if "next deal" in prompt or "goes on" in prompt:
        return ""
    said_since = screen.rpartition("> suggest")[2]
    return "" if re.search(r"Enter takes (it|the first)\.\s", said_since) and "yours" not in said_since else "suggest"


def said(text: str) -> str:
    """The output, as one line with single spaces."""
    return " ".join(text.split())


@pytest.mark.parametrize("preset", SCHEMA.presets)
def test_a_whole_game(home: Path, preset: str) -> None:
    options = ("--preset", preset, "--players", "3", "--set", "tokens=1", "--seed", "5", "--bots", "thumb")
    play_on(home, answer, "play", "stop_the_bus", *options)


def dealt(home: Path, hands: list[str], middle: str, *moves: tuple[int, str], preset: str = "denexa") -> Path:
    """A record in which Ann, in seat 0, must play, with two bots."""
    path = home / "dealt.json"
    record = {
        "prial": 1,
        "game": "stop_the_bus",
        "rules": {"preset": preset, "players": 3},
        "seats": ["Ann", "Bea", "Cal"],
        "notes": {"person": 0, "bots": {"1": "thumb", "2": "thumb"}, "secret": "x"},
        "moves": [["nature", {"pick": 2}], ["nature", {"hands": hands, "middle": [middle]}], *moves],
    }
    path.write_text(json.dumps(record), "utf-8")
    return path


HANDS = ["AsKd7c", "Qh9h3s", "5d4c2s"]


@pytest.mark.parametrize("typed", ["take Ah put 7c", "Ah 7c", "ah7c", "7c Ah", "A♥ 7♣", "Ah, 7c"])
def test_an_exchange_may_be_typed_in_many_ways(home: Path, typed: str) -> None:
    person = Person(home, "play", "--resume", str(dealt(home, HANDS, "Ah8d2h")), "--fast")
    assert person.wait_for_prompt() is not None
    person.type(typed)
    assert "Enter goes on" in (person.wait_for_prompt() or "")
    assert "You take A♥ and put 7♣ down." in person.screen
    person.type("quit")
    assert person.wait_for_prompt() is None


@pytest.mark.parametrize("typed", ["take Ah put 7c stop the bus", "Ah 7c stop", "ah 7c, stop the bus!"])
def test_the_call_may_go_with_it(home: Path, typed: str) -> None:
    person = Person(home, "play", "--resume", str(dealt(home, HANDS, "Ah8d2h")), "--fast")
    assert person.wait_for_prompt() is not None
    person.type(typed)
    assert "next deal" in (person.wait_for_prompt() or "")
    assert "You call: stop the bus!" in person.screen
    assert "You show" not in person.screen  # the hands are in a table
    assert "You A♠ A♥ K♦ pair of aces" in said(person.screen)
    person.type("quit")
    assert person.wait_for_prompt() is None


def test_the_call_may_come_after_it(home: Path) -> None:
    person = Person(home, "play", "--resume", str(dealt(home, HANDS, "Ah8d2h")), "--fast")
    for line in ("Ah 7c", "show", "what now", "stop"):
        assert person.wait_for_prompt() is not None
        person.type(line)
    assert "next deal" in (person.wait_for_prompt() or "")
    assert "You call: stop the bus!" in person.screen
    assert "Press Enter to go on, or type stop" in person.screen
    assert "You pay a token." in person.screen
    person.type("quit")
    assert person.wait_for_prompt() is None


def test_the_table_shows_the_middle_ones_own_cards_and_what_others_took(home: Path) -> None:
    path = dealt(home, HANDS, "Ah8d2h", (0, "take Ah put 7c"), (1, "take 2h put 3s"), (2, "take 3s put 2s stop the bus"))
    person = Person(home, "play", "--resume", str(path), "--fast")
    assert person.wait_for_prompt() is not None
    table = said(person.screen)
    assert "middle 7♣ 8♦ 2♠ yours A♠ A♥ K♦ pair of aces taken Bea 2♥ Cal 3♠" in table
    assert "Q♥" not in table
    assert "Cal stopped the bus: this is your last turn." in table
    person.type("hands")
    person.wait_for_prompt()
    assert "2♠ K♦ A♠ A♥ 2♠ pair of aces" in said(person.screen)
    for line, sentence in (
        ("7c Ks", "Ks isn't in your hand"),
        ("7c", "Also say which card you put down for 7c: 7c Kd."),
        ("Ah Kd", "Ah isn't in the middle; 7c 8d 2s are."),
        ("7c Kd stop", "The bus has been stopped already"),
        ("nonsense", "I don't know 'nonsense'"),
        ("", "Enter alone does nothing here"),
        ("all", "You can't exchange all three cards under these rules"),
        ("stop", "The bus has been stopped already"),
    ):
        person.type(line)
        person.wait_for_prompt()
        assert sentence in said(person.screen), line
    person.type("quit")
    assert person.wait_for_prompt() is None


def test_help_names_what_the_rules_allow(home: Path) -> None:
    for preset, every in (("denexa", False), ("pub", True)):
        path = dealt(home, HANDS, "Ah8d2h", preset=preset)
        person = Person(home, "play", "--resume", str(path), "--fast")
        assert person.wait_for_prompt() is not None
        person.type("help")
        assert person.wait_for_prompt() is not None
        assert ("exchange all three cards" in said(person.screen)) is every
        person.type("quit")
        assert person.wait_for_prompt() is None


def test_bots_alone_play_and_say_the_result(prial: Prial) -> None:
    done = prial("play", "stop_the_bus", "--auto", "--json", "--seed", "3", "--bots", "thumb", "--set", "tokens=1")
    found = json.loads(done.stdout)
    assert sorted(found["scores"]) == [0, 0, 0, 1]
    assert found["ledger"] == [0, 0, 0, 0]
    assert found["scores"][found["winners"][0]] == 1


def test_every_own_sentence_names_what_its_original_names() -> None:
    import prial.games.stop_the_bus.terminal.board  # noqa: F401  # registers the sentences

    known = catalogue()
    own = [code for code in known if code.startswith("stop_the_bus.") and code.endswith(".you")]
    assert len(own) > 10
    for code in own:
        names = set(re.findall(r"\{(\w+)", known[code.removesuffix(".you")])) - {"seat", "dealer", "winners"}
        assert set(re.findall(r"\{(\w+)", known[code])) == names, code


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.json")), ids=lambda path: path.stem)
def test_hand_written_records_replay(prial: Prial, path: Path) -> None:
    expect = json.loads(path.read_text("utf-8"))["notes"]["expect"]
    found = json.loads(prial("replay", str(path), "--json").stdout)
    assert (found["over"], found["winners"], found["scores"]) == (expect["over"], expect["winners"], expect["scores"])
    told = prial("replay", str(path)).stdout
    assert "calls: stop the bus!" in told


# --- showdowns --------------------------------------------------------------------------------------------------------


def showdown(**changes: Any) -> str:
    deal = {"game": "stop_the_bus", "rules": {"preset": "denexa"}, "hands": ["AsAhAd", "KsQsJs", "9c5d2h"]}
    return json.dumps({**deal, **changes})


def test_showdown_says_who_loses(prial: Prial) -> None:
    found = json.loads(prial("showdown", "--json", "-", stdin=showdown()).stdout)
    assert found["loses"] == [2]
    assert found["pays"] == [0, 0, 1]
    assert found["tokens"] == [3, 3, 2]
    assert found["labels"] == ["prial of aces", "running flush, king high", "nine high"]


def test_showdown_in_words(prial: Prial) -> None:
    told = prial("showdown", "-", stdin=showdown(seats=["Ann", "Bea", "Cal"], tokens=[1, 2, 1])).stdout
    assert re.search(r"Cal +9♣ 5♦ 2♥ +nine high +the worst", told)
    assert "Cal pays a token: none left, and is out." in told
    told = said(prial("showdown", "-", stdin=showdown(hands=["AsKd9c", "AhKc9d"], tokens=[1, 1])).stdout)
    assert "all keep theirs, and the deal is played again" in told
    told = prial("showdown", "-", stdin=showdown(hands=["AsKd9c", "AhKc9d"], rules={"worst_tie": "nobody_pays"})).stdout
    assert "The worst hands are level, and nobody pays." in told
    told = prial("showdown", "-", stdin=showdown(rules={"preset": "prials"}, hands=["3s3h3d", "KsQsJs"], tokens=[5, 2])).stdout
    assert "Seat 1 pays 2 tokens: none left, and is out." in told
    assert "Seat 0 is the last one in and has won." in told


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (showdown(game="whist"), "A showdown of 'whist' can't be settled; showdowns of crash, brag, brag_poker,"),
        (showdown(game=3), "game should be text, and is a whole number"),
        (showdown(hands=["AsAhAd"]), "players can't be '1'"),
        (showdown(hands=["AsAhAd"] * 7), "players can't be '7'"),
        (showdown(hands=["AsAhAd", None, None]), "At least two seats must show hands"),
        (showdown(hands=["AsAhAd", "AsKsQs"]), "As is laid twice: by seat 0 and by seat 1"),
        (showdown(hands=["AsAhAd", "KsQs"]), "Seat 1 shows KsQs, but a hand has three cards."),
        (showdown(hands=["AsAhAd", ""]), "Seat 1 shows no card"),
        (showdown(hands=["AsAhAd", "KsQsJsTs"]), "Seat 1 shows KsQsJsTs"),
        (showdown(hands=["AsAhAd", "KsQsXx"]), "Hand 1 of seat 1 can't be read"),
        (showdown(hands=[["AsAhAd"], "KsQsJs"]), "hands[0] should be text or null, and is a list"),
        (showdown(tokens=[1, 2]), "'tokens' lists 2, but there are 3 seats"),
        (showdown(tokens=[1, 2, 0]), "Seat 2 can't have 0 tokens"),
        (showdown(tokens=[1, 2, -1]), "Seat 2 can't have -1 tokens"),
        (showdown(hands=["AsAhAd", "KsQsJs", None], tokens=[1, 2, 1]), "Seat 2 can't have 1 tokens"),
        (showdown(rules={"players": 4}), "The rules say 4 players, but there are hands for 3."),
        (showdown(rules={"preset": "online"}), "no preset 'online'"),
        (showdown(rules={"wild_cards": "2s"}), "no option 'wild_cards'"),
        (showdown(dealer=1), "'dealer' isn't known"),
        (showdown(seats=["Ann", "\x1b]0;x", "Cal"]), "can't be called"),
    ],
)
def test_bad_showdowns(prial: Prial, text: str, part: str) -> None:
    for flags in ((), ("--json",)):
        done = prial("showdown", "-", *flags, stdin=text)
        assert part in one_sentence(done)
        assert not done.stdout
