"""The slow model of Xập xám, checked against each sentence of the game's page with hands made for it.

Source: Dan Nam Phan's rules of 13 cards poker (X).
"""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prial.cards import PACK, Card, parse
from tests.games.xap_xam.oracle import Setting, best, instants, mis_set, settings, settle, straight
from tests.ranks.slow_poker import key, same_suit

XAP_XAM: dict[str, Any] = {
    "compare": "dealer",
    "dealer_ties": "dealer_wins",
    "unit": "overall",
    "sweep": 3,
    "instant": [
        ("whole_dragon", 2),
        ("straight_flush", 2),
        ("four_of_a_kind", 2),
        ("six_pairs", 2),
        ("three_straights", 2),
        ("three_flushes", 2),
    ],
    "strong_five": "instant_only",
    "wheel": "lowest",
    "equal_rows": "mis_set",
}
CHINESE_POKER = {**XAP_XAM, "compare": "everyone", "unit": "per_hand", "instant": [], "equal_rows": "allowed"}
MAU_BINH = {
    **CHINESE_POKER,
    "strong_five": "royalties",
    "instant": [("whole_dragon", 13), ("six_pairs", 7), ("three_straights", 6), ("three_flushes", 5)],
}
NO_ONE = {**XAP_XAM, "dealer_ties": "no_one"}
PER_HAND = {**XAP_XAM, "unit": "per_hand"}
ROYALTIES = {**PER_HAND, "strong_five": "royalties"}

DEALER = "AsKs9s7s4s / QdQc8d6c3d / Jc5d2d"
PLAYER = "AhKh9h7h4h / QsQh8s6s3s / JhTc2c"
WEAK = "Ac9d7s5c3h / 8h7c6d4h2d / 5h4c3c"
"""A setting that loses each row to every hand below."""
GOOD = "KsKhKdQsQh / JsJhJd9c9s / AsTcTh"
MIS_SET = "JsJhJd9c9s / KsKhKdQsQh / AsTcTh"


def laid(text: str) -> Setting:
    lower, middle, upper = (parse(row) for row in text.split("/"))
    assert (len(lower), len(middle), len(upper)) == (5, 5, 3)
    assert len({*lower, *middle, *upper}) == 13
    return lower, middle, upper


def against(rules: dict[str, Any], dealer: str, player: str, /, **declared: str) -> tuple[list[int], int]:
    """The rows and the units, from the dealer's side; from the other side where the dealer sits second."""
    who = {"dealer": 0, "player": 1}
    first = settle(rules, 0, [laid(dealer), laid(player)], {who[name]: what for name, what in declared.items()})
    second = settle(rules, 1, [laid(player), laid(dealer)], {1 - who[name]: what for name, what in declared.items()})
    (pair,), (mirrored,) = first["pairs"], second["pairs"]
    assert pair["seats"] == mirrored["seats"] == [0, 1]
    assert mirrored["rows"] == [-won for won in pair["rows"]]
    assert mirrored["units"] == list(reversed(pair["units"]))
    assert first["units"] == pair["units"] == [pair["units"][0], -pair["units"][0]]
    return pair["rows"], pair["units"][0]


def is_mis_set(text: str, declared: str | None = None, **changes: str) -> bool:
    return mis_set({**XAP_XAM, **changes}, laid(text), declared)


# --- laying -----------------------------------------------------------------------------------------------------------


@pytest.mark.soak
def test_thirteen_cards_are_laid_in_72072_ways() -> None:
    cards = PACK[7:46:3]
    every = list(settings(cards))
    assert len(every) == len({tuple(frozenset(row) for row in rows) for rows in every}) == 72_072
    assert all([len(row) for row in rows] == [5, 5, 3] and sorted(sum(rows, ())) == list(cards) for rows in every)


def test_the_lower_has_to_be_better_than_the_middle() -> None:
    assert not is_mis_set(GOOD)
    assert is_mis_set(MIS_SET)
    assert is_mis_set("KcQd8s5s3h / KsQc8d6c3d / Jc5d2d")
    assert not is_mis_set("KsQc8d6c3d / KcQd8s5s3h / Jc5d2d")


def test_the_middle_has_to_be_better_than_the_upper() -> None:
    assert is_mis_set("AsKs9s7s4s / QdQc8d6c3d / KcKd2d")
    assert is_mis_set("AsKs9s7s4s / KcKd8d8c3d / 2s2h2d")
    assert not is_mis_set("AsKs9s7s4s / KcKd8d8c3d / AdAh2d")


