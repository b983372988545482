"""Every value of every option changes the result of some deal. Letters are sources on the page of Crash."""

from collections.abc import Callable
from typing import Any

import pytest

from prial.cards import parse
from prial.core.page import rules_page
from prial.core.registry import find
from prial.errors import RulesError
from prial.games.crash.events import Void
from prial.games.crash.rules import SCHEMA
from prial.games.crash.settle import Deal, Scorer
from tests.games import test_first_dealer
from tests.games.crash.table import Playing

FIRST = "AsAhAd 9c9d2h 7c7d2d 5c5d3c"
SECOND = "KsKhKd TsThJs 8s8h4s 6s6h4h"
ALL_PRIALS = "AsAhAd KsKhKd QsQhQd JsJhJd"
ALL_PAIRS = "9s9h2c 8s8h2d 7s7h3c 6s6h3d"
MORE_PAIRS = "9c9d2s 8c8d2h 7c7d3s 6c6d3h"
STRAIGHT = "AsKsQs JhThJd 9h8h7d 6c5c4d"


def after(*hands: str, preset: str = "online", say: str = "", **given: Any) -> Playing:
    """The table after a deal of these hands, with the words said before the first place."""
    t = Playing(preset, players=len(hands), **given)
    t.round(*hands)
    t.say(*say.split())
    return t


# --- the worked examples at the end of the page of Crash ----------------------------------------------------------------


def test_worked_online_six_and_five() -> None:
    """Places 0, 1, 1, 1; 7 and 8; the second wins. Source: the page of Crash, "Worked"."""
    t = after(FIRST, SECOND, scores=(6, 5))
    assert t.places == "0111"
    assert t.table.scores == (7, 8)
    assert t.winners == [1]


def test_worked_at_once_six_and_five() -> None:
    """One place is shown, 7 and 5, the first wins. Source: the page of Crash, "Worked"."""
    t = after(FIRST, SECOND, scores=(6, 5), finish="at_once")
    assert t.places == "0"
    assert t.table.scores == (7, 5)
    assert t.winners == [0]


@pytest.mark.parametrize(("fourth", "ledger"), [("JsJhJd", (-100, -100, 300, -100)), ("8s8h2d", (50, 50, -150, 50))])
def test_worked_wikipedia_seat_2_calls(fourth: str, ledger: tuple[int, ...]) -> None:
    """Made: −100 −100 +300 −100; failed: +50 +50 −150 +50. Source: the page of Crash, "Worked"; W."""
    t = Playing("wikipedia")
    t.round("TsThTd 9s9h9d 7s7h7d 6s6h6d", "5s5h2s", f"AsAhAd KsKhKd QsQhQd {fourth}", "4s4h2h")
    t.say("pass", "pass", "call", "pass")
    assert t.table.ledger == ledger


# --- the table --------------------------------------------------------------------------------------------------------


def test_players() -> None:
    """Two to four with 13 cards, two to five with 9, two to seven with 7 or 6. Source: D; B+; decided."""
    for players, cards in ((2, 13), (3, 13), (4, 13), (2, 9), (5, 9), (2, 7), (7, 7), (7, 6)):
        t = Playing(players=players, cards=cards)
        t.deal()
        assert t.seats == tuple(range(players))
        assert len(t.state.piles) == players
    with pytest.raises(RulesError, match="players=5 doesn't go with cards=13"):
        SCHEMA.make({"players": 5})
    with pytest.raises(RulesError, match="players=6 doesn't go with cards=9"):
        SCHEMA.make({"players": 6, "cards": 9})


def test_cards_13() -> None:
    """Four hands, and one card over. Source: all."""
    t = after(FIRST, SECOND, cards=13)
    assert t.places == "0111"


def test_cards_9() -> None:
    """Three hands; a fourth one is refused. Source: B."""
    t = after("AsAhAd 9c9d2h 7c7d2d", "KsKhKd TsThJs 8s8h4s", cards=9)
    assert t.places == "011"
    t.deal()
    assert t.refused(0, f"lay {FIRST}") == "crash.too_many"


def test_cards_7() -> None:
    """Two hands, the better one first, and one card over; a third is refused. Source: named in P; the page of Crash, decided."""
    t = after("2c2d5h AsAhAd", "KsKhKd TsThJs", cards=7)
    assert t.places == "01"
    assert len(t.state.piles[0]) == 7
    t.deal()
    assert t.refused(0, "lay AsAhAd 9c9d2h 7c7d2d") == "crash.too_many"


def test_cards_6() -> None:
    """Two hands, the better one first. Source: named in P; the page of Crash, decided."""
    t = after("2c2d5h AsAhAd", "KsKhKd TsThJs", cards=6)
    assert t.places == "01"
    assert len(t.state.piles[0]) == 6


@pytest.mark.parametrize("preset", ["six", "seven"])
def test_six_and_seven_cards_are_played_for_a_pot(preset: str) -> None:
    """A player who wins both hands takes the pot, otherwise all ante again; any cards count. Source: the page of Crash."""
    t = after("AsAhAd 7c5d2h", "KsKhKd QsJh9d", "9c8d3h 6c4d2s", preset=preset, ante=5)
    assert t.places == "01"
    assert (t.table.ledger, t.table.pot) == ((-5, -5, -5), 15)
    assert "Nobody wins both hands: the pot of 15 stays." in t.sentences
    t.round("AsAhAd KcJd9h", "KsKhKd 7s5h2c", "9c8d3h 6c4d2s")
    assert t.places == "00"
    assert (t.table.ledger, t.table.pot) == ((20, -10, -10), 0)
    t = after("AsAhAd", "KsKhKd 7s5h2c", preset=preset, length=1)
    assert "Nobody wins both hands of the last deal: the pot of 2 is shared out evenly." in t.sentences


def test_six_and_seven_cards_may_be_played_for_points() -> None:
    """It is allowed: a point for each hand, and a crash for both. Source: the page of Crash, decided."""
    t = after("AsAhAd 9c9d2h", "KsKhKd 7s7h2c", cards=7)
    assert t.table.scores == (3, 0)
    assert t.last.crash == 0


def test_spare_aside() -> None:
    """Undealt cards are out of play, and nobody is asked. Source: D."""
    t = Playing(players=3, spare="aside")
    t.deal(FIRST, SECOND)
    assert t.seats == (0, 1, 2)
    assert t.table.spares == ()


def test_spare_swap() -> None:
    """From the dealer's left each may take the spare hand unseen; after the first swap nobody else may. Source: G; B+."""
    t = Playing(players=3, spare="swap")
    t.deal(FIRST, "", "", spare=[SECOND])
    t.say("keep", "swap")
    assert t.seats == (0, 1, 2), "seat 2 is not asked any more"
    assert t.holds(1, SECOND)
    assert t.holds(0, FIRST)


def test_spare_swap_for_two_players_each_has_a_spare_hand_of_its_own() -> None:
    """The dealer's left may take the first one, the other the second, whatever the first player did. Source: G; Crash's page."""
    for answer in ("keep", "swap"):
        t = Playing(players=2, spare="swap", dealer=0)
        t.deal("", "", spare=[FIRST, SECOND])
        assert t.seats == (1,), "dealer's left is asked first"
        t.say(answer, "swap")
        assert t.holds(0, SECOND)
        assert t.holds(1, FIRST) == (answer == "swap")


