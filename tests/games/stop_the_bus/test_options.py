"""Every option of Stop the Bus, and the other rules on the game's page; letters are its sources."""

import pytest

from prial.core.game import Chance, Decision, Over, view
from prial.core.step import step
from prial.errors import Refusal, RulesError
from prial.games.stop_the_bus.rules import SCHEMA
from tests.games.stop_the_bus.table import Playing

WEAK, PAIR, FLUSH, RUN = "9c5d2h", "8s8d3c", "KhTh4h", "7c6d5s"


# --- the game ---------------------------------------------------------------------------------------------------------


def test_a_turn_takes_one_card_and_puts_one_in_its_place() -> None:
    """ "They draw one card from the three face up … then choose one card to discard, face up, replacing the card". Source: D."""
    t = Playing(players=2).deal("AsKd2c", middle="9h2s3d").do("take 2s put 2c")
    assert t.hand(0) == "AsKd2s"
    assert t.middle == "9h2c3d"  # in its place
    assert t.table.seat == 1
    assert t.sentences == ["A takes 2s and puts 2c down."]


def test_nobody_passes() -> None:
    """ "never passes". Source: the page of Stop the Bus."""
    t = Playing(players=2).deal()
    assert all(text.startswith("take") for text in t.offered())


def test_turns_go_to_the_left_from_the_dealers_left() -> None:
    """ "The player to the dealer's left goes first"; players who are out are skipped. Source: D."""
    t = Playing(players=4, dealer=1, scores=(1, 2, 0, 3)).deal()
    order = []
    for _ in range(6):
        order.append(t.table.seat)
        t.keep()
    assert order == [3, 0, 1, 3, 0, 1]


def test_after_the_call_every_other_player_has_exactly_one_more_turn() -> None:
    """ "Each of their opponents then takes one more turn. When the turn reaches the player who called … ". Source: D."""
    t = Playing(players=4).deal(PAIR, RUN, FLUSH, WEAK).keep().keep(stop=True)
    turns = []
    while t.table.last is None:
        turns.append(t.table.seat)
        t.keep()
    assert turns == [2, 3, 0]
    assert t.last.worst == (3,)


def test_the_worst_hand_pays_a_token() -> None:
    """ "Whichever player has the worst Brag hand surrenders one token". Source: D."""
    t = Playing(players=3).deal(PAIR, WEAK, RUN).ride()
    assert t.last.paid == (0, 1, 0)
    assert t.table.scores == (3, 2, 3)
    assert t.sentences[-2:] == ["B pays a token.", "Tokens: A 3 · B 2 · C 3."]


def test_who_stopped_the_bus_may_be_the_one_who_pays() -> None:
    """The call wins nothing by itself. Source: D."""
    t = Playing(players=3).deal(WEAK, PAIR, RUN).ride()
    assert t.table.stopped == 0
    assert t.last.worst == (0,)


def test_all_hands_are_shown_at_the_end_and_none_before() -> None:
    """ "All players then turn their hand face up". Source: D."""
    t = Playing(players=3).deal(PAIR, WEAK, RUN).keep()
    assert [seen.count(-1) for seen in (view(t.state, None).piles[pile] for pile in t.table.hands)] == [3, 3, 3]
    t.ride()
    assert view(t.state, None).piles == t.state.piles


def test_the_deal_passes_to_the_left_over_those_who_are_out() -> None:
    """ "the deal passes to the left … players dropping out whenever they run out of tokens". Source: D."""
    t = Playing(players=4, dealer=3, scores=(1, 2, 3, 3)).deal(WEAK, PAIR, RUN, FLUSH).ride()
    assert t.last.out == (0,)
    assert t.table.dealer == 1
    assert t.table.playing == (1, 2, 3)
    t.deal("", WEAK, PAIR, RUN)
    assert t.table.hands[0] == -1
    assert t.state.piles[0] == ()