def test_middle_and_upper_compare_by_rank_then_cards_a_missing_card_lowest() -> None:
    assert not is_mis_set("9s9h9d2s2h / AsAhKd3c2c / AdAcKs")
    assert is_mis_set("9s9h9d2s2h / AsAhQdJcTc / AdAcKs")
    assert not is_mis_set("9s9h9d2s2h / AsKhQd3c2c / AdKcQs")
    assert is_mis_set("9s9h9d2s2h / AsKhJdTc8c / AdKcQs")
    assert not is_mis_set("9s9h9d2s2h / 4s4h4d3c2c / 3d3h3s")
    assert is_mis_set("9s9h9d2s2h / 4s4h4d3c2c / 5d5h5s")


def test_an_upper_is_never_a_straight_or_a_flush() -> None:
    assert not is_mis_set("9s9h9d2s2h / 4d4h6d3c2c / QsKsAs")


def test_whether_equal_rows_are_enough() -> None:
    equal = "5s6h7d8c9s / 5h6d7c8s9h / KsAd2c"
    assert is_mis_set(equal)
    assert not is_mis_set(equal, equal_rows="allowed")
    assert is_mis_set("5s6h7d8c9s / 6d7c8s9hTc / KsAd2c", equal_rows="allowed")
    assert is_mis_set("AsKs9s7s4s / QdQc8d6c3d / KcKd2d", equal_rows="allowed")


def test_ace_to_five_is_the_lowest_straight_or_the_second_highest_in_laying_too() -> None:
    text = "As2h3d4c5s / 9h9s9dKcQd / 2d2c7h"
    assert not is_mis_set(text)
    wheel_below = "As2h3d4c5s / 9hTsJdQcKd / 2d2c7h"
    assert is_mis_set(wheel_below)
    assert not is_mis_set(wheel_below, wheel="second_highest")
    assert is_mis_set("As2h3d4c5s / ThJsQdKcAd / 2d2c7h", wheel="second_highest")


@pytest.mark.parametrize("strong_five", ["instant_only", "royalties"])
def test_a_declined_straight_flush_beats_four_of_a_kind_and_that_a_full_house(strong_five: str) -> None:
    assert not is_mis_set("As2s3s4s5s / KsKhKdKc2d / QdJc9h", strong_five=strong_five)
    assert is_mis_set("KsKhKdKc2d / As2s3s4s5s / QdJc9h", strong_five=strong_five)
    assert not is_mis_set("2s2h2d2c3d / AsAhAdKsKh / QdJc9h", strong_five=strong_five)
    assert is_mis_set("AsAhAdKsKh / 2s2h2d2c3d / QdJc9h", strong_five=strong_five)


# --- comparing rows ---------------------------------------------------------------------------------------------------


def test_the_worked_example() -> None:
    assert against(XAP_XAM, DEALER, PLAYER) == ([1, 1, -1], 1)
    assert against(NO_ONE, DEALER, PLAYER) == ([0, 0, -1], -1)


def test_all_rows_equal_ties_overall() -> None:
    twin = "AhKh9h7h4h / QsQh8s6s3s / Jh5c2c"
    assert against(NO_ONE, DEALER, twin) == ([0, 0, 0], 0)
    assert against({**NO_ONE, "unit": "per_hand"}, DEALER, twin) == ([0, 0, 0], 0)


def test_any_row_that_ties_with_the_dealers_is_lost() -> None:
    twin = "AhKh9h7h4h / QsQh8s6s3s / Jh5c2c"
    assert against(XAP_XAM, DEALER, twin) == ([1, 1, 1], 1)


def test_rows_won_by_a_dealers_tie_count_towards_a_sweep() -> None:
    twin = "AhKh9h7h4h / QsQh8s6s3s / Jh5c2c"
    assert against(PER_HAND, DEALER, twin) == ([1, 1, 1], 6)


@pytest.mark.parametrize(
    ("player", "rows", "units"),
    [
        ("AhKh9h7h4h / QsQh8s6s3s / JhTc2c", [0, 0, -1], -1),  # X: two tie and one wins
        ("AhKh9h7h4h / KdKcQh6h3h / JhTc2c", [0, -1, -1], -1),  # X: one ties and two win
        ("KhTh9h7h4h / AcJs8s6s3s / JhTc2c", [1, 1, -1], 1),
        ("KhTh9h7h4h / AcJs8s6s3s / Jh4d2c", [1, 1, 1], 1),
        ("KhTh9h7h4h / QsQh8s6s3s / JhTc2c", [1, 0, -1], 0),  # the same number won and lost
    ],
)
def test_more_rows_won_than_lost_is_one_unit_overall(player: str, rows: list[int], units: int) -> None:
    assert against(NO_ONE, DEALER, player) == (rows, units)