def test_spare_swap_after_a_player_is_out_deals_four_hands_again() -> None:
    """Four hands are always dealt: with three players left of four there is a spare one. Source: the page of Crash."""
    t = Playing("gamerules")
    t.round("KsKh2d AsAh2c", "5s5h5d", "6s6h6d", "7s7h7d")
    t.say("pass", "pass", "pass", "pass")
    assert t.table.playing == (1, 2, 3)
    t.deal()
    assert t.table.dealer == 1
    assert t.seats == (2,)
    assert len(t.table.spares) == 1


def test_spare_pass_on() -> None:
    """A thrown-in hand goes to the end of the spare hands, and each player is asked once. Source: G read literally."""
    t = Playing(players=3, spare="pass_on")
    t.deal(FIRST, "", "", spare=[SECOND])
    t.say("swap", "swap", "keep")
    assert t.holds(0, SECOND)
    assert t.holds(1, FIRST), "seat 1 takes what seat 0 threw in"
    assert t.seats == (0, 1, 2)


def test_spare_pass_on_for_two_players() -> None:
    """The hand thrown in first is behind the second spare hand. Source: G read literally; the page of Crash, "as swap"."""
    for answer in ("swap", "keep"):
        t = Playing(players=2, spare="pass_on")
        t.deal("JhJdJc", "", spare=[FIRST, SECOND])
        t.say(answer, "swap")
        assert t.holds(1, SECOND)


def test_spare_choice_in_order() -> None:
    """Each of two players has a spare hand of its own. Source: the page of Crash, decided."""
    for spare in ("swap", "pass_on"):
        t = Playing(players=2, spare=spare, spare_choice="in_order", dealer=0)
        t.deal("", "", spare=[FIRST, SECOND])
        assert t.refused(1, "swap 2") == "crash.not_now"
        t.say("keep", "swap")
        assert t.holds(0, SECOND)


def test_spare_choice_choose() -> None:
    """The first player asked takes either spare hand. Source: G, "there are 2 spare hands"; decided."""
    for word, hand, which in (("swap 1", FIRST, "first"), ("swap 2", SECOND, "second")):
        t = Playing(players=2, spare="swap", spare_choice="choose", dealer=0)
        t.deal("", "", spare=[FIRST, SECOND])
        assert t.refused(1, "swap") == "crash.not_now"
        t.say(word)
        assert t.holds(1, hand)
        assert t.sentences[0] == f"B throws the hand in for the {which} spare one."
        assert t.refused(0, "swap 1") == "crash.not_now", "one is left"
        t.say("swap")
        assert t.holds(0, SECOND if hand == FIRST else FIRST)
        assert t.table.swapped == (1, 0)


def test_spare_choice_choose_after_the_first_has_kept() -> None:
    """Then the other player may choose between both. Source: G; the page of Crash, decided."""
    for word, hand in (("swap 1", FIRST), ("swap 2", SECOND)):
        t = Playing(players=2, spare="swap", spare_choice="choose", dealer=0, spare_stake=3)
        t.deal("", "", spare=[FIRST, SECOND])
        t.say("keep", word)
        assert t.holds(0, hand)
        assert t.table.booked == (3, 0)
        assert t.seats == (0, 1), "all arrange"


def test_spare_choice_choose_where_hands_are_passed_on_is_one_pile() -> None:
    """Each takes the top hand, and what is thrown in goes under the pile. Source: G read literally; decided."""
    for answer, held, left in (("swap", SECOND, 2), ("keep", FIRST, 2)):
        t = Playing(players=2, spare="pass_on", spare_choice="choose", dealer=0)
        t.deal("", "", spare=[FIRST, SECOND])
        t.say(answer, "swap")
        assert t.holds(0, held)
        assert len(t.table.spares) == left


def test_spare_choice_of_three_players_is_none() -> None:
    """There is only one spare hand. Source: G."""
    t = Playing(players=3, spare="swap", spare_choice="choose")
    t.deal("", "", "", spare=[FIRST])
    t.say("swap")
    assert t.holds(0, FIRST)


# --- ranks ------------------------------------------------------------------------------------------------------------


def test_top_prial_threes() -> None:
    """3-3-3 beats A-A-A. Source: P B W."""
    assert after("3s3h3d", "AsAhAd", top_prial="threes").places[0] == "0"


def test_top_prial_aces() -> None:
    """A-A-A beats 3-3-3, which beats 2-2-2 and loses to 4-4-4. Source: W, house rules; G."""
    assert after("3s3h3d", "AsAhAd", top_prial="aces").places[0] == "1"
    assert after("3s3h3d", "4s4h4d", top_prial="aces").places[0] == "1"
    assert after("3s3h3d", "2s2h2d", top_prial="aces").places[0] == "0"


def test_top_run_ace_two_three() -> None:
    """A-2-3 beats A-K-Q, mixed or of one suit. Source: all."""
    assert after("As2h3d", "AhKdQs", top_run="ace_two_three").places[0] == "0"
    assert after("As2s3s", "AhKhQh", top_run="ace_two_three").places[0] == "0"


def test_top_run_ace_king_queen() -> None:
    """A-2-3 is second to A-K-Q and beats K-Q-J. Source: Teen Patti, named in P."""
    assert after("As2h3d", "AhKdQs", top_run="ace_king_queen").places[0] == "1"
    assert after("As2h3d", "KdQsJh", top_run="ace_king_queen").places[0] == "0"


def test_four_of_a_kind_no_hand() -> None:
    """Four cards are no hand. Source: P B."""
    t = Playing(players=2, four_of_a_kind="no_hand")
    t.deal("5s5h5d5c")
    assert t.refused(0, "lay 5s5h5d5c") == "crash.hand_size"


def test_four_of_a_kind_beats_all() -> None:
    """Four of a kind is one hand above every prial, fours the highest, then aces. Source: W, house rules."""
    assert after("5s5h5d5c", "3s3h3d", four_of_a_kind="beats_all").places[0] == "0"
    assert after("4s4h4d4c", "AsAhAdAc", four_of_a_kind="beats_all").places[0] == "0"
    assert after("5s5h5d5c", "AsAhAdAc", four_of_a_kind="beats_all").places[0] == "1"
    t = Playing("bouncer", players=2)
    t.deal("5s5h5d5c6c")
    assert t.refused(0, "lay 5s5h5d6c") != ""
    t.do(0, "lay 5s5h5d5c")


# --- arranging --------------------------------------------------------------------------------------------------------


def test_min_hand_pair() -> None:
    """A pair counts, high cards don't. Source: D; B's default."""
    assert after("KsKh9d", "AsQh9c", min_hand="pair").places == "0---"
    assert after("Ks8h9d", "AsQh9c", min_hand="pair").places == "----"


def test_min_hand_high_card() -> None:
    """Any three cards count. Source: B; W."""
    assert after("Ks8h9d", "AsQh9c", min_hand="high_card").places == "1---"


def test_min_hand_flush() -> None:
    """Pairs don't count either. Source: W, "many do not accept 'pairs'"."""
    assert after("KsKh9d", "AsAhAd 5s5h2c", min_hand="flush").places == "1---"
    assert after("KsKh9d", "AsQh9c", min_hand="flush").places == "----"
    assert after("7s5s2s", "AsAh9c", min_hand="flush").places == "0---"


def test_weak_hand_scores_nothing() -> None:
    """It may be laid, but doesn't count. Source: B."""
    t = after("Ks8h9d", "AsQh9c", weak_hand="scores_nothing")
    assert t.places == "----"
    assert "Hand 1: nobody has one that counts." in t.sentences


