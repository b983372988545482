"""Instant wins: which thirteen cards hold them, and a setting that shows each; checked against the second model."""

from collections import Counter
from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prial.cards import PACK, names, parse
from prial.games.xap_xam.instants import VIETNAMESE, Instant, laying, shows
from prial.games.xap_xam.rules import SCHEMA
from prial.games.xap_xam.settle import Scorer
from prial.games.xap_xam.study import instants as study
from prial.testing import strategies
from tests.campaigns import soaking
from tests.games.xap_xam import oracle
from tests.games.xap_xam.oracle import Setting, straight
from tests.games.xap_xam.rigged import WINS, WISHES, deal, rows_showing
from tests.ranks.slow_poker import same_suit

ALL = Scorer(SCHEMA.make())


def rigged(rng: Random) -> tuple[int, ...]:
    """Thirteen cards that hold an instant win, sometimes with one card changed."""
    hand = deal(rng, 2, list(WISHES))[0]
    if rng.random() < 0.3:
        spoilt = rng.choice(hand)
        other = rng.choice([card for card in PACK if card not in hand])
        hand = tuple(sorted([other, *(card for card in hand if card != spoilt)], reverse=True))
    return hand


def check_found(cards: tuple[int, ...]) -> set[str]:
    """Check that the game finds the same instant wins as the second model, and that each setting shows its win."""
    found = {str(instant) for instant in Instant if laying(cards, instant) is not None}
    assert found == oracle.instants(cards), names(cards)
    held = ALL.held(cards)
    assert [*map(str, held)] == [name for name in WINS if name in found], "the best first"
    for instant, rows in held.items():
        assert [*map(len, rows)] == [5, 5, 3]
        assert sorted(card for row in rows for card in row) == sorted(cards)
        assert shows(rows, instant)
        fits = straight if instant is Instant.THREE_STRAIGHTS else same_suit
        assert not instant.laid or all(map(fits, rows))
        assert not instant.laid or not ALL.is_mis_set(rows, instant)
    return found


@pytest.mark.parametrize("part", soaking(range(60), [0]))
def test_a_hand_holds_what_the_second_model_finds(part: int) -> None:
    seen: Counter[str] = Counter()
    rng = Random(part)
    for _ in range(100):
        found = check_found(rigged(rng))
        seen.update(found or {"nothing"})
        seen["several"] += len(found) > 1
    assert not [what for what in (*WINS, "nothing", "several") if not seen[what]]


@given(strategies.hands(13))
def test_any_hand_holds_what_can_be_laid_or_counted(cards: tuple[int, ...]) -> None:
    """Only wins by counts: pairs, fours, ranks and suits. The second model checks three straights."""
    ranks, suits = Counter(card >> 2 for card in cards), Counter(card & 3 for card in cards)
    held = ALL.held(cards)
    assert (Instant.WHOLE_DRAGON in held) == (len(ranks) == 13)
    assert (Instant.FOUR_OF_A_KIND in held) == (max(ranks.values()) == 4)
    assert (Instant.SIX_PAIRS in held) == (sum(count // 2 for count in ranks.values()) == 6)
    assert (Instant.THREE_FLUSHES in held) == all(count in (0, 3, 5, 8, 10, 13) for count in suits.values())


@given(st.permutations(PACK))
def test_whether_rows_show_three_straights_or_flushes(pack: list[int]) -> None:
    """Random rows, which rarely show either; rigged ones do."""
    rows: Setting = (tuple(pack[:5]), tuple(pack[5:10]), tuple(pack[10:13]))
    assert shows(rows, Instant.THREE_STRAIGHTS) == all(map(straight, rows))
    assert shows(rows, Instant.THREE_FLUSHES) == all(map(same_suit, rows))


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("name", ["three_straights", "three_flushes"])
def test_rows_that_show_an_instant_win_are_taken_for_it_and_no_others(name: str, seed: int) -> None:
    rng = Random(seed)
    rows, instant = None, Instant(name)
    while rows is None:
        cards = deal(rng, 2, ["straights" if name == "three_straights" else "flushes"])[0]
        rows = rows_showing(rng, cards, name)
    fits = straight if name == "three_straights" else same_suit
    assert shows(rows, instant)
    lower, middle, upper = rows
    assert shows((middle, lower, upper), instant), "in any order of strength"
    for at, other in combinations(range(13), 2):
        mixed = [*lower, *middle, *upper]
        mixed[at], mixed[other] = mixed[other], mixed[at]
        again: Setting = (tuple(mixed[:5]), tuple(mixed[5:10]), tuple(mixed[10:]))
        assert shows(again, instant) == all(map(fits, again))


@pytest.mark.parametrize(
    ("text", "name", "rows"),
    [
        ("As2h3d4c5s 5h6d7c8s9h JsQdKc", "three_straights", "9h8s7c6d5s 5h4c3d2hAs KcQdJs"),
        ("As2s3s4s5s6s7s8s9sTsJsQsKs", "three_flushes", "AsKsQsJsTs 9s8s7s6s5s 4s3s2s"),
    ],
)
def test_the_better_of_two_lies_below(text: str, name: str, rows: str) -> None:
    """ "Remember that the player has to arrange the higher value 5 cards straight hand in the lower hand first". Source: X."""
    assert " ".join(map(names, ALL.held(parse(text))[Instant(name)])) == rows


def test_only_what_the_table_knows_is_held_in_its_order() -> None:
    scorer = Scorer(SCHEMA.make({"instant": "three_flushes, whole_dragon 9, straight_flush"}))
    assert [*scorer.held(PACK[::4])] == [Instant.THREE_FLUSHES, Instant.WHOLE_DRAGON, Instant.STRAIGHT_FLUSH]


def test_every_instant_win_has_a_vietnamese_name() -> None:
    assert set(VIETNAMESE) == set(Instant)
    assert len(set(VIETNAMESE.values())) == len(Instant)


# --- many hands at once -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.soak) for part in range(1, 40))])
def test_many_hands_at_once_hold_what_each_does(part: int) -> None:
    rng = Random(f"many {part}")
    hands = [rigged(rng) if at % 2 else tuple(rng.sample(PACK, 13)) for at in range(1_500)]
    found = study.held(np.array(hands))
    assert found.shape == (1_500, len(Instant))
    assert found.any(axis=0).all(), "each is held by some"
    for cards, row in zip(hands, found.tolist(), strict=True):
        assert row == [laying(cards, instant) is not None for instant in Instant], names(cards)


def test_no_hands_at_once_hold_nothing() -> None:
    assert study.held(np.empty((0, 13), np.int64)).shape == (0, len(Instant))
