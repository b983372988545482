"""The verbs with games other than the first, named by an option or as the first word."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from prial.bots import registry as bots
from prial.cli.boards.seat import Seated
from prial.core.registry import find, names
from prial.games.brag.events import FallsShort, Lent
from tests.campaigns import crossing, soaking
from tests.cli.conftest import Prial, one_sentence
from tests.cli.seat import Person
from tests.cli.test_play import the_record

OTHERS = [name for name in names() if name != "crash"]


@pytest.mark.parametrize(("verb", "game"), crossing(["list", "show", "options", "compare", "page", "export"], names()))
def test_rules_are_named_by_game(prial: Prial, game: str, verb: str) -> None:
    named, option = prial("rules", verb, game), prial("rules", verb, "--game", game)
    assert named.exit_code == 0
    assert named.stdout == option.stdout
    assert "You named two games" in one_sentence(prial("rules", verb, game, "--game", "whist"))


@pytest.mark.parametrize("game", soaking(names(), ["brag_poker", "stop_the_bus", "xap_xam"]))
def test_every_preset_of_every_game_is_shown(prial: Prial, game: str) -> None:
    for preset in find(game).schema.presets:
        assert prial("rules", "show", game, preset).stdout == prial("rules", "show", "--game", game, "--preset", preset).stdout
        assert prial("rules", "page", game, preset).exit_code == 0


def test_rules_without_a_game_say_which_others_there_are(prial: Prial) -> None:
    told = prial("rules").stdout
    assert all(name in told for name in OTHERS)


@pytest.mark.parametrize("game", soaking(names(), ["crash", "stop_the_bus", "xap_xam"]))
def test_bots_play_every_game(prial: Prial, game: str) -> None:
    named = prial("play", game, "--auto", "--quiet", "--seed", "1", "--bots", "random")
    assert named.exit_code == 0
    assert "over" in named.stdout
    assert prial("play", "--game", game, "--auto", "--quiet", "--seed", "1", "--bots", "random").stdout == named.stdout


@pytest.mark.parametrize("args", [("play", "whist"), ("ladder", "whist"), ("odds", "whist"), ("rules", "list", "whist")])
def test_an_unknown_game_is_refused_by_name(prial: Prial, args: tuple[str, ...]) -> None:
    assert f"There is no game 'whist'; the games are {', '.join(names())}." in one_sentence(prial(*args))


@pytest.mark.parametrize("game", OTHERS)
@pytest.mark.parametrize("args", [("solve", "{game}"), ("arrange", "--game", "{game}", "AsAhAd")])
def test_what_is_for_some_games_alone_says_so(prial: Prial, game: str, args: tuple[str, ...]) -> None:
    if args[0] in find(game).verbs:
        return
    able = " and ".join(find(name).title for name in names() if args[0] in find(name).verbs)
    sentence = one_sentence(prial(*[arg.format(game=game) for arg in args]))
    assert sentence == f"prial {args[0]} is for {able}, and not for {find(game).title}."


@pytest.mark.parametrize("game", names())
def test_hands_are_ranked_and_counted_in_every_game(prial: Prial, game: str) -> None:
    assert prial("rank", game, "AsAhAd", "KsQsJs").stdout == prial("rank", "--game", game, "AsAhAd", "KsQsJs").stdout
    assert re.search("(prial of|three) aces", prial("rank", game, "AsAhAd").stdout)
    assert re.match("An empty hand has no rank|Nothing is not a hand", one_sentence(prial("rank", game)))
    assert re.search("22,100 (hands of three cards|upper hands)", prial("odds", game).stdout)


@pytest.mark.parametrize("game", soaking(names(), ["crash", "brag_poker", "stop_the_bus"]))
def test_the_ladder_measures_a_games_bots_against_each_other(prial: Prial, game: str) -> None:
    told = prial("ladder", game, "--games", "1", "--deals", "3", "--workers", "1").stdout
    assert all(name in told for name in bots.names(game))


@pytest.mark.parametrize("game", OTHERS)
def test_a_person_plays_every_game_with_the_words_of_records(home: Path, game: str) -> None:
    """On every board: the words of records are always understood, and a person may always leave."""
    person = Person(home, "play", game, "--seed", "3", "--name", "Ann", "--bots", "random", "--fast")
    assert person.wait_for_prompt() is not None
    person.type("nonsense")
    assert person.wait_for_prompt() is not None
    for word in ("help", "log", "rules", "scores"):
        person.type(word)
        assert person.wait_for_prompt() is not None
    person.type("quit")
    assert person.wait_for_prompt() is None
    assert "Traceback" not in person.screen
    _, record = the_record(home)
    assert record.game == game
    again = Person(home, "play", game, "--fast")
    assert "Go on with it?" in (again.wait_for_prompt() or "")
    again.type("yes")
    assert again.wait_for_prompt() is not None
    assert "Back at the table" in again.screen
    again.type("quit")
    assert again.wait_for_prompt() is None


BRAG: dict[str, Any] = {
    "prial": 1,
    "game": "brag",
    "rules": {"purse": 20},
    "seats": ["Ann", "Bob", "Cat"],
    "moves": [
        ["nature", {"pick": 2}],
        ["nature", {"hands": ["Ks9h4d", "AsAh4c", "2c7h8d"]}],
        [0, "look"],
        [0, "bet 4"],
        [1, "bet 2"],
        [2, "fold"],
        [0, "bet 4"],
        [1, "see"],
    ],
}
"""Bob, who is blind, pays half; he sees for the last bet of four."""


def test_replay_gives_stacks_pots_debts_and_whose_decision_after_each_move(prial: Prial) -> None:
    done = prial("replay", "-", "--json", stdin=json.dumps(BRAG))
    assert done.exit_code == 0, done.stderr
    found = json.loads(done.stdout)
    after = [(move["summary"]["chips"], [pot["chips"] for pot in move["summary"]["pots"]]) for move in found["moves"][1:]]
    assert after == [
        ([19, 19, 19], [3]),
        ([19, 19, 19], [3]),
        ([15, 19, 19], [7]),
        ([15, 17, 19], [9]),
        ([15, 17, 19], [9]),
        ([11, 17, 19], [13]),
        ([11, 30, 19], [0]),
    ]
    assert [move["decision"]["seats"] for move in found["moves"][1:]] == [[0], [0], [1], [2], [0], [1], [0, 1, 2]]
    assert all(move["summary"]["debts"] == [0, 0, 0] for move in found["moves"])
    assert found["summary"] == found["moves"][-1]["summary"]
    assert found["decision"] == found["moves"][-1]["decision"]
    assert found["scores"] == [11, 30, 19]
    assert found["ledger"] == [-9, 10, -1]
    assert not found["over"]


def test_replay_for_people_tells_any_game_in_sentences(prial: Prial) -> None:
    told = prial("replay", "-", stdin=json.dumps(BRAG)).stdout
    for sentence in (
        "Deal 1: Cat deals.",
        "Ann holds K♠ 9♥ 4♦.",
        "Bob bets 2 blind.",
        "Cat folds.",
        "Bob shows A♠ A♥ 4♣: pair of aces.",
    ):
        assert sentence in told
    assert "The game isn't over: Ann, Bob, Cat to decide." in told
    as_bob = prial("replay", "-", "--as", "Bob", stdin=json.dumps({**BRAG, "moves": BRAG["moves"][:-1]})).stdout
    assert "Ann looks at their cards." in as_bob
    assert "♠" not in as_bob


def test_replay_refuses_a_move_of_any_game_with_its_number_and_reason(prial: Prial) -> None:
    moves = [*BRAG["moves"][:4], [1, "bet 1"]]
    sentence = one_sentence(prial("replay", "-", stdin=json.dumps({**BRAG, "moves": moves})))
    assert sentence.startswith("Move 5 of the record is refused: 1 is too little")


def test_replay_of_crash_says_whose_decision_it_is_after_each_move(prial: Prial, home: Path) -> None:
    path = home / "game.json"
    assert prial("play", "--auto", "--quiet", "--seed", "1", "--bots", "greedy", "--record", str(path)).exit_code == 0
    found = json.loads(prial("replay", str(path), "--json").stdout)
    assert found["moves"][-1]["decision"] is None
    assert found["moves"][1]["decision"]["seats"] == [0, 1, 2, 3]
    assert found["moves"][2]["decision"] == {"key": "1.arrange", "seats": [1, 2, 3], "locked": [0]}


@pytest.mark.parametrize("game", [name for name in names() if find(name).showdown])
def test_the_deal_that_a_form_shows_is_settled(prial: Prial, tmp_path: Path, game: str) -> None:
    said = prial("showdown", "--form", game).stdout
    deal = tmp_path / "deal.json"
    deal.write_text(said.partition("```json\n")[2].partition("```")[0], encoding="utf-8")
    assert prial("showdown", str(deal)).exit_code == 0
    assert "foul" not in prial("showdown", str(deal)).stdout


def test_what_you_do_to_somebody_names_them() -> None:
    """A seat in a sentence about yourself is shown as a name too, and "you" is used where another player names you."""
    nothing: Any = None
    here = {
        "game": nothing,
        "kind": nothing,
        "title": "",
        "screen": nothing,
        "look": nothing,
        "terminal": nothing,
        "log": nothing,
    }
    seated = Seated(names=("Ann", "Bea"), me=0, **here)
    find("brag").part("board")
    assert seated.sentence(Lent(0, 1, 3)) == "You lend Bea 3."
    assert seated.sentence(Lent(1, 0, 3)) == "Bea lends you 3."
    assert (
        seated.sentence(FallsShort(1, 0, 3))
        == "Bea can't pay the full bet of 3: you may lend the rest, or both players show their hands."
    )
    assert (
        seated.sentence(FallsShort(0, 1, 3))
        == "You can't pay the full bet of 3: Bea may lend the rest, or both of you show your hands."
    )