def test_weak_hand_not_laid() -> None:
    """A hand below the least may not be laid. Source: D; G."""
    t = Playing(players=2, weak_hand="not_laid")
    t.deal("Ks8h9d 4s4h2c")
    assert t.refused(0, "lay 4s4h2c Ks8h9d") == "crash.too_weak"
    t.do(0, "lay 4s4h2c")


def test_weak_hand_not_laid_leaves_a_hand_to_lay() -> None:
    """At least one hand must be laid, and one always can: of 13 or 9 cards three have one suit. Source: the page of Crash."""
    t = Playing(players=2, weak_hand="not_laid", min_hand="flush", four_bonus="knock")
    t.deal("AsKhQdJcTs9h8d7c6s5h4d3c2s")
    assert t.refused(0, "lay") == "crash.no_hands"
    assert t.refused(0, "lay knock") == "crash.no_hands"
    t.do(0, "lay AsTs6s")


def test_order_sorted() -> None:
    """The table sorts the hands, best first. Source: B."""
    t = after("2c2d5h AsAhAd", "KsKhKd 4c4d5s", order="sorted")
    assert t.places == "01--"
    assert t.last.fouls == ()


def test_order_as_laid() -> None:
    """The player orders the hands; a wrong order is a foul, and a player who fouled competes in no place. Source: D; G."""
    t = after("2c2d5h AsAhAd", "KsKhKd 4c4d5s", order="as_laid", foul="lose_deal")
    assert t.places == "11--"
    assert t.last.fouls == (0,)


def test_order_as_laid_looks_at_all_hands_before_the_first_place() -> None:
    """The foul is in the last hand, and even the first place is lost by it. Source: the page of Crash."""
    t = after("AsAhAd KcKdQh 2c2d5h 3c3d5c", "KsKh7d", "QsQc7h", order="as_laid", foul="lose_deal")
    assert t.places == "1---"
    assert "Foul by A: AsAhAd KdKcQh 5h2d2c 5c3d3c are not in order." in t.sentences


def test_order_as_laid_equal_hands_may_lie_either_way() -> None:
    """Equal hands are in order either way. Source: the page of Crash."""
    t = after("7c7d2h 7s7h2c", "AsAhAd", order="as_laid", foul="lose_deal")
    assert t.last.fouls == ()


def test_foul_lose_game() -> None:
    """The player gets no more cards, but pays the stakes at the end; a single player left has won. Source: D; G."""
    t = after("2c2d5h AsAhAd", "KsKhKd", "QsQhQd", order="as_laid", foul="lose_game", game_stake=10)
    assert t.table.playing == (1, 2)
    assert t.places == "1---"
    t.deal("", "AsAh2c KsKh2d", "")
    assert t.seats == (1, 2)
    assert t.table.hands == (-1, 1, 2)
    t.lay("KsKh2d AsAh2c", "5s5h5d")
    assert t.winners == [2], "one player left has won"
    assert t.table.ledger == (-10, -10, 20), "who is out pays too"


def test_foul_lose_game_all_foul_void() -> None:
    """If all foul, the deal is void and nobody is out. Source: the page of Crash, decided."""
    t = after("2c2d5h AsAhAd", "3c3d5s KsKhKd", order="as_laid", foul="lose_game")
    assert t.last.void
    assert t.table.playing == (0, 1)
    assert t.table.dealer == 1, "the same dealer deals again"
    assert t.table.scores == (0, 0)


def test_foul_lose_deal() -> None:
    """The player loses only the deal; if all foul, the deal is played and nobody scores. Source: Crash's page, decided."""
    t = after("2c2d5h AsAhAd", "KsKhKd", "QsQhQd", order="as_laid", foul="lose_deal")
    assert t.table.playing == (0, 1, 2)
    assert t.places == "1---"
    t = after("2c2d5h AsAhAd", "3c3d5s KsKhKd", order="as_laid", foul="lose_deal")
    assert not t.last.void
    assert t.places == "----"
    assert t.table.dealer == 0, "the next dealer deals"


LATE: dict[str, Any] = {"order": "as_laid", "found": "at_its_place"}
WRONG_THIRD = "AsAhAd 9c9d2h KsKhQd 4c4d6s"
"""The third hand beats the second."""


def test_found_at_once() -> None:
    """All laid hands are checked before the first place, and shown if there is a foul. Source: the page of Crash, decided."""
    t = after(WRONG_THIRD, "5s5h2d", order="as_laid", found="at_once", foul="lose_deal")
    assert t.places == "1---"
    assert "Foul by A: AsAhAd 9d9c2h KsKhQd 6s4d4c are not in order." in t.sentences


def test_found_at_its_place() -> None:
    """Earlier places stand; the player competes in none from the foul's place on. Source: D, "at any time"; G; decided."""
    t = after(WRONG_THIRD, "5d5c3d 5s5h2d 3s3h2s 2c8s9s", foul="lose_deal", min_hand="high_card", **LATE)
    assert t.places == "0011"
    assert t.table.scores == (2, 2)
    assert t.last.fouls == (0,)
    assert "Foul by A: AsAhAd 9d9c2h KsKhQd are not in order." in t.sentences
    order = [sentence[:6] for sentence in t.sentences]
    assert order.index("Hand 2") < order.index("Foul b") < order.index("Hand 3")


def test_found_at_its_place_shows_no_hand_behind_the_wrong_one() -> None:
    """Later hands stay hidden. Source: the page of Crash, decided."""
    t = after(WRONG_THIRD, "5d5c3d 5s5h2d", foul="lose_deal", **LATE)
    assert [t.state.seen[pile] == -1 for pile in t.table.laid[0]] == [True, True, True, False]


def test_found_at_its_place_loses_the_game_from_there_on() -> None:
    """The player is out, keeps the points and pays stakes; the others play the remaining places. Source: D G."""
    t = after(WRONG_THIRD, "5d5c3d 5s5h2d 3h3c7s", "8d8c3s 8s8h2s 7d7c2c", foul="lose_game", game_stake=4, **LATE)
    assert t.places == "002-"
    assert t.table.scores == (2, 0, 1)
    assert t.table.playing == (1, 2)
    assert t.winners == []


def test_found_at_its_place_one_left_has_won() -> None:
    """Then no later place is shown, and no other hand of this place. Source: the page of Crash, decided."""
    t = after(WRONG_THIRD, "5d5c3d 5s5h2d 3h3c7s", foul="lose_game", game_stake=4, **LATE)
    assert (t.places, t.winners) == ("00", [1])
    assert t.table.ledger == (-4, 4)
    assert t.table.last_left == 1
    assert [t.state.seen[pile] == -1 for pile in t.table.laid[1]] == [True, True, False]


def test_found_at_its_place_void_if_all_foul() -> None:
    """Even places already shown don't count, and nobody is out. Source: the page of Crash, decided."""
    t = after(WRONG_THIRD, "5d5c3d 5s5h2d JsJhJd", foul="lose_game", **LATE)
    assert t.last.void
    assert t.places == "00"
    assert (t.table.scores, t.table.playing) == ((0, 0), (0, 1))
    assert t.table.dealer == 1, "the same dealer deals again"
    wrong_second, third = "2c2s7h TsThTd", "5d5c3d 5s5h2d JsJhJd"
    t = after(wrong_second, WRONG_THIRD, third, foul="lose_game", **LATE)
    assert t.last.void, "the first fouls a place earlier than the others, and all have fouled"
    assert t.table.playing == (0, 1, 2)


