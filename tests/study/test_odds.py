from functools import cache
from itertools import chain, combinations
from math import comb
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from prial.cards import PACK, Card, parse, rank
from prial.errors import CardError, RulesError
from prial.ranks.brag import Category, Ranking, TopPrial, TopRun, ranking
from prial.ranks.wild import wild_cards
from prial.study.odds import KINDS, as_odds, chances, deals, left_of, odds
from tests.campaigns import soaking
from tests.ranks import oracle


def test_counts_are_those_of_the_table_in_the_rules() -> None:
    counts = [each.count for each in odds(ranking()).values()]
    assert counts == [4, 48, 48, 720, 1096, 3744, 16440]
    assert sum(counts) == deals(3) == 22_100


@pytest.mark.parametrize("top_prial", list(TopPrial))
@pytest.mark.parametrize("top_run", list(TopRun))
def test_the_order_of_hands_does_not_change_how_often_they_come(top_prial: TopPrial, top_run: TopRun) -> None:
    assert odds(ranking(top_prial, top_run)) == odds(ranking())


def test_wild_cards_make_good_hands_commoner() -> None:
    wild = odds(ranking(wild=wild_cards("twos")))
    plain = odds(ranking())
    assert tuple(wild) == KINDS
    assert sum(each.count for each in wild.values()) == deals(3)
    assert all(wild[kind].count > plain[kind].count for kind in KINDS[:-1])
    # two wild twos and any third card, or one wild two and a pair: 6 * 48 + 4 (three twos) + 4 * 12 * 6, and 12 natural prials
    prials = wild["prial_of_threes"].count + wild["other_prial"].count
    assert prials == 6 * 48 + 4 + 4 * 12 * 6 + 12 * 4


# A second way without strengths and without choosing three cards: it classifies whole hands


@cache
def hands(cards: int) -> NDArray[np.int64]:
    """All hands, one per row."""
    return np.fromiter(chain.from_iterable(combinations(PACK, cards)), np.int64).reshape(-1, cards)


MASKS = np.arange(1 << 13)
HELD = np.array([mask.bit_count() for mask in range(1 << 13)])
"""Number of ranks in each set of ranks, which are bits."""
MOST_IN_WINDOW = np.max(
    [HELD[MASKS & sum(1 << r for r in window)] for window in [(12, 0, 1), *((r, r + 1, r + 2) for r in range(11))]], axis=0
)
"""Length of the longest run in each set of ranks; an ace counts below the two as well."""


def counted(cards: int, wild: frozenset[Card]) -> list[int]:
    """Number of hands of each kind, from their number of wild cards and the other ranks in each suit."""
    dealt = hands(cards)
    stands = np.isin(dealt, sorted(wild))
    jokers = stands.sum(axis=1)
    bits = np.where(stands, 0, 1 << (dealt >> 2))
    suits = [np.where(dealt & 3 == suit, bits, 0).sum(axis=1) for suit in range(4)]
    ranks = suits[0] | suits[1] | suits[2] | suits[3]
    twice, thrice = (
        np.bitwise_or.reduce([np.bitwise_and.reduce(some) for some in combinations(suits, times)]) for times in (2, 3)
    )
    alike = (ranks > 0).astype(int) + (twice > 0) + (thrice > 0)
    conditions = [
        sum((suit >> 1) & 1 for suit in suits) + jokers >= 3,  # a prial of threes
        alike + jokers >= 3,
        np.max([MOST_IN_WINDOW[suit] for suit in suits], axis=0) + jokers >= 3,
        MOST_IN_WINDOW[ranks] + jokers >= 3,
        np.max([HELD[suit] for suit in suits], axis=0) + jokers >= 3,
        alike + jokers >= 2,
    ]
    kinds = np.select(conditions, range(6), 6)
    return [int((kinds == kind).sum()) for kind in range(7)]


@pytest.mark.parametrize("wild", ["", "twos", "threes", "2♠, 9h, black fives"])
@pytest.mark.parametrize("cards", [3, 4, pytest.param(5, marks=pytest.mark.soak)])
def test_counts_are_those_of_a_second_way(cards: int, wild: str) -> None:
    found = odds(ranking(wild=wild_cards(wild)), cards)
    assert [each.count for each in found.values()] == counted(cards, wild_cards(wild))
    assert sum(each.count for each in found.values()) == comb(52, cards) == deals(cards)
    assert sum(each.probability for each in found.values()) == pytest.approx(1)


def test_the_best_three_of_five_cards_are_a_prial_as_often_as_in_poker() -> None:
    """Three of a kind, full houses and fours: 54,912 + 3,744 + 624 of 2.6 million hands. `make soak` counts every kind."""
    found = odds(ranking(), 5)
    assert [found[kind].count for kind in ("prial_of_threes", "other_prial")] == [4_560, 54_720]
    assert sum(each.count for each in found.values()) == comb(52, 5) == deals(5)


@pytest.mark.parametrize("cards", soaking([3, 4, 5], [3, 4]))
def test_a_wild_pack_is_counted_as_the_slow_evaluator_ranks_it(cards: int) -> None:
    """A seventh of the hands of a pack of 14 cards; the oracle tries each three of their cards."""
    pack = [card for card in PACK if rank(card) in (0, 1, 2, 12)][:14]
    wild = frozenset({pack[0], pack[5]})
    of, key = ranking(wild=wild), oracle.evaluator(aces=False, ace_king_queen=False, wild=wild)
    for hand in list(combinations(pack, cards))[::7]:
        best = max(combinations(hand, 3), key=key)
        assert key(best) == key(max(combinations(hand, 3), key=lambda three: of.three(*three)))


