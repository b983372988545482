"""Splits of Crash: hands that don't count fill the remaining places, and four of a kind may be one of the hands."""

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest

from prial.arrange.search import front
from prial.cards import Card, parse
from prial.games.crash import SCHEMA
from prial.games.crash.settle import Scorer
from prial.games.crash.splits import splits
from tests.arrange import enumeration
from tests.arrange.hands import draw
from tests.campaigns import sizes


def table(cards: int = 13, min_hand: str = "high_card", weak_hand: str = "scores_nothing") -> Scorer:
    rules = SCHEMA.make({"players": 3, "cards": cards, "min_hand": min_hand, "weak_hand": weak_hand})
    return Scorer(rules)


def lays(scorer: Scorer, hand: Sequence[Card], laid: frozenset[Card]) -> list[tuple[int, ...]]:
    """The best vectors among all splits that lay these cards, in as many three-card hands as possible."""
    ways = enumeration.ways(len(hand), scorer.rules.places).reshape(-1, 3 * scorer.rules.places)
    used = np.zeros((len(ways), len(hand)), bool)
    np.put_along_axis(used, ways, values=True, axis=1)
    kept = used[:, [at for at, card in enumerate(hand) if card in laid]].all(axis=1)
    vectors = enumeration.vectors(hand, scorer.ranking, scorer.rules.places, scorer.least)
    return enumeration.undominated(vectors[kept])


def check(scorer: Scorer, hand: Sequence[Card], laid: frozenset[Card]) -> None:
    found = splits(scorer, hand, laid)
    assert [split.strengths for split in found] == lays(scorer, hand, laid)
    for split in found:
        cards = [card for each in split.hands for card in each]
        assert len(split.hands) == scorer.rules.places
        assert len(cards) == len(set(cards))
        assert laid <= set(cards) <= set(hand)
        raw = [scorer.ranking.strength(each) for each in split.hands]
        assert raw == sorted(raw, reverse=True)
        assert split.strengths == tuple(strength if strength >= scorer.least else 0 for strength in raw)


@pytest.mark.parametrize("most", sizes(9, 13))
@pytest.mark.parametrize("min_hand", ["high_card", "pair", "flush"])
@pytest.mark.parametrize("kind", ["any", "four ranks", "two suits"])
def test_hands_that_do_not_count_are_laid_and_so_is_what_must_be(kind: str, min_hand: str, most: int) -> None:
    rng = Random(f"{kind} {min_hand}")
    for scorer in [table(cards, min_hand) for cards in (6, 7, 9, 13) if cards <= most]:
        hand = draw(rng, kind, scorer.rules.cards)
        check(scorer, hand, frozenset())
        check(scorer, hand, frozenset(rng.sample(hand, 4)))


def test_where_weak_hands_are_not_laid_only_hands_that_count_are() -> None:
    scorer, hand = table(min_hand="pair", weak_hand="not_laid"), draw(Random(1), "any", 13)
    assert splits(scorer, hand) == front(hand, scorer.ranking, 4, scorer.least)
    scorer = table(min_hand="flush", weak_hand="not_laid")
    assert splits(scorer, parse("As Ah Kd 9c 7d 5h 2s"), frozenset(parse("As"))) == []


def test_cards_that_must_be_laid_and_cannot_be() -> None:
    hand = parse("AsAhAd 9c9d2h 4s")
    assert splits(table(7), hand, frozenset(hand)) == []
    assert splits(table(7), hand, frozenset(parse("4c"))) == []


def test_four_of_a_kind_as_a_hand_lets_all_thirteen_cards_be_laid() -> None:
    """The page of Crash, "Four of a kind": under these rules a hand may have four cards."""
    hand = parse("4s4h4d4c AsAhAd KsQsJs 9h8h7h")
    (found,) = splits(Scorer(SCHEMA.make({}, "bouncer")), hand, frozenset(hand))
    assert sorted(map(len, found.hands)) == [3, 3, 3, 4]


def test_all_four_of_a_rank_laid_in_hands_that_do_not_count() -> None:
    check(table(min_hand="pair"), parse("2c2d2h2s 3c 5d 7h 9s Jc Kd 8h 6s 4c"), frozenset(parse("2c2d2h2s")))
