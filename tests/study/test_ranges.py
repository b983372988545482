"""How often classes of hands meet and beat each other, compared with making every deal."""

from collections.abc import Sequence
from itertools import combinations

import pytest

from prial.cards import PACK, Card, parse
from prial.errors import CardError, RulesError
from prial.ranks.brag import Ranking, ranking
from prial.ranks.classes import strengths
from prial.study.odds import chances, left_of, odds
from prial.study.ranges import Class, beats, dealt

FEW = tuple(sorted(parse("2s 2h 3s 4s 4h 5h Kh Kd Kc Ac As 9c 8c Td")))
"""A pack so small that all pairs of hands can be made, with every kind of hand in it."""
WILD = frozenset(parse("2s2h2d2c"))
CLASSES = ("pair or better", "a flush", "a pair of kings or worse", "high card", "run or better; ace high")


def best(of: Ranking, hand: Sequence[Card]) -> int:
    return max(of.strength(three) for three in combinations(hand, 3))


def slow(of: Ranking, mine: Class | None, other: Class | None, left: Sequence[Card]) -> tuple[int, int, int]:
    """Deals that are won, level, and all, each made and compared."""
    won = level = whole = 0
    for own in combinations(left, 3):
        if mine is not None and of.strength(own) not in mine:
            continue
        for hand in combinations([card for card in left if card not in own], 3):
            if other is None or of.strength(hand) in other:
                won += of.strength(own) > of.strength(hand)
                level += of.strength(own) == of.strength(hand)
                whole += 1
    return won, level, whole


@pytest.mark.parametrize("of", [ranking(), ranking(wild=WILD)], ids=["plain", "wild"])
@pytest.mark.parametrize("own", [None, *CLASSES])
def test_classes_beat_each_other_as_often_as_in_all_deals(of: Ranking, own: str | None) -> None:
    mine = None if own is None else strengths(of, own)
    for other in (None, *CLASSES):
        theirs = None if other is None else strengths(of, other)
        won, level, whole = slow(of, mine, theirs, FEW)
        if not whole:
            with pytest.raises(RulesError, match="No such hand can be made"):
                beats(of, mine, theirs, FEW)
            continue
        found = beats(of, mine, theirs, FEW)
        assert (found.better.count, found.equal.count, found.deals, found.drawn) == (won, level, whole, False)
        assert found.better.probability == won / whole


@pytest.mark.parametrize(("cards", "own"), [(3, "KsKd2c"), (4, "KsKd2c9h"), (5, "KsKd2c9h7h")])
def test_known_cards_meet_a_class_as_often_as_in_all_deals(cards: int, own: str) -> None:
    of, mine = ranking(), parse(own)
    left = [card for card in FEW if card not in mine]
    wanted = strengths(of, "a pair or better")
    hands = [hand for hand in combinations(left, cards) if best(of, hand) in wanted]
    found = beats(of, mine, wanted, left, cards)
    assert found.deals == len(hands)
    assert dealt(of, wanted, left, cards).count == len(hands)
    every = beats(of, mine, None, left, cards)
    assert every == chances(of, mine, [()], left, cards)
    worse = sum(best(of, hand) < best(of, mine) for hand in hands)
    level = sum(best(of, hand) == best(of, mine) for hand in hands)  # the cards put away decide these
    assert worse <= found.better.count <= worse + level
    if cards == 3:
        assert (found.better.count, found.equal.count) == (worse, level)


def test_a_whole_pack_is_counted_exactly_and_both_sides_agree() -> None:
    """The deals of A against B are those of B against A, and there are 22,100 · 18,424 of any hands."""
    of = ranking()
    found = beats(of, None, None, PACK)
    assert found.deals == 22_100 * 18_424
    assert 2 * found.better.count + found.equal.count == found.deals
    a, b = strengths(of, "pair or better"), strengths(of, "ace high or worse")
    there, back = beats(of, a, b, PACK), beats(of, b, a, PACK)
    assert (there.deals, there.equal.count) == (back.deals, back.equal.count) == (there.better.count, 0)
    assert back.better.count == 0
    parts = [beats(of, None, each, PACK) for each in (a, strengths(of, "high card"))]
    assert sum(part.better.count for part in parts) == found.better.count
    assert sum(part.deals for part in parts) == found.deals


def test_a_class_is_dealt_as_often_as_its_kind() -> None:
    of, gone = ranking(), parse("KsKdKh2c7d9h")
    left = left_of(gone)
    for kind in ("run", "flush", "pair", "running flush", "high card"):
        assert dealt(of, strengths(of, kind), left) == odds(of, 3, gone)[kind.replace(" ", "_")]


def test_what_cant_be_counted_is_refused() -> None:
    of = ranking()
    with pytest.raises(RulesError, match="counted for hands of three cards; for hands of 4 give your own cards"):
        beats(of, strengths(of, "a flush"), None, PACK, 4)
    with pytest.raises(RulesError, match="The best three can't be kept of 6 cards"):
        beats(of, None, None, PACK, 6)
    with pytest.raises(CardError, match="stands there twice"):
        beats(of, parse("AsAhAd"), None, PACK)
    with pytest.raises(RulesError, match="No such hand can be made"):
        beats(of, parse("AsAhAd"), strengths(of, "prial of aces"), left_of(parse("AsAhAd")))
