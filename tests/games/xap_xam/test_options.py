"""Every option of Xập xám, and the other rules on the game's page.

Sources: X is Dan Nam Phan's rules of 13 cards poker, C+ are books on Chinese poker; the page of Xập xám decides the rest.
"""

from itertools import product
from typing import Any

import pytest

from prial.core.game import Chance, Over, view
from prial.core.step import step
from prial.errors import Refusal, RulesError
from prial.games.xap_xam import XapXamGame, settle
from prial.games.xap_xam.instants import Instant
from prial.games.xap_xam.rules import SCHEMA
from prial.ranks.poker import Wheel
from tests.games import test_first_dealer
from tests.games.xap_xam.table import Playing

DEALER, PLAYER = "AsKs9s7s4s QdQc8d6c3d Jc5d2d", "AhKh9h7h4h QsQh8s6s3s JhTc2c"
"""The worked example of the page."""
TWIN = "AhKh9h7h4h QsQh8s6s3s Jh5c2c"
"""Equal to the dealer's in all three rows."""
GOOD, WEAK = "KsKhKdQsQh JsJhJd9c9s AsTcTh", "Ac9d7s5c3h 8h7c6d4h2d 5h4c3c"
FAIR, POOR = "QdQcJc8d5d 7d7h6s4s2h 9hTs3s", "Ah8s6h5s3d Kc8c7h4d2s 6c5d3s"
MIS_SET, OTHER_MIS_SET = "JsJhJd9c9s KsKhKdQsQh AsTcTh", "8h7c6d4h2d Ac9d7s5c3h 5h4c3c"
DRAGON = "AsJhQdKcTs 5c6s7h8d9c 2s3h4d"
STRAIGHT_FLUSH = "8c9cTcJcQc 2s2h7d7h9d KsAh4d"
FOUR_OF_A_KIND = "AsAhAdAcKs Qh9d8c6s5h 4d3c2s"
SIX_PAIRS, OTHER_SIX_PAIRS = "AsAhKsKhQd Qc9s9h7d7c 5s5h2d", "AdAcKdKcQs Qh9d9c7s7h 5d5c2s"
THREE_STRAIGHTS = "5s6h7d8c9s 2h3d4c5d6c QsKdAh"
THREE_FLUSHES = "As9s7s5s3s Kh8h6h4h2h QcJc9c"
HOLDING = {
    "whole_dragon": (DRAGON, "AhAdKsKhQs 9s9hJd6h2h 8s5h4c"),
    "straight_flush": (STRAIGHT_FLUSH, "AsAdKhKdQs JsJh6c6d5h 9s8d4c"),
    "four_of_a_kind": (FOUR_OF_A_KIND, "KhKdQsQdTs JsJh6c6d5s 9h8d4c"),
    "six_pairs": (SIX_PAIRS, "AdAcJsJhTs 8s8h6c6d4s 9d3d2c"),
    "three_straights": (THREE_STRAIGHTS, "AsAdKhKcJs QdQh8s8d4s Th7h3c"),
    "three_flushes": (THREE_FLUSHES, "AhAdKsKdTs JsJh8s8d4s Tc7d3c"),
}
"""A hand for each instant win, and one without any from the other cards."""


def units(preset: str = "xap_xam", /, *settings: str, **given: Any) -> tuple[int, ...]:
    """Units of all players by seat, with these settings; the first one is the dealer's."""
    return Playing(preset, players=len(settings), **given).round(*settings).last.units


def rows(preset: str = "xap_xam", /, *settings: str, **given: Any) -> tuple[int, ...]:
    """The rows of two players, from the dealer's side."""
    return Playing(preset, players=2, **given).round(*settings).pair.rows


# --- the game ---------------------------------------------------------------------------------------------------------


def test_each_player_has_13_cards_and_all_set_them_at_once() -> None:
    """ "each of the four players has 13 cards to play". Source: X."""
    t = Playing().deal()
    assert [len(pile) for pile in t.state.piles] == [13] * 4
    assert t.asked == (0, 1, 2, 3)
    assert sorted(card for pile in t.state.piles for card in pile) == [*range(52)]