def test_found_at_its_place_not_after_somebody_has_won() -> None:
    """A player who wins before the wrong hand is turned up has won. Source: D; the page of Crash, decided."""
    t = after(WRONG_THIRD, "5d5c3d 5s5h2d", scores=(5, 0), finish="at_once", foul="lose_game", **LATE)
    assert (t.places, t.winners, t.last.fouls) == ("00", [0], ())
    t = after(WRONG_THIRD, "5d5c3d 5s5h2d", scores=(5, 0), finish="end_of_deal", foul="lose_game", **LATE)
    assert t.winners == [1], "at the end of the deal the player is out"


def test_found_at_its_place_makes_no_crash_and_no_bonus() -> None:
    """A player who fouled wins no later place, and gets no bonus for four of a kind. Source: the page of Crash, decided."""
    t = after("4s4h5c AsAh2c 4d4c6c", "3s3h7d", foul="lose_deal", four_bonus="one_point", **LATE)
    assert t.places == "0---"
    assert (t.last.four, t.last.crash) == (None, None)


def test_found_at_its_place_fails_an_announced_crash() -> None:
    """A caller who fouled has failed; a caller whose foul was never turned up, and who lost no place, hasn't. Source: decided."""
    call: dict[str, Any] = {"crash_call": "optional", "failed_call_penalty": 9, "foul": "lose_deal"}
    t = after(WRONG_THIRD, "5s5h2d", say="call pass", dealer=1, **call, **LATE)
    assert t.table.ledger == (-9, 9)
    t = after(WRONG_THIRD, "5s5h2d", say="call pass", dealer=1, scores=(5, 0), finish="at_once", **call, **LATE)
    assert t.table.ledger == (0, 0)


def test_found_at_its_place_in_sudden_death() -> None:
    """A level player who fouls is out, and the last level player has won. Source: the page of Crash, decided."""
    given: dict[str, Any] = {"final_tie": "sudden_death", "foul": "lose_game", **LATE}
    t = after("AsAhAd 4c4d2h", "KsKhKd TsThJs", "QsQh2s", scores=(6, 6, 0), **given)
    assert t.level == [0, 1]
    t.round("AsAhAd 4c4d2h 5c5d2d", "8s8h2s 7s7h3s", "KsKhKd")
    assert (t.places, t.winners) == ("01", [1])


def test_found_at_its_place_for_a_pot() -> None:
    """The last one left takes the pot. Source: the page of Crash, decided."""
    t = after("AsAhAd 4c4d2h 5c5d2d", "8s8h2s 7s7h3s", preset="nine_pot", foul="lose_game", ante=2, **LATE)
    assert (t.places, t.winners) == ("01", [1])
    assert t.table.ledger == (-2, 2)
    assert "B takes the pot of 4." in t.sentences


# --- scoring ----------------------------------------------------------------------------------------------------------


def test_tie_stopper() -> None:
    """Nobody scores where the best hands are equal. Source: D; G."""
    t = after("KsKh2s", "KdKc2d", "QsQh3s", tie="stopper")
    assert t.places == "----"
    assert "Hand 1: stopper, nobody scores (pair of kings)." in t.sentences


def test_tie_next_best() -> None:
    """Equal hands cancel each other, and the best hand below them scores; all may cancel. Source: S+."""
    t = after("KsKh2s", "KdKc2d", "QsQh3s", tie="next_best")
    assert t.places == "2---"
    t = after("KsKh2s", "KdKc2d", "QsQh3s", "QcQd3d", tie="next_best")
    assert t.places == "----"
    t = after("KsKh2s", "KdKc2d", "Ts8h3s", tie="next_best")
    assert t.places == "----", "a hand that doesn't count scores nothing below a tie either"


def test_tie_stopped_place_makes_no_crash() -> None:
    """With an empty or stopped place there is no crash. Source: the page of Crash."""
    t = after("AsAhAd KsKhKd QsQhQd 5s5h2d", "9s9h9d 8s8h8d 7s7h7d 5d5c2s")
    assert t.places == "000-"
    assert t.table.scores == (3, 0)
    t = after("AsAhAd KsKhKd QsQhQd", "9s9h2c")
    assert t.table.scores == (3, 0)


def test_tie_next_best_may_make_a_crash() -> None:
    """A place won below cancelled hands counts as won. Source: S+."""
    t = after("QsQh9d JsJh9s TsTh5d 8s8h5s", "AsAh2c", "AdAc2d", tie="next_best")
    assert t.places == "0000"
    assert t.last.crash == 0


def test_crash_bonus() -> None:
    """Winning every place brings extra points. Source: B; G."""
    t = after(ALL_PRIALS, ALL_PAIRS, crash="bonus")
    assert t.table.scores == (5, 0)
    assert t.winners == []


def test_crash_wins_game() -> None:
    """That player alone wins, at once, whatever the scores. Source: D; G."""
    t = after(ALL_PRIALS, ALL_PAIRS, crash="wins_game", scores=(0, 6), game_stake=5)
    assert t.winners == [0]
    assert t.table.ledger == (5, -5)


def test_four_threes_beat_somebody_who_reaches_the_target_by_a_crash() -> None:
    """They win the game; a crash that only brings points ends it by the target. Source: S+; decided."""
    t = after("AsAhAd KsKhKd QsQhQd JsJhJd", "3s3h5c 3d3c4c knock", scores=(3, 0), crash="bonus", four_bonus="knock")
    assert t.last.crash == 0
    assert t.table.scores[0] == 3 + 4 + 1 > 7  # the target
    assert t.winners == [1]


def test_crash_wins_game_before_four_threes() -> None:
    """Places are scored before the knock. Source: the page of Crash, order of scoring; decided."""
    t = after("AsAhAd KsKhKd QsQhQd JsJh9d", "3s3h5c 3d3c4c knock", crash="wins_game", four_bonus="knock")
    assert t.winners == [0]


def test_crash_points() -> None:
    """0 to 5 extra points. Source: B; G, "between 1 or 5"."""
    for points in range(6):
        t = after(ALL_PRIALS, ALL_PAIRS, crash_points=points, target=21)
        assert t.table.scores == (4 + points, 0)


def test_crash_call_none() -> None:
    """Nobody is asked. Source: D; B."""
    t = after(ALL_PRIALS, ALL_PAIRS, crash_call="none")
    assert t.table.scores == (5, 0)


def test_crash_call_required() -> None:
    """Only an announced crash counts; all are asked from the dealer's left, and everybody hears the answers. Source: G."""
    t = after(ALL_PRIALS, ALL_PAIRS, crash_call="required", dealer=0)
    assert t.seats == (1,)
    t.say("pass")
    assert t.sentences == ["B announces nothing."]
    t.say("call")
    assert t.sentences[0] == "A announces a crash."
    assert t.table.scores == (5, 0)
    t = after(ALL_PRIALS, ALL_PAIRS, crash_call="required", say="pass pass")
    assert t.table.scores == (4, 0)
    t = after(ALL_PRIALS, ALL_PAIRS, crash_call="required", crash="wins_game", say="pass pass")
    assert t.winners == []


def test_crash_call_optional() -> None:
    """The announcement changes money only. Source: W."""
    given: dict[str, Any] = {"crash_call": "optional", "called_reward": 100, "uncalled_reward": 50}
    t = after(ALL_PRIALS, ALL_PAIRS, say="pass pass", **given)
    assert (t.table.scores, t.table.ledger) == ((5, 0), (50, -50))
    t = after(ALL_PRIALS, ALL_PAIRS, say="call pass", **given)
    assert (t.table.scores, t.table.ledger) == ((5, 0), (100, -100))


FOURS = "4s4h5c 4d4c6c"
ACES = "AsAhAd AcKs2c"


