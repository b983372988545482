"""The effect of each rule and option of Brag Poker, one deal for each test, worked out by hand (P; the page of Brag Poker).

"Stands 6" means that all must match a credit of 6. If nothing else is said, the blinds are 1 and 2, seat 0 deals, seats 1 and 2
have the blinds, and seat 0 has the best hand.
"""

from typing import Any

import pytest

from prial.cards import parse
from prial.core.game import EVERYBODY, NATURE, Decision, view
from prial.core.step import step
from prial.errors import Refusal, RulesError
from prial.games.brag_poker.rules import SCHEMA
from prial.testing.play import encoded
from tests.games.brag_poker.table import Playing


def met(players: int = 3, **given: Any) -> Playing:
    """A table with one deal, in which each next seat has a worse hand, and purses of 200."""
    return Playing(players=players, **given)


def drawn(players: int = 3, **given: Any) -> Playing:
    """The same after the draw: all have looked, called the big blind and kept their cards."""
    t = met(players, **given)
    for _ in range(players - 1):
        t.do("look", "call")
    return t.do("look", "check").stand()


# --- the rules --------------------------------------------------------------------------------------------------------


def test_presets_are_what_the_sources_say() -> None:
    """P, and the page of Brag Poker: blind changes are in neither source, and are off."""
    differences = {name: SCHEMA.differences(SCHEMA.make(None, name)) for name in SCHEMA.presets}
    assert differences == {"online": {}, "unseen": {"blind_change": "on"}}
    rules = SCHEMA.make()
    assert (rules.players, rules.small_blind, rules.big_blind, rules.purse, rules.length) == (4, 1, 2, 200, 20)
    assert (rules.blind_change, rules.rebuy, rules.top_prial, rules.top_run) == (
        "off",
        "between_deals",
        "threes",
        "ace_two_three",
    )


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (
            {"small_blind": 3, "big_blind": 2},
            "small_blind=3 doesn't go with big_blind=2: the small blind would be the greater one.",
        ),
        ({"purse": 9, "big_blind": 10}, "purse=9 doesn't go with big_blind=10: a purse wouldn't pay the big blind."),
    ],
)
def test_options_that_exclude_each_other_are_refused_by_name(given: dict[str, Any], says: str) -> None:
    """The page of Brag Poker."""
    with pytest.raises(RulesError) as refused:
        SCHEMA.make(given)
    assert str(refused.value) == says


@pytest.mark.parametrize("given", [{"players": 1}, {"players": 9}, {"small_blind": 0}, {"big_blind": 0}, {"purse": 0}])
def test_numbers_out_of_range_are_refused(given: dict[str, int]) -> None:
    with pytest.raises(RulesError):
        SCHEMA.make(given)


@pytest.mark.parametrize("given", [{"players": 2}, {"players": 8}, {"small_blind": 2, "big_blind": 2}, {"purse": 2}])
def test_numbers_at_the_edge_are_allowed(given: dict[str, int]) -> None:
    """The page of Brag Poker: two to eight players; the small blind may be as large as the big one."""
    SCHEMA.make(given)


# --- blinds and order -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("small", "big"), [(1, 2), (5, 10), (3, 3)])
def test_blinds_are_put_in_by_the_two_to_the_left_of_the_dealer(small: int, big: int) -> None:
    """P: before the deal the two players to the left of the dealer place compulsory bets."""
    t = met(4, small_blind=small, big_blind=big)
    assert (t.table.put_in, t.stands, t.turn) == ((0, small, big, 0), big, 3)
    assert t.sentences[:3] == [
        "Deal 1: A deals.",
        f"B puts in the small blind, {small}.",
        f"C puts in the big blind, {big}.",
    ]


def test_blinds_are_paid_in_full_by_those_who_cannot_have_looked() -> None:
    """The page of Brag Poker: blinds aren't calls, so there is no half price."""
    assert met(big_blind=9, small_blind=7).table.put_in == (0, 7, 9)


def test_three_cards_each_and_nobody_sees_any_before_looking() -> None:
    """P: Brag with three cards, and players needn't look."""
    t = met()
    assert [t.hand(seat, seat) for seat in range(3)] == ["------"] * 3
    t.do("look")
    assert [t.hand(0, viewer) for viewer in (0, 1, None)] == ["3s3h3d", "------", "------"]


def test_of_two_the_dealer_has_the_small_blind_and_is_first_before_the_draw_and_last_after_it() -> None:
    """The page of Brag Poker."""
    t = met(2)
    assert (t.table.put_in, t.turn) == ((1, 2), 0)
    t.do("look", "call", "check")
    assert (t.phase, t.turn) == ("change", 1)
    t.do("change none")
    assert (t.phase, t.turn) == ("change", 0)
    t.do("change none")
    assert (t.phase, t.turn, t.stands) == ("bet2", 1, 0)
    t.do("check", "check")
    assert (t.won, t.table.chips, t.last.shown) == ([(4, (0,))], (202, 198), (1, 0))
    t.next()
    assert (t.table.dealer, t.table.put_in, t.turn) == (1, (2, 1), 1)


