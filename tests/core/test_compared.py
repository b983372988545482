"""Rules of games are compared option by option, in words."""

import dataclasses
from itertools import combinations
from typing import Any

import pytest

from prial.core.compared import compare
from prial.core.registry import find, names
from prial.errors import RulesError


@pytest.mark.parametrize("name", names())
def test_rules_differ_just_where_their_fields_do(name: str) -> None:
    """An option without meaning may have any value in the dataclass, so it is left out of the check where both lack it."""
    kind = find(name)
    games = {preset: kind.make(preset=preset) for preset in list(kind.schema.presets)[:5]}
    for one, other in combinations(games.values(), 2):
        found = {each.option: each.values for each in compare(one, other).differences}
        unused = kind.schema.unused(one.rules), kind.schema.unused(other.rules)
        for field in dataclasses.fields(one.rules):
            values: Any = [getattr(game.rules, field.name) for game in (one, other)]
            has = [field.name not in each for each in unused]
            differs = has[0] != has[1] or (all(has) and values[0] != values[1])
            assert (field.name in found) == differs, field.name
            if differs:
                wanted = tuple(value if has_it else None for value, has_it in zip(values, has, strict=True))
                assert found[field.name] == wanted


def test_what_values_mean_is_said_in_words() -> None:
    kind = find("crash")
    one, other = kind.make({"tie": "stopper"}), kind.make({"tie": "next_best", "target": 15})
    tie, target = sorted(compare(one, other).differences, key=lambda each: each.option != "tie")
    assert tie.values == ("stopper", "next_best")
    assert tie.meanings == tuple(type(one.rules.tie)(value).help for value in tie.values)
    assert (target.values, target.meanings) == ((one.rules.target, 15), ("", ""))
    shown = str(compare(one, other))
    for said in (f"{tie.title} (tie)", f"  stopper: {tie.meanings[0]}", f"  next_best: {tie.meanings[1]}", "\n  15"):
        assert said in shown
    assert tie.title in compare(one, other)._repr_html_()


def test_of_several_games_every_value_is_there() -> None:
    kind = find("crash")
    (found,) = compare(*[kind.make({"target": target}) for target in (7, 15, 7)]).differences
    assert found.values == (7, 15, 7)
    assert str(found).splitlines()[1:] == ["  7", "  15"]


def test_an_option_without_meaning_says_why() -> None:
    """Where a crash wins the game, it brings no points."""
    kind = find("crash")
    games = kind.make({"crash": "bonus", "crash_points": 3}), kind.make({"crash": "wins_game"})
    (found,) = [each for each in compare(*games).differences if each.option == "crash_points"]
    assert found.values == (3, None)
    assert found.meanings == ("", kind.schema.unused(games[1].rules)["crash_points"])
    assert f"  –: {found.meanings[1]}" in str(found)


def test_equal_rules_are_the_same() -> None:
    game = find("crash").make()
    assert compare(game, find("crash").make()).differences == ()
    assert str(compare(game, game)) == "They are the same."
    assert "the same" in compare(game, game)._repr_html_()


def test_one_game_and_different_kinds_are_refused() -> None:
    crash = find("crash").make()
    with pytest.raises(RulesError, match="takes two games or more"):
        compare(crash)
    with pytest.raises(RulesError, match="rules of crash and of brag can't be compared"):
        compare(crash, find("brag").make())
