"""Intervals of counted shares."""

from math import comb, sqrt

import pytest

from prial.study.intervals import CONFIDENCE, wilson


def test_nothing_of_many_is_not_certainty() -> None:
    none, all_of_them = wilson(0, 100), wilson(100, 100)
    assert (none.mean, none.low, round(none.high, 4)) == (0, 0, 0.037)
    assert (all_of_them.mean, all_of_them.high) == (1, 1)
    assert all_of_them.low == pytest.approx(1 - none.high)


@pytest.mark.parametrize(("count", "of"), [(0, 1), (1, 3), (7, 50), (250, 1000), (999, 1000)])
def test_its_ends_are_shares_from_which_the_count_is_just_that_far(count: int, of: int) -> None:
    """Wilson's own definition: for a true share at either end, the count is `CONFIDENCE` standard deviations away."""
    found = wilson(count, of)
    for end in (found.low, found.high):
        if 0 < end < 1:
            assert abs(found.mean - end) / sqrt(end * (1 - end) / of) == pytest.approx(CONFIDENCE)
    assert 0 <= found.low <= found.mean <= found.high <= 1


@pytest.mark.parametrize("share", [0.01, 0.1, 0.5])
def test_it_holds_the_true_share_about_as_often_as_it_says(share: float) -> None:
    of = 60
    hit = [k for k in range(of + 1) if wilson(k, of).low <= share <= wilson(k, of).high]
    assert sum(comb(of, k) * share**k * (1 - share) ** (of - k) for k in hit) > 0.88
