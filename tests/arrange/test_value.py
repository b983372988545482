"""The worth of a split, and the split that is worth most."""

import random

import numpy as np
import pytest

from prial.arrange.search import front
from prial.arrange.value import SWEEP_STEPS, Value, best, best_of
from prial.cards import PACK, parse
from prial.ranks.brag import Category, ranking

USUAL = ranking()
HALF = Value.of(3, np.tile(np.linspace(0, 1, USUAL.size + 1), (4, 1)))


def test_worth_is_the_sum_of_the_chances_and_of_the_crash() -> None:
    top, middle = USUAL.size, 371
    chance = middle / top
    assert HALF.places == 4
    assert HALF.chance(0, middle) == pytest.approx(chance)
    assert HALF.worth((top, top, middle, 0)) == pytest.approx(2 + chance)
    assert HALF.worth((top, top, top, top)) == pytest.approx(5)
    assert HALF.worth((top, top, top, top), sweep_weight=0) == pytest.approx(4)
    assert HALF.worth((top, middle, 0, 0), (1, 2, 3, 4), 0) == pytest.approx(1 + 2 * chance)


def test_without_a_crash_table_places_are_independent() -> None:
    strengths = (700, 600, 500, 400)
    product = np.prod([HALF.chance(place, strength) for place, strength in enumerate(strengths)])
    assert HALF.sweep_chance(strengths) == pytest.approx(product, abs=1e-4)
    assert HALF.sweep_chance((700, 600, 500, 0)) == 0


def test_a_table_is_made_never_to_fall_and_zero_never_wins() -> None:
    value = Value.of(1, np.array([[0.5, 0.2, 0.7, 0.6]]))
    assert value.win == [[0, 0.5, 0.7, 0.7]]
    assert value.chance(0, 99) == 0.7


def test_a_hand_that_does_not_count_loses_to_those_that_do() -> None:
    """An opponent whose hand is below the least one that counts doesn't win the place either."""
    value = Value.of(1, np.array([[0, 0.1, 0.4, 0.7]]), least=2)
    assert [value.lost_chance(0, strength) for strength in (0, 2, 3)] == pytest.approx([0.6, 0.6, 0.3])
    assert value.rival_sweep_chance([0]) == pytest.approx(0.6)
    assert Value.of(1, np.array([[0, 0, 0.4, 0.7]])).lost_chance(0, 0) == 1


@pytest.mark.parametrize(("win", "crash"), [((3,), SWEEP_STEPS + 1), ((4, 10), 3)])
def test_other_shapes_are_refused(win: tuple[int, ...], crash: int) -> None:
    with pytest.raises(ValueError, match="shapes"):
        Value.of(3, np.zeros(win), np.zeros(crash))


def test_best_is_worth_most_of_all() -> None:
    rng = random.Random(1)
    for _ in range(20):
        hand = rng.sample(PACK, 13)
        splits = front(hand, USUAL, 4)
        chosen = best(hand, HALF, USUAL)
        assert HALF.worth(chosen.strengths) == max(HALF.worth(split.strengths) for split in splits)
        last_only = best(hand, HALF, USUAL, places_weight=(0, 0, 0, 1), sweep_weight=0)
        assert last_only.strengths[3] == max(split.strengths[3] for split in splits)


def test_best_leaves_out_what_does_not_count() -> None:
    hand = parse("AsAhAd 9c9d2h 7c7d2d 5c5d3c 4s")
    flush = USUAL.least(Category.FLUSH)
    assert all(USUAL.strength(each) >= flush for each in best(hand, HALF, USUAL, least=flush).hands)
    assert best_of(front(hand, USUAL, 4), HALF) == best(hand, HALF, USUAL)
    with pytest.raises(ValueError, match="empty"):
        best_of([], HALF)
