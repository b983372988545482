"""Hands of thirteen-card poker, five and three cards. Source of the order: Dan Nam Phan's rules of 13 cards poker."""

from math import comb

import pytest

from prial.cards import parse
from prial.errors import CardError
from prial.ranks.poker import Category, Wheel, ranking


def strength(text: str, wheel: Wheel = Wheel.LOWEST, *, strong: bool = True) -> int:
    return ranking(wheel, strong=strong).strength(parse(text))


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
    assert strength("AsKsQs") < strength("2s2d3s")  # three of one suit are no flush, three in a row no straight


def test_without_strong_hands_a_straight_flush_is_a_flush_and_four_of_a_kind_three() -> None:
    of = ranking(strong=False)
    assert of.category(of.strength(parse("9s8s7s6s5s"))) is Category.FLUSH
    assert of.category(of.strength(parse("4s4h4d4cKs"))) is Category.THREE_OF_A_KIND


def test_a_hand_of_another_size_is_refused_by_name() -> None:
    with pytest.raises(CardError, match="AsKsQsJs is no hand"):
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