def test_the_last_one_in_wins() -> None:
    """ "The last player with at least one remaining token wins the game". Source: D."""
    t = Playing(players=3, scores=(2, 1, 0)).deal(PAIR, WEAK).ride()
    assert t.result.winners == (0,)
    assert t.result.scores == (2, 0, 0)
    assert t.result.ledger == (0, 0, 0)
    assert t.sentences[-1] == "The game is over: A won."


def test_all_losing_their_last_token_together_play_the_deal_again() -> None:
    """ "those tokens come back and the deal is played again": by the same dealer. Source: the page of Stop the Bus; decided."""
    t = Playing(players=3, dealer=2, scores=(1, 1, 0)).deal("AsKd9c", "AhKc9d").ride()
    assert t.last.again
    assert t.table.scores == (1, 1, 0)
    assert t.table.dealer == 2
    assert isinstance(t.game.node(t.state), Chance)
    assert "That would have been everybody's last token: all keep theirs, and C deals again." in t.sentences
    t.deal(PAIR, WEAK).ride()
    assert t.result.winners == (0,)


def test_level_worst_hands_with_tokens_left_all_lose_one() -> None:
    """Not all lose their last token here, so both pay: one is out, the other isn't. Source: the page of Stop the Bus."""
    t = Playing(players=2, scores=(1, 2)).deal("AsKd9c", "AhKc9d").ride()
    assert not t.last.again
    assert t.result.winners == (1,)


# --- the call ---------------------------------------------------------------------------------------------------------


def test_the_call_goes_with_the_exchange() -> None:
    """ "A player who has just done so may call". Source: the page of Stop the Bus; D."""
    t = Playing(players=2).deal(PAIR, middle="8h2s3d").do("take 8h put 3c stop the bus")
    assert t.table.stopped == 0
    assert t.sentences[-1] == "A calls: stop the bus! Every other player has one more turn."


def test_the_call_may_come_while_the_next_player_thinks() -> None:
    """Until the next player has exchanged; it doesn't change the decision. Source: the page of Stop the Bus; decided."""
    t = Playing(players=3).deal(PAIR, RUN, WEAK).keep()
    before = t.game.node(t.state)
    assert isinstance(before, Decision)
    assert before.also == (0,)
    assert t.offered(0) == ["stop the bus"]
    t.call(0)
    after = t.game.node(t.state)
    assert isinstance(after, Decision)
    assert (after.key, after.seats, after.also) == (before.key, before.seats, ())
    t.keep().keep()
    assert t.last.worst == (2,)


def test_the_call_is_too_late_when_the_next_has_exchanged() -> None:
    """Source: the page of Stop the Bus; decided."""
    t = Playing(players=3).deal().keep().keep()
    assert t.refused("stop the bus", 0) == "step.not_yours"
    assert t.offered(1) == ["stop the bus"]


def test_the_bus_is_not_stopped_before_the_exchange() -> None:
    """ "A player who has just done so may call". Source: the page of Stop the Bus; D."""
    t = Playing(players=3).deal().keep()
    assert t.refused("stop the bus") == "stop_the_bus.exchange_first"


def test_the_bus_is_stopped_once() -> None:
    """Each of the others has one more turn but can't call. Source: D."""
    t = Playing(players=3).deal(middle="2c3c4c").keep(stop=True)
    assert t.refused("take 2c put 2c stop the bus") == "stop_the_bus.stopped_already"
    assert not [text for text in t.offered() if "stop" in text]
    t.keep()
    assert t.refused("stop the bus", 1) == "step.not_yours"


@pytest.mark.parametrize("preset", ["denexa", "pub"])
def test_the_last_turn_may_use_what_the_caller_put_down(preset: str) -> None:
    """The middle is open to everybody. Source: D."""
    t = Playing(preset, players=2, first_call="any_turn").deal(PAIR, "8h5d2h", middle="AsKdQc").do("take As put 8s stop the bus")
    t.do("take 8s put 5d")
    assert t.hand(1) == "8s8h2h"


# --- the options ------------------------------------------------------------------------------------------------------


