"""The slow evaluator of poker hands, checked against the page of Xập xám, its source's examples, and counts by formula.

Source: Dan Nam Phan's rules of 13 cards poker (X).
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prial.cards import PACK, parse
from tests.ranks.slow_poker import CATEGORIES, Key, category, ending_card, key


def k(text: str, *, wheel: str = "lowest", strong: bool = True) -> Key:
    return key(parse(text), wheel=wheel, strong=strong)


def assert_descending(*texts: str, wheel: str = "lowest", strong: bool = True) -> None:
    for first, second in pairwise(texts):
        assert k(first, wheel=wheel, strong=strong) > k(second, wheel=wheel, strong=strong), (first, second)


def test_five_cards_rank_from_a_straight_flush_down_to_a_high_card() -> None:
    # the weakest of each category, then the strongest of the next one
    assert_descending(
        "Ac2c3c4c5c", "AsAhAdAcKs",
        "2s2h2d2c3s", "AsAhAdKsKh",
        "2s2h2d3s3h", "AsKsQsJs9s",
        "2s3s4s5s7s", "AsKhQdJcTs",
        "As2h3d4c5s", "AsAhAdKsQh",
        "2s2h2d3s4h", "AsAhKdKsQh",
        "2s2h3d3s4h", "AsAhKdQsJh",
        "2s2h3d4s5h", "AsKhQdJs9h",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("9s9h9dKsKh", "full_house"),  # X: 3 nines and 2 kings
        ("2s4s7s9sQs", "flush"),  # X
        ("5d7d9dKdAd", "flush"),  # X
        ("7d8c9dThJc", "straight"),  # X
        ("AsKh2c4c5c", "high_card"),
        ("As2h3c4c5c", "straight"),  # X
        ("TsJhQcKcAc", "straight"),
        ("JhQcKcAc2s", "high_card"),  # an ace starts or ends a straight; it is never inside one
        ("5s5h5dKsTh", "three_of_a_kind"),  # X
        ("7s7h3d3sKh", "two_pair"),  # X
        ("7s7hQd5sKh", "pair"),  # X
        ("AcQsTd4h2c", "high_card"),  # X
        ("8c9cTcJcQc", "straight_flush"),  # X
        ("As2s3s4s5s", "straight_flush"),
        ("TsJsQsKsAs", "straight_flush"),
        ("AsAhAdAc2s", "four_of_a_kind"),
    ],
)
def test_five_cards_by_name(text: str, name: str) -> None:
    assert category(parse(text)) == name


def test_a_full_house_compares_by_its_three() -> None:
    assert_descending("AsAhAd2s2h", "KsKhKdAsAh", "2s2h2dAsAh")
    assert k("9s9h9dKsKh") == k("9s9h9d2s2h")


def test_a_flush_compares_by_its_largest_card_then_the_next() -> None:
    assert_descending("5d7d9dKdAd", "2s4s7s9sQs", "2s4s6s9sQs", "2s3s6s9sQs", "2s4s7s8sQs", "3s4s6s8sJs", "2s4s6s8sJs")


def test_a_straight_compares_by_the_card_that_it_ends_with_and_ace_to_five_is_lowest() -> None:
    assert_descending("TsJhQdKcAs", "9sThJdQcKs", "7d8c9dThJc", "2s3h4d5c6s", "As2h3d4c5s")


def test_ace_to_five_may_be_the_second_highest() -> None:
    assert_descending("TsJhQdKcAs", "As2h3d4c5s", "9sThJdQcKs", "2s3h4d5c6s", "AsAhAd2s3h", wheel="second_highest")
    assert_descending("TsJsQsKsAs", "As2s3s4s5s", "9sTsJsQsKs", "2s3s4s5s6s", "AsAhAdAc3h", wheel="second_highest")


def test_three_of_a_kind_compares_by_the_three_alone() -> None:
    assert_descending("3s3h3d4s5h", "2s2h2dAsKh")
    assert k("5s5h5dKsTh") == k("5s5h5d3s2h") == k("5s5h5d")


def test_two_pair_compares_by_the_larger_pair_then_the_smaller_then_the_last_card() -> None:
    assert_descending("8s8h2d2s3h", "7s7h6d6s2h", "7s7h3d3sKh", "7s7h3d3s5h", "7s7h2d2sAh")
    assert k("7s7h3d3sKh") == k("7d7c3h3cKs")


def test_a_pair_compares_by_the_pair_then_by_the_other_cards() -> None:
    assert_descending("8s8h2d3s4h", "7s7hAd2s3h", "7s7hQd5sKh", "7s7hQd3sKh", "7s7hQd2sKh", "7s7hJdTsKh")


def test_high_cards_compare_in_descending_order() -> None:
    assert_descending("AcQsTd4h3c", "AcQsTd4h2c", "AcQs9d8h7c", "AcJsTd9h8c", "KcQsJd9h8c")


def test_four_of_a_kind_compares_by_the_four() -> None:
    assert_descending("3s3h3d3c2s", "2s2h2d2cAs")
    assert k("3s3h3d3c2s") == k("3s3h3d3cAs")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("2s2h2d", "three_of_a_kind"),
        ("2s2hAd", "pair"),
        ("AsKsJs", "high_card"),
        ("QsKdAh", "high_card"),
        ("As2s3s", "high_card"),
    ],
)
def test_three_cards_are_never_a_flush_or_a_straight(text: str, name: str) -> None:
    assert category(parse(text)) == name


def test_three_cards_compare_by_the_same_method() -> None:
    assert_descending(
        "AsAhAd", "2s2h2d", "AsAhKd", "AsAh2d", "KsKhAd", "2s2h3d", "AsKsQs", "AsKsJs", "As3s2s", "KsQsJs", "4s3s2s"
    )


def test_five_and_three_cards_compare_by_rank_then_cards_and_a_missing_card_is_lowest() -> None:
    assert_descending("3s3h3d2c4c", "2s2h2d", "2c2d3s3h4s", "AsAhKd")
    assert_descending("AsAhKd3c2c", "AsAhKd", "AsAhQdJcTc", "AsAh2d")
    assert_descending("AsKsQd3c2c", "AsKsQd", "AsKsJdTc9c")


def test_without_strong_hands_a_straight_flush_is_a_flush_and_four_of_a_kind_three_of_a_kind() -> None:
    assert category(parse("8c9cTcJcQc"), strong=False) == "flush"
    assert category(parse("AsAhAdAc2s"), strong=False) == "three_of_a_kind"
    assert_descending("2s2h2d3s3h", "As2s3s4s5s", "KsQsJsTs9s", "TsJhQdKcAs", "AsAhAdAcKs", "2s2h2d2c3s", strong=False)
    assert k("As2s3s4s5s", strong=False) == k("As2s3s4s5s", wheel="second_highest", strong=False)


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("7d8c9dThJc", "J"),
        ("As2h3c4c5c", "5"),
        ("TsJhQcKcAc", "A"),
        ("As2h3c", "3"),
        ("QsKhAc", "A"),
        ("KsAh2c", ""),
        ("2s2h3c", ""),
    ],
)
def test_an_ace_starts_or_ends_a_sequence(text: str, ends: str) -> None:
    ending = ending_card(parse(text))
    assert ("" if ending is None else "23456789TJQKA"[ending]) == ends


@given(st.permutations(PACK), st.permutations(range(4)), st.sampled_from([3, 5]), st.booleans())
def test_suits_and_the_order_of_the_cards_never_matter(pack: list[int], suits: list[int], size: int, strong: bool) -> None:
    cards = pack[:size]
    other = [4 * (card // 4) + suits[card % 4] for card in reversed(cards)]
    assert key(cards, strong=strong) == key(other, strong=strong)


def classes() -> Iterator[tuple[list[int], int]]:
    """Five cards of each class up to suits, as far as flushes are concerned, and the number of hands in the class."""
    for ranks in combinations_with_replacement(range(13), 5):
        count = Counter(ranks)
        if max(count.values()) == 5:
            continue
        hands = prod(comb(4, same) for same in count.values())
        if len(count) == 5:
            yield [4 * r for r in ranks], 4
            hands -= 4
        yield [4 * r + place % 4 for place, r in enumerate(ranks)], hands


def test_all_five_cards_by_category_are_as_many_as_the_formulas_say() -> None:
    found: Counter[str] = Counter()
    for cards, hands in classes():
        assert len(set(cards)) == 5
        found[category(cards)] += hands
    assert found == {
        "straight_flush": 10 * 4,
        "four_of_a_kind": 13 * 48,
        "full_house": 13 * comb(4, 3) * 12 * comb(4, 2),
        "flush": (comb(13, 5) - 10) * 4,
        "straight": 10 * (4**5 - 4),
        "three_of_a_kind": 13 * comb(4, 3) * comb(12, 2) * 4**2,
        "two_pair": comb(13, 2) * comb(4, 2) ** 2 * 44,
        "pair": 13 * comb(4, 2) * comb(12, 3) * 4**3,
        "high_card": (comb(13, 5) - 10) * (4**5 - 4),
    }
    assert found.total() == comb(52, 5) == 2_598_960


@pytest.mark.parametrize("wheel", ["lowest", "second_highest"])
def test_as_many_strengths_of_five_cards_as_the_formulas_say(wheel: str) -> None:
    strengths = {key(cards, wheel=wheel) for cards, _ in classes()}
    of = Counter(CATEGORIES[place] for place, *_ in strengths)
    assert of == {
        "straight_flush": 10,
        "four_of_a_kind": 13,
        "full_house": 13,
        "flush": comb(13, 5) - 10,
        "straight": 10,
        "three_of_a_kind": 13,
        "two_pair": comb(13, 2) * 11,
        "pair": 13 * comb(12, 3),
        "high_card": comb(13, 5) - 10,
    }


def test_all_three_cards_by_category_are_as_many_as_the_formulas_say() -> None:
    found = Counter(category(cards) for cards in combinations(PACK, 3))
    assert found == {"three_of_a_kind": 13 * 4, "pair": 13 * comb(4, 2) * 48, "high_card": comb(13, 3) * 4**3}
    strengths = {key(cards) for cards in combinations(PACK, 3)}
    assert Counter(CATEGORIES[place] for place, *_ in strengths) == {
        "three_of_a_kind": 13,
        "pair": 13 * 12,
        "high_card": comb(13, 3),
    }
