"""Golden games that a person can read: one for each preset of each game, played the same today."""

import pytest

from prial.core.registry import find, names
from scripts.golden import book, path_of, playthrough

PRESETS = [(name, preset) for name in names() for preset in find(name).schema.presets]


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_every_preset_has_a_golden_game_and_plays_it_the_same(name: str, preset: str) -> None:
    path = path_of(name, preset)
    assert path.exists(), "scripts/golden.py writes it"
    assert path.read_text("utf-8") == playthrough(name, preset), "if this change is meant, run scripts/golden.py"


@pytest.mark.parametrize("name", names())
def test_no_golden_game_is_of_a_preset_that_is_gone(name: str) -> None:
    presets = set(find(name).schema.presets)
    assert {path.stem for path in path_of(name, "any").parent.glob("*.txt")} == set(book(name).GAMES) == presets