def test_four_bonus_none() -> None:
    """All four cards of a rank bring nothing. Source: B."""
    t = after("AsAhAd AcKsKc", "5s5h2c", four_bonus="none")
    assert t.table.scores == (2, 0)


def test_four_bonus_one_point() -> None:
    """One point to the highest four, ranked 4, A, K …; laid hands that are ignored count too. Source: D."""
    t = after(ACES, "5s5h2d", four_bonus="one_point")
    assert t.table.scores == (2, 0), "the second hand is ignored, its ace counts"
    t = after(ACES, FOURS, four_bonus="one_point")
    assert t.places == "01--"
    assert t.table.scores == (1, 2), "fours rank above aces"
    assert "B laid four fours and scores a point." in t.sentences
    t = after("6s6h2c 6d6c3c", "5s5h2d", four_bonus="one_point")
    assert "A laid four sixes and scores a point." in t.sentences


def test_four_bonus_one_point_not_where_a_card_is_left_over() -> None:
    """All four must be laid. Source: D, "does not discard any of them"."""
    t = Playing(players=2, four_bonus="one_point")
    t.deal(ACES, "5s5h2d")
    t.lay("AsAhAd", "5s5h2d")
    assert t.table.scores == (1, 0)


def test_four_bonus_one_point_not_for_a_fouled_player() -> None:
    """A player who competes in no place gets no bonus either. Source: the page of Crash, decided."""
    t = after("4s4h5c AsAh2c 4d4c6c", "5s5h2d", four_bonus="one_point", order="as_laid", foul="lose_deal")
    assert t.table.scores == (0, 1)


def test_four_bonus_knock() -> None:
    """Only knocked ones compete, a false knock is refused, four threes win the game. Source: S+."""
    t = after(ACES + " knock", FOURS, four_bonus="knock")
    assert t.table.scores == (2, 1), "the fours were not knocked for"
    t = Playing(players=2, four_bonus="knock")
    t.deal(ACES, "5s5h2d")
    assert t.refused(0, "lay AsAhAd knock") == "crash.false_knock"
    t = after("3s3h5c 3d3c4c knock", "6s6h7c 6d6c8c knock", four_bonus="knock")
    assert t.winners == [0], "whatever else is knocked for"
    t = after("3s3h5c 3d3c4c", "6s6h7c 6d6c8c knock", four_bonus="knock")
    assert t.winners == []


def test_four_bonus_knock_is_nothing_elsewhere() -> None:
    """Without the option nobody can knock. Source: S+."""
    t = Playing(players=2)
    t.deal(ACES)
    assert t.refused(0, f"lay {ACES} knock") == "crash.no_knock"


SIX_PAIRS = "AsAhKdKcTsThJdJc8s8h6d6c4s"


def test_six_pairs_off() -> None:
    """Six pairs are nothing special. Source: B."""
    t = Playing(players=2, six_pairs="off")
    t.deal(SIX_PAIRS)
    assert t.refused(0, "six pairs") == "crash.six_pairs_off"


def test_six_pairs_may_void() -> None:
    """A holder may ask for a new deal by the same dealer; four of a kind counts as two pairs. Source: D."""
    for hand in (SIX_PAIRS, "AsAhAdAcTsThJdJc8s8h6d6c4s"):
        t = Playing(players=2, six_pairs="may_void")
        t.deal(hand, "5s5h5dKsQhQd9h9d7h7d4c3c2c")
        assert t.refused(1, "six pairs") == "crash.no_six_pairs"
        t.do(0, "six pairs")
        assert t.sentences == ["A has locked in."], "secret until all have locked"
        t.do(1, "lay 5s5h5d")
        assert t.last.void
        assert t.last.places == ()
        assert t.table.dealer == 1
        assert t.table.scores == (0, 0)
    t = after("AsAh2c KdKc2d TsTh2h 8s8h2s", "5s5h5d", six_pairs="may_void")
    assert t.places == "1000", "or may play the hand"


ONE_OF_EACH = "AsKhQsJdTs9h8s7d6s5h4s3d2s"


def test_thirteen_straight_off() -> None:
    """One card of each rank is nothing special. Source: B."""
    t = Playing(players=2, thirteen_straight="off")
    t.deal(ONE_OF_EACH)
    assert t.refused(0, "thirteen straight") == "crash.thirteen_straight_off"


def test_thirteen_straight_wins_game() -> None:
    """If declared it wins, before six pairs; two of them share the win; the hand is turned up. Source: D."""
    t = Playing(players=2, thirteen_straight="wins_game", six_pairs="may_void", game_stake=5)
    t.deal(ONE_OF_EACH, "AhAdKdKcThTdJhJc8h8d6h6c4h")
    assert t.refused(1, "thirteen straight") == "crash.no_thirteen_straight"
    t.lay("thirteen straight", "six pairs")
    assert t.winners == [0]
    assert [t.state.seen[pile] == -1 for pile in t.table.hands] == [True, False]
    assert t.table.ledger == (5, -5)
    t = Playing(players=3, thirteen_straight="wins_game", game_stake=5)
    t.deal(ONE_OF_EACH, "AdKcQdJhTd9c8d7h6d5c4d3h2d")
    t.lay("thirteen straight", "thirteen straight", "2c2h3c")
    assert t.winners == [0, 1]
    assert t.table.ledger == (3, 2, -5), "the odd unit goes to the first left of the dealer"


def test_scoring_points() -> None:
    """A point for each place, up to the target. Source: all."""
    t = after("AsAhAd KsKhKd QsQhQd", "5s5h2c", preset="nine", scoring="points")
    assert t.table.scores == (4, 0)
    assert t.table.ledger == (0, 0)


def test_scoring_pot() -> None:
    """All ante; a player who wins all three places takes the pot, otherwise it stays. Source: the older game."""
    t = after("AsAhAd KsKhKd 5d5c2d", "5s5h2c 4s4h2h 6s6h2s", preset="nine_pot", ante=5)
    assert t.places == "000"
    assert t.table.ledger == (5, -5)
    assert t.table.scores == (1, 0)
    t = after("AsAhAd KsKhKd", "5s5h2c 4s4h2h 6s6h2s", preset="nine_pot", ante=5)
    assert t.places == "001"
    assert (t.table.ledger, t.table.pot) == ((-5, -5), 10)
    t.round("AsAhAd KsKhKd 5d5c2d", "5s5h2c 4s4h2h 6s6h2s")
    assert (t.table.ledger, t.table.pot) == ((10, -10), 0)
    assert "A takes the pot of 20." in t.sentences


# --- the end ----------------------------------------------------------------------------------------------------------


def test_target() -> None:
    """7 to 21; the highest at or above it wins. Source: G D B W S+."""
    assert after(FIRST, SECOND, scores=(6, 5), target=9).winners == []
    assert after(FIRST, SECOND, scores=(6, 5), target=8).winners == [1]
    for target in (6, 22):
        with pytest.raises(RulesError, match="whole number from 7 to 21"):
            SCHEMA.make({"target": target})


@pytest.mark.parametrize(
    ("preset", "players", "target"),
    [("online", 3, 10), ("online", 2, 15), ("pub", 3, 15), ("pub", 2, 21), ("wikipedia", 3, 21), ("nine", 2, 15)],
)
def test_target_is_suggested_by_the_number_of_players(preset: str, players: int, target: int) -> None:
    """It is raised with fewer than four. Source: G, "common to increase the target score in games with less than 4 players"."""
    suggested = SCHEMA.suggestions({"players": players}, preset)
    assert {name: each.value for name, each in suggested.items()} == {"target": target}
    assert SCHEMA.make({"players": players}, preset).target == SCHEMA.make(None, preset).target, "nothing is changed by it"


