"""Hands of thirteen-card poker, with five and three cards. Source of the order: Dan Nam Phan's rules of 13 cards poker."""

from collections import Counter
from itertools import chain, combinations, product
from math import comb, prod
from random import Random

import pytest

from prial.cards import PACK, Card, parse, rank
from prial.errors import CardError
from prial.ranks.poker import Category, Ranking, Wheel, is_straight, ranking
from tests.campaigns import soaking
from tests.ranks import digests, slow_poker

OPTIONS = list(product(Wheel, (True, False)))
"""The place of A-2-3-4-5, and whether there are straight flushes and fours of a kind."""


def strength(text: str, wheel: Wheel = Wheel.LOWEST, *, strong: bool = True) -> int:
    return ranking(wheel, strong=strong).strength(parse(text))


def ways(cards: tuple[Card, ...]) -> int:
    """Number of hands with the ranks of these cards; of five cards, without hands of one suit."""
    ranks = Counter(map(rank, cards))
    hands = prod(comb(4, count) for count in ranks.values())
    return hands - 4 if len(ranks) == 5 else hands


def slow(cards: tuple[Card, ...], wheel: Wheel, *, strong: bool) -> slow_poker.Key:
    return slow_poker.key(cards, wheel=wheel.value, strong=strong)


@pytest.mark.parametrize(("wheel", "strong"), OPTIONS)
def test_the_whole_order_of_five_and_three_cards_is_the_slow_evaluators(wheel: Wheel, strong: bool) -> None:
    """All hands up to suits, of five and three cards on the same scale."""
    of = ranking(wheel, strong=strong)
    hands = [*digests.unsuited(5), *digests.suited(), *digests.unsuited(3)]
    assert len(hands) == comb(17, 5) - 13 + comb(13, 5) + comb(15, 3)
    keys = {cards: slow(cards, wheel, strong=strong) for cards in hands}
    number = {key: place for place, key in enumerate(sorted(set(keys.values())), 1)}
    assert of.size == len(number)
    assert {cards: of.strength(cards) for cards in hands} == {cards: number[key] for cards, key in keys.items()}


@pytest.mark.parametrize(("wheel", "strong"), OPTIONS)
def test_of_all_2598960_hands_as_many_are_of_each_category_as_the_slow_evaluator_says(wheel: Wheel, strong: bool) -> None:
    of, found, by_slow = ranking(wheel, strong=strong), Counter[str](), Counter[str]()
    for cards, hands in chain(((c, ways(c)) for c in digests.unsuited(5)), ((c, 4) for c in digests.suited())):
        found[of.category(of.strength(cards)).value] += hands
        by_slow[slow_poker.category(cards, strong=strong)] += hands
    assert found == by_slow
    assert found.total() == comb(52, 5) == 2_598_960
    if strong:
        assert list(map(found.get, Category)) == [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40]


@pytest.mark.parametrize(("wheel", "strong"), soaking(OPTIONS, [OPTIONS[0], OPTIONS[-1]]))
@pytest.mark.parametrize("size", [3, 5])
def test_suits_and_the_order_of_the_cards_never_matter(size: int, wheel: Wheel, strong: bool) -> None:
    """Random suits, some hands in one suit, in random order."""
    of, rng, flush = ranking(wheel, strong=strong), Random(size), digests.suited()
    known = {slow(cards, wheel, strong=strong): of.strength(cards) for cards in chain(flush, digests.unsuited(size))}
    for number in range(2_000):
        pack = PACK[number % 4 :: 4] if number % 5 == 0 else PACK
        cards = tuple(rng.sample(pack, size))
        assert of.strength(cards) == known[slow(cards, wheel, strong=strong)], cards


@pytest.mark.soak
@pytest.mark.parametrize(("wheel", "strong"), OPTIONS)
def test_every_single_hand_has_the_strength_of_its_ranks_and_suits(wheel: Wheel, strong: bool) -> None:
    of = ranking(wheel, strong=strong)
    by_ranks = {tuple(map(rank, cards)): of.strength(cards) for cards in digests.unsuited(5)}
    of_one_suit = {tuple(map(rank, cards)): of.strength(cards) for cards in digests.suited()}
    for cards in combinations(sorted(PACK), 5):
        same = cards[0] & 3 == cards[1] & 3 == cards[2] & 3 == cards[3] & 3 == cards[4] & 3
        assert of.strength(cards) == (of_one_suit if same else by_ranks)[tuple(map(rank, cards))], cards


PINNED = digests.POKER.read_text("utf-8").splitlines()


