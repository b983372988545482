"""All best splits of a hand are those of the full enumeration; laid cards come from the hand, once each."""

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prial.arrange.search import Split, front, greedy
from prial.cards import PACK, Card, parse
from prial.errors import CardError, RulesError
from prial.ranks.brag import Category, FourOfAKind, Ranking, TopPrial, TopRun, ranking
from tests.arrange import enumeration
from tests.arrange.hands import NASTY, draw
from tests.campaigns import crossing, soaking

USUAL = ranking()
FOURS = ranking(four_of_a_kind=FourOfAKind.BEATS_ALL)
LEAST = {category: USUAL.least(category) for category in (Category.HIGH_CARD, Category.PAIR, Category.FLUSH)}
EACH = 1
"""Hands of each kind in a quick run."""


def check(split: Split, hand: Sequence[Card], of: Ranking, places: int, least: int) -> None:
    laid = [card for each in split.hands for card in each]
    assert len(laid) == len(set(laid))
    assert set(laid) <= set(hand)
    assert len(split.hands) <= places
    assert all(each == tuple(sorted(each, reverse=True)) for each in split.hands)
    counted = [of.strength(each) for each in split.hands]
    assert counted == sorted(counted, reverse=True)
    assert min(counted, default=least) >= least
    assert split.strengths == (*counted, *[0] * (places - len(counted)))


def check_front(hand: Sequence[Card], of: Ranking, places: int, least: int) -> None:
    splits = front(hand, of, places, least)
    assert [split.strengths for split in splits] == enumeration.front(hand, of, places, least)
    for split in splits:
        check(split, hand, of, places, least)


@pytest.mark.parametrize("kind", NASTY)
@pytest.mark.parametrize("category", soaking(LEAST, [Category.HIGH_CARD, Category.FLUSH]))
def test_front_is_that_of_the_full_enumeration(kind: str, category: Category) -> None:
    rng = Random(f"{kind} {category}")
    for _ in range(EACH):
        check_front(draw(rng, kind, 13), USUAL, 4, LEAST[category])
        check_front(draw(rng, kind, 9), USUAL, 3, LEAST[category])


@pytest.mark.parametrize("kind", ["any", "four ranks", "five ranks"])
def test_front_with_hands_of_four_cards(kind: str) -> None:
    rng = Random(kind)
    for _ in range(EACH):
        check_front(draw(rng, kind, 13), FOURS, 4, rng.choice(list(LEAST.values())))
        check_front(draw(rng, kind, 9), FOURS, 3, 1)


@pytest.mark.parametrize("kind", NASTY)
@pytest.mark.parametrize("cards", soaking(range(14), range(0, 14, 3)))
def test_front_of_any_number_of_cards_and_places(kind: str, cards: int) -> None:
    rng = Random(f"{kind} {cards}")
    for places in range(1, 5):
        check_front(draw(rng, kind, cards), rng.choice([USUAL, FOURS]), places, rng.choice(list(LEAST.values())))


@pytest.mark.parametrize("top_prial", TopPrial)
@pytest.mark.parametrize(("top_run", "wild"), crossing(TopRun, ["", "2c2d2h2s"]))
def test_front_under_every_ranking(top_prial: TopPrial, top_run: TopRun, wild: str) -> None:
    of = ranking(top_prial, top_run, wild=frozenset(parse(wild)))
    for seed in range(EACH):
        check_front(Random(seed).sample(PACK, 13), of, 4, 1)


@pytest.mark.soak
@pytest.mark.parametrize("kind", NASTY)
def test_front_is_that_of_the_full_enumeration_for_long(kind: str) -> None:
    rng = Random(kind)
    for _ in range(500):
        check_front(draw(rng, kind, 13), rng.choice([USUAL, FOURS]), 4, rng.choice(list(LEAST.values())))


def greedily(hand: frozenset[Card], of: Ranking, places: int, least: int) -> tuple[int, ...]:
    """The best first hand, then the best of the rest, trying each of several equal ones."""
    if places == 0:
        return ()
    sizes = (3, 4) if of.four_of_a_kind is FourOfAKind.BEATS_ALL else (3,)
    hands = {each: of.strength(each) for size in sizes for each in combinations(sorted(hand), size)}
    top = max(hands.values(), default=0)
    if top < least:
        return (0,) * places
    return (
        top,
        *max(greedily(hand - set(each), of, places - 1, least) for each, worth in hands.items() if worth == top),
    )


@pytest.mark.parametrize("kind", NASTY)
def test_greedy_takes_the_best_hand_each_time(kind: str) -> None:
    rng = Random(kind)
    for _ in range(EACH):
        for cards, places in ((13, 4), (9, 3), (5, 4), (2, 3)):
            for of in (USUAL, FOURS):
                hand, least = draw(rng, kind, cards), rng.choice(list(LEAST.values()))
                split = greedy(hand, of, places, least)
                assert split.strengths == greedily(frozenset(hand), of, places, least)
                check(split, hand, of, places, least)


@pytest.mark.parametrize("kind", soaking(["any", "four ranks", "two suits"], ["four ranks"]))
def test_front_of_hands_that_are_allowed(kind: str) -> None:
    rng = Random(kind)
    for cards, places in ((9, 3), (8, 2), (11, 2)):
        hand = draw(rng, kind, cards)
        wanted = set(rng.sample(hand, 4))
        vectors = []
        for way in enumeration.ways(cards, places).tolist():
            hands = [[hand[at] for at in each] for each in way]
            if wanted <= {card for each in hands for card in each}:
                vectors.append(sorted(map(USUAL.strength, hands), reverse=True))
        splits = front(hand, USUAL, places, allowed=lambda hands, wanted=wanted: wanted <= {c for h in hands for c in h})  # type: ignore[misc]
        assert [split.strengths for split in splits] == enumeration.undominated(np.array(vectors))
        for split in splits:
            check(split, hand, USUAL, places, 1)
            assert wanted <= {card for each in split.hands for card in each}
    assert front(PACK[:13], USUAL, 4, allowed=lambda hands: False) == []


@given(st.permutations(PACK), st.integers(1, 4))
def test_the_order_of_the_cards_does_not_matter(pack: list[Card], places: int) -> None:
    hand = pack[:13]
    assert front(hand, USUAL, places) == front(sorted(hand), USUAL, places)


def test_what_is_no_hand_is_refused() -> None:
    with pytest.raises(CardError, match="As is there twice"):
        front([51, 0, 51], USUAL, 1)
    with pytest.raises(CardError, match="Give up to 13 cards, not 14"):
        front(PACK[:14], USUAL, 4)


@pytest.mark.parametrize("places", [0, 5, 9, "4", None])
def test_there_are_one_to_four_places(places: Any) -> None:
    for split in (front, greedy):
        with pytest.raises(RulesError, match="A hand can be split over 1 to 4 places, not"):
            split("As Ah 3d 3c Ks Qs Js 9h 8d 7c 5s 5d 2h", ranking(), places)


def test_a_split_reads_as_its_hands() -> None:
    assert str(greedy(parse("2s As Ah 9h 2d 2h Kd"), USUAL, 2)) == "2s2h2d AsAhKd"
