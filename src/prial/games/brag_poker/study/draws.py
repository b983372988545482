"""Counts how often players hold each hand after the draw, and makes the data file with the results."""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any, Final

import numpy as np

from prial.arguments import explained
from prial.games.brag_poker.bots.draws import FILE, HAND, Field, Floats, Ints, all_draws, beaten, changes, name
from prial.ranks.brag import Ranking, TopPrial, TopRun, ranking
from prial.study.chunks import Counting
from prial.study.solve.hands import Hands, classes
from prial.study.tables import Progress

_PASSES: Final = 20
"""The greatest number of passes in `count`. In each pass, the best change is worked out anew for every hand."""


@dataclass(frozen=True, slots=True)
class Counted:
    """For every hand, the best change of cards and the results of this change, if two players both make their best changes."""

    hands: Hands
    """The 1,755 classes of dealt hands. Hands of one class differ only by an exchange of suits."""
    ways: Ints
    """For each hand, the index of its best change in the list from `changes`; shape (hands,)."""
    changed: Ints
    """For each hand, the number of cards that are discarded in its best change; shape (hands,)."""
    chosen: Floats
    """``chosen[h, s]``: probability of strength s after the best change of hand h; shape (hands, size of the ranking + 1)."""
    field: Field
    """For a random dealt hand, the probability that its best change discards 0, 1, 2 or 3 cards.

    The `Field` also has, for each of these numbers of cards, the probability of each strength after the draw.
    """


@cache
def count(of: Ranking) -> Counted:
    """Find the best change of every hand for two players who try to beat each other. This takes half a second.

    Every draw is counted. Each best change is the best against an opponent who makes the best changes, too.
    """
    hands = classes(of)
    weights = hands.sizes / hands.sizes.sum()
    sizes = np.array([len(away) for away in changes(hands.examples[0])])
    makes = all_draws(of, hands.examples)
    chosen, last = makes[:, 0], np.zeros(len(weights), np.int64)
    # The best change depends on the opponent's hands after the draw, so it is worked out until it stays the same
    for _ in range(_PASSES):
        best = (makes @ beaten(chosen.T @ weights)).argmax(axis=1)
        if np.array_equal(best, last):
            break
        chosen, last = makes[np.arange(len(best)), best], best
    share = np.bincount(sizes[last], weights, HAND + 1).astype(np.float64)
    after = np.array([chosen[sizes[last] == size].T @ weights[sizes[last] == size] for size in range(HAND + 1)])
    return Counted(hands, last, sizes[last], chosen.astype(np.float64), Field(share, after / share[:, None]))


@explained
def make(*, deals: int, seed: int, counting: Counting, progress: Progress) -> Iterator[tuple[str, bytes]]:
    """Make the shipped data file with the results of the draw under each ranking.

    Args:
        deals: ignored; all draws are counted.
        seed: ignored.
        counting: ignored.
        progress: called with the file's name, the number of rankings done and the number of all rankings.
    Returns:
        The name of the file and its contents.
    """
    del deals, seed, counting  # the makers of data files take the same arguments in all games
    arrays: dict[str, Any] = {}
    rankings = [ranking(prial, run) for prial, run in product(TopPrial, TopRun)]
    for done, of in enumerate(rankings):
        progress(FILE, done, len(rankings))
        found = count(of).field
        arrays |= {f"{name(of)}-share": found.share, f"{name(of)}-after": found.after.astype(np.float32)}
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    yield FILE, file.getvalue()