def test_target_is_not_suggested_to_four_or_where_it_was_chosen_or_means_nothing() -> None:
    """Source: G; the page of Crash, decided."""
    assert SCHEMA.suggestions({"players": 4}) == {}
    assert SCHEMA.suggestions({"players": 5}, "nine") == {}
    assert SCHEMA.suggestions({"players": 2, "target": 7}) == {}
    assert SCHEMA.suggestions({"players": 2}, "six") == {}
    assert SCHEMA.suggestions({"players": 2, "target": 21}) == SCHEMA.suggestions({"players": 2, "target": 21}, "pub") == {}


def test_finish_end_of_deal() -> None:
    """All places are shown and bonuses given before scores are compared with the target. Source: B."""
    t = after(ALL_PRIALS, ALL_PAIRS, scores=(6, 0), finish="end_of_deal")
    assert t.places == "0000"
    assert t.table.scores == (11, 0)


def test_finish_at_once() -> None:
    """Later places aren't shown, and no bonus is given. Source: D."""
    t = after(ALL_PRIALS, ALL_PAIRS, scores=(6, 0), finish="at_once", four_bonus="one_point")
    assert t.places == "0"
    assert t.table.scores == (7, 0)
    seen = [t.state.seen[pile] == -1 for pile in t.table.laid[1]]
    assert seen == [True, False, False, False]


def test_finish_at_once_by_a_bonus() -> None:
    """If no place reaches the target, a bonus may. Source: the page of Crash, order of scoring."""
    t = after(ALL_PRIALS, ALL_PAIRS, scores=(2, 0), finish="at_once")
    assert t.table.scores == (7, 0)
    assert t.winners == [0]


def test_finish_at_once_a_crash_by_the_winning_place_pays_but_scores_no_bonus() -> None:
    """The fourth place both reaches the target and completes a crash. Source: the page of Crash, decided."""
    t = after(ALL_PRIALS, ALL_PAIRS, scores=(3, 0), finish="at_once", crash_stake=4)
    assert t.places == "0000"
    assert t.table.scores == (7, 0)
    assert t.table.ledger == (4, -4)


def test_final_tie_shared() -> None:
    """Players level at the top share the win and the stakes. Source: B."""
    t = after("AsAhAd 9c9d2h", "KsKhKd TsThJs", scores=(6, 6), final_tie="shared")
    assert t.places == "01--"
    assert t.winners == [0, 1]


def test_final_tie_sudden_death() -> None:
    """All play on, but only the tied players can win; not by a crash, a straight or four threes either. Source: B; +."""
    given: dict[str, Any] = {"final_tie": "sudden_death", "thirteen_straight": "wins_game", "crash": "wins_game"}
    t = after("AsAhAd 9c9d2h", "KsKhKd TsThJs", "QsQh2s", scores=(6, 6, 0), **given)
    assert t.winners == []
    assert t.level == [0, 1]
    t.round("9s9h2c 8s8h2d", MORE_PAIRS, ALL_PRIALS)
    assert (t.places, t.winners) == ("2222", []), "a crash by the third doesn't win"
    t.deal(FIRST, SECOND, "Ac Kc Qs Jd Td 9h 8c 7s 6d 5h 4c 3d 2c")
    assert t.declarations(2) == []
    assert t.refused(2, "thirteen straight") == "crash.cannot_win"
    t.lay(FIRST, SECOND, "2cJdTd")
    assert t.winners == [1], "the third has no more points than before, and could not win by them"


def test_final_tie_sudden_death_is_not_won_by_the_four_threes_of_another() -> None:
    """Only the tied players can win, but all fours compete for the point. Source: the page of Crash."""
    t = after("AsAhAd", "KsKhKd 9c9d2h", "4d4c2s", scores=(6, 6, 0), final_tie="sudden_death", four_bonus="knock")
    t.round("9s9h4h", "9d9c4s", "3s3h5c 3d3c4c knock")
    assert t.winners == []
    assert t.table.scores == (7, 7, 2)
    t.round("9s9h5h", "3s3h5c 3d3c4c knock", "AsAhAd")
    assert t.winners == [1]


def test_final_tie_sudden_death_goes_on_among_those_still_level() -> None:
    """Level players who fall behind can't win any more. Source: the page of Crash."""
    t = after("AsAhAd", "KsKhKd 9c9d2h", "8s8h8d 7s7h2c 4s4h2s", scores=(6, 6, 6), final_tie="sudden_death")
    assert t.places == "012-"
    assert t.level == [0, 1, 2]
    t.round("AsAhAd", "KsKhKd 9c9d2h", "QsQh2s")
    assert t.level == [0, 1]
    assert "A and B are level: they play on, and only they can win." in t.sentences


def test_final_tie_sudden_death_one_left_level_by_a_foul_has_won() -> None:
    """Only level players can win, so the last of them has won. Source: the page of Crash, decided."""
    given: dict[str, Any] = {"final_tie": "sudden_death", "order": "as_laid", "foul": "lose_game"}
    t = after("AsAhAd 4c4d2h", "KsKhKd TsThJs", "QsQh2s", scores=(6, 6, 0), **given)
    t.round("4c4d2h AsAhAd", "5s5h2s", "KsKhKd")
    assert t.winners == [1]
    t = after("AsAhAd 4c4d2h", "KsKhKd TsThJs", "QsQh2s", scores=(6, 6, 0), **given)
    t.round("4c4d2h AsAhAd", "5s5h2s KcKd3s", "KsKhQd")
    assert t.last.void, "if all who can win foul, the deal is void"


def test_length() -> None:
    """After this many deals a pot that nobody won goes back evenly, and most chips win. Source: decided; the game's page."""
    for length in (1, 2):
        t = after("AsAhAd KsKhKd", "5s5h2c 4s4h2h 6s6h2s", preset="nine_pot", length=length)
        assert bool(t.winners) == (length == 1)
    t.round("AsAhAd KsKhKd", "5s5h2c 4s4h2h 6s6h2s")
    assert t.winners == [0, 1]
    assert t.table.ledger == (0, 0)
    assert "Nobody wins all three hands of the last deal: the pot of 4 is shared out evenly." in t.sentences


def test_final_tie_sudden_death_all_who_can_win_foul_and_the_deal_is_void() -> None:
    """None of them is out and the same dealer deals again; a foul of another player stands as always. Source: decided."""
    given: dict[str, Any] = {"final_tie": "sudden_death", "order": "as_laid", "foul": "lose_game"}
    for third, playing in (("QsQh2d KsKhQd", (0, 1)), ("KsKhQd", (0, 1, 2))):
        t = after("AsAhAd 4c4d2h", "KsKhKd TsThJs", "QsQh2s", scores=(6, 6, 0), **given)
        t.round("4c4d2h AsAhAd", "5s5h2s KcKd3s", third)
        assert t.last.void
        assert t.level == [0, 1]
        assert t.table.playing == playing
        assert t.table.dealer == 0, "the same dealer deals again"
        assert t.table.scores == (7, 7, 0)
        t.round("AsAhAd", "5s5h2s", *["9s8h7d"] * (len(playing) - 2))
        assert t.winners == [0]