def test_one_row_each_and_one_level_is_the_dealers_by_the_tie() -> None:
    assert against(XAP_XAM, DEALER, "KhTh9h7h4h / QsQh8s6s3s / JhTc2c") == ([1, 1, -1], 1)


@pytest.mark.parametrize("sweep", range(7))
def test_a_unit_a_row_and_all_three_add_the_sweep(sweep: int) -> None:
    rules = {**PER_HAND, "sweep": sweep}
    assert against(rules, GOOD, WEAK) == ([1, 1, 1], 3 + sweep)
    assert against(rules, WEAK, GOOD) == ([-1, -1, -1], -3 - sweep)
    assert against(rules, DEALER, PLAYER) == ([1, 1, -1], 1)
    assert against({**rules, "dealer_ties": "no_one"}, DEALER, PLAYER) == ([0, 0, -1], -1)


def test_two_rows_won_and_one_level_are_no_sweep() -> None:
    rules = {**PER_HAND, "dealer_ties": "no_one"}
    assert against(rules, DEALER, "AhKh9h7h4h / QsTh8s6s3s / Jh4d2c") == ([0, 1, 1], 2)


def test_all_rows_are_one_unit_overall() -> None:
    assert against(XAP_XAM, GOOD, WEAK) == ([1, 1, 1], 1)


def test_suits_never_rank() -> None:
    assert against(NO_ONE, "AsKs9s7s4s / QdQc8d6c3d / Jc5d2d", "AcKc9c7c4c / QsQh8s6s3s / Jh5s2s")[1] == 0


def test_each_plays_against_the_dealer_only() -> None:
    hands = [laid("TsTd4d4s2c / Js9c8s6h2s / 9h7h5d"), laid(GOOD), laid(WEAK)]
    assert settle(XAP_XAM, 2, hands, {}) == {
        "units": [1, 1, -2],
        "mis_set": [],
        "instant": {},
        "pairs": [
            {"seats": [0, 2], "rows": [1, 1, 1], "units": [1, -1]},
            {"seats": [1, 2], "rows": [1, 1, 1], "units": [1, -1]},
        ],
    }
    assert [pair["seats"] for pair in settle(XAP_XAM, 1, hands, {})["pairs"]] == [[0, 1], [1, 2]]
    assert [pair["seats"] for pair in settle(XAP_XAM, 0, hands, {})["pairs"]] == [[0, 1], [0, 2]]


@pytest.mark.parametrize("dealer", range(3))
@pytest.mark.parametrize("dealer_ties", ["dealer_wins", "no_one"])
def test_every_pair_compares_and_the_dealer_has_no_advantage(dealer: int, dealer_ties: str) -> None:
    rules = {**CHINESE_POKER, "dealer_ties": dealer_ties}
    hands = [laid(DEALER), laid(PLAYER), laid("Ac9d7s5c3h / 8h7c6d4h2h / 5h4c3c")]
    assert settle(rules, dealer, hands, {}) == {
        "units": [-1 + 6, 1 + 6, -12],
        "mis_set": [],
        "instant": {},
        "pairs": [
            {"seats": [0, 1], "rows": [0, 0, -1], "units": [-1, 1]},
            {"seats": [0, 2], "rows": [1, 1, 1], "units": [6, -6]},
            {"seats": [1, 2], "rows": [1, 1, 1], "units": [6, -6]},
        ],
    }


def test_ace_to_five_stands_where_the_rules_say() -> None:
    wheel, six = "As2h3d4c5s / 9d9c8s7h3c / Jd6c2d", "2c3s4h5d6s / 8d8c7d9h3h / Js6h4d"
    assert against(XAP_XAM, wheel, six)[0] == [-1, 1, -1]
    assert against({**XAP_XAM, "wheel": "second_highest"}, wheel, six)[0] == [1, 1, -1]


# --- mis-set ----------------------------------------------------------------------------------------------------------


def test_a_mis_set_hand_loses_unconditionally() -> None:
    assert against(XAP_XAM, MIS_SET, WEAK) == ([-1, -1, -1], -1)
    assert against(XAP_XAM, WEAK, MIS_SET) == ([1, 1, 1], 1)
    assert settle(XAP_XAM, 0, [laid(WEAK), laid(MIS_SET)], {})["mis_set"] == [1]


