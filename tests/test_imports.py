"""Imports point one way, and nothing from cards to games does I/O, reads a clock or draws from the global generator.

The platform, which knows no game: cards < {ranks, core} < {arrange, betting} < bots < study < host < server < cli; testing stands
above core. The games stand on top, each by itself: engine < bots < study < terminal.
"""

import ast
import importlib.util
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src"

# What each part of the package may import besides itself, written out so that the whole structure is seen at a glance.
BASE = {"errors", "setting", "compiled", "arguments", "cards", "drawn"}
RULES = BASE | {"ranks", "core", "arrange", "betting"}
MAY_IMPORT: dict[str, set[str]] = {
    "__init__": set(),
    "errors": set(),
    "setting": set(),
    "compiled": set(),
    "arguments": {"errors"},
    "cards": {"errors", "setting", "arguments"},
    "drawn": {"cards"},
    "ranks": BASE,
    "core": BASE,
    "arrange": BASE | {"ranks", "core"},
    "betting": BASE | {"ranks", "core"},
    "fair": BASE,
    "bots": RULES,
    "study": RULES | {"bots"},
    "host": RULES | {"fair", "bots", "study"},
    "server": RULES | {"fair", "bots", "study", "host"},
    "cli": RULES | {"fair", "bots", "study", "host", "server", "testing"},
    "adapters": RULES | {"bots"},
    "testing": BASE | {"ranks", "core"},
    "games": set(),
    "games/engine": RULES,
    "games/bots": RULES | {"bots", "games/engine"},
    "games/study": RULES | {"bots", "study", "games/engine", "games/bots"},
    "games/terminal": RULES | {"bots", "study", "cli", "games/engine", "games/bots", "games/study"},
    "__main__": {"cli"},
}
PURE = RULES | {"fair", "games", "games/engine"}
IMPURE_MODULES = {
    *("asyncio", "concurrent", "datetime", "multiprocessing", "secrets", "selectors", "signal", "socket"),
    *("subprocess", "tempfile", "threading", "time", "urllib"),
}
GENERATOR_TYPES = {"Random", "SystemRandom"}  # naming the type is fine; a caller hands the generator in
FILE_METHODS = {"write_bytes", "write_text", "unlink", "mkdir", "touch", "rename", "rmdir"}


def part(module: str) -> str:
    """The part of the package to which a dotted module name belongs; "" for a module outside the package."""
    names = module.split(".")
    if names[0] != "prial":
        return ""
    if names[1:2] == ["games"] and len(names) > 2:
        upper = names[3] if len(names) > 3 and f"games/{names[3]}" in MAY_IMPORT else "engine"
        return f"games/{upper}"
    return names[1] if len(names) > 1 else "__init__"


def game(module: str) -> str:
    """The game in whose folder a module is; "" for none."""
    return module.split(".")[2] if module.startswith("prial.games.") else ""


def is_lazy(node: ast.ImportFrom, tree: ast.Module) -> bool:
    """Whether an import is inside a module's ``__getattr__``, or only for the type checker."""
    return any(
        node in ast.walk(each)
        for each in tree.body
        if (isinstance(each, ast.FunctionDef) and each.name == "__getattr__")
        or (isinstance(each, ast.If) and isinstance(each.test, ast.Name) and each.test.id == "TYPE_CHECKING")
    )


