"""The browser client: its platform names no game, and everything about a game is in one folder."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "web" / "src"
GAMES_OF_CLIENT = SOURCES / "games"
GAMES = sorted(path.parent.name for path in (ROOT / "src" / "prial" / "games").glob("*/rules.py"))
"""Every game, by the name of its folder on the server."""

EXCEPTIONS = {
    "words/home.ts": ("Brag card games",),  # describes the house where no game does
}
"""Files outside the games' folders that may name a game, with the allowed words."""


def platform() -> list[Path]:
    """The files of the client that belong to no game."""
    files = [path for path in SOURCES.rglob("*") if path.suffix in {".ts", ".svelte", ".css"}]
    return [path for path in files if not path.is_relative_to(GAMES_OF_CLIENT) and not path.is_relative_to(SOURCES / "wire")]


def named() -> re.Pattern[str]:
    """Patterns that name a game: `stop_the_bus`, `Stop the Bus`, `StopTheBus`, `stopTheBus`; but not `crashed`."""
    names = [re.sub("_", r"[\\s_-]?", re.escape(name)) for name in GAMES]
    return re.compile(rf"(?<![a-z])(?:{'|'.join(names)})(?![a-z])", re.IGNORECASE)


@pytest.mark.parametrize(("text", "found"), [("crash.dealt", 1), ("'Stop the Bus'", 1), ("StopTheBus.svelte", 1), ("crashed", 0)])
def test_a_name_is_found_as_a_word(text: str, found: int) -> None:
    assert len(named().findall(text)) == found


def test_nothing_outside_a_games_folder_names_a_game() -> None:
    found = []
    for path in platform():
        text, name = path.read_text("utf-8"), path.relative_to(SOURCES).as_posix()
        for words in EXCEPTIONS.get(name, ()):
            assert words in text, f"{name} no longer says {words!r}"
            text = text.replace(words, "")
        found += [f"{name}: {match[0]}" for match in named().finditer(text)]
    assert len(GAMES) >= 3
    assert len(platform()) > 60
    assert not found


def test_nothing_outside_a_games_folder_imports_from_one_but_by_the_pattern() -> None:
    by_name = re.compile(r"""(?:from|import)\s*\(?\s*['"][^'"]*\bgames/[^'"]*['"]""")
    assert not [f"{path.name}: {found}" for path in platform() for found in by_name.findall(path.read_text("utf-8"))]
    globs = [path.relative_to(SOURCES).as_posix() for path in platform() if "/games/*/" in path.read_text("utf-8")]
    assert globs == ["boards/index.ts"]


@pytest.mark.parametrize("game", sorted(path.name for path in GAMES_OF_CLIENT.iterdir()))
def test_a_games_folder_has_a_manifest_and_knows_no_other_game(game: str) -> None:
    folder = GAMES_OF_CLIENT / game
    assert game in GAMES
    assert re.search(r"^export default", (folder / "index.ts").read_text("utf-8"), re.MULTILINE)
    for path in folder.rglob("*.*"):
        for target in re.findall(r"""from ['"](\.[^'"]+)['"]""", path.read_text("utf-8")):
            reached = (path.parent / target).resolve()
            assert reached.is_relative_to(folder) or not reached.is_relative_to(GAMES_OF_CLIENT), f"{path}: {target}"


def test_the_first_page_begins_with_one_game_and_has_words_for_each() -> None:
    def with_field(field: str) -> list[str]:
        manifests = GAMES_OF_CLIENT.glob("*/index.ts")
        return [path.parent.name for path in manifests if re.search(rf"^\s*{field}:", path.read_text("utf-8"), re.MULTILINE)]

    assert len(with_field("begins")) == 1
    assert sorted(with_field("front")) == GAMES
