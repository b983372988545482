"""What a table's page says about Brag is true at that table."""

from random import Random

import pytest

from prial.core.page import rules_page
from prial.games.brag import KIND, BragRules
from prial.games.brag.story import story
from tests.rules import rules_at_random


def holds(rules: BragRules, page: str) -> None:
    """Check that each number and exception is told where it applies, and only there."""
    assert story(rules) in page
    assert f"ante of {rules.ante} " in page
    words = {3: "three", 4: "four", 5: "five"}
    assert f"everybody gets {words[rules.cards]} cards" in page
    assert ("discards break ties" in story(rules)) == (rules.cards > 3)
    assert ("3-3-3 is the best" in story(rules)) == (rules.top_prial == "threes")
    assert ("A-2-3 is the best" in story(rules)) == (rules.top_run == "ace_two_three")
    assert ("Playing blind" in story(rules)) == (rules.blind == "allowed")
    assert ("All ante again" in story(rules)) == (rules.kept_blind == "on" and rules.blind == "allowed")
    assert ("pay twice the last bet to see" in story(rules)) == (rules.see_cost == "double")
    assert ("covers" in story(rules)) == (rules.short == "cover")
    short = {str(rules.short), str(rules.short_of_two) if rules.short_of_two != "same" else str(rules.short)}
    assert ("may owe up to" in story(rules)) == ("borrow" in short)
    assert ("The bank lends" in story(rules)) == ("borrow" in short and rules.lender == "bank")
    assert ("With two left:" in story(rules)) == (rules.short_of_two != "same")
    assert ("out of chips loses to an equal hand" in story(rules)) == ("cover" in short)
    own = rules.least_purse > 0 or rules.most_purse > 0
    assert (f"Everybody begins with {rules.purse} chips" in story(rules)) == (not own)
    assert (f"how many chips to bring, at least {max(rules.least_purse, rules.ante)}" in story(rules)) == own
    assert (f"up to more than {rules.most_purse}." in story(rules)) == (rules.most_purse > 0 and rules.rebuy != "off")
    assert "may turn the hand up" in story(rules)
    assert ("turned up in this way wasn't seen" in story(rules)) == (rules.shuffle == "when_seen_prial")
    assert ("propose a showdown" in story(rules)) == (rules.showdown == "by_consent")
    assert ("higher than the last one" in story(rules)) == bool(rules.max_raise)
    assert (f"to {rules.max_bet}." in story(rules)) == bool(rules.max_bet)
    assert ("Wild are" in story(rules)) == bool(rules.wild_cards)
    assert ("under the pack as they lie" in story(rules)) == (rules.shuffle == "when_seen_prial")
    assert ("one card shows" in story(rules)) == (rules.bottom_card == "shown")
    assert ("the next dealer chooses" in story(rules)) == (rules.dealers_choice == "on")
    assert ("buy another" in story(rules)) == (rules.rebuy == "between_deals" and not own)
    assert ("any number of chips at any time" in story(rules)) == (rules.rebuy == "any_time")
    assert (f"After {rules.length} deals" in story(rules)) == bool(rules.length)
    assert ("carried pot then goes to its holder" in story(rules)) == (rules.kept_blind == "on")


@pytest.mark.parametrize("preset", KIND.schema.presets)
def test_a_page_never_contradicts_its_rules(preset: str) -> None:
    rules = KIND.schema.make(None, preset)
    assert isinstance(rules, BragRules)
    holds(rules, rules_page(KIND, rules, preset))


@pytest.mark.parametrize("number", range(30))
def test_a_page_of_any_rules_never_contradicts_them(number: int) -> None:
    rules = rules_at_random(KIND.schema, Random(f"story {number}"))
    holds(rules, rules_page(KIND, rules, "x"))
