"""Money on the table: the amounts that players bring, loans, and hands shown after the deal (P; the page of Brag)."""

from random import Random
from typing import Any

import pytest

from prial.core.game import Decision, view
from prial.errors import RulesError
from prial.games.brag import BragGame
from prial.games.brag.actions import Bring, read_action, write_action
from prial.games.brag.bots import Away, Canny, Plain
from prial.games.brag.offer import offer
from prial.games.brag.rules import SCHEMA
from tests.games.brag.table import Playing

BEST, GOOD, POOR, WORST = "AsAhAd", "KsKh9c", "Jc7d4h", "8c6d2h"


# --- money of one's own -----------------------------------------------------------------------------------------------


def test_all_say_together_how_much_money_they_put_on_the_table() -> None:
    """P: each player places at least a certain minimum amount of money on the table."""
    t = Playing(players=3, least_purse=20, most_purse=90, purse=50, brings=(80, 50, 20))
    assert t.table.chips == t.table.bought == (80, 50, 20)
    assert t.said[:3] == ["A has locked in.", "B has locked in.", "A puts 80 on the table."]
    assert "C puts 20 on the table." in t.said
    t.deal(BEST, GOOD, POOR)
    assert t.table.chips == (79, 49, 19)


def test_nobody_sees_what_others_bring_before_all_have_said_it() -> None:
    game = BragGame(SCHEMA.make({"players": 2, "most_purse": 90}))
    state = game.start()
    assert state.public.chips == (0, 0)
    assert game.node(state) == Decision("0.bring.0", (0, 1))
    assert sum(game.stop(state).ledger) == 0


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("bring 19", "You can't bring 19: bring at least 20 and at most 90."),
        ("bring 91", "You can't bring 91: bring at least 20 and at most 90."),
        ("play", "You can't play now; you can bring 50."),
    ],
)
def test_money_beyond_the_limits_of_the_table_is_refused(text: str, says: str) -> None:
    game = BragGame(SCHEMA.make({"players": 2, "least_purse": 20, "most_purse": 90, "purse": 50}))
    assert str(game.choices(view(game.start(), 0)).why_not(read_action(text))) == says


@pytest.mark.parametrize(
    ("given", "suggested", "low", "high"),
    [
        ({"least_purse": 20}, 100, 20, 1_000_000),
        ({"most_purse": 60}, 60, 1, 60),
        ({"least_purse": 200, "most_purse": 300}, 200, 200, 300),
        ({"most_purse": 60, "ante": 5}, 60, 5, 60),
    ],
)
def test_a_purse_is_what_is_suggested_as_far_as_the_limits_go(given: dict[str, int], suggested: int, low: int, high: int) -> None:
    game = BragGame(SCHEMA.make({"players": 2, **given}))
    choices = game.choices(view(game.start(), 1))
    assert list(choices) == [Bring(suggested)]
    assert [Bring(chips) in choices for chips in (low - 1, low, high, high + 1)] == [False, True, True, False]


@pytest.mark.parametrize("bot", [Plain, Canny, Away])
def test_bots_bring_what_is_suggested(bot: type[Plain]) -> None:
    game = BragGame(SCHEMA.make({"players": 2, "most_purse": 60}))
    seen = view(game.start(), 0)
    assert bot(game).choose(seen, game.choices(seen), Random(1)) == Bring(60)


def test_between_deals_any_number_is_bought_up_to_the_most() -> None:
    t = Playing(players=2, most_purse=40, purse=30, ante=5, brings=(30, 8))
    t.deal(BEST, POOR)
    assert t.refused(0, "rebuy 3") == "brag.rebuy_between"
    t.turns("look & bet 1", "look & fold")
    assert t.table.chips == (35, 3)
    assert str(t.refusal(1, "rebuy 1")) == "1 more isn't enough: the ante is 5, and you have 3."
    assert str(t.refusal(1, "rebuy 38")) == "You can't buy 38: buy at least 1 and at most 37 at a time."
    t.do(0, "rebuy 5")
    t.do(1, "rebuy 37")
    assert t.table.chips == (40, 40)
    assert t.table.bought == (35, 45)