def test_of_more_the_left_of_the_big_blind_begins_and_after_the_draw_the_left_of_the_dealer() -> None:
    """P: as in poker."""
    t = met(4)
    t.do("call", "fold", "call", "check")
    assert (t.phase, t.turn) == ("change", 1)
    t.stand()
    assert (t.phase, t.turn) == ("bet2", 1)
    t.do("fold")
    assert t.turn == 2


def test_the_button_goes_to_the_next_who_plays() -> None:
    """The page of Brag Poker: to the next player in each deal, without dead blinds."""
    t = met(4).do("fold", "fold", "fold")
    t.by(0, "play").by(1, "sit out").by(2, "play").by(3, "play").deal()
    assert (t.table.dealer, t.table.playing, t.table.put_in) == (2, (3, 0, 2), (2, 0, 0, 1))
    t.do("fold", "fold")
    t.all("play").deal()
    assert (t.table.dealer, t.table.playing) == (3, (0, 2, 3))


def test_the_big_blind_may_raise_when_all_have_called() -> None:
    """The page of Brag Poker: a check is possible, and so is a raise, after which all others must act again."""
    t = met().do("look", "call", "look", "call")
    assert (t.turn, t.offers()) == (2, ["look", "check", "raise", "fold"])
    t.do("raise")
    assert (t.stands, t.turn, t.offers()) == (6, 0, ["call", "raise", "fold"])
    t.do("call", "call")
    assert t.phase == "change"


# --- calls and raises -------------------------------------------------------------------------------------------------


def test_steps_are_twice_the_big_blind_and_after_the_draw_four_times() -> None:
    """P: fixed bets and raises of twice the big blind; in the second round twice as big."""
    t = met(small_blind=2, big_blind=5).do("look", "raise")
    assert (t.table.put_in, t.stands) == ((15, 2, 5), 15)  # the call of 5, and 10
    t.do("look", "raise")
    assert (t.table.put_in, t.stands) == ((15, 25, 5), 25)
    t.do("fold", "call").stand()
    assert (t.phase, t.turn, t.stands) == ("bet2", 1, 0)
    t.do("raise")
    assert (t.table.put_in, t.stands) == ((25, 45, 5), 20)
    assert t.sentences == ["B bets 20."]
    t.do("raise")
    assert (t.table.put_in, t.stands) == ((65, 45, 5), 40)
    assert t.sentences == ["A puts in 40 and raises the bet to 40."]


def test_what_stands_must_be_matched_and_a_check_is_for_those_who_owe_nothing() -> None:
    """P: poker-like betting."""
    t = met()
    assert t.refused("check") == "owes"
    t.do("call", "call")
    assert t.refused("call") == "owes_nothing"
    assert t.refused("raise", 0) == "step.not_yours"


def test_three_raises_while_more_than_two_are_in_the_pot() -> None:
    """P: a limit of three raises if there are more than two players in the pot."""
    t = met().do("look", "raise", "look", "raise", "look", "raise")  # stands 6, 10, 14
    assert (t.stands, t.turn) == (14, 0)
    assert str(t.refusal("raise")) == "You can't raise: with more than two in the pot, there are at most 3 raises in a round."
    t.do("fold")
    assert t.offers() == ["call", "raise", "fold"]
    t.do("raise", "raise", "raise")  # 18, 22, 26
    assert (t.stands, t.table.put_in) == (26, (6, 26, 22))
    t.do("call")
    assert t.phase == "change"


def test_who_is_all_in_counts_for_the_limit_of_raises() -> None:
    """The page of Brag Poker: a player who hasn't folded is in the pot."""
    t = Playing(stacks=[6, 200, 200]).do("look", "raise", "look", "raise", "look", "raise")
    assert (t.table.chips[0], t.stands, t.turn) == (0, 14, 1)
    assert t.refused("raise") == "raise_limit"


def test_three_raises_more_after_the_draw_and_the_first_bet_is_none() -> None:
    """P: again limited to three raises. The page of Brag Poker: the first bet after the draw isn't a raise."""
    t = drawn().do("raise", "raise", "raise", "raise")  # 8, 16, 24, 32
    assert (t.stands, t.table.betting.raises) == (32, 3)
    assert t.refused("raise") == "raise_limit"
    t.do("call", "call")
    assert t.won == [(102, (0,))]


