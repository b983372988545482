"""What axe finds on a page."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

_AXE = (Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")


def violations(page: Page) -> list[str]:
    """What keeps somebody from using a page, a line each."""
    found: dict[str, Any] = page.evaluate(_AXE + "; axe.run()")
    return [
        f"{page.url}: {each['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for each in found["violations"]
        for node in each["nodes"]
    ]