@pytest.mark.parametrize("sweep", [0, 3, 6])
def test_a_mis_set_hand_loses_all_rows_and_the_sweep(sweep: int) -> None:
    assert against({**PER_HAND, "sweep": sweep}, MIS_SET, WEAK) == ([-1, -1, -1], -3 - sweep)


def test_of_two_mis_set_hands_the_dealers_wins_as_against_one() -> None:
    other = "8h7c6d4h2d / Ac9d7s5c3h / 5h4c3c"
    assert against(XAP_XAM, other, MIS_SET) == ([1, 1, 1], 1)
    assert against(PER_HAND, other, MIS_SET) == ([1, 1, 1], 6)
    assert settle(PER_HAND, 0, [laid(other), laid(MIS_SET)], {})["mis_set"] == [0, 1]


def test_two_mis_set_hands_are_equal_where_the_dealer_does_not_win_ties() -> None:
    other = "8h7c6d4h2d / Ac9d7s5c3h / 5h4c3c"
    for rules in (NO_ONE, {**PER_HAND, "dealer_ties": "no_one"}, CHINESE_POKER, MAU_BINH):
        assert against(rules, other, MIS_SET) == ([0, 0, 0], 0)


def test_two_mis_set_hands_lose_to_everybody_else() -> None:
    other = "8c7d6h4s2c / Ad9h7h5d3d / 5s4d3s"
    settled = settle(CHINESE_POKER, 0, [laid(MIS_SET), laid(WEAK), laid(other)], {})
    assert settled["units"] == [-6, 12, -6]
    assert settled["mis_set"] == [0, 2]


# --- royalties --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("winner", "units"),
    [
        ("KsKhKdQsQh / JsJhJd9c9s / AsTcTh", 2),  # a full house in the middle; one in the lower row adds nothing
        ("KsKhKdQsQh / JsJhJd9c8s / 2s2h2c", 3),  # three of a kind in the upper row; one in the middle adds nothing
        ("9s9h9c9d2s / JsJhJdQcQs / AsTcTh", 4 + 2),  # four of a kind in the lower row
        ("9s9h9c9dKs / 2s2h2c8c8s / 3s3d6h", 4 + 2),
        ("As2s3s4s5s / 9s9h9dJcJd / QhQd8s", 5 + 2),  # a straight flush in the lower row
        ("Ks9sTsJsQs / 9c9hJhThJc / QhQd8s", 5),
        ("9sTsJsQsKs / 6s6h6c2s2c / 8s8c8d", 5 + 2 + 3),
        ("9sTsJsQsKs / Th6h7h8h9h / AsKcKh", 5 + 10),  # and one in the middle
        ("9sTsJsQsKs / 6s6h6c6d2s / QhQdAh", 5 + 8),
    ],
)
def test_the_winner_of_a_row_has_extra_units_for_strong_hands(winner: str, units: int) -> None:
    assert against(ROYALTIES, winner, WEAK) == ([1, 1, 1], 3 + 3 + units)
    assert against(ROYALTIES, WEAK, winner) == ([-1, -1, -1], -3 - 3 - units)
    assert against(PER_HAND, winner, WEAK) == ([1, 1, 1], 3 + 3)
    assert against({**XAP_XAM, "strong_five": "royalties"}, winner, WEAK) == ([1, 1, 1], 1)


def test_who_loses_a_row_has_nothing_for_it() -> None:
    a, b = "7s7h7d7c2s / QdQc8d6c4d / JcTd9d", "JsJhJd5c5d / AsAhAdKc9c / 2h2d2c"
    assert against(ROYALTIES, a, b) == ([1, -1, -1], 4 - 3 - 1)
    full = "KsKhKdQsQh / 3s3h3d9c9s / AsTcTh"
    assert against(ROYALTIES, full, "AcAhAd5s5h / JsJhJd8c8s / 6s6h4d") == ([-1, -1, 1], -1 - 2)


def test_the_dealer_has_the_extra_units_for_a_row_won_by_a_tie() -> None:
    a, b = "5s6s7s8s9s / QdQc8d6c4d / JcTd3d", "5h6h7h8h9h / KdKc8c6d4c / AcTh3c"
    assert against(ROYALTIES, a, b) == ([1, -1, -1], -1 + 5)
    assert against({**ROYALTIES, "dealer_ties": "no_one"}, a, b) == ([0, -1, -1], -2)
    assert against({**ROYALTIES, "compare": "everyone"}, a, b) == ([0, -1, -1], -2)


