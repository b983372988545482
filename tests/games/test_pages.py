"""What the games' pages say about play, in places that were once missing or wrong."""

import pytest

from prial.core.page import game_page
from prial.core.registry import find, names
from prial.games.xap_xam.instants import VIETNAMESE as WINS
from prial.games.xap_xam.instants import Instant
from prial.ranks.poker import VIETNAMESE as HANDS
from prial.ranks.poker import Category


@pytest.mark.parametrize("name", names())
def test_the_deal_and_the_turns_go_clockwise(name: str) -> None:
    """Pagat, *Brag*, Introduction: deal and play are clockwise."""
    assert "to the left, clockwise" in _text(name)


@pytest.mark.parametrize("name", [name for name in names() if find(name).ranks])
def test_a_prial_is_a_pair_royal(name: str) -> None:
    assert "**prial** (a *pair royal*" in _text(name)


@pytest.mark.parametrize(
    "said",
    [
        "in Edinburgh and Plymouth they are said to call it *Crackers*",
        "under Wikipedia's house rules it is called a *bouncer*",
        "A knock for four threes wins the game, even if somebody else reaches the target by a crash",
    ],
)
def test_crash_page_says(said: str) -> None:
    assert said in _text("crash")


def test_brag_page_says_that_a_wild_card_stands_for_a_card_that_is_not_in_the_hand() -> None:
    assert "stands for any card that isn't in the hand" in _text("brag")


@pytest.mark.parametrize("name", [*Category, *Instant])
def test_xap_xam_names_every_hand_and_every_win_in_both_languages(name: Category | Instant) -> None:
    vietnamese = HANDS[name] if isinstance(name, Category) else WINS[name]
    assert f"| {name.words} | *{vietnamese}* |" in _text("xap_xam")


@pytest.mark.parametrize("name", names())
def test_no_option_bears_the_name_of_a_group_or_of_another_option(name: str) -> None:
    """``rules show`` of Stop the Bus once printed Tokens twice: a group, and an option in it."""
    options = find(name).schema.options.values()
    titles = [*(option.title for option in options), *{option.group for option in options}]
    assert len(titles) == len(set(titles))


def _text(name: str) -> str:
    return " ".join(game_page(find(name)).split())
