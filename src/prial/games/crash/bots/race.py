"""The chance to win the game from given scores: a race to the target in which every player is equally likely to score next.

Each player's points are taken to arrive as a Poisson process, at the same rate for all players. The chance to be first is an
integral over time t. The integrand is the probability density that the player's last point arrives at time t, times the
probability that no other player has reached the target by time t. The integrand is exp(-players * t) times a polynomial, so
Gauss-Laguerre quadrature is exact.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

_MOST: Final = 24  # no target is above 21
"""The most points that a player can need in this race. Greater numbers count as 24."""
# Exact for polynomials up to degree 163; the greatest is 161, for seven players who each need 24 points
_NODES: Final = 82
"""Number of nodes of the quadrature."""


@cache
def _terms(players: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Get the density of the arrival of a player's last point at each node's time, and the probability that it arrives later.

    Both arrays have shape (25, nodes), by needed points and node.
    """
    nodes, weights = np.polynomial.laguerre.laggauss(_NODES)
    times = nodes / players
    arrives, not_yet = [np.zeros(_NODES)], [np.zeros(_NODES)]
    term = np.ones(_NODES)
    for needed in range(1, _MOST + 1):
        arrives.append(term * weights / players)
        not_yet.append(not_yet[-1] + term)
        term = term * times / needed
    # Both leave out a factor exp(-t) for each player, since the quadrature multiplies by it
    return np.array(arrives), np.array(not_yet)


@lru_cache(maxsize=1 << 16)
def _first(needed: int, others: tuple[int, ...]) -> float:
    """The chance that a player who needs ``needed`` points is the first at the target. All numbers must be at most `_MOST`."""
    arrives, not_yet = _terms(len(others) + 1)
    chance = arrives[needed]
    for other in others:
        chance = chance * not_yet[other]
    return float(chance.sum())


def chance_to_win(needed: int, others: Sequence[int]) -> float:
    """The chance, 0 to 1, that a player reaches the target before all others.

    Args:
        needed: points still needed, at least 1.
        others: points that each other player still needs, at least 1.
    """
    return _first(min(needed, _MOST), tuple(sorted([min(other, _MOST) for other in others])))