def test_who_has_the_most_buys_no_more_and_a_plain_rebuy_buys_a_purse_as_far_as_that_goes() -> None:
    t = Playing(players=2, most_purse=40, purse=30, brings=(40, 20))
    t.deal(BEST, POOR)
    t.turns("look & bet 1", "look & fold")
    assert str(t.refusal(0, "rebuy")) == "You have 41 chips, and nobody may have more than 40 after buying."
    t.do(1, "rebuy")
    t.do(0, "play")
    assert t.table.bought == (40, 41)


def test_any_time_own_money_is_added_at_ones_own_turn_up_to_the_most() -> None:
    """P: after that, players are free to introduce more money to the game at any time."""
    t = Playing(players=2, most_purse=40, rebuy="any_time", brings=(40, 20))
    t.deal(BEST, POOR)
    t.do(0, "rebuy 1")
    assert t.refused(0, "rebuy 1") == "brag.rebuy_most"
    t.do(1, "rebuy 21")
    assert t.table.chips == (40, 40)


def test_without_limits_all_have_the_same_purse_as_before() -> None:
    assert SCHEMA.stored().own_money is False
    assert BragGame(SCHEMA.make()).start().public.phase == "dealer"


# --- lending ----------------------------------------------------------------------------------------------------------


def asking(**given: Any) -> Playing:
    """A bets 6; B has 3 chips left and the best hand; C has folded, D still bets."""
    t = Playing(players=4, dealer=1, stacks=(50, 4, 50, 50), short="borrow", lender="players", **given)
    t.deal(POOR, BEST, GOOD, WORST)
    t.turns("look & fold", "look & bet 6", "look & bet 6", "look")
    return t


def test_a_player_who_is_short_asks_others_each_once_a_turn() -> None:
    """P: a player who does not have enough must either fold or borrow money from another player to make up the bet."""
    t = asking()
    assert t.seats == (1,)
    assert t.offers(1) == ["fold", "propose", "ask 3", "ask 3 showing", "ask 4", "ask 1"]
    assert str(t.refusal(1, "bet 3")) == "You can't pay the full bet of 6: you have 3. Ask another player, or fold."
    t.do(1, "ask 4")
    assert t.sentences == ["B asks D to lend 3."]
    assert (t.phase, t.seats, t.offers(3)) == ("lend", (3,), ["lend", "refuse"])
    t.do(3, "refuse")
    assert t.sentences == ["D lends nothing."]
    assert (t.phase, t.seats) == ("bet", (1,))
    assert t.offers(1) == ["fold", "propose", "ask 3", "ask 3 showing", "ask 1"]
    assert t.refused(1, "ask 4") == "brag.ask_other"
    t.do(1, "ask 1")
    t.do(0, "refuse")
    t.do(1, "ask 3")
    t.do(2, "refuse")
    assert t.offers(1) == ["fold", "propose"]
    t.do(1, "fold")
    assert t.table.refused == ()


def test_what_is_lent_is_bet_at_once_booked_and_paid_back_at_the_end() -> None:
    t = asking(length=1)
    t.do(1, "ask 3")
    t.do(2, "lend")
    assert t.sentences == ["C lends B 3.", "B bets 6."]
    assert t.table.debts == (0, 3, -3, 0)
    assert t.table.chips == (43, 0, 46, 43)
    t.turns("fold", "fold")
    assert t.result.ledger == (-7, 15, -1, -7)


def test_the_cards_may_be_shown_to_a_lender_who_has_folded_and_nobody_else_sees_them() -> None:
    """P: for this purpose, the player is allowed to show his cards to a player who has already dropped out."""
    t = asking()
    assert str(t.refusal(1, "ask 4 showing")).startswith("You may show your cards only to a player who has folded")
    t.do(1, "ask 3 showing")
    assert [(told.event.say("ABCD"), told.to) for told in t.told] == [
        ("B shows C their cards and asks for 3.", -1),
        (f"B shows C {BEST}: prial of aces.", 1 << 2),
    ]
    assert [t.cards(1, viewer) for viewer in (None, 0, 1, 2, 3)] == ["------", "------", BEST, BEST, "------"]
    t.do(2, "refuse")
    assert t.cards(1, 2) == BEST, "what was seen stays seen"