def test_nothing_is_seen_before_the_last_has_laid_and_everything_after() -> None:
    """ "All hands are shown to all". Source: the page of Xập xám."""
    t = Playing(players=3).deal(GOOD, WEAK, FAIR)
    before = view(t.state, 2)
    t.do(0, f"lay {GOOD}").do(1, f"lay {WEAK}")
    assert view(t.state, 2) == before
    t.do(2, f"lay {FAIR}")
    for seat in (None, 0, 1, 2):
        assert view(t.state, seat).piles == t.state.piles


def test_the_dealer_passes_to_the_left_after_each_deal() -> None:
    """Source: the page of Xập xám."""
    t = Playing(players=3, dealer=1, length=5)
    dealers = []
    for _ in range(5):
        dealers.append(t.table.dealer)
        t.round(GOOD, WEAK, FAIR)
    assert dealers == [1, 2, 0, 1, 2]


def test_hands_are_called_from_the_lower_to_the_upper() -> None:
    """ "The player calls his/her hands from the lower hand toward the upper". Source: X."""
    t = Playing(players=2).round(GOOD, WEAK)
    assert [sentence for sentence in t.sentences if "hands: the best" in sentence] == [
        "Lower hands: the best is full house of kings (A).",
        "Middle hands: the best is full house of jacks (A).",
        "Upper hands: the best is pair of tens (A).",
    ]


def test_a_mis_set_hand_loses_unconditionally() -> None:
    """ "otherwise you officially loose unconditionally". Source: X."""
    assert rows("xap_xam", MIS_SET, WEAK) == (-1, -1, -1)
    assert units("xap_xam", MIS_SET, WEAK) == (-1, 1)
    assert units("chinese_poker", MIS_SET, WEAK, sweep=4) == (-7, 7)
    t = Playing(players=2).round(MIS_SET, WEAK)
    assert t.last.mis_set == (0,)
    assert "A has mis-set: JsJhJd9s9c KsKhKdQsQh AsThTc are not in order." in t.sentences
    assert "B wins 1 unit from A, who has mis-set." in t.sentences


def test_the_upper_must_be_below_the_middle_too() -> None:
    """ "the upper hand has to be higher value than the middle", the other way round. Source: X; the page of Xập xám."""
    assert units("xap_xam", "AsKs9s7s4s QdQc8d6c3d KcKd2d", "AhJh9h8h6h 5s5h4c3c2c Ts7d6s") == (-1, 1)


def test_a_mis_set_hand_pays_the_winners_royalties() -> None:
    """Source: C+; the page of Xập xám."""
    assert units("mau_binh", MIS_SET, "AcAdAhTsTd 8s8h8d4h4c 5h3c2d") == (-3 - 3 - 2, 8)


def test_two_mis_set_hands_are_equal() -> None:
    """Source: the page of Xập xám."""
    t = Playing("chinese_poker", players=2).round(MIS_SET, OTHER_MIS_SET)
    assert (t.last.units, t.last.mis_set, t.pair.rows) == ((0, 0), (0, 1), (0, 0, 0))
    assert "A and B are level." in t.sentences


def test_three_cards_above_are_no_straight_and_no_flush() -> None:
    """ "We cannot call a high card a flush even the 3 of cards are the same suit or a straight". Source: X."""
    t = Playing(players=2).round("9s9h9d6s6h 4s4h8d6c3c QsKsAs", "JhJc7s5c2h 3h3d7c5hTh 2s2c4c")
    assert t.pair.rows == (1, 1, -1)


def test_the_worked_example() -> None:
    """Equal, equal, player better: dealer +1 with dealer_wins, player +1 with no_one. Source: the page of Xập xám, "Worked"."""
    t = Playing(players=2, dealer_ties="dealer_wins").round(DEALER, PLAYER)
    assert (t.pair.rows, t.last.units) == ((1, 1, -1), (1, -1))
    assert "A wins 1 unit from B, 2 hands to 1." in t.sentences
    t = Playing(players=2, dealer_ties="no_one").round(DEALER, PLAYER)
    assert (t.pair.rows, t.last.units) == ((0, 0, -1), (-1, 1))
    assert "B wins 1 unit from A, 1 hand to 0." in t.sentences


# --- the table --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_players(players: int) -> None:
    """Two to four. Source: X has four; the page of Xập xám."""
    t = Playing(players=players).deal()
    assert t.asked == tuple(range(players))
    assert len(t.state.piles) == players


