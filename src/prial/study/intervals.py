"""Confidence intervals for means, and for shares such as the share of games won."""

from functools import lru_cache
from math import atan, cos, inf, pi, sin, sqrt
from typing import Final

import msgspec

from prial.arguments import explained, unfit

CONFIDENCE: Final = 1.959964
"""95 % of a normal distribution lie within this many standard deviations of the mean."""

_ROUNDING: Final = 1e-9
"""Greatest rounding error for each share in a sum of shares."""


class Share(msgspec.Struct, frozen=True):
    """A share of all trials, such as games won, with its 95 % confidence interval."""

    mean: float
    """The share that was counted, from 0 to 1."""
    low: float
    """Lower end of the interval."""
    high: float
    """Upper end of the interval."""

    def __str__(self) -> str:
        return f"{100 * self.mean:.2f} % ({100 * self.low:.2f}–{100 * self.high:.2f})"


class Mean(msgspec.Struct, frozen=True):
    """The mean of independent observations, with its standard error and 95 % confidence interval.

    After a single observation, both the error and the interval are infinite.
    """

    mean: float
    """The mean."""
    error: float
    """Standard error of the mean."""
    low: float
    """Lower end of the interval."""
    high: float
    """Upper end of the interval."""

    def __str__(self) -> str:
        return f"{self.mean:.4f} ± {self.error:.4f} ({self.low:.4f} to {self.high:.4f})"


@explained
def mean_of(total: float, squares: float, of: int) -> Mean:
    """Get the mean of independent observations, with Student's interval. The interval is right for few observations too.

    If all observations are equal, the interval has no width, and is too narrow.

    Args:
        total: sum of the observations.
        squares: sum of the squares of the observations.
        of: number of observations, at least 1.
    Returns:
        The mean with its standard error and interval. (Student, Biometrika 6, 1908.)
    Raises:
        RulesError: if ``of`` is below 1.
    """
    if of < 1:
        raise unfit(f"A mean takes at least 1 observation, not {of}")
    mean = total / of
    if of == 1:
        return Mean(mean, inf, -inf, inf)
    error = sqrt(max(0.0, squares - total * mean) / (of - 1) / of)
    half = _student(of - 1) * error
    return Mean(mean, error, mean - half, mean + half)


# The interval changes by less than 0.1 %
_MANY: Final = 2_000
"""With more degrees of freedom than this, the normal distribution is used instead of Student's distribution."""


@lru_cache(None)
def _student(free: int) -> float:
    """The distance from 0 within which 95 % of Student's distribution lies, for ``free`` degrees of freedom."""
    if free > _MANY:
        return CONFIDENCE
    low, high = CONFIDENCE, 13.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, free) < 0.95 else (low, middle)
    return (low + high) / 2


def _within(distance: float, free: int) -> float:
    """Probability that a variable with Student's distribution lies within ``distance`` of 0, for ``free`` degrees of freedom."""
    # Abramowitz and Stegun, 26.7.3–4
    angle = atan(distance / sqrt(free))
    odd = free % 2
    term = cos(angle) if odd else 1.0
    total = term if free > 1 else 0.0
    for step in range(1 + odd, free - 2, 2):
        term *= step / (step + 1) * cos(angle) ** 2
        total += term
    return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total


@explained
def wilson(count: float, of: float) -> Share:
    """Get a share with Wilson's score interval.

    The interval is right for small counts too. For 0 of 100, it is 0 to 3.7 %.

    The trials must be independent. The seats of one deal aren't independent. So count a whole deal as one trial. Its result is
    the mean of its seats' results, such as 0.5 if one of two seats won. If a game has many deals, count the whole game as one
    trial.

    If some results lie between 0 and 1, the interval is wider than needed.

    Args:
        count: number of trials in which the event happened, or the sum of the trials' results, each from 0 to 1.
        of: number of trials, at least 1.
    Returns:
        The share with its interval. (E. B. Wilson, JASA 22, 1927.)
    Raises:
        RulesError: if ``of`` is below 1, or ``count`` isn't from 0 to ``of``.
    """
    if of < 1 or not 0 <= count <= of * (1 + _ROUNDING):
        raise unfit(f"It takes at least 1 trial, in 0 to all of which the event happened, and not {count} of {of}")
    share, square = min(count / of, 1.0), CONFIDENCE**2
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = CONFIDENCE / (1 + square / of) * sqrt(share * (1 - share) / of + square / (4 * of**2))
    return Share(share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)))
