import pytest

from prial.cards import PACK, rank
from prial.ranks.brag import TopPrial, TopRun, ranking
from prial.study.odds import HANDS, KINDS, as_odds, odds


def test_counts_are_those_of_the_table_in_the_rules() -> None:
    counts = [each.count for each in odds(ranking()).values()]
    assert counts == [4, 48, 48, 720, 1096, 3744, 16440]
    assert sum(counts) == HANDS


@pytest.mark.parametrize("top_prial", list(TopPrial))
@pytest.mark.parametrize("top_run", list(TopRun))
def test_the_order_of_hands_does_not_change_how_often_they_come(top_prial: TopPrial, top_run: TopRun) -> None:
    assert odds(ranking(top_prial, top_run)) == odds(ranking())


def test_wild_cards_make_good_hands_commoner() -> None:
    wild = odds(ranking(wild=frozenset(card for card in PACK if rank(card) == 0)))
    plain = odds(ranking())
    assert tuple(wild) == KINDS
    assert sum(each.count for each in wild.values()) == HANDS
    assert all(wild[kind].count > plain[kind].count for kind in KINDS[:-1])
    # two wild twos and any third card, or one wild two and a pair: 6 * 48 + 4 (three twos) + 4 * 12 * 6, and 12 natural prials
    prials = wild["prial_of_threes"].count + wild["other_prial"].count
    assert prials == 6 * 48 + 4 + 4 * 12 * 6 + 12 * 4


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