def test_a_mis_set_hand_pays_the_winners_royalties_and_has_none() -> None:
    spoilt = "AsKs9s7s4s / 8s8h8d8c3d / 2s2h2c"
    assert against(ROYALTIES, "KsKhKdQsQh / JsJhJd9c9s / AcTcTh", spoilt) == ([1, 1, 1], 6 + 2)
    assert against(MAU_BINH, spoilt, WEAK) == ([-1, -1, -1], -6)


def test_of_two_mis_set_hands_the_player_pays_the_dealers_royalties() -> None:
    spoilt = "AsKs9s7s4s / 8s8h8d8c3d / 2s2h2c"
    other = "8h7c6d4h2d / Ac9d7s5c3h / 5h4c3c"
    assert against(ROYALTIES, spoilt, other) == ([1, 1, 1], 6 + 8 + 3)
    assert against(ROYALTIES, other, spoilt) == ([1, 1, 1], 6)


# --- which instant wins thirteen cards hold ---------------------------------------------------------------------------

DRAGON = "AsJhQdKcTs / 5c6s7h8d9c / 2s3h4d"
STRAIGHT_FLUSH = "8c9cTcJcQc / 2s2h7d7h9d / KsAh4d"
FOUR_OF_A_KIND = "AsAhAdAcKs / Qh9d8c6s5h / 4d3c2s"
SIX_PAIRS = "AsAhKsKhQd / Qc9s9h7d7c / 5s5h2d"
THREE_STRAIGHTS = "5s6h7d8c9s / 2h3d4c5d6c / QsKdAh"
THREE_FLUSHES = "As9s7s5s3s / Kh8h6h4h2h / QcJc9c"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (DRAGON, "whole_dragon three_straights"),
        (STRAIGHT_FLUSH, "straight_flush"),  # X
        ("As2s3s4s5s / 2h2d7d7h9d / KsKh9c", "straight_flush"),
        ("TsJsQsKsAs / 2h2d7d7h9d / 5s5h9c", "straight_flush"),
        ("QsKsAs2s3s / 2h2d7d7h9d / 5s5h9c", ""),  # an ace is never inside a straight
        (FOUR_OF_A_KIND, "four_of_a_kind"),  # X
        (SIX_PAIRS, "six_pairs"),
        ("AsAhAdAcQd / Qc9s9h7d7c / 5s5h2d", "four_of_a_kind six_pairs"),  # it counts as two pairs
        ("AsAhAdQcQd / 2c9s9h7d7c / 5s5h2d", "six_pairs"),  # the thirteenth card may be anything
        ("AsAhAdQcQd / Qs9s9h7d7c / 5s5h2d", ""),  # five pairs and two threes
        ("AsAhKsKhQd / Qc9s9h7d7c / 5s6h2d", ""),
        (THREE_STRAIGHTS, "three_straights"),
        ("5s6h7d8c9s / 6d7c8hTh9c / Ah2s3d", "three_straights"),  # ace, two, three in the upper row
        ("5s6h7d8c9s / 5h6d7c8s9h / KsAd2c", ""),
        ("5s6h7d8c9s / 5h6d7c8s9h / JsQdAc", ""),
        ("5s6s7s8s9s / 2h3d4c5d6c / QsKdAh", "straight_flush three_straights"),  # it counts as either
        (THREE_FLUSHES, "three_flushes"),
        ("5s6s7s8s9s / Kh8h6h4h2h / QcJc9c", "straight_flush three_flushes"),
        ("KsJsTs8s7s / As6s4s3s2s / QcJc9c", "three_flushes"),  # ten of one suit
        ("KsJs8s7s5s / Ah9h4h3h2h / Qs9s3s", "three_flushes"),  # eight and five
        ("KsJs8s7s5s / Ah9h4h3h2h / QsTs8h", ""),  # seven and six
        ("KsJs8s7s5s / Ah9h4h3h2h / QcTc8d", ""),
        (GOOD, ""),
        (DEALER, "three_flushes"),
        (PLAYER, ""),
    ],
)
def test_which_instant_wins_thirteen_cards_hold(text: str, names: str) -> None:
    assert instants(sum(laid(text), ())) == set(names.split())
    assert instants(sorted(sum(laid(text), ()))) == set(names.split())


def test_all_of_one_suit_hold_what_they_can() -> None:
    assert instants(PACK[::4]) == {"whole_dragon", "straight_flush", "three_straights", "three_flushes"}


