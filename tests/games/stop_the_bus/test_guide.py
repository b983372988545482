"""The data that a board gets so that it needs no rules: as it is sent, and as the page about the protocol describes it."""

from typing import Any

import msgspec
import pytest

from prial.cards import parse
from prial.core.game import Seat, view
from prial.games.stop_the_bus import KIND
from prial.ranks.brag import ranking
from tests.games.stop_the_bus.table import Playing


def guide(t: Playing, seat: Seat | None) -> Any:
    return msgspec.json.decode(msgspec.json.encode(KIND.guide(t.game, view(t.state, seat))))


@pytest.mark.parametrize("preset", ["denexa", "pub"])
def test_it_names_the_hand_that_each_exchange_makes(preset: str) -> None:
    t = Playing(preset, players=3).deal("AsKd7c", "Qh9h3s", middle="Ah8d2h")
    found = guide(t, 0)
    assert (found["asked"], found["middle"], found["cards"]) == ("exchange", ["Ah", "8d", "2h"], ["As", "Kd", "7c"])
    assert found["now"]["label"] == "ace high"
    offered = {text for text in t.offered() if "stop" not in text and text != "take all"}
    assert {f"take {each['take']} put {each['put']}" for each in found["exchanges"]} == offered
    for each in found["exchanges"]:
        hand = [card for card in [*found["cards"], each["take"]] if card != each["put"]]
        strength = ranking().strength(parse("".join(hand)))
        assert (each["strength"], each["label"]) == (strength, ranking().label(strength))
    assert found["all"] == (
        None if preset == "denexa" else {"strength": ranking().strength(parse("Ah8d2h")), "label": "ace high"}
    )


def test_it_says_whether_the_bus_may_be_stopped_and_why_not() -> None:
    early = guide(Playing("pub", players=3).deal(), 0)["call"]
    assert early["allowed"] is False
    assert early["why_not"].startswith("The bus may be stopped once everybody has had a turn")
    t = Playing(players=3).deal()
    assert guide(t, 0)["call"] == {"allowed": True, "why_not": None}
    t.keep(stop=True)
    assert "stopped already" in guide(t, 1)["call"]["why_not"]


def test_whoever_may_still_call_is_asked_for_that_alone() -> None:
    t = Playing(players=3).deal("AsKd7c", middle="Ah8d2h").do("take Ah put 7c")
    found = guide(t, 0)
    assert (found["asked"], found["exchanges"], found["all"]) == ("call", [], None)
    assert found["call"] == {"allowed": True, "why_not": None}
    assert found["now"]["label"] == "pair of aces"
    assert found["known"] == [["Ah"], [], []]
    assert (guide(t, 2), guide(t, None)) == (None, None)


def test_who_is_asked_nothing_is_sent_nothing() -> None:
    t = Playing(players=2)
    assert guide(t, 0) is None
    t.deal("8s8d3c", "9c5d2h").ride()
    assert (guide(t, 0), guide(t, 1)) == (None, None)
