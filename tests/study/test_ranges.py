"""Deals in which hands meet that are known in part, or by their class: compared with making every deal, one by one."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from prial.cards import PACK, Card, parse, rank
from prial.core.game import BACK
from prial.core.registry import find
from prial.core.session import Session
from prial.errors import CardError, RulesError
from prial.ranks.brag import Ranking, TopPrial, ranking
from prial.ranks.classes import strengths
from prial.ranks.many import worths
from prial.study import meeting
from prial.study.odds import chances, deals, dealt, equities, left_of, odds
from prial.study.ranges import Held, hands_of
from tests.campaigns import soaking

FEW = tuple(sorted(parse("2s 2h 3s 4s 4h 5h Kh Kd Kc As 9c")))
"""A pack so small that all pairs of hands can be made, with every kind of hand in it."""
FEWER = tuple(sorted(parse("2s 2h 3s 4s 4h 5h Kh Kd Ac")))
"""A pack so small that all deals of three hands can be made."""
WILD = frozenset(parse("2s2h2d2c"))
CLASSES = ("pair or better", "a flush", "a pair of kings or worse", "high card", "run or better; ace high")


@cache
def worth(of: Ranking, hand: tuple[Card, ...]) -> int:
    return int(worths(of, np.array([hand]))[0])


def possible(of: Ranking, known: Any, left: Sequence[Card], cards: int) -> set[frozenset[Card]]:
    """All hands that agree with what is known of a hand."""
    if isinstance(known, list | np.ndarray):
        return {frozenset(map(int, each)) for each in known}
    own = [card for card in known if card != BACK] if isinstance(known, tuple) else []
    every = [(*own, *more) for more in combinations(left, cards - len(own))]
    if isinstance(known, frozenset):
        every = [hand for hand in every if max(map(of.strength, combinations(hand, 3))) in known]
    return {*map(frozenset, every)}


def slow(of: Ranking, hands: Sequence[Held], left: Sequence[Card], cards: int = 3) -> tuple[list[list[int]], int]:
    """The deals in which each hand is alone the best, is one of several, and its sixths of the pots; and the number of deals."""
    found, whole = [[0] * 3 for _ in hands], 0
    may_be = [possible(of, known, left, cards) for known in hands]

    def deal(held: tuple[int, ...], left: Sequence[Card]) -> None:
        nonlocal whole
        if len(held) == len(hands):
            whole += 1
            best = [seat for seat, strength in enumerate(held) if strength == max(held)]
            for seat in best:
                found[seat][0 if len(best) == 1 else 1] += 1
                found[seat][2] += 6 // len(best)
            return
        known: Any = hands[len(held)]
        own = [card for card in known if card != BACK] if isinstance(known, tuple) else []
        for more in combinations(left, cards - len(own)):
            hand = (*own, *more)
            if frozenset(hand) in may_be[len(held)]:
                deal((*held, worth(of, hand)), [card for card in left if card not in more])

    deal((), left)
    return found, whole


def same(
    of: Ranking,
    hands: Sequence[Held],
    left: Sequence[Card],
    cards: int = 3,
    beside: tuple[list[list[int]], int] | None = None,
) -> None:
    """Check that what is counted is what happens in the deals: in ``beside``, which `slow` has found, or in what it finds now."""
    wanted, whole = beside or slow(of, hands, left, cards)
    found = equities(of, hands, left, cards=cards)
    assert [(each.better.count, each.equal.count) for each in found] == [(won, tied) for won, tied, _ in wanted]
    assert [each.share for each in found] == pytest.approx([sixths / whole / 6 for _, _, sixths in wanted])
    assert {(each.deals, each.drawn, each.error, each.better.error) for each in found} == {(whole, False, 0.0, 0.0)}
    assert chances(of, hands[0], hands[1:], left, cards) == found[0]


def of_class(of: Ranking, name: str | None) -> frozenset[int] | None:
    """What is known of a hand that is in a class; None for any hand."""
    return None if name is None else strengths(of, name)


@cache
def slow_classes(of: Ranking, own: str | None, other: str | None) -> tuple[list[list[int]], int]:
    """What `slow` finds for two hands of these classes. It is the same for both ways of counting."""
    return slow(of, (of_class(of, own), of_class(of, other)), FEW)


@pytest.mark.parametrize("counted", [3_000_000, 0], ids=["made", "not made"])
@pytest.mark.parametrize("of", [ranking(), ranking(wild=WILD)], ids=["plain", "wild"])
@pytest.mark.parametrize("own", soaking([None, *CLASSES], [None, *CLASSES[::2]]))
def test_classes_beat_each_other_as_often_as_in_all_deals(
    of: Ranking, own: str | None, counted: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two hands of three cards are counted by making every deal, and without making any."""
    monkeypatch.setattr(meeting, "_COUNTED", counted)
    mine = of_class(of, own)
    for other in (None, *CLASSES):
        theirs, beside = of_class(of, other), slow_classes(of, own, other)
        if beside[1]:
            same(of, (mine, theirs), FEW, beside=beside)
        else:
            with pytest.raises(RulesError, match=r"No such hand can be made|can't be dealt together"):
                equities(of, (mine, theirs), FEW)


