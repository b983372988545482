"""The levels of bots that people choose: an easy one loses to a beginner's rule of thumb, a fair one plays by it."""

import pytest

from prial.bots.registry import best, levels, names
from prial.bots.roster import Level, Roster
from prial.core import registry
from prial.games.crash.bots import Greedy
from prial.study.chunks import Counting
from prial.study.ladder import ladder
from prial.study.work import Workers
from tests.campaigns import soaking

GAMES = {"crash": 3, "brag": 8, "brag_poker": 2, "stop_the_bus": 30, "xap_xam": 3}
"""Games of a ladder that tell an easy bot from a fair one."""


@pytest.mark.parametrize("game", registry.names())
def test_every_game_has_three_levels_and_the_hard_one_is_its_best(game: str) -> None:
    found = levels(game)
    assert set(found) == set(Level)
    assert len({*found.values()}) == 3
    assert {*found.values()} <= {*names(game)} - {"random"}
    assert found[Level.HARD] == best(game)


@pytest.mark.parametrize("game", soaking(registry.names(), ["crash", "brag_poker", "stop_the_bus"]))
def test_an_easy_bot_loses_among_fair_ones(game: str) -> None:
    found = levels(game)
    easy, _ = ladder(game, {}, [found[Level.EASY]], found[Level.FAIR], GAMES[game], counting=Counting(Workers(1))).standings
    assert easy.gain + 2 * easy.gain_error < 0


def test_levels_name_bots_of_the_game() -> None:
    with pytest.raises(TypeError, match="there is no bot 'sharp'"):
        Roster(makers={"greedy": Greedy}, levels={Level.EASY: "greedy", Level.FAIR: "greedy", Level.HARD: "sharp"})
    with pytest.raises(TypeError, match="the levels of a game are easy, fair, hard"):
        Roster(makers={"greedy": Greedy}, levels={Level.EASY: "greedy"})
