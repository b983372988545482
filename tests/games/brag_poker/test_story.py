"""What a table's page says about the game is true at that table."""

import pytest
from hypothesis import given

from prial.core.page import rules_page
from prial.games.brag_poker import KIND, BragPokerRules
from prial.games.brag_poker.rules import SCHEMA, BlindChange, Rebuy
from prial.games.brag_poker.story import story
from prial.ranks.brag import TopPrial, TopRun
from prial.testing import strategies


@given(strategies.rules(SCHEMA))
def test_a_page_never_contradicts_its_rules(rules: BragPokerRules) -> None:
    page = rules_page(KIND, rules, "A house")
    assert story(rules) in page
    assert f"small blind of {rules.small_blind}, the next one the big blind of {rules.big_blind}" in page
    assert f"a raise adds {2 * rules.big_blind}" in page
    assert f"a bet or a raise is {4 * rules.big_blind}" in page
    assert f"Everybody begins with {rules.purse} chips." in page
    assert ("may change cards unseen" in page) == (rules.blind_change is BlindChange.ON)
    assert ("looks first" in page) == (rules.blind_change is BlindChange.OFF)
    assert ("may buy another between deals" in page) == (rules.rebuy is Rebuy.BETWEEN_DEALS)
    assert (f"After {rules.length} deals" in page) == (rules.length > 0)
    assert ("When one purse is left" in page) == (rules.length == 0)
    assert ("3-3-3 is the best" in page) == (rules.top_prial is TopPrial.THREES)
    assert ("A-2-3 is the best" in page) == (rules.top_run is TopRun.ACE_TWO_THREE)


@pytest.mark.parametrize(
    "word", ["half of what you call, rounded up", "at most three raises", "side pot", "goes back", "odd chip"]
)
def test_a_story_says_what_the_rules_of_every_table_are(word: str) -> None:
    assert word in story(SCHEMA.make())