@pytest.mark.parametrize("counted", [3_000_000, 0], ids=["made", "not made"])
def test_two_hands_known_in_part_meet_as_often_as_in_all_deals(counted: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meeting, "_COUNTED", counted)
    of = ranking()
    for own, other in (("AhAd", "7s"), ("AhAd2d", "6s6c"), ("AhAd2d", "6s6c7h"), ("Qs", ""), ("", "")):
        same(of, (parse(own), parse(other)), FEW)
    same(of, (parse("AhAd"), strengths(of, "a pair or better")), FEW)


@pytest.mark.parametrize(
    "hands",
    [
        ("AhAd", "", "pair or better"),
        ("", "", ""),
        ("high card", "high card", "high card"),
        ("AsKs2d", "AdKc", "Ah"),
        ("pair or better", "7s", "ace high or worse"),
    ],
)
def test_three_hands_meet_as_often_as_in_all_deals(hands: tuple[str, ...]) -> None:
    """Also level hands, which share the pot: two of them, or all three."""
    of = ranking()
    same(of, [strengths(of, hand) if " " in hand else parse(hand) for hand in hands], FEWER)


@pytest.mark.parametrize(("cards", "own"), [(3, "KsJd2c"), (4, "KsJd2c9h"), (5, "KsJd2c9h7h")])
def test_known_cards_meet_a_class_as_often_as_in_all_deals(cards: int, own: str) -> None:
    of, mine = ranking(), parse(own)
    wanted = strengths(of, "a pair or better")
    same(of, (mine, wanted), FEW, cards)
    same(of, (wanted, mine), FEW, cards)
    same(of, (mine[:2], wanted), FEWER, cards)


def test_drawn_deals_are_near_to_all_deals_and_say_how_near(monkeypatch: pytest.MonkeyPatch) -> None:
    """The classes of the first two hands share cards, and the third hand is dealt from what they leave."""
    of = ranking()
    hands: list[Held] = [strengths(of, "a pair of fours or better"), strengths(of, "high card; pair"), parse("Ah4d"), ()]
    left = parse("2s 2h 3s 4s 4h 5h Kh Kd Ac Qc")
    wanted, whole = slow(of, hands, left)
    monkeypatch.setattr(meeting, "_COUNTED", 0)
    found = equities(of, hands, left, samples=50_000)
    assert equities(of, hands, left, samples=50_000) == found, "who asks twice hears the same"
    assert equities(of, hands, left, samples=50_000, seed=2) != found
    assert sum(each.share for each in found) == pytest.approx(1)
    for each, (won, tied, sixths) in zip(found, wanted, strict=True):
        assert (each.deals, each.drawn) == (50_000, True)
        for estimate, error, exact in (
            (each.better.probability, each.better.error, won / whole),
            (each.equal.probability, each.equal.error, tied / whole),
            (each.share, each.error, sixths / whole / 6),
        ):
            assert abs(estimate - exact) <= 4 * error
            assert error <= 0.5 / 50_000**0.5
    rough = equities(of, hands, left, samples=500)[0]
    assert rough.error == pytest.approx(10 * found[0].error, rel=0.1)