def test_blinds_are_no_raises() -> None:
    """The page of Brag Poker."""
    t = met(4)
    assert t.table.betting.raises == 0
    t.do("raise", "raise", "raise")
    assert t.refused("raise") == "raise_limit"


def test_all_check_after_the_draw_and_show() -> None:
    """P: an active player may pass for nothing; the page of Brag Poker: then all still in show, from the dealer's left."""
    t = drawn().do("check", "check", "check")
    assert (t.last.shown, t.won, t.table.chips) == ((1, 2, 0), [(6, (0,))], (204, 198, 198))
    assert t.sentences[1:4] == [
        "B shows KsKhKd: prial of kings.",
        "C shows AsAh2s: pair of aces.",
        "A shows 3s3h3d: prial of threes.",
    ]


def test_who_is_left_when_all_others_have_folded_wins_and_shows_nothing() -> None:
    """The page of Brag Poker."""
    t = drawn().do("raise", "fold", "fold")
    assert (t.won, t.last.shown, t.table.chips) == ([(6, (1,))], (), (198, 204, 198))
    assert t.sentences == ["A folds.", "B takes back 8 that nobody has matched.", "B wins the pot of 6."]
    assert [t.hand(1, viewer) for viewer in (0, 1, None)] == ["------", "KsKhKd", "------"]


def test_all_fold_to_the_big_blind_who_takes_half_of_it_back() -> None:
    """The page of Brag Poker: uncalled chips are returned; the small blind had matched one chip."""
    t = met().do("fold", "fold")
    assert (t.won, t.table.chips) == ([(2, (2,))], (200, 199, 201))


# --- not looking ------------------------------------------------------------------------------------------------------


def test_who_has_not_looked_calls_for_half_rounded_up_and_is_credited_in_full() -> None:
    """P: as long as they play without seeing their cards they may call for half price."""
    t = met(4, small_blind=2, big_blind=5).do("call")
    assert (t.table.put_in[3], t.stands) == (3, 5)  # half of 5
    assert t.sentences == ["D calls blind with 3."]
    t.do("raise")
    assert (t.table.put_in[0], t.stands) == (13, 15)  # 3 for the call, the step of 10 in full
    t.do("look", "call")
    assert t.table.put_in[1] == 15  # another player matches the full amount
    t.do("call")
    assert t.table.put_in[2] == 10  # owes 10
    t.do("call")
    assert (t.table.put_in[3], t.phase) == (8, "change")  # 8 for 15


def test_half_of_one_chip_is_one_chip() -> None:
    """The page of Brag Poker: rounded up."""
    assert met(2).do("call").table.put_in == (2, 2)


def test_half_price_is_over_with_a_look_and_a_look_ends_no_turn() -> None:
    """P: so long as they play without seeing their cards. The page of Brag Poker: a player may look at each turn of their own."""
    t = met().do("call", "call", "check").do("look")
    assert (t.turn, t.sentences) == (1, ["B looks at their cards.", "B holds KsKhKd: prial of kings."])
    assert [told.to for told in t.told] == [EVERYBODY, 1 << 1]
    assert t.refused("look") == "looked_already"
    t.stand().do("raise", "call", "look", "call")  # 8, half of 8, and 8
    assert t.table.put_in == (0, 0, 0)
    assert t.won == [(2 + 2 + 1 + 8 + 4 + 8, (0,))]


def test_a_look_out_of_turn_is_refused() -> None:
    """The page of Brag Poker: only at the player's own turn."""
    assert met().refused("look", 1) == "step.not_yours"


# --- too few chips ----------------------------------------------------------------------------------------------------


def test_who_has_too_little_for_a_blind_posts_it_all_and_the_big_blind_stands_all_the_same() -> None:
    """The page of Brag Poker: blinds of 5 and 10, for which the players have 3 and 4."""
    t = Playing("KsKhKd", "3s3h3d", "AsAh2s", stacks=[200, 3, 4], small_blind=5, big_blind=10)
    assert (t.table.put_in, t.table.chips, t.stands) == ((0, 3, 4), (200, 0, 0), 10)
    assert t.said[2] == "B puts in their last 3 as the small blind."
    t.do("look")
    assert t.offers() == ["call", "fold"]
    t.do("call")
    # 10 are paid and 4 is the next highest, so 6 go back. Below 3 there are 9 chips, above it 1 + 1
    assert t.table.put_in == (4, 3, 4)
    assert t.sentences[1] == "A takes back 6 that nobody has matched."
    t.stand()
    assert (t.won, t.table.chips) == ([(9, (1,)), (2, (0,))], (198, 9, 0))


