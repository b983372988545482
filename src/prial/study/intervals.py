"""Confidence intervals for proportions that come from counts."""

from math import sqrt
from typing import Final

import msgspec

CONFIDENCE: Final = 1.959964
"""95 % of a normal distribution lies within this many standard deviations of its mean."""


class Share(msgspec.Struct, frozen=True):
    """A counted share, and the interval in which the true share lies with 95 % confidence."""

    mean: float
    """The counted share, from 0 to 1."""
    low: float
    """Lower end of the interval."""
    high: float
    """Upper end of the interval."""

    def __str__(self) -> str:
        return f"{100 * self.mean:.2f} % ({100 * self.low:.2f}–{100 * self.high:.2f})"


def wilson(count: float, of: float) -> Share:
    """Wilson's score interval. It holds for small counts too: for 0 of 100 it gives 0 to 3.7 %, and not 0 ± 0.

    The trials must be independent of each other. The seats of one deal aren't independent: if one seat wins, the others don't,
    and all seats hold cards of one pack. So take a deal (or a game, if it has many deals) for one trial. First take the average
    over the seats of each deal. Then give the sum of these averages as ``count``, and the number of deals as ``of``. The interval
    is then wider than needed.

    Args:
        count: number of trials in which the event happened, or the sum of shares from 0 to 1, one for each trial.
        of: number of trials, at least 1.
    Returns:
        The share with its interval. (E. B. Wilson, JASA 22, 1927.)
    """
    share, square = count / of, CONFIDENCE**2
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = CONFIDENCE / (1 + square / of) * sqrt(share * (1 - share) / of + square / (4 * of**2))
    return Share(share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)))