def test_the_whole_order_is_the_pinned_one() -> None:
    assert digests.poker_lines() == PINNED


@pytest.mark.parametrize(("table", "at"), [("fives", 3_000), ("threes", 200), ("flushes", 31)])
def test_one_wrong_strength_changes_the_digest(table: str, at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Ranking(Wheel.LOWEST, strong=True)
    getattr(broken, table)[at] += 1
    monkeypatch.setattr("prial.ranks.poker.ranking", lambda *_, **__: broken)
    assert digests.poker_lines()[0] != PINNED[0]


@pytest.mark.parametrize(("wheel", "strong"), soaking(OPTIONS, [OPTIONS[0], OPTIONS[-1]]))
def test_shape_category_and_least_agree(wheel: Wheel, strong: bool) -> None:
    of = ranking(wheel, strong=strong)
    categories = [of.category(strength) for strength in range(1, of.size + 1)]
    assert categories == [of.shape(strength)[0] for strength in range(1, of.size + 1)]
    assert categories == sorted(categories, key=list(Category).index)
    for category in Category:
        above = [at for at, each in enumerate(categories, 1) if list(Category).index(each) >= list(Category).index(category)]
        assert of.least(category) == min(above, default=of.size + 1)


@pytest.mark.parametrize("size", [3, 5])
def test_what_is_a_straight_is_what_the_slow_evaluator_takes_for_a_sequence(size: int) -> None:
    for cards in digests.unsuited(size):
        assert is_straight(map(rank, cards)) == (slow_poker.ending_card(cards) is not None), cards


def test_a_ranking_is_built_once_however_it_is_asked_for() -> None:
    assert ranking() is ranking(Wheel.LOWEST) is ranking(Wheel.LOWEST, strong=True)


def test_the_categories_stand_in_the_order_of_the_source() -> None:
    falling = [
        "9s8s7s6s5s",
        "4s4h4d4cKs",
        "2s2h2dAcAs",
        "7s5s4s3s2s",
        "6s5h4s3d2c",
        "2s2h2d4c3s",
        "3s3h2d2c4s",
        "2s2h5d4c3s",
        "AsKhQdJc9s",
    ]
    numbers = [strength(text) for text in falling]
    assert numbers == sorted(numbers, reverse=True)
    assert [ranking().category(number) for number in numbers] == [*reversed(Category)]


def test_there_are_6331_strengths_of_five_cards_and_455_of_three() -> None:
    of = ranking()
    assert len({*of.fives, *of.flushes} - {0}) == 6331
    assert len({*of.threes}) == comb(15, 3) == 455


def test_the_wheel_is_the_lowest_straight_or_the_second() -> None:
    wheel, six, king, ace = "As2s3d4s5s", "2s3s4d5s6s", "9sTsJdQsKs", "TsJsQdKsAs"
    assert strength(wheel) < strength(six)
    second = [strength(text, Wheel.SECOND_HIGHEST) for text in (six, king, wheel, ace)]
    assert second == sorted(second)


def test_middle_and_upper_are_compared_by_rank_then_cards_a_missing_card_lowest() -> None:
    assert strength("KsKd3c4c2c") > strength("KhKc4s")
    assert strength("KsKd3c4c5c") > strength("KhKc4s")
    assert strength("KsKd3c4c5c") < strength("KhKc6s")
    assert strength("2s2d2h") > strength("AsAdKsKdQc")
    assert strength("AsKsQs") < strength("2s2d3s")  # three cards of one suit aren't a flush, three in a row aren't a straight


def test_without_strong_hands_a_straight_flush_is_a_flush_and_four_of_a_kind_three() -> None:
    of = ranking(strong=False)
    assert of.category(of.strength(parse("9s8s7s6s5s"))) is Category.FLUSH
    assert of.category(of.strength(parse("4s4h4d4cKs"))) is Category.THREE_OF_A_KIND


def test_a_hand_of_another_size_is_refused_by_name() -> None:
    with pytest.raises(CardError, match="AsKsQsJs is not a hand"):
        strength("AsKsQsJs")


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("6s6h6d2c2s", "full house of sixes"),
        ("AsKs9s7s4s", "flush, ace high"),
        ("KdKc7c7s2s", "two pair, kings and sevens"),
        ("As2s3d4s5s", "straight, five high"),
        ("QdQc8d", "pair of queens"),
        ("Jc5d2d", "jack high"),
    ],
)
def test_hands_are_called_as_at_the_table(text: str, label: str) -> None:
    assert ranking().label(strength(text)) == label
