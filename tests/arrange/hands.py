"""Hands to split: any hand, and hard ones with many equal cards; and values to choose among splits."""

from random import Random

import numpy as np

from prial.arrange.value import Value
from prial.cards import PACK, Card
from prial.ranks.brag import ranking

NASTY: dict[str, tuple[Card, ...]] = {
    "any": PACK,
    "four ranks": PACK[:16],
    "five ranks": PACK[8:28],
    "six ranks, three suits": tuple(card for card in PACK[:24] if card % 4),
    "two suits": tuple(card for card in PACK if card % 4 < 2),
    "hardly more than one suit": PACK[::4] + PACK[1:4],
    "a run of seven ranks": PACK[20:48],
    "aces, twos and threes among few others": PACK[:12] + PACK[36:],
}
"""Cards to draw a hand from, by what makes the hand hard."""


def draw(rng: Random, kind: str, cards: int) -> tuple[Card, ...]:
    """A random hand of one kind."""
    return tuple(rng.sample(NASTY[kind], cards))


def some_value(places: int, seed: int) -> Value:
    """Random rising chances, different for each place, and a table for crashes that is above their product."""
    rng = np.random.default_rng(seed)
    win = np.sort(rng.random((places, ranking().size + 1)) ** rng.integers(1, 6, (places, 1)), axis=1)
    return Value.of(3, win, np.linspace(0, 1, 65) ** 1.7)