def test_what_a_half_price_call_paid_over_a_short_blind_goes_back() -> None:
    """The page of Brag Poker: ten credits for 5 chips, on the first, third …; three of them are above 4."""
    t = Playing("KsKhKd", "3s3h3d", "AsAh2s", stacks=[200, 3, 4], small_blind=5, big_blind=10).do("call")
    assert (t.table.put_in, t.table.chips[0]) == ((2, 3, 4), 198)
    t.stand()
    assert t.won == [(8, (1,)), (1, (0,))]


def test_who_has_nobody_to_bet_against_is_asked_only_if_there_is_something_to_call() -> None:
    """The page of Brag Poker: a small blind of 5 against a big blind who posted the last 3; 2 of the 5 go back."""
    t = Playing("KsKhKd", "AsAh2s", "3s3h3d", stacks=[200, 200, 3], small_blind=5, big_blind=10).do("fold")
    assert (t.phase, t.table.put_in) == ("change", (0, 3, 3))
    t.stand()
    assert (t.won, t.table.chips) == ([(6, (2,))], (200, 197, 6))


@pytest.mark.parametrize(("moves", "credited"), [(("call",), 8), (("look", "call"), 4)])
def test_the_last_chips_of_a_call_count_twice_without_a_look(moves: tuple[str, ...], credited: int) -> None:
    """The page of Brag Poker: four chips for a call of 10."""
    t = Playing(stacks=[200, 200, 200, 4], small_blind=5, big_blind=10).do(*moves)
    assert (sum(part.credit for part in t.table.betting.stakes[3]), t.stands, t.table.chips[3]) == (credited, 10, 0)
    assert t.sentences == ["D puts in their last 4 and is all-in."]


def test_a_short_raise_does_not_open_the_betting_again() -> None:
    """The page of Brag Poker: 2 chips of a step of 4; players who acted since the last full raise may only call or fold."""
    t = Playing(stacks=[200, 8, 200, 200]).do("look", "call", "look", "raise")  # stands 6
    t.do("look", "raise")  # has 7, owes 5
    assert (t.stands, t.table.betting.raises, t.table.chips[1]) == (8, 1, 0)
    t.do("look")
    assert t.offers() == ["call", "raise", "fold"]  # has not acted
    t.do("call", "call")
    assert (t.turn, t.offers()) == (0, ["call", "fold"])
    assert str(t.refusal("raise")) == "You can't raise: since your last turn nobody has bet or raised in full."
    t.do("call")
    assert (t.phase, t.table.put_in) == ("change", (8, 8, 8, 8))


def test_a_full_raise_on_a_short_one_opens_it_again_and_adds_a_step_to_what_stands() -> None:
    """The page of Brag Poker: all must match 8 after the short raise, so 12 now."""
    t = Playing(stacks=[200, 8, 200, 200]).do("look", "call", "look", "raise", "look", "raise", "look", "call", "raise")
    assert (t.stands, t.table.betting.raises, t.turn) == (12, 2, 0)
    assert t.offers() == ["call", "raise", "fold"]
    t.do("raise", "call", "call").stand()
    assert t.table.put_in == (16, 8, 16, 16)
    t.do("check", "check", "check")
    assert t.won == [(32, (0,)), (24, (0,))]


def test_a_short_raise_of_somebody_who_has_not_looked_is_what_is_over_half_the_call() -> None:
    """The page of Brag Poker: 6 chips for a call of 10, so 5 for the call and one above it."""
    t = Playing(stacks=[200, 200, 200, 6], small_blind=5, big_blind=10).do("raise")
    assert (t.stands, t.table.put_in[3], t.table.betting.raises) == (11, 6, 0)
    t = Playing(stacks=[200, 200, 200, 5], small_blind=5, big_blind=10)
    assert t.offers() == ["look", "call", "fold"]
    assert t.refused("raise") == "raise_short"


def test_at_the_limit_of_raises_a_short_one_is_not_allowed_either() -> None:
    """The page of Brag Poker."""
    t = Playing(stacks=[200, 200, 200, 16]).do("look", "call", "raise", "raise", "raise")  # stands 14, and 3 has 14 left
    assert (t.stands, t.turn, t.table.chips[3]) == (14, 3, 14)
    assert t.refused("raise") == "raise_limit"


def test_a_short_first_bet_after_the_draw_opens_and_the_next_raise_is_the_first_of_three() -> None:
    """The page of Brag Poker: 3 chips, where a bet is 8."""
    t = Playing(stacks=[200, 5, 200, 200]).do("look", "call", "look", "call", "look", "call", "look", "check").stand()
    t.do("raise")
    assert (t.stands, t.table.betting.raises) == (3, 0)
    t.do("raise", "raise", "raise")
    assert (t.stands, t.table.betting.raises) == (27, 3)
    assert t.refused("raise") == "raise_limit"


