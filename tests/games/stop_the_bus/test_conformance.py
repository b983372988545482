"""The conformance suite over every preset and under any rules, against what people at the table may know."""

import pytest
from hypothesis import given, settings

from prial.games.stop_the_bus import BusGame
from prial.games.stop_the_bus.rules import SCHEMA, BusRules
from prial.testing import check, pairs, strategies
from tests.testing.bus_knowledge import BusKnowledge


@pytest.mark.parametrize("preset", SCHEMA.presets)
def test_a_preset_conforms(preset: str) -> None:
    game = BusGame(SCHEMA.make(None, preset))
    report = check(game, games=2, seed=3, knowledge=BusKnowledge(game.rules), each=3)
    assert report.games == 2
    assert report.pairs.acceptance > 0.5, report


@settings(max_examples=6)
@given(strategies.rules(SCHEMA))
def test_it_conforms_under_any_rules(rules: BusRules) -> None:
    game = BusGame(SCHEMA.make({**SCHEMA.written(rules), "tokens": min(rules.tokens, 3)}))
    check(game, games=1, knowledge=BusKnowledge(game.rules), each=1, listed=200, least=0)


@settings(max_examples=6)
@given(strategies.rules(SCHEMA))
def test_nothing_leaks_that_the_state_itself_accounts_for(rules: BusRules) -> None:
    game = BusGame(SCHEMA.make({**SCHEMA.written(rules), "tokens": min(rules.tokens, 3)}))
    pairs(game, games=1, seed=1, each=2, counts=0)


@pytest.mark.soak
@pytest.mark.parametrize("preset", SCHEMA.presets)
def test_ten_thousand_pairs_of_worlds_look_the_same(preset: str) -> None:
    game = BusGame(SCHEMA.make(None, preset))
    compared = pairs(game, games=300, seed=77, knowledge=BusKnowledge(game.rules), each=8, counts=0)
    print(preset, compared)  # noqa: T201  # the campaign's result
    assert sum(compared.accepted.values()) >= 10_000
