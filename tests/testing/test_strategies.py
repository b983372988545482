"""Random rules contain every value of every option that has an effect, so that all possible rules are tested."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st

from prial.core.registry import find, names
from prial.core.rules import Schema
from prial.testing import strategies
from tests.campaigns import soaking
from tests.rules import rules_at_random


def answers(schema: Schema[Any], rules: Any) -> set[str]:
    """The values of the options that have an effect under these rules."""
    return {f"{name}={value}" for name, value in schema.written(rules).items() if schema.options[name].values}


def every(schema: Schema[Any]) -> set[str]:
    """All values of all options."""
    return {f"{option.name}={value.value}" for option in schema.options.values() for value in option.values}


@pytest.mark.parametrize("name", soaking(names(), ["brag_poker", "stop_the_bus", "xap_xam"]))
def test_rules_of_hypothesis_have_every_value_of_every_option(name: str) -> None:
    """Within 500 sets of rules, which are drawn in parts until all values were seen."""
    schema, found = find(name).schema, set[str]()

    def draw(rules: Any) -> None:
        found.update(answers(schema, rules))

    for part in range(10):
        drawn = settings(max_examples=50, database=None)(given(strategies.rules(schema))(draw))
        seed(part)(drawn)()
        if found == every(schema):
            break
    assert found == every(schema)


@pytest.mark.parametrize("name", names())
def test_rules_by_a_seed_have_every_value_of_every_option(name: str) -> None:
    schema = find(name).schema
    found = set[str]().union(*(answers(schema, rules_at_random(schema, Random(number))) for number in range(300)))
    assert found == every(schema)


def test_a_narrower_option_is_given_wherever_it_goes_with_the_others() -> None:
    schema = find("brag").schema
    short = {"short": st.just("borrow"), "lender": st.just("players")}

    @seed(1)
    @settings(max_examples=50, database=None)
    @given(strategies.rules(schema, short))
    def draw(rules: Any) -> None:
        assert (rules.short, rules.lender) == ("borrow", "players")

    draw()
