"""A person who hears the page: reads Chromium's accessibility tree in its order, and what live regions say."""

import re
import time
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page

_LISTEN = """() => {
    const said = window.said = [];
    const live = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]';
    const text = node => (node.innerText ?? node.textContent ?? '').replace(/\\s+/g, ' ').trim();
    const last = new WeakMap();
    const hear = region => {
        if (!region.isConnected || region.closest('[aria-hidden=true], [inert]')) return;
        const whole = region.matches('[role=status], [role=alert]'), now = text(region), before = last.get(region) ?? '';
        last.set(region, now);
        if (whole && now && now !== before) said.push((region.matches('[role=alert]') ? '! ' : '') + now);
    };
    new MutationObserver(list => {
        const regions = new Set();
        for (const {target, addedNodes} of list) {
            const at = target.nodeType === 1 ? target : target.parentElement;
            const around = at?.closest(live);
            if (around?.matches('[role=status], [role=alert]')) regions.add(around);
            else if (around) for (const node of addedNodes) if (text(node)) said.push(text(node));
            for (const node of addedNodes) if (node.nodeType === 1) {
                if (node.matches('[role=status], [role=alert]')) regions.add(node);
                node.querySelectorAll('[role=status], [role=alert]').forEach(each => regions.add(each));
            }
        }
        regions.forEach(hear);
    }).observe(document, {subtree: true, childList: true, characterData: true});
}"""
"""Collects what live regions say: additions to a live region; of a status or an alert the whole text, once each."""
_TEXT = {"StaticText", "InlineTextBox"}
_PATIENCE_S = 15
_FAR = 90
"""Presses of the tab key within which everything on a page is reached."""


@dataclass(frozen=True)
class Node:
    """A node of the tree as it is read: its role, its name, and whether it is disabled."""

    role: str
    name: str
    disabled: bool


def _read(node: dict[str, Any]) -> Node | None:
    """A node of Chromium's tree; None where nothing is read."""
    name = str(node.get("name", {}).get("value", "")).strip()
    role = str(node.get("role", {}).get("value", ""))
    if node.get("ignored") or not name or role in _TEXT:
        return None
    disabled = any(each["name"] == "disabled" and each["value"].get("value") for each in node.get("properties", []))
    return Node(role, name, disabled)


class Reader:
    """Hears a page and presses what was heard; it looks at nothing.

    Args:
        page: the page; its live regions are heard from its next navigation on.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self._wire = page.context.new_cdp_session(page)
        page.add_init_script(f"({_LISTEN})()")

    def said(self) -> list[str]:
        """What live regions have said since the page was opened; ``! `` marks what interrupts."""
        heard: list[str] = self.page.evaluate("said")
        return heard

    def tree(self) -> list[Node]:
        """All nodes with a role and a name, in reading order, without running text."""
        nodes = self._wire.send("Accessibility.getFullAXTree")["nodes"]
        by_id = {node["nodeId"]: node for node in nodes}
        found: list[Node] = []
        todo = [nodes[0]["nodeId"]]
        while todo:
            node = by_id[todo.pop()]
            todo += [child for child in reversed(node.get("childIds", [])) if child in by_id]
            if each := _read(node):
                found.append(each)
        return found

    def focus(self) -> Node | None:
        """The focused node; it is fetched without the rest of the tree, which would be slow."""
        here = self._wire.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]["objectId"]
        nodes = self._wire.send("Accessibility.getPartialAXTree", {"objectId": here, "fetchRelatives": False})["nodes"]
        return _read(nodes[0])

    def find(self, role: str, name: str) -> Node:
        """Wait for an enabled node with this role, whose name begins with this."""
        until = time.monotonic() + _PATIENCE_S
        while time.monotonic() < until:
            for node in (tree := self.tree()):
                if node.role == role and re.match(name, node.name) and not node.disabled:
                    return node
            self.page.wait_for_timeout(60)
        pytest.fail(f"no {role} {name!r} among {[(node.role, node.name) for node in tree]}")

    def press(self, name: str) -> None:
        """Move the focus to a button step by step, and press it."""
        self.find("button", name)
        for _ in range(_FAR):
            node = self.focus()
            if node and node.role == "button" and re.match(name, node.name):
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("Tab")
        pytest.fail(f"no way to {name!r} by keys")
