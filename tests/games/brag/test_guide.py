"""The data that a board gets: possible bets and actions, and the worth of the player's cards."""

from random import Random
from typing import Any

import msgspec
import pytest

from prial.core.game import view
from prial.core.session import Session
from prial.errors import Refusal
from prial.games.brag import KIND, SCHEMA, Bet, BragGame, Word
from prial.games.brag.guide import guide, summary
from prial.games.brag.story import story
from tests.campaigns import sizes
from tests.games.brag.table import Playing


def told(t: Playing, seat: int) -> Any:
    """The data as it is sent."""
    found = guide(t.game, view(t.state, seat))
    assert found is not None
    return msgspec.json.decode(msgspec.json.encode(found))


def test_whoever_may_do_nothing_is_told_nothing() -> None:
    t = Playing(players=3)
    assert guide(t.game, view(t.state, 0)) is None
    t.deal()
    t.turns("look & bet 2", "bet 1")
    assert guide(t.game, view(t.state, 0)) is None


def test_at_ones_turn_one_is_told_what_may_be_bet_and_why_not() -> None:
    t = Playing(players=3, stacks=(50, 8, 50))
    t.deal("AsKd9c", "QsQd4h", "8s7c2h")
    first = told(t, 0)
    assert first["bet"] == {"least": 1, "most": 5, "blind": True, "covers": None, "asks": None, "borrows_above": None}
    assert first["actions"] == ["fold", "look", "propose"]
    assert (first["see"], first["why_not_see"]) == (None, "You can see another player only when two are left; 3 still bet.")
    assert first["hands"] == [None]
    t.turns("look & bet 4")
    second = told(t, 1)
    assert (second["bet"]["least"], second["bet"]["most"], second["bet"]["covers"]) == (2, 7, None)
    t.do(1, "look")
    assert told(t, 1)["hands"] == [{"cards": "QsQd4h", "best": "QsQd4h", "label": "pair of queens"}]
    t.turns("fold", "look")
    last = told(t, 2)
    assert (last["see"], last["why_not_see"]) == (8, None)
    assert "see" in last["actions"]


def test_where_any_number_of_chips_is_sold_one_is_told_how_many() -> None:
    t = Playing(players=3, rebuy="any_time", ante=5, stacks=(50, 7, 50))
    t.deal("AsKd9c", "QsQd4h", "8s7c2h")
    assert told(t, 0)["buy"] == {"least": 1, "most": 1_000_000, "usual": 100}
    t.turns("bet 1", "fold", "fold")
    t.do(0, "keep none")
    assert told(t, 1)["buy"] == {"least": 3, "most": 1_000_000, "usual": 100}, "an ante is needed"


def test_a_purse_is_no_number_of_chips() -> None:
    t = Playing(players=3, stacks=(50, 7, 50))
    t.deal("AsKd9c", "QsQd4h", "8s7c2h")
    t.turns("bet 1", "fold", "fold")
    t.do(0, "keep none")
    assert "rebuy" in told(t, 1)["actions"]
    assert told(t, 1)["buy"] is None


def test_meanwhile_one_is_told_what_may_be_done_meanwhile() -> None:
    t = Playing(players=3)
    t.deal()
    meanwhile = told(t, 2)
    assert (meanwhile["actions"], meanwhile["bet"], meanwhile["see"]) == (["look"], None, None)


def test_who_cannot_bet_is_told_why() -> None:
    t = Playing(players=2, stacks=(50, 4), short="fold")
    t.deal()
    t.turns("look & bet 6", "look")
    short = told(t, 1)
    assert short["bet"] is None
    assert short["why_not_bet"] == "You can't pay the full bet of 6: you have 3, and under these rules you fold."


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({"short": "borrow", "borrow_limit": 9}, {"least": 6, "most": 6, "borrows_above": 3, "asks": None, "covers": None}),
        ({"short": "opponent_chooses"}, {"least": 6, "most": 6, "borrows_above": None, "asks": 0, "covers": None}),
        ({"short": "cover"}, {"least": 3, "most": 3, "borrows_above": None, "asks": None, "covers": 3}),
    ],
)
def test_a_bet_beyond_ones_chips_is_told_as_what_it_is(given: dict[str, Any], wanted: dict[str, Any]) -> None:
    t = Playing(players=2, stacks=(50, 4), **given)
    t.deal()
    t.turns("look & bet 6", "look")
    assert told(t, 1)["bet"] == {**wanted, "blind": False}


def test_discards_are_told_best_first_with_what_is_left() -> None:
    t = Playing(players=2, cards=4)
    t.deal("KsKd9c4h", "")
    t.do(0, "look")
    ways = told(t, 0)["discards"]
    assert ways[0] == {"action": "discard 4h", "cards": "4h", "label": "pair of kings"}
    assert len(ways) == 4
    assert told(t, 0)["hands"][0]["best"] == "KsKd9c"
    for way in ways:
        assert way["action"] in t.offers(0)


def test_of_two_blind_hands_only_the_one_looked_at_is_told() -> None:
    t = Playing(players=2)
    t.deal("AsKd9c", "QsQd4h")
    t.turns("bet 1", "fold", "keep 1")
    t.next("8s7c2h", "5c5d5h")
    t.turns("bet 1", "look 2")
    found = told(t, 0)["hands"]
    assert found[0] is None
    assert found[1] == {"cards": "8s7c2h", "best": "8s7c2h", "label": "eight high"}


def test_how_the_chips_stand() -> None:
    t = Playing(players=3, stacks=(50, 4, 50))
    t.deal()
    t.turns("look & bet 6", "look & bet 3")
    found = summary(t.game, t.state)
    assert found["chips"] == (43, 0, 49)
    assert found["pots"] == [{"chips": 12, "coverer": 1}, {"chips": 0, "coverer": None}]
    assert (found["last_bet"], found["phase"], found["turn"]) == (6, "bet", 2)


def test_the_kind_is_whole() -> None:
    assert KIND.name == "brag"
    assert story(KIND.schema.make()) == KIND.story(KIND.schema.make())


@pytest.mark.parametrize("games", sizes(15, 60))
@pytest.mark.parametrize("short", ["cover", "fold", "borrow", "opponent_chooses"])
def test_an_offer_is_what_the_choices_leave_and_what_its_text_says(short: str, games: int) -> None:
    """The choices, asked for one action after the other, are the second way to know it."""
    limit = {"borrow_limit": 2} if short == "borrow" else {}
    table = BragGame(SCHEMA.make({"players": 3, "purse": 6, "short": short, **limit}))
    less, dear = 0, 0
    for seed in range(games):
        rng, game = Random(seed), Session(table, seed=seed)
        for _ in range(60):
            if not game.waiting:
                break
            seat = game.waiting[0]
            choices, chips = table.choices(game.view(seat)), game.state.public.chips[seat]
            if (offer := choices.offer) is not None:
                assert [bet for bet in range(50) if Bet(bet) in choices] == [*range(offer.low, offer.high + 1)]
                assert choices.count() == len(list(choices))
                if offer.low != offer.least:
                    assert offer.low == offer.high == offer.covers == chips < offer.least
                    less += 1
                assert (Word.SEE in choices) == (not isinstance(offer.see, Refusal))
                assert isinstance(offer.see, Refusal) or offer.see == offer.price
                dear += isinstance(offer.see, Refusal) and offer.price is not None and offer.price > chips
            game.do(seat, choices.answer(rng))
    assert bool(less) == (short == "cover"), "only who covers the pot bets less"
    assert dear > 0