@pytest.mark.parametrize(
    "text",
    [
        *(THREE_STRAIGHTS, THREE_FLUSHES),
        *(pytest.param(each, marks=pytest.mark.soak) for each in (GOOD, DRAGON, STRAIGHT_FLUSH, SIX_PAIRS)),
    ],
)
def test_three_straights_and_three_flushes_are_found_where_a_setting_has_them(text: str) -> None:
    cards = sum(laid(text), ())
    assert ("three_straights" in instants(cards)) == any(all(map(straight, rows)) for rows in settings(cards))
    assert ("three_flushes" in instants(cards)) == any(all(map(same_suit, rows)) for rows in settings(cards))


# --- what instant wins come to ----------------------------------------------------------------------------------------

TABLE = {**XAP_XAM, "instant": [(name, 12 - place) for place, (name, _) in enumerate(XAP_XAM["instant"])]}
"""Units of each instant win, from 12 for the whole dragon down to 7 for three flushes."""
HOLDING = {
    "whole_dragon": DRAGON,
    "straight_flush": STRAIGHT_FLUSH,
    "four_of_a_kind": FOUR_OF_A_KIND,
    "six_pairs": SIX_PAIRS,
    "three_straights": THREE_STRAIGHTS,
    "three_flushes": THREE_FLUSHES,
}
BEST_FIRST = list(HOLDING)


@pytest.mark.parametrize("name", BEST_FIRST)
@pytest.mark.parametrize("changes", [{}, {"unit": "per_hand"}, {"compare": "everyone"}, {"dealer_ties": "no_one"}])
def test_an_instant_win_is_paid_its_units_whatever_the_rows(name: str, changes: dict[str, str]) -> None:
    rules, units = {**TABLE, **changes}, 12 - BEST_FIRST.index(name)
    for other in (WEAK, GOOD, MIS_SET):
        assert against(rules, HOLDING[name], other, dealer=name) == ([0, 0, 0], units)
        assert against(rules, other, HOLDING[name], player=name) == ([0, 0, 0], -units)


def test_an_instant_win_brings_no_royalties() -> None:
    rules = {**ROYALTIES, "instant": [("straight_flush", 7)]}
    assert against(rules, STRAIGHT_FLUSH, WEAK, dealer="straight_flush") == ([0, 0, 0], 7)
    assert against(rules, STRAIGHT_FLUSH, GOOD, dealer="straight_flush") == ([0, 0, 0], 7)


@pytest.mark.parametrize(("first", "second"), [(a, b) for a in range(6) for b in range(6) if a < b])
def test_of_two_instant_wins_the_higher_in_the_table_wins_its_units(first: int, second: int) -> None:
    high, low = BEST_FIRST[first], BEST_FIRST[second]
    assert against(TABLE, HOLDING[low], HOLDING[high], dealer=low, player=high) == ([0, 0, 0], -(12 - first))
    assert against(TABLE, HOLDING[high], HOLDING[low], dealer=high, player=low) == ([0, 0, 0], 12 - first)


def test_the_order_is_the_tables() -> None:
    rules = {**XAP_XAM, "instant": [("three_flushes", 3), ("whole_dragon", 9)]}
    assert against(rules, DRAGON, THREE_FLUSHES, dealer="whole_dragon", player="three_flushes") == ([0, 0, 0], -3)


@pytest.mark.parametrize("name", BEST_FIRST)
def test_the_same_instant_win_ties_and_pays_the_dealer_who_wins_ties(name: str) -> None:
    units = 12 - BEST_FIRST.index(name)
    both = {"dealer": name, "player": name}
    for unit in ("overall", "per_hand"):
        rules = {**TABLE, "unit": unit}
        assert against(rules, HOLDING[name], HOLDING[name], **both) == ([0, 0, 0], units)
        assert against({**rules, "dealer_ties": "no_one"}, HOLDING[name], HOLDING[name], **both) == ([0, 0, 0], 0)
        assert against({**rules, "compare": "everyone"}, HOLDING[name], HOLDING[name], **both) == ([0, 0, 0], 0)


def test_the_same_win_ties_however_good_its_cards_are() -> None:
    both = {"dealer": "straight_flush", "player": "straight_flush"}
    royal = "TsJsQsKsAs / 2c3d7d7h6d / 5s5h9h"
    assert against(NO_ONE, STRAIGHT_FLUSH, royal, **both) == ([0, 0, 0], 0)
    assert against(XAP_XAM, STRAIGHT_FLUSH, royal, **both) == ([0, 0, 0], 2)


