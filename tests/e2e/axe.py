"""What axe finds on a page."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

_AXE = (Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")


_RUN = "axe.run({resultTypes: ['violations']}).then(found => found.violations)"
"""Everything is looked for; what is in order isn't described, which would take as long again."""


def violations(page: Page) -> list[str]:
    """What keeps somebody from using a page, a line each."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(_AXE)
    found: list[dict[str, Any]] = page.evaluate(_RUN)
    return [
        f"{page.url}: {each['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for each in found
        for node in each["nodes"]
    ]
