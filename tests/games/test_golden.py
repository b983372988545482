"""Golden games that a person can read, one for each preset of each game: they are played the same today."""

import pytest

from prial.core.registry import find, names
from scripts.golden import book, path_of, playthrough

GOLDEN = [(name, game) for name in names() for game in book(name).GAMES]


@pytest.mark.parametrize(("name", "game"), GOLDEN)
def test_a_golden_game_is_played_the_same(name: str, game: str) -> None:
    path = path_of(name, game)
    assert path.exists(), "scripts/golden.py writes it"
    assert path.read_text("utf-8") == playthrough(name, game), "if this change is meant, run scripts/golden.py"


@pytest.mark.parametrize("name", names())
def test_every_preset_has_a_golden_game_and_none_is_left_over(name: str) -> None:
    found = {path.stem for path in path_of(name, "any").parent.glob("*.txt")}
    assert found == set(book(name).GAMES) >= set(find(name).schema.presets)
