"""Stop the Bus between people: by dragging, tapping and keys, to the call and the showdown, and through a crash of the server."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.axe import beyond, violations
from tests.e2e.conftest import Sit
from tests.e2e.party import acting, party, pull_the_plug
from tests.e2e.player import Player
from tests.e2e.server import Server

pytestmark = pytest.mark.e2e

TRADE = ".trade"


def cards(player: Player) -> list[str]:
    """The three cards in the middle, then the player's own, once all of them are there."""
    found = player.page.locator(f"{TRADE} [data-card]")
    expect(found).to_have_count(6)
    return [str(card.get_attribute("data-card")) for card in found.all()]


def expect_no_scrolling(player: Player) -> None:
    """A player's turn fits on a laptop's screen."""
    player.page.set_viewport_size({"width": 1280, "height": 800})
    player.page.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight", timeout=45_000)


def test_the_bus_is_stopped_while_the_next_one_thinks(sit: Sit, server: Server) -> None:
    """A card is dragged, another one tapped; a call after a player's exchange gives the other player a last turn."""
    players = party(sit, "stop_the_bus")
    one, (other,) = acting(players, TRADE)
    expect_no_scrolling(one)
    middle, mine = cards(one)[:3], cards(one)[3:]
    here, there = one.card(middle[0]).bounding_box(), one.card(mine[2]).bounding_box()
    assert here is not None
    assert there is not None
    mouse = one.page.mouse
    mouse.move(here["x"] + 20, here["y"] + 30)
    mouse.down()
    mouse.move(there["x"] + 40, there["y"] + 50, steps=6)
    mouse.up()
    expect(one.page.get_by_text("You would hold:").first).to_be_visible()
    one.page.reload()  # what was chosen but not sent is still chosen
    expect(one.page.get_by_text("You would hold:").first).to_be_visible()
    one.button("Swap", exact=True).click()
    expect(one.button("Stop the bus!")).to_be_visible()
    expect(other.page.locator(TRADE)).to_be_visible()
    assert mine[2] in cards(other)[:3]
    expect(other.page.locator(f'.chairs [data-card="{middle[0]}"]')).to_be_visible()  # everybody saw it being taken
    pull_the_plug(server, players)
    other.card(cards(other)[1]).click()
    other.card(cards(other)[4]).click()
    one.button("Stop the bus!").click()
    expect(other.page.get_by_text(re.compile("has stopped the bus!")).first).to_be_visible()
    expect(other.page.get_by_text("One last turn is left: you.")).to_be_visible()
    expect_no_scrolling(other)
    other.button("Swap", exact=True).click()
    for player in players:
        expect(player.page.get_by_text(re.compile("worst hand|nobody pays")).first).to_be_visible()
        assert beyond(player.page) == 0
        player.button("Next deal").click()
    acting(players, TRADE)


def test_a_turn_by_keyboard_alone(sit: Sit) -> None:
    """Wherever the focus is, except while text is being typed."""
    players = party(sit, "stop_the_bus")
    one, (other,) = acting(players, TRADE)
    keys = one.page.keyboard
    before = cards(one)
    one.log()  # opens it
    one.page.get_by_role("tab", name="Chat").click()
    one.page.get_by_label("Say something").fill("")
    keys.press("2")
    keys.press("6")
    expect(one.page.get_by_label("Say something")).to_have_value("26")
    expect(one.page.get_by_text("You would hold:")).to_have_count(0)
    one.page.get_by_role("tab", name="Log").click()
    keys.press("2")
    keys.press("6")
    expect(one.page.get_by_text("You would hold:").first).to_be_visible()
    keys.press("u")
    expect(one.page.locator(".would")).to_have_count(0)  # text that was read out stays on the page for a while
    keys.press("2")
    keys.press("6")
    keys.press("s")
    expect(other.page.get_by_text(re.compile("has stopped the bus!")).first).to_be_visible()
    assert before[5] in cards(other)[:3]


def test_after_the_game_each_exchange_is_reviewed(sit: Sit) -> None:
    """One token each: the first showdown ends the game."""
    players = party(sit, "stop_the_bus", tokens=1)
    one, (other,) = acting(players, TRADE)
    for key in ("2", "6", "s"):
        one.page.keyboard.press(key)
    expect(other.page.locator(TRADE)).to_be_visible()
    other.card(cards(other)[1]).click()
    other.card(cards(other)[4]).click()
    other.button("Swap", exact=True).click()
    one.page.get_by_role("link", name="Review my deals").click()
    expect(one.page.get_by_text("The middle", exact=True)).to_be_visible()
    expect(one.page.get_by_text(re.compile("^You: take .* put .* down"))).to_be_visible()
    assert violations(one.page) == []


def test_bots_are_called_by_the_level_that_was_chosen(sit: Sit) -> None:
    """At the beginning of a replay, since later a bot's chair may show what the bot does instead of its level."""
    player = sit()
    page = player.page
    page.goto("/")
    page.get_by_role("radio", name="Stop the Bus").check(force=True)
    page.get_by_role("radio", name="Fair").check(force=True)
    player.button("Play now").click()
    chairs = page.get_by_role("list", name="Players").locator("[data-seat]")
    expect(page.locator(TRADE)).to_be_visible()
    bots = chairs.count()
    assert bots > 0
    player.button("Table").last.click()
    player.button("Stop the game").click()
    player.button("Stop it").click()
    page.get_by_role("link", name="Watch it again").click()
    player.button("To the beginning").click()
    expect(chairs.get_by_text("bot · Fair", exact=True)).to_have_count(bots)
    expect(page.get_by_text(re.compile("thumb", re.IGNORECASE))).to_have_count(0)