# P: where the pack isn't shuffled, cards that were seen change the odds


def without(ranks: str) -> str:
    """All cards except some ranks: the rest is a small pack."""
    return "".join(r + s for r in ranks for s in "shdc")


def slowly(of: Ranking, cards: int, gone: tuple[Card, ...]) -> list[int]:
    """The hands of each kind without certain cards, counted one by one."""
    found = dict.fromkeys(KINDS, 0)
    for hand in combinations([card for card in PACK if card not in gone], cards):
        category, ranks = of.shape(max(of.strength(three) for three in combinations(hand, 3)))
        kind = category.value if category is not Category.PRIAL else "prial_of_threes" if ranks == (1,) else "other_prial"
        found[kind] += 1
    return list(found.values())


@pytest.mark.parametrize(
    ("cards", "wild", "gone"),
    [
        (3, "", "KsKdKh 2c"),
        (3, "twos", "2s2d AsAdAh 9c"),
        (4, "", "3s3d3h3c" + without("AKQ987")),
        (5, "black fives", "5s" + without("AKQJT9842")),
    ],
)
def test_cards_that_were_seen_are_left_out(cards: int, wild: str, gone: str) -> None:
    of, seen = ranking(wild=wild_cards(wild)), parse(gone)
    found = odds(of, cards, seen)
    assert [each.count for each in found.values()] == slowly(of, cards, seen)
    assert sum(each.count for each in found.values()) == deals(cards, len(seen))


def beaten(of: Ranking, own: tuple[Card, ...], known: tuple[Card, ...], left: list[Card]) -> tuple[int, int, int]:
    """The numbers of the opponent's hands that are worse, equal, and all: one by one, by the slow evaluator."""
    key = oracle.evaluator(aces=False, ace_king_queen=False, wild=of.wild)

    def worth(hand: tuple[Card, ...]) -> tuple[Any, list[int]]:
        return max(
            (key(three), sorted((rank(card) for card in hand if card not in three), reverse=True))
            for three in combinations(hand, 3)
        )

    mine = worth(own)
    theirs = [worth((*known, *more)) for more in combinations(left, len(own) - len(known))]
    return sum(each < mine for each in theirs), sum(each == mine for each in theirs), len(theirs)


@pytest.mark.parametrize(
    ("own", "known", "gone", "wild"),
    [
        ("QsQd4h", "", "KsKdKh 2c", ""),
        ("QsQd4h", "Qh", "KsKdKh 2c", ""),
        ("Qs2d4h", "QhQc", "", "twos"),
        ("Qs9d4h", "Qh9c4s", "", ""),
        ("QsQd4h2c", "4c", without("AK7"), ""),
        ("QsQd4h2c8h", "4c3d", without("AKJT"), "black fives"),
    ],
)
def test_what_a_hand_beats_is_counted_exactly(own: str, known: str, gone: str, wild: str) -> None:
    of = ranking(wild=wild_cards(wild))
    left = left_of(parse(own) + parse(known) + parse(gone))
    found = chances(of, parse(own), [parse(known)], left, len(parse(own)))
    assert (found.better.count, found.equal.count, found.deals) == beaten(of, parse(own), parse(known), left)
    assert not found.drawn


def test_a_hand_of_which_one_card_is_unknown_is_counted_too() -> None:
    """Against a fully known hand; 44 cards may be the third one."""
    of, left = ranking(), left_of(parse("KsQd 7h7c4s 2c2d2h"))
    better = sum(of.strength((*parse("KsQd"), card)) > of.strength(parse("7h7c4s")) for card in left)
    found = chances(of, parse("KsQd"), [parse("7h7c4s")], left, 3)
    assert (found.better.count, found.deals, found.drawn) == (better, 44, False)


def test_too_few_cards_are_refused() -> None:
    with pytest.raises(RulesError, match="Only 2 cards are left, but the hands take 3"):
        odds(ranking(), 3, PACK[2:])
    with pytest.raises(RulesError, match="Only 49 cards are left, but the hands take 60"):
        chances(ranking(), parse("QsQd4h"), [()] * 20, left_of(parse("QsQd4h")), 3)


@pytest.mark.parametrize("cards", [0, 2, 6, 13])
def test_other_numbers_of_cards_are_refused(cards: int) -> None:
    with pytest.raises(RulesError, match=f"A hand can be dealt 3 to 5 cards, not {cards}"):
        odds(ranking(), cards)


@pytest.mark.parametrize(
    ("count", "of", "text"),
    [
        (4, 22100, "5524 to 1"),
        (48, 22100, "459 to 1"),
        (16440, 22100, "3 to 1 on"),
        (1, 2, "1 to 1"),
        (0, 5, "never"),
        (5, 5, "always"),
    ],
)
def test_odds_as_bookmakers_say_them(count: int, of: int, text: str) -> None:
    assert as_odds(count, of) == text


def test_a_card_lies_in_one_place() -> None:
    of = ranking()
    with pytest.raises(CardError, match="As is there twice"):
        odds(of, 3, parse("As") * 2)
    with pytest.raises(CardError, match="Ah is there twice"):
        chances(of, parse("AsAhAd"), [parse("AhKdQc")], parse("2c3d"), 3)
    with pytest.raises(RulesError, match="no other hand"):
        chances(of, parse("AsAhAd"), [], parse("2c3d"), 3)
