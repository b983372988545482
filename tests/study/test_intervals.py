"""Intervals of counted shares."""

from math import comb, gamma, inf, pi, sqrt
from random import Random
from statistics import mean, stdev

import pytest

from prial.errors import RulesError
from prial.study.intervals import CONFIDENCE, mean_of, wilson


def test_nothing_of_many_is_not_certainty() -> None:
    none, all_of_them = wilson(0, 100), wilson(100, 100)
    assert (none.mean, none.low, round(none.high, 4)) == (0, 0, 0.037)
    assert (all_of_them.mean, all_of_them.high) == (1, 1)
    assert all_of_them.low == pytest.approx(1 - none.high)


@pytest.mark.parametrize(("count", "of"), [(0, 0), (1, 0), (-1, 5), (7, 5), (1, -1)])
def test_there_is_a_trial_and_no_more_happens_than_was_tried(count: int, of: int) -> None:
    with pytest.raises(ValueError, match=f"not {count} of {of}"):
        wilson(count, of)


def test_a_sum_of_shares_may_be_rounded_up() -> None:
    thirds = sum([1 / 3 + 1e-12] * 300)
    assert thirds > 100
    assert wilson(thirds, 100) == wilson(100, 100)


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


@pytest.mark.parametrize("of", [2, 3, 4, 9, 30, 101, 5000])
def test_a_mean_and_its_error_are_those_of_the_observations(of: int) -> None:
    values = [chosen + at % 2 for at, chosen in enumerate(Random(of).choices((-3, 0, 4), k=of))]
    found = mean_of(sum(values), sum(each**2 for each in values), of)
    assert found.mean == pytest.approx(mean(values))
    assert found.error == pytest.approx(stdev(values) / sqrt(of))


@pytest.mark.parametrize(("of", "quantile"), [(2, 12.706), (3, 4.303), (4, 3.182), (11, 2.228), (31, 2.042), (121, 1.980)])
def test_a_mean_lies_within_students_interval_as_tables_print_it(of: int, quantile: float) -> None:
    found = mean_of(3 * of, 9 * of + of, of)
    assert (found.high - found.mean) / found.error == pytest.approx(quantile, abs=5e-4)
    assert found.mean - found.low == pytest.approx(found.high - found.mean)


@pytest.mark.parametrize("free", [1, 2, 3, 5, 8, 20])
def test_95_percent_of_students_distribution_lie_within_the_interval(free: int) -> None:
    """The density is integrated by small steps."""
    of = free + 1
    found = mean_of(0, of, of)
    end, steps = found.high / found.error, 20_000
    level = gamma(of / 2) / (sqrt(free * pi) * gamma(free / 2))
    width = end / steps
    inside = sum(level * (1 + ((step + 0.5) * width) ** 2 / free) ** (-of / 2) for step in range(steps)) * width
    assert 2 * inside == pytest.approx(0.95, abs=1e-6)


def test_of_one_observation_the_error_is_not_known() -> None:
    found = mean_of(7, 49, 1)
    assert (found.mean, found.error, found.low, found.high) == (7, inf, -inf, inf)


def test_a_mean_takes_an_observation() -> None:
    with pytest.raises(RulesError, match="at least 1 observation, not 0"):
        mean_of(1, 1, 0)