def test_who_plays_blind_has_no_cards_to_show_a_lender() -> None:
    t = Playing(players=3, stacks=(50, 4, 50), short="borrow", lender="players", dealer=1)
    t.deal(POOR, BEST, GOOD)
    t.turns("look & fold", "look & bet 8")
    assert "ask 3 showing" not in t.offers(1)
    assert t.refused(1, "ask 3 showing") == "brag.ask_showing"


def test_to_see_is_borrowed_for_too_and_a_raise_is_not() -> None:
    """P: players borrow to make up the bet; the full amount is required."""
    t = Playing(players=2, stacks=(50, 11), short="borrow", lender="players", length=1)
    t.deal(POOR, BEST)
    t.turns("look & bet 6", "look")
    assert t.bets(1) == (6, 10)
    assert t.offers(1) == ["fold", "ask 1 to see"]
    assert str(t.refusal(1, "see")) == "Seeing costs 12, and you have 10."
    assert str(t.refusal(1, "ask 1")) == "You have enough chips: others lend only what is missing for a bet or to see."
    t.do(1, "ask 1 to see")
    assert t.sentences == ["B asks A to lend 2."]
    t.do(0, "lend")
    assert t.table.debts == (-2, 2)
    assert t.result.ledger == (-7, 7)


def test_nobody_owes_more_than_the_limit() -> None:
    t = asking(borrow_limit=2)
    assert t.offers(1) == ["fold", "propose"]
    assert str(t.refusal(1, "ask 3")) == "You may borrow 2 more, and that isn't enough."


def test_where_the_bank_lends_nobody_is_asked() -> None:
    t = Playing(players=2, stacks=(50, 4), short="borrow")
    t.deal(POOR, BEST)
    t.turns("look & bet 6", "look")
    assert t.refused(1, "ask 1") == "brag.ask_off"


def test_the_richest_lends_without_being_asked() -> None:
    """P: an agreement that whoever in the game has most money will lend some to the player who is short."""
    t = Playing(players=4, dealer=1, stacks=(60, 4, 60, 50), short="borrow", lender="richest")
    t.deal(POOR, BEST, GOOD, WORST)
    t.turns("look & fold", "look & bet 6", "look & bet 6", "look")
    assert t.bets(1) == (6, 6)
    t.turns("bet 6")
    assert t.sentences == ["C lends B 3.", "B bets 6."]
    assert t.table.debts == (0, 3, -3, 0)


def test_of_several_who_have_most_the_first_from_the_borrowers_left_lends() -> None:
    t = Playing(players=3, dealer=2, stacks=(4, 50, 57), short="borrow", lender="richest")
    t.deal(BEST, GOOD, POOR)
    t.turns("look & bet 1", "look & bet 1", "look & bet 8")
    assert t.table.chips == (2, 48, 48)
    t.turns("bet 8")
    assert t.table.debts == (6, -6, 0)


@pytest.mark.parametrize("bot", [Plain, Canny])
def test_bots_ask_with_a_pair_and_lend_when_they_have_folded_and_have_plenty(bot: type[Plain]) -> None:
    t = asking()
    seen = view(t.state, 1)
    action = bot(t.game).choose(seen, t.choices(1), Random(1))
    assert write_action(action) == "ask 3"
    t.do(1, "ask 3")
    seen = view(t.state, 2)
    assert bot(t.game).choose(seen, t.choices(2), Random(1)) == "lend"
    assert Away(t.game).choose(seen, t.choices(2), Random(1)) == "refuse"


# --- what two who are left may do otherwise ---------------------------------------------------------------------------


def test_a_house_covers_with_three_left_and_lends_with_two() -> None:
    """P: covering, "if there are two or more other players"; else the harsher rule of folding or borrowing."""
    t = Playing(players=3, stacks=(50, 4, 50), short_of_two="borrow", borrow_limit=20)
    t.deal(POOR, BEST, GOOD)
    t.turns("look & bet 6", "look")
    assert offer(t.rules, t.table, 1).covers == 3
    t = Playing(players=3, stacks=(50, 50, 9), short_of_two="borrow", borrow_limit=20)
    t.deal(POOR, GOOD, BEST)
    t.turns("look & bet 6", "look & fold", "look & bet 6", "bet 6")
    assert (offer(t.rules, t.table, 2).covers, t.bets(2)) == (None, (6, 6))
    t.turns("bet 6")
    assert t.table.debts == (0, 0, 4)


