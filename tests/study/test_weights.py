"""Hands with weights: how often a player who was dealt a hand would hold it. Compared with making every deal, one by one."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations, product
from math import prod
from typing import Any

import numpy as np
import pytest

from prial.cards import PACK, Card, parse
from prial.core.game import BACK
from prial.errors import CardError, RulesError
from prial.games.brag_poker import ways
from prial.ranks.brag import Ranking, TopPrial, ranking
from prial.ranks.classes import Class, Weighted, held, is_class, strengths, weights
from prial.ranks.many import worths
from prial.study import meeting
from prial.study.odds import chances, deals, dealt, equities
from prial.study.ranges import Held, hands_of, weighed

OF = ranking()
FEW = tuple(sorted(parse("2s 2h 3s 4s 4h 5h Kh Kd Kc As 9c")))
"""A pack so small that all pairs of hands can be made, with every kind of hand in it."""
FEWER = tuple(sorted(parse("2s 2h 3s 4s 4h 5h Kh Kd Ac")))
"""A pack so small that all deals of three hands can be made."""
SPLIT = {parse("2s2h3s"): 0.25, parse("KhKdKc"): 1, parse("As9c2h"): 0.5, parse("5h4h2h"): 0}
"""Weights of hands, one of which is never held."""

Slow = Mapping[frozenset[Card], float]


def slowly(held: Any, left: Sequence[Card], cards: int) -> Slow:
    """The weight of each hand of a pack."""
    if isinstance(held, str):
        found = dict.fromkeys(map(frozenset, combinations(left, cards)), 0.0)
        for part in held.split(";"):
            name, _, weight = part.partition(":")
            named = strengths(OF, name)
            for hand in found:
                if max(map(OF.strength, combinations(hand, 3))) in named:
                    found[hand] = float(weight or 1)
        return found
    if isinstance(held, Mapping):
        return {frozenset(hand): weight for hand, weight in held.items()}
    return {frozenset((*held, *more)): 1.0 for more in combinations(left, cards - len(held))}


@cache
def best_of(hand: frozenset[Card]) -> int:
    return int(worths(OF, np.array([sorted(hand)]))[0])


def same(hands: Sequence[Any], left: Sequence[Card], cards: int = 3) -> None:
    """Check the chances of hands against every deal, each with the product of the weights of its hands."""
    known = {card for hand in hands if isinstance(hand, tuple) for card in hand}
    every = [slowly(hand, [card for card in left if card not in known], cards) for hand in hands]
    whole, number, better, tied, share = 0.0, 0, [0.0] * len(hands), [0.0] * len(hands), [0.0] * len(hands)
    for deal in product(*every):
        weight = prod(of[hand] for of, hand in zip(every, deal, strict=True))
        if weight and len(frozenset[Card]().union(*deal)) == cards * len(deal):
            whole, number = whole + weight, number + 1
            worth = [*map(best_of, deal)]
            winners = [seat for seat, each in enumerate(worth) if each == max(worth)]
            for seat in winners:
                (better if len(winners) == 1 else tied)[seat] += weight
                share[seat] += weight / len(winners)
    left = [card for card in left if card not in known]
    found = equities(OF, hands, left, cards=cards)
    assert [each.share for each in found] == pytest.approx([each / whole for each in share])
    assert [each.better.probability for each in found] == pytest.approx([each / whole for each in better])
    assert [each.equal.probability for each in found] == pytest.approx([each / whole for each in tied])
    assert {(each.deals, each.drawn, each.error) for each in found} == {(number, False, 0.0)}
    assert [each.better.count for each in found] == [round(each / whole * number) for each in better]
    assert chances(OF, hands[0], hands[1:], left, cards) == found[0]


PAIRS: list[tuple[Any, Any]] = [
    ("pair or better:0.5; high card", "flush:0.25; pair"),
    ("pair of kings:0.1; prial", "high card:0.9; run or better"),
    ("KK:0.5; pair or worse:0.25; 22", ()),
    (SPLIT, "pair:0.5; high card"),
    (SPLIT, SPLIT),
    (parse("KhKd"), "pair:0.3; prial; high card:0.7"),
]


@pytest.mark.parametrize("counted", [3_000_000, 0], ids=["made", "not made"])
@pytest.mark.parametrize("pair", PAIRS)
def test_two_hands_with_weights_meet_as_often_as_in_all_deals(
    pair: tuple[Any, Any], counted: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meeting, "_COUNTED", counted)
    same(pair, FEW)
    same(pair[::-1], FEW)


def test_hands_of_four_cards_have_the_weight_of_their_best_three() -> None:
    same(("pair or better:0.5; high card", parse("KhKd")), FEWER, 4)
    same(({parse("2s2h3s4s"): 0.5, parse("KdAc5h4h"): 0.25}, "high card:0.5; pair"), FEWER, 4)


@pytest.mark.parametrize(
    "hands",
    [("high card:0.5; pair", "pair:0.25; high card", ()), ("pair", {parse("KhKdAc"): 1, parse("2s3s4s"): 0.2}, "high card:0.5")],
)
def test_three_hands_with_weights_meet_as_often_as_in_all_deals(hands: Sequence[Any]) -> None:
    same(hands, FEWER)


def test_deals_are_drawn_as_often_as_they_weigh(monkeypatch: pytest.MonkeyPatch) -> None:
    hands: list[Held] = ["high card:0.2; pair", "pair:0.25; high card", parse("Qs")]
    exact = equities(OF, hands, FEWER)
    monkeypatch.setattr(meeting, "_COUNTED", 0)
    drawn = equities(OF, hands, FEWER, samples=50_000)
    for one, other in zip(exact, drawn, strict=True):
        assert (other.drawn, other.deals) == (True, 50_000)
        assert 0 < other.error <= 0.5 / 50_000**0.5
        assert abs(one.share - other.share) <= 4 * other.error
        assert abs(one.better.probability - other.better.probability) <= 4 * other.better.error
    assert equities(OF, hands, FEWER, samples=50_000) == drawn


def test_the_whole_weight_is_no_weight() -> None:
    for text in ("KK+", "flush; pair of kings or worse"):
        plain, one = equities(OF, [text, None]), equities(OF, ["; ".join(f"{part}:1" for part in text.split(";")), None])
        assert plain == one
    half = equities(OF, ["KK+:0.5", "QQ:0.5; JJ:0.5"])
    assert [each.share for each in half] == pytest.approx([each.share for each in equities(OF, ["KK+", "JJ-QQ"])])
    assert half[0].better.odds == equities(OF, ["KK+", "JJ-QQ"])[0].better.odds


def test_what_never_or_always_happens_is_said_so() -> None:
    never, always = equities(OF, ["high card:0.3", "flush:0.7"]), equities(OF, ["flush:0.7", "high card:0.3"])
    assert (never[0].better.odds, always[0].better.odds) == ("never", "always")
    assert (never[0].share, always[0].share) == (0, 1)


def test_a_weight_belongs_to_the_class_before_it_and_the_last_class_counts() -> None:
    read = weights(OF, "KK+:0.5; KK, QQ:0.25")
    kings, queens, aces = (min(strengths(OF, name)) for name in ("KK", "QQ", "AA"))
    assert (read[kings], read[queens], read[aces], read[OF.size]) == (1, 0.25, 0.5, 0.5)
    assert dict(weights(OF, "run, queen high:.125")) == {min(strengths(OF, "run, queen high")): 0.125}
    assert read.strengths == strengths(OF, "KK+; QQ")
    assert dict(weights(OF, "KK:0; QQ")) == dict.fromkeys(strengths(OF, "QQ"), 1)
    assert held(OF, "KK:0.5") == weights(OF, "KK:0.5") == dict.fromkeys(strengths(OF, "KK"), 0.5)
    assert is_class("AsKs2d:0.5")
    assert repr(read) == f"<Weighted: {len(read)} strengths of {OF!r}>"
    assert repr(read.strengths) == f"<Class: {len(read)} strengths of {OF!r}>"


def test_hands_are_listed_with_their_weights() -> None:
    listed, weight = weighed(OF, "KK+:0.5; flush:0.25", FEW)
    assert listed.tolist() == hands_of(OF, "KK+:0.5; flush:0.25", FEW).tolist()
    assert {frozenset(hand): each for hand, each in zip(listed.tolist(), weight.tolist(), strict=True)} == {
        hand: each for hand, each in slowly("KK+:0.5; flush:0.25", FEW, 3).items() if each
    }
    assert len(hands_of(OF, SPLIT)) == 3, "a hand with the weight 0 isn't held"
    assert weighed(OF, "KK")[1].tolist() == [1.0] * len(hands_of(OF, "KK"))
    for form in ({strengths(OF, "KK"): 0.5, "QQ": 1}, dict(weights(OF, "KK:0.5; QQ")), weights(OF, "KK:0.5; QQ")):
        listed, weight = weighed(OF, form)
        assert sorted(set(weight.tolist())) == [0.5, 1]
        assert listed.tolist() == hands_of(OF, "QQ-KK").tolist()
    assert weighed(OF, {"AsAhAd": 0.5, "Ks Kh Kd": 1})[1].tolist() == [1, 0.5], "in the order of the cards"


def test_a_hand_is_dealt_as_often_as_it_weighs() -> None:
    kings, flush = dealt(OF, "KK", PACK), dealt(OF, "flush", PACK)
    found = dealt(OF, "KK:0.5; flush:0.25", PACK)
    assert found.probability == pytest.approx(kings.probability / 2 + flush.probability / 4)
    assert found.count == round(found.probability * deals(3))


def test_cards_are_changed_against_hands_with_weights() -> None:
    """Each of two hands leaves as many cards to draw, so a way wins as often as against both of them, by their weights."""
    one, other = "KsKhQd", "7s7h6d"
    first, second, found = (
        {way.away: way.wins for way in ways(OF, "AsAh2d", against=against)}
        for against in ([parse(one)], [parse(other)], {one: 0.25, other: 0.75})
    )
    assert len(found) == 8
    for away, (wins,) in found.items():
        assert wins == pytest.approx(first[away][0] / 4 + 3 * second[away][0] / 4)


@pytest.mark.parametrize(
    ("given", "error", "says"),
    [
        ("KK:2", RulesError, "2 is not a weight: a weight is a number from 0 to 1, as in KK\\+:0.5"),
        ("KK:-0.5", RulesError, "-0.5 is not a weight"),
        ("KK:", RulesError, "'' is not a weight"),
        ("KK:much", RulesError, "much is not a weight"),
        ("KK:nan", RulesError, "nan is not a weight"),
        ("dog:0.5", RulesError, "'dog' is not a class of hands"),
        (":0.5", RulesError, "is not a class of hands"),
        ({}, RulesError, "An empty list has no hand"),
        ({"KK": 2}, RulesError, "2 is not a weight"),
        ({"KK": True}, RulesError, "True is not a weight"),
        ({parse("AsAhAd"): "half"}, RulesError, "'half' is not a weight"),
        ({parse("AsAhAd"): 1, parse("AhAdAs"): 0.5}, RulesError, "AhAdAs is listed twice|AsAhAd is listed twice"),
        ({parse("AsAh"): 1}, RulesError, "can't be in a list of hands: give all 3 cards"),
        ({"KK": 1, parse("AsAhAd"): 1}, RulesError, "'KK' can't be in a list of hands"),
        ({(1, 1, 2): 1}, CardError, "twice"),
        ({(1, 2, 99): 1}, CardError, "not a card"),
        ({(1, 2, BACK): 1}, RulesError, "can't be in a list"),
        ({742: 1}, RulesError, "742 is not a strength of this ranking"),
        ({"KK": 0}, RulesError, "No such hand can be made"),
        ("KK:0", RulesError, "No such hand can be made"),
        ("KK:0.5 QQ:0.3", RulesError, "^'0.5 QQ:0.3' is not a weight"),
        ("KK:0.5:0.3", RulesError, "'0.5:0.3' is not a weight"),
        (weights(ranking(TopPrial.ACES), "KK:0.5"), RulesError, "This class of hands was made with"),
    ],
)
def test_what_are_no_weights_is_refused(given: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        equities(OF, [given, None])


def test_a_class_has_no_weights() -> None:
    with pytest.raises(RulesError, match=r"'KK:0\.5' has weights, but a class of hands has none"):
        strengths(OF, "KK:0.5")


@pytest.mark.parametrize("wrong", [0, OF.size + 1, "KK"])
def test_a_class_has_only_strengths_of_its_ranking(wrong: Any) -> None:
    assert sorted(Class(OF, [1, OF.size])) == sorted(Weighted(OF, {1: 0.5, OF.size: 1})) == [1, OF.size]
    with pytest.raises(RulesError, match="is not a strength of this ranking"):
        Class(OF, [1, wrong])
    with pytest.raises(RulesError, match="is not a strength of this ranking"):
        Weighted(OF, {1: 1, wrong: 1})


def test_weights_are_given_by_strength() -> None:
    with pytest.raises(RulesError, match="For weights, Weighted takes a mapping"):
        Weighted(OF, [1])  # type: ignore[arg-type]


def test_weights_know_their_ranking_and_no_other() -> None:
    other: Ranking = ranking(TopPrial.ACES)
    assert len(hands_of(other, weights(other, "prial of aces:0.5"))) == 4
    with pytest.raises(RulesError, match="make it with the same ranking"):
        hands_of(OF, weights(other, "prial of aces:0.5"))
