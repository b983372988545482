"""Arranging at a terminal, with hands from a record."""

import json
from pathlib import Path
from typing import Any

import pytest

from prial.cards import PACK, names, parse
from prial.core import record as core
from tests.cli.seat import Person

FOUR_EIGHTS = "8s8h8d8cKsKhKdQsQh5c5d2s3h"
TWO_PAIRS = "AsAhAdKsQsJs7c8d9h2c2d5h4s"


def seated(home: Path, mine: str, rules: dict[str, Any], *more: Any) -> tuple[Person, Path]:
    """A person at a table of two, with a chosen hand."""
    rest = [card for card in PACK if card not in parse(mine)]
    hands = {"hands": [mine, names(rest[:13])]}
    path = home / "game.json"
    start = {"prial": 1, "game": "crash", "rules": {**rules, "players": 2}, "seats": ["Ann", "Bea"]}
    path.write_text(json.dumps({**start, "moves": [["nature", {"pick": 0}], ["nature", hands], *more]}))
    person = Person(home, "play", "--resume", str(path), "--bots", "greedy", "--fast")
    person.wait_for_prompt()
    return person, path


def says(person: Person, line: str) -> str:
    """The screen after a line, up to the next prompt."""
    before = len(person.screen)
    person.type(line)
    person.wait_for_prompt()
    return " ".join(person.screen[before:].split())


def laid(path: Path) -> str:
    """The person's arrangement."""
    return next(str(move) for who, move in core.read(path.read_bytes()).moves if who == 0)


@pytest.mark.parametrize("last", ["", "lay"])
def test_four_of_a_kind_is_knocked_for(home: Path, last: str) -> None:
    person, path = seated(home, FOUR_EIGHTS, {"preset": "pub"})
    assert "knocking for four eights" in says(person, "8s8h8d KsKhKd QsQh8c 5c5d3h")
    assert "not knocking" in says(person, "knock")
    assert "knocking for four eights, a point" in says(person, "knock")
    says(person, last)
    assert laid(path).endswith(" knock")
    person.kill()


@pytest.mark.parametrize(("line", "knocks"), [("", True), (" knock", True), (" no knock", False)])
def test_laid_at_once_it_knocks_unless_the_person_says_no(home: Path, line: str, knocks: bool) -> None:
    person, path = seated(home, FOUR_EIGHTS, {"preset": "pub"})
    says(person, f"lay 8s8h8d KsKhKd QsQh8c 5c5d3h{line}")
    assert laid(path).endswith(" knock") is knocks
    person.kill()


def test_knocking_that_was_switched_off_stays_off(home: Path) -> None:
    person, path = seated(home, FOUR_EIGHTS, {"preset": "pub"})
    assert "Nothing" not in says(person, "8s8h8d KsKhKd QsQh8c 5c5d3h")
    says(person, "knock")
    says(person, "")
    assert "knock" not in laid(path)
    person.kill()


def test_help_names_what_the_rules_have(home: Path) -> None:
    person, _ = seated(home, FOUR_EIGHTS, {"preset": "pub"})
    told = says(person, "help")
    assert "knock" in told
    assert "six pairs" not in told
    person.kill()
    person, _ = seated(home, TWO_PAIRS, {"preset": "denexa"})
    told = says(person, "h")
    assert "six pairs" in told
    assert "thirteen straight" in told
    assert "knock" not in told
    person.kill()
    person, _ = seated(home, TWO_PAIRS, {"preset": "wikipedia"})
    assert "call, pass" in says(person, "help")
    person.kill()


@pytest.mark.parametrize(("foul", "cost"), [("lose_game", "out of the whole game"), ("lose_deal", "out of this deal")])
def test_what_a_foul_costs_is_said_before_and_after(home: Path, foul: str, cost: str) -> None:
    person, path = seated(home, TWO_PAIRS, {"preset": "denexa", "foul": foul})
    said = says(person, "lay KsQsJs AsAhAd")
    assert "Hands that are out of order are a foul" in said
    assert cost in said
    assert cost in person.prompts[-1]
    assert [who for who, _ in core.read(path.read_bytes()).moves if who == 0] == []
    said = says(person, "lay")
    assert f"You are {cost} for the foul." in said
    assert "K♠ Q♠ J♠" in said or "Your hands are not in order" in said
    if foul == "lose_game":
        assert "After the foul only Bea is left, and has won." in said
    person.kill()


def test_several_places_in_one_line(home: Path) -> None:
    person, path = seated(home, TWO_PAIRS, {"preset": "online"})
    said = says(person, "1 AsAhAd 2 KsQsJs 4: 2c2d5h")
    assert "1st" in said
    assert "pair of twos" in said
    assert "in order" in said
    said = says(person, "1 A s A h A d")
    assert "prial of aces" in said
    says(person, "3 7c 8d")
    assert "Your 3rd hand has 2 of 3 cards." in says(person, "lay")
    assert "are shown above" in says(person, "cards")
    assert "locks it in" in person.prompts[-1] or "suggest" in person.prompts[-1]
    says(person, "3 7c 8d 9h")
    says(person, "")
    assert laid(path) == "lay AsAhAd KsQsJs 7c8d9h 2c2d5h"
    person.kill()


def test_log_shows_cards_as_they_are_shown_elsewhere(home: Path) -> None:
    person, _ = seated(home, TWO_PAIRS, {"preset": "online"})
    said = says(person, "log")
    assert "You hold A♠" in said
    assert "As" not in said
    person.kill()


def test_one_of_two_spare_hands_is_chosen(home: Path) -> None:
    rules = ("--preset", "gamerules", "--players", "2", "--set", "spare_choice=choose")
    person = Person(home, "play", *rules, "--name", "Ann", "--bots", "greedy", "--seed", "3", "--fast")
    person.wait_for_prompt()
    assert "With two players a game to 21 takes about as many deals as one to 15 with four." in " ".join(person.screen.split())
    assert "swap 1 or swap 2 or keep" in person.screen
    assert "Type swap 1 or swap 2 or keep" in says(person, "swap")
    assert "You throw your hand in for the second spare one." in says(person, "swap 2")
    person.kill()


def test_the_price_of_a_spare_hand_is_told_before_it_is_taken_and_owed_after(home: Path) -> None:
    """Source: G, "an additional stake must be placed"."""
    rules = ("--preset", "gamerules", "--players", "2", "--set", "spare_stake=20")
    person = Person(home, "play", *rules, "--name", "Ann", "--bots", "greedy", "--seed", "3", "--fast")
    person.wait_for_prompt()
    assert "unseen? A swap costs 20." in person.screen
    assert "owes" not in person.screen
    says(person, "swap")
    assert "owes 20 to the winner" in says(person, "scores")
    person.kill()


def test_the_help_names_as_many_places_as_there_are(home: Path) -> None:
    person = Person(home, "play", "--preset", "six", "--players", "2", "--bots", "greedy", "--seed", "3", "--fast")
    person.wait_for_prompt()
    assert "6 cards make 2 hands of three" in person.screen
    told = says(person, "help")
    assert "your 1st hand (2 likewise)" in told
    assert "lay AsAhAd KsQsJs lay out" in told
    person.kill()


def test_what_a_foul_costs_that_is_found_at_its_place(home: Path) -> None:
    rules = {"preset": "denexa", "found": "at_its_place", "foul": "lose_deal"}
    person, _ = seated(home, TWO_PAIRS, rules)
    assert "the rest of this deal" in says(person, "lay KsQsJs AsAhAd")
    person.kill()
