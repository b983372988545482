"""All valid settings of thirteen cards in rows of five, five and three, enumerated, and values to choose among them."""

from collections.abc import Sequence
from itertools import combinations
from random import Random

import numpy as np
from numpy.typing import NDArray

from prial.arrange.worth import Worth
from prial.cards import Card
from prial.ranks.poker import Ranking
from tests.arrange.hands import NASTY, draw

KINDS = (*NASTY, "thirteen ranks", "ten of one suit")
"""Kinds of hands that are hard to set, by what is special about them."""


def draw_thirteen(rng: Random, kind: str) -> tuple[Card, ...]:
    """A random hand of one kind."""
    match kind:
        case "thirteen ranks":
            return tuple(4 * rank + rng.randrange(4) for rank in range(13))
        case "ten of one suit":
            return (*rng.sample(range(0, 52, 4), 10), *rng.sample([card for card in range(52) if card % 4], 3))
        case _:
            return draw(rng, kind, 13)


def vectors(hand: Sequence[Card], of: Ranking, *, level: bool) -> NDArray[np.int64]:
    """The strengths of all valid settings; equal ones appear once for each way to get them."""
    cards = frozenset(hand)
    strengths = {frozenset(some): of.strength(some) for size in (5, 3) for some in combinations(sorted(cards), size)}
    found = []
    for upper in (some for some in strengths if len(some) == 3):
        for five in combinations(sorted(cards - upper), 5):
            lower = frozenset(five)
            vector = (strengths[lower], strengths[cards - upper - lower], strengths[upper])
            if vector[0] > vector[1] > vector[2] or (level and vector[0] == vector[1] > vector[2]):
                found.append(vector)
    return np.array(found, np.int64)


def some_worth(rng: np.random.Generator, of: Ranking, *, flat: bool = False) -> Worth:
    """A random worth that rises with the strengths. A flat one has few different values, so that many settings are equal."""
    sizes = rng.integers(1, 9, 3)
    joint = np.cumsum(rng.random(sizes) < 0.3, axis=2).astype(np.float64) if flat else rng.random(sizes) * 3
    knots = [sorted(rng.choice(of.size + 1, size, replace=False).tolist()) for size in sizes]
    heights = rng.random((3, 1)) * rng.integers(0, 2, (3, 1))
    rows = np.round(np.sort(rng.random((3, of.size + 1)), axis=1) * 3) if flat else np.sort(rng.random((3, of.size + 1)), axis=1)
    return Worth.of(rows * heights, joint, knots)
