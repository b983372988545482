"""An evening with friends: how they come to a table, and what the others see when somebody leaves."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.axe import violations
from tests.e2e.conftest import Sit
from tests.e2e.party import party
from tests.e2e.server import Server

pytestmark = pytest.mark.e2e


def test_one_press_sets_a_table_up_for_friends(sit: Sit, server: Server) -> None:
    """The link, its QR code and the address in the browser are the same; bots play for missing people."""
    ann, ben = sit(), sit(390, 800)
    ann.page.goto("/")
    ann.page.get_by_text("Stop the Bus", exact=True).click()
    ann.button("Play with friends").click()
    link = ann.page.get_by_label("Invitation link").input_value()
    assert re.fullmatch(rf"{server.url}/t/[\w-]+#[\w-]{{22}}", link)
    assert ann.page.url == link
    expect(ann.page.get_by_role("img", name=re.compile("QR code to scan"))).to_be_visible()
    assert violations(ann.page) == []
    ben.page.goto(link)
    ben.button("Come in").click()
    ann.button("Start now, with bots in the 2 free seats").click()
    for player in (ann, ben):
        expect(player.page.locator(".felt").first).to_be_visible()


def test_a_code_that_is_said_leads_to_the_table_and_asks_for_a_name(sit: Sit) -> None:
    ann, ben = sit(), sit(390, 800)
    ann.page.goto("/")
    ann.button("Play with friends").click()
    code = ann.page.locator(".spoken").text_content() or ""
    assert re.fullmatch("[A-Z]{3} [A-Z]{3}", code)
    ben.page.goto("/")
    field = ben.page.get_by_label("Code of six letters")
    field.fill("AAA")
    ben.button("Go in").click()
    expect(ben.page.get_by_text("A code has six letters.")).to_be_visible()
    assert violations(ben.page) == []
    field.fill("aaaaaa")
    ben.button("Go in").click()
    expect(ben.page.get_by_text("No table has that code")).to_be_visible()
    ben.faults.clear()  # that is how the server says it
    field.fill(code.lower())
    ben.button("Go in").click()
    ben.page.get_by_label("What should the others call you?").fill("Benjamin")
    ben.button("Come in").click()
    expect(ben.page.get_by_role("list", name="Seats").get_by_text("You", exact=True)).to_be_visible()
    expect(ann.page.get_by_role("list", name="Seats").get_by_text("Benjamin", exact=True)).to_be_visible()
    ann.button("Start now, with bots in the 2 free seats").click()
    ben.dealt()


def test_who_has_no_link_asks_to_join_and_is_let_in_with_a_tap(sit: Sit) -> None:
    ann, ben, cal = sit(), sit(390, 800), sit()
    ann.page.goto("/")
    ann.button("Play with friends").click()
    expect(ann.page.get_by_label("Invitation link")).to_be_visible()
    for player in (ben, cal):
        player.page.goto(ann.page.url.partition("#")[0])
        player.button("Ask to join").click()
        expect(player.page.get_by_text("You have asked")).to_be_visible()
    assert violations(ben.page) == []
    expect(ann.page.get_by_text("asks to join")).to_have_count(2)
    assert violations(ann.page) == []
    ann.button("Let in").first.click()
    ann.button("Not now").click()
    expect(ann.page.get_by_text("asks to join")).to_have_count(0)
    expect(ben.page.get_by_role("list", name="Seats").get_by_text("You", exact=True)).to_be_visible()
    expect(cal.button("Ask to join")).to_be_visible()  # once more, since the answer was no
    expect(cal.page.get_by_text("ask for its link").first).to_be_visible()
    for player in (ann, ben, cal):
        player.faults.clear()  # that is how the server says it


def test_who_follows_a_link_sits_down_and_where_all_is_taken_watches_until_other_rules_have_more_seats(sit: Sit) -> None:
    ann, ben, cal = sit(), sit(390, 800), sit()
    ann.page.goto("/new#game=crash&set.players=2")
    ann.button("Set up the table").click()
    expect(ann.page.get_by_label("Invitation link")).to_be_visible()
    link = ann.page.url
    ben.page.goto(link)
    ben.button("Come in").click()
    expect(ben.page.get_by_role("list", name="Seats").get_by_text("You", exact=True)).to_be_visible()
    cal.page.goto(link)
    expect(cal.page.get_by_text("Every seat is taken just now")).to_be_visible()
    assert violations(cal.page) == []
    cal.button("Watch").click()
    expect(cal.page.get_by_role("list", name="Seats")).to_be_visible()
    expect(cal.button("Sit down")).to_have_count(0)
    ann.button("Change them").click()
    ann.page.get_by_role("dialog").get_by_role("combobox", name="House rules").select_option(label="Wikipedia")
    assert violations(ann.page) == []
    ann.button("Use these rules").click()
    expect(ann.page.get_by_role("dialog")).to_have_count(0)
    for player in (ann, ben, cal):
        expect(player.page.get_by_text(re.compile("^New house rules")).first).to_be_visible()
        expect(player.page.get_by_role("heading", name="Crash: Wikipedia").first).to_be_visible()
    expect(cal.button("Sit down").first).to_be_visible()  # the rules for four players


def test_a_closed_tab_is_seen_a_bot_plays_and_who_is_back_has_the_seat(sit: Sit) -> None:
    ann, ben = party(sit, "crash")
    for player in (ann, ben):
        player.dealt()
    table = ben.page.url
    ben.page.goto("about:blank")
    seats = ann.page.get_by_role("list", name="Players")
    expect(seats.get_by_text("away").first).to_be_visible()
    expect(ann.page.get_by_text(re.compile("is away. Wait a little, or let a bot play"))).to_be_visible()
    assert violations(ann.page) == []
    ann.button("Let a bot play").click()
    expect(seats.get_by_text("a bot plays").or_(seats.get_by_text("locked in")).first).to_be_visible()
    expect(ann.page.get_by_text("is away. Wait")).to_have_count(0)
    ben.page.goto(table)
    expect(ann.log().get_by_text(re.compile("is back"))).to_be_visible()
    expect(ben.page.get_by_role("group", name=re.compile("^1st hand")).first).to_be_visible()  # empty, or arranged by the bot
    expect(ben.page.get_by_text("You are watching.")).to_have_count(0)
