from functools import cache
from itertools import chain, combinations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from prial.cards import PACK, Card, rank
from prial.errors import RulesError
from prial.ranks.brag import TopPrial, TopRun, ranking
from prial.ranks.wild import wild_cards
from prial.study.odds import KINDS, as_odds, deals, odds
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


# A second way, which knows no strengths and chooses no three cards: it asks of whole hands what they hold


@cache
def hands(cards: int) -> NDArray[np.int64]:
    """Every hand, one a row."""
    return np.fromiter(chain.from_iterable(combinations(PACK, cards)), np.int64).reshape(-1, cards)


MASKS = np.arange(1 << 13)
HELD = np.array([mask.bit_count() for mask in range(1 << 13)])
"""How many ranks a set of ranks holds, the ranks as bits."""
MOST_IN_WINDOW = np.max(
    [HELD[MASKS & sum(1 << r for r in window)] for window in [(12, 0, 1), *((r, r + 1, r + 2) for r in range(11))]], axis=0
)
"""How many cards of a run a set of ranks holds at most; an ace stands below the two as well."""


def counted(cards: int, wild: frozenset[Card]) -> list[int]:
    """How many hands are of each kind, from how many wild cards they hold and which ranks lie beside them in each suit."""
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


def test_counts_of_the_best_three_of_five_are_those_of_a_second_way() -> None:
    """One wild pack of five cards a hand, of which there are 2.6 million; the others in `make soak`."""
    test_counts_are_those_of_a_second_way(5, "2♠, 9h, black fives")


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_a_wild_pack_is_counted_as_the_slow_evaluator_ranks_it(cards: int) -> None:
    """A seventh of a pack of 14 cards' hands, each three of them tried by the oracle."""
    pack = [card for card in PACK if rank(card) in (0, 1, 2, 12)][:14]
    wild = frozenset({pack[0], pack[5]})
    of, key = ranking(wild=wild), oracle.evaluator(aces=False, ace_king_queen=False, wild=wild)
    for hand in list(combinations(pack, cards))[::7]:
        best = max(combinations(hand, 3), key=key)
        assert key(best) == key(max(combinations(hand, 3), key=lambda three: of.three(*three)))


@pytest.mark.parametrize("cards", [0, 2, 6, 13])
def test_other_numbers_of_cards_are_refused(cards: int) -> None:
    with pytest.raises(RulesError, match=f"of {cards} cards: it takes a number from 3 to 5"):
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
