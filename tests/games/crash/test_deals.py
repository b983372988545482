"""Many deals at once are scored as single ones are, and the splits that would have won are counted."""

from itertools import pairwise

import numpy as np
import pytest

from prial.arrange import batch
from prial.arrange.search import greedy
from prial.arrange.value import best
from prial.games.crash.study.deals import observe, play, points
from prial.games.crash.study.worth import Pays
from prial.ranks.brag import Category, ranking
from tests.arrange.hands import some_value
from tests.campaigns import sizes

numba = pytest.importorskip("numba")
pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="there is nothing to test where nothing is compiled")

USUAL = ranking()
PAIR, FLUSH = USUAL.least(Category.PAIR), USUAL.least(Category.FLUSH)


@pytest.mark.parametrize("deals", sizes(30, 300))
@pytest.mark.parametrize("next_best", [False, True])
@pytest.mark.parametrize(("cards", "seats", "least"), [(13, 4, PAIR), (9, 5, 1), (13, 2, FLUSH), (7, 7, 1), (6, 3, 1)])
def test_play_scores_by_the_rules(cards: int, seats: int, least: int, deals: int, *, next_best: bool) -> None:
    places, bonus = cards // 3, 3.0
    seed = np.random.SeedSequence(8)
    value = some_value(places, 2)
    lines = [[0] * seats, [1, *[0] * (seats - 1)]]
    wins = play(deals, seed, [None, value], lines, USUAL, cards=cards, least=least, pays=Pays(every=bonus), next_best=next_best)
    assert wins.shape == (2, deals, seats, places)
    scored = points(wins, bonus)
    for at, deal in enumerate(batch.deal(deals, seed, seats, cards).tolist()):
        for line in (0, 1):
            splits = [greedy(hand, USUAL, places, least).strengths for hand in deal]
            if line:
                splits[0] = best(deal[0], value, USUAL, least=least, sweep_weight=bonus).strengths
            winners = [winner([split[place] for split in splits], next_best=next_best) for place in range(places)]
            for seat in range(seats):
                assert wins[line, at, seat].tolist() == [winner == seat for winner in winners]
                assert scored[line, at, seat] == winners.count(seat) + bonus * (winners == [seat] * places)


def winner(strengths: list[int], *, next_best: bool) -> int:
    """The seat that wins a place, or -1."""
    while any(strengths):
        top = max(strengths)
        if strengths.count(top) == 1:
            return strengths.index(top)
        if not next_best:
            return -1
        strengths = [0 if strength == top else strength for strength in strengths]
    return -1


@pytest.mark.parametrize(("cards", "others", "least"), [(13, 3, 1), (9, 4, PAIR), (13, 1, FLUSH), (7, 6, 1), (6, 2, 1)])
def test_observe_counts_what_would_have_won(cards: int, others: int, least: int) -> None:
    deals, places = 60, cards // 3
    seed, value = np.random.SeedSequence(4), some_value(places, 3)
    counts = observe(deals, seed, value, others, USUAL, cards=cards, least=least)
    wins, held = np.zeros_like(counts.wins), np.zeros_like(counts.held)
    crashed = 0
    for deal in batch.deal(deals, seed, others + 1, cards).tolist():
        splits = [best(hand, value, USUAL, least=least).strengths for hand in deal]
        for seat, own in enumerate(splits):
            rest = splits[:seat] + splits[seat + 1 :]
            held[0, own[0]] += 1
            held[1, own[0]] += own[0] > max(split[0] for split in rest)
            crashed += all(own[place] > max(split[place] for split in rest) for place in range(places))
            for place in range(places):
                against = [split[place] for split in rest]
                levels = sorted({1, *(s or 1 for s in against), *(s + 1 for s in against), USUAL.size + 1})
                for low, high in pairwise(levels):
                    for kind in (0, 1):
                        if winner([low, *against], next_best=bool(kind)) == 0:
                            wins[kind, place, low:high] += 1
    assert counts.seats == deals * (others + 1)
    assert (counts.wins == wins).all()
    assert (counts.held == held).all()
    assert counts.met.sum() == counts.seats
    assert counts.swept.sum() == crashed