@pytest.mark.parametrize("players", [1, 5, "two"])
def test_players_no_more_and_no_fewer(players: Any) -> None:
    """Source: the page of Xập xám."""
    with pytest.raises(RulesError, match="players can't be"):
        SCHEMA.make({"players": players})


@pytest.mark.parametrize("length", [1, 3])
def test_length(length: int) -> None:
    """The game is over after this many deals, and the player with most units has won. Source: decided."""
    t = Playing(players=2, length=length)
    for number in range(length):
        assert isinstance(t.game.node(t.state), Chance)
        t.round(GOOD, WEAK)
        assert t.last.over == (number == length - 1)
    assert (t.result.winners, t.result.scores, t.result.ledger) == ((0,), (length, -length), (length, -length))
    assert t.sentences[-1] == "The game is over: A won."


def test_length_a_win_may_be_shared() -> None:
    """All players with most units have won. Source: decided."""
    t = Playing(players=3, length=1, compare="everyone", scores=(5, -10, 5))
    t.round(DEALER, "Ac9c8h6d4d KcJd7c5s3h Td5h2s", TWIN)
    assert t.result.scores == (6, -12, 6)
    assert t.result.winners == (0, 2)


def test_compare_dealer() -> None:
    """ "most of the time player only has to show hands to compare with the dealer, not with the other two". Source: X."""
    t = Playing(compare="dealer", players=3, dealer=1).round(GOOD, FAIR, WEAK)
    assert [pair.seats for pair in t.last.pairs] == [(0, 1), (1, 2)]
    assert t.last.units == (1, 0, -1)


def test_compare_everyone() -> None:
    """Every pair. Source: X; C+."""
    t = Playing(compare="everyone", players=3, dealer=1).round(GOOD, FAIR, WEAK)
    assert [pair.seats for pair in t.last.pairs] == [(0, 1), (0, 2), (1, 2)]
    assert t.last.units == (2, 0, -2)


def test_dealer_ties_dealer_wins() -> None:
    """ "any hand that ties with dealer's same hand will considered lost". Source: X."""
    assert rows("xap_xam", DEALER, TWIN, dealer_ties="dealer_wins") == (1, 1, 1)
    t = Playing(players=2, dealer=1, dealer_ties="dealer_wins").round(DEALER, TWIN)
    assert (t.pair.rows, t.last.units) == ((-1, -1, -1), (-1, 1))


def test_dealer_ties_dealer_wins_and_rows_won_so_count_towards_a_sweep() -> None:
    """Source: the page of Xập xám."""
    assert units("xap_xam", DEALER, TWIN, unit="per_hand", sweep=4) == (7, -7)


def test_dealer_ties_dealer_wins_equal_instant_wins_for_their_units() -> None:
    """Source: the page of Xập xám."""
    both = [f"{SIX_PAIRS} six_pairs", f"{OTHER_SIX_PAIRS} six_pairs"]
    assert units("xap_xam", *both, instant="six_pairs 5") == (5, -5)


def test_dealer_ties_dealer_wins_where_both_have_mis_set() -> None:
    """The player's hand loses as if it alone were mis-set. Source: the page of Xập xám."""
    t = Playing(players=2, unit="per_hand", sweep=2).round(MIS_SET, OTHER_MIS_SET)
    assert t.last.units == (5, -5)
    assert "A wins 5 units from B: both have mis-set, and the dealer wins ties." in t.sentences


def test_dealer_ties_no_one() -> None:
    """ "If player ties all 3 hands with another player then they tie overall". Source: X; C+."""
    assert units("xap_xam", DEALER, TWIN, dealer_ties="no_one") == (0, 0)
    assert units("xap_xam", MIS_SET, OTHER_MIS_SET, dealer_ties="no_one") == (0, 0)
    both = [f"{SIX_PAIRS} six_pairs", f"{OTHER_SIX_PAIRS} six_pairs"]
    assert units("xap_xam", *both, dealer_ties="no_one") == (0, 0)


# --- hands ------------------------------------------------------------------------------------------------------------

WHEEL, SIX_HIGH = "As2h3d4c5s 9d9c8s7h3c Jd6c2d", "2c3s4h5d6s 8d8c7d9h3h Js6h4d"


