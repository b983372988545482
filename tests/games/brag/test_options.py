"""The effect of each option of Brag, one deal for each test (the page of Brag)."""

from typing import Any

import pytest

from prial.core.game import BACK, view
from prial.core.step import Step, step
from prial.errors import RulesError
from prial.games.brag import BragGame
from prial.games.brag.actions import Choose, Discard
from prial.games.brag.events import Covered, Held, Shuffled
from prial.games.brag.rules import SCHEMA
from prial.ranks.wild import wild_cards, wild_text
from prial.testing.play import encoded, play
from tests.games.brag.table import Playing

BEST, GOOD, POOR, WORST = "AsAhAd", "KsKh9c", "Jc7d4h", "8c6d2h"


def met(players: int = 3, **given: Any) -> Playing:
    """A table with one deal, in which seat 0 has the best hand and each next seat a worse one."""
    t = Playing(players=players, **given)
    t.deal(*(BEST, GOOD, POOR, WORST)[:players])
    return t


# --- presets ----------------------------------------------------------------------------------------------------------


def test_presets_are_what_the_sources_say() -> None:
    """The page of Brag, Presets; options that a preset doesn't name are the house's."""
    differences = {name: SCHEMA.differences(SCHEMA.make(None, name)) for name in SCHEMA.presets}
    assert differences == {
        "house": {},
        "pagat": {"max_bet": 0, "max_raise": 0, "shuffle": "when_seen_prial", "rebuy": "any_time"},
        "four_card": {"cards": 4},
        "five_card": {"cards": 5},
        "single_see": {"see_cost": "single"},
        "teen_patti": {"top_prial": "aces"},
        "floaters": {"cards": 5, "wild_cards": "twos"},
        "hoyle_braggers": {"wild_cards": "braggers"},
    }
    assert SCHEMA.make() == SCHEMA.make(None, "house")
    assert SCHEMA.make(None, "pagat").short == "cover"
    assert "fictitious" in SCHEMA.presets["hoyle_braggers"].title.lower()
    assert "P" in SCHEMA.presets["hoyle_braggers"].source


def test_the_first_value_of_an_option_is_the_default_that_the_rules_name() -> None:
    """The page of Brag lists the default first."""
    rules = SCHEMA.make()
    assert (rules.cards, rules.pot_limit, rules.see_cost, rules.blind, rules.kept_blind) == (3, "off", "double", "allowed", "on")
    assert (rules.short, rules.last_chip, rules.showdown, rules.shuffle) == ("cover", "bets", "by_consent", "every_deal")
    assert (rules.bottom_card, rules.dealers_choice, rules.rebuy, rules.length) == ("hidden", "off", "between_deals", 20)
    assert (rules.top_prial, rules.top_run, rules.wild_cards) == ("threes", "ace_two_three", "")


# --- exclusions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"blind": "off", "kept_blind": "on"}, "kept_blind=on doesn't go with blind=off: nobody plays blind."),
        ({"players": 9, "cards": 4}, "cards=4 doesn't go with players=9: more than eight play with three cards only."),
        ({"players": 9, "cards": 5}, "cards=5 doesn't go with players=9: more than eight play with three cards only."),
        ({"max_bet": 4, "min_bet": 5}, "max_bet=4 doesn't go with min_bet=5: no bet could be made."),
        (
            {"pot_limit": "on", "players": 4, "ante": 1, "min_bet": 5, "max_bet": 0},
            "pot_limit=on doesn't go with ante=1: the antes don't reach the least bet.",
        ),
        ({"short": "fold", "last_chip": "bets"}, "last_chip=bets doesn't go with short=fold: nobody covers a pot."),
        ({"borrow_limit": 50}, "borrow_limit=50 doesn't go with short=cover: nothing is borrowed."),
        ({"purse": 5, "ante": 6}, "purse=5 doesn't go with ante=6: a purse wouldn't pay an ante."),
        ({"most_purse": 5, "ante": 6}, "most_purse=5 doesn't go with ante=6: the most money wouldn't pay an ante."),
        ({"most_purse": 5, "least_purse": 6}, "most_purse=5 doesn't go with least_purse=6: the most is less than the least."),
        (
            {"lender": "players"},
            "lender=players doesn't go with short=cover: nothing is borrowed. It goes with short=borrow.",
        ),
        (
            {"short": "cover", "short_of_two": "fold", "borrow_limit": 5},
            "borrow_limit=5 doesn't go with short=cover: nothing is borrowed.",
        ),
    ],
)
def test_options_that_exclude_each_other_are_refused_by_name(given: dict[str, Any], says: str) -> None:
    with pytest.raises(RulesError) as refused:
        SCHEMA.make(given)
    assert str(refused.value).startswith(says)


@pytest.mark.parametrize(
    "given",
    [
        {"blind": "off"},
        {"players": 8, "cards": 5},
        {"players": 16, "cards": 3},
        {"max_bet": 0, "min_bet": 5},
        {"pot_limit": "on", "players": 5, "ante": 1, "min_bet": 5, "max_bet": 0},
        {"short": "borrow", "borrow_limit": 50},
        {"purse": 6, "ante": 6},
        {"most_purse": 6, "ante": 6, "least_purse": 6},
        {"short": "cover", "short_of_two": "borrow", "lender": "players", "borrow_limit": 5},
        {"short": "fold", "short_of_two": "cover", "last_chip": "covers"},
    ],
)
def test_options_at_the_edge_of_an_exclusion_are_allowed(given: dict[str, Any]) -> None:
    SCHEMA.make(given)


def test_only_values_given_explicitly_can_conflict() -> None:
    """The page of Brag: an inherited default that doesn't apply is simply unused."""
    rules = SCHEMA.make({"blind": "off"})
    assert rules.kept_blind == "off"
    assert SCHEMA.make(SCHEMA.written(rules)) == rules
    assert SCHEMA.make({"min_bet": 20}).max_bet == 0


@pytest.mark.parametrize("option", ["ante", "min_bet", "purse"])
def test_what_limits_from_below_is_at_least_one(option: str) -> None:
    with pytest.raises(RulesError):
        SCHEMA.make({option: 0})


def test_a_wild_card_that_does_not_exist_is_refused() -> None:
    with pytest.raises(RulesError, match="wild_cards can't be 'unicorns'"):
        SCHEMA.make({"wild_cards": "unicorns"})


# --- players, cards ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "cards"), [(2, 3), (8, 3), (16, 3), (8, 4), (8, 5), (2, 5)])
def test_everybody_gets_cards_one_at_a_time_from_the_dealers_left(players: int, cards: int) -> None:
    t = Playing(players=players, cards=cards, dealer=0)
    t.deal()
    order = [*range(1, players), 0]
    assert list(t.table.playing) == order
    for place, seat in enumerate(order):
        assert t.table.hands[seat] == (tuple(range(place, players * cards, players)),)
    assert list(t.seats) == [1]


def test_who_looks_at_four_cards_discards_one_before_betting() -> None:
    t = Playing(players=2, cards=4)
    t.deal("AsAhKd2c", "KsKh9c3d")
    assert "discard As" not in t.offers(0)
    t.do(0, "look")
    assert t.offers(0) == ["discard As", "discard Ah", "discard Kd", "discard 2c"]
    for text in ("bet 1", "fold", "propose"):
        assert t.refused(0, text) == "brag.discard_first"
    assert str(t.refusal(0, "discard AsAh")) == "Discard 1 of your cards, not 2."
    assert str(t.refusal(0, "discard Ks")) == "Ks isn't in your hand."
    t.do(0, "discard 2c")
    assert t.bets(0) == (1, 10)
    assert t.refused(0, "discard Kd") == "brag.not_now"


