"""Another game by majority: two people and a bot go on to it together."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Sit
from tests.e2e.party import pull_the_plug
from tests.e2e.player import Player
from tests.e2e.server import Server

pytestmark = pytest.mark.e2e


def seats(player: Player) -> list[tuple[str, str]]:
    """The names and bots at a person's table by seat, as the server lists them."""
    table: Any = player.page.request.get("/api/tables/" + player.page.url.rpartition("/")[2]).json()
    return [(seat["name"], seat["bot"]) for seat in table["seats"]]


def propose(player: Player, game: str) -> None:
    """Propose another game."""
    player.button("Table", exact=False).first.click()
    player.button("Another game").click()
    player.page.get_by_role("dialog").get_by_text(game, exact=True).first.click()
    player.button("Propose it").click()
    expect(player.page.get_by_role("dialog")).to_have_count(0)


def test_two_people_and_a_bot_go_on_to_another_game(sit: Sit, server: Server) -> None:
    """At a private table, in the middle of a deal, and through a crash of the server after the vote."""
    ann, ben = sit(), sit(390, 800)
    ann.page.goto("/new#game=crash&set.players=3")
    ann.page.get_by_label("Seat 3").select_option(label="Bot: Hard")
    ann.page.get_by_text("Suggestions allowed").click()
    ann.button("Set up the table").click()
    expect(ann.page).to_have_url(re.compile("/t/"))
    ben.page.goto(ann.page.get_by_label("Invitation link").input_value())
    ben.button("Come in").click()
    expect(ben.button("Sit here")).to_have_count(0)
    expect(ben.page.get_by_text("starts the game when everybody is there")).to_be_visible()
    ann.button("Start the game").click()
    ann.dealt()
    before = seats(ann)
    propose(ann, "Stop the Bus")
    expect(ben.page.get_by_text(re.compile("proposes Stop the Bus: .* next")).first).to_be_visible()
    ben.button("The new rules").click()
    expect(ben.page.get_by_role("dialog").get_by_text("three lie face up in the middle").first).to_be_visible()
    ben.page.keyboard.press("Escape")
    ben.button("I’m against it").click()
    expect(ann.page.locator(".notes")).not_to_contain_text("Stop the Bus")
    propose(ben, "Stop the Bus")
    ann.button("I agree").click()
    expect(ben.page.get_by_text("is next, as soon as this deal is over").first).to_be_visible()
    pull_the_plug(server, [ann, ben])
    for player in (ann, ben):
        player.dealt().suggested().lock()
    for player in (ann, ben):
        player.page.get_by_role("link", name="To the next table").first.click()
        expect(player.page.locator(".felt, .chairs").first).to_be_visible()
    assert ann.page.url == ben.page.url
    assert [name for name, _ in seats(ann)] == [name for name, _ in before]
    assert [bool(bot) for _, bot in seats(ben)] == [False, False, True]
    expect(ann.page.get_by_role("heading", level=1)).to_contain_text("Stop the Bus")
