"""Campaigns: `make test` plays a part of each, `make soak` the whole; and which branches of the rules a campaign must reach."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

import pytest

WHOLE: Final = 1
"""The share that stands for a whole campaign."""
SHARES: Final = (pytest.param(8, id="part"), pytest.param(WHOLE, id="whole", marks=pytest.mark.soak))
"""For ``parametrize``: a campaign's number of games is divided by this."""
SOONEST: Final = 8
"""A part plays at least its number of games divided by this, and goes on while branches are missing."""
LEAST: Final = 20
"""A whole campaign must take each of its branches at least this many times."""
LEAST_OF_A_PART: Final = 1
"""A part of a campaign must take each of its branches at least this many times."""


def sizes(part: Any, whole: Any) -> list[Any]:
    """For ``parametrize``: a campaign's size in `make test`, and its size in `make soak`; a tuple is several arguments."""
    given = [each if isinstance(each, tuple) else (each,) for each in (part, whole)]
    return [pytest.param(*given[0], id="part"), pytest.param(*given[1], id="whole", marks=pytest.mark.soak)]


def soaking(cases: Iterable[Any], tested: Iterable[Any]) -> list[Any]:
    """For ``parametrize``: cases of which `make test` takes those of ``tested``, and `make soak` the others.

    A case that is a tuple has several arguments.
    """
    cases, tested = [*cases], [*tested]
    assert all(each in cases for each in tested)
    return [
        pytest.param(*(each if isinstance(each, tuple) else (each,)), marks=[pytest.mark.soak] * (each not in tested))
        for each in cases
    ]


def crossing(rows: Iterable[Any], columns: Iterable[Any]) -> list[Any]:
    """For ``parametrize``: all pairs of a row and a column. `make test` takes a few in which each row and each column occurs.

    A row or a column that is a tuple has several arguments.
    """
    rows, columns = ([each if isinstance(each, tuple) else (each,) for each in of] for of in (rows, columns))
    tested = [(*rows[at % len(rows)], *columns[at % len(columns)]) for at in range(max(len(rows), len(columns)))]
    return soaking([(*row, *column) for row in rows for column in columns], tested)


def missing(branches: Iterable[str], counts: Mapping[str, int], share: int = WHOLE) -> dict[str, int]:
    """Branches that were taken too few times, with their counts.

    Args:
        branches: the branches that must be taken.
        counts: how many times each branch was taken.
        share: the campaign's number of games was divided by this.
    """
    least = LEAST if share == WHOLE else LEAST_OF_A_PART
    return {branch: counts.get(branch, 0) for branch in branches if counts.get(branch, 0) < least}


def as_many_as_it_takes(
    branches: Iterable[str], games: int, play: Callable[[int], Iterator[Counter[str]]], share: int = WHOLE
) -> Counter[str]:
    """Play a campaign. A part stops early: after an eighth of its games, as soon as every branch is reached.

    Args:
        branches: the branches that must be taken.
        games: number of games in the whole campaign.
        play: plays this many games, and gives the counts of the branches after each.
        share: the campaign's number of games is divided by this.
    Returns:
        How many times each branch was taken.
    """
    counts: Counter[str] = Counter()
    branches, most = [*branches], max(1, games // share)
    for number, counts in enumerate(play(most), 1):  # the last ones are returned
        if share != WHOLE and number >= most // SOONEST and not missing(branches, counts, share):
            break
    return counts
