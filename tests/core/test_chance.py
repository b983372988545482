"""Chance moves: possible outcomes, their probabilities, and how they are written."""

from collections import Counter
from math import comb, isclose
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prial.cards import PACK, names, parse
from prial.core.chance import Draw, Group, Pick
from prial.errors import RecordError
from prial.testing import strategies

SIZES = st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=2), min_size=1, max_size=2)


@st.composite
def draws(draw: st.DrawFn) -> Draw:
    """Draws from up to six cards, few enough to be listed."""
    sizes = draw(SIZES)
    total = sum(map(sum, sizes))
    pool = draw(strategies.packs(max(total, 1), max(total, 6)))
    return Draw(pool, tuple([Group(f"g{at}", tuple(group), apart=draw(st.booleans())) for at, group in enumerate(sizes)]))


@settings(max_examples=60)
@given(draws())
def test_a_draw_lists_as_many_outcomes_as_it_counts_each_once_and_equally_likely(draw: Draw) -> None:
    found = list(draw)
    assert draw.count() == len(found) == len({outcome for outcome, _ in found})
    assert all(probability == 1 / len(found) for _, probability in found)
    assert isclose(sum(probability for _, probability in found), 1)
    assert all(draw.why_not(outcome) is None for outcome, _ in found)


@settings(max_examples=60)
@given(draws(), st.randoms(use_true_random=False))
def test_a_sample_is_one_of_the_outcomes_and_is_read_as_it_is_written(draw: Draw, rng: Random) -> None:
    outcome = draw.sample(rng)
    assert outcome in {listed for listed, _ in draw}
    assert draw.read(draw.write(outcome)) == outcome


def test_every_outcome_is_sampled_equally_often() -> None:
    draw = Draw(parse("As Ks Qs Js"), (Group("hands", (1, 1)), Group("spare", (1,))))
    rng, number = Random(5), 24_000
    counted = Counter(draw.sample(rng) for _ in range(number))
    assert len(counted) == draw.count() == 24
    chi_squared = sum((seen - number / 24) ** 2 / (number / 24) for seen in counted.values())
    assert chi_squared < 49.7  # 23 degrees of freedom: one in a thousand fair samplers fails


def test_the_whole_pack_to_four_is_counted_without_listing() -> None:
    draw = Draw(PACK, (Group("hands", (13, 13, 13, 13)),))
    assert draw.count() == comb(52, 13) * comb(39, 13) * comb(26, 13)


DRAW = Draw(parse("AsKsQs"), (Group("hands", (1, 0)), Group("spare", (1,))))


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        (None, "There should be 3 piles of cards, not 0."),
        (((51,), (47,)), "There should be 3 piles of cards, not 2."),
        (((51,), (47,), ()), "Pile 2 of hands should have 0 cards, but has 1."),
        (((51,), (), ()), "Pile 1 of spare should have 1 card, but has 0."),
        ((51, (), (47,)), "Pile 1 of hands should have 1 card, but has 0."),
        (((51,), (), (51,)), "As is dealt twice."),
        (((51,), (), (0,)), "2c can't be dealt: it isn't in the pack, or it is out already."),
        (((51,), (), (52,)), "52 can't be dealt: it isn't in the pack, or it is out already."),
        (((-1,), (), (51,)), "-1 can't be dealt: it isn't in the pack, or it is out already."),
    ],
)
def test_an_impossible_outcome_is_refused_by_name(outcome: Any, sentence: str) -> None:
    assert str(DRAW.why_not(outcome)) == sentence


@pytest.mark.parametrize(
    "written",
    [
        None,
        [],
        "As",
        {},
        {"hands": ["As", ""]},
        {"hands": ["As", ""], "spare": "Ks"},
        {"hands": ["As", ""], "spare": [5]},
        {"hands": ["As", ""], "spare": ["Ks"], "more": []},
        {"hands": ["As", ""], "spare": ["Kx"]},
        {"hands": ["AsAs", ""], "spare": ["Ks"]},
    ],
)
def test_what_nature_did_is_read_in_one_form_only(written: Any) -> None:
    with pytest.raises(RecordError):
        DRAW.read(written)


def test_a_draw_is_written_by_the_names_of_its_groups() -> None:
    assert DRAW.write((parse("As"), (), parse("Qs"))) == {"hands": ["As", ""], "spare": ["Qs"]}


def test_cards_of_a_pile_are_read_in_any_order_and_sorted() -> None:
    draw = Draw(PACK, (Group("hands", (3,)),))
    assert names(draw.read({"hands": ["2c A♠ 10d"]})[0]) == "AsTd2c"


def test_cards_that_are_told_apart_are_piles_of_one_in_the_order_written() -> None:
    draw = Draw(PACK, (Group("hands", (2, 0, 1), apart=True), Group("bottom", (1,))))
    outcome = draw.read({"hands": ["2c A♠", "", "10d"], "bottom": ["Kh"]})
    assert [*map(names, outcome)] == ["2c", "As", "Td", "Kh"]
    assert draw.write(outcome) == {"hands": ["2cAs", "", "Td"], "bottom": ["Kh"]}


@pytest.mark.parametrize("hands", [["2c", "", "10d"], ["2c As", "", "10d Kh"], ["2c As", ""], ["2c As", "", "10d", "Kh"]])
def test_of_cards_that_are_told_apart_as_many_are_read_as_are_dealt(hands: list[str]) -> None:
    draw = Draw(PACK, (Group("hands", (2, 0, 1), apart=True),))
    with pytest.raises(RecordError):
        draw.read({"hands": hands})


@given(st.integers(1, 20), st.randoms(use_true_random=False))
def test_a_pick_is_one_of_equally_likely_numbers(n: int, rng: Random) -> None:
    pick = Pick(n)
    assert [outcome for outcome, _ in pick] == list(range(n))
    assert pick.count() == n
    assert isclose(sum(probability for _, probability in pick), 1)
    assert pick.why_not(pick.sample(rng)) is None
    assert pick.read(pick.write(n - 1)) == n - 1


@pytest.mark.parametrize("outcome", [-1, 4, True, 1.0, "1", None, (1,)])
def test_a_pick_refuses_what_is_no_number_of_its_own(outcome: Any) -> None:
    assert str(Pick(4).why_not(outcome)) == f"{outcome} can't be picked: it takes a whole number from 0 to 3."


@pytest.mark.parametrize("written", [None, 1, {}, {"pick": "1"}, {"pick": True}, {"pick": 1, "more": 2}])
def test_a_pick_is_read_in_one_form_only(written: Any) -> None:
    with pytest.raises(RecordError, match="Write a move of nature as"):
        Pick(4).read(written)