def test_wheel_lowest() -> None:
    """ "straight of Ace, 2, 3, 4, 5 is lowest than straight of 2, 3, 4, 5, 6 even it has Ace". Source: X."""
    assert rows("xap_xam", WHEEL, SIX_HIGH, wheel="lowest") == (-1, 1, -1)


def test_wheel_second_highest() -> None:
    """Only 10-J-Q-K-A beats it. Source: C+."""
    assert rows("xap_xam", WHEEL, SIX_HIGH, wheel="second_highest") == (1, 1, -1)
    assert Playing(wheel="second_highest").game.scorer.ranking.wheel is Wheel.SECOND_HIGHEST


LEVEL = "5s6h7d8c9s 5h6d7c8s9h KsAd2c"


def test_equal_rows_mis_set() -> None:
    """ "The lower hand's value always has to be higher than the middle hand's value". Source: X."""
    t = Playing(players=2, equal_rows="mis_set").round(LEVEL, "3s3h4d6c8d Kd9dJc4c2d JdTs2h")
    assert t.last.mis_set == (0,)


def test_equal_rows_allowed() -> None:
    """Source: C+."""
    t = Playing(players=2, equal_rows="allowed").round(LEVEL, "3s3h4d6c8d Kd9dJc4c2d JdTs2h")
    assert t.last.mis_set == ()
    assert t.pair.rows == (1, 1, 1)


@pytest.mark.parametrize("name", list(HOLDING))
def test_instant_pays_two_units_in_overall(name: str) -> None:
    """It wins whatever the opponent has laid. Source: X; the units are decided."""
    mine, yours = HOLDING[name]
    t = Playing(players=2).deal(mine, yours)
    assert name in t.instants(0)
    t.do(1, f"lay {yours}").do(0, f"lay {mine} {name}")
    assert (t.last.units, t.last.instants, t.pair.rows) == ((2, -2), ((0, Instant(name)),), (0, 0, 0))
    assert f"A wins 2 units from B with {Instant(name).words}." in t.sentences
    assert any(sentence.startswith(f"A declares {Instant(name).words}: ") for sentence in t.sentences)


@pytest.mark.parametrize(("name", "sweep"), [(name, sweep) for name in HOLDING for sweep in (0, 3)])
def test_instant_pays_a_unit_more_than_all_three_in_per_hand(name: str, sweep: int) -> None:
    """3 + sweep + 1. Source: decided."""
    mine, yours = HOLDING[name]
    assert units("xap_xam", f"{mine} {name}", yours, unit="per_hand", sweep=sweep) == (4 + sweep, -4 - sweep)


@pytest.mark.parametrize("name", list(HOLDING))
def test_instant_pays_units_of_its_own_where_the_table_says_so(name: str) -> None:
    """Source: decided."""
    mine, yours = HOLDING[name]
    assert units("xap_xam", f"{mine} {name}", yours, instant=f"{name} 9") == (9, -9)


@pytest.mark.parametrize("name", list(HOLDING))
def test_instant_may_be_declined(name: str) -> None:
    """A player who only lays declares nothing: the hands are compared. Source: the page of Xập xám."""
    mine, yours = HOLDING[name]
    t = Playing(players=2).round(mine, yours)
    assert (t.last.instants, t.table.declared) == ((), ())
    assert t.pair.by in (settle.By.HANDS, settle.By.MIS_SET)


@pytest.mark.parametrize("name", list(HOLDING))
def test_instant_is_refused_where_the_table_does_not_have_it(name: str) -> None:
    """Source: the page of Xập xám."""
    mine, yours = HOLDING[name]
    others = ", ".join(other for other in HOLDING if other != name)
    for table in (others, "none"):
        t = Playing(players=2, instant=table).deal(mine, yours)
        assert name not in t.instants(0)
        assert t.refused(0, f"lay {mine} {name}") == "xap_xam.instant_off"


@pytest.mark.parametrize("name", list(HOLDING))
def test_instant_is_refused_to_who_does_not_hold_it(name: str) -> None:
    """Source: the page of Xập xám."""
    t = Playing(players=2).deal(*HOLDING[name])
    assert name not in t.instants(1)
    assert t.refused(1, f"lay {HOLDING[name][1]} {name}") == "xap_xam.instant_not_held"


