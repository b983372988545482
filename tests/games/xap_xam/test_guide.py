"""The data that a board gets, as it is sent, so that it needs no rules."""

from base64 import b64decode
from itertools import combinations
from random import Random
from struct import iter_unpack
from typing import Any

import msgspec
import pytest

from prial.cards import parse
from prial.core.game import Seat, view
from prial.games.xap_xam import KIND
from prial.host.messages import Asked
from tests.faults.answers import answer
from tests.games.xap_xam.rigged import WISHES, deal
from tests.games.xap_xam.table import Playing
from tests.games.xap_xam.test_options import GOOD, HOLDING, THREE_STRAIGHTS, WEAK
from tests.ranks import slow_poker


def guide(t: Playing, seat: Seat | None) -> Any:
    return msgspec.json.decode(msgspec.json.encode(KIND.guide(t.game, view(t.state, seat))))


@pytest.mark.parametrize("wheel", ["lowest", "second_highest"])
def test_it_holds_every_hand_of_three_and_five_cards_on_one_scale(wheel: str) -> None:
    found = guide(Playing(players=2, wheel=wheel).deal(THREE_STRAIGHTS.replace("QsKdAh", "As2c3s")), 0)["hands"]
    assert found["shape"] == [5, 5, 3]
    hands, strengths = list[tuple[int, ...]](), list[int]()
    for sized in found["sizes"]:
        hands += [parse("".join(hand)) for hand in combinations(found["cards"], sized["size"])]
        strengths += [strength for (strength,) in iter_unpack("<H", b64decode(sized["strengths"]))]
    assert len(hands) == len(strengths) == 286 + 1_287
    keys = [slow_poker.key(hand, wheel=wheel) for hand in hands]
    place = dict(zip(keys, strengths, strict=True))
    assert [place[key] for key in keys] == strengths, "equal hands are equally strong"
    assert sorted(place.values()) == [place[key] for key in sorted(place)], "better ones stronger"
    for hand, strength in zip(hands, strengths, strict=True):
        name = [each["text"] for each in found["names"] if each["least"] <= strength][-1]
        kind = slow_poker.category(hand).replace("_", " ")
        said = {"three of a kind": "three ", "four of a kind": "four ", "high card": " high"}.get(kind, kind)
        assert said in name


def test_it_offers_instant_wins_each_laid_as_it_is_shown() -> None:
    t = Playing(players=2, instant="six_pairs 5, whole_dragon").deal(*HOLDING["six_pairs"])
    (offer,) = guide(t, 0)["instants"]
    assert (offer["what"], offer["units"], offer["vietnamese"], offer["shown"]) == ("six_pairs", 5, "lục phé bôn", False)
    t.do(0, " ".join(["lay", *offer["hands"], offer["what"]]))
    assert guide(t, 1)["instants"] == []


@pytest.mark.parametrize(("equal_rows", "level"), [("mis_set", False), ("allowed", True)])
def test_it_says_whether_hands_may_be_level(equal_rows: str, level: bool) -> None:
    assert guide(Playing(players=2, equal_rows=equal_rows).deal(), 0)["level"] is level


def test_who_is_asked_nothing_is_sent_nothing() -> None:
    t = Playing(players=2)
    assert guide(t, 0) is None
    t.deal(GOOD, WEAK)
    assert guide(t, None) is None
    t.do(0, f"lay {GOOD}").do(1, f"lay {WEAK}")
    assert (guide(t, 0), guide(t, 1)) == (None, None)


def test_a_client_can_answer_by_it_alone() -> None:
    """Like the clients that play while servers are killed."""
    rng, t = Random(1), Playing(players=2, length=60)
    declared = 0
    for _ in range(60):
        t._move(-1, tuple(deal(rng, 2, list(WISHES))))
        for seat in (0, 1):
            text = answer(Asked(key="", actions=(), guide=guide(t, seat)), rng)
            assert text is not None
            declared += text.count(" ") > 3
            t.do(seat, text)
    assert declared > 10