def test_who_deals_after_a_void_deal_is_named() -> None:
    """The dealer fouls and is out, so the next player deals. In version 1 of the game nobody was out then."""
    given: dict[str, Any] = {"final_tie": "sudden_death", "order": "as_laid", "foul": "lose_game", "players": 3}
    rules = SCHEMA.make(given, "online")
    deal = (tuple(parse(h) for h in hands.split()) for hands in ("4c4d2h AsAhAd", "5s5h2s KcKd3s", "QsQh2d KsKhQd"))
    dealt = Deal(playing=(0, 1, 2), dealer=2, hands=tuple(deal), scores=(7, 7, 0), level=(0, 1))
    assert Scorer(rules).settle(dealt).out == (2,)
    assert Scorer(rules, version=1).settle(dealt).out == ()
    names = ("Ann", "Bob", "Cat")
    assert Void(2, again=True).say(names) == "The deal is void, and Cat deals again."
    assert Void(0, again=False).say(names) == "The deal is void, and Ann deals next."


def test_nine_pot_any_three_cards_count() -> None:
    """All three places are won, the last of them without a pair. Source: the older nine-card game, in which any cards count."""
    t = after("AsAhAd 9s9h2c AcKd7h", "5s5h2d 4s4h3h Qs8h6d", preset="nine_pot", ante=5)
    assert t.places == "000"
    assert t.table.ledger == (5, -5)
    t = after("AsAhAd 9s9h2c AcKd7h", "5s5h2d 4s4h3h Qs8h6d", preset="nine_pot", ante=5, min_hand="pair")
    assert t.places == "00-"
    assert t.table.pot == 10


def test_length_a_foul_in_the_last_deal_takes_no_share() -> None:
    """A player who has lost the game can't win it and gets no share of the pot. Source: the page of Crash, lose_game; decided."""
    t = after("2c2d5h AsAhAd", "KsKhKd", "QsQhQd", preset="nine_pot", order="as_laid", foul="lose_game", length=1, ante=2)
    assert t.winners == [1, 2]
    assert t.table.ledger == (-2, 1, 1)
    t = after("2c2d5h AsAhAd", "KsKhKd", preset="nine_pot", order="as_laid", foul="lose_game", ante=2)
    assert t.winners == [1], "one player left has won, and the pot with it"
    assert t.table.ledger == (-2, 2)
    assert "B takes the pot of 4." in t.sentences


# --- money ------------------------------------------------------------------------------------------------------------


def test_ante() -> None:
    """Chips that each player puts into the pot before a deal. Source: the older nine-card game."""
    for ante in (1, 7):
        t = Playing("nine_pot", players=3, ante=ante)
        t.deal()
        assert (t.table.ledger, t.table.pot) == ((-ante,) * 3, 3 * ante)


def test_game_stake() -> None:
    """Each other player pays the winner; winners who share divide it, odd units to the first left of the dealer. Source: G."""
    t = after(FIRST, SECOND, "4d4c2s", scores=(6, 6, 0), game_stake=5)
    assert t.table.ledger == (-5, 10, -5)
    for dealer, ledger in ((2, (3, 2, -5)), (0, (2, 3, -5)), (1, (3, 2, -5))):
        t = after("AsAhAd 9c9d2h", "KsKhKd TsThJs", "4d4c2s", scores=(6, 6, 0), game_stake=5, dealer=dealer)
        assert t.winners == [0, 1]
        assert t.table.ledger == ledger


def test_crash_stake() -> None:
    """Each other player who was dealt cards pays for a crash that counts. Source: G."""
    t = after(ALL_PRIALS, ALL_PAIRS, "5s5h2s", crash_stake=4)
    assert t.table.ledger == (8, -4, -4)
    t = after(ALL_PRIALS, ALL_PAIRS, "5s5h2s", crash_stake=4, crash_call="required", say="pass pass pass")
    assert t.table.ledger == (0, 0, 0)


def test_crash_stake_is_not_paid_by_who_was_out_before_the_deal() -> None:
    """A player who is out pays stakes at the end, but not for a crash. Source: the page of Crash, decided."""
    t = after("2c2d5h AsAhAd", "KsKhKd", "QsQhQd", order="as_laid", crash_stake=4, game_stake=10, target=21)
    t.round(ALL_PRIALS, ALL_PAIRS)
    assert t.table.ledger == (0, 4, -4)
    t = after("2c2d5h AcAsAh", "KsKhKd QsQhQd JsJhJd TsThTd", "9s9h3s", order="as_laid", crash_stake=4, target=21)
    assert t.table.ledger == (-4, 8, -4), "but in the deal of the foul itself"


def test_spare_stake() -> None:
    """Owed by the player who swaps to the winner of the game; a winner who swapped pays nothing. Source: G."""
    t = Playing(players=3, spare="swap", spare_stake=6, scores=(6, 5, 0))
    t.deal("", "TsTh2c", "4d4c2s", spare=[FIRST])
    t.say("swap")
    assert t.table.booked == (6, 0, 0)
    t.lay("AsAhAd", "TsTh2c", "4d4c2s")
    assert t.winners == [0]
    assert t.table.ledger == (0, 0, 0)
    t = Playing(players=3, spare="swap", spare_stake=6, scores=(6, 5, 0))
    t.deal(FIRST, SECOND, "", spare=["4d4c2s"])
    t.say("keep", "keep", "swap")
    t.lay(FIRST, SECOND, "4d4c2s")
    assert t.winners == [1]
    assert t.table.ledger == (0, 6, -6)


CALLS: dict[str, Any] = {"crash_call": "optional", "called_reward": 100, "uncalled_reward": 50, "failed_call_penalty": 30}


def test_spare_stake_adds_up_over_the_deals_and_is_split_apart_from_the_game_stake() -> None:
    """Owed for each swap; winners who share divide it, and each odd unit goes to the first left of the dealer. Source: G."""
    t = Playing(players=3, spare="swap", spare_stake=4, game_stake=5, scores=(6, 6, 0), target=8)
    t.deal("5s5h2s", "5d5c2d", "", spare=["9s9h2h"])
    t.say("keep", "keep", "swap")
    t.lay("5s5h2s", "5d5c2d", "9s9h2h")
    t.deal("AsAhAd 8c8d3h", "KsKhKd TsThJs", "", spare=["4d4c2s"])
    t.say("keep", "swap")
    assert t.table.booked == (0, 0, 8)
    t = Playing(players=3, spare="swap", spare_stake=5, game_stake=5, scores=(6, 6, 0))
    t.deal("AsAhAd 9c9d2h", "KsKhKd TsThJs", "", spare=["4d4c2s"])
    t.say("keep", "keep", "swap")
    t.lay("AsAhAd 9c9d2h", "KsKhKd TsThJs", "4d4c2s")
    assert t.winners == [0, 1]
    assert t.table.ledger == (6, 4, -10)


def test_called_reward() -> None:
    """Each other player pays for an announced crash. Source: W."""
    assert after(ALL_PRIALS, ALL_PAIRS, "5s5h2s", say="call pass pass", **CALLS).table.ledger == (200, -100, -100)


def test_a_reward_for_what_is_not_announced_comes_with_a_warning_where_all_must_be() -> None:
    """Only an announced crash counts there, so the reward is never paid. Source: W."""
    (warning,) = [each.warning for each in SCHEMA.options["crash_call"].values if each.warning]
    assert "A crash that wasn't announced doesn't count" in warning
    assert warning in rules_page(find("crash"), SCHEMA.make({"crash_call": "required", "uncalled_reward": 5}), "Ours")