def test_nobody_can_tell_which_card_was_put_away() -> None:
    """Decided: cards that were picked up are laid down in a new order. Here others know some, since the pack isn't shuffled."""
    game = BragGame(SCHEMA.make({"cards": 4, "players": 4, "length": 8}, "pagat"))
    seen = 0
    for seed in range(5):
        for moment in play(game, seed, whole=False):
            if not isinstance(moment.action, Discard):
                continue
            state, seat = moment.before, moment.seat
            other = (seat + 1) % 4
            seen += any(view(state, other).piles[pile] != (BACK,) for pile in state.public.hands[seat][0])
            steps = [step(game, state, {}, seat, action) for action in game.choices(view(state, seat)).discards]
            assert len({encoded(view(done.state, other)) for done in steps if isinstance(done, Step)}) == 1
            assert len(steps) == 4
    assert seen


def test_who_looks_at_five_cards_discards_two() -> None:
    t = Playing(players=2, cards=5)
    t.deal("AsAhKd2c3c", "KsKh9c3d4d")
    t.do(0, "look")
    assert len(t.offers(0)) == 10
    assert t.refused(0, "discard 2c") == "brag.discard_count"
    assert t.refused(0, "discard 2c3c4d") == "brag.discard_not_held"
    assert t.refused(0, "discard 2c3cKd") == "brag.discard_count"
    t.do(0, "discard 3c 2c")
    t.turns("bet 3")


@pytest.mark.parametrize(
    ("hands", "winner"),
    [
        (("KsKd9c4h", "KhKc9d5s"), 1),  # the discards: five beats four
        (("KsKd9c5h", "KhKc9d5s"), 0),  # equal to the end: the payer, seat 1, loses
        (("KsKd9c5h", "KhKcTd2s"), 1),  # the hand comes before the discard
    ],
)
def test_discards_break_ties_and_then_the_payer_loses(hands: tuple[str, str], winner: int) -> None:
    t = Playing(players=2, cards=4)
    t.deal(*hands)
    t.do(1, "look", f"discard {hands[1][-2:]}")
    t.do(0, "look", f"discard {hands[0][-2:]}")
    t.turns("bet 2", "see")
    assert t.last.awards[0].winners == (winner,)


def test_of_two_discards_the_higher_is_compared_first() -> None:
    t = Playing(players=2, cards=5)
    t.deal("KsKd9c8h2h", "KhKc9d7s6s")
    t.do(1, "look", "discard 7s6s")
    t.do(0, "look", "discard 8h2h")
    t.turns("bet 2", "see")
    assert t.last.awards[0].winners == (0,)


def test_a_hand_never_looked_at_is_made_the_best_it_can_be() -> None:
    """The page of Brag: decided. Its owner could choose worse; here the best three cards with the best discard count."""
    t = Playing(players=2, cards=5)
    t.deal("2s2d9cAh4h", "KhQcJd8s6s")
    t.turns("bet 2", "look & discard 8s6s & bet 4", "see")
    assert "B shows KhQcJd | 8s6s: run, king high." in t.said
    assert t.last.awards[0].winners == (1,)
    t = Playing(players=2, cards=4)
    t.deal("2s2d9cAh", "KhJc9d8s")
    t.turns("bet 2", "look & discard 8s & bet 4", "see")
    assert "A shows 2s2dAh | 9c: pair of twos." in t.said


# --- betting ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "blind", "opened"),
    [
        ({}, (1, 5), (1, 10)),
        ({"min_bet": 3, "max_bet": 7}, (2, 3), (3, 7)),
        ({"min_bet": 3, "max_bet": 3}, (2, 2), (3, 3)),
        ({"max_bet": 0}, (1, 99), (1, 99)),
    ],
)
def test_the_opening_bet_lies_between_the_limits_and_a_blind_one_is_half(
    given: dict[str, Any], blind: tuple[int, int], opened: tuple[int, int]
) -> None:
    """The page of Brag, Amounts: half, rounded up. A blind bet counts double, so it may reach only half of a limit."""
    t = met(**given)
    assert t.bets(0) == blind
    t.do(0, "look")
    assert t.bets(0) == opened


@pytest.mark.parametrize(
    ("given", "last", "blind", "opened"),
    [
        ({"max_raise": 1}, 3, (2, 2), (3, 4)),
        ({"max_raise": 2}, 3, (2, 2), (3, 5)),
        ({"max_raise": 3}, 3, (2, 3), (3, 6)),
        ({"max_raise": 0}, 3, (2, 99), (3, 99)),
        ({}, 4, (2, 7), (4, 14)),
    ],
)
def test_a_bet_exceeds_the_last_by_at_most_the_limit(
    given: dict[str, Any], last: int, blind: tuple[int, int], opened: tuple[int, int]
) -> None:
    t = met(**given)
    t.turns(f"look & bet {last}")
    assert t.bets(1) == blind
    t.do(1, "look")
    assert t.bets(1) == opened


def test_the_last_bet_is_kept_in_open_units() -> None:
    """The page of Brag, Amounts: a blind player pays at least half of L, rounded up; then L is twice the payment."""
    t = met()
    t.turns("look & bet 3")
    assert t.table.last_bet == 3
    t.turns("bet 2")
    assert t.table.last_bet == 4
    t.do(2, "look")
    assert t.refused(2, "bet 3") == "brag.too_little"
    t.turns("bet 4")
    assert t.table.last_bet == 4


def test_pot_limit_nobody_pays_more_than_the_pot_holds() -> None:
    t = met(pot_limit="on", max_bet=0, max_raise=0)
    assert t.bets(0) == (1, 3)  # only the antes; even a blind player pays no more
    t.do(0, "look")
    assert t.bets(0) == (1, 3)
    t.turns("bet 3")
    assert t.bets(1) == (2, 6)
    t = met(pot_limit="off", max_bet=0, max_raise=0)
    assert t.bets(0) == (1, 99)


@pytest.mark.parametrize(("cost", "price"), [("double", 6), ("single", 3)])
def test_an_open_player_sees_an_open_one_for_twice_the_last_bet_or_for_the_last(cost: str, price: int) -> None:
    t = met(2, see_cost=cost)
    t.turns("look & bet 3", "look & see")
    assert t.table.paid == (4, 1 + price)
    assert t.last.shown == (0,)
    assert t.last.awards[0].winners == (0,)


@pytest.mark.parametrize("cost", ["double", "single"])
@pytest.mark.parametrize(
    ("moves", "price"),
    [
        (("look & bet 4", "see"), 4),  # blind sees open: L
        (("bet 2", "see"), 4),  # blind sees blind: L, twice what was paid
    ],
)
def test_a_blind_player_sees_for_the_last_bet_whatever_seeing_costs(cost: str, moves: tuple[str, str], price: int) -> None:
    """The page of Brag: `single` see cost only halves the price between open players."""
    t = met(2, see_cost=cost)
    t.turns(*moves)
    assert t.table.paid[1] == 1 + price


def test_an_open_player_cannot_see_a_blind_one() -> None:
    t = met(2)
    t.turns("bet 2", "look & bet 4")
    assert "see" in t.offers(0)
    t.turns("bet 2")
    assert t.refused(1, "see") == "brag.see_blind"


def test_seeing_takes_two_left_and_a_bet() -> None:
    t = met(3)
    assert t.refused(0, "see") == "brag.see_many"
    t.turns("look & bet 3")
    assert t.refused(1, "see") == "brag.see_many"
    t.turns("fold")
    assert "see" in t.offers(2)
    t = met(2)
    assert t.refused(0, "see") == "brag.see_early"


def test_seeing_after_an_opening_bet_that_covered_says_what_is_true() -> None:
    """A cover doesn't set the last bet, so there is no price to see for (Pagat). The refusal once said that nobody had bet."""
    t = Playing(players=3, stacks=(4, 50, 50), min_bet=5)
    t.deal(BEST, GOOD, POOR)
    t.turns("look & bet 3")
    assert t.table.covered == (0,)
    assert str(t.refusal(1, "see")) == (
        "You can't see anybody yet: the bets so far only covered a pot, so there is no price for seeing. Bet or fold."
    )
    t = Playing(players=3, stacks=(1, 50, 50))
    t.deal(BEST, GOOD, POOR)
    assert t.table.covered == (0,)
    assert str(t.refusal(1, "see")) == "You can't see anybody until somebody has bet."


def test_there_is_no_checking() -> None:
    t = met()
    t.turns("look")
    assert t.offers(0) == ["fold", "propose"]
    assert t.refused(0, "bet 0") == "brag.too_little_first"