@pytest.mark.parametrize(
    ("text", "name"),
    [("5s6h7d8c9s 2h3d4c5dQs 6cKdAh", "three_straights"), ("As9s7s5s3s Kh8h6h4hQc 2hJc9c", "three_flushes")],
)
def test_instant_three_straights_and_flushes_are_laid(text: str, name: str) -> None:
    """Source: X."""
    t = Playing(players=2).deal(text)
    assert name in t.instants(0)
    assert t.refused(0, f"lay {text} {name}") == "xap_xam.instant_not_laid"


@pytest.mark.parametrize(("name", "text"), [("three_straights", THREE_STRAIGHTS), ("three_flushes", THREE_FLUSHES)])
def test_instant_three_straights_and_flushes_with_the_better_in_the_middle_lose_unconditionally(name: str, text: str) -> None:
    """ "the player will come from "unconditional win" to "unconditional loose" ". Source: X."""
    lower, middle, upper = text.split()
    t = Playing(players=2).round(f"{middle} {lower} {upper} {name}", HOLDING[name][1])
    assert (t.last.units, t.last.mis_set, t.last.instants) == ((-1, 1), (0,), ())


def test_instant_need_not_be_laid_validly_otherwise() -> None:
    """Source: the page of Xập xám."""
    lower, middle, upper = FOUR_OF_A_KIND.split()
    t = Playing(players=2).round(f"{middle} {lower} {upper} four_of_a_kind", HOLDING["four_of_a_kind"][1])
    assert (t.last.units, t.last.mis_set) == ((2, -2), ())


def test_instant_beats_a_mis_set_hand_for_its_units_alone() -> None:
    """Source: the page of Xập xám."""
    yours = " ".join(HOLDING["six_pairs"][1].split()[at] for at in (1, 0, 2))
    assert units("mau_binh", f"{SIX_PAIRS} six_pairs", yours) == (7, -7)


def test_instant_of_two_the_higher_in_the_table_wins() -> None:
    """In the order of the page, unless the table has another one. Source: X; the order is decided."""
    four = "TsThTdTcKd QhJd8c6s4h 4d3c2s"
    pair = [f"{SIX_PAIRS} six_pairs", f"{four} four_of_a_kind"]
    assert units("xap_xam", *pair) == (-2, 2)
    assert units("xap_xam", *pair, instant="six_pairs 3, four_of_a_kind 8") == (3, -3)


def test_instant_four_of_a_kind_counts_as_two_pairs() -> None:
    """Source: the page of Xập xám."""
    t = Playing(players=2).deal("AsAhAdAcQd Qc9s9h7d7c 5s5h2d")
    assert t.instants(0) == ["four_of_a_kind", "six_pairs"]


def test_instant_a_straight_flush_serves_in_three_straights_and_three_flushes() -> None:
    """Source: the page of Xập xám."""
    t = Playing(players=2).deal("5s6s7s8s9s 2h3d4c5d6c QsKdAh", "5hKh8h6h4h 3c7c8c9cJc TdJdQd")
    assert t.instants(0) == ["straight_flush", "three_straights"]
    t = Playing(players=2).deal("5s6s7s8s9s Kh8h6h4h2h QcJc9c")
    assert t.instants(0) == ["straight_flush", "three_flushes"]


def test_strong_five_instant_only() -> None:
    """Declined or switched off, straight flush > four of a kind > full house, without extra units. Source: X."""
    flush, fours = "5c6c7c8c9c AhAdKhQd3d JsTs2d", "4s4h4d4cKc AsQcJc7d2h Th9s3s"
    assert rows("chinese_poker", flush, fours, strong_five="instant_only")[0] == 1
    assert rows("chinese_poker", fours, "QsQhQdJhJd AcTd9h7s6h Tc5h3h", strong_five="instant_only")[0] == 1


ROYAL = [
    ("KsKhKdQsQh JsJhJd9c8s 2s2h2c", 3),  # three of a kind in the upper row; one in the middle adds nothing
    ("KsKhKdQsQh JsJhJd9c9s AsTcTh", 2),  # a full house in the middle; one in the lower row adds nothing
    ("9s9h9c6sKs 2s2h8sJcTd QsTs6h", 0),
    ("9s9h9cTdTs JsJhQc6h3s KsQd8s", 0),
    ("QsQhQcQdKs JsJh9cTs6h 8sTd6s", 4),  # four of a kind in the lower row
    ("KsKhKdKcQs 9s9h9c6sTs JsJh8s", 4),
    ("6s6h6cTsTd 2s2h2c9s8s QhQcKh", 0),
    ("9sTsJsQsKs 6s6h6c2s2c 8s8c8d", 5 + 2 + 3),
    ("9sTsJsQsKs AdAh8sTc6h KcKhQc", 5),
]
ROYAL_WEAK = "Ac9d7s5c3h 8h7c6d4h2d 5h4c3c"


