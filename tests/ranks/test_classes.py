"""Classes of hands in words mean the hands that a person would sort into them by looking at ranks and suits."""

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from decimal import Decimal
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from prial.cards import PACK, Card, parse, rank, suit
from prial.errors import CardError, RulesError
from prial.ranks.brag import Category, FourOfAKind, TopPrial, TopRun, ranking
from prial.ranks.classes import Class, held, is_class, strengths
from prial.ranks.wild import wild_cards
from tests.campaigns import sizes
from tests.ranks import oracle

Hand = tuple[Card, ...]


def ranks(hand: Hand) -> list[int]:
    return sorted(map(rank, hand))


def is_flush(hand: Hand) -> bool:
    return len(set(map(suit, hand))) == 1


def is_run(hand: Hand) -> bool:
    a, b, c = ranks(hand)
    return (b, c) == (a + 1, a + 2) or [a, b, c] == [0, 1, 12]


def pair_of(hand: Hand) -> int | None:
    """The rank of which there are exactly two cards."""
    return next((r for r, count in Counter(ranks(hand)).items() if count == 2), None)


def is_prial(hand: Hand) -> bool:
    return len(set(ranks(hand))) == 1


def kept(hand: Hand) -> set[int]:
    """The ranks from seven up: a pair of kings with such a third card is at least as good as one with a seven."""
    return {5} if any(r >= 5 for r in ranks(hand) if r != pair_of(hand)) else set()


def is_nothing(hand: Hand) -> bool:
    return not (is_flush(hand) or is_run(hand) or is_prial(hand) or pair_of(hand) is not None)


KING, ACE, TWO, THREE = 11, 12, 0, 1
MEANT: dict[str, Callable[[Hand], bool]] = {
    "pair": lambda hand: pair_of(hand) is not None,
    "a pair": lambda hand: pair_of(hand) is not None,
    "a flush": lambda hand: is_flush(hand) and not is_run(hand),
    "run": lambda hand: is_run(hand) and not is_flush(hand),
    "running flush": lambda hand: is_run(hand) and is_flush(hand),
    "Running-Flush": lambda hand: is_run(hand) and is_flush(hand),
    "a prial": is_prial,
    "high card": is_nothing,
    "high card or worse": is_nothing,
    "pair or better": lambda hand: not is_nothing(hand),
    "any pair or better": lambda hand: not is_nothing(hand),
    "a flush or better": lambda hand: is_flush(hand) or is_run(hand) or is_prial(hand),
    "a run or better": lambda hand: is_run(hand) or is_prial(hand),
    "a pair or worse": lambda hand: is_nothing(hand) or pair_of(hand) is not None,
    "a pair of kings": lambda hand: pair_of(hand) == KING,
    "a pair of kings or worse": lambda hand: is_nothing(hand) or (pair_of(hand) is not None and pair_of(hand) != ACE),
    "pair of kings or better": lambda hand: not is_nothing(hand) and pair_of(hand) in (None, KING, ACE),
    "ace high": lambda hand: is_nothing(hand) and ranks(hand)[2] == ACE,
    "king high or worse": lambda hand: is_nothing(hand) and ranks(hand)[2] != ACE,
    "prial of threes": lambda hand: is_prial(hand) and rank(hand[0]) == THREE,
    "run, ace two three": lambda hand: ranks(hand) == [TWO, THREE, ACE] and not is_flush(hand),
    "run queen high": lambda hand: ranks(hand) == [8, 9, 10] and not is_flush(hand),
    "flush; a prial": lambda hand: is_prial(hand) or (is_flush(hand) and not is_run(hand)),
    "pair of tens to a pair of queens": lambda hand: pair_of(hand) in (8, 9, 10),
    "pair of queens to pair of tens": lambda hand: pair_of(hand) in (8, 9, 10),
    "king high to ace high; flush": lambda hand: (
        (is_nothing(hand) and ranks(hand)[2] >= KING) or (is_flush(hand) and not is_run(hand))
    ),
    "a pair to a run": lambda hand: not (is_nothing(hand) or is_prial(hand) or (is_flush(hand) and is_run(hand))),
    "KK": lambda hand: pair_of(hand) == KING,
    "kk+": lambda hand: not is_nothing(hand) and pair_of(hand) in (None, KING, ACE),
    "pair K or better": lambda hand: not is_nothing(hand) and pair_of(hand) in (None, KING, ACE),
    "a pair of Ks+": lambda hand: not is_nothing(hand) and pair_of(hand) in (None, KING, ACE),
    "KK-AA": lambda hand: pair_of(hand) in (KING, ACE),
    "88 – QQ": lambda hand: pair_of(hand) in (6, 7, 8, 9, 10),
    "88 to a pair of queens": lambda hand: pair_of(hand) in (6, 7, 8, 9, 10),
    "1010 or worse": lambda hand: is_nothing(hand) or ((pair_of(hand) or 0) <= 8 and pair_of(hand) is not None),
    "101010": lambda hand: is_prial(hand) and rank(hand[0]) == 8,
    "prial 8+": lambda hand: is_prial(hand) and (rank(hand[0]) >= 6 or rank(hand[0]) == THREE),
    "prial 6 to 888": lambda hand: is_prial(hand) and rank(hand[0]) in (4, 5, 6),
    "KK7": lambda hand: ranks(hand) == [5, KING, KING],
    "7KK+": lambda hand: not is_nothing(hand) and (pair_of(hand) in (None, ACE) or (pair_of(hand) == KING and 5 in kept(hand))),
    "AK9": lambda hand: ranks(hand) == [7, KING, ACE],
    "AK9s": lambda hand: ranks(hand) == [7, KING, ACE] and is_flush(hand),
    "9AKo": lambda hand: ranks(hand) == [7, KING, ACE] and not is_flush(hand),
    "A23": lambda hand: ranks(hand) == [TWO, THREE, ACE],
    "run Q": lambda hand: ranks(hand) == [8, 9, 10] and not is_flush(hand),
    "running flush 10 high": lambda hand: ranks(hand) == [6, 7, 8] and is_flush(hand),
    "flush A": lambda hand: is_flush(hand) and not is_run(hand) and ranks(hand)[2] == ACE,
    "A high": lambda hand: is_nothing(hand) and ranks(hand)[2] == ACE,
    "flush+": lambda hand: is_flush(hand) or is_run(hand) or is_prial(hand),
    "KK, 88-99, TTT": lambda hand: pair_of(hand) in (KING, 6, 7) or (is_prial(hand) and rank(hand[0]) == 8),
    "QQ; run, queen high; prial 2": lambda hand: (
        pair_of(hand) == 10 or (ranks(hand) == [8, 9, 10] and not is_flush(hand)) or ranks(hand) == [TWO] * 3
    ),
    "top 100 %": lambda hand: True,
    "prial; ace high;": lambda hand: is_prial(hand) or (is_nothing(hand) and ranks(hand)[2] == ACE),
}