def test_the_payer_who_is_better_shows_and_else_need_not() -> None:
    t = met(2)
    t.turns("fold")
    t = Playing(players=2, dealer=0)
    t.deal(BEST, POOR)
    t.turns("look & bet 3", "look & see")
    assert t.last.shown == (1, 0)  # the seen player first
    assert t.cards(0) == BEST
    t = met(2)
    t.turns("look & bet 3", "look & see")
    assert t.last.shown == (0,)
    assert t.cards(1) == "------"
    assert t.cards(1, 0) == "------"


def test_the_payer_loses_ties_and_need_not_show() -> None:
    """P: if the hands are equal, the player who paid to see loses."""
    t = Playing(players=2)
    t.deal("KsQh9d", "KhQs9c")
    t.turns("look & bet 3", "look & see")
    assert t.last.awards[0].winners == (0,)
    assert t.last.shown == (0,)


def test_all_fold_to_one_who_wins_and_shows_nothing() -> None:
    t = met()
    t.turns("look & bet 2", "fold", "fold")
    assert t.table.chips == (102, 99, 99)
    assert t.last.shown == ()
    assert t.cards(0) == "------"


def test_consent_all_agree_and_equal_hands_share() -> None:
    t = Playing(players=3)
    t.deal("KsQh9d", "KhQs9c", POOR)
    t.turns("look & bet 3", "look & bet 3", "look & bet 3", "propose")
    assert list(t.seats) == [1, 2]
    t.do(2, "agree")
    assert t.phase == "consent"
    t.do(1, "agree")
    assert t.last.awards[0].winners == (0, 1)
    assert t.table.chips == (102, 102, 96)
    assert set(t.last.shown) == {0, 1, 2}


def test_consent_one_refuses_and_the_betting_goes_on() -> None:
    t = met()
    t.turns("look & bet 3", "look & propose")
    t.do(0, "agree")
    t.do(2, "refuse")
    assert list(t.seats) == [1]
    assert t.refused(1, "propose") == "brag.propose_twice"
    t.turns("bet 3", "look & propose")
    assert [(did.seat, did.what) for did in t.table.did if did.what in ("agree", "refuse")] == [(0, "agree"), (2, "refuse")]
    assert list(t.seats) == [0, 1]


def test_no_showdown_is_proposed_where_the_rules_say_so_or_two_are_left() -> None:
    t = met(showdown="off")
    assert t.refused(0, "propose") == "brag.propose_off"
    t = met(2)
    assert t.refused(0, "propose") == "brag.propose_few"


def test_an_odd_chip_goes_to_the_first_from_the_dealers_left() -> None:
    t = Playing(players=3, dealer=0, ante=1)
    t.deal("KsQh9d", "KhQs9c", POOR)
    t.turns("look & bet 2", "look & bet 3", "look & bet 3", "propose")
    t.all("agree")
    assert t.last.awards[0].chips == 11
    assert t.table.chips == (96 + 5, 97 + 6, 96)


# --- out of chips -----------------------------------------------------------------------------------------------------


def test_cover_the_last_chips_cover_the_pot() -> None:
    t = Playing(players=3, stacks=(50, 4, 50))
    t.deal(POOR, BEST, GOOD)
    t.turns("look & bet 6")
    t.do(1, "look")
    assert t.bets(1) == (3, 3)
    t.turns("bet 3")
    assert t.table.covered == (1,)
    assert t.table.last_bet == 6
    assert [pot.chips for pot in t.table.pots] == [12, 0]
    t.turns("look & bet 6", "see")
    assert t.table.chips == (50 - 1 - 6 - 12, 12, 50 - 7 + 18)


def test_cover_is_taken_only_where_it_covers() -> None:
    t = Playing(players=3, stacks=(50, 4, 50))
    t.deal(POOR, BEST, GOOD)
    t.turns("look")
    assert str(t.refusal(0, "cover 4")) == "A bet of 4 doesn't cover a pot: only your last chips can do that."
    t.turns("bet 6")
    t.do(1, "look")
    assert str(t.refusal(1, "cover 2")) == "2 doesn't cover the pot: you cover it with all your chips. Write cover 3."
    t.turns("cover 3")
    assert t.table.covered == (1,)


def test_last_chip_covers_a_full_bet_too_and_the_last_bet_stays() -> None:
    """The meaning of records from before the option: an action that leaves no chips, other than a see, covers."""
    t = Playing(players=3, stacks=(50, 9, 50), last_chip="covers")
    t.deal(POOR, BEST, GOOD)
    t.turns("look & bet 3", "look & bet 8")
    assert t.table.covered == (1,)
    assert t.table.last_bet == 3
    assert t.bets(2) == (2, 6)


def test_last_chip_bets_a_full_bet_sets_the_last_bet_and_the_others_pay_as_much() -> None:
    """P: only players without enough money for a bet cover. An opening bet of 50 last chips once let others play on for 1."""
    t = Playing(players=4, stacks=(51, 200, 200, 200), max_bet=0, max_raise=0)
    t.deal(GOOD, BEST, POOR, WORST)
    t.turns("look & bet 50")
    assert (t.table.covered, t.table.last_bet) == ((), 50)
    t.do(1, "look")
    assert t.bets(1) == (50, 199)
    t.turns("bet 60")  # a raise goes into the same pot
    assert [pot.chips for pot in t.table.pots] == [114]
    t.turns("look & bet 60", "look & bet 60")
    assert t.table.covered == (0,), "at the next turn the newest pot is covered, and nothing is paid"
    assert "A, out of chips, covers the pot of 234." in t.sentences
    assert ([pot.chips for pot in t.table.pots], t.seats, t.table.last_bet) == ([234, 0], (1,), 60)
    t.turns("fold", "bet 60", "see")
    assert [(award.chips, award.winners) for award in t.last.awards] == [(180, (2,)), (234, (0,))]


def test_last_chip_bets_who_has_less_than_is_due_covers_as_ever() -> None:
    t = Playing(players=3, stacks=(50, 9, 50))
    t.deal(POOR, BEST, GOOD)
    t.turns("look & bet 9", "look")
    assert t.bets(1) == (8, 8)
    t.turns("bet 8")
    assert (t.table.covered, t.table.last_bet) == ((1,), 9)
    t = Playing(players=3, stacks=(50, 9, 50))
    t.deal(POOR, BEST, GOOD)
    t.turns("look & bet 9", "bet 8")  # blind, 5 are due: a raise to 16
    assert (t.table.covered, t.table.last_bet) == ((), 16)


def test_last_chip_bets_who_is_out_of_chips_covers_whatever_pot_is_the_newest_then() -> None:
    t = Playing(players=4, stacks=(9, 5, 50, 50))
    t.deal(BEST, GOOD, POOR, WORST)
    t.turns("look & bet 8", "look & bet 4")
    assert [(pot.chips, pot.coverer) for pot in t.table.pots] == [(16, 1), (0, None)]
    t.turns("look & bet 8", "look & bet 8")
    assert [(pot.chips, pot.coverer) for pot in t.table.pots] == [(16, 1), (16, 0), (0, None)]
    assert t.seats == (2,)


def test_last_chip_bets_of_two_who_are_out_of_chips_in_turn_the_second_covers_no_chips() -> None:
    """The first of them covers all that was bet, so no pot is named for the second."""
    t = Playing(players=4, stacks=(9, 9, 50, 50))
    t.deal(GOOD, BEST, POOR, WORST)
    t.turns("look & bet 8", "look & bet 8", "look & bet 8", "look & bet 8")
    assert [(pot.chips, pot.coverer) for pot in t.table.pots] == [(36, 0), (0, 1), (0, None)]
    assert t.sentences[-2:] == ["A, out of chips, covers the pot of 36.", "B, out of chips, can't win what is bet from now on."]
    assert t.seats == (2,)
    t.turns("bet 8", "see")
    assert [(award.chips, award.winners) for award in t.last.awards] == [(24, (2,)), (0, (1,)), (36, (1,))]
    assert not any(" 0." in sentence for sentence in t.said)