def test_who_has_checked_may_not_raise_a_short_first_bet() -> None:
    """The page of Brag Poker: it doesn't open the betting."""
    t = Playing(stacks=[5, 200, 200]).do("look", "call", "look", "call", "look", "check").stand().do("check", "check", "raise")
    assert (t.stands, t.turn, t.offers()) == (3, 1, ["call", "fold"])


def test_nobody_raises_where_no_other_has_chips() -> None:
    """The page of Brag Poker."""
    t = Playing(stacks=[200, 8]).do("look", "raise", "look", "raise")  # 6, then all 8
    assert (t.turn, t.offers()) == (0, ["call", "fold"])
    assert t.refused("raise") == "raise_alone"
    t.do("call")
    assert (t.phase, t.turn) == ("change", 1)


def test_everybody_all_in_still_draws_and_then_all_show_at_once() -> None:
    """The page of Brag Poker: all in the pot draw; players without chips aren't asked to bet."""
    t = Playing("KsKhKd", "9s5h2d", "AsAh2s", stacks=[5, 9, 6]).do("look", "raise", "look", "raise", "call")
    assert (t.table.chips, t.phase, t.turn) == ((0, 0, 0), "change", 1)
    t.do("change 5h 2d").give("9h9d").stand()
    # below 5: 5 + 5 + the 2 posted and 2 of the 4 that were paid for seven credits; above it 4 + 2
    assert t.won == [(14, (0,)), (6, (1,))]
    assert t.table.chips == (14, 6, 0)


def test_what_goes_back_to_somebody_who_was_all_in_is_there_in_the_next_deal() -> None:
    """The page of Brag Poker: 5 chips against 3."""
    t = Playing("9s5h2d", "KsKhKd", stacks=[5, 3]).do("look", "raise", "look", "call")
    assert (t.phase, t.table.chips) == ("change", (2, 0))
    t.stand()
    assert (t.won, t.table.chips) == ([(6, (1,))], (2, 6))


def test_the_last_chip_of_a_blind_can_be_all_that_is_played_for() -> None:
    """The page of Brag Poker: of two players, the dealer has one chip; a chip of the big blind goes back."""
    t = Playing(stacks=[1, 200])
    assert (t.phase, t.turn, t.table.put_in) == ("change", 1, (1, 1))


# --- pots -------------------------------------------------------------------------------------------------------------


def test_a_side_pot_is_cut_at_credits_and_holds_what_was_paid() -> None:
    """The page of Brag Poker: the player with fewer chips, who hasn't looked, has 5 credits for 3 chips."""
    t = Playing("AsAh2s", "3s3h3d", "KsKhKd", stacks=[200, 3, 200]).do("look", "raise", "call", "look", "call").stand()
    t.do("raise", "call")
    # below 5: 5 + 3 + 5; above: 1 + 1 + 8 + 8
    assert (t.won, t.table.chips) == ([(13, (1,)), (18, (2,))], (186, 13, 204))
    assert t.sentences[-2:] == ["B wins the pot of 13.", "C wins the side pot of 18."]


def test_two_side_pots_and_folded_chips_in_the_levels_that_they_reach() -> None:
    """The page of Brag Poker: 4, 9 and 14 are in, a player with 6 has folded."""
    t = Playing("3s3h3d", "KsKhKd", "AsAh2s", "QsQh2h", stacks=[4, 9, 200, 200], big_blind=2)
    t.do("look", "raise")  # D: stands 6
    t.do("look", "call")  # A: all 4
    t.do("look", "raise")  # B: all 9, three over the call
    t.do("look", "raise")  # C: 9 and 4 more, stands 13
    t.do("fold")  # D
    # the uncalled 4 of C go back; below 4: 4 × 4; from 4 to 9: 5 + 5 + D's 2
    assert t.table.put_in == (4, 9, 9, 6)
    t.stand()
    assert (t.won, t.table.chips) == ([(16, (0,)), (12, (1,))], (16, 12, 191, 194))


def test_a_part_at_half_price_is_counted_from_its_own_beginning() -> None:
    """The page of Brag Poker: 14 credits for 7 chips, of which four are below the seventh credit and three above."""
    t = Playing("AsAh2s", "QsQh2h", "JsJh4d", "3s3h3d", "KsKhKd", stacks=[200, 200, 200, 7, 14], small_blind=2, big_blind=5)
    t.do("look", "raise", "look", "raise", "call", "fold", "fold").stand()
    # below 7: 7 + 7 + 4 + the blinds' 2 and 5; above 7 + 3
    assert t.won == [(25, (3,)), (10, (4,))]


