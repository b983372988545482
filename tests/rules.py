"""Random rules, for games that are played from a seed."""

from random import Random
from typing import TypeVar

from prial.core.options import Option
from prial.core.rules import Schema
from prial.testing.strategies import playable

R = TypeVar("R")
"""A game's rules."""

MORE = 12
"""Numbers are drawn at most this far above an option's least value, since little money brings more decisions."""


def value_at_random(option: Option, rng: Random) -> str | int:
    """One of an option's values; of numbers, a small one."""
    if option.values:
        return rng.choice(option.values).value
    if option.only:
        return rng.choice(option.only)
    assert option.least is not None
    assert option.most is not None
    return rng.randint(option.least, min(option.most, option.least + MORE))


def rules_at_random(schema: Schema[R], rng: Random, **options: str | int) -> R:
    """A random preset, with random values for half of the options as far as they may be combined.

    Args:
        schema: the game's options.
        rng: the source of chance.
        options: values that aren't drawn, by option.
    """
    drawn = {option.name: value_at_random(option, rng) for option in schema.options.values() if rng.random() < 0.5}
    return playable(schema, {**drawn, **options}, rng.choice([None, *schema.presets]))
