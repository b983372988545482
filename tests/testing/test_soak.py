"""The long campaigns over the games: `make soak`."""

import random
from typing import Any

import pytest

from prial.core.registry import find
from prial.core.rules import Schema
from prial.errors import RulesError
from prial.testing import check, pairs
from tests.testing.games import GAMES, TABLES, table

RULES = [(name, number) for name in GAMES for number in range(150)]
"""Random sets of rules by number."""


def rules_at_random(schema: Schema[Any], rng: random.Random, short: dict[str, str | int]) -> Any:
    """A random value for half of the options, drawn again until they go together."""
    while True:
        given: dict[str, str | int] = {}
        for option in schema.options.values():
            if rng.random() < 0.5:
                values: list[str | int] = [value.value for value in option.values] or [*option.only]
                assert option.least is not None or values
                low, high = option.least or 0, min(option.most or 0, (option.least or 0) + 12)
                given[option.name] = rng.choice(values) if values else rng.randint(low, high)
        try:
            return schema.make({**given, **short})
        except RulesError:
            continue


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
    rules = rules_at_random(schema, random.Random(number), dict(GAMES[name].short))
    knowledge = GAMES[name].knowledge(rules)
    report = check(find(name).new(rules), games=3, seed=number, knowledge=knowledge, money=GAMES[name].money, each=2, least=0)
    print(schema.differences(rules), report)  # noqa: T201  # the campaign's result
