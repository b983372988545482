"""A deal of Crash in a real browser at a quarter of this machine's speed: how long tasks take, and what shifts on the page."""

import os
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from playwright.sync_api import CDPSession, Page, sync_playwright

from tests.e2e.conftest import ARGUMENTS
from tests.faults.load.report import Figure

SLOWER: Final = 4
"""The browser is slowed down by this factor, to stand for the phones that many people have."""
_TASK_MS: Final = 50
"""Most milliseconds for a task of the page: three frames, which nobody notices as a stop."""
_SHIFT: Final = 0.02
_CATEGORIES: Final = ["toplevel", "devtools.timeline"]
_SHIFTS: Final = """addEventListener('DOMContentLoaded', () => { window.moved = 0; new PerformanceObserver(
  (list) => list.getEntries().forEach((each) => { if (!each.hadRecentInput) moved += each.value; })
).observe({ type: 'layout-shift' }); localStorage.setItem('prial.met', '["crash"]'); })"""


class _Traced:
    """Chromium's trace of what the browser did."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self._page, self._session = page, session
        self._events: list[dict[str, Any]] = []
        self._ended = False
        session.on("Tracing.dataCollected", lambda found: self._events.extend(found["value"]))
        session.on("Tracing.tracingComplete", lambda _: setattr(self, "_ended", True))

    def longest(self, act: Callable[[], None], then: Callable[[], None]) -> float:
        """Milliseconds of the page's longest task during an action and two seconds after it."""
        self._events.clear()
        self._ended = False
        given = {"traceConfig": {"includedCategories": _CATEGORIES}, "transferMode": "ReportEvents"}
        self._session.send("Tracing.start", given)
        act()
        then()
        self._page.wait_for_timeout(2_000)
        self._session.send("Tracing.end")
        while not self._ended:
            self._page.wait_for_timeout(50)
        calls = Counter((each["pid"], each["tid"]) for each in self._events if each["name"] == "FunctionCall")
        main = calls.most_common(1)[0][0]
        tasks = [each for each in self._events if (each["pid"], each["tid"]) == main and each.get("ph") == "X"]
        return max(float(each["dur"]) for each in tasks if each["name"].endswith("RunTask")) / 1000


@contextmanager
def _page(url: str) -> Iterator[tuple[Page, _Traced]]:
    path = os.environ.get("CHROMIUM") or subprocess.check_output(["scripts/chromium.sh"], text=True).strip()  # noqa: S607
    with sync_playwright() as playing:
        browser = playing.chromium.launch(executable_path=path, args=ARGUMENTS)
        context = browser.new_context(viewport={"width": 1280, "height": 800}, base_url=url)
        page = context.new_page()
        page.add_init_script(_SHIFTS)
        page.goto("/")
        page.wait_for_timeout(1_500)
        session = context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        yield page, _Traced(page, session)
        browser.close()


def looked(url: str) -> list[Figure]:
    """From the first page to a hand of cards, through a showdown, to the next hand."""
    with _page(url) as (page, traced):

        def button(name: str | re.Pattern[str]) -> Any:
            return page.get_by_role("button", name=name).first

        def dealt() -> None:
            page.locator('[data-zone="-1"] [data-card]').nth(12).wait_for()

        def shown() -> None:
            page.get_by_role("button", name="Show all").wait_for()
            page.get_by_role("button", name="Show all").wait_for(state="hidden")

        def lock() -> None:
            button("Lock in").click()
            page.wait_for_timeout(300)
            if button("Lock in anyway").is_visible():
                button("Lock in anyway").click()

        first = traced.longest(button("Play now").click, dealt)
        page.evaluate("() => { moved = 0; }")
        button("Suggest").click()
        button(re.compile("Strongest hands first|Most likely to win")).click()
        page.wait_for_timeout(500)
        show = traced.longest(lock, shown)
        again = traced.longest(button("Next deal").click, dealt)
        moved = float(page.evaluate("() => moved"))
    return [
        Figure("the longest task: the first deal", first, "ms", _TASK_MS),
        Figure("the longest task: a showdown", show, "ms", _TASK_MS),
        Figure("the longest task: the next deal", again, "ms", _TASK_MS),
        Figure("what moved by itself, from lock to the next deal", moved, "", _SHIFT),
    ]
