"""How likely a score wins: the race to the target, in which every further point is as likely to go to each player.

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
"""The most points that are told apart; targets go to 21."""
_NODES: Final = 82
"""Exact up to a degree of 163; seven players who need 24 points make one of 161."""


@cache
def _terms(players: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """By points needed and node: the density of the last of them, with the node's weight, and the chance that it is yet to come.

    Both without their factor exp(-t), which the quadrature brings.
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
    arrives, not_yet = _terms(len(others) + 1)
    chance = arrives[needed]
    for other in others:
        chance = chance * not_yet[other]
    return float(chance.sum())


def chance_to_win(needed: int, others: Sequence[int]) -> float:
    """The chance to be the first to the target.

    Args:
        needed: points still needed, at least 1.
        others: what each other player still needs, at least 1.
    Returns:
        0 to 1; these chances of all players sum to 1.
    """
    return _first(min(needed, _MOST), tuple(sorted([min(other, _MOST) for other in others])))