@cache
def every(*, suits: bool) -> list[tuple[Hand, int]]:
    """Every hand, with its strength; without ``suits``, one hand of several suits and one of a single suit for all ranks."""
    of, hands = ranking(), list(combinations(PACK, 3))
    if not suits:
        hands = [*{(*ranks(hand), len({card & 3 for card in hand}) == 1): hand for hand in hands}.values()]
    return [(hand, of.strength(hand)) for hand in hands]


@pytest.mark.parametrize("suits", sizes(False, True))
@pytest.mark.parametrize("text", MEANT)
def test_a_class_has_the_hands_that_its_words_say(text: str, suits: bool) -> None:
    of = ranking()
    which = strengths(of, text)
    meant = MEANT[text]
    for hand, strength in every(suits=suits):
        assert (strength in which) == meant(hand), hand
    assert is_class(text)


def test_three_cards_are_a_class_of_all_hands_as_strong() -> None:
    of = ranking()
    for text in ("AsKs2d", "as kd 2c", "Ah Kd 2h"):
        assert strengths(of, text) == frozenset({of.strength(parse("AcKh2d"))})
    assert strengths(of, "AsKs2d or better") == frozenset(range(of.strength(parse("AsKs2d")), of.size + 1))
    assert strengths(of, "2s3d5c to AsKs2d") == strengths(of, "AsKs2d or worse")


@cache
def best_first(wild: str) -> tuple[dict[Hand, Any], list[Hand]]:
    """The worth of every hand by the slow evaluator, and all hands, the best first."""
    key = oracle.evaluator(aces=False, ace_king_queen=False, wild=wild_cards(wild))
    worth: dict[Hand, Any] = {hand: key(hand) for hand in combinations(PACK, 3)}
    return worth, sorted(worth, key=worth.__getitem__, reverse=True)


@pytest.mark.parametrize("wild", ["", "black fives"])
@pytest.mark.parametrize("percent", ["0.5", "10", "33.3", "75", "99.9"])
def test_the_top_is_as_many_of_the_best_hands_as_the_share_allows(percent: str, wild: str) -> None:
    """By the slow evaluator: hands from the best down, those that are equal together, while they fit into the share."""
    of, (worth, best) = ranking(wild=wild_cards(wild)), best_first(wild)
    most = Decimal(percent) * 22_100 / 100
    fits = next(count for count in range(int(most), -1, -1) if worth[best[count - 1]] != worth[best[count]])
    which = strengths(of, f"top {percent} %")
    assert which == strengths(of, f"Top {percent}%") == strengths(of, f"top {percent} per cent")
    assert {hand for hand in best if of.strength(hand) in which} == {*best[:fits]}


@pytest.mark.parametrize("text", ["top 0 %", "top 0.018 %", "top 100.5 %", "flush; top 200 %"])
def test_a_top_without_hands_is_refused_with_the_least_that_has_one(text: str) -> None:
    with pytest.raises(RulesError, match=r"'top .*' is not a share of the hands: .* from 0.019 \(only the best hand\) to 100"):
        strengths(ranking(), text)
    assert len(strengths(ranking(), "top 0.019 %")) == 1


