"""The table of what players hold after the draw, counted over all hands of the pack."""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any, Final

import numpy as np

from prial.games.brag_poker.bots.draws import FILE, HAND, Field, Floats, Ints, beaten, changes, draws, name
from prial.ranks.brag import Ranking, TopPrial, TopRun, ranking
from prial.study.chunks import Counting
from prial.study.solve.hands import Hands, classes
from prial.study.tables import Progress

_PASSES: Final = 20
"""Times at most that everybody changes anew."""


@dataclass(frozen=True, slots=True)
class Counted:
    """What every hand becomes where all change as well as can be."""

    hands: Hands
    """The 1,755 hands that differ by more than suits."""
    ways: Ints
    """By hand, which of its `changes` is the best."""
    changed: Ints
    """By hand, how many cards of it that changes."""
    chosen: Floats
    """By hand, the probability of each strength afterwards, shape (hands, size + 1)."""
    field: Field
    """What is held then."""


@cache
def count(of: Ranking) -> Counted:
    """What two players hold who change their cards for the best chance to beat each other. Takes a second.

    Each of the 1,755 hands that differ by more than suits is changed in all eight ways, every draw counted; then everybody
    changes anew against what the others then hold, until nothing moves any more.
    """
    hands = classes(of)
    weights = hands.sizes / hands.sizes.sum()
    sizes = np.array([len(away) for away in changes(hands.examples[0])])
    makes = np.array([[draw.makes for draw in draws(of, hand)] for hand in hands.examples], np.float32)
    chosen, last = makes[:, 0], np.zeros(len(weights), np.int64)
    for _ in range(_PASSES):
        best = (makes @ beaten(chosen.T @ weights)).argmax(axis=1)
        if np.array_equal(best, last):
            break
        chosen, last = makes[np.arange(len(best)), best], best
    share = np.bincount(sizes[last], weights, HAND + 1).astype(np.float64)
    after = np.array([chosen[sizes[last] == size].T @ weights[sizes[last] == size] for size in range(HAND + 1)])
    return Counted(hands, last, sizes[last], chosen.astype(np.float64), Field(share, after / share[:, None]))


def make(*, deals: int, seed: int, counting: Counting, progress: Progress) -> Iterator[tuple[str, bytes]]:
    """The shipped file of draws, all rankings in it; nothing is dealt for it."""
    del deals, seed, counting
    arrays: dict[str, Any] = {}
    rankings = [ranking(prial, run) for prial, run in product(TopPrial, TopRun)]
    for done, of in enumerate(rankings):
        progress(FILE, done, len(rankings))
        found = count(of).field
        arrays |= {f"{name(of)}-share": found.share, f"{name(of)}-after": found.after.astype(np.float32)}
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    yield FILE, file.getvalue()
