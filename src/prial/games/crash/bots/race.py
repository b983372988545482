"""The chance to win the game from given scores: a race to the target in which every player is equally likely to score next.

Suppose that each player's points arrive as a Poisson process, at the same rate for all players. Then every player is equally
likely to score next, as the race requires. Take a player who needs n points. The player's chance to be first is an integral over
time t. The integrand is a product of two factors: the probability density that the player's n-th point arrives at time t, and the
probability that no other player has reached the target by time t. The product is exp(-players * t) times a polynomial.
Gauss-Laguerre quadrature integrates this product exactly.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

_MOST: Final = 24
"""The greatest number of points that the race counts. A player who needs more is counted as one who needs 24. No target is
above 21."""
_NODES: Final = 82
"""Number of nodes of the quadrature. With this number, it is exact for polynomials up to degree 163.

The greatest degree is 161, for seven players who each need 24 points.
"""


@cache
def _terms(players: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Two arrays for a race; both of shape (25, nodes).

    Entry ``[n, k]`` is for a player who needs n points, at the time of node k of the quadrature.

    The first array is the density of the time at which the player's last point arrives, times the node's weight. The second array
    is the probability that this point hasn't arrived yet. Both arrays leave out a factor exp(-t) for each player, because the
    quadrature multiplies by these factors.
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
    """The chance that a player who needs ``needed`` points reaches the target before all other players.

    ``others`` are the points that the other players need, sorted. All numbers are at most `_MOST`.
    """
    arrives, not_yet = _terms(len(others) + 1)
    chance = arrives[needed]
    for other in others:
        chance = chance * not_yet[other]
    return float(chance.sum())


def chance_to_win(needed: int, others: Sequence[int]) -> float:
    """The chance that a player reaches the target before all others.

    Args:
        needed: points still needed, at least 1.
        others: points that each other player still needs, at least 1.
    Returns:
        A probability, 0 to 1. The probabilities of all players sum to 1.
    """
    return _first(min(needed, _MOST), tuple(sorted([min(other, _MOST) for other in others])))
