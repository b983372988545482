"""Intervals for what was counted."""

from math import sqrt
from typing import Final

import msgspec

CONFIDENCE: Final = 1.959964
"""Standard deviations of the normal distribution within which 95 % of it lie."""


class Share(msgspec.Struct, frozen=True):
    """A share that was counted, and where the true one lies with 95 % confidence."""

    mean: float
    """What was counted, 0 to 1."""
    low: float
    high: float

    def __str__(self) -> str:
        return f"{100 * self.mean:.2f} % ({100 * self.low:.2f}–{100 * self.high:.2f})"


def wilson(count: float, of: float) -> Share:
    """Wilson's score interval, which is right for few and for none as well: 0 of 100 is 0 to 3.7 %, and not 0 ± 0.

    Args:
        count: how often it happened.
        of: how often it could have, at least once; independent of each other.
    Returns:
        The share with its interval. (E. B. Wilson, JASA 22, 1927.)
    """
    share, square = count / of, CONFIDENCE**2
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = CONFIDENCE / (1 + square / of) * sqrt(share * (1 - share) / of + square / (4 * of**2))
    return Share(share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)))
