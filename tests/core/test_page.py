import re

import pytest

from prial.cards import parse
from prial.core.page import every_rule, game_page, players_page, rules_page, spelled, table_page, text_of, worded
from prial.core.registry import find, names


@pytest.mark.parametrize("name", names())
def test_page_of_a_game_names_every_option_value_and_preset(name: str) -> None:
    kind = find(name)
    page = game_page(kind)
    for option in kind.schema.options.values():
        assert f"`{option.name}`" in page
        assert option.help in page
        assert all(f"`{worded(value.value)}`: {value.help}" in page for value in option.values)
    for preset in kind.schema.presets.values():
        assert f"(`{preset.name}`)" in page
        assert preset.help in page
    assert text_of(kind, "examples.md") in page


@pytest.mark.parametrize("name", names())
def test_no_source_is_left_as_a_letter(name: str) -> None:
    for option in find(name).schema.options.values():
        assert not re.search(r"\b[A-Z]\b", spelled(option.source, find(name))), option.source
        assert "+" not in spelled(option.source, find(name))


def test_sources_in_words() -> None:
    crash = find("crash")
    assert spelled("D B+", crash) == "Denexa Games, the help of an online Crash"
    assert spelled("all; S+", crash) == "all sources; a pub's score sheet"
    assert (
        spelled("D G; decided", crash) == "Denexa Games, Game Rules (gamerules.com); decided here, where the sources are silent"
    )
    assert spelled("B; +", crash) == "the help of an online Crash; told elsewhere"


def test_rules_page_says_what_holds_and_nothing_of_what_might() -> None:
    kind = find("crash")
    page = rules_page(kind, kind.schema.make({"target": 15}, "pub"), "The Bell", "As played on Tuesdays.")
    assert page.startswith("# Crash: The Bell\n\nAs played on Tuesdays.")
    assert "**Target**: 15." in page
    assert "cancel each other" in page
    assert "a stopper, also called a stick-up" not in page
    assert "**Points for a crash**" not in page  # a crash wins the game there
    assert "Stake" not in page


def test_a_text_that_a_game_does_not_bring_is_empty() -> None:
    assert text_of(find("crash"), "nothing.md") == ""


def test_what_there_is_to_mind_stands_on_every_page_where_it_is_chosen() -> None:
    """An option's value has its warning: here the one about a pack that isn't shuffled (P)."""
    kind = find("brag")
    (value,) = [each for option in kind.schema.options.values() for each in option.values if each.warning]
    told = f"> **Mind:** {value.warning}"
    assert told in rules_page(kind, kind.schema.make(None, "pagat"), "Pagat")
    assert value.warning not in rules_page(kind, kind.schema.make(None, "house"), "House")
    assert f"**Mind:** {value.warning}" in game_page(kind)


@pytest.mark.parametrize("name", names())
def test_a_player_is_told_how_it_is_played_and_no_options(name: str) -> None:
    kind = find(name)
    page = players_page(kind)
    usual, *others = kind.schema.presets.values()
    assert kind.story(kind.schema.make(None, usual.name)) in page
    assert all(other.help in page for other in others)
    assert text_of(kind, "deal.md") in page
    assert not re.search(r"```|[Ss]eat \d|[a-z]_[a-z]", page)


@pytest.mark.parametrize("name", names())
def test_the_deal_to_look_at_is_the_first_worked_example(name: str) -> None:
    """So that the game's own tests check what is told about it."""
    kind = find(name)
    drawn = [set(parse(cards)) for cards in re.findall(r"`([^`]+)`", text_of(kind, "deal.md"))]
    first = text_of(kind, "examples.md").split("```")[1]
    dealt = [set(parse(hand)) for hand in re.findall(r'"((?:[2-9TJQKA][cdhs]){3,})"', first)]
    assert dealt
    assert all(hand in drawn for hand in dealt)


def test_a_table_tells_first_where_its_rules_differ() -> None:
    kind = find("crash")
    same = table_page(kind, kind.schema.make({"players": 3}, "pub"), "pub", "An older game.")
    assert same.startswith("An older game.\n\n**The deal.**")
    other = table_page(kind, kind.schema.make({"target": 15}, "pub"), "pub")
    first, story = other.split("## How it is played")
    assert "**Target**: 15." in first
    assert first.count("\n- ") == 1
    assert "The game goes to 15 points" in story
    assert "**Target**: 15." in every_rule(kind, kind.schema.make({"target": 15}, "pub"))
