"""The chance to win from a score, as a race to the target in which every further point goes to each player equally often.

If points arrive for each player as a Poisson process of the same rate, the order in which they arrive is just this race.
So the chance that a player who needs n points is first is the integral over time of (its n-th point arrives now) times
(no other has arrived yet): exp(-players * t) times a polynomial, which Gauss-Laguerre quadrature integrates exactly.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

_MOST: Final = 24
"""Players who need more points than this are taken to need this many; targets go to 21."""
_NODES: Final = 82
"""Nodes of the quadrature, which is exact up to degree 163: seven players who need 24 points make a polynomial of degree 161."""


@cache
def _terms(players: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Two arrays for a race, by the points that one player needs (0 to 24) and by node of the quadrature.

    The first is the density with which the last of these points arrives, times the node's weight. The second is the probability
    that it hasn't arrived yet. Both leave out a factor exp(-t) for each player, which the quadrature supplies.
    """
    nodes, weights = np.polynomial.laguerre.laggauss(_NODES)
    times = nodes / players
    arrives, not_yet = [np.zeros(_NODES)], [np.zeros(_NODES)]
    term = np.ones(_NODES)
    for needed in range(1, _MOST + 1):
        arrives.append(term * weights / players)
        not_yet.append(not_yet[-1] + term)
        term = term * times / needed
    return np.array(arrives), np.array(not_yet)


@lru_cache(maxsize=1 << 16)
def _first(needed: int, others: tuple[int, ...]) -> float:
    """The chance that a player who needs ``needed`` points is first, where the others' needs are sorted and cut off."""
    arrives, not_yet = _terms(len(others) + 1)
    chance = arrives[needed]
    for other in others:
        chance = chance * not_yet[other]
    return float(chance.sum())


def chance_to_win(needed: int, others: Sequence[int]) -> float:
    """The chance to be the first to the target.

    Args:
        needed: points still needed, at least 1.
        others: points that each other player still needs, at least 1.
    Returns:
        A probability; those of all players sum to 1.
    """
    return _first(min(needed, _MOST), tuple(sorted([min(other, _MOST) for other in others])))