def test_last_chip_bets_of_the_last_two_the_other_answers_once_by_a_bet_or_by_folding() -> None:
    t = Playing(players=2, stacks=(9, 50))
    t.deal("KsQh9d", "KhQs9c")
    t.turns("look & bet 8", "look")
    assert t.offers(1) == ["fold"]
    assert t.bets(1) == (8, 8)
    assert str(t.refusal(1, "bet 9")) == "9 is too much: the most that may be bet now is 8."
    assert str(t.refusal(1, "see")) == "The other player is out of chips: bet 8 and both show, or fold."
    t.turns("bet 8")
    assert t.last.shown == (1, 0)
    assert t.table.chips == (0, 59), "who is out of chips loses ties"
    t = Playing(players=2, stacks=(9, 50))
    t.deal(POOR, BEST)
    t.turns("look & bet 8", "fold")
    assert (t.last.shown, t.table.chips) == ((), (10, 49))


def test_last_chip_bets_a_blind_answer_is_half_and_an_open_player_answers_a_blind_one() -> None:
    t = Playing(players=2, stacks=(10, 50))
    t.deal(POOR, BEST)
    t.turns("look & bet 9")
    assert t.bets(1) == (5, 5)
    t.turns("bet 5")
    assert t.table.chips == (0, 60)
    t = Playing(players=2, stacks=(6, 50))
    t.deal(POOR, BEST)
    t.turns("bet 5", "look")
    assert t.bets(1) == (10, 10), "an open player can't see a blind one, but answers it"
    t.turns("bet 10")
    assert t.last.shown == (1, 0)


@pytest.mark.parametrize(("stack", "chips"), [(9, 8), (5, 4)])
def test_last_chip_bets_if_both_are_out_of_chips_the_one_whose_turn_it_is_loses_ties(stack: int, chips: int) -> None:
    """An answer with the last chips, and one that is too small and covers."""
    t = Playing(players=2, stacks=(9, stack))
    t.deal("KsQh9d", "KhQs9c")
    t.turns("look & bet 8", f"look & bet {chips}")
    assert t.last.shown == (0, 1)
    assert t.table.chips == (9 + stack, 0)


def test_last_chip_bets_who_is_out_of_chips_and_one_of_two_by_a_fold_is_answered_once() -> None:
    t = Playing(players=3, stacks=(9, 50, 50))
    t.deal(GOOD, POOR, BEST)
    t.turns("look & bet 8", "look & fold", "look")
    assert (t.seats, t.bets(2), t.offers(2)) == ((2,), (8, 8), ["fold"])
    t.turns("bet 8")
    assert (t.phase, t.table.chips) == ("next", (0, 49, 60))


def test_last_chip_bets_who_has_answered_already_does_not_again() -> None:
    """The second player has bet since, and the third folds: it is the turn of the player without chips, and both show."""
    t = Playing(players=3, stacks=(9, 50, 50))
    t.deal("KsQh9d", "KhQs9c", POOR)
    t.turns("look & bet 8", "look & bet 10", "look & fold")
    assert "A has no chips left to bet, which ends the betting." in t.sentences
    assert (t.last.shown, t.table.chips) == ((1, 0), (0, 60, 49))


def test_last_chip_bets_a_blind_player_left_alone_with_no_chips_wins_the_pot() -> None:
    """Decided: a player who can't pay the next ante can't hold a pot."""
    t = Playing(players=3, stacks=(6, 50, 50))
    t.deal(BEST, GOOD, POOR)
    t.turns("bet 5", "fold", "fold")
    assert (t.phase, t.table.chips[0]) == ("next", 8)


def test_last_chip_bets_the_pot_limit_counts_all_pots() -> None:
    t = Playing(players=4, stacks=(9, 50, 50, 50), max_bet=0, max_raise=0, pot_limit="on", ante=2)
    t.deal(BEST, GOOD, POOR, WORST)
    t.turns("look & bet 7", "look & bet 7", "look & bet 7", "look & bet 7")
    assert [pot.chips for pot in t.table.pots] == [36, 0]
    assert t.bets(1) == (7, 36)


def test_cover_of_the_last_two_the_one_who_cannot_pay_ends_the_betting_and_loses_ties() -> None:
    t = Playing(players=2, stacks=(50, 4))
    t.deal("KsQh9d", "KhQs9c")
    t.turns("look & bet 6", "look & bet 3")
    assert t.last.shown == (0, 1)
    assert t.table.chips == (54, 0)
    t = Playing(players=2, stacks=(50, 4))
    t.deal("KsQh9d", "KhQsTc")
    t.turns("look & bet 6", "look & bet 3")
    assert t.table.chips == (43, 11)


def test_cover_a_see_of_the_last_chips_is_a_see() -> None:
    t = Playing(players=2, stacks=(50, 7))
    t.deal(POOR, GOOD)
    t.turns("look & bet 3", "look & see")
    assert t.table.covered == ()
    assert t.table.how == "see"
    assert t.table.chips == (46, 11)


def test_cover_a_covered_player_is_not_one_of_two_left() -> None:
    t = Playing(players=3, stacks=(50, 3, 50))
    t.deal(POOR, BEST, GOOD)
    t.turns("look & bet 6", "bet 2", "look")
    assert "see" in t.offers(2)


def test_cover_a_blind_last_bettor_wins_and_shows_and_nothing_is_carried() -> None:
    t = Playing(players=3, stacks=(50, 3, 50))
    t.deal(BEST, GOOD, POOR)
    t.turns("bet 3", "bet 2", "look & fold")
    assert t.phase == "next"
    assert t.last.shown == (0, 1)
    assert t.table.holder is None
    assert t.table.chips[0] == 50 - 4 + 8


def test_cover_pots_of_three_coverers_are_settled_from_the_newest() -> None:
    """The page of Brag, Covering: each older pot goes to its coverer or to the next newer pot's winner, by the better hand."""
    t = Playing(players=5, stacks=(3, 5, 7, 50, 50), last_chip="covers")
    t.deal(GOOD, "KdKc8h", BEST, POOR, WORST)
    t.turns("look & bet 2", "look & bet 4", "look & bet 6", "look & bet 10", "look & bet 10", "see")
    assert [(a.chips, a.winners, a.coverer) for a in t.last.awards] == [
        (40, (3,), None),
        (6, (2,), 2),
        (4, (2,), 1),
        (7, (2,), 0),
    ]


def test_cover_an_ante_of_the_last_chip_covers() -> None:
    """The page of Brag, Covering: decided for antes. This test found that telling it failed where it ended the deal."""
    t = Playing(players=3, stacks=(1, 1, 50))
    t.deal(GOOD, BEST, POOR)
    assert [(e.seat, e.pot) for e in t.events if isinstance(e, Covered)] == [(0, 3), (1, 3)]
    assert t.phase == "next"
    assert t.table.chips == (0, 3, 49)
    t = Playing(players=3, purse=1)
    t.deal("KsQh9d", "KhQs9c", POOR)
    assert t.last.awards[0].winners == (0, 1)
    assert t.table.chips == (2, 1, 0)


def test_fold_who_cannot_pay_the_full_bet_folds() -> None:
    t = Playing(players=2, stacks=(50, 4), short="fold")
    t.deal(POOR, BEST)
    t.turns("look & bet 6", "look")
    assert t.offers(1) == ["fold"]
    assert str(t.refusal(1, "bet 3")) == "You can't pay the full bet of 6: you have 3, and under these rules you fold."
    assert str(t.refusal(1, "see")) == "Seeing costs 12, and you have 3."
    t.turns("fold")


def test_fold_a_bet_of_all_chips_does_not_cover() -> None:
    t = Playing(players=3, stacks=(50, 7, 50), short="fold")
    t.deal(POOR, BEST, GOOD)
    t.turns("look & bet 6", "look & bet 6")
    assert t.table.covered == ()
    t.turns("look & bet 6", "bet 6")
    assert t.offers(1) == ["fold", "propose"]


