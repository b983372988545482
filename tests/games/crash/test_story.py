"""What a table's page says about the game is true at that table."""

import pytest

from prial.core.page import rules_page
from prial.games.crash import KIND, CrashRules
from prial.games.crash.settings import Scoring, Tie
from prial.games.crash.story import story
from prial.ranks.brag import TopPrial


@pytest.mark.parametrize("preset", KIND.schema.presets)
def test_a_page_never_contradicts_its_rules(preset: str) -> None:
    rules = KIND.schema.make(None, preset)
    assert isinstance(rules, CrashRules)
    page = rules_page(KIND, rules, preset)
    assert story(rules) in page
    assert ("Everybody gets thirteen cards" in page) == (rules.cards == 13)
    assert ("3-3-3 is the best" in page) == (rules.top_prial is TopPrial.THREES)
    assert ("obody scores: a stopper" in page) == (rules.tie is Tie.STOPPER)
    assert (f"goes to {rules.target} points" in page) == (rules.scoring is Scoring.POINTS)
    assert ("ante of" in page) == (rules.scoring is Scoring.POT)


def test_a_page_says_nothing_of_weak_hands_where_any_three_cards_count() -> None:
    told = story(KIND.schema.make({"min_hand": "high_card"}, "online"))
    assert "What counts is any three cards. The table puts" in told
    assert "A weaker hand may be laid" in story(KIND.schema.make(None, "online"))


def test_a_page_says_what_a_crash_brings() -> None:
    """Source: W, a crash is paid in money; B, an extra point; D, it wins the game."""
    told = {preset: story(KIND.schema.make(None, preset)) for preset in ("wikipedia", "online", "denexa")}
    assert "is a *crash* and brings no points." in told["wikipedia"]
    assert "is a *crash* and brings 1 more." in told["online"]
    assert "is a *crash* and wins the game." in told["denexa"]
