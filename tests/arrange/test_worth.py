"""The worth of a setting in rows of five, five and three."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prial.arrange.worth import Worth
from prial.ranks.poker import ranking
from tests.arrange.settings import some_worth

ROWS = np.array([[0, 1, 2, 3, 4], [0, 0, 0, 10, 20], [5, 5, 6, 6, 7]]) / 4
JOINT = np.arange(8).reshape(2, 2, 2) / 8
KNOTS = ((1, 3), (0, 4), (2, 3))


def test_it_is_the_sum_of_the_rows_and_of_the_joint_part() -> None:
    worth = Worth.of(ROWS, JOINT, KNOTS)
    assert worth.size == 4
    assert float(worth.units(3, 4, 3)) == (3 + 20 + 6) / 4 + 7 / 8
    assert float(worth.units(1, 0, 2)) == (1 + 0 + 6) / 4


def test_the_joint_part_is_linear_between_knots_and_stays_outside_them() -> None:
    worth = Worth.of(ROWS * 0, JOINT, KNOTS)
    assert float(worth.units(2, 1, 2)) == (0.5 * 4 + 0.25 * 2) / 8
    assert float(worth.units(0, 0, 0)) == 0
    assert float(worth.units(4, 4, 4)) == 7 / 8


def test_without_a_joint_part_only_the_rows_count() -> None:
    assert Worth.of(ROWS).units([1, 2], 3, [0, 4]).tolist() == [(1 + 10 + 5) / 4, (2 + 10 + 7) / 4]


@given(st.integers(0, 1_000), st.booleans(), st.data())
def test_it_never_falls_and_is_the_same_one_by_one(seed: int, flat: bool, data: st.DataObject) -> None:
    of = ranking()
    worth = some_worth(np.random.default_rng(seed), of, flat=flat)
    strength = st.integers(0, of.size)
    low = np.array(data.draw(st.lists(st.tuples(strength, strength, strength), min_size=1, max_size=20))).T
    high = np.minimum(low + np.array(data.draw(st.lists(st.integers(0, 50), min_size=3, max_size=3)))[:, None], of.size)
    units = worth.units(*low)
    assert (units <= worth.units(*high)).all()
    assert [float(worth.units(*one)) for one in low.T.tolist()] == units.tolist()


@pytest.mark.parametrize(
    ("rows", "joint", "knots"),
    [
        (ROWS[:2], JOINT, KNOTS),
        (ROWS[0], JOINT, KNOTS),
        (ROWS, JOINT[0], KNOTS),
        (ROWS, JOINT, KNOTS[:2]),
        (ROWS, JOINT, ((1, 3), (0, 2, 4), (2, 3))),
        (ROWS, JOINT, ((3, 1), (0, 4), (2, 3))),
        (ROWS, JOINT[:0], ((), (0, 4), (2, 3))),
        (ROWS * 1000, None, ()),
        (ROWS * np.nan, None, ()),
    ],
)
def test_what_is_no_worth_is_refused(rows: np.ndarray, joint: np.ndarray | None, knots: tuple[tuple[int, ...], ...]) -> None:
    with pytest.raises(ValueError, match=r"wanted|rise|units"):
        Worth.of(rows, joint, knots)
