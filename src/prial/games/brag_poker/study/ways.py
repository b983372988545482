"""Classes of dealt hands at Brag Poker, and the results of each change of cards. Hands of a class differ only in their suits."""

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from prial.cards import Card, best_first
from prial.games.brag_poker.bots.draws import HAND, Floats, all_draws, changes, remember
from prial.ranks.brag import Ranking
from prial.study.solve.hands import classes

_INDEX: Final = {sum(1 << card for card in away): number for number, away in enumerate(changes(range(HAND)))}
"""Index of each set of discards in `changes`.

Bit i of a key stands for card i of the hand.
"""


class Ways(NamedTuple):
    """Classes of dealt hands, and the results of each change. Hands of a class differ only by an exchange of suits."""

    examples: tuple[tuple[Card, ...], ...]
    """One hand of each class, best first."""
    often: Floats
    """Probability of each class in the deal; the sum is 1."""
    strengths: NDArray[np.int64]
    """Strength of each class."""
    makes: NDArray[np.float32]
    """Probability of each strength after each change of cards; shape (classes, 8, size of the ranking + 1).

    The second axis is in the order of `changes`.
    """


@cache
def ways(of: Ranking) -> Ways:
    """Work out the results of every change of cards for each class of hands. The result takes 42 MB of memory.

    The results are also remembered for bots that are asked about these hands. This takes another 84 MB.
    """
    hands = classes(of)
    examples = tuple([best_first(hand) for hand in hands.examples])
    makes = all_draws(of, examples)
    # The results of all classes for one change are read together, so they lie together in memory
    makes = np.ascontiguousarray(makes.transpose(1, 0, 2)).transpose(1, 0, 2)
    remember(of, examples, makes)
    return Ways(examples, hands.sizes / hands.sizes.sum(), hands.strengths, makes)


def form(hand: Sequence[Card]) -> tuple[int, ...]:
    """Return a tuple that names a hand's class. Hands that differ only by an exchange of suits have the same tuple."""
    ordered = sorted(hand, key=lambda card: -(card >> 2))
    best: tuple[int, ...] | None = None
    orders = [ordered]
    ranks = [card >> 2 for card in ordered]
    if ranks[0] == ranks[1]:
        orders.append([ordered[1], ordered[0], ordered[2]])
    if ranks[1] == ranks[2]:
        orders.append([ordered[0], ordered[2], ordered[1]])
    for cards in orders:
        names: dict[int, int] = {}
        told = tuple([4 * (card >> 2) + names.setdefault(card & 3, len(names)) for card in cards])
        best = told if best is None else min(best, told)
    assert best is not None
    return best


def way_of(hand: tuple[Card, ...], away: Sequence[Card]) -> int:
    """The index of the discards ``away`` in the list from `changes`. The order of the cards in ``away`` doesn't matter."""
    return _INDEX[sum(1 << number for number, card in enumerate(hand) if card in away)]


def form_of(hand: Sequence[Card], away: Sequence[Card]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return a value for a hand and its discards. If two suits are exchanged in all these cards, the value stays the same."""
    kept = sorted([card for card in hand if card not in away], reverse=True)
    # Suits matter only as far as cards share them
    together = sorted((first >> 2, second >> 2) for first in away for second in kept if first & 3 == second & 3)
    own = sorted((first >> 2, second >> 2) for first in kept for second in kept if first & 3 == second & 3 and first > second)
    return (
        tuple([card >> 2 for card in sorted(away, reverse=True)] + [card >> 2 for card in kept]),
        tuple([each for pair in (*together, (-1, -1), *own) for each in pair]),
    )
