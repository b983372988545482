"""The long campaigns over the games: `make soak`."""

import random

import pytest

from prial.core.registry import find
from prial.testing import check, pairs
from tests.rules import rules_at_random
from tests.testing.games import GAMES, TABLES, table

RULES = [(name, number) for name in GAMES for number in range(150)]
"""Numbers of random sets of rules."""


@pytest.mark.soak
@pytest.mark.parametrize(("name", "preset"), TABLES)
def test_ten_thousand_pairs_of_worlds_look_the_same(name: str, preset: str) -> None:
    game, knowledge = table(name, preset, **GAMES[name].short)
    compared = pairs(game, games=4 * GAMES[name].campaign, seed=77, knowledge=knowledge, each=8, counts=0)
    print(name, preset, compared)  # noqa: T201  # the campaign's result
    assert sum(compared.accepted.values()) >= 10_000


@pytest.mark.soak
@pytest.mark.parametrize(("name", "number"), RULES)
def test_a_game_conforms_under_random_rules(name: str, number: int) -> None:
    schema = find(name).schema
    rules = rules_at_random(schema, random.Random(number), **GAMES[name].short)
    knowledge = GAMES[name].knowledge(rules)
    report = check(find(name).new(rules), games=3, seed=number, knowledge=knowledge, money=GAMES[name].money, each=2, least=0)
    print(schema.differences(rules), report)  # noqa: T201  # the campaign's result