def test_who_declares_an_instant_win_need_not_lay_the_other_cards_validly() -> None:
    spoilt = "4d3c2sKsQh / AsAhAdAc9d / 8c6s5h"
    assert is_mis_set(spoilt)
    assert not is_mis_set(spoilt, "four_of_a_kind")
    settled = settle(XAP_XAM, 0, [laid(WEAK), laid(spoilt)], {1: "four_of_a_kind"})
    assert settled == {
        "units": [-2, 2],
        "mis_set": [],
        "instant": {1: "four_of_a_kind"},
        "pairs": [{"seats": [0, 1], "rows": [0, 0, 0], "units": [-2, 2]}],
    }


def test_an_instant_win_that_is_not_declared_is_none() -> None:
    spoilt = "4d3c2sKsQh / AsAhAdAc9d / 8c6s5h"
    assert against(XAP_XAM, spoilt, WEAK) == ([-1, -1, -1], -1)
    assert against(XAP_XAM, FOUR_OF_A_KIND, GOOD) == ([1, -1, -1], -1)
    assert against(PER_HAND, "9s9h9c9d2s / JsJhJdQcQs / AsTcTh", WEAK) == ([1, 1, 1], 6)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("three_straights", "2h3d4c5d6c / 5s6h7d8c9s / QsKdAh"),
        ("three_flushes", "Kh8h6h4h2h / As9s7s5s3s / QcJc9c"),
        ("three_flushes", "As9s7s5s3s / 2h3h4h5h6h / QcJc9c"),  # a straight flush beats a flush here too
        ("three_straights", "TsJhQdKcAs / 2h3h4h5h6h / QcKdAd"),
    ],
)
def test_three_straights_or_flushes_with_the_better_in_the_middle_lose_unconditionally(name: str, text: str) -> None:
    assert is_mis_set(text, name)
    assert against(XAP_XAM, text, WEAK, dealer=name) == ([-1, -1, -1], -1)
    assert against(PER_HAND, text, WEAK, dealer=name) == ([-1, -1, -1], -6)
    settled = settle(XAP_XAM, 1, [laid(text), laid(WEAK)], {0: name})
    assert (settled["mis_set"], settled["instant"]) == ([0], {})


def test_a_mis_set_three_straights_loses_an_instant_wins_units() -> None:
    spoilt = "2h3d4c5d6c / 5s6h7d8c9s / QsKdAh"
    assert against(TABLE, SIX_PAIRS, spoilt, dealer="six_pairs", player="three_straights") == ([0, 0, 0], 9)
    assert against(TABLE, THREE_FLUSHES, spoilt, dealer="three_flushes", player="three_straights") == ([0, 0, 0], 7)
    assert against(TABLE, spoilt, spoilt, dealer="three_straights", player="three_straights") == ([1, 1, 1], 1)
    assert against(TABLE, MIS_SET, spoilt, player="three_straights") == ([1, 1, 1], 1)


def test_level_is_enough_for_three_straights_and_three_flushes() -> None:
    straights = "5s6h7d8c9s / 5h6d7c8s9h / QsKdAc"
    flushes = "As9s7s5s3s / Ah9h7h5h3h / QcJc9c"
    for equal_rows in ("mis_set", "allowed"):
        assert not is_mis_set(straights, "three_straights", equal_rows=equal_rows)
        assert not is_mis_set(flushes, "three_flushes", equal_rows=equal_rows)
    assert is_mis_set(straights)
    assert is_mis_set(flushes)


def test_ace_to_five_in_three_straights_stands_where_the_rules_say() -> None:
    text = "As2h3d4c5s / 5h6d7c8s9h / JsQdKc"
    assert is_mis_set(text, "three_straights")
    assert not is_mis_set(text, "three_straights", wheel="second_highest")


def test_instant_wins_between_two_players_who_are_not_the_dealer() -> None:
    hands = [laid(WEAK), laid(SIX_PAIRS), laid("8c9cTcJcQc / 2s2h7d7h9d / KsAh4d")]
    declared = {1: "six_pairs", 2: "straight_flush"}
    assert settle(TABLE, 0, hands, declared)["units"] == [-9 - 11, 9, 11]
    assert settle({**TABLE, "compare": "everyone"}, 0, hands, declared)["units"] == [-9 - 11, 9 - 11, 11 + 11]


