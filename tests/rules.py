"""Rules at random, for games that are played by a seed."""

from random import Random
from typing import TypeVar

from prial.core.rules import Option, Schema
from prial.testing.strategies import playable

R = TypeVar("R")

MORE = 12
"""Numbers lie so far above the least at most: there is more to decide where money is short."""


def value_at_random(option: Option, rng: Random) -> str | int:
    """One of an option's values, a small one of numbers."""
    if option.values:
        return rng.choice(option.values).value
    if option.only:
        return rng.choice(option.only)
    assert option.least is not None
    assert option.most is not None
    return rng.randint(option.least, min(option.most, option.least + MORE))


def rules_at_random(schema: Schema[R], rng: Random, **options: str | int) -> R:
    """A preset and random values for half of the options, as far as they go together.

    Args:
        schema: the game's options.
        rng: what draws them.
        options: values that aren't drawn.
    """
    drawn = {option.name: value_at_random(option, rng) for option in schema.options.values() if rng.random() < 0.5}
    return playable(schema, {**drawn, **options}, rng.choice([None, *schema.presets]))
