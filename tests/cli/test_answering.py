"""``prial solve GAME --against BOT`` in every game that has it: its shape, its sentences, and what is refused."""

import json
import re
from functools import cache
from typing import Any

import pytest
from click.testing import CliRunner

from prial.cli.app import app
from prial.core.registry import find, names
from tests.campaigns import soaking
from tests.cli.conftest import Prial, one_sentence
from tests.games.brag_poker import test_response

pytest.importorskip("numba")

QUICK: dict[str, tuple[str, ...]] = {
    "crash": ("--against", "greedy", "--set", "cards=6", "--players", "2", "--hands", "8", "--worlds", "40"),
    "brag": ("--against", "plain", "--chips", "6", "--deals", "40"),
    "brag_poker": ("--against", "novice", "--chips", "3", "--deals", "20"),
    "stop_the_bus": ("--against", "thumb", "--players", "2", "--first", "1", "--deals", "40"),
    "xap_xam": ("--against", "greedy", "--players", "2", "--hands", "8", "--worlds", "40"),
}
"""An answer in every game, with so little looked at that it takes a second or two."""


@cache
def answer(game: str) -> Any:
    """What is found where no seed is named; it is looked for once."""
    done = CliRunner().invoke(app, ("solve", game, *QUICK[game], "--json"))
    assert (done.exit_code, done.stderr) == (0, "")
    return json.loads(done.stdout)


def found(prial: Prial, game: str, *args: str) -> Any:
    done = prial("solve", game, *QUICK[game], *args, "--json")
    assert (done.exit_code, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_every_game_answers_its_bots() -> None:
    assert {name for name in names() if "solve" in find(name).verbs} == set(QUICK)


@pytest.mark.parametrize("game", soaking(QUICK, QUICK.keys() - {"brag_poker", "stop_the_bus"}))
def test_an_answer_has_a_gain_with_its_error_and_the_same_seed_gives_it_again(prial: Prial, game: str) -> None:
    first, other = answer(game), found(prial, game, "--seed", "2")
    assert first == found(prial, game, "--seed", "1")
    assert first["gain"] != other["gain"]
    assert first["error"] > 0
    assert first["against"] == QUICK[game][1]
    assert {"seed", "units"} < set(first)


@cache
def told(game: str) -> str:
    """The same answer, for people."""
    done = CliRunner(env={"COLUMNS": "80"}).invoke(app, ("solve", game, *QUICK[game]))
    assert (done.exit_code, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("game", QUICK)
def test_an_answer_is_told_to_people(game: str) -> None:
    text = told(game)
    assert re.search(rf"An answer to {QUICK[game][1]} gains [+-]\d+\.\d{{4}} ± \d+\.\d{{4}} [a-z ]+ a deal", text)
    assert "standard error" in text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("game", soaking(QUICK, QUICK.keys() - {"brag_poker"}))
def test_people_are_told_the_numbers_of_the_answer(game: str) -> None:
    made = answer(game)
    assert f"gains {made['gain']:+.4f} ± {made['error']:.4f} {made['units']} a deal" in told(game)
    if "worlds" in made:
        assert "one half of the worlds and measured on the other" in told(game)


def test_brag_is_meant_where_no_game_is_named(prial: Prial) -> None:
    args = ("--against", "plain", "--chips", "6", "--deals", "4", "--json")
    assert prial("solve", *args).stdout == prial("solve", "brag", *args).stdout


@pytest.mark.parametrize(("players", "said", "chips"), [(3, "three", 22 / 3), (4, "four", 21 / 2)])
def test_the_bot_has_all_seats_but_one(prial: Prial, players: int, said: str, chips: float) -> None:
    """A bot that never looks, calls before the draw and folds after it gives away as much as was reckoned by hand."""
    blind = ("--against", f"{test_response.__name__}:Blind", "--chips", "20", "--deals", "2")
    args = ("solve", "brag_poker", *blind, "--players", str(players))
    made = json.loads(prial(*args, "--json").stdout)
    assert made["players"] == len(made["asked"]) == players
    assert made["gain"] == pytest.approx(chips / 2, abs=1e-4)  # in big blinds
    assert f"Brag Poker for {said}, 20 chips each" in prial(*args).stdout


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (("crash",), "Crash has no betting of two to solve: say which bot to answer, --against sharp or greedy."),
        (("crash", "--against", "novice"), "An answer to 'novice' can't be looked for at Crash: it can to sharp or greedy."),
        (("xap_xam", "--against", "nobody"), "An answer to 'nobody' can't be looked for at Xập xám"),
        (("brag_poker", "--against", "nobody"), "There is no bot 'nobody' for brag_poker"),
        (("brag_poker", "--against", "sharp", "--draw", "none"), "--draw is for solving, and isn't used with --against."),
        (("brag_poker", "--against", "sharp", "--chips", "2"), "There is no betting to solve"),
        (("brag_poker", "--players", "3"), "Only the betting of two is solved; --players goes with --against."),
    ],
)
def test_what_is_refused(prial: Prial, args: tuple[str, ...], reason: str) -> None:
    assert reason in one_sentence(prial("solve", *args))
