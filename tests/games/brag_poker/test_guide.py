"""The data that a board gets: the cost of a turn, the possible changes, and the name of the player's hand."""

from typing import Any

import msgspec
import pytest

from prial.core.game import Seat, view
from prial.games.brag_poker import KIND
from tests.games.brag_poker.table import Playing


def told(t: Playing, seat: Seat) -> Any:
    """The data as it is sent."""
    return msgspec.json.decode(msgspec.json.encode(KIND.guide(t.game, view(t.state, seat))))


def test_at_ones_turn_one_is_told_what_it_costs() -> None:
    """A call of 10, at half price without a look, and a step of 20 in full."""
    t = Playing(players=3, small_blind=5, big_blind=10)
    found = told(t, 0)
    assert found["actions"] == ["look", "call", "raise", "fold"]
    assert found["stake"] == {"call": 5, "raises": 25, "why_not": None, "opens": False, "blind": True}
    assert (found["changes"], found["hand"]) == (None, None)
    found = told(t.do("look"), 0)
    assert found["actions"] == ["call", "raise", "fold"]
    assert found["stake"] == {"call": 10, "raises": 30, "why_not": None, "opens": False, "blind": False}
    assert found["hand"] == {"cards": "3s3h3d", "label": "prial of threes"}


def test_who_has_too_little_is_told_what_there_is() -> None:
    t = Playing(stacks=[200, 200, 200, 4, 200], small_blind=5, big_blind=10).do("look")
    stake = told(t, 3)["stake"]
    assert (stake["call"], stake["raises"]) == (4, None)
    assert stake["why_not"] == "You can't raise: your 4 chips don't go beyond the call."
    t = Playing(stacks=[200, 200, 200, 14, 200], small_blind=5, big_blind=10).do("look")
    assert (told(t, 3)["stake"]["call"], told(t, 3)["stake"]["raises"]) == (10, 14)


def test_a_first_bet_is_told_apart_from_a_raise() -> None:
    t = Playing(players=2).do("look", "call", "look", "check").stand()
    assert told(t, 1)["stake"] == {"call": 0, "raises": 8, "why_not": None, "opens": True, "blind": False}
    assert told(t.do("raise"), 0)["stake"] == {"call": 8, "raises": 16, "why_not": None, "opens": False, "blind": False}


def test_in_the_draw_one_is_told_how_many_cards_may_be_changed() -> None:
    t = Playing(players=2).do("call", "check")
    found = told(t, 1)
    assert (found["actions"], found["stake"], found["changes"], found["unseen"]) == (["look"], None, 0, False)
    found = told(t.do("look"), 1)
    assert (found["actions"], found["changes"], found["unseen"]) == ([], 3, False)
    assert found["hand"] == {"cards": "KsKhKd", "label": "prial of kings"}
    found = told(Playing(players=2, preset="unseen").do("call", "check"), 1)
    assert (found["changes"], found["unseen"], found["hand"]) == (3, True, None)


def test_who_may_do_nothing_is_told_nothing() -> None:
    t = Playing(players=3)
    assert [told(t, seat) for seat in (1, 2)] == [None, None]
    t.do("look", "call", "look", "call", "check", "change Ks")
    assert [told(t, seat) for seat in range(3)] == [None, None, None]


@pytest.mark.parametrize(("seat", "actions"), [(0, ["play", "sit out"]), (1, ["play", "rebuy", "sit out"])])
def test_between_deals_one_is_told_what_may_be_answered(seat: Seat, actions: list[str]) -> None:
    t = Playing(players=3).do("look", "raise", "fold", "fold")
    assert told(t, seat)["actions"] == actions


def test_the_summary_says_how_the_chips_stand() -> None:
    t = Playing(players=3).do("call")
    assert KIND.summary is not None
    assert KIND.summary(t.game, t.state) == {
        "chips": (199, 199, 198),
        "put_in": (1, 1, 2),
        "bought": (200, 200, 200),
        "stands": 2,
        "round": 1,
        "phase": "bet",
        "turn": 1,
    }