@pytest.mark.parametrize(("winner", "extra"), ROYAL)
def test_strong_five_royalties(winner: str, extra: int) -> None:
    """Extra units for the winner of a row. Source: C+."""
    given: dict[str, Any] = {"instant": "none", "unit": "per_hand", "sweep": 3}
    t = Playing("mau_binh", players=2, **given).round(winner, ROYAL_WEAK)
    assert t.pair.rows == (1, 1, 1)
    assert (t.last.units, t.pair.royalties) == ((6 + extra, -6 - extra), extra)
    assert units("mau_binh", winner, ROYAL_WEAK, **given, strong_five="instant_only") == (6, -6)


def test_strong_five_royalties_are_the_row_winners_alone() -> None:
    """Source: C+."""
    t = Playing("mau_binh", players=2, instant="none").round("7s7h7d7c2s QdQc8d6c4d JcTd9d", "JsJhJd5c5d AsAhAdKc9c 2h2d2c")
    assert (t.pair.rows, t.pair.units, t.pair.royalties) == ((1, -1, -1), 1 - 2 + 4 - 3, 4 - 3)


# --- paying -----------------------------------------------------------------------------------------------------------


def test_unit_overall() -> None:
    """ "if 2 hands tie and 1 hand wins then win": more rows won than lost pay one unit; equal numbers pay none. Source: X."""
    assert units("xap_xam", GOOD, WEAK, unit="overall") == (1, -1)
    t = Playing(players=2, unit="overall", dealer_ties="no_one").round(DEALER, "KhTh9h7h4h QsQh8s6s3s JhTc2c")
    assert (t.pair.rows, t.last.units) == ((1, 0, -1), (0, 0))


def test_unit_per_hand() -> None:
    """One unit for each row. Source: C+."""
    given = {"unit": "per_hand", "dealer_ties": "no_one"}
    assert units("xap_xam", DEALER, PLAYER, **given) == (-1, 1)
    assert units("xap_xam", DEALER, "AhKh9h7h4h QsTh8s6s3s Jh4d2c", **given) == (2, -2)


@pytest.mark.parametrize("sweep", range(7))
def test_sweep(sweep: int) -> None:
    """All three rows add it; two rows don't. Source: C+."""
    assert units("chinese_poker", GOOD, WEAK, sweep=sweep) == (3 + sweep, -3 - sweep)
    assert units("chinese_poker", DEALER, "AhKh9h7h4h QsTh8s6s3s Jh4d2c", sweep=sweep) == (2, -2)


def test_sweep_no_more_than_six() -> None:
    """Source: the page of Xập xám."""
    with pytest.raises(RulesError, match="sweep can't be '7': it takes a whole number from 0 to 6"):
        SCHEMA.make({"sweep": 7}, "chinese_poker")


# --- the presets and what goes together -------------------------------------------------------------------------------

_ALL = "whole_dragon, straight_flush, four_of_a_kind, six_pairs, three_straights, three_flushes"
_LEVEL = "the dealer has no advantage where everybody compares with everybody."
_USUAL = {"players": 4, "length": 20, "first_dealer": "drawn", "wheel": "lowest"}


@pytest.mark.parametrize(
    ("preset", "options"),
    [
        (
            "xap_xam",
            {"compare": "dealer", "dealer_ties": "dealer_wins", "equal_rows": "mis_set", "instant": _ALL, "unit": "overall"},
        ),
        (
            "chinese_poker",
            {"compare": "everyone", "unit": "per_hand", "instant": "none", "sweep": 3, "equal_rows": "allowed"},
        ),
        (
            "mau_binh",
            {
                "compare": "everyone",
                "unit": "per_hand",
                "strong_five": "royalties",
                "sweep": 3,
                "instant": "whole_dragon, six_pairs, three_straights, three_flushes",
                "equal_rows": "allowed",
            },
        ),
    ],
)
def test_the_presets(preset: str, options: dict[str, str | int]) -> None:
    """Source: X; C+."""
    written = SCHEMA.written(SCHEMA.make(None, preset))
    assert written == {**_USUAL, "strong_five": "instant_only", **options}
    assert SCHEMA.make(written) == SCHEMA.make(None, preset)