def test_a_house_lends_with_three_left_and_last_chips_end_the_betting_of_two() -> None:
    """P: the method of covering the pot can also be used when there are only two players left."""
    t = Playing(players=3, stacks=(50, 4, 50), short="borrow", short_of_two="cover", borrow_limit=20)
    t.deal(POOR, BEST, GOOD)
    t.turns("look & bet 6", "look & bet 6", "look & fold", "bet 6")
    assert t.last.shown == (0, 1)
    assert t.table.debts == (0, 3, 0)
    assert t.table.chips == (37, 21, 49)


def test_two_left_may_fold_by_the_harsher_rule_or_have_the_other_choose() -> None:
    t = Playing(players=2, stacks=(50, 4), short_of_two="fold")
    t.deal(POOR, BEST)
    t.turns("look & bet 6", "look")
    assert t.offers(1) == ["fold"]
    t = Playing(players=2, stacks=(50, 4), short_of_two="opponent_chooses")
    t.deal(POOR, BEST)
    t.turns("look & bet 6", "look & bet 6")
    assert t.offers(0) == ["lend", "show"]


def test_records_without_these_options_play_as_they_did() -> None:
    rules = SCHEMA.stored({"short": "borrow"})
    assert (rules.lender, rules.short_of_two, rules.least_purse, rules.most_purse) == ("bank", "same", 0, 0)
    with pytest.raises(RulesError):
        SCHEMA.make({"lender": "players"})


# --- showing ----------------------------------------------------------------------------------------------------------


def test_who_wins_unseen_may_show_the_hand_and_all_still_decide() -> None:
    """P: the last remaining player takes the pot. The page of Brag: this player may show the hand, but needn't."""
    t = Playing(players=3)
    t.deal(BEST, GOOD, POOR)
    t.turns("look & bet 4", "look & fold", "fold")
    assert t.offers(0) == ["play", "sit out", "show"]
    assert "show" not in t.offers(1) + t.offers(2)
    key = t.node.key
    t.do(1, "play")
    t.do(0, "show")
    assert t.sentences == [f"A turns their hand up: {BEST}, prial of aces."]
    assert [t.cards(0, viewer) for viewer in (None, 1, 2)] == [BEST] * 3
    assert t.last.turned_up == 0
    assert (t.node.key, t.seats, list(t.gathered)) == (key, (0, 1, 2), [1])
    assert t.refused(0, "show") == "brag.not_now"
    t.do(0, "play")
    t.do(2, "play")
    assert t.phase == "deal"


def test_who_pays_to_see_and_loses_may_show() -> None:
    """P: you do not have to show your cards in this case."""
    t = Playing(players=2)
    t.deal(BEST, POOR)
    t.turns("look & bet 4", "look & see")
    assert t.last.shown == (0,)
    assert t.offers(0) == ["play", "sit out"]
    t.do(1, "show")
    assert t.cards(1, 0) == POOR


def test_who_has_folded_shows_nothing_and_a_hand_that_is_kept_lies_as_it_is() -> None:
    t = Playing(players=3)
    t.deal(BEST, GOOD, POOR)
    t.turns("bet 1", "fold", "fold")
    t.do(0, "keep 1")
    assert "show" not in t.offers(0) + t.offers(1) + t.offers(2)


def test_a_hand_that_nobody_has_looked_at_may_be_turned_up_when_it_is_not_kept() -> None:
    t = Playing(players=2, kept_blind="off")
    t.deal(BEST, POOR)
    t.turns("bet 1", "fold")
    t.do(0, "show")
    assert t.cards(0, 1) == BEST


def test_a_prial_that_is_turned_up_was_not_seen_and_the_pack_is_not_shuffled_for_it() -> None:
    """P: the cards are only shuffled if the previous hand was 'seen' and won by a prial."""
    t = Playing("pagat", players=2)
    t.deal(BEST, POOR)
    t.turns("look & bet 1", "look & fold")
    t.do(0, "show")
    assert not t.last.prial
    t.all("play")
    assert t.state.piles != t.game.start().piles, "the cards lie as they were laid"
