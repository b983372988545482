"""The long campaigns over Crash: `make soak`."""

import random

import pytest

from prial.core.rules import Schema
from prial.errors import RulesError
from prial.games.crash import CrashGame
from prial.games.crash.rules import SCHEMA, CrashRules
from prial.testing import check, pairs
from tests.testing.crash_knowledge import CrashKnowledge

TABLES = 150
"""Random sets of rules."""


def rules_at_random(schema: Schema[CrashRules], rng: random.Random) -> CrashRules:
    """A random value for half of the options, drawn again until they go together."""
    while True:
        given: dict[str, object] = {}
        for option in schema.options.values():
            if rng.random() < 0.5:
                values: list[str | int] = [value.value for value in option.values] or [*option.only]
                assert option.least is not None or values
                low, high = option.least or 0, min(option.most or 0, (option.least or 0) + 12)
                given[option.name] = rng.choice(values) if values else rng.randint(low, high)
        try:
            return schema.make(given)
        except RulesError:
            continue


@pytest.mark.soak
@pytest.mark.parametrize("preset", SCHEMA.presets)
def test_ten_thousand_pairs_of_worlds_look_the_same(preset: str) -> None:
    game = CrashGame(SCHEMA.make(None, preset))
    compared = pairs(game, games=400, seed=77, knowledge=CrashKnowledge(game.rules), each=8, counts=0)
    print(preset, compared)  # noqa: T201  # the campaign's result
    assert sum(compared.accepted.values()) >= 10_000


@pytest.mark.soak
@pytest.mark.parametrize("number", range(TABLES))
def test_crash_conforms_under_random_rules(number: int) -> None:
    rules = rules_at_random(SCHEMA, random.Random(number))
    report = check(CrashGame(rules), games=3, seed=number, knowledge=CrashKnowledge(rules), each=2)
    print(SCHEMA.differences(rules), report)  # noqa: T201  # the campaign's result