def test_a_win_that_is_switched_off_leaves_a_strong_hand() -> None:
    rules = {**XAP_XAM, "instant": []}
    assert against(rules, "As2s3s4s5s / 9d9hJdJc8d / QhQd8s", "KsKhKdKcTs / 7d7h6d6h5d / AcAd2c") == ([1, 1, -1], 1)
    assert against(rules, "AsAhAdKsKh / 9d9hJdJc8d / QhQd8s", "2s2h2d2c3s / 7d7h6d6h5d / QsQcTd") == ([-1, 1, -1], -1)


# --- the best setting -------------------------------------------------------------------------------------------------


def test_the_best_setting_is_the_one_that_is_worth_most_and_is_not_mis_set() -> None:
    cards = parse("AsAhKdKcQsQh 9d8c7s5h4d3c2h")
    strongest_upper = best(XAP_XAM, cards, lambda lower, middle, upper: (upper, middle, lower))
    assert not mis_set(XAP_XAM, strongest_upper, None)
    assert [key(row) for row in strongest_upper] == [
        key(parse("As2h3c4d5h")),
        key(parse("KdKc9d8c7s")),
        key(parse("QsQhAh")),
    ]
    strongest_lower = best(XAP_XAM, cards, lambda lower, middle, upper: (lower, middle, upper))
    assert [key(row) for row in strongest_lower] == [
        key(parse("As2h3c4d5h")),
        key(parse("KdKcQsQhAh")),
        key(parse("9d8c7s")),
    ]


def test_the_best_setting_depends_on_whether_equal_rows_are_enough() -> None:
    cards = parse("TsJhQdKcAs TdJcQhKdAc 2s3h4d")
    allowed = best({**XAP_XAM, "equal_rows": "allowed"}, cards, lambda _lower, middle, _upper: middle)
    assert key(allowed[1]) == key(parse("TsJhQdKcAs"))
    strict = best(XAP_XAM, cards, lambda _lower, middle, _upper: middle)
    assert key(strict[1]) == key(parse("KsKhQsQhJd"))


# --- any deal ---------------------------------------------------------------------------------------------------------


def by_seat(pack: list[Card], players: int) -> list[Setting]:
    """Random settings, which are often mis-set; hands that begin with a red card are set validly."""
    hands = []
    for seat in range(players):
        cards = pack[13 * seat : 13 * (seat + 1)]
        hands.append(next(rows for rows in settings(cards) if cards[0] % 4 not in (1, 2) or not mis_set(XAP_XAM, rows, None)))
    return hands


any_rules = st.fixed_dictionaries(
    {
        "compare": st.sampled_from(["dealer", "everyone"]),
        "dealer_ties": st.sampled_from(["dealer_wins", "no_one"]),
        "unit": st.sampled_from(["overall", "per_hand"]),
        "sweep": st.integers(0, 6),
        "instant": st.just(XAP_XAM["instant"]),
        "strong_five": st.sampled_from(["instant_only", "royalties"]),
        "wheel": st.sampled_from(["lowest", "second_highest"]),
        "equal_rows": st.sampled_from(["mis_set", "allowed"]),
    }
)


any_declared = st.dictionaries(st.integers(0, 3), st.sampled_from(BEST_FIRST), max_size=2)
"""Declarations by seat, whether or not the cards hold them."""


@given(any_rules, st.permutations(PACK), st.integers(2, 4), st.integers(0, 3), any_declared)
def test_what_some_win_others_lose(
    rules: dict[str, Any], pack: list[Card], players: int, place: int, declared: dict[int, str]
) -> None:
    settled = settle(rules, place % players, by_seat(pack, players), declared)
    assert sum(settled["units"]) == 0
    assert len(settled["pairs"]) == (players - 1 if rules["compare"] == "dealer" else players * (players - 1) // 2)
    for seat in range(players):
        received = [dict(zip(pair["seats"], pair["units"], strict=True)).get(seat, 0) for pair in settled["pairs"]]
        assert settled["units"][seat] == sum(received)


@given(any_rules, st.permutations(PACK), st.integers(2, 4), st.integers(0, 3), any_declared)
def test_seats_do_not_matter_but_for_the_dealer(
    rules: dict[str, Any], pack: list[Card], players: int, place: int, declared: dict[int, str]
) -> None:
    hands, dealer, last = by_seat(pack, players), place % players, players - 1
    settled = settle(rules, dealer, hands, declared)
    mirrored = settle(rules, last - dealer, hands[::-1], {last - seat: name for seat, name in declared.items()})
    assert mirrored["units"] == settled["units"][::-1]
    assert mirrored["mis_set"] == sorted(last - seat for seat in settled["mis_set"])
