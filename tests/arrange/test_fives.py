"""Settings of thirteen cards in rows of five, five and three are the best ones of the full enumeration."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from prial.arrange.fives import best, front, greedy
from prial.arrange.search import Split
from prial.arrange.strengths import poker_strengths
from prial.arrange.worth import Worth
from prial.cards import PACK, Card, parse
from prial.errors import CardError
from prial.ranks.poker import Ranking, Wheel, ranking
from tests.arrange import enumeration, settings
from tests.campaigns import soaking

RANKINGS = [ranking(wheel, strong=strong) for wheel in Wheel for strong in (True, False)]
EACH = 1
"""Hands of each kind in a quick run."""


def check(split: Split, hand: Sequence[Card], of: Ranking, *, level: bool) -> None:
    assert sorted(card for row in split.hands for card in row) == sorted(hand)
    assert [len(row) for row in split.hands] == [5, 5, 3]
    assert all(a > b for row in split.hands for a, b in pairwise(row))
    assert split.strengths == tuple(of.strength(row) for row in split.hands)
    lower, middle, upper = split.strengths
    assert lower > middle > upper or (level and lower == middle > upper)


def check_all(hand: Sequence[Card], of: Ranking, seed: int, *, level: bool) -> None:
    """Check the best, the greedy and all undominated settings of a hand."""
    vectors = settings.vectors(hand, of, level=level)
    splits = front(hand, of, level=level)
    assert [split.strengths for split in splits] == enumeration.undominated(vectors)
    for split in splits:
        check(split, hand, of, level=level)
    assert greedy(hand, of, level=level) == splits[0]
    for flat in (False, True):
        worth = settings.some_worth(np.random.default_rng(seed), of, flat=flat)
        found = best(hand, of, worth, level=level)
        check(found, hand, of, level=level)
        units = worth.units(*vectors.T)
        assert found.strengths == max(map(tuple, vectors[units == units.max()].tolist()))
        assert max(float(worth.units(*split.strengths)) for split in splits) == units.max()


@pytest.mark.parametrize("kind", soaking(settings.KINDS, settings.KINDS[::2]))
@pytest.mark.parametrize("level", [True, False])
def test_settings_are_the_best_of_the_full_enumeration(kind: str, *, level: bool) -> None:
    rng = Random(f"{kind} {level}")
    for seed in range(EACH):
        check_all(settings.draw_thirteen(rng, kind), rng.choice(RANKINGS), seed, level=level)


@pytest.mark.soak
@pytest.mark.parametrize("kind", settings.KINDS)
def test_settings_are_the_best_of_the_full_enumeration_for_long(kind: str) -> None:
    rng = Random(kind)
    for seed in range(200):
        check_all(settings.draw_thirteen(rng, kind), rng.choice(RANKINGS), seed, level=rng.random() < 0.5)


def test_level_rows_only_where_they_are_allowed() -> None:
    hand = parse("AsKs9s7s4s AhKh9h7h4h 5c3d2c")
    split = greedy(hand, ranking(), level=True)
    assert split.strengths[0] == split.strengths[1]
    lower, middle, _ = greedy(hand, ranking(), level=False).strengths
    assert lower > middle


def test_of_settings_that_are_worth_as_much_the_strongest_lower_row_is_taken() -> None:
    of = ranking()
    worth = Worth.of(np.zeros((3, of.size + 1)))
    hand = Random(1).sample(PACK, 13)
    assert best(hand, of, worth, level=True) == greedy(hand, of, level=True)


@pytest.mark.parametrize("cards", [PACK[:12], PACK[:14], (*PACK[:12], 0)])
def test_what_is_no_hand_of_thirteen_is_refused(cards: tuple[Card, ...]) -> None:
    with pytest.raises(CardError):
        greedy(cards, ranking(), level=True)


@pytest.mark.parametrize("count", [3, 5])
def test_strengths_of_many_hands(count: int) -> None:
    rng = Random(count)
    hands = [rng.sample(PACK if at % 3 else PACK[at % 4 :: 4], count) for at in range(3_000)]
    for of in RANKINGS:
        assert poker_strengths(np.array(hands, np.uint8), of).tolist() == [of.strength(hand) for hand in hands]
    with pytest.raises(ValueError, match="shape"):
        poker_strengths(np.zeros((1, 4), np.uint8), ranking())
