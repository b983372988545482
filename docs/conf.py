"""How Sphinx builds the documentation; `make docs` calls it, and every warning is an error."""

import ast
import importlib
import inspect
import logging
import pkgutil
import re
from collections.abc import Iterator
from html import escape
from importlib.metadata import version as installed
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import prial
from prial.core.game import Game
from prial.core.page import game_page
from prial.core.registry import find, names
from prial.setting import Setting

project = "Prial"
author = "The Prial authors"
copyright = f"2026, {author}"  # noqa: A001 - Sphinx reads this name
version = release = installed("prial")

suppress_warnings = ["ref.python"]  # a word of a comment that several things are called: it links to one of them, or to none

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
    "sphinx_click",  # the reference of the command line
    "matplotlib.sphinxext.plot_directive",
]
smartquotes_action = "qe"  # two dashes are an option's
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

default_role = "py:obj"  # a name in single backticks, in a docstring, links to what it names
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
python_maximum_signature_line_length = 100

# The index names its pages by pattern, so that adding one is adding a file; a pattern may be ahead of its pages.
# Sphinx gives this warning no type, so suppress_warnings can't name it.
logging.getLogger("sphinx.sphinx.directives.other").addFilter(lambda record: getattr(record, "subtype", None) != "empty_glob")

logging.getLogger("alembic").setLevel(logging.WARNING)  # it greets whoever imports it

plot_formats = ["svg"]
plot_html_show_formats = False

html_theme = "furo"
html_title = "Prial"
html_show_copyright = False


def write_games(app: Sphinx) -> None:
    """Write a page for each game from its rules schema, so that no page can say anything else than the program does."""
    folder = Path(app.srcdir) / "games"
    folder.mkdir(exist_ok=True)
    for name in names():
        (folder / f"{name}.md").write_text(game_page(find(name)), "utf-8")


# --- a page for each module -----------------------------------------------------------------------------------------------


def is_public(module: str) -> bool:
    """Whether a module has a page: all but private ones, the command line, boards at a terminal and steps of a store's format."""
    parts = module.split(".")
    return not (any(part.startswith("_") for part in parts) or {"cli", "terminal", "migrations"} & {*parts})


