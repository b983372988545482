"""How much of a campaign is run: a part of it in `make test`, all of it in `make soak`; and what it must reach."""

from collections.abc import Iterable, Mapping
from typing import Final

import pytest

WHOLE: Final = 1
SHARES: Final = (pytest.param(8, id="an eighth"), pytest.param(WHOLE, id="whole", marks=pytest.mark.soak))
"""For ``parametrize``: by how much a campaign's number of games is divided."""
LEAST: Final = 20
LEAST_OF_A_PART: Final = 1
"""How often a campaign, or a part of one, takes each branch of the rules that it must take."""


def missing(branches: Iterable[str], counts: Mapping[str, int], share: int = WHOLE) -> dict[str, int]:
    """Branches that were taken too seldom, and how often they were.

    Args:
        branches: those that must be taken.
        counts: how often each was.
        share: by how much the number of games was divided.
    """
    least = LEAST if share == WHOLE else LEAST_OF_A_PART
    return {branch: counts.get(branch, 0) for branch in branches if counts.get(branch, 0) < least}