def test_borrow_the_bank_lends_up_to_a_limit_and_the_debt_is_booked() -> None:
    t = Playing(players=2, stacks=(50, 4), short="borrow", borrow_limit=5, length=1)
    t.deal(POOR, BEST)
    t.turns("look & bet 4", "look")
    assert t.bets(1) == (4, 4)
    assert str(t.refusal(1, "bet 9")) == "9 is too much: the most that may be bet now is 4."
    t.turns("see")
    assert t.table.debts == (0, 5)
    assert t.result.ledger == (-5, 5)
    assert t.table.chips == (45, 4 + 5 - 9 + 14)


def test_borrow_makes_up_a_bet_or_a_see_and_never_a_raise() -> None:
    """P: a player without enough chips for the full bet borrows the missing ones. Chips were once lent for raises too."""
    t = Playing(players=2, stacks=(50, 9), short="borrow", borrow_limit=20)
    t.deal(POOR, BEST)
    t.turns("look & bet 6", "look")
    assert t.bets(1) == (6, 8), "a raise with one's own chips"
    assert "see" in t.offers(1)
    said = "You can't bet 9: you may borrow to bet 6 or to see, but not to raise."
    assert str(t.refusal(1, "bet 9")) == said
    t.turns("bet 8", "bet 10")
    assert t.bets(1) == (10, 10)
    assert str(t.refusal(1, "bet 11")) == said.replace("9", "11").replace("bet 6", "bet 10")
    t.turns("bet 10")
    assert t.table.debts == (0, 10)


def test_opponent_chooses_to_lend_or_to_show() -> None:
    for answer in ("lend", "show"):
        t = Playing(players=2, stacks=(50, 4), short="opponent_chooses")
        t.deal(POOR, BEST)
        t.turns("look & bet 6", "look & bet 6")
        assert (t.phase, t.seats) == ("lend", (0,))
        t.turns(answer)
        if answer == "lend":
            assert t.table.debts == (-3, 3)
            assert t.table.chips == (40, 0)
            assert t.seats == (0,)
        else:
            assert t.last.shown == (0, 1)
            assert t.table.chips == (43, 11)


def test_opponent_chooses_with_three_left_whoever_has_most_may_lend_else_who_cannot_pay_folds() -> None:
    """P: whoever in the game has most money will lend some to the player who is short."""
    for answer in ("lend", "refuse"):
        t = Playing(players=4, stacks=(50, 4, 60, 60), short="opponent_chooses")
        t.deal(POOR, BEST, GOOD, WORST)
        t.turns("look & bet 6", "look")
        assert t.bets(1) == (6, 6)
        t.turns("bet 6")
        assert (t.phase, t.seats, t.offers(2)) == ("lend", (2,), ["lend", "refuse"])
        assert "B can't pay the full bet of 6: C may lend the rest." in t.said
        t.turns(answer)
        assert (t.phase, t.seats) == ("bet", (2,))
        assert t.table.folded == (() if answer == "lend" else (1,))
        assert t.table.debts == ((0, 3, -3, 0) if answer == "lend" else (0, 0, 0, 0))
        assert t.sentences == (["C lends B 3.", "B bets 6."] if answer == "lend" else ["C lends nothing.", "B folds."])


def test_opponent_chooses_with_three_left_and_nobody_who_has_so_much_who_cannot_pay_folds() -> None:
    t = Playing(players=3, stacks=(9, 2, 3), short="opponent_chooses")
    t.deal(POOR, BEST, GOOD)
    t.turns("look & bet 7", "look")
    assert t.bets(1) is None
    assert t.refused(1, "bet 7") == "brag.cant_pay"


def test_opponent_chooses_who_has_too_little_to_lend_is_not_asked() -> None:
    t = Playing(players=2, stacks=(9, 4), short="opponent_chooses")
    t.deal(POOR, BEST)
    t.turns("look & bet 8", "look & bet 8")
    assert t.phase == "next"
    assert t.table.chips == (0, 13)
    assert "B puts in their last 3, which ends the betting." in t.said
    t = Playing(players=2, stacks=(9, 1), short="opponent_chooses")
    t.deal(POOR, BEST)
    t.turns("look & bet 8", "look & bet 8")
    assert "B has no chips left to bet, which ends the betting." in t.said


# --- blind play -------------------------------------------------------------------------------------------------------


def test_blind_cards_are_unseen_even_by_their_owner() -> None:
    t = met()
    for viewer in (None, 0, 1, 2):
        assert t.cards(0, viewer) == "------"
    assert not any(isinstance(event, Held) for event in t.events)
    t.do(0, "look")
    assert t.cards(0, 0) == BEST
    for viewer in (None, 1, 2):
        assert t.cards(0, viewer) == "------"
    assert [told.to for told in t.told if isinstance(told.event, Held)] == [1]


def test_blind_off_all_look_at_once() -> None:
    t = met(blind="off")
    assert [t.cards(seat, seat) for seat in range(3)] == [BEST, GOOD, POOR]
    assert t.cards(1, 0) == "------"
    assert [told.to for told in t.told if isinstance(told.event, Held)] == [1, 2, 4]
    assert t.bets(0) == (1, 10)
    assert t.refused(0, "look") == "brag.looked_already"
    t.turns("bet 2", "fold", "fold")
    assert t.phase == "next"


def test_a_player_may_look_before_the_first_bet_and_then_at_own_turns_only() -> None:
    """The page of Brag, `blind`: may look before one's first bet or at any own turn."""
    t = met()
    assert list(t.also) == [1, 2]
    t.do(2, "look")
    t.turns("bet 1")
    assert (t.seats, t.also) == ((1,), ())
    t.turns("bet 1", "bet 2")
    assert list(t.seats) == [0]
    assert list(t.also) == []
    assert t.refused(1, "look") == "step.not_yours"
    t.turns("bet 1", "look & bet 2")


def test_who_has_looked_plays_open_from_then_on() -> None:
    t = met()
    t.turns("bet 2", "bet 2", "bet 2", "look")
    assert t.bets(0) == (4, 14)
    assert t.refused(0, "look") == "brag.looked_already"


def test_kept_blind_off_the_blind_player_wins_the_pot() -> None:
    t = met(kept_blind="off")
    t.turns("bet 2", "fold", "fold")
    assert t.phase == "next"
    assert t.table.chips == (102, 99, 99)
    assert t.cards(0) == "------"


def test_kept_blind_the_pot_is_carried_and_the_hand_may_be_kept() -> None:
    t = met()
    t.turns("bet 2", "fold", "fold")
    assert t.phase == "keep"
    assert t.offers(0) == ["keep 1", "keep none"]
    t.turns("keep 1")
    assert t.table.holder == 0
    assert t.refused(0, "sit out") == "brag.sit_out_holder"
    t.next("2c2d4h", "5c5d7h", "9h9d3s")
    assert t.pot == 5 + 3
    assert t.cards(0, 0) == t.cards(0, 0, hand=1) == "------"
    assert [t.faces(hand) for hand in t.table.hands[0]] == [BEST, "2c2d4h"]


def test_kept_blind_none_may_be_kept() -> None:
    t = met()
    t.turns("bet 2", "fold", "fold", "keep none")
    t.next()
    assert len(t.table.hands[0]) == 1
    assert t.table.carried == 5


def test_kept_blind_only_who_has_bet_blind_in_this_deal_and_is_blind_still() -> None:
    t = met()
    t.turns("bet 2", "bet 2", "fold", "look & bet 4", "fold")
    assert t.phase == "next"  # open by then
    t = met()
    t.turns("fold", "fold")
    assert t.phase == "next"  # hasn't bet


def kept(**given: Any) -> Playing:
    """Seat 0 has a blind hand, aces, next to a new one; it deals, so seat 1 begins."""
    t = met(**given)
    t.turns("bet 2", "fold", "fold", "keep 1")
    t.next("2c2d4h", "5c5d7h", "9h9d3s")
    return t


def test_two_unlooked_hands_cost_one_stake() -> None:
    t = kept()
    t.turns("look & bet 4", "fold")
    assert t.bets(0) == (2, 7)