def imported(tree: ast.Module, module: str, *, is_package: bool) -> Iterator[tuple[int, str]]:
    """Every module that a module imports, anywhere in it, as (line, dotted name)."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                package = module if is_package else module.rpartition(".")[0]
                base = importlib.util.resolve_name("." * node.level + base, package)
            if is_package and module.count(".") == 2 and game(module) and is_lazy(node, tree):
                continue  # the public door of a game: its bots are loaded on first use
            for alias in node.names:
                yield node.lineno, f"{base}.{alias.name}"


def impurities(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Things in a module that a pure module must not do, as (line, what)."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="random"), attr=name) if name not in GENERATOR_TYPES:
                yield node.lineno, f"uses the global generator: random.{name}"
            case ast.Attribute(value=ast.Attribute(value=ast.Name(id="np" | "numpy"), attr="random"), attr=name) if (
                name[0].islower() and name != "default_rng"
            ):
                yield node.lineno, f"uses the global generator: numpy.random.{name}"
            case ast.Call(func=ast.Attribute(attr="default_rng" | "Random"), args=[], keywords=[]):
                yield node.lineno, "makes a generator without a seed"
            case ast.Call(func=ast.Name(id="Random"), args=[], keywords=[]):
                yield node.lineno, "makes a generator without a seed"
            case ast.Call(func=ast.Name(id="open" | "input" | "print" as name)):
                yield node.lineno, f"does I/O: {name}()"
            case ast.Call(func=ast.Attribute(attr=name)) if name in FILE_METHODS:
                yield node.lineno, f"does I/O: .{name}()"
            case ast.AsyncFunctionDef() | ast.AsyncFor() | ast.AsyncWith() | ast.Await():
                yield node.lineno, "is async"
            case _:
                pass


def faults(text: str, module: str, *, is_package: bool = False) -> list[str]:
    """Every violation of the two rules in a module's text."""
    tree = ast.parse(text)
    own = part(module)
    if own not in MAY_IMPORT:
        return [f"{module}: a new part of the package; say in tests/test_imports.py what it may import"]

    found = []
    for line, name in imported(tree, module, is_package=is_package):
        other = part(name)
        if other not in MAY_IMPORT:
            # `from prial import __version__` names no part, and only something in the package itself can be missing
            other = "__init__" if other else ""
        if other and other not in {own, "__init__"} and other not in MAY_IMPORT[own]:
            found.append((line, f"{own} must not import {other}"))
        if game(name) and game(module) and game(name) != game(module):
            found.append((line, f"{game(module)} must not import {game(name)}: no game knows another"))
        if own in PURE and name.split(".")[0] in IMPURE_MODULES:
            found.append((line, f"{own} is pure, and must not import {name}"))
        if own in PURE and name.startswith("random.") and name.split(".")[1] not in GENERATOR_TYPES:
            found.append((line, f"{own} uses the global generator: {name}"))
    if own in PURE:
        found.extend((line, f"{own} {what}") for line, what in impurities(tree))
    return [f"{module}:{line}: {what}" for line, what in sorted(found)]


def modules() -> list[tuple[str, Path]]:
    """Every module of the package, as (dotted name, file)."""
    found = []
    for path in sorted((SOURCE / "prial").rglob("*.py")):
        names = path.relative_to(SOURCE).with_suffix("").parts
        found.append((".".join(names[:-1] if names[-1] == "__init__" else names), path))
    return found


def test_every_module_keeps_to_its_place() -> None:
    found = {module: faults(path.read_text("utf-8"), module, is_package=path.name == "__init__.py") for module, path in modules()}
    assert len(found) > 400
    assert {module: told for module, told in found.items() if told} == {}