def test_a_top_without_hands_is_refused_where_four_of_a_kind_is_a_hand_too() -> None:
    """No three cards are four of a kind."""
    with pytest.raises(RulesError, match="'top 0 %' is not a share of the hands"):
        strengths(ranking(four_of_a_kind=FourOfAKind.BEATS_ALL), "top 0 %")


def test_four_of_a_kind_is_written_by_its_ranks_where_it_is_a_hand() -> None:
    of = ranking(four_of_a_kind=FourOfAKind.BEATS_ALL)
    assert {of.label(strength) for strength in strengths(of, "KKKK")} == {"four kings"}
    assert {of.label(strength) for strength in strengths(of, "AAAA+")} == {"four aces", "four fours"}
    with pytest.raises(RulesError, match="'KKKK' is not a class"):
        strengths(ranking(), "KKKK")


def test_a_text_says_cards_or_a_class() -> None:
    of = ranking()
    for text in ("AsKd", "10♠ J♥ Q♦", "2s3d5c-AsKs", ""):
        assert held(of, text) == parse(text)
    for text in ("KK+", "AsKs2d+", "22", "QQ, KK", "top 5 %"):
        assert held(of, text) == strengths(of, text)


def test_a_class_follows_the_order_of_hands() -> None:
    """With ace, king, queen as the best run, ace two three isn't at least as good; aces can be the best prial."""
    high = ranking(top_run=TopRun.ACE_KING_QUEEN)
    low = high.strength(parse("Ah2d3c"))
    assert low not in strengths(high, "run, ace high or better")
    assert ranking().strength(parse("Ah2d3c")) in strengths(ranking(), "run, ace high or better")
    aces = ranking(top_prial=TopPrial.ACES)
    assert strengths(aces, "prial of aces or better") == frozenset({aces.strength(parse("AsAhAd"))})
    assert len(strengths(ranking(), "prial of aces or better")) == 2


def test_with_wild_cards_a_class_has_the_hands_that_they_make() -> None:
    twos = ranking(wild=frozenset(parse("2s2h2d2c")))
    pairs = strengths(twos, "pair or better")
    for hand in combinations(PACK, 3):
        wild = sum(rank(card) == TWO for card in hand)
        assert (twos.strength(hand) in pairs) == (wild > 0 or not is_nothing(hand)), hand
    assert {twos.category(strength) for strength in strengths(twos, "a run")} == {Category.RUN}


@pytest.mark.parametrize(
    "text",
    [
        "a pair of bears",
        "flush or so",
        "pair better",
        "two pairs",
        "of",
        "flush; flash",
        "",
        ";",
        "pair or",
        "pair to",
        "pair to run or better",
        "AsKs",
        "AK",
        "K9s",
        "44s",
        "88o",
        "KK, run, queen high",
        "KK ++",
        "KK+ or better",
        "prial 1",
        "top ten %",
        "top 10",
        "top 10 % or better",
        "top -5 %",
        "10 10",
    ],
)
def test_what_is_no_class_is_refused_with_what_can_be_written(text: str) -> None:
    with pytest.raises(
        RulesError, match=r"is not a class of hands. Write a kind of hand \(high card, pair, .* or prial\), a named hand"
    ) as said:
        strengths(ranking(), text)
    assert str(said.value).endswith(".")


@pytest.mark.parametrize("text", ["AsAhAd", "ks kd 2c", "10♠ J♥ Q♦", "", "AhKd"])
def test_cards_are_no_class(text: str) -> None:
    assert not is_class(text)


def test_a_class_knows_its_ranking() -> None:
    of, aces = ranking(), ranking(top_prial=TopPrial.ACES)
    pairs, runs = strengths(of, "pair"), strengths(of, "run")
    assert pairs.of is of
    assert deepcopy(pairs).of is of
    for joined, wanted in (
        (pairs | runs, {*pairs, *runs}),
        (pairs & runs, set[int]()),
        ((pairs | runs) - runs, {*pairs}),
        (pairs ^ (pairs | runs), {*runs}),
        (Class(of, [each for each in pairs if each % 2]) | {1}, {1, *(each for each in pairs if each % 2)}),
    ):
        assert isinstance(joined, Class)
        assert joined == frozenset(wanted)
        joined.check(of)
        with pytest.raises(
            RulesError, match="was made with <Ranking of 741 strengths>, not with <Ranking of 741 strengths: top_prial=aces>"
        ):
            joined.check(aces)
    with pytest.raises(RulesError, match="was made with"):
        pairs | strengths(aces, "run")


def test_what_is_neither_a_class_nor_cards_is_called_that() -> None:
    for text in ("flsh", " prail", "22-"):
        with pytest.raises(CardError, match="is neither cards, such as AsKs, nor a class of hands, such as flush"):
            held(ranking(), text)
    with pytest.raises(CardError, match="'Kx' at position 3 is not a card"):
        held(ranking(), "AsKx")