def test_levels_that_hold_no_chips_are_no_pots() -> None:
    """The page of Brag Poker."""
    t = Playing("3s3h3d", "KsKhKd", "AsAh2s", "QsQh2h", stacks=[200, 5, 200, 4], small_blind=5, big_blind=10)
    # D has 8 credits for its last 4, B's blind of 5 was its last: levels 5, 8, 10
    t.do("call", "call", "check").stand().do("check", "check")
    # below 5: 3 (D) + 3 (A) + 5 + 5; to 8: 1 (D: the seventh) + 1 + 3; to 10: 1 (A: the ninth) + 2
    assert t.won == [(16, (0,)), (5, (0,)), (3, (0,))]


@pytest.mark.parametrize(("dealer", "first"), [(0, 2), (1, 2), (2, 0)])
def test_ties_split_and_the_odd_chip_goes_to_the_first_left_of_the_dealer(dealer: int, first: int) -> None:
    """The page of Brag Poker: seats 0 and 2 have equal hands, and seat 1 folds, so that there may be an odd chip."""
    t = Playing("AsKh9d", "7s5h2d", "AhKs9c", dealer=dealer, players=3, small_blind=3, big_blind=5)
    while t.phase == "bet1":
        t.do("look")
        t.do("fold" if t.turn == 1 else "check" if "check" in t.offers() else "call")
    t.stand().do("check", "check")
    ((chips, winners),) = t.won
    assert winners == (first, 2 - first)
    gained = [t.table.chips[seat] - 200 + t.rules.big_blind for seat in (first, 2 - first)]
    assert gained == [(chips + 1) // 2, chips // 2]


# --- the draw ---------------------------------------------------------------------------------------------------------


def test_in_turn_each_discards_up_to_three_cards_for_new_ones() -> None:
    """P: each player can discard from zero to three cards and is dealt replacement cards."""
    t = met().do("look", "call", "look", "call", "look", "check")
    assert t.offers() == [
        *("change none", "change Ks", "change Kh", "change Kd"),
        *("change Ks Kh", "change Ks Kd", "change Kh Kd", "change Ks Kh Kd"),
    ]
    t.do("change Kd Kh").give("7c4c")
    assert sorted(parse(t.hand(1, 1))) == sorted(parse("Ks7c4c"))
    t.do("change As Ah 2s").give("9c8c6c")
    t.do("change none")
    assert (t.table.changed, t.phase) == ((0, 2, 3), "bet2")
    assert t.said.count("C changes 3 cards.") == t.said.count("A keeps all three cards.") == 1


def test_the_number_changed_is_public_and_the_cards_are_not() -> None:
    """The page of Brag Poker: the cards put away and the new ones are told to their owner alone."""
    t = met().do("look", "call", "look", "call", "look", "check").do("change Kd")
    assert [(told.event.say("ABC"), told.to) for told in t.told] == [("B changes one card.", -1), ("B discards Kd.", 1 << 1)]
    t.give("7c")
    assert [(told.event.say("ABC"), told.to) for told in t.told] == [("B holds KsKh7c: pair of kings.", 1 << 1)]
    assert [t.hand(1, viewer) for viewer in (0, None)] == ["------", "------"]


def test_nobody_can_tell_which_cards_were_kept() -> None:
    """The page of Brag Poker: only the number of changed cards is public, even if the same hand is shown at the end."""
    seen = set()
    for dealt, away, new in (("KsKh4d", "4d", "9c"), ("9dKhKs", "9d", "9c"), ("9c4dKs", "4d", "Kh")):
        t = Playing("QsQdJh", dealt, players=2).do("look", "call", "look", "check", f"change {away}")
        changed = [encoded(view(t.state, viewer)) for viewer in (0, None)]
        t.give(new).stand().check()
        assert sorted(parse(t.hand(1, None))) == sorted(parse("KsKh9c"))
        seen.add((*changed, *[encoded(view(t.state, viewer)) for viewer in (0, None)]))
    assert len(seen) == 1


def test_changes_that_cannot_be_are_refused_by_name() -> None:
    """The page of Brag Poker: the player's own cards, each once."""
    t = met().do("look", "call", "look", "call", "look", "check")
    assert str(t.refusal("change 7c")) == "7c isn't in your hand."
    assert t.refused("change As") == "not_held"
    assert t.refused("change 2") == "name_cards"
    assert t.refused("check") == "not_now"
    assert t.refused("change none", 2) == "step.not_yours"


def test_cards_are_changed_only_after_a_look() -> None:
    """The page of Brag Poker: blind_change=off."""
    t = met().do("call", "call", "check")
    assert t.offers() == ["look", "change none"]
    assert t.refused("change Ks") == t.refused("change 2") == "look_first"
    t.do("look")
    assert len(t.offers()) == 8
    t.do("change none", "change none")
    assert t.said[-1] == "C keeps all three cards."


def test_with_blind_change_a_number_of_cards_is_changed_unseen() -> None:
    """The page of Brag Poker: blind_change=on; the hand stays unseen, at half price."""
    t = met(blind_change="on").do("call", "call", "check")
    assert t.offers() == ["look", "change none", "change 1", "change 2", "change 3"]
    assert t.refused("change Ks") == "unseen"
    assert str(t.refusal("change 4")) == "You can change at most 3 now: 4 are too many."
    t.do("change 2").give("7c4c")
    assert t.said[-1] == "B changes 2 cards unseen."
    assert (t.hand(1, 1), t.table.open[1]) == ("------", False)
    t.stand().do("raise", "call")
    assert t.table.put_in[2] == 2 + 4
    t.do("fold")
    assert t.won == [(2 + 2 + 1 + 8 + 4, (2,))]  # KdKh or Ks with 7c4c is less than a pair of aces


def test_what_was_put_away_unseen_stays_unseen_after_a_look() -> None:
    """The page of Brag Poker: a look shows only the present hand."""
    t = met(blind_change="on").do("call", "call", "check", "change 2").give("7c4c").stand().do("look")
    assert t.hand(1, 1) == "Kd7c4c"
    assert all(t.state.seen[pile] == 0 for pile in t.table.discards[1])


def test_after_a_look_cards_are_named_with_blind_change_too() -> None:
    """The page of Brag Poker."""
    t = met(blind_change="on").do("call", "call", "check", "look")
    assert t.refused("change 1") == "name_cards"
    t.do("change Kd").give("7c")


def test_who_is_all_in_draws_like_the_others() -> None:
    """The page of Brag Poker: everybody in the pot."""
    t = Playing(stacks=[200, 2, 200]).do("look", "call", "call", "look", "check")
    assert (t.turn, t.table.chips[1]) == (1, 0)
    t.do("look", "change Kd").give("7c")
    assert t.turn == 2


def test_the_discards_of_others_are_shuffled_in_when_the_pack_runs_out() -> None:
    """The page of Brag Poker: first the rest of the pack is dealt, then other players' discards; the player's own stay away."""
    t = Playing(players=3, pack=parse("3s3h3dKsKhKdAsAh2s4c5d6h")).do("look", "call", "look", "call", "look", "check")
    t.do("change Ks Kh").give("4c5d")
    t.do("change As Ah 2s").give("6h")
    assert t.sentences[-1] == "What the others have discarded is shuffled for new cards."
    node = t.node
    assert set(node.draw.pool) == set(parse("KsKh"))
    t.give("KhKs")
    assert sorted(parse(t.hand(2, 2))) == sorted(parse("6hKhKs"))
    assert t.turn == 0


def test_nobody_changes_more_cards_than_can_come() -> None:
    """The page of Brag Poker: only with short packs."""
    t = Playing(players=3, pack=parse("3s3h3dKsKhKdAsAh2s4c")).do("look", "call", "look", "call", "look", "check")
    assert t.offers() == ["change none", "change Ks", "change Kh", "change Kd"]
    assert str(t.refusal("change Ks Kh")) == "You can change at most 1 now: 2 are too many."


# --- ranks ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("top", "winner"), [("threes", 0), ("aces", 1)])
def test_top_prial(top: str, winner: int) -> None:
    """P: three threes is the best hand; aces at Teen Patti (P)."""
    t = Playing("3s3h3d", "AsAhAd", players=2, top_prial=top).do("call", "check").stand().check()
    assert t.won == [(4, (winner,))]


@pytest.mark.parametrize(("top", "winner"), [("ace_two_three", 0), ("ace_king_queen", 1)])
def test_top_run(top: str, winner: int) -> None:
    """P: A-2-3 is the best run; A-K-Q at Teen Patti (P)."""
    t = Playing("As2h3d", "AhKsQd", players=2, top_run=top).do("call", "check").stand().check()
    assert t.won == [(4, (winner,))]


def test_a_run_beats_a_flush() -> None:
    """P: the run and the flush rank in the opposite order to poker."""
    assert Playing("4s5h6d", "AsKs9s", players=2).do("call", "check").stand().check().won == [(4, (0,))]


# --- between deals ----------------------------------------------------------------------------------------------------


def test_between_deals_all_play_buy_another_purse_or_sit_out() -> None:
    """The page of Brag Poker: rebuy=between_deals, for players with less than a purse."""
    t = Playing(stacks=[200, 2, 200]).do("look", "raise", "fold", "fold")
    assert (t.won, t.table.chips, t.seats) == ([(5, (0,))], (203, 1, 198), (0, 1, 2))
    assert [t.offers(seat) for seat in range(3)] == [["play", "sit out"], *[["play", "rebuy", "sit out"]] * 2]
    assert str(t.refusal("rebuy", 0)) == "You have 203 chips: you may buy in again once you have less than 200."
    t.by(0, "play").by(1, "sit out").by(2, "rebuy")
    assert (t.table.chips[2], t.table.bought[2], t.table.dealer, t.table.playing) == (397, 400, 2, (0, 2))
    assert {"B sits out.", "C buys in again for 200."} <= set(t.said)


def test_who_sits_out_comes_back_in_the_next_deal() -> None:
    """The page of Brag Poker: nobody waits for the player, who may also buy a purse."""
    t = met().do("fold", "fold").by(0, "play").by(1, "sit out").by(2, "play").deal()
    node = t.node
    assert isinstance(node, Decision)
    assert node.also == (1,)
    assert t.offers(1) == ["play", "rebuy"]
    t.by(1, "play")
    assert (t.sentences, t.table.playing, t.turn) == (["B plays again from the next deal on."], (0, 2), 2)
    t.do("fold").all("play")
    assert t.table.playing == (1, 2, 0)


def test_who_has_no_chips_buys_or_sits_out() -> None:
    """The page of Brag Poker."""
    t = Playing("9s5h2d", "KsKhKd", "AsAh2s", stacks=[2, 200, 200]).do("look", "call", "look", "call", "check").stand().check()
    assert (t.table.chips[0], t.offers(0)) == (0, ["rebuy", "sit out"])
    assert t.refused("play", 0) == "no_chips"


def test_with_rebuy_off_who_is_broke_is_out_and_the_last_purse_ends_the_game() -> None:
    """The page of Brag Poker: rebuy=off, length=0."""
    t = Playing("9s5h2d", "KsKhKd", stacks=[2, 2], rebuy="off", length=0).do("look", "call").stand()
    assert (t.result.winners, t.result.ledger) == ((1,), (-2, 2))
    assert "A has no chips left." in t.sentences
    t = (
        Playing("9s5h2d", "KsKhKd", "AsAh2s", stacks=[2, 200, 200], rebuy="off")
        .do("look", "call", "call", "check")
        .stand()
        .check()
    )
    assert (t.seats, t.table.sitting_out) == ((1, 2), (0,))
    assert t.refused("rebuy", 1) == "rebuy_off"


@pytest.mark.parametrize("length", [1, 2])
def test_the_game_is_over_after_so_many_deals(length: int) -> None:
    """The page of Brag Poker: length; the player who gained most has won."""
    t = met(length=length)
    for _ in range(length - 1):
        t.do("fold", "fold").next()
    t.do("fold", "fold")
    assert (t.table.deal, t.result.winners) == (length, ((2,), (0,))[length - 1])


def test_without_a_length_deals_go_on() -> None:
    """The page of Brag Poker: length=0."""
    t = met(length=0)
    for _ in range(30):
        t.do("fold", "fold").next()
    assert t.table.deal == 31


def test_with_fewer_than_two_who_play_on_the_game_is_over() -> None:
    """The page of Brag Poker."""
    t = met().do("fold", "fold").by(0, "sit out").by(1, "sit out").by(2, "play")
    assert t.result.winners == (2,)


def test_gains_are_counted_against_what_was_bought() -> None:
    """The page of Brag Poker: a player who bought twice and has most chips needn't have won."""
    t = Playing("9s5h2d", "KsKhKd", stacks=[200, 200], length=2, purse=200).do("look", "call", "check").stand().check()
    t.by(0, "rebuy").by(1, "play").deal().do("fold")
    assert (t.table.chips, t.result.ledger, t.result.winners) == ((399, 201), (-1, 1), (1,))


def test_a_game_that_is_broken_off_gives_back_what_was_put_in() -> None:
    """The page of Brag Poker: nobody has won."""
    t = met().do("look", "raise")
    stopped = t.game.stop(t.state)
    assert (stopped.winners, stopped.scores, stopped.ledger) == ((), (200, 200, 200), (0, 0, 0))


# --- what anybody may not do ------------------------------------------------------------------------------------------


def test_nothing_happens_once_the_game_is_over() -> None:
    t = met(length=1).do("fold", "fold")
    assert isinstance(step(t.game, t.state, {}, 0, t.game.read("play")), Refusal)


def test_no_hand_is_dealt_that_is_not_in_the_pack() -> None:
    t = Playing(players=2, pack=parse("3s3h3dKsKhKd")).do("fold").all("play")
    assert isinstance(step(t.game, t.state, {}, NATURE, tuple([(card,) for card in parse("3s3h3dKsKhAs")])), Refusal)
