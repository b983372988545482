"""What a table's page says about the game is true at that table."""

import pytest
from hypothesis import given

from prial.core.page import rules_page
from prial.games.xap_xam import KIND, XapXamRules
from prial.games.xap_xam.instants import VIETNAMESE, Instant
from prial.games.xap_xam.rules import SCHEMA, Compare, DealerTies, EqualRows, StrongFive, Unit
from prial.games.xap_xam.story import story
from prial.ranks.poker import Wheel
from prial.testing import strategies


@given(strategies.rules(SCHEMA))
def test_a_page_never_contradicts_its_rules(rules: XapXamRules) -> None:
    page = rules_page(KIND, rules, "A house")
    told = story(rules)
    assert told in page
    assert ("with the dealer only" in told) == (rules.compare is Compare.DEALER)
    dealer_wins = rules.compare is Compare.DEALER and rules.dealer_ties is DealerTies.DEALER_WINS
    assert ("The dealer wins when a player and the dealer are level" in told) == dealer_wins
    assert ("Nobody wins when two players are level" in told) != dealer_wins
    assert ("must be better than the middle" in told) == (rules.equal_rows is EqualRows.MIS_SET)
    assert ("A-2-3-4-5 is the lowest" in told) == (rules.wheel is Wheel.LOWEST)
    assert ("the one who wins more of the three hands gets 1 unit" in told) == (rules.unit is Unit.OVERALL)
    swept = rules.unit is Unit.PER_HAND and rules.sweep
    assert (f"winning all three {rules.sweep} more" in told) == bool(swept)
    assert ("royalt" in told or "extra units" in told) == (rules.strong_five is StrongFive.ROYALTIES)
    assert ("**Instant wins.**" in told) == bool(rules.instants)
    for name in Instant:
        units = rules.instants.get(name)
        paid = "1 unit" if units == 1 else f"{units} units"
        assert (f"{name.words} ({VIETNAMESE[name]}), {paid}" in told) == (units is not None)
    assert ("loses all three hands to every player who hasn't" in told) == (rules.compare is Compare.EVERYONE)
    assert ("loses all three hands to the dealer" in told) == (rules.compare is Compare.DEALER)
    assert ("A mis-set hand loses all three" in told) == (rules.unit is Unit.PER_HAND)
    assert ("also pays the winner's extra units" in told) == (rules.strong_five is StrongFive.ROYALTIES)
    assert ("Four of a kind counts as two pairs" in told) == (Instant.SIX_PAIRS in rules.instants)
    assert ("laid one in each hand" in told) == any(name.laid for name in rules.instants)
    assert f"After {rules.length} deal" in told


@pytest.mark.parametrize(("given", "words"), [({"length": 1}, "After 1 deal "), ({"length": 7}, "After 7 deals ")])
def test_deals_in_words(given: dict[str, int], words: str) -> None:
    assert words in story(SCHEMA.make(given))
