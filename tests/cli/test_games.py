"""The verbs with other games than the first, named by an option or as the first word."""

from pathlib import Path

import pytest

from prial.bots import registry as bots
from prial.games.registry import NAMES, find
from tests.cli.conftest import Prial, one_sentence
from tests.cli.seat import Person
from tests.cli.test_play import the_record

OTHERS = [name for name in NAMES if name != "crash"]


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("verb", ["list", "show", "options", "compare", "page", "export"])
def test_rules_are_named_by_game(prial: Prial, game: str, verb: str) -> None:
    named, option = prial("rules", verb, game), prial("rules", verb, "--game", game)
    assert named.exit_code == 0
    assert named.stdout == option.stdout
    assert "Two games are named" in one_sentence(prial("rules", verb, game, "--game", "whist"))


@pytest.mark.parametrize("game", NAMES)
def test_every_preset_of_every_game_is_shown(prial: Prial, game: str) -> None:
    for preset in find(game).schema.presets:
        assert prial("rules", "show", game, preset).stdout == prial("rules", "show", "--game", game, "--preset", preset).stdout
        assert prial("rules", "page", game, preset).exit_code == 0


def test_rules_without_a_game_say_which_others_there_are(prial: Prial) -> None:
    told = prial("rules").stdout
    assert all(name in told for name in OTHERS)


@pytest.mark.parametrize("game", NAMES)
def test_bots_play_every_game(prial: Prial, game: str) -> None:
    named = prial("play", game, "--auto", "--quiet", "--seed", "1", "--bots", "random")
    assert named.exit_code == 0
    assert "over" in named.stdout
    assert prial("play", "--game", game, "--auto", "--quiet", "--seed", "1", "--bots", "random").stdout == named.stdout


@pytest.mark.parametrize("args", [("play", "whist"), ("ladder", "whist"), ("odds", "whist"), ("rules", "list", "whist")])
def test_an_unknown_game_is_refused_by_name(prial: Prial, args: tuple[str, ...]) -> None:
    assert f"There is no game 'whist'; there are {', '.join(NAMES)}." in one_sentence(prial(*args))


@pytest.mark.parametrize("game", OTHERS)
@pytest.mark.parametrize("args", [("simulate", "{game}"), ("arrange", "--game", "{game}", "AsAhAd")])
def test_what_is_for_crash_alone_says_so(prial: Prial, game: str, args: tuple[str, ...]) -> None:
    sentence = one_sentence(prial(*[arg.format(game=game) for arg in args]))
    assert sentence == f"prial {args[0]} is for Crash, and not for {find(game).title}."


@pytest.mark.parametrize("game", NAMES)
def test_hands_are_ranked_and_counted_in_every_game(prial: Prial, game: str) -> None:
    assert prial("rank", game, "AsAhAd", "KsQsJs").stdout == prial("rank", "--game", game, "AsAhAd", "KsQsJs").stdout
    assert "prial of aces" in prial("rank", game, "AsAhAd").stdout
    assert "An empty hand has no rank" in one_sentence(prial("rank", game))
    assert "22,100 hands of three cards" in prial("odds", game).stdout


@pytest.mark.parametrize("game", [name for name in NAMES if len(bots.names(name)) > 1])
def test_the_ladder_measures_a_games_bots_against_each_other(prial: Prial, game: str) -> None:
    told = prial("ladder", game, "--games", "1", "--workers", "1").stdout
    assert all(name in told for name in bots.names(game))


@pytest.mark.parametrize("game", OTHERS)
def test_a_person_plays_every_game_with_the_words_of_records(home: Path, game: str) -> None:
    """On whatever board: the words of records are understood everywhere, and a person may always leave."""
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
