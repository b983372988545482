"""The shuffle: nature's outcomes from fresh entropy of the operating system, every one exactly equally likely.

Nothing is seeded and nothing kept: what was dealt before says nothing of what comes. Bytes become a number by throwing away
those that would favour the small ones, and numbers become an order by the swaps of Fisher and Yates, in which every order
comes from exactly one row of numbers. So the deal is as fair as the bytes are.
"""

import os
from collections.abc import Callable, Sequence
from typing import TypeAlias

from prial.cards import Card
from prial.core.chance import Draw, Outcome, Pick

Entropy: TypeAlias = Callable[[int], bytes]
"""So many bytes, each of the 256 equally likely and independent of all others."""
Choose: TypeAlias = Callable[[int], int]
"""A number from 0 to n − 1, each equally likely."""


def below(n: int, entropy: Entropy) -> int:
    """A number from 0 to n − 1, each exactly equally likely; n is at least 1."""
    size = ((n - 1).bit_length() + 7) // 8
    span = 256**size
    fair = span - span % n  # every remainder comes equally often below it
    while (value := int.from_bytes(entropy(size))) >= fair:
        pass
    return value % n


def shuffled(cards: Sequence[Card], choose: Choose) -> list[Card]:
    """The cards in another order, each order exactly equally likely (Fisher and Yates, in Durstenfeld's form).

    Args:
        cards: the pool, in any order.
        choose: called with n = the number of cards, and on down to 2.
    """
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = choose(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def outcome(draw: Pick | Draw, entropy: Entropy = os.urandom) -> Outcome:
    """What nature does, every possible outcome equally likely."""

    def choose(n: int) -> int:
        return below(n, entropy)

    if isinstance(draw, Pick):
        return choose(draw.n)
    order = iter(shuffled(draw.pool, choose))
    return tuple([tuple(sorted([next(order) for _ in range(size)], reverse=True)) for size in draw.sizes])