def test_xap_xam_is_the_first_preset() -> None:
    """Source: the page of Xập xám."""
    assert SCHEMA.make() == SCHEMA.make(None, "xap_xam")
    assert list(SCHEMA.presets) == ["xap_xam", "chinese_poker", "mau_binh"]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (
            {"dealer_ties": "no_one", "compare": "everyone"},
            f"dealer_ties=no_one doesn't go with compare=everyone: {_LEVEL}",
        ),
        (
            {"sweep": 2, "unit": "overall"},
            "sweep=2 doesn't go with unit=overall: winning more hands brings one unit, and winning all three brings no more.",
        ),
        (
            {"strong_five": "royalties", "unit": "overall"},
            "strong_five=royalties doesn't go with unit=overall: royalties are paid only where each hand is paid.",
        ),
    ],
)
def test_only_what_somebody_gave_conflicts(given: dict[str, str | int], sentence: str) -> None:
    """Conflicting values of a preset are merely unused. Source: the page of Xập xám."""
    for preset in SCHEMA.presets:
        with pytest.raises(RulesError) as refused:
            SCHEMA.make(given, preset)
        assert str(refused.value).startswith(sentence)
    (option, _), (other, value) = given.items()
    for preset in SCHEMA.presets:
        rules = SCHEMA.make({other: value}, preset)
        assert getattr(rules, option) == SCHEMA.options[option].default
        assert (option in SCHEMA.unused(rules)) == (option != "strong_five")


def test_dealer_ties_given_as_they_are_conflict_too() -> None:
    """A value given explicitly is meant, even if it is the default. Source: the page of Xập xám."""
    with pytest.raises(RulesError, match="dealer_ties=dealer_wins doesn't go with compare=everyone"):
        SCHEMA.make({"dealer_ties": "dealer_wins"}, "mau_binh")


def test_the_version() -> None:
    """It is raised by any change of rules that makes an old game play differently."""
    game = XapXamGame(SCHEMA.make())
    assert (game.name, game.version) == ("xap_xam", 1)


# --- instant wins as text ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("none", "none"),
        ("None", "none"),
        ("", "none"),
        ("  ", "none"),
        ("six_pairs", "six_pairs"),
        ("Six Pairs", "six_pairs"),
        ("six-pairs", "six_pairs"),
        ("SIX  PAIRS 7", "six_pairs 7"),
        ("six_pairs=7", "six_pairs 7"),
        ("six_pairs: 7", "six_pairs 7"),
        ("six_pairs 007", "six_pairs 7"),
        (" whole dragon 10 ,six pairs", "whole_dragon 10, six_pairs"),
        ("six_pairs, whole_dragon", "six_pairs, whole_dragon"),  # in the table's order
        ("three_flushes 1, four_of_a_kind 100", "three_flushes 1, four_of_a_kind 100"),
    ],
)
def test_instant_as_people_write_it(text: str, means: str) -> None:
    """Names separated by commas, the best first, each with its units after it where given."""
    assert SCHEMA.make({"instant": text}).instant == means
    assert SCHEMA.make({"instant": means}).instant == means


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("royal flush", "There is no instant win 'royal flush'; the instant wins are whole_dragon, straight_flush"),
        ("six_pairs, ", "There is no instant win ''"),
        ("six_pairs, none", "There is no instant win 'none'"),
        ("7", "There is no instant win '7'"),
        ("six_pairs 7 8", "There is no instant win 'six_pairs 7 8'"),
        ("six_pairs 1.5", "There is no instant win 'six_pairs 1.5'"),
        ("six_pairs 0", "six_pairs can't pay 0: it pays 1 to 100 units."),
        ("six_pairs -3", "six_pairs can't pay -3: it pays 1 to 100 units."),
        ("six_pairs 101", "six_pairs can't pay 101: it pays 1 to 100 units."),
        ("six_pairs " + "9" * 50, "six_pairs can't pay 999999999: it pays 1 to 100 units."),
        ("six_pairs, six pairs 3", "six_pairs is named twice."),
        ("lục phé bôn", "There is no instant win"),
    ],
)
def test_instant_that_can_not_be_read_is_refused_in_a_sentence(text: str, part: str) -> None:
    with pytest.raises(RulesError) as refused:
        SCHEMA.make({"instant": text})
    assert part in str(refused.value)
    assert str(refused.value).startswith("instant can't be ")
    assert str(refused.value).endswith(".")