def test_looking_at_one_hand_forces_keeping_it_or_folding_it_at_once() -> None:
    t = kept()
    t.turns("look & bet 4", "fold", "look 1")
    assert t.phase == "looked"
    assert t.cards(0, 0) == BEST
    assert t.cards(0, 0, hand=1) == "------"
    assert t.offers(0) == ["keep 1", "keep 2"]
    for text in ("bet 4", "look 2", "fold", "see", "keep none"):
        assert t.refused(0, text) == "brag.not_now"
    t.turns("keep 1")
    assert t.bets(0) == (4, 14)  # open
    assert t.faces(t.table.pack[-3:]) == "2c2d4h"
    assert t.state.seen[t.table.pack[-1]] == 0  # folded unseen

    t = kept()
    t.turns("look & bet 4", "fold", "look 1 & keep 2")
    assert t.bets(0) == (2, 7)  # the other hand is played on, blind
    assert t.cards(0, 0) == "------"
    t.do(0, "look")
    assert t.cards(0, 0) == "2c2d4h"


def test_who_has_two_hands_may_look_at_an_own_turn_only() -> None:
    t = kept()
    assert 0 not in t.also
    assert t.refused(0, "look") == "step.not_yours"


def test_before_a_show_one_of_two_hands_is_chosen_unseen() -> None:
    t = kept()
    t.turns("look & bet 4", "fold", "see")
    assert (t.phase, t.seats) == ("pick", (0,))
    assert t.cards(0, 0) == t.cards(1, 0) == "------"  # no card shows before
    assert t.offers(0) == ["keep 1", "keep 2"]
    t.turns("keep 1")
    assert t.last.awards[0].winners == (0,)
    t = kept()
    t.turns("look & bet 4", "fold", "see", "keep 2")
    assert t.last.awards[0].winners == (1,)


def test_at_most_two_blind_hands_are_before_anybody() -> None:
    """A third blind hand is refused: only one of two goes to the next deal."""
    t = kept()
    t.turns("fold", "fold")
    assert t.phase == "next"  # the holder had not bet
    t = kept()
    t.turns("look & bet 4", "fold", "bet 2", "fold")
    assert t.phase == "keep"
    assert (
        str(t.refusal(0, "keep 3"))
        == "You can keep only one hand, since nobody may play three at once: write keep 1, keep 2 or keep none."
    )
    t.turns("keep 2")
    t.next()
    assert len(t.table.hands[0]) == 2
    assert t.faces(t.table.hands[0][0]) == "2c2d4h"


def test_folding_two_hands_loses_the_carried_pot_to_whoever_wins() -> None:
    t = kept()
    t.turns("look & bet 4", "fold", "fold")
    assert t.table.chips == (96, 99 - 1 + 8, 98)
    assert t.table.holder is None


def test_the_last_deal_carries_nothing() -> None:
    t = met(length=1)
    t.turns("bet 2", "fold", "fold")
    assert t.phase == "over"
    assert t.result.winners == (0,)


def test_who_cannot_pay_another_ante_holds_no_pot() -> None:
    t = Playing(players=3, stacks=(4, 50, 50), ante=2)
    t.deal(BEST, GOOD, POOR)
    t.turns("bet 1", "fold", "fold")
    assert t.phase == "next"
    assert t.table.chips[0] == 8


def test_a_carried_pot_goes_to_its_holder_where_nobody_plays_on() -> None:
    """Source: the game's page, `length`."""
    t = met(length=0)
    t.turns("bet 2", "fold", "fold", "keep 1")
    t.do(0, "play")
    t.do(1, "sit out")
    t.do(2, "sit out")
    assert t.phase == "over"
    assert t.table.chips == (102, 99, 99)
    assert "A takes the carried pot of 5." in t.sentences
    assert t.result.winners == (0,)


def test_a_deal_that_leaves_one_purse_ends_the_game_and_its_carried_pot_goes_to_the_holder() -> None:
    t = Playing(players=2, stacks=(50, 1), rebuy="off", length=0, short="fold")
    t.deal(POOR, BEST)
    t.turns("bet 2", "fold", "keep 1")
    assert t.phase == "over"
    assert t.table.chips == (51, 0)


# --- the pack ---------------------------------------------------------------------------------------------------------


def test_shuffle_every_deal_nothing_is_known_again_but_a_kept_hand_stays() -> None:
    t = kept()
    assert len(t.table.pack) == 52 - 3 - 9
    piles = [pile for hands in t.table.hands for hand in hands for pile in hand]
    assert len(set(piles)) == 12
    assert sorted({*t.table.pack, *piles}) == list(range(52))


def test_when_seen_prial_hands_go_under_the_pack_in_folding_order_and_come_again() -> None:
    """P and the page of Brag: folded hands in folding order, then the loser's, then the winner's, as they lay."""
    t = Playing("pagat", players=4)
    t.deal("AsKd9c", "7s6d5c", "2h2d8s", "QsJdTh")
    rest = t.table.pack
    t.turns("look & bet 2", "fold", "look & bet 2", "fold", "see")
    assert t.faces(t.table.pack) == "--" * len(rest) + "7s6d5c" + "QsJdTh" + "AsKd9c" + "2h2d8s"
    assert t.table.pack[: len(rest)] == rest
    t.next()
    assert t.table.hands[1][0] == rest[0:12:4]
    assert not any(isinstance(event, Shuffled) for event in t.events)
    assert t.cards(2) == "------"


def test_when_seen_prial_cards_once_shown_are_known_when_they_come_again() -> None:
    """P: it is possible to know what cards are in play. Cards that were never shown are known only to their holder."""
    t = Playing("pagat", players=2, pack=range(24))
    t.deal("4c4d6h", "2c3c5d")
    t.turns("look & bet 2", "look & see")
    for _ in range(3):
        t.next()
        t.turns("fold")
    t.next()
    assert list(t.table.playing) == [0, 1]
    assert [t.faces(t.table.hands[seat][0]) for seat in (0, 1)] == ["2c5d4d", "3c4c6h"]  # the loser's hand, then the winner's
    assert [t.cards(seat, None) for seat in (0, 1)] == ["----4d", "--4c6h"]
    assert [t.cards(seat, 1) for seat in (0, 1)] == ["2c5d4d", "3c4c6h"]


@pytest.mark.parametrize(
    ("players", "left", "places", "later"),
    [
        (3, 43, (46, 49, 52), 6),  # "The next deals by A, B, C, A and B consume 45 cards. So on sixth deal, dealt by C, …"
        (6, 34, (40, 46, 52), 3),  # "… the 40th, 46th and 52nd cards, which will be dealt to player A when C becomes the dealer"
    ],
)
def test_when_seen_prial_a_saved_combination_comes_to_player_a(
    players: int, left: int, places: tuple[int, ...], later: int
) -> None:
    """P's example: the bottom cards of the three hands, or of the 2nd, 4th and 6th gathered, when A is about to deal."""
    t = Playing("pagat", players=players)
    bottoms = dict(zip((0, 1, 2) if players == 3 else (1, 3, 5), ("Ks", "Kh", "Kd"), strict=True))
    t.deal(*[f"{seat + 4}c{seat + 4}d{bottoms.get(seat, f'{seat + 4}h')}" for seat in range(players)])
    assert len(t.table.pack) == left == 52 - 3 * players
    t.turns("look & fold", *["fold"] * (players - 2))  # they are gathered from the dealer's left
    assert t.faces([t.table.pack[place - 1] for place in places]) == "KsKhKd"
    for dealer in range(later - 1):
        t.next()
        assert t.table.dealer == dealer % players
        t.turns("look & bet 2", *["fold"] * (players - 1))  # whatever happens next, no card comes between
    t.next()
    assert t.table.dealer == 2
    assert t.cards(0, 0) == ("Ks----" if players == 3 else "------"), "A knows what A has held"
    assert t.faces(t.table.hands[0][0]) == "KsKhKd"
    t.turns(*["fold"] * ((0 - 3) % players))
    t.do(0, "bet 1")
    assert t.table.bet_blind[0], "and can confidently bet blind"


