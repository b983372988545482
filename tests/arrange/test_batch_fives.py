"""Compiled settings in rows of five, five and three equal those of the search one by one, card for card."""

from random import Random

import numpy as np
import pytest

from prial.arrange.batch import fives as batch
from prial.arrange.fives import best
from prial.arrange.strengths import poker_strengths
from prial.arrange.worth import Worth
from prial.cards import PACK
from prial.ranks.poker import Wheel, ranking
from tests.arrange import settings

numba = pytest.importorskip("numba")
pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="there is nothing to test where nothing is compiled")

RANKINGS = [ranking(wheel, strong=strong) for wheel in Wheel for strong in (True, False)]


def check(kind: str, count: int) -> None:
    rng = Random(kind)
    for number, of in enumerate(RANKINGS):
        for level in (True, False):
            for flat in (True, False):
                worth = settings.some_worth(np.random.default_rng([number, level, flat]), of, flat=flat)
                hands = [settings.draw_thirteen(rng, kind) for _ in range(count)]
                found = batch.best(hands, worth, of, level=level)
                for hand, strengths, masks in zip(hands, found.strengths.tolist(), found.cards.tolist(), strict=True):
                    wanted = best(hand, of, worth, level=level)
                    ordered = sorted(hand, reverse=True)
                    assert tuple(strengths) == wanted.strengths
                    laid = (tuple(card for at, card in enumerate(ordered) if mask >> at & 1) for mask in masks)
                    assert tuple(laid) == wanted.hands


@pytest.mark.parametrize("kind", settings.KINDS)
def test_best_is_that_of_the_search(kind: str) -> None:
    check(kind, 2)


@pytest.mark.soak
@pytest.mark.parametrize("kind", settings.KINDS)
def test_best_is_that_of_the_search_for_long(kind: str) -> None:
    check(kind, 200)


def test_where_everything_is_worth_the_same_the_strongest_rows_are_laid() -> None:
    of, hands = ranking(), [Random(seed).sample(PACK, 13) for seed in range(50)]
    found = batch.best(hands, Worth.of(np.zeros((3, of.size + 1))), of, level=True)
    wanted = [max(map(tuple, settings.vectors(hand, of, level=True).tolist())) for hand in hands[:3]]
    assert [tuple(row) for row in found.strengths[:3].tolist()] == wanted
    assert (found.cards.sum(axis=1) == (1 << 13) - 1).all()


@pytest.mark.parametrize("count", [3, 5])
def test_strengths_of_many_hands(count: int) -> None:
    rng = Random(count)
    hands = np.array([rng.sample(PACK if at % 3 else PACK[at % 4 :: 4], count) for at in range(3_000)], np.uint8)
    for of in RANKINGS:
        assert batch.strengths(hands, of).tolist() == poker_strengths(hands, of).tolist()
    with pytest.raises(ValueError, match="shape"):
        batch.strengths(hands[:, :2], ranking())


def test_what_cannot_be_set_is_refused() -> None:
    of, hands = ranking(), np.arange(12)[None]
    worth = Worth.of(np.zeros((3, of.size + 1)))
    with pytest.raises(ValueError, match="12 cards"):
        batch.best(hands, worth, of, level=True)
    with pytest.raises(ValueError, match="up to 99"):
        batch.best(np.arange(13)[None], Worth.of(np.zeros((3, 100))), of, level=True)
