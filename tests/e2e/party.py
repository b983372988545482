"""People who set up a table of any game, and who of them is to decide."""

import re
import time

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Server, Sit
from tests.e2e.player import Player

CUT_OFF = re.compile("WebSocket|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_CONTENT_LENGTH_MISMATCH")
"""What a browser complains of when the server dies, also in the middle of a face."""
_PATIENCE_S = 15
_NAMES = ("Ann", "Bea", "Cyd", "Dot", "Eve", "Fay", "Gus")


def party(sit: Sit, game: str, people: int = 2, **rules: int | str) -> list[Player]:
    """Browsers at one table that has started, the maker of it first.

    Args:
        sit: opens a browser.
        game: its name.
        people: how many play; there are no bots.
        rules: what differs from the game's first preset.
    """
    players = [sit() for _ in range(people)]
    maker, *guests = players
    wanted = {"game": game, "options": {"players": people, **rules}, "public": True, "suggest": True, "clock": "none"}
    for player, name in zip(players, _NAMES, strict=False):
        player.post("/api/me", {"name": name})
    table = maker.post("/api/tables", wanted)["id"]
    for player in players:
        player.page.goto(f"/t/{table}")
    for guest in guests:
        guest.button("Sit here").first.click()
        expect(guest.button("Sit here")).to_have_count(0)
    maker.button("Start the game").click()
    return players


def acting(players: list[Player], what: str) -> tuple[Player, list[Player]]:
    """Whoever sees something to be done, and the others.

    Args:
        players: all at the table.
        what: a CSS selector of what is there for the one who decides.
    """
    until = time.monotonic() + _PATIENCE_S
    while time.monotonic() < until:
        for player in players:
            if player.page.locator(what).first.is_visible():
                return player, [other for other in players if other is not player]
        players[0].page.wait_for_timeout(50)
    pytest.fail(f"nobody sees {what}")


def pull_the_plug(server: Server, players: list[Player]) -> None:
    """Kill the server, start it again, and see that everybody comes back; what browsers complained of meanwhile is due to it."""
    server.kill()
    server.start()
    for player in players:
        player.page.reload()
        expect(player.page.get_by_text("connected", exact=True).first).to_be_attached()
        player.faults[:] = [fault for fault in player.faults if not CUT_OFF.search(fault)]