def test_when_seen_prial_who_folds_in_another_order_sends_the_cards_elsewhere() -> None:
    """With six players only the 2nd, 4th and 6th hands gathered come to A: here A bets, and B's hand is gathered first."""
    t = Playing("pagat", players=6)
    t.deal("4c4d4h", "5c5dKs", "6c6d6h", "7c7dKh", "8c8d8h", "9c9dKd")
    t.turns("look & bet 2", *["fold"] * 5)
    for _ in range(2):
        t.next()
        t.turns(*["fold"] * 5)
    t.next()
    assert [t.faces(t.table.hands[seat][0]) for seat in (0, 3)] == ["6h8h4h", "KsKhKd"]


@pytest.mark.parametrize(
    ("moves", "shuffled"),
    [
        (("look & bet 2", "fold", "look & see"), True),  # a prial wins and shows
        (("look & bet 2", "fold", "fold"), False),  # it wins and isn't shown
    ],
)
def test_when_seen_prial_only_a_prial_that_wins_and_is_shown_has_the_pack_shuffled(
    moves: tuple[str, ...], shuffled: bool
) -> None:
    t = Playing("pagat", players=3)
    t.deal(BEST, GOOD, POOR)
    t.turns(*moves)
    t.all("play")
    assert any(isinstance(event, Shuffled) for event in t.events) == shuffled
    assert (t.table.pack == tuple(range(52))) == shuffled
    assert (len(t.node.draw.pool) == 52) == shuffled


def test_when_seen_prial_a_prial_that_loses_is_no_reason() -> None:
    t = Playing("pagat", players=2)
    t.deal(BEST, "3c3d3h")
    t.turns("look & bet 2", "look & see")
    assert t.last.prial
    t = Playing("pagat", players=2)
    t.deal("3c3d3h", BEST)
    t.turns("look & bet 2", "look & see")
    assert t.last.shown == (0,)
    assert t.last.prial


def test_bottom_card_shown_is_the_last_of_the_pack_then_of_what_is_folded() -> None:
    t = Playing(players=3, bottom_card="shown")
    t.deal(BEST, GOOD, POOR, bottom="Jh")
    assert t.cards(0) == "------"
    assert t.state.piles[t.table.pack[-1]] == (38,)
    assert t.state.seen[t.table.pack[-1]] == -1
    t.turns("look & fold")
    assert t.cards(0, 1) == "----" + BEST[-2:]


def test_bottom_card_hidden_shows_nothing() -> None:
    t = met()
    t.turns("look & fold")
    assert t.cards(0, 1) == "------"
    assert all(seen in (0, 1) for seen in t.state.seen)


def test_bottom_card_shown_hands_that_are_not_folded_go_under_the_pack_unseen() -> None:
    """This test found that all saw the last card of a winner who needn't show, and of a payer who lost."""
    t = Playing(players=2, bottom_card="shown")
    t.deal(POOR, BEST, bottom="Jh")
    t.turns("look & fold")
    assert t.cards(1, None) == "------"
    assert t.cards(0, None) == "----" + POOR[-2:]
    t = Playing(players=2, bottom_card="shown")
    t.deal(BEST, POOR, bottom="Jh")
    t.turns("look & bet 2", "look & see")
    assert t.cards(1, None) == "------"


def test_bottom_card_shown_of_two_folded_hands_one_card_shows() -> None:
    """The page of Brag: one card shows. The hand that is folded first is under the other."""
    t = Playing(players=2, bottom_card="shown")
    t.deal("", "", bottom="Jh")
    t.turns("bet 1", "fold", "keep 1")
    t.next()
    t.turns(*["bet 1"] * (t.seats[0] != 0), "fold")
    assert [t.cards(0, None, hand=hand).count("--") for hand in (0, 1)] == [3, 2]


# --- dealer's choice --------------------------------------------------------------------------------------------------


def choosing(deals: int = 3, players: int = 2, **given: Any) -> Playing:
    """A table after this many deals; all play on."""
    t = Playing(players=players, dealers_choice="on", **given)
    for _ in range(deals):
        t.deal()
        t.turns(*["fold"] * (players - 1))
        t.all("play")
    return t


def test_dealers_choice_after_one_more_deal_than_there_are_players() -> None:
    assert choosing(2).phase == "deal"
    t = choosing(3)
    assert (t.phase, t.seats) == ("choose", (t.table.dealer,))
    assert choosing(3, players=3).phase == "deal"
    assert choosing(4, players=3).phase == "choose"
    assert Playing(players=2).table.phase == "deal"


def test_dealers_choice_sets_cards_wild_cards_and_blind_for_as_many_deals() -> None:
    t = choosing()
    t.turns("choose 4 cards, twos wild, no blind")
    for _ in range(3):
        assert t.phase == "deal"
        t.deal()
        assert [len(hand) for hands in t.table.hands for hand in hands] == [4, 4]
        assert t.table.open == (True, True)
        for seat in (0, 1):
            t.do(seat, t.offers(seat)[0])
        t.turns("fold")
        t.all("play")
    assert t.phase == "choose"


def test_dealers_choice_wild_cards_are_wild() -> None:
    t = choosing()
    t.turns("choose 3 cards, black jacks wild, blind")
    t.deal("JsJc2d", "AsAhAd") if t.table.dealer else t.deal("AsAhAd", "JsJc2d")
    t.turns("look & bet 2", "look & see")
    assert "prial of aces" in " ".join(t.said)
    assert t.game.ranking(t.table).wild == frozenset({36, 39})


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("choose 6 cards, twos wild, blind", "brag.choose_cards"),
        ("fold", "brag.not_now"),
        ("bet 1", "brag.not_now"),
    ],
)
def test_dealers_choice_of_what_is_not_offered_is_refused(text: str, code: str) -> None:
    t = choosing()
    assert t.refused(t.seats[0], text) == code


@pytest.mark.parametrize(
    ("named", "wild"),
    [("fours", "fours"), ("red 10s, Jh", "red tens, jack of hearts"), ("7s, 2d", "2d7s"), ("A, J, 9s", "braggers")],
)
def test_dealers_choice_any_ranks_and_cards_may_be_wild(named: str, wild: str) -> None:
    """P: the dealer names the wild cards. Once only five sets of them could be chosen."""
    t = choosing()
    t.turns(f"choose 3 cards, {named} wild, blind")
    assert t.table.form.wild == wild_text(named)
    assert wild_cards(t.table.form.wild) == wild_cards(wild)


def test_dealers_choice_of_wild_cards_that_nobody_could_write_is_refused() -> None:
    t = choosing()
    for wild in ("unicorns", "Fours", "4s"):
        refusal = t.choices(t.seats[0]).why_not(Choose(3, wild, blind=True))
        assert refusal is not None
        assert refusal.code == "brag.choose_wild"


def test_dealers_choice_waits_while_a_hand_is_kept_but_not_for_a_carried_pot_alone() -> None:
    """The page of Brag: only while no hand is kept. This test found that a carried pot without a hand delayed it too."""
    for keep, phase in (("keep 1", "deal"), ("keep none", "choose")):
        t = choosing(2)
        t.deal()
        t.turns("bet 1", "fold", keep)
        t.all("play")
        assert t.phase == phase


def test_dealers_choice_leaves_cards_for_those_who_sit_out_now() -> None:
    """The page of Brag: more than eight play with three cards only; players who sit out may be back before the choice is over."""
    t = choosing(10, players=9)
    assert t.refused(t.seats[0], "choose 5 cards, twos wild, no blind") == "brag.choose_cards"
    t = Playing(players=9, dealers_choice="on")
    t.deal()
    t.turns(*["fold"] * 8)
    for seat in range(9):
        t.do(seat, "sit out" if seat in (1, 2, 3) else "play")
    while t.phase != "choose":
        t.deal()
        t.turns(*["fold"] * 5)
        t.all("play")
    assert t.refused(t.seats[0], "choose 4 cards, twos wild, no blind") == "brag.choose_cards"


def test_dealers_choice_off_nobody_chooses() -> None:
    t = Playing(players=2)
    for _ in range(6):
        t.deal()
        t.turns("fold")
        t.all("play")
        assert t.phase == "deal"


# --- money ------------------------------------------------------------------------------------------------------------


