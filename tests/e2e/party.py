"""People who set up a table of any game, and the one who must decide."""

import re
import time

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Sit
from tests.e2e.player import Player
from tests.e2e.server import Server

CUT_OFF = re.compile("WebSocket|net::ERR_(CONNECTION|SOCKET|EMPTY|CONTENT|INCOMPLETE)_")
"""Complaints of a browser when the server is killed, even in the middle of a picture."""
_PATIENCE_S = 45
_NAMES = ("Ann", "Bea", "Cyd", "Dot", "Eve", "Fay", "Gus")


def party(sit: Sit, game: str, people: int = 2, **rules: int | str) -> list[Player]:
    """Browsers at one table whose game has started, the table's maker first.

    Args:
        sit: opens a browser.
        game: the game's name.
        people: number of players; there are no bots.
        rules: options that differ from the game's first preset.
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
    """The player who has something to do, and the others.

    Args:
        players: all players at the table.
        what: a CSS selector of the element that only the deciding player sees.
    """
    until = time.monotonic() + _PATIENCE_S
    while time.monotonic() < until:
        for player in players:
            if player.page.locator(what).first.is_visible():
                return player, [other for other in players if other is not player]
        players[0].page.wait_for_timeout(50)
    pytest.fail(f"nobody sees {what}")


def pull_the_plug(server: Server, players: list[Player]) -> None:
    """Kill the server, start it again, and check that everybody comes back. Complaints of browsers meanwhile are forgiven."""
    server.kill()
    server.start()
    for player in players:
        player.page.reload()
        expect(player.page.get_by_text("connected", exact=True).first).to_be_attached()
        player.faults[:] = [fault for fault in player.faults if not CUT_OFF.search(fault)]
