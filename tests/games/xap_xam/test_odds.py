"""How often hands and instant wins are dealt, counted in a second way: slowly, or by another formula."""

from collections import Counter
from itertools import combinations
from math import comb, prod
from random import Random

import pytest

from prial.cards import PACK
from prial.games.xap_xam.instants import Instant
from prial.games.xap_xam.study.odds import CARDS, DEALS, count, hands, instants
from prial.ranks.poker import Category, ranking
from tests.games.xap_xam import oracle
from tests.ranks import slow_poker


def test_five_cards_by_the_textbooks_formulas() -> None:
    found = {kind: each.count for kind, each in hands(ranking(), 5).items()}
    one_suit, any_suits = 4, 4**5
    assert found == {
        "straight_flush": 10 * one_suit,
        "four_of_a_kind": 13 * 48,
        "full_house": 13 * comb(4, 3) * 12 * comb(4, 2),
        "flush": (comb(13, 5) - 10) * one_suit,
        "straight": 10 * (any_suits - one_suit),
        "three_of_a_kind": 13 * comb(4, 3) * comb(12, 2) * 4**2,
        "two_pair": comb(13, 2) * comb(4, 2) ** 2 * 44,
        "pair": 13 * comb(4, 2) * comb(12, 3) * 4**3,
        "high_card": (comb(13, 5) - 10) * (any_suits - one_suit),
    }
    assert list(found) == list(reversed(Category))
    assert sum(found.values()) == comb(52, 5)


def test_upper_hands_by_going_through_them_all() -> None:
    slow = Counter(slow_poker.category(three) for three in combinations(PACK, 3))
    assert {kind: each.count for kind, each in hands(ranking(), 3).items()} == slow


def by_ranks(*ways: int) -> int:
    """Deals of thirteen cards, given the number of ways in which a rank occurs 0, 1, 2 … times; by multiplying polynomials."""
    found = [1]
    for _ in range(13):
        found = [
            sum(found[at - same] * way for same, way in enumerate(ways) if 0 <= at - same < len(found)) for at in range(CARDS + 1)
        ]
    return found[CARDS]


def test_four_of_a_kind_is_all_but_those_with_three_of_a_rank_at_most() -> None:
    assert by_ranks(1, 4, 6, 4, 1) == DEALS
    assert count(Instant.FOUR_OF_A_KIND) == DEALS - by_ranks(1, 4, 6, 4)


def test_six_pairs_pattern_by_pattern() -> None:
    """For each number of fours: the other pairs, and one more card, alone or as the third of its rank."""
    whole = 0
    for fours in range(4):
        pairs = 6 - 2 * fours
        chosen = comb(13, fours) * comb(13 - fours, pairs)
        whole += chosen * 6**pairs * (13 - fours - pairs) * 4
        whole += chosen * pairs * 4 * 6 ** (pairs - 1) if pairs else 0
    assert count(Instant.SIX_PAIRS) == whole


def test_three_flushes_pattern_by_pattern() -> None:
    """A suit has one, two, three or none of the rows: 13; 10 and 3; 8 and 5; 5, 5 and 3."""
    c = [comb(13, number) for number in range(14)]
    assert count(Instant.THREE_FLUSHES) == 4 * c[13] + 12 * (c[10] * c[3] + c[8] * c[5]) + 12 * c[5] ** 2 * c[3]


def test_whole_dragon() -> None:
    assert count(Instant.WHOLE_DRAGON) == by_ranks(0, 4)


def test_straight_flushes_by_walking_up_a_suit() -> None:
    """Suits without five cards in sequence, counted card by card from the ace below the two to the ace above the king."""

    def without(at: int, run: int, left: int, ace: bool) -> int:
        """Ways to go on from a rank, after ``run`` cards in sequence and with ``left`` cards to choose."""
        if run == 5 or left < 0:
            return 0
        if at == 13:  # the ace above the king: the same card as below the two
            return int(left == 0 and not (ace and run == 4))
        return without(at + 1, run + 1, left - 1, ace) + without(at + 1, 0, left, ace)

    one = [without(1, 1, n - 1, True) + without(1, 0, n, False) for n in range(14)]
    assert one[:6] == [comb(13, n) for n in range(5)] + [comb(13, 5) - 10]
    whole = [1]
    for _ in range(4):
        whole = [sum(whole[k] * one[n - k] for k in range(n + 1) if k < len(whole) and n - k < 14) for n in range(CARDS + 1)]
    assert count(Instant.STRAIGHT_FLUSH) == DEALS - whole[CARDS]


def test_three_straights_by_the_ranks_that_make_them() -> None:
    """All choices of ranks with three straights; the second model checks that no others have them."""

    def of(low: int, size: int) -> Counter[int]:
        return Counter(r % 13 for r in range(low, low + size))

    fives, threes = [of(low, 5) for low in range(-1, 9)], [of(low, 3) for low in range(-1, 11)]
    found = {tuple(map((a + b + c).__getitem__, range(13))) for a in fives for b in fives for c in threes}
    assert count(Instant.THREE_STRAIGHTS) == sum(prod(comb(4, same) for same in ranks) for ranks in found)
    rng, asked = Random(13), Counter[bool]()
    for ranks in rng.sample(sorted(found), 20):
        near = list(ranks)
        near[rng.choice([r for r in range(13) if near[r]])] -= 1
        near[rng.choice([r for r in range(13) if near[r] < 4])] += 1
        for each in (ranks, tuple(near)):
            cards = [4 * r + suit for r, same in enumerate(each) for suit in range(same)]
            assert (each in found) is ("three_straights" in oracle.instants(cards))
            asked[each in found] += 1
    assert min(asked.values()) > 6


@pytest.mark.soak
def test_instant_wins_come_as_often_as_they_are_counted() -> None:
    """Random deals checked by the second model: within five standard errors."""
    rng, number = Random(1), 20_000
    found: Counter[str] = Counter()
    for _ in range(number):
        found.update(oracle.instants(rng.sample(PACK, CARDS)))
    for name, each in instants(Instant).items():
        p = each.probability
        assert abs(found[name] / number - p) < 5 * (p * (1 - p) / number) ** 0.5 + 1 / number, name