def defined(module: ModuleType) -> Iterator[str]:
    """The public names that a module's own text binds, without type variables."""
    for node in ast.parse(Path(str(module.__file__)).read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            value = node.value
            variable = isinstance(value, ast.Call) and getattr(value.func, "id", "") in {"TypeVar", "ParamSpec"}
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (target.id for target in targets if isinstance(target, ast.Name) and not variable)


def members(module: ModuleType) -> list[str]:
    """What the page of a module describes: what it exports, or else what it defines and no package above it exports."""
    exported = getattr(module, "__all__", None)
    if exported is not None:
        own = (name for name in exported if name not in {"KIND", "SCHEMA"})
        return [
            name for name in own if str(getattr(getattr(module, name), "__module__", module.__name__)).startswith(module.__name__)
        ]
    package = module.__name__
    above = set[int]()
    while package := package.rpartition(".")[0]:
        door = importlib.import_module(package)
        above |= {id(getattr(door, name)) for name in getattr(door, "__all__", ())}
    found = (name for name in defined(module) if not name.startswith("_"))
    return [name for name in dict.fromkeys(found) if hasattr(module, name) and id(getattr(module, name)) not in above]


def modules() -> dict[str, tuple[str, list[str]]]:
    """Every module that has a page: the first line of its docstring, and what the page describes."""
    found = {}
    for each in pkgutil.walk_packages(prial.__path__, "prial."):
        if is_public(each.name):
            module = importlib.import_module(each.name)
            if described := members(module):
                found[each.name] = ((module.__doc__ or "").strip().partition("\n")[0], described)
    return found


WITH_INHERITED = {"prial.core.session"}
"""Modules whose classes are described with what they inherit. A session is read about in one place."""
MODULE_PAGE = """---
orphan: true
---

# {name}

```{{eval-rst}}
.. automodule:: {name}
   :members: {members}
   :undoc-members:
   :show-inheritance:{more}
```
"""


def write_modules(app: Sphinx) -> None:
    """Write a page for each module, and keep those that are as they were, so that a second build reads only what has changed."""
    folder = Path(app.srcdir) / "api"
    folder.mkdir(exist_ok=True)
    pages = {}
    for name, (_, found) in modules().items():
        package, _, last = name.rpartition(".")
        named = hasattr(importlib.import_module(package), "__all__") and last in importlib.import_module(package).__all__
        more = "\n   :no-index:" if named else ""  # the package exports something else of this name
        more += "\n   :inherited-members:" * (name in WITH_INHERITED)
        pages[f"{name}.md"] = MODULE_PAGE.format(name=name, members=", ".join(found), more=more)
    for path in folder.glob("*.md"):
        if path.name not in pages:
            path.unlink()
    for name, text in pages.items():
        path = folder / name
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


def list_modules(_: Sphinx, page: str, source: list[str]) -> None:
    """Put a table of modules where the index asks for the modules of packages: a block ``modules`` with their names.

    The pages stand in no toctree: with 300 more entries the theme would take minutes to draw everybody's sidebar.
    """
    if page != "api":
        return
    left = {**modules()}

    def table(match: re.Match[str]) -> str:
        wanted = match[1].split()
        found = {name: left.pop(name) for name in [*left] if any(f"{name}.".startswith(f"{each}.") for each in wanted)}
        rows = [f"| [{name}](api/{name}.md) | {line.replace('``', '`')} |" for name, (line, _) in found.items()]
        return "\n".join(["| module | what it is |", "|---|---|", *rows])

    source[0] = re.sub(r"```{modules}\n(.*?)```", table, source[0], flags=re.DOTALL)
    if left:
        logging.getLogger("sphinx.prial").warning("modules that the index doesn't name: %s", ", ".join(left))


# --- what a notebook shows ------------------------------------------------------------------------------------------------


class Notebook(SphinxDirective):
    """Python, and below it what a notebook shows of its last line."""

    has_content = True
    option_spec: ClassVar = {"alt": directives.unchanged}

    def run(self) -> list[nodes.Node]:
        """Run it."""
        code = "\n".join(self.content)
        tree = ast.parse(code)
        last = tree.body.pop()
        assert isinstance(last, ast.Expr), "the last line of a notebook is what it shows"
        names: dict[str, Any] = {}
        exec(compile(tree, self.env.docname, "exec"), names)  # noqa: S102  # it is our own page
        value = eval(compile(ast.Expression(last.value), self.env.docname, "eval"), names)  # noqa: S307
        block = nodes.literal_block(code, code, language="python")
        return [block, nodes.raw("", f'<div class="shown">{shown(value)}</div>', format="html")]


def shown(value: Any) -> str:
    """What a notebook shows of a value, as HTML."""
    for way in ("_repr_html_", "_repr_svg_"):
        if hasattr(value, way):
            return str(getattr(value, way)())
    return f"<pre>{escape(repr(value))}</pre>"


# --- docstrings -----------------------------------------------------------------------------------------------------------


def without_colon(*event: Any) -> None:
    """Write a dash for the colon of "points: by seat", which Napoleon takes for "type: description" in an attribute."""
    _, what, *_, lines = event
    if what in {"attribute", "data", "property"} and lines:
        lines[0] = lines[0].replace(": ", " – ")


def with_help(*event: Any) -> None:
    """Describe what is described elsewhere: the answers to an option, the options of a game, the methods of every game."""
    _, what, name, described, _, lines = event
    if what == "class" and isinstance(described, type) and issubclass(described, Setting):
        lines += ["", *(f"* ``{member.value}`` – {member.help}" for member in described), ""]
    if what not in {"attribute", "method"} or any(lines):
        return
    owner, last = owner_of(name)
    about = getattr(owner, "__dataclass_fields__", {}).get(last)
    if about is not None and "about" in about.metadata:
        its = about.metadata["about"]
        lines[:] = [f"{its.title}. {its.help}"]
    elif hasattr(owner, "node") and hasattr(Game, last):
        lines[:] = (inspect.getdoc(getattr(Game, last)) or "").splitlines()


def owner_of(name: str) -> tuple[type, str]:
    """The class of an attribute, and what the attribute is called there."""
    path, _, last = name.rpartition(".")
    module, _, kind = path.rpartition(".")
    try:
        found = getattr(importlib.import_module(module), kind)
    except (ImportError, AttributeError):  # a class within a class
        return object, last
    return (found, last) if isinstance(found, type) else (object, last)


def as_typed(*event: Any) -> None:
    """Show the examples of a command as they are typed: a block of lines is one of literal text."""
    lines = event[-1]
    shown: list[str] = []
    for line in lines:
        if line.startswith("| "):
            if not (shown and shown[-1].startswith("   ")):
                shown += [".. code-block:: text", ""]
            shown.append(f"   {line[2:]}")
        else:
            shown += ["", line] if shown and shown[-1].startswith("   ") else [line]
    lines[:] = shown


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("builder-inited", write_games)
    app.connect("builder-inited", write_modules)
    app.connect("source-read", list_modules)
    app.add_directive("notebook", Notebook)
    app.connect("autodoc-process-docstring", with_help, priority=300)
    app.connect("autodoc-process-docstring", without_colon, priority=400)  # before Napoleon's 500
    app.connect("sphinx-click-process-description", as_typed)