def test_ante_and_purse() -> None:
    t = met(ante=5, purse=40)
    assert t.table.chips == (35, 35, 35)
    assert t.pot == 15


def test_rebuy_between_deals() -> None:
    t = met(purse=10)
    assert t.refused(0, "rebuy") == "brag.rebuy_between"
    t.turns("look & bet 2", "look & bet 2", "fold", "fold")
    assert str(t.refusal(1, "rebuy")) == "You have 14 chips: you may buy in again once you have less than 10."
    t.do(0, "rebuy")
    t.do(1, "play")
    t.do(2, "sit out")
    assert t.table.chips == (17, 14, 9)
    assert t.table.bought == (20, 10, 10)


def test_rebuy_any_time_at_ones_own_turn_and_in_any_number() -> None:
    """P: players are free to introduce more money at any time. It was once refused at a player's own turn."""
    t = met(purse=10, rebuy="any_time")
    t.do(1, "rebuy")
    t.do(0, "rebuy 30", "look")
    assert t.table.chips == (39, 19, 9)
    assert "A buys 30 more." in t.said
    assert t.seats == (0,), "it is still the same player's turn"
    t.turns("bet 10", "rebuy 1 & fold")
    t.do(0, "rebuy 5")  # with more chips than a purse
    assert t.table.bought == (45, 21, 10)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("rebuy 0", "You can't buy 0: buy at least 1 and at most 1,000,000 at a time."),
        ("rebuy 1000001", "You can't buy 1000001: buy at least 1 and at most 1,000,000 at a time."),
    ],
)
def test_rebuy_of_a_number_that_nobody_sells_is_refused(text: str, says: str) -> None:
    t = met(rebuy="any_time")
    assert str(t.refusal(0, text)) == says


def test_rebuy_of_so_many_chips_is_for_houses_that_sell_at_any_time() -> None:
    t = met(purse=10)
    t.turns("look & bet 2", "fold", "fold")
    assert str(t.refusal(1, "rebuy 5")) == "Under these rules you buy a whole purse: write rebuy."
    assert t.refused(0, "rebuy 5") == "brag.rebuy_full"
    t = met(purse=10, ante=5, rebuy="any_time")
    t.turns("look & bet 5", "fold", "fold")
    t = Playing(players=2, stacks=(6, 6), ante=5, rebuy="any_time", purse=6)
    t.deal(BEST, POOR)
    t.turns("look & bet 1", "look & bet 1")
    assert str(t.refusal(1, "rebuy 4")) == "4 more isn't enough: the ante is 5, and you have 0."
    t.do(1, "rebuy 5")


def test_rebuy_any_time_not_by_a_player_who_has_covered_until_that_pot_is_settled() -> None:
    """Decided. Version 1 of the game sold chips to such players too."""
    t = Playing(players=3, stacks=(50, 4, 50), rebuy="any_time")
    t.deal(BEST, GOOD, POOR)
    t.turns("look & bet 6", "look & bet 3")
    said = "You have covered a pot: you can buy chips again when it is settled."
    assert 1 not in t.also
    assert [str(t.choices(1).why_not(t.game.read(text))) for text in ("rebuy", "rebuy 9")] == [said, said]
    t.turns("look & fold")
    assert t.phase == "next"
    t.do(1, "rebuy 9")


def test_rebuy_any_time_who_is_out_of_chips_buys_in_or_covers_at_the_next_turn() -> None:
    """After a full bet of the last chip: at the next turn the newest pot is covered, unless chips are bought (decided)."""
    for text, covered, chips in (("bet 0", (0,), 0), ("rebuy 30", (), 30)):
        t = Playing(players=3, stacks=(9, 50, 50), rebuy="any_time")
        t.deal(BEST, GOOD, POOR)
        t.turns("look & bet 8", "look & bet 8", "look & bet 8")
        assert (t.seats, t.bets(0)) == ((0,), (0, 0))
        t.turns(text)
        assert (t.table.covered, t.table.chips[0]) == (covered, chips)
    assert t.bets(0) == (8, 18)


def test_rebuy_off_one_purse_each_and_who_has_none_is_out() -> None:
    t = Playing(players=3, stacks=(50, 3, 50), rebuy="off")
    t.deal(BEST, GOOD, POOR)
    t.turns("look & bet 2", "look & bet 2", "look & fold", "bet 2")
    assert t.table.sitting_out == (1,)
    assert list(t.seats) == [0, 2]
    assert "B has no chips left for an ante." in t.said
    t.next()
    assert list(t.table.playing) == [2, 0]


def test_who_has_no_ante_buys_or_sits_out() -> None:
    t = Playing(players=3, stacks=(50, 3, 50))
    t.deal(BEST, GOOD, POOR)
    t.turns("look & bet 2", "look & bet 2", "look & fold", "bet 2")
    assert t.offers(1) == ["rebuy", "sit out"]
    assert str(t.refusal(1, "play")) == "The ante is 1, and you have 0: buy in again or sit out."


def test_sitting_out_and_coming_back() -> None:
    t = met()
    t.turns("fold", "fold")
    t.do(0, "play")
    t.do(1, "sit out")
    t.do(2, "play")
    t.deal()
    assert t.table.dealer == 0
    assert list(t.table.playing) == [2, 0]
    assert list(t.also) == [0, 1]  # one player may look, another may come back
    t.do(1, "play")
    t.turns("fold")
    assert list(t.seats) == [0, 1, 2]
    t.next()
    assert list(t.table.playing) == [2, 0, 1]
    assert t.table.dealer == 1


def test_the_deal_goes_to_the_left_past_those_who_sit_out() -> None:
    t = met(4)
    t.turns("fold", "fold", "fold")
    for seat, word in enumerate(("sit out", "play", "play", "play")):
        t.do(seat, word)
    assert t.table.dealer == 1


def test_length_deals_then_the_game_is_over() -> None:
    t = met(length=2)
    t.turns("look & bet 2", "fold", "fold")
    t.next()
    t.turns("fold", "fold")
    assert t.phase == "over"
    assert t.result.scores == t.table.chips
    assert sum(t.result.ledger) == 0


def test_length_zero_goes_on() -> None:
    t = Playing(players=2, length=0)
    for _ in range(25):
        t.deal()
        t.turns("fold")
        t.all("play")
    assert t.phase == "deal"


def test_length_zero_until_one_purse_is_left() -> None:
    t = Playing(players=2, length=0, rebuy="off", purse=3)
    t.deal(BEST, POOR)
    t.turns("look & bet 1", "look & bet 2", "bet 1")
    assert t.phase == "over"
    assert t.result.ledger == (3, -3)


# --- ranks ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "one", "two", "winner"),
    [
        ({"top_prial": "threes"}, "3s3h3d", "AsAhAd", 0),
        ({"top_prial": "aces"}, "3s3h3d", "AsAhAd", 1),
        ({"top_run": "ace_two_three"}, "As2h3d", "AhKdQs", 0),
        ({"top_run": "ace_king_queen"}, "As2h3d", "AhKdQs", 1),
        ({"wild_cards": ""}, "2s7h7d", "8s8h3d", 1),
        ({"wild_cards": "twos"}, "2s7h7d", "8s8h3d", 0),
        ({"wild_cards": "twos"}, "2s8h7d", "8s7c6d", 0),  # W-8-7 beats 8-7-6 …
        ({"wild_cards": "twos"}, "8s2h6d", "8h7c6c", 1),  # … beats 8-W-6
        ({"wild_cards": "twos"}, "KsKh2d", "Kc2h2s", 0),  # K-K-W beats K-W-W …
        ({"wild_cards": "twos"}, "Kc2h2s", "QsQhQd", 0),  # … beats Q-Q-Q
        ({"wild_cards": "one-eyed jacks"}, "JsAhAd", "KsKhKd", 0),
    ],
)
def test_ranking_options(given: dict[str, Any], one: str, two: str, winner: int) -> None:
    """The order of hands."""
    t = Playing(players=2, **given)
    t.deal(one, two)
    t.turns("look & bet 2", "look & see")
    assert t.last.awards[0].winners == (winner,)