def test_the_house_has_no_way_round() -> None:
    def reach(name: str) -> set[str]:
        return MAY_IMPORT[name].union(*(MAY_IMPORT[below] for below in MAY_IMPORT[name]))

    assert all(name not in reach(name) for name in MAY_IMPORT)
    assert all(below in MAY_IMPORT for name in MAY_IMPORT for below in MAY_IMPORT[name])


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("prial.cards", "from prial.core import rules"),
        ("prial.cards", "import prial.games.crash.game"),
        ("prial.ranks.brag", "from prial.core.game import Game"),
        ("prial.core.game", "from prial.ranks import brag"),
        ("prial.core.game", "def late():\n    from prial.bots import registry"),
        ("prial.core.game", "class A:\n    import prial.cli"),
        ("prial.core.game", "if TYPE_CHECKING:\n    from prial import bots"),
        ("prial.core.game", "from ..study import odds"),
        ("prial.arrange.search", "from prial.betting import pot"),
        ("prial.games.crash.game", "from prial.bots import crash"),
        ("prial.games.crash.bots", "from prial.study import odds"),
        ("prial.games.crash.study.review", "from prial.games.crash.terminal import board"),
        ("prial.games.crash.game", "from prial.games.crash.bots import Sharp"),
        ("prial.games.crash.settle", "from prial.games.brag import finish"),
        ("prial.games.crash.terminal.board", "from prial.host import live"),
        ("prial.bots.registry", "from prial.games.crash.bots import Sharp"),
        ("prial.host.live", "import prial.games.brag.state"),
        ("prial.cli.play", "from prial.games.crash import CrashGame"),
        ("prial.core.registry", "def late():\n    from prial.games import crash"),
        ("prial.testing.suite", "from prial.games import crash"),
        ("prial.study.odds", "import prial.cli.play"),
        ("prial.core.step", "import time"),
        ("prial.core.step", "from datetime import datetime"),
        ("prial.core.step", "def f():\n    import asyncio.events"),
        ("prial.games.crash.game", "import socket, threading"),
        ("prial.games.crash.game", "import random\nrandom.shuffle(pack)"),
        ("prial.games.crash.game", "from random import shuffle"),
        ("prial.games.crash.game", "import random\nrng = random.Random()"),
        ("prial.arrange.batch", "import numpy as np\nnp.random.shuffle(hands)"),
        ("prial.arrange.batch", "import numpy as np\nrng = np.random.default_rng()"),
        ("prial.games.crash.rules", "open('x')"),
        ("prial.games.crash.rules", "Path('x').write_text('')"),
        ("prial.games.crash.rules", "async def f(): ..."),
        ("prial.newcomer", ""),
    ],
)
def test_checker_finds_a_planted_fault(module: str, text: str) -> None:
    assert len(faults(text, module)) >= 1


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("prial.ranks.brag", "from prial.cards import Card\nfrom prial.ranks.wild import Wild\nfrom . import labels"),
        ("prial.games.crash.game", "import random\ndef f(rng: random.Random) -> None:\n    rng.shuffle([])"),
        ("prial.games.crash.rules", "from importlib.resources import files\nfiles('prial').joinpath('x').read_text()"),
        ("prial.games.crash.game", "from ...core import step\nfrom ...arrange.search import splits"),
        ("prial.arrange.batch", "import numpy as np\nrng = np.random.default_rng(seed)"),
        ("prial.study.odds", "import time\nimport random\nrandom.seed(1)"),
        ("prial.cli.play", "from prial import __version__\nfrom prial.study import odds"),
        ("prial.testing.suite", "from prial.core.game import Game\nfrom prial import cards"),
        ("prial.games.crash.terminal.board", "from prial.cli.boards import plain\nfrom prial.games.crash.study import review"),
        ("prial.games.crash.bots", "import os\nfrom prial.games.crash.game import CrashGame\nfrom prial.bots.bot import Bot"),
    ],
)
def test_checker_lets_the_house_be(module: str, text: str) -> None:
    assert faults(text, module) == []


def test_a_package_resolves_its_own_relative_imports() -> None:
    assert faults("from .chance import Draw\nfrom ..cards import Card", "prial.core", is_package=True) == []
    assert faults("from ..bots import bot", "prial.core", is_package=True) == ["prial.core:1: core must not import bots"]


def test_the_door_of_a_game_loads_its_bots_late() -> None:
    late = "def __getattr__(name):\n    from prial.games.crash import bots"
    assert faults(late, "prial.games.crash", is_package=True) == []
    assert len(faults("from prial.games.crash.bots import Sharp", "prial.games.crash", is_package=True)) == 1
    assert len(faults(late, "prial.games.crash.game")) == 1
