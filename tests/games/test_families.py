"""Families of players of simple habits: each plays by the rules, and some find a weak bot out."""

from functools import partial
from importlib import import_module
from random import Random
from typing import Any, Final

import pytest

from prial.core.registry import find, names
from prial.study.chunks import Counting
from prial.study.ladder import ladder
from prial.study.play import play
from prial.study.work import Workers
from tests.campaigns import soaking

WEAK: Final = "novice"
FINDS: Final = {
    "crash": ("adds strengths up", 3),
    "brag": ("loose", 12),
    "brag_poker": ("loose", 4),
    "stop_the_bus": ("stops at a run", 80),
    "xap_xam": ("adds strengths up", 3),
}
"""A habit of each game that wins from a player who has just learnt it, and in how many games that shows."""


def family(game: str) -> Any:
    return import_module(f"prial.games.{game}.study.family")


@pytest.mark.parametrize("game", names())
def test_those_of_a_family_play_every_preset_by_its_rules(game: str) -> None:
    rng = Random(game)
    for preset in find(game).schema.presets:
        table = find(game).make({}, preset)
        players = rng.sample([*family(game).HABITS], min(table.seats, len(family(game).HABITS)))
        state, deals = play(table, [family(game).habitual(name, table) for name in players], [1], most=2)
        assert deals >= 1
        assert state.public is not None


@pytest.mark.parametrize("game", soaking(names(), ["crash", "brag_poker", "stop_the_bus"]))
def test_a_habit_finds_a_weak_bot_out(game: str) -> None:
    name, games = FINDS[game]
    challenger = partial(family(game).habitual, name)
    (row, _) = ladder(game, {"players": 2}, [challenger], WEAK, games, 1, Counting(Workers(1))).standings
    assert row.gain > 3 * row.gain_error
