"""The parts that each game brings or lacks; the platform names no game; and each game's package is complete."""

import importlib
import inspect
import re
from pathlib import Path
from typing import Any, Final

import click
import pytest

import prial
from prial.bots.roster import Roster
from prial.cli.app import GAME_VERBS, SHARED_VERBS
from prial.cli.boards.plain import PlainBoard
from prial.cli.boards.reader import Reader
from prial.core.game import Chance, Decision
from prial.core.kind import load
from prial.core.page import text_of
from prial.core.registry import find, names
from prial.study.scorekeeper import Scorekeeper
from prial.study.tables import Tables
from prial.testing.play import play

ROOT: Final = Path(prial.__file__).parents[2]

LACKS: Final[dict[str, set[str]]] = {
    "crash": {"summary", "chances"},
    "brag": {"aim", "reader", "tables", "arrange"},
    "brag_poker": {"aim", "reader", "arrange", "chances"},
    "stop_the_bus": {"summary", "chances", "aim", "reader", "tables", "arrange"},
    "xap_xam": {"summary", "chances", "worlds"},
}
"""The parts that each game lacks; a part that is added is removed here, and a new game is one line."""

PARTS: Final = ("bots", "review", "analysis", "coach", "tables", "board", "reader", "showdown", "chances", "sheet", "worlds")
TEXTS: Final = ("play.md", "deal.md", "examples.md", "showdown.md")


def lacking(name: str) -> set[str]:
    kind = find(name)
    plain = type(kind).__dataclass_fields__
    found = {part for part in PARTS if not getattr(kind, part)}
    found |= {field for field in ("guide", "summary", "aim") if getattr(kind, field) is plain[field].default}
    found |= {text for text in TEXTS if not text_of(kind, text)}
    return found | (GAME_VERBS - set(kind.verbs) - (SHARED_VERBS if kind.ranks else {"simulate"}))


@pytest.mark.parametrize("name", names())
def test_what_a_game_lacks_is_known(name: str) -> None:
    assert lacking(name) == LACKS[name]


@pytest.mark.parametrize("name", names())
def test_every_part_is_what_the_platform_takes_it_for(name: str) -> None:
    kind = find(name)
    assert isinstance(kind.needed("bots"), Roster)
    assert issubclass(kind.needed("board"), PlainBoard)
    assert issubclass(kind.part("reader") or Reader, Reader)
    assert issubclass(kind.part("sheet") or Scorekeeper, Scorekeeper)
    assert isinstance(kind.part("tables"), Tables | None)
    for part, arguments in (
        ("review", ["game", "record"]),
        ("showdown", ["text", "as_json", "four_colour"]),
        ("chances", ["game", "view"]),
        ("worlds", ["game", "view", "rng"]),
    ):
        found = kind.part(part)
        assert found is None or list(inspect.signature(found).parameters) == arguments
    assert set(kind.verbs) <= GAME_VERBS
    assert all(isinstance(load(reference), click.Command) for reference in kind.verbs.values())


@pytest.mark.parametrize("name", names())
def test_everything_of_a_game_lies_in_its_folder(name: str) -> None:
    kind = find(name)
    references = [*filter(None, [getattr(kind, part) for part in PARTS]), *kind.verbs.values()]
    assert all(reference.startswith(f"prial.games.{name}.") for reference in references)
    assert kind.package == f"prial.games.{name}"


# The platform

NAMED: Final = re.compile(rf"\b({'|'.join([*names(), *(find(name).title for name in names())])})\b", re.IGNORECASE)

REASONS: Final = {
    r"prial\.ranks\.brag|ranks/brag": "the ranks of three cards have the name of the family",
    r"Brag (card games|family|hands?)|beats what in Brag|the Brag family|a Brag bet": "so is the family called",
    r"^    prial ": "an example of a verb's help, which somebody can type",
    r"an online Crash|Pagat's Three Card Brag": "a source is called that",
    r"by a crash|like a crash|a crash of": "a program's",
}
"""Patterns of the places where the platform may name a game, with the reason."""


def mentions(text: str) -> list[str]:
    """Lines that name a game without a reason."""
    reasoned = re.compile("|".join(REASONS))
    return [line for line in text.splitlines() if NAMED.search(reasoned.sub("", line)) and not line.startswith("    prial ")]


def test_the_platform_names_no_game() -> None:
    found = {}
    for path in sorted((ROOT / "src/prial").rglob("*.py")):
        if "games" not in path.relative_to(ROOT / "src/prial").parts[:1] and (lines := mentions(path.read_text("utf-8"))):
            found[str(path.relative_to(ROOT))] = lines
    assert found == {}


def test_a_planted_mention_is_found() -> None:
    assert mentions('if name == "crash":') == ['if name == "crash":']
    assert mentions("from prial.games.brag import KIND")
    assert mentions("# Stop the Bus has no score")
    assert not mentions("from prial.ranks.brag import ranking")
    assert not mentions("    prial play brag --preset teen_patti")


@pytest.mark.parametrize("name", names())
def test_a_game_says_when_a_deal_is_over_and_no_other_has_begun(name: str) -> None:
    """At such points a table may go on to another game."""
    nodes = [moment.node for seed in range(5) for moment in play(find(name).make(), seed, moves=300, whole=False)]
    assert any(isinstance(node, Chance | Decision) and node.rest for node in nodes)


# The doors

DOORS: Final = [f"prial.games.{name}" for name in names()]


@pytest.mark.parametrize("door", DOORS)
def test_a_games_door_is_sorted_and_everything_behind_it_is_there(door: str) -> None:
    module = importlib.import_module(door)
    assert module.__all__ == sorted(module.__all__, key=lambda name: (not name.isupper(), name))
    assert all(getattr(module, name) is not None for name in module.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        module.nothing  # noqa: B018  # the access is the test


@pytest.mark.parametrize("name", names())
def test_a_games_door_is_complete(name: str) -> None:
    """A table, its rules, its actions, its public state and every bot: what a program needs to play the game."""
    module: Any = importlib.import_module(f"prial.games.{name}")
    kind = find(name)
    wanted = {"KIND", "SCHEMA", "Action", "Table", "Phase", type(kind.make()).__name__, kind.schema.rules.__name__}
    wanted |= {maker.__name__ for maker in kind.needed("bots").makers.values()}
    assert wanted <= set(module.__all__)