def test_a_whole_pack_is_counted_exactly_and_both_sides_agree() -> None:
    """The deals of A against B are those of B against A, and there are 22,100 · 18,424 of any hands."""
    of = ranking()
    found, _ = equities(of, [None, None])
    assert found.deals == 22_100 * 18_424
    assert 2 * found.better.count + found.equal.count == found.deals
    assert found.share == 0.5
    a, b = strengths(of, "pair or better"), strengths(of, "ace high or worse")
    there, back = equities(of, [a, b])
    assert (there, back) == equities(of, [b, a])[::-1]
    assert (there.share, back.share, back.better.count) == (1, 0, 0)
    parts = [chances(of, None, [each], PACK) for each in (a, strengths(of, "high card"))]
    assert sum(part.better.count for part in parts) == found.better.count
    assert sum(part.deals for part in parts) == found.deals


def test_the_rest_of_the_pack_is_left_unless_other_cards_are_named() -> None:
    of, own, other = ranking(), parse("AsAh"), parse("KsKh")
    assert equities(of, [own, other]) == equities(of, [own, other], left_of([*own, *other]))
    assert equities(of, [own, other])[0].deals == 48 * 47


def test_the_hands_of_a_class_are_listed() -> None:
    of, which = ranking(), strengths(ranking(), "pair of kings; run")
    for cards in (3, 4):
        listed = {frozenset(hand) for hand in hands_of(of, which, FEW, cards).tolist()}
        assert listed == {
            frozenset(hand) for hand in combinations(FEW, cards) if max(map(of.strength, combinations(hand, 3))) in which
        }
        assert len(hands_of(of, which, FEW, cards)) == len(listed) == dealt(of, which, FEW, cards).count
    assert len(hands_of(of, None)) == deals(3)
    kings = hands_of(of, strengths(of, "prial of kings"))
    assert {frozenset(hand) for hand in kings.tolist()} == {*map(frozenset, combinations(parse("KsKhKdKc"), 3))}
    assert equities(of, [tuple(kings[0]), parse("AcAdAh")])[0].share == 0


def test_a_text_stands_for_the_cards_or_the_class_that_it_names() -> None:
    of = ranking()
    read: list[Held] = ["AsAh", "KK+", "top 20 %", None]
    said: list[Held] = [parse("AsAh"), strengths(of, "pair of kings or better"), strengths(of, "top 20 %"), None]
    assert equities(of, read, samples=500) == equities(of, said, samples=500)
    assert dealt(of, "88-QQ", FEW) == dealt(of, strengths(of, "pair of eights to pair of queens"), FEW)
    assert hands_of(of, "AsAh").tolist() == hands_of(of, parse("AsAh")).tolist()


def test_a_class_is_dealt_as_often_as_its_kind() -> None:
    of, gone = ranking(), parse("KsKdKh2c7d9h")
    left = left_of(gone)
    for kind in ("run", "flush", "pair", "running flush", "high card"):
        assert dealt(of, strengths(of, kind), left) == odds(of, 3, gone)[kind.replace(" ", "_")]


