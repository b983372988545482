"""A guest plays a deal: by mouse, by touch, by keyboard alone; with a friend; through reloads and a crash of the server."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Sit
from tests.e2e.party import CUT_OFF, party
from tests.e2e.server import Server

pytestmark = pytest.mark.e2e


def test_a_deal_by_mouse_with_a_reload_that_loses_nothing(sit: Sit) -> None:
    ann = sit().play_now()
    cards = ann.fan()
    for number in range(1, 5):
        some = cards[3 * number - 3 : 3 * number]
        ann.put(some[:2], number)
        ann.drag(some[2], number)
        assert sorted(ann.place(number)) == sorted(some)
        if number == 2:
            ann.page.reload()
            ann.dealt()
            assert [sorted(ann.place(each)) for each in range(1, 5)] == [sorted(cards[:3]), sorted(cards[3:6]), [], []]
    ann.lock().revealed()
    expect(ann.page.get_by_text("Scores:").first).to_be_visible()
    ann.button("Next deal").click()
    ann.dealt()


def test_a_deal_by_touch_on_a_telephone(sit: Sit) -> None:
    ann = sit(360, 700, has_touch=True, is_mobile=True).play_now()
    cards = ann.fan()
    for number in range(1, 5):
        for card in cards[3 * number - 3 : 3 * number]:
            ann.card(card).tap()
        ann.zone(number).tap()
        assert len(ann.place(number)) == 3
    ann.button("Lock in").tap()
    ann.revealed()
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_first_page_speaks_of_the_game_that_was_chosen_and_begins_with_it_again(sit: Sit) -> None:
    page = sit().page
    page.goto("/")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Four hands. Beat everyone at each.")
    page.get_by_role("radio", name="Stop the Bus").check(force=True)
    for again in (False, True):
        if again:
            page.reload()
        expect(page.get_by_role("radio", name="Stop the Bus")).to_be_checked()
        expect(heading).to_have_text("Swap a card, and stop the bus in time.")
        expect(page.get_by_text("the worst hand pays a token")).to_be_visible()
        expect(page).to_have_title("Prial: Stop the Bus")
        expect(page.get_by_role("link", name="Learn it in five minutes")).to_have_attribute("href", "/learn/stop_the_bus")
        expect(page.get_by_text("Stop the Bus against")).to_be_visible()


def test_a_deal_by_keyboard_alone(sit: Sit) -> None:
    ann = sit()
    ann.page.goto("/")
    keys = ann.page.keyboard
    expect(ann.button("Play now")).to_be_visible()
    for _ in range(30):
        keys.press("Tab")
        if ann.page.evaluate("document.activeElement.textContent").strip().startswith("Play now"):
            break
    keys.press("Enter")
    ann.dealt()
    keys.press("1")  # wherever the focus is, the first key moves it to the cards
    for number in "111222333444":
        keys.press(number)
    expect(ann.page.locator('[data-zone="-1"] [data-card]')).to_have_count(1)
    for _ in range(40):
        keys.press("Tab")
        if re.match("Lock in", ann.page.evaluate("document.activeElement.textContent").strip()):
            break
    keys.press("Enter")
    expect(ann.button("Next deal")).to_be_visible()  # with reduced motion the whole showdown shows at once
    for _ in range(40):
        if ann.page.evaluate("document.activeElement.textContent").strip() == "Next deal":
            break
        keys.press("Tab")
    keys.press("Enter")
    ann.dealt()


def test_the_cards_of_the_lesson_are_in_sight_on_a_telephone(sit: Sit) -> None:
    page = sit(360, 640).page
    page.goto("/learn/crash")
    for _ in range(2):
        page.get_by_role("button", name="Next").click()
    cards, foot = page.get_by_role("group", name="Your cards").bounding_box(), page.locator(".foot").bounding_box()
    assert cards is not None
    assert foot is not None
    assert cards["y"] + cards["height"] <= foot["y"]


def test_two_at_one_table_by_a_link(sit: Sit, server: Server) -> None:
    ann, ben = sit(), sit(390, 800)
    ann.page.goto("/new")
    ann.page.get_by_text("Suggestions allowed").click()
    ann.button("Set up the table").click()
    expect(ann.page).to_have_url(re.compile("/t/"))
    link = ann.page.get_by_label("Invitation link").input_value()
    assert re.fullmatch(rf"{server.url}/t/[\w-]+#[\w-]{{22}}", link)
    assert ann.page.url == link
    ann.page.reload()  # her own link leads back to her own seat
    expect(ann.page.get_by_label("Invitation link")).to_have_value(link)
    assert ann.page.url == link
    ben.page.goto(link)
    expect(ben.button("Come in")).to_be_visible()
    ben.page.goto(link.partition("#")[0])  # to watch, not to sit down
    eve = sit()
    eve.page.goto(link)
    expect(eve.button("Come in")).to_be_visible()
    eve.page.goto(link.partition("#")[0])
    ann.button("2 watching").click()
    ann.button(re.compile("^Remove ")).last.click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(eve.page.get_by_text("You were asked to leave this table, and not to come back.").first).to_be_visible()
    ann.button("1 watching").click()
    expect(ann.page.get_by_role("list", name="Who is watching").get_by_role("listitem")).to_have_count(1)
    ann.page.keyboard.press("Escape")
    ben.button("Sit down").click()
    for seat in (3, 4):
        ann.button(f"What you can do with seat {seat}").click()
        ann.button(re.compile("Put a bot here")).first.click()
        expect(ann.button(f"What you can do with seat {seat}")).to_have_count(0)
    ann.button("Start the game").click()
    hers, his = ann.dealt().fan(), ben.dealt().fan()
    assert set(hers).isdisjoint(his)
    ann.suggested().lock()
    expect(ben.page.get_by_text("locked in").first).to_be_visible()
    ben.suggested().lock()
    for player in (ann, ben):
        player.revealed()
    ann.button("Next deal").click()
    expect(ben.button("Next deal")).to_be_visible()
    ben.button("Next deal").click()
    ann.dealt()
    ben.dealt()


def test_the_server_dies_between_lock_and_reveal_and_the_game_goes_on(sit: Sit, server: Server) -> None:
    """Bots might all have locked before the player looks, so another person, who takes time, plays too."""
    ann, ben = party(sit, "crash")
    ann.dealt().suggested().lock()
    expect(ann.button("Unlock")).to_be_visible()
    server.kill()
    expect(ann.page.get_by_text("You are offline").first).to_be_visible()
    server.start()
    expect(ben.page.get_by_text("You are offline")).to_have_count(0)
    expect(ann.button("Unlock")).to_be_visible()
    ben.dealt().suggested().lock()
    for player in (ann, ben):
        player.revealed()
    expect(ann.page.get_by_text("Scores:").first).to_be_visible()
    ann.faults[:] = [fault for fault in ann.faults if not CUT_OFF.search(fault)]
