"""A real server, a real Chromium, and people who use both. These tests run separately from the others (`make test` does that)."""

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from tests.e2e.player import Player
from tests.e2e.server import Server

SCREENS = Path(__file__).parents[2] / "build" / "screens"
_GAMES = [folder.name for folder in (Path(__file__).parents[2] / "web" / "src" / "games").iterdir()]
_MET = (
    "if (location.protocol !== 'about:')"  # a page that is being closed has no local storage
    f" localStorage.getItem('prial.met') ?? localStorage.setItem('prial.met', JSON.stringify({_GAMES}))"
)
"""Marks every game as already played, so that no tips are shown."""
ARGUMENTS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)
UNPAINTED = "--blink-settings=acceleratedCompositingEnabled=false"
"""Lays pages out without filling in their pixels: a third less processor time.

No picture of such a page can be taken, and Chromium 156 crashes when such a page is touched.
"""
expect.set_options(timeout=45_000)  # a review takes seconds, and tens of them on a crowded machine


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playing:
        yield playing


Launch = Callable[[bool], Browser]


@pytest.fixture(scope="session")
def launched(playwright: Playwright, request: pytest.FixtureRequest) -> Iterator[Launch]:
    """Gives the browser for people who touch the screen, or for others. Each is launched when it is first needed.

    The one for others paints only where pictures are taken, and for the soak, which measures how long painting takes.
    """
    paints = "PRIAL_SCREENS" in os.environ or any(item.get_closest_marker("soak") for item in request.session.items)
    path = os.environ.get("CHROMIUM") or subprocess.check_output(["scripts/chromium.sh"], text=True).strip()  # noqa: S607
    browsers: dict[bool, Browser] = {}

    def given(touch: bool) -> Browser:
        painted = paints or touch
        if painted not in browsers:
            arguments = ARGUMENTS if painted else (*ARGUMENTS, UNPAINTED)
            browsers[painted] = playwright.chromium.launch(executable_path=path, args=arguments)
        return browsers[painted]

    yield given
    for browser in browsers.values():
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests: each sits at a table of its own, and a test that kills it starts it again."""
    server = Server(tmp_path_factory.mktemp("server") / "tables.db")
    server.start()
    yield server
    server.stop()


Sit = Callable[..., Player]


@pytest.fixture
def sit(launched: Launch, server: Server) -> Iterator[Sit]:
    """Opens a person's browser; any complaint of its pages fails the test."""
    contexts, faults = [], list[str]()

    def opened(width: int = 1280, height: int = 860, newcomer: bool = False, **more: Any) -> Player:
        context = launched(bool(more.get("has_touch"))).new_context(
            viewport={"width": width, "height": height}, base_url=server.url, **{"reduced_motion": "reduce", **more}
        )
        contexts.append(context)
        if not newcomer:
            context.add_init_script(_MET)
        page: Page = context.new_page()
        page.on("pageerror", lambda error: faults.append(f"{page.url}: {error}"))
        page.on("response", lambda got: faults.append(f"{got.status} {got.url}") if got.status >= 400 else None)
        page.on("console", lambda said: faults.append(f"{page.url}: {said.text}") if said.type in {"error", "warning"} else None)
        return Player(page, faults, server.url)

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def screens() -> Path:
    """The folder of the screenshots."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    return SCREENS
