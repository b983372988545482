"""How Sphinx builds the documentation; `make docs` calls it, and every warning is an error."""

import logging
from importlib.metadata import version as installed
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from prial.core.page import game_page
from prial.core.registry import find, names

project = "Prial"
author = "The Prial authors"
copyright = f"2026, {author}"  # noqa: A001 - Sphinx reads this name
version = release = installed("prial")

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

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"

# The index names its pages by pattern, so that adding one is adding a file; a pattern may be ahead of its pages.
# Sphinx gives this warning no type, so suppress_warnings can't name it.
logging.getLogger("sphinx.sphinx.directives.other").addFilter(lambda record: getattr(record, "subtype", None) != "empty_glob")

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


def without_colon(*event: Any) -> None:
    """Write a dash for the colon of "points: by seat", which Napoleon takes for "type: description" in an attribute."""
    _, what, *_, lines = event
    if what in {"attribute", "data", "property"} and lines:
        lines[0] = lines[0].replace(": ", " – ")


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
    app.connect("autodoc-process-docstring", without_colon, priority=400)  # before Napoleon's 500
    app.connect("sphinx-click-process-description", as_typed)
