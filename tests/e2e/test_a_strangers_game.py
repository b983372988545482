"""A game from another distribution (docs/write-a-game.md) in a browser: it is played on the plain board."""

import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.axe import violations
from tests.e2e.conftest import Sit
from tests.e2e.server import Server

pytestmark = pytest.mark.e2e

GAME = Path(__file__).parents[2] / "docs/examples/two_card_brag"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the game installed."""
    folder = tmp_path_factory.mktemp("guest")
    shutil.copytree(GAME, folder / "source")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=folder / "source", check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder / "site")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder / "site")  # the server's process gets it too
        server = Server(folder / "tables.db", anew=True)
        server.start()
    yield server
    server.kill()


def test_it_is_offered_explained_and_played_to_its_end(sit: Sit) -> None:
    player = sit()
    page = player.page
    page.goto("/rules/two_card_brag")
    expect(page.get_by_role("heading", name="Two-Card Brag", exact=True)).to_be_visible()
    page.get_by_role("link", name="All house rules").click()
    expect(page.get_by_text("Level hands share the pot; a chip that can't be shared stays in it.").first).to_be_visible()
    page.goto("/new#game=two_card_brag&set.deals=2")
    expect(page.get_by_text("Two-Card Brag").first).to_be_visible()
    player.button("Fill with bots").click()
    player.button("Start the game").click()
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.get_by_role("heading", name="Two-Card Brag")).to_be_visible()
    for deal in (1, 2):
        expect(player.button("stay", exact=True)).to_be_visible()
        assert violations(page) == []
        expect(page.get_by_role("columnheader", name="Won and lost")).to_be_visible()
        player.button("stay", exact=True).click()
        if deal == 1:
            player.button("Go on").click()
    expect(player.log()).to_contain_text(re.compile("won [0-9]+ chips|stays for the next deal"))
    expect(page.get_by_role("heading", name=re.compile("wins?!?$|share the win"))).to_be_visible()
