"""How much of a campaign is run: a part of it in `make test`, all of it in `make soak`; and what it must reach."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Final

import pytest

WHOLE: Final = 1
SHARES: Final = (pytest.param(8, id="part"), pytest.param(WHOLE, id="whole", marks=pytest.mark.soak))
"""For ``parametrize``: by how much a campaign's number of games is divided."""
PARTS: Final = (4, 2, 1)
"""By how much a part is divided again at first."""
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


def as_many_as_it_takes(
    branches: Iterable[str], games: int, play: Callable[[int], Counter[str]], share: int = WHOLE
) -> Counter[str]:
    """Play a campaign; of a part no more than it takes to come to each branch: a quarter, a half, or all of it.

    Args:
        branches: those that must be taken.
        games: how many games the whole campaign has.
        play: plays so many, from the first one on, and counts the branches.
        share: by how much the number of games is divided.
    Returns:
        How often each branch was taken.
    """
    counts: Counter[str] = Counter()
    for part in (1,) if share == WHOLE else PARTS:
        counts = play(max(1, games // share // part))
        if not missing(branches, counts, share):
            break
    return counts
