"""The accessibility faults that axe finds on a page, and whether the page is wider than its window."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

_AXE = (Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")


_RUN = "more => axe.run({resultTypes: ['violations'], ...more}).then(found => found.violations)"
"""Runs axe for violations only; describing passed checks would double the time."""
_LOOKS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block", "scrollable-region-focusable"]}}
"""The rules that depend on size and theme; all others depend only on the page's content."""


def beyond(page: Page) -> int:
    """By how many CSS pixels a page is wider than its window."""
    found: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return found


def violations(page: Page, *, looks: bool = False) -> list[str]:
    """Faults of a page, as lines: what axe finds, and a page that is wider than its window.

    Args:
        page: the page.
        looks: check only the rules that depend on the page's size and theme.
    """
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(_AXE)
    found: list[dict[str, Any]] = page.evaluate(_RUN, _LOOKS if looks else {})
    wider = beyond(page)
    return [f"{page.url}: {wider} px too wide"] * (wider > 0) + [
        f"{page.url}: {each['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for each in found
        for node in each["nodes"]
    ]