def test_instant_units_follow_the_unit_unless_they_are_given() -> None:
    """Source: decided."""
    rules = SCHEMA.make({"instant": "six_pairs 5, whole_dragon", "unit": "per_hand", "sweep": 1})
    assert rules.instants == {Instant.SIX_PAIRS: 5, Instant.WHOLE_DRAGON: 5}
    rules = SCHEMA.make({"instant": "six_pairs 5, whole_dragon"})
    assert rules.instants == {Instant.SIX_PAIRS: 5, Instant.WHOLE_DRAGON: 2}
    assert list(rules.instants) == [Instant.SIX_PAIRS, Instant.WHOLE_DRAGON]


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (GOOD.rsplit(" ", 1)[0], "xap_xam.rows"),
        (f"{GOOD} 2c", "xap_xam.rows"),
        (GOOD.replace("Th", "2c"), "xap_xam.not_in_hand"),
        ("KsKhKdQs QhJsJhJd9c9s AsTcTh", "xap_xam.row_size"),
        ("KsKhKdQsQh JsJhJd9c AsTcTh", "xap_xam.row_size"),
        (GOOD + " whole_dragon", "xap_xam.instant_not_held"),
    ],
)
def test_what_is_refused(text: str, code: str) -> None:
    """Cards that the player doesn't have, and rows of other sizes. Source: the page of Xập xám."""
    assert Playing(players=2).deal(GOOD).refused(0, f"lay {text}") == code


def test_a_refusal_names_the_card_and_the_hand() -> None:
    """Source: the page of Xập xám."""
    t = Playing(players=2).deal(GOOD)
    choices = t.game.choices(view(t.state, 0))
    said = [
        str(choices.why_not(t.game.read(f"lay {text}")))
        for text in (GOOD.replace("Th", "2c"), "KsKhKdQs QhJsJhJd9c9s AsTcTh", GOOD.rsplit(" ", 1)[0])
    ]
    assert said == [
        "2c isn't in your hand.",
        "The lower hand takes 5 cards; KsKhKdQs has 4.",
        "Lay three hands, a lower, a middle and an upper one, not 2.",
    ]


def test_nobody_moves_between_deals_or_when_the_game_is_over() -> None:
    """Source: the page of Xập xám."""
    t = Playing(players=2, length=1)
    assert isinstance(step(t.game, t.state, {}, 0, t.game.read(f"lay {GOOD}")), Refusal)
    t.round(GOOD, WEAK)
    assert isinstance(t.game.node(t.state), Over)
    assert isinstance(step(t.game, t.state, {}, 0, t.game.read(f"lay {GOOD}")), Refusal)


def test_a_game_broken_off_is_won_by_nobody_and_the_units_stand() -> None:
    """Source: decided."""
    t = Playing(players=2).round(GOOD, WEAK).deal()
    stopped = t.game.stop(t.state)
    assert (stopped.winners, stopped.scores, stopped.ledger) == ((), (1, -1), (1, -1))


def test_people_may_look_at_a_deal_that_is_over_before_the_next_comes() -> None:
    t = Playing(players=2)
    first = t.game.node(t.state)
    second = t.game.node(t.round(GOOD, WEAK).state)
    assert isinstance(first, Chance)
    assert isinstance(second, Chance)
    assert (first.rest, second.rest) == (False, True)


def test_every_value_of_every_option_has_a_test_of_its_name() -> None:
    tests = [name for name in {**vars(test_first_dealer), **globals()} if name.startswith("test_")]
    for option in SCHEMA.options.values():
        closed = [] if option.free else [value.value for value in option.values]
        for name, value in product([option.name], closed or [""]):
            assert any(test.startswith(f"test_{name}_{value}".rstrip("_")) for test in tests), (name, value)
