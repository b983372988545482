"""What a table's page says about the game is true at that table."""

import pytest
from hypothesis import given

from prial.core.page import rules_page
from prial.games.stop_the_bus import KIND, BusRules
from prial.games.stop_the_bus.rules import SCHEMA, Exchange, FirstCall, PrialCall, PutBack, WorstTie
from prial.games.stop_the_bus.story import story
from prial.ranks.brag import TopPrial, TopRun
from prial.testing import strategies


@given(strategies.rules(SCHEMA))
def test_a_page_never_contradicts_its_rules(rules: BusRules) -> None:
    page = rules_page(KIND, rules, "A house")
    assert story(rules) in page
    assert ("exchanges all three cards for the three" in page) == (rules.exchange is Exchange.ONE_OR_THREE)
    assert ("may be put back" in page) == (rules.put_back is PutBack.ALLOWED)
    assert ("is the first who may call" in page) == (rules.first_call is FirstCall.AFTER_FIRST_ROUND)
    assert ("nobody pays" in page) == (rules.worst_tie is WorstTie.NOBODY_PAYS)
    assert ("every other player pays" in page) == (rules.prial_call is PrialCall.COSTS_MORE)
    assert ("3-3-3 is the best" in page) == (rules.top_prial is TopPrial.THREES)
    assert ("A-2-3 is the best" in page) == (rules.top_run is TopRun.ACE_TWO_THREE)
    assert f"after {rules.max_turns} turns" in page


@pytest.mark.parametrize(("tokens", "words"), [(1, "one token."), (3, "3 tokens.")])
def test_tokens_in_words(tokens: int, words: str) -> None:
    assert f"Everybody starts with {words}" in story(SCHEMA.make({"tokens": tokens}))
