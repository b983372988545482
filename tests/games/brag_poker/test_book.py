"""The book of Three-Card Brag Poker, checked with deals worked out by hand, in the comments, from the game's page.

Players are 0, 1, 2 … to the left; "stands 6" means that all must match a credit of 6. Each move is written "seat action".
"""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from tests.games.brag_poker.book import CARDS, Book

HANDS = ("3s3h3d", "KsKhKd", "AsAh2s", "QsQh2h", "JsJh4d", "TsTh5c", "9s9h6c", "8s8h7c")
"""Hands for a deal, the best first."""


def cards(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def deal(book: Book, *hands: str) -> None:
    """Hands by seat, for the players; without any, the lowest seat gets the best hand."""
    seats = [seat for seat in range(book.players) if seat not in book.sitting]
    book.deal(dict(zip(seats, map(cards, hands or HANDS), strict=False)))


def table(stacks: Sequence[int], *hands: str, small: int = 1, big: int = 2, dealer: int = 0, **options: Any) -> Book:
    """A table with the first cards dealt and the blinds paid."""
    book = Book(len(stacks), small, big, 200, stacks=stacks, **options)
    book.first_dealer(dealer)
    deal(book, *hands)
    return book


def play(book: Book, moves: str) -> None:
    """Make these moves, separated by commas."""
    for move in moves.split(", "):
        seat, text = move.split(" ", 1)
        book.act(int(seat), text)


def draw_nothing(book: Book) -> None:
    while book.phase == "draw":
        assert book.turn is not None
        book.act(book.turn, "change none")


# --- whose turn it is -------------------------------------------------------------------------------------------------


def test_of_two_the_dealer_is_the_small_blind_and_acts_first_before_the_draw_and_last_after_it() -> None:
    book = table([200, 200])
    assert (book.paid, book.turn, book.stands) == ({0: 1, 1: 2}, 0, 2)
    play(book, "0 look, 0 call, 1 check")
    assert (book.phase, book.turn) == ("draw", 1)
    play(book, "1 change none, 0 change none")
    assert (book.phase, book.turn, book.stands, book.credit) == ("bet2", 1, 0, {1: 0, 0: 0})
    play(book, "1 check, 0 check")
    # 0 has three threes: 4 chips
    assert (book.awards, book.shown, book.chips) == ([(4, [0])], [1, 0], {0: 202, 1: 198})
    book.answers({0: "play", 1: "play"})
    assert book.dealer == 1
    deal(book)
    assert (book.paid, book.turn) == ({0: 2, 1: 1}, 1)


def test_of_more_the_left_of_the_big_blind_begins_and_later_the_left_of_the_dealer() -> None:
    book = table([200] * 4)
    assert (book.paid, book.turn) == ({0: 0, 1: 1, 2: 2, 3: 0}, 3)
    play(book, "3 look, 3 call, 0 fold, 1 look, 1 call, 2 check")
    assert (book.phase, book.turn) == ("draw", 1)
    draw_nothing(book)
    play(book, "1 fold")
    assert book.turn == 2


def test_the_big_blind_may_raise_when_all_have_called() -> None:
    book = table([200] * 3)
    play(book, "0 look, 0 call, 1 look, 1 call")
    assert (book.turn, book.allowed()) == (2, {"look", "check", "raise", "fold"})
    play(book, "2 raise")
    # nothing to call, and a step of 2 × 2 in full: stands 6, and the others are asked again
    assert (book.paid, book.stands, book.turn) == ({0: 2, 1: 2, 2: 6}, 6, 0)
    assert book.allowed() == {"call", "raise", "fold"}
    play(book, "0 call, 1 fold")
    assert book.phase == "draw"


# --- half price -------------------------------------------------------------------------------------------------------


def test_who_has_not_looked_pays_half_of_a_call_rounded_up_and_a_step_in_full() -> None:
    book = table([200] * 4, small=2, big=5)
    play(book, "3 call")  # owes 5, pays 3
    assert (book.paid[3], book.credit[3]) == (3, 5)
    play(book, "0 raise")  # the call 3, and a step of 10: stands 15
    assert (book.paid[0], book.credit[0], book.stands) == (13, 15, 15)
    play(book, "1 look, 1 call")  # owes 15 − 2
    assert (book.paid[1], book.credit[1]) == (15, 15)
    play(book, "2 call")  # owes 15 − 5, pays 5
    assert (book.paid[2], book.credit[2]) == (10, 15)
    play(book, "3 call")  # owes 10, pays 5: 8 for 15
    assert (book.paid[3], len(book.line[3]), book.phase) == (8, 15, "draw")


def test_half_of_one_chip_is_one_chip() -> None:
    book = table([200] * 2)
    play(book, "0 call")  # owes 1
    assert book.paid == {0: 2, 1: 2}


def test_half_price_is_over_once_one_has_looked() -> None:
    book = table([200] * 3)
    play(book, "0 call, 1 call, 2 check")  # 0 pays 1 for 2
    play(book, "1 look, 1 change none, 2 change none, 0 change none")
    play(book, "1 raise, 2 call, 0 look, 0 call")  # steps of 8: 1 pays 8, 2 unseen 4, 0 pays 8
    assert book.awards == [(2 + 2 + 1 + 8 + 4 + 8, [0])]
    assert book.chips == {0: 191 + 25, 1: 190, 2: 194}


# --- raises -----------------------------------------------------------------------------------------------------------


def test_a_short_raise_does_not_open_the_betting_again_and_a_full_one_does() -> None:
    book = table([200, 8, 200, 200])
    play(book, "3 look, 3 call, 0 look, 0 raise")  # stands 6
    play(book, "1 look, 1 raise")  # has 7 left, owes 5: 2 over it, stands 8
    assert (book.credit[1], book.stands, book.raises, book.all_in) == (8, 8, 1, [1])
    play(book, "2 look")
    assert "raise" in book.allowed()  # has not acted
    play(book, "2 call, 3 call")  # 3 had acted only before the full raise
    assert (book.turn, book.allowed()) == (0, {"call", "fold"})
    play(book, "0 call")
    assert (book.phase, book.paid) == ("draw", {0: 8, 1: 8, 2: 8, 3: 8})

    book = table([200, 8, 200, 200])
    play(book, "3 look, 3 call, 0 look, 0 raise, 1 look, 1 raise, 2 look, 2 call, 3 raise")  # a step on 8: stands 12
    assert (book.stands, book.raises, book.paid[3]) == (12, 2, 12)
    assert (book.turn, book.allowed()) == (0, {"call", "raise", "fold"})
    play(book, "0 raise")  # 4 to call and 4
    assert (book.stands, book.raises, book.paid[0]) == (16, 3, 16)
    play(book, "2 call, 3 call")
    # 1 can win 4 × 8, the others 3 × 8 more
    draw_nothing(book)
    play(book, "2 check, 3 check, 0 check")
    assert book.awards == [(32, [0]), (24, [0])]


def test_a_short_raise_of_somebody_who_has_not_looked_counts_what_is_over_the_half_price() -> None:
    book = table([200, 200, 200, 6], small=5, big=10)
    play(book, "3 raise")  # the call is 5, and one chip is over it
    assert (book.credit[3], book.stands, book.paid[3], book.raises) == (11, 11, 6, 0)
    play(book, "0 call")  # owes 11
    assert (book.paid[0], book.credit[0]) == (6, 11)
    play(book, "1 look, 1 raise")  # a step of 20 on 11
    assert (book.paid[1], book.stands, book.raises) == (31, 31, 1)


def test_no_raise_with_nothing_over_the_price_of_the_call() -> None:
    book = table([200, 200, 200, 5], small=5, big=10)
    assert book.allowed() == {"look", "call", "fold"}
    play(book, "3 call")
    assert (book.credit[3], book.chips[3]) == (10, 0)


def test_three_raises_with_three_in_the_pot_and_any_number_with_two() -> None:
    book = table([200] * 3)
    play(book, "0 look, 0 raise, 1 look, 1 raise, 2 look, 2 raise")  # 6, 10, 14
    assert (book.stands, book.raises, book.allowed()) == (14, 3, {"call", "fold"})
    play(book, "0 fold")
    assert book.allowed() == {"call", "raise", "fold"}
    play(book, "1 raise, 2 raise, 1 raise")  # 18, 22, 26
    assert (book.stands, book.paid) == (26, {0: 6, 1: 26, 2: 22})
    play(book, "2 call")
    draw_nothing(book)
    assert (book.phase, book.turn) == ("bet2", 1)


def test_who_is_all_in_counts_for_the_three_raises() -> None:
    book = table([6, 200, 200])
    play(book, "0 look, 0 raise")  # 6, with the last chip
    play(book, "1 look, 1 raise, 2 look, 2 raise")  # 10, 14
    assert (book.turn, book.raises, book.allowed()) == (1, 3, {"call", "fold"})


def test_the_first_bet_after_the_draw_is_no_raise() -> None:
    book = table([200] * 3)
    play(book, "0 look, 0 call, 1 look, 1 call, 2 look, 2 check")
    draw_nothing(book)
    play(book, "1 raise")
    assert (book.stands, book.raises) == (8, 0)
    play(book, "2 raise, 0 raise, 1 raise")  # 16, 24, 32
    assert (book.stands, book.raises, book.turn, book.allowed()) == (32, 3, 2, {"call", "fold"})


def test_a_short_first_bet_is_called_or_folded_by_those_who_have_checked() -> None:
    book = table([5, 200, 200])
    play(book, "0 look, 0 call, 1 look, 1 call, 2 look, 2 check")
    draw_nothing(book)
    play(book, "1 check, 2 check, 0 raise")  # 3 chips
    assert (book.stands, book.turn, book.allowed()) == (3, 1, {"call", "fold"})


def test_no_raise_when_nobody_else_has_chips() -> None:
    book = table([200, 8])
    play(book, "0 look, 0 raise, 1 look, 1 raise")  # 6; then all 8, which is short
    assert (book.turn, book.stands, book.allowed()) == (0, 8, {"call", "fold"})
    play(book, "0 call")
    assert (book.phase, book.turn) == ("draw", 1)


# --- too few chips ----------------------------------------------------------------------------------------------------


def test_blinds_of_those_who_have_less_are_all_they_have_and_the_big_blind_stands_all_the_same() -> None:
    book = table([200, 3, 4], "KsKhKd", "3s3h3d", "AsAh2s", small=5, big=10)
    assert (book.paid, book.all_in, book.stands) == ({0: 0, 1: 3, 2: 4}, [1, 2], 10)
    play(book, "0 look")
    assert book.allowed() == {"call", "fold"}
    play(book, "0 call")
    # 0 pays 10; the next highest credit is 4, so 6 go back. 3 × 3 lie below 3, and 1 + 1 between 3 and 4.
    assert (book.returned, book.chips[0], book.phase) == ([(0, 6)], 196, "draw")
    draw_nothing(book)
    assert book.awards == [(9, [1]), (2, [0])]
    assert book.chips == {0: 198, 1: 9, 2: 0}


def test_what_a_half_price_caller_paid_over_a_short_big_blind_goes_back() -> None:
    book = table([200, 3, 4], "KsKhKd", "3s3h3d", "AsAh2s", small=5, big=10)
    play(book, "0 call")
    # 0 pays 5 for ten credits: chips lie on the 1st, 3rd, 5th, 7th and 9th. Three of them lie above 4.
    assert (book.returned, book.chips[0]) == ([(0, 3)], 198)
    draw_nothing(book)
    # below 3: 3 + 3 + 2; between 3 and 4: the big blind's one, and nothing of 0
    assert book.awards == [(8, [1]), (1, [0])]
    assert book.chips == {0: 199, 1: 8, 2: 0}


def test_a_small_blind_that_nobody_is_left_to_bet_against_is_not_asked() -> None:
    book = table([200, 200, 3], "KsKhKd", "AsAh2s", "3s3h3d", small=5, big=10)
    play(book, "0 fold")
    # 1 has 5 in the pot, 2 all its 3: there is nothing more to match, and 2 chips go back
    assert (book.phase, book.returned) == ("draw", [(1, 2)])
    draw_nothing(book)
    assert (book.awards, book.shown) == ([(6, [2])], [1, 2])
    assert book.chips == {0: 200, 1: 197, 2: 6}


def test_too_few_chips_for_a_call_count_once_with_a_look_and_twice_without() -> None:
    book = table([200, 200, 200, 4], small=5, big=10)
    play(book, "3 call")
    assert (book.credit[3], book.stands) == (8, 10)
    book = table([200, 200, 200, 4], small=5, big=10)
    play(book, "3 look, 3 call")
    assert (book.credit[3], book.stands) == (4, 10)


def test_side_pots_with_somebody_who_paid_half() -> None:
    book = table([200, 3, 200], "AsAh2s", "3s3h3d", "KsKhKd")
    play(book, "0 look, 0 raise")  # stands 6
    play(book, "1 call")  # has 2 left, owes 5, a call would cost 3: credited 4, so 5 in all
    assert (book.credit[1], book.paid[1], book.all_in) == (5, 3, [1])
    play(book, "2 look, 2 call")
    draw_nothing(book)
    play(book, "2 raise, 0 call")  # 8 each
    # below 5: 5 + 3 + 5 = 13; above: 1 + 1 + 8 + 8 = 18
    assert book.awards == [(13, [1]), (18, [2])]
    assert book.chips == {0: 200 - 14, 1: 13, 2: 200 - 14 + 18}


def test_each_part_at_half_price_is_counted_from_its_own_beginning() -> None:
    # 0 pays 3 for 5, then 5 for 9: chips on the credits 1, 3, 5 and 6, 8, 10, 12, 14.
    book = table([200, 200, 200, 7, 14], "AsAh2s", "QsQh2h", "JsJh4d", "3s3h3d", "KsKhKd", small=2, big=5)
    play(book, "3 look, 3 raise, 4 look, 4 raise")  # 7, then 14: both short
    assert (book.stands, book.raises, book.turn) == (14, 0, 0)
    play(book, "0 call, 1 fold, 2 fold")  # 0 pays 7 for 14
    draw_nothing(book)
    # below 7: 7 + 7 + 2 + 5 and of 0 the credits 1, 3, 5, 7; between 7 and 14: 7 and of 0 the credits 9, 11, 13
    assert book.awards == [(25, [3]), (10, [4])]

    book = table([200, 200, 200, 5, 14], "AsAh2s", "QsQh2h", "JsJh4d", "3s3h3d", "KsKhKd", small=2, big=5, dealer=4)
    # 0 and 1 have the blinds, 2 begins
    play(book, "2 call, 3 look, 3 call, 4 look, 4 raise")  # 2 pays 3 for 5; 4 has 14, a short raise by 9
    play(book, "0 fold, 1 fold, 2 call")  # 2 pays 5 for 9
    assert book.line[2] == [1, 0, 1, 0, 1, 1, 0, 1, 0, 1, 0, 1, 0, 1]
    draw_nothing(book)
    # below 5: 2 + 5 + 3 + 5 + 5; between 5 and 14: 9 and of 2 five
    assert book.awards == [(20, [3]), (14, [4])]


def test_an_odd_chip_goes_to_the_first_left_of_the_dealer() -> None:
    book = table([200] * 3, "AsKh9d", "7s5h2d", "AhKs9c")
    play(book, "0 look, 0 call, 1 fold, 2 check")
    draw_nothing(book)
    play(book, "2 check, 0 check")
    # 2 + 1 + 2 = 5 chips, and 2 sits left of 1, who sits left of the dealer 0
    assert (book.awards, book.chips) == ([(5, [2, 0])], {0: 200, 1: 199, 2: 201})


def test_a_bet_that_nobody_calls_goes_back_and_the_pot_is_won_unseen() -> None:
    book = table([200] * 3)
    play(book, "0 look, 0 call, 1 look, 1 call, 2 check")
    draw_nothing(book)
    play(book, "1 raise, 2 fold, 0 fold")
    assert (book.returned, book.awards, book.shown) == ([(1, 8)], [(6, [1])], [])
    assert book.chips == {0: 198, 1: 204, 2: 198}


def test_all_fold_to_the_big_blind() -> None:
    book = table([200] * 3)
    play(book, "0 fold, 1 fold")
    # 2 posted 2, and only 1 of it was met
    assert (book.returned, book.awards, book.chips) == ([(2, 1)], [(2, [2])], {0: 200, 1: 199, 2: 201})


def test_everybody_all_in_still_draws_and_then_shows() -> None:
    book = table([5, 9, 6], "KsKhKd", "9s5h2d", "AsAh2s")
    play(book, "0 look, 0 raise")  # all 5, short: stands 5
    play(book, "1 look, 1 raise")  # a full step: all 9
    play(book, "2 call")  # unseen, 4 for 7, which are the last
    assert (book.all_in, book.phase, book.turn, book.returned) == ([1, 2, 0], "draw", 1, [])
    play(book, "1 change 5h 2d")
    assert (book.turn, book.due()) == (None, (1, 2, "pack"))
    book.give(1, ["9h", "9d"])
    play(book, "2 change none, 0 change none")
    # below 5: 5 + 5 + the two posted and 2 of the next three; between 5 and 9: 4 + 2
    assert book.awards == [(14, [0]), (6, [1])]
    assert book.chips == {0: 14, 1: 6, 2: 0}


def test_what_goes_back_to_somebody_who_was_all_in_is_played_with_in_the_next_deal_only() -> None:
    book = table([5, 3], "9s5h2d", "KsKhKd")
    play(book, "0 look, 0 raise, 1 look, 1 call")  # all 5, then all 3
    assert (book.returned, book.chips, book.phase) == ([(0, 2)], {0: 2, 1: 0}, "draw")
    draw_nothing(book)
    assert (book.awards, book.chips) == ([(6, [1])], {0: 2, 1: 6})


def test_the_last_one_with_chips_is_not_asked_when_nothing_is_to_call() -> None:
    book = table([1, 200])
    assert (book.phase, book.turn, book.returned, book.chips) == ("draw", 1, [(1, 1)], {0: 0, 1: 199})


# --- the draw ---------------------------------------------------------------------------------------------------------


def test_cards_are_changed_after_a_look_only() -> None:
    book = table([200] * 2)
    play(book, "0 call, 1 check")
    assert book.allowed() == {"look", "change none"}
    play(book, "1 look")
    assert "change Ks Kh" in book.allowed()
    assert book.allows(1, "change Kh Ks")
    assert not book.allows(1, "change 2")
    assert not book.allows(1, "change 3s")
    assert not book.allows(1, "change Kh Kh")


def test_cards_can_be_changed_unseen_with_blind_change() -> None:
    book = table([200] * 2, blind_change=True)
    play(book, "0 call, 1 check")
    assert book.allowed() == {"look", "change none", "change 1", "change 2", "change 3"}
    book.act(1, "change 2", away=["Kh", "Kd"])
    book.give(1, ["7h", "7d"])
    assert (book.hands[1], book.looked) == (["Ks", "7h", "7d"], set())


def test_the_discards_of_others_are_shuffled_in_when_the_pack_runs_out() -> None:
    book = table([200] * 3, "3s3h3d", "KsKhKd", "AsAh2s", pack=cards("3s3h3dKsKhKdAsAh2s4c5d6h"))
    play(book, "0 look, 0 call, 1 look, 1 call, 2 look, 2 check")
    play(book, "1 change Ks Kh Kd")
    book.give(1, ["4c", "5d", "6h"])
    play(book, "2 change Ah 2s")
    assert book.due() == (2, 2, "discards")
    book.give(2, ["Ks", "Kd"])
    play(book, "0 change 3s 3h 3d")  # Kh is the last card of the pack, and 2 has put away two cards
    assert book.due() == (0, 1, "pack")
    book.give(0, ["Ah", "Kh", "2s"])  # first the rest of the pack, then the discards
    assert (book.phase, book.hands[0]) == ("bet2", ["Kh", "Ah", "2s"])


def test_nobody_changes_more_than_can_be_given() -> None:
    book = table([200] * 3, "3s3h3d", "KsKhKd", "AsAh2s", pack=cards("3s3h3dKsKhKdAsAh2s4c"))
    play(book, "0 look, 0 call, 1 look, 1 call, 2 look, 2 check")
    assert book.allowed() == {"change none", "change Ks", "change Kh", "change Kd"}


# --- between deals ----------------------------------------------------------------------------------------------------


def test_between_deals_one_may_play_buy_another_purse_or_sit_out() -> None:
    book = table([200, 2, 200])
    play(book, "0 look, 0 raise, 1 fold, 2 fold")
    assert (book.returned, book.awards, book.chips) == ([(0, 4)], [(5, [0])], {0: 203, 1: 1, 2: 198})
    assert book.asked == [0, 1, 2]
    assert [book.may_answer(seat) for seat in range(3)] == [
        {"play", "sit out"},
        {"play", "rebuy", "sit out"},
        {"play", "rebuy", "sit out"},
    ]
    book.answers({0: "play", 1: "sit out", 2: "rebuy"})
    assert (book.dealer, book.chips[2], book.ledger) == (2, 398, [3, -1, -2])
    deal(book)
    assert (book.order, book.turn) == ([0, 2], 2)
    book.comes_back(1, "play")
    play(book, "2 fold")
    book.answers({0: "play", 1: "play", 2: "play"})
    assert (book.dealer, book.phase) == (0, "deal")


def test_who_has_no_chips_and_buys_none_sits_out() -> None:
    book = table([2, 200, 200], "9s5h2d", "KsKhKd", "AsAh2s")
    play(book, "0 look, 0 call, 1 look, 1 call, 2 check")
    draw_nothing(book)
    play(book, "1 check, 2 check")
    assert book.chips == {0: 0, 1: 204, 2: 198}
    assert book.may_answer(0) == {"rebuy", "sit out"}


@pytest.mark.parametrize(("options", "phase"), [({"length": 1}, "over"), ({"rebuy": False, "length": 0}, "over"), ({}, "next")])
def test_the_game_is_over_after_so_many_deals_or_with_one_purse_left(options: dict[str, Any], phase: str) -> None:
    book = table([2, 2], "9s5h2d", "KsKhKd", **options)
    play(book, "0 look, 0 call")
    draw_nothing(book)
    assert (book.phase, book.ledger, book.winners) == (phase, [-2, 2], [1])


# --- whole games ------------------------------------------------------------------------------------------------------


def whole_game(rng: Random) -> Book:
    """Random players; the book itself checks that no chip and no card is lost."""
    players = rng.randint(2, 8)
    big = rng.randint(1, 6)
    book = Book(
        players,
        rng.randint(1, big),
        big,
        20,
        stacks=[rng.randint(1, 60) for _ in range(players)],
        blind_change=rng.random() < 0.5,
        length=rng.choice([0, 4]),
        rebuy=rng.random() < 0.5,
        pack=CARDS if rng.random() < 0.5 else rng.sample(CARDS, 3 * players + rng.randint(0, 5)),
    )
    book.first_dealer(rng.randrange(players))
    while book.phase != "over" and (book.deals < 8 or book.phase != "next"):
        due = book.due()
        if book.phase == "deal":
            playing = [seat for seat in range(players) if seat not in book.sitting]
            dealt = rng.sample(book.cards, 3 * len(playing))
            book.deal({seat: dealt[3 * at : 3 * at + 3] for at, seat in enumerate(playing)})
        elif due is not None:
            seat, count, source = due
            book.give(seat, rng.sample(book.pack if source == "pack" else book.discards, count))
        elif book.phase == "next":
            book.answers({seat: rng.choice(sorted(book.may_answer(seat))) for seat in book.asked})
        else:
            assert book.turn is not None
            texts = sorted(book.allowed())
            book.act(book.turn, rng.choice([text for text in texts if text != "fold" or rng.random() < 0.2]))
        assert book.awards is None or sum(chips for chips, _ in book.awards) == sum(book.paid.values())
    return book


@pytest.mark.parametrize("seed", range(20))
def test_no_chip_and_no_card_is_lost_in_whole_games(seed: int) -> None:
    book = whole_game(Random(seed))
    assert sum(book.ledger) == 0
