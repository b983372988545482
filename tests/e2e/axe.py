"""What axe finds on a page."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

_AXE = (Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")


_RUN = "more => axe.run({resultTypes: ['violations'], ...more}).then(found => found.violations)"
"""What is in order isn't described, which would take as long again."""
_LOOKS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block", "scrollable-region-focusable"]}}
"""What hangs on size and theme; all else follows from what is on the page."""


def violations(page: Page, *, looks: bool = False) -> list[str]:
    """What keeps somebody from using a page, a line each.

    Args:
        page: the page.
        looks: look for what hangs on its size and its theme, and nothing else.
    """
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(_AXE)
    found: list[dict[str, Any]] = page.evaluate(_RUN, _LOOKS if looks else {})
    return [
        f"{page.url}: {each['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for each in found
        for node in each["nodes"]
    ]