@pytest.mark.parametrize(
    ("hands", "how", "sentence"),
    [
        ([None, None], {"cards": 6}, "A hand can be dealt 3 to 5 cards, not 6"),
        ([51, None], {}, r"51 is not a hand. Give its known cards or its class \(as numbers or as a text\)"),
        (["AsAhAdAc", None], {}, "AsAhAdAc has 4 cards, but a hand has 3"),
        (["a pair of bears", None], {}, "'a pair of bears' is not a class of hands"),
        ([[strengths(ranking(), "pair")], None], {}, "is not a hand"),
        ([["As", "Ah"], None], {}, r"\['As', 'Ah'\] is not a hand"),
        ([["AsAhAd", "KsKhKd"], None], {}, "is not a hand"),
        ([(1.5, 2), None], {}, r"\(1.5, 2\) is not a hand"),
        ([[parse("AsAhAd"), 3], None], {}, "is not a hand"),
        ([np.zeros((2, 3)), None], {}, "can't be in a list of hands"),
        ([[parse("AsAhAd"), parse("AsAh")], None], {}, r"\(51, 50\) can't be in a list of hands: give all 3 cards of each"),
        ([[(BACK, BACK, BACK)], None], {}, r"\(-1, -1, -1\) can't be in a list of hands"),
        ([np.array([[1, 2, 3], [4, 5, BACK]]), None], {}, r"\(4, 5, -1\) can't be in a list of hands"),
        ([np.zeros((2, 4), dtype=np.int8), None], {}, r"\(0, 0, 0, 0\) can't be in a list of hands"),
        ([[], None], {}, "An empty list has no hand: give None to mean any hand"),
        ([np.zeros((0, 3), dtype=np.int8), None], {}, "An empty list has no hand"),
        ([[parse("KsKhKd")], parse("Ks")], {}, "No such hand can be made of the cards that are left"),
        ([[parse("KsKhKd")], [parse("KsQhQd")]], {}, "Such hands can't be dealt together"),
        ([(BACK,) * 4, None], {}, "has 4 cards, but a hand has 3"),
        (strengths(ranking(), "pair"), {}, "is not a hand"),
        ([3, 4], {}, "3 is not a hand"),
        ([parse("AsAhAdAc"), None], {}, "AsAhAdAc has 4 cards, but a hand has 3."),
        ([frozenset({742}), None], {}, "742 is not a strength of this ranking, which has 1 to 741"),
        ([None], {}, "There is no other hand to beat"),
        ([None] * 3, {"samples": 0}, "It takes at least one deal, not 0"),
        ([None] * 18, {}, "Only 52 cards are left, but the hands take 54"),
        ([parse("KsKhKd"), strengths(ranking(), "prial of kings")], {}, "No such hand can be made of the cards that are left"),
        ([strengths(ranking(), "prial of kings")] * 2, {}, "Such hands can't be dealt together"),
    ],
)
def test_what_cant_be_counted_is_refused(hands: Any, how: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RulesError, match=sentence) as said:
        equities(ranking(), hands, **how)
    assert str(said.value).endswith(".")


def test_hands_that_hardly_ever_come_together_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meeting, "_TRIES", 20_000)
    of = ranking()
    with pytest.raises(RulesError, match="come together too seldom: 20,000 tries gave"):
        equities(of, [strengths(of, "flush or better")] * 12)


def test_a_card_lies_in_one_place() -> None:
    of = ranking()
    for hands, left in (
        ([parse("AsAhAd"), parse("AsKs")], None),
        ([parse("AsAhAd"), None], PACK),
        ([None, None], [3, 3, 4, 5, 6, 7]),
        ([(99,), None], None),
        ([[(1, 2, 2)], None], None),
        ([np.array([[1, 2, 3], [1, 2, 52]]), None], None),
    ):
        with pytest.raises(CardError, match=r"is there twice|is not a card"):
            equities(of, hands, left)


def test_a_class_may_be_a_set() -> None:
    of = ranking()
    which = strengths(of, "pair")
    assert equities(of, [set(which), None]) == equities(of, [which, None])


def test_a_class_of_another_ranking_is_refused() -> None:
    """The strength of the prial of aces is that of the prial of threes in another order of hands."""
    of, theirs = ranking(), strengths(ranking(top_prial=TopPrial.ACES), "prial of aces")
    with pytest.raises(RulesError, match="was made with <Ranking of 741 strengths: top_prial=aces>, not with <Ranking of 7"):
        hands_of(of, theirs)
    with pytest.raises(RulesError, match="was made with"):
        dealt(of, theirs, PACK)
    asked: list[list[Held]] = [[None, theirs], [theirs, parse("AsAh")], [strengths(of, "prial of threes"), theirs]]
    for hands in asked:
        with pytest.raises(RulesError, match="was made with"):
            equities(of, hands)
        with pytest.raises(RulesError, match="was made with"):
            chances(of, hands[0], hands[1:], FEW)
    again = Ranking(*of.options)
    assert len(hands_of(again, strengths(of, "prial of threes"))) == 4, "another object of the same ranking"


RED: list[tuple[Card, ...]] = [hand for hand in combinations(FEW, 3) if sum(card & 3 in (1, 2) for card in hand) >= 2]
"""Hands by a rule that no class has: two red cards or three."""
KINGS: list[tuple[Card, ...]] = [hand for hand in combinations(FEW, 3) if 11 in map(rank, hand)]