def test_uncalled_reward() -> None:
    """Each other player pays for an unannounced crash, where announcing is optional. Source: W."""
    assert after(ALL_PRIALS, ALL_PAIRS, "5s5h2s", say="pass pass pass", **CALLS).table.ledger == (100, -50, -50)
    required = {**CALLS, "crash_call": "required"}
    assert after(ALL_PRIALS, ALL_PAIRS, "5s5h2s", say="pass pass pass", **required).table.ledger == (0, 0, 0)


def test_failed_call_penalty() -> None:
    """The caller pays each other player; several calls may fail in one deal, even beside a made one. Source: W."""
    assert after(FIRST, SECOND, "4d4c2s", say="pass call pass", **CALLS).table.ledger == (30, -60, 30)
    assert after(FIRST, SECOND, "4d4c2s", say="call call pass", **CALLS).table.ledger == (-30, -30, 60)
    assert after(ALL_PRIALS, ALL_PAIRS, "5s5h2s", say="call call pass", **CALLS).table.ledger == (230, -160, -70)


def test_failed_call_penalty_of_a_foul() -> None:
    """A caller who fouls has failed. Source: the page of Crash, decided."""
    for foul in ("lose_deal", "lose_game"):  # in the latter no place is shown, since the other player has won
        t = after("2c2d5h AsAhAd", "9s9h2s", say="call pass", order="as_laid", foul=foul, **CALLS)
        assert t.table.ledger == (-30, 30)


def test_failed_call_penalty_not_where_the_game_ended_before_a_place_was_lost() -> None:
    """A call costs nothing while no shown place has failed it. Source: the page of Crash, decided."""
    t = after(ALL_PRIALS, ALL_PAIRS, say="call call", scores=(6, 0), finish="at_once", **CALLS)
    assert t.places == "0"
    assert t.table.ledger == (30, -30), "only the second has lost a place that was shown"


# --- exclusions, presets, completeness --------------------------------------------------------------------------------

CONFLICTS: list[tuple[str, dict[str, Any]]] = [
    ("players=5 doesn't go with cards=13", {"players": 5}),
    ("spare=swap doesn't go with cards=9", {"cards": 9, "spare": "swap"}),
    ("spare=swap doesn't go with cards=7", {"cards": 7, "spare": "swap"}),
    ("six_pairs=may_void doesn't go with cards=6", {"cards": 6, "six_pairs": "may_void"}),
    ("thirteen_straight=wins_game doesn't go with cards=7", {"cards": 7, "thirteen_straight": "wins_game"}),
    ("target=10 doesn't go with scoring=pot", {"cards": 6, "scoring": "pot", "target": 10}),
    ("spare_choice=choose doesn't go with spare=aside", {"spare_choice": "choose"}),
    ("found=at_its_place doesn't go with order=sorted", {"found": "at_its_place"}),
    ("six_pairs=may_void doesn't go with cards=9", {"cards": 9, "six_pairs": "may_void"}),
    ("thirteen_straight=wins_game doesn't go with cards=9", {"cards": 9, "thirteen_straight": "wins_game"}),
    ("scoring=pot doesn't go with cards=13", {"scoring": "pot"}),
    ("target=10 doesn't go with scoring=pot", {"cards": 9, "scoring": "pot", "target": 10}),
    ("crash=wins_game doesn't go with scoring=pot", {"cards": 9, "scoring": "pot", "crash": "wins_game"}),
    ("four_bonus=knock doesn't go with scoring=pot", {"cards": 9, "scoring": "pot", "four_bonus": "knock"}),
    ("foul=lose_deal doesn't go with order=sorted", {"foul": "lose_deal"}),
    ("final_tie=sudden_death doesn't go with finish=at_once", {"final_tie": "sudden_death", "finish": "at_once"}),
    ("spare_stake=5 doesn't go with spare=aside", {"spare_stake": 5}),
    ("called_reward=5 doesn't go with crash_call=none", {"called_reward": 5}),
    ("failed_call_penalty=5 doesn't go with crash_call=none", {"failed_call_penalty": 5}),
    ("crash_points=2 doesn't go with crash=wins_game", {"crash": "wins_game", "crash_points": 2}),
    ("four_bonus=knock doesn't go with four_of_a_kind=beats_all", {"four_of_a_kind": "beats_all", "four_bonus": "knock"}),
]


@pytest.mark.parametrize(("sentence", "given"), CONFLICTS)
def test_an_impossible_combination_is_refused_with_both_options_named(sentence: str, given: dict[str, Any]) -> None:
    with pytest.raises(RulesError, match=sentence):
        SCHEMA.make(given)


def test_only_explicit_values_can_conflict() -> None:
    """Preset denexa gives six pairs and a thirteen straight; with nine cards they are simply unused."""
    nine = SCHEMA.make({"cards": 9}, "denexa")
    assert (nine.six_pairs, nine.thirteen_straight) == ("off", "off")
    assert SCHEMA.make({"order": "sorted"}, "denexa").foul == "lose_game"


# The values on the page of Crash of each preset, without the defaults.
PRESETS: dict[str, dict[str, Any]] = {
    "online": {"order": "sorted", "weak_hand": "scores_nothing", "crash_points": 1, "target": 7, "finish": "end_of_deal"},
    "denexa": {
        "weak_hand": "not_laid",
        "order": "as_laid",
        "foul": "lose_game",
        "crash": "wins_game",
        "four_bonus": "one_point",
        "six_pairs": "may_void",
        "thirteen_straight": "wins_game",
        "target": 7,
        "finish": "at_once",
    },
    "gamerules": {
        "players": 4,
        "min_hand": "pair",
        "weak_hand": "not_laid",
        "top_prial": "aces",
        "spare": "swap",
        "order": "as_laid",
        "foul": "lose_game",
        "crash": "bonus",
        "crash_call": "required",
        "crash_points": 3,
        "target": 15,
    },
    "wikipedia": {
        "target": 15,
        "min_hand": "high_card",
        "crash_points": 0,
        "crash_call": "optional",
        "called_reward": 100,
        "uncalled_reward": 50,
        "failed_call_penalty": 50,
    },
    "bouncer": {"four_of_a_kind": "beats_all", "top_prial": "aces", "min_hand": "pair", "target": 15},
    "pub": {"target": 11, "tie": "next_best", "four_bonus": "knock", "crash": "wins_game"},
    "nine": {"cards": 9, "order": "sorted", "weak_hand": "scores_nothing", "crash_points": 1, "target": 7},
    "nine_pot": {"cards": 9, "scoring": "pot", "length": 20, "min_hand": "high_card"},
    "seven": {"cards": 7, "scoring": "pot", "length": 20, "min_hand": "high_card"},
    "six": {"cards": 6, "scoring": "pot", "length": 20, "min_hand": "high_card"},
}


@pytest.mark.parametrize("preset", SCHEMA.presets)
def test_a_preset_is_what_its_source_says(preset: str) -> None:
    rules = SCHEMA.make(None, preset)
    assert {name: getattr(rules, name) for name in PRESETS[preset]} == PRESETS[preset]
    assert set(SCHEMA.presets[preset].options) <= PRESETS[preset].keys() | {"ante"}


def test_every_value_of_every_option_has_a_test_with_its_source() -> None:
    found = {**vars(test_first_dealer), **globals()}
    tests: dict[str, Callable[..., Any]] = {name: value for name, value in found.items() if name.startswith("test_")}
    for option in SCHEMA.options.values():
        values = [value.value for value in option.values] or [str(number) for number in option.only]
        for name in [f"test_{option.name}_{value}" for value in values] or [f"test_{option.name}"]:
            assert name in tests, f"no test shows what {name.removeprefix('test_')} does"
            assert "Source: " in (tests[name].__doc__ or ""), f"{name} names no source"