def test_players() -> None:
    """ "two to six players". Source: D."""
    for players in (2, 6):
        t = Playing(players=players).deal().ride()
        assert len(t.last.paid) == players
    for players in (1, 7):
        with pytest.raises(RulesError, match="2 to 6"):
            SCHEMA.make({"players": players})


@pytest.mark.parametrize("tokens", [1, 3, 20])
def test_tokens(tokens: int) -> None:
    """ "an equal number of tokens". Source: D."""
    t = Playing(players=3, tokens=tokens)
    assert t.table.scores == (tokens,) * 3
    t.deal(PAIR, WEAK, RUN).ride()
    assert t.table.scores == (tokens, tokens - 1, tokens)


def test_exchange_one() -> None:
    """One card, never three. Source: D."""
    t = Playing(exchange="one", players=2).deal()
    assert t.refused("take all") == "stop_the_bus.one_at_a_time"
    assert len(t.offered()) == 2 * 3 * 4


def test_exchange_one_or_three() -> None:
    """All three cards may be swapped for the three in the middle, never two. Source: +."""
    t = Playing(exchange="one_or_three", players=2).deal(WEAK, middle="AsKdQc")
    assert t.offered().count("take all") == 1
    t.do("take all stop the bus")
    assert t.hand(0) == "AsKdQc"
    assert {t.middle[at : at + 2] for at in (0, 2, 4)} == {"9c", "5d", "2h"}
    assert t.table.known[0] == t.state.piles[0]
    assert t.sentences[0] == "A exchanges all three cards, taking AsKdQc and leaving 9c5d2h."


def test_put_back_allowed() -> None:
    """The card just taken may be put down, so that nothing changes. Source: D read literally."""
    t = Playing(put_back="allowed", players=2).deal(PAIR, middle="AsKdQc")
    before = t.state.piles
    t.do("take Kd put Kd")
    assert t.state.piles == before
    assert t.sentences == ["A takes Kd, then puts it back."]
    assert [(each.seat, each.take, each.put) for each in t.table.exchanges] == [(0, (45,), (45,))]


def test_put_back_forbidden() -> None:
    """One of the three cards held before must be put down. Source: +."""
    t = Playing(put_back="forbidden", players=2).deal(PAIR, middle="AsKdQc")
    assert t.refused("take Kd put Kd") == "stop_the_bus.no_putting_back"
    assert len(t.offered()) == 2 * 3 * 3


def test_first_call_any_turn() -> None:
    """A call may come with the very first exchange. Source: D."""
    t = Playing(first_call="any_turn").deal().keep(stop=True)
    assert t.table.stopped == 0


def test_first_call_after_first_round() -> None:
    """From the turn of the last player of the first round on; a turn before it allows no late call. Source: +."""
    t = Playing(first_call="after_first_round", players=3).deal(middle="2c3c4c")
    for _ in range(2):
        assert t.refused("take 2c put 2c stop the bus") == "stop_the_bus.first_round"
        t.keep()
        node = t.game.node(t.state)
        assert isinstance(node, Decision)
        assert node.also == ()
    t.keep(stop=True)
    assert t.table.stopped == 2


def test_first_call_after_first_round_counts_those_still_in() -> None:
    """Source: +."""
    t = Playing(first_call="after_first_round", players=4, scores=(1, 0, 1, 0)).deal().keep()
    assert t.keep().call(2).table.stopped == 2


def test_max_turns() -> None:
    """ "200 turns a deal, all seats counted, then the hands are shown as if stopped". Source: decided."""
    assert SCHEMA.make().max_turns == 200
    t = Playing(max_turns=7, players=3).deal(PAIR, WEAK, RUN)
    for turn in range(1, 7):
        assert t.table.turn == turn
        t.keep()
    assert t.table.last is None
    t.keep()
    assert t.last.paid == (0, 1, 0)
    assert t.sentences[1] == "After 7 turns nobody has stopped the bus, so it stops by itself."