@pytest.mark.parametrize("counted", [3_000_000, 0], ids=["made", "not made"])
@pytest.mark.parametrize("of", [ranking(), ranking(wild=WILD)], ids=["plain", "wild"])
def test_listed_hands_meet_as_often_as_in_all_deals(of: Ranking, counted: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Against a class, any hand, known cards and other listed hands; some have cards that aren't left, or stand there twice."""
    monkeypatch.setattr(meeting, "_COUNTED", counted)
    twice = [*RED, *[hand[::-1] for hand in RED[:40]], parse("AhAdAc"), parse("KsKh2s")]
    for other in (None, strengths(of, "pair or better"), parse("AhAd"), (BACK, *parse("Qh"), BACK), KINGS, np.array(KINGS)):
        same(of, (twice, other), FEW)
        same(of, (other, twice), FEW)


@pytest.mark.parametrize("cards", [3, 4])
def test_three_players_may_hold_listed_hands(cards: int) -> None:
    of = ranking()
    some = [*combinations(FEWER, cards)][::3]
    same(of, (some, strengths(of, "pair or better") if cards == 3 else parse("7s7h7d"), some[::-2]), FEWER, cards)


def test_listed_hands_are_drawn_as_often_as_they_come(monkeypatch: pytest.MonkeyPatch) -> None:
    of = ranking()
    hands: list[Held] = [RED, parse("7h"), KINGS]
    wanted, whole = slow(of, hands, FEW)
    monkeypatch.setattr(meeting, "_COUNTED", 0)
    found = equities(of, hands, FEW, samples=50_000)
    for each, (_, _, sixths) in zip(found, wanted, strict=True):
        assert each.drawn
        assert abs(each.share - sixths / whole / 6) <= 4 * each.error
    assert equities(of, [RED[::-1], hands[1], {*KINGS}], FEW, samples=50_000) == found, "in whatever order they stand"


def test_listed_hands_may_be_in_any_form() -> None:
    of = ranking()
    found = equities(of, [RED, None])
    for form in (tuple(RED), np.array(RED), np.array(RED, dtype=np.uint8), {*map(frozenset, RED)}, [list(hand) for hand in RED]):
        assert equities(of, [form, None]) == found
    listed = hands_of(of, RED + RED, FEW[1:])
    assert {frozenset(hand) for hand in listed.tolist()} == {frozenset(hand) for hand in RED if FEW[0] not in hand}
    assert len(listed) == dealt(of, RED, FEW[1:]).count
    which = strengths(of, "pair")
    assert equities(of, [hands_of(of, which), None]) == equities(of, [which, None]), "a class is the list of its hands"
    assert equities(of, [[parse("AsKsQs")], None]) == equities(of, [parse("AsKsQs"), None])


def test_hands_with_known_cards_are_listed() -> None:
    of, known = ranking(), parse("AhQd")
    assert {frozenset(hand) for hand in hands_of(of, (*known, BACK), FEW).tolist()} == {frozenset((*known, card)) for card in FEW}
    assert len(hands_of(of, known)) == 50
    with pytest.raises(RulesError, match="Only 0 cards are left"):
        hands_of(of, known, ())


def test_a_hidden_card_of_a_view_is_unknown() -> None:
    of = ranking()
    assert equities(of, [(*parse("AsAh"), BACK), (BACK,) * 3], cards=3, samples=500) == equities(of, [parse("AsAh"), None])
    game = Session(find("brag").make({"players": 2}), seed=7)
    view = game.view(0)
    [own], [other] = view.hands(0), view.hands(1)
    assert BACK not in own or BACK in other
    assert equities(of, [own, other]) == equities(of, [[card for card in own if card != BACK] or None, None])


def test_a_worth_that_is_given_counts_for_hands_of_a_class_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted without making deals, it must not let a hand meet itself."""
    of = ranking()
    made = chances(of, strengths(of, "pair"), [None], FEW, worth=of.size)
    monkeypatch.setattr(meeting, "_COUNTED", 0)
    assert chances(of, strengths(of, "pair"), [None], FEW, worth=of.size) == made
