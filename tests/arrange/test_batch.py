"""The compiled loops give the same as the search in plain Python, hand by hand, and deal fairly."""

from itertools import combinations
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from prial.arrange import batch
from prial.arrange.search import front, greedy
from prial.arrange.strengths import strengths
from prial.arrange.value import best
from prial.cards import PACK
from prial.ranks.brag import Category, FourOfAKind, ranking
from tests.arrange.hands import NASTY, draw, some_value

numba = pytest.importorskip("numba")
pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="there is nothing to test where nothing is compiled")

USUAL = ranking()
FOURS = ranking(four_of_a_kind=FourOfAKind.BEATS_ALL)
PAIR, FLUSH = USUAL.least(Category.PAIR), USUAL.least(Category.FLUSH)
CASES = [(13, 4, 1), (13, 4, PAIR), (13, 4, FLUSH), (9, 3, 1), (9, 3, PAIR), (7, 2, 1), (3, 1, PAIR), (5, 4, 1)]
EACH = 10
"""Hands of each kind."""


def laid(hand: tuple[int, ...], masks: NDArray[np.uint16]) -> list[tuple[int, ...]]:
    """The cards of a row of masks."""
    ordered = sorted(hand, reverse=True)
    return [tuple(card for at, card in enumerate(ordered) if mask >> at & 1) for mask in masks.tolist() if mask]


@pytest.mark.parametrize("kind", NASTY)
@pytest.mark.parametrize(("cards", "places", "least"), CASES)
def test_fronts_are_those_of_the_search(kind: str, cards: int, places: int, least: int) -> None:
    rng = Random(f"{kind} {cards} {least}")
    for of in (USUAL, FOURS):
        hands = [draw(rng, kind, cards) for _ in range(EACH if kind == "any" else EACH // 5)]
        found = batch.fronts(hands, of, places, least, most=512)
        for at, hand in enumerate(hands):
            wanted = front(hand, of, places, least)
            count = int(found.counts[at])
            assert [tuple(row) for row in found.strengths[at, :count].tolist()] == [one.strengths for one in wanted]
            assert not found.strengths[at, count:].any()
            for row, masks in zip(found.strengths[at, :count].tolist(), found.cards[at, :count], strict=True):
                hands_laid = laid(hand, masks)
                assert [of.strength(each) for each in hands_laid] == [strength for strength in row if strength]
                assert len({card for each in hands_laid for card in each}) == sum(map(len, hands_laid))


@pytest.mark.parametrize("kind", NASTY)
@pytest.mark.parametrize(("cards", "places", "least"), CASES)
def test_greedy_and_best_are_those_of_the_search(kind: str, cards: int, places: int, least: int) -> None:
    rng = Random(f"{kind} {cards} {least}")
    value = some_value(places, cards)
    weights = [rng.random() for _ in range(places)]
    for of in (USUAL, FOURS):
        hands = [draw(rng, kind, cards) for _ in range(EACH if kind == "any" else EACH // 5)]
        greedily = batch.greedy(hands, of, places, least)
        by_value = batch.best(hands, value, of, least=least)
        by_weight = batch.best(hands, value, of, least=least, places_weight=weights, sweep_weight=2.5)
        for at, hand in enumerate(hands):
            one = greedy(hand, of, places, least)
            assert tuple(greedily.strengths[at].tolist()) == one.strengths
            plain = best(hand, value, of, least=least)
            assert tuple(by_value.strengths[at].tolist()) == plain.strengths
            weighed = best(hand, value, of, least=least, places_weight=weights, sweep_weight=2.5)
            worth = value.worth(by_weight.strengths[at].tolist(), weights, 2.5)
            assert worth == pytest.approx(value.worth(weighed.strengths, weights, 2.5), abs=1e-12)
            for found in (greedily, by_value, by_weight):
                strengths = [of.strength(each) for each in laid(hand, found.cards[at])]
                assert strengths == [strength for strength in found.strengths[at].tolist() if strength]


def test_more_splits_than_asked_for_are_counted() -> None:
    hand = [25, 24, 45, 36, 32, 49, 1, 33, 9, 17, 8, 37, 0]
    found = batch.fronts([hand], USUAL, 4, most=5)
    wanted = front(hand, USUAL, 4)
    assert found.counts.tolist() == [len(wanted)]
    assert [tuple(row) for row in found.strengths[0].tolist()] == [one.strengths for one in wanted[:5]]


@pytest.mark.parametrize(
    ("hands", "message"),
    [
        ([[0, 1, 2, 2]], "twice"),
        ([[0, 1, 52]], "0 to 51"),
        ([[0, 1, -1]], "0 to 51"),
        ([0, 1, 2], "shape"),
        ([[0, 1]], "shape"),
        ([list(range(14))], "shape"),
    ],
)
def test_what_are_no_hands_is_refused(hands: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        batch.greedy(hands, USUAL, 1)  # type: ignore[arg-type]


@pytest.mark.parametrize("places", [0, 5, 9])
def test_there_are_one_to_four_places(places: int) -> None:
    for split in (batch.fronts, batch.greedy):
        with pytest.raises(ValueError, match="A hand can be split over 1 to 4 places"):
            split([list(range(13))], USUAL, places)


def test_no_hands_at_all() -> None:
    assert batch.greedy(np.zeros((0, 13), np.uint8), USUAL, 4).strengths.shape == (0, 4)


def test_strengths_of_many_hands() -> None:
    hands = np.array(list(combinations(PACK, 3)), np.uint8)
    rng = np.random.default_rng(1)
    for of in (USUAL, ranking(wild=frozenset({0, 50}))):
        wanted = [of.table[a][b][c] for a, b, c in hands.tolist()]
        columns = np.ascontiguousarray(rng.permuted(hands, axis=1).T)
        assert batch.strengths(columns[0], columns[1], columns[2], of).tolist() == wanted
        assert strengths(columns[0], columns[1], columns[2], of).tolist() == wanted


def test_the_same_seed_deals_the_same_whatever_else_is_drawn() -> None:
    first = batch.deal(200, np.random.SeedSequence(5), 3).tolist()
    np.random.seed(0)  # noqa: NPY002  # the global generator is disturbed on purpose
    assert batch.deal(300, np.random.SeedSequence(5), 3).tolist()[:200] == first


@pytest.mark.parametrize(("cards", "seats"), [(13, 2), (13, 4), (9, 5)])
def test_every_card_is_dealt_equally_often(cards: int, seats: int) -> None:
    hands = batch.deal(5_000, np.random.SeedSequence(3), seats, cards)
    assert hands.shape == (5_000, seats, cards)
    assert all(len(set(deal)) == seats * cards for deal in hands[:50].reshape(50, -1).tolist())
    assert (np.diff(hands.astype(int), axis=2) < 0).all()
    for seat in range(seats):
        counts = np.bincount(hands[:, seat].ravel(), minlength=52)
        expected = 5_000 * cards / 52
        # 52 squares of nearly normal deviations; their sum is above 110 once in 300,000 times
        assert (((counts - expected) ** 2 / (expected * (1 - cards / 52))).sum()) < 110