def test_max_turns_leaves_the_others_the_turn_that_a_call_gives_them() -> None:
    """After a call the deal is played to its end, even if the call comes at the last turn. Source: decided."""
    t = Playing(max_turns=6, players=3).deal()
    for _ in range(5):
        t.keep()
    t.keep(stop=True).keep()
    assert t.table.last is None
    assert t.keep().last.paid


def test_worst_tie_all_pay() -> None:
    """Each holder of the worst hand pays. Source: +."""
    t = Playing(worst_tie="all_pay", players=3).deal("AsKd9c", "AhKc9d", PAIR).ride()
    assert t.last.worst == (0, 1)
    assert t.table.scores == (2, 2, 3)


def test_worst_tie_nobody_pays() -> None:
    """Source: decided."""
    t = Playing(worst_tie="nobody_pays", players=3).deal("AsKd9c", "AhKc9d", PAIR).ride()
    assert t.last.paid == (0, 0, 0)
    assert "The worst hands are level (ace high), and nobody pays." in t.sentences
    assert t.table.dealer == 0  # the deal is counted


def test_prial_call_off() -> None:
    """A prial counts like any other hand. Source: D."""
    t = Playing(prial_call="off", players=3).deal("KsKdKc", WEAK, RUN).ride()
    assert t.last.paid == (0, 1, 0)
    assert t.last.prial is None


def test_prial_call_costs_more() -> None:
    """ "instead of the ordinary payment … every other player pay one". Source: +."""
    t = Playing(prial_call="costs_more", players=3).deal(RUN, "KsKdKc", WEAK).ride()
    assert t.last.prial == 1
    assert t.last.paid == (1, 0, 1)
    assert "B has a prial, so every other player pays." in t.sentences


@pytest.mark.parametrize(("top_prial", "hand"), [("threes", "3s3h3d"), ("aces", "AsAdAc")])
def test_prial_call_costs_more_two_for_the_top_prial_as_far_as_they_have_them(top_prial: str, hand: str) -> None:
    """ "the top prial two, as far as they have them". Source: +."""
    t = Playing(prial_call="costs_more", top_prial=top_prial, players=4, scores=(3, 1, 2, 1)).deal(RUN, WEAK, PAIR, hand).ride()
    assert t.last.paid == (2, 1, 2, 0)
    assert t.table.scores == (1, 0, 0, 1)
    assert t.last.out == (1, 2)
    assert {"D has the top prial, so every other player pays two.", "A pays 2 tokens.", "B pays a token."} <= set(t.sentences)


def test_prial_call_costs_more_the_best_of_several_counts() -> None:
    """The holder of a lesser prial pays like the others. Source: decided."""
    t = Playing(prial_call="costs_more", players=3).deal("KsKdKc", "QsQdQc", WEAK).ride()
    assert t.last.paid == (0, 1, 1)


def test_prial_call_costs_more_whoever_stopped_the_bus() -> None:
    """ "a prial at the end", not only the caller's; without one, the worst hand pays. Source: +; decided."""
    t = Playing(prial_call="costs_more", players=3).deal(RUN, PAIR, "2s2d2c").ride()
    assert t.table.stopped == 0
    assert t.last.prial == 2
    t.deal(RUN, WEAK, PAIR).ride()
    assert t.last.paid == (0, 1, 0)


def test_prial_call_costs_more_leaves_its_holder_in() -> None:
    """The deal is never played again, since somebody is left. Source: decided."""
    t = Playing(prial_call="costs_more", players=3, scores=(1, 1, 1)).deal(RUN, PAIR, "2s2d2c").ride()
    assert not t.last.again
    assert t.result.winners == (2,)


@pytest.mark.parametrize(("top_prial", "pays"), [("threes", 1), ("aces", 0)])
def test_top_prial(top_prial: str, pays: int) -> None:
    """Threes above aces, or in their ordinary place. Source: P B W; W, G."""
    t = Playing(top_prial=top_prial, players=2).deal("3s3d3c", "AsAdAc").ride()
    assert t.last.worst == (pays,)


@pytest.mark.parametrize(("top_run", "pays"), [("ace_two_three", 1), ("ace_king_queen", 0)])
def test_top_run(top_run: str, pays: int) -> None:
    """A-2-3 above A-K-Q, or below. Source: all; Teen Patti."""
    t = Playing(top_run=top_run, players=2).deal("As3d2c", "AdKcQs").ride()
    assert t.last.worst == (pays,)


# --- what everybody knows ---------------------------------------------------------------------------------------------


def test_a_taken_card_is_known_to_all_until_it_is_put_down() -> None:
    """ "The middle and every exchange are public". Source: the page of Stop the Bus."""
    t = Playing(players=2).deal("AsKd2c", "QsQd3c", middle="9h2s3d")
    t.do("take 9h put 2c", "take 2c put 3c", "take 3c put 9h")
    assert [[*map(str, cards)] for cards in t.table.known] == [["4"], ["0"]]
    assert [(each.seat, len(each.take)) for each in t.table.exchanges] == [(0, 1), (1, 1), (0, 1)]
    t.do("take 9h put 9h")
    assert [[*map(str, cards)] for cards in t.table.known] == [["4"], ["0"]]


def test_a_card_that_its_holder_had_all_along_is_not_known_when_it_comes_back() -> None:
    """A player who puts a card down and takes it back has shown it. Source: the page of Stop the Bus."""
    t = Playing(players=2).deal("AsKd2c", "QsQd3c", middle="9h2s3d")
    t.do("take 9h put As", "take 2s put 2s", "take As put 9h")
    assert t.table.known[0] == t.state.piles[0][:1]


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("take As put 8s", "stop_the_bus.not_in_middle"),
        ("take 9h put Ah", "stop_the_bus.not_in_hand"),
        ("take 9h put 2s", "stop_the_bus.not_in_hand"),
        ("take 8s put 9h", "stop_the_bus.not_in_middle"),
        ("take all", "stop_the_bus.one_at_a_time"),
    ],
)
def test_what_is_refused(text: str, code: str) -> None:
    """Cards that aren't there, or that the player doesn't have. Source: the game's page."""
    t = Playing(players=2).deal(PAIR, middle="9h2s3d")
    assert t.refused(text) == code


def test_a_refusal_names_the_card_and_what_would_be_allowed() -> None:
    """Source: the game's page."""
    t = Playing(players=2).deal(PAIR, middle="9h2s3d")
    said = [str(t.game.choices(view(t.state, 0)).why_not(t.game.read(text))) for text in ("take Ac put 8s", "take 9h put Ac")]
    assert said == ["Ac isn't in the middle; 9h 2s 3d are.", "Ac isn't in your hand; you hold 8s 8d 3c."]


def test_out_of_turn() -> None:
    """Source: the game's page."""
    t = Playing(players=3).deal(middle="2c3c4c")
    assert t.refused("take 2c put 2c", 1) == "step.not_yours"
    t.keep()
    assert t.refused("take 2c put 2c", 0) == "stop_the_bus.only_call"


def test_nobody_moves_when_the_game_is_over() -> None:
    """Source: the game's page."""
    t = Playing(players=2, scores=(1, 1)).deal(PAIR, WEAK).ride()
    assert isinstance(t.game.node(t.state), Over)
    assert isinstance(step(t.game, t.state, {}, 0, t.game.read("stop the bus")), Refusal)
    assert t.offered(0) == []


def test_a_game_broken_off_is_won_by_nobody() -> None:
    """Tokens stand as they are. Source: the game's page; decided."""
    t = Playing(players=3).deal(PAIR, WEAK, RUN).ride().deal()
    stopped = t.game.stop(t.state)
    assert (stopped.winners, stopped.scores, stopped.ledger) == ((), (3, 2, 3), (0, 0, 0))


def test_people_may_look_at_a_deal_that_is_over_before_the_next_comes() -> None:
    t = Playing(players=2)
    first = t.game.node(t.state)
    t.deal(PAIR, WEAK).ride()
    second = t.game.node(t.state)
    assert isinstance(first, Chance)
    assert isinstance(second, Chance)
    assert (first.rest, second.rest) == (False, True)
