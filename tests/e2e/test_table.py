"""The look of a table: cards as wide as the window allows, no scrolling in a turn, and nothing that jumps."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.conftest import Sit
from tests.e2e.player import Player
from tests.e2e.server import Server

pytestmark = pytest.mark.e2e

WINDOWS = ((1280, 720), (1280, 800), (1920, 1080))
"""A small laptop, a laptop, a desktop."""
TELEPHONES = ((320, 640), (390, 844), (844, 390))
MOST_SHIFT = 0.02
"""Largest sum of all layout shifts in a deal, those after an input included."""
_SHIFTS = """() => {
    window.shifts = [];
    new PerformanceObserver(list => shifts.push(...list.getEntries().map(each => ({
        value: each.value, of: each.sources.map(({node}) => node?.className ?? node?.nodeName).join(' ')
    })))).observe({type: 'layout-shift', buffered: false});
}"""
_BEYOND = """() => {
    const page = document.documentElement;
    return [page.scrollWidth - page.clientWidth, page.scrollHeight - page.clientHeight];
}"""


def at(player: Player, size: tuple[int, int]) -> None:
    """Resize the window, and wait until the page has followed."""
    player.page.set_viewport_size({"width": size[0], "height": size[1]})
    player.page.evaluate(
        "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 60))))"
    )


def widths(cards: Locator) -> list[float]:
    """The widths of cards, in CSS pixels; rotated ones as if they were upright."""
    found: list[float] = cards.evaluate_all("found => found.map(each => each.clientWidth || each.getBoundingClientRect().width)")
    return found


def started(sit: Sit, game: str) -> Player:
    """A person at a new table of a game, with bots."""
    ann = sit().against_the_best()
    ann.page.goto(f"/new#{game}")
    ann.button("Fill with bots").click()
    ann.button("Start the game").click()
    expect(ann.page.locator(".board")).to_be_visible()
    return ann


def all_in_the_window(player: Player, size: tuple[int, int]) -> None:
    at(player, size)
    assert player.page.evaluate(_BEYOND) == [0, 0], size


def test_cards_take_the_room_there_is(sit: Sit) -> None:
    """Hand cards are 110 to 150 pixels wide, laid ones at least 84 and shown ones at least 72, without scrolling."""
    ann = sit().play_now()
    for size in WINDOWS:
        all_in_the_window(ann, size)
        assert all(110 <= each <= 150.5 for each in widths(ann.page.locator(".fan .seat"))), size
        assert all(each >= 84 for each in widths(ann.page.locator(".spot .slot"))), size
    at(ann, (1280, 800))
    ann.suggested().lock().revealed()
    expect(ann.button("Next deal")).to_be_visible()
    for size in WINDOWS:
        all_in_the_window(ann, size)
        assert all(each >= 72 for each in widths(ann.page.locator(".place .one > *"))), size


def test_a_telephone_has_the_hand_and_the_buttons(sit: Sit) -> None:
    """Upright, with the hand and the showdown on its side too."""
    ann = sit(*TELEPHONES[0]).play_now()
    for size in TELEPHONES:
        at(ann, size)
        wide, high = ann.page.evaluate(_BEYOND)
        assert wide == 0, size
        if size != (320, 640):
            assert high == 0, size
        lock = ann.button("Lock in").bounding_box()
        assert lock is not None
        assert lock["y"] + lock["height"] <= size[1], size
        assert lock["height"] >= 44, size
    ann.suggested().lock().revealed()
    expect(ann.button("Next deal")).to_be_visible()
    assert ann.page.evaluate(_BEYOND) == [0, 0]
    assert all(each >= 39.5 for each in widths(ann.page.locator(".place .one > *")))
    assert all(each >= 13 for each in ann.page.locator(".place .label").evaluate_all("all => all.map(e => e.clientHeight)"))


@pytest.mark.parametrize(
    ("game", "turn"),
    [
        ("game=brag", "div.turn"),
        ("game=brag&set.players=8", "div.turn"),
        ("game=brag_poker", "div.turn"),
        ("game=stop_the_bus", ".trade"),
    ],
)
def test_a_turn_is_in_one_window(sit: Sit, game: str, turn: str) -> None:
    ann = started(sit, game)
    expect(ann.page.locator(turn)).to_be_visible()
    expect(ann.page.get_by_text("Your turn").first).to_be_visible()
    for size in WINDOWS:
        all_in_the_window(ann, size)
        cards = widths(ann.page.locator(".hands .card > *, .trade .face > *"))
        assert all(each >= (84 if "players" in game else 104) for each in cards), (size, cards)


_MOVING = """document.getAnimations()
    .filter(each => !(each instanceof CSSTransition) && each.effect.target.closest('.board')).length"""


def test_nothing_jumps_in_a_deal(sit: Sit, server: Server) -> None:
    """From the deal to the showdown, by keys, with all animations: the lock stays in place, and Enter locks a complete hand.

    The deal is chosen, since a rare one has a showdown so high that the page goes on a little to its end.
    """
    server.deal_next(
        *("AsJcTc9d9c8h7h6s5d4s4h3h2s", "AcKsKcQsTd9s8c7d6h6d3d2h2d", "AdQhQdJsTs8s8d7c6c5h5c4d3s", "AhKhKdQcJhJdTh9h7s5s4c3c2c")
    )
    ann = sit(1280, 720, reduced_motion="no-preference").play_now()
    page = ann.page
    page.wait_for_function(f"() => {_MOVING} > 20")  # the cards fly; the page's policy refuses text that isn't a function
    page.keyboard.press("?")  # any press ends the animation
    page.keyboard.press("Escape")
    page.wait_for_function(f"() => {_MOVING} === 0")
    page.reload()
    ann.dealt()
    assert page.evaluate(_MOVING) == 0  # a returning player finds the cards in their places
    page.evaluate("() => document.fonts.ready")
    page.wait_for_timeout(300)
    page.evaluate(_SHIFTS)
    before = ann.button("Lock in").bounding_box()
    page.keyboard.press("1")
    for number in "444333222111":  # mostly out of order, so that the hands must be sorted
        page.keyboard.press(number)
        page.wait_for_timeout(30)
    assert ann.button("Lock in").bounding_box() == before
    assert page.evaluate("document.activeElement.classList.contains('lock')")
    for _ in range(2):  # a second press, where hands don't count or aren't in order
        if ann.page.locator(".lock").is_visible():
            page.keyboard.press("Enter")
            page.wait_for_timeout(150)
    expect(ann.button("Next deal")).to_be_visible()
    there = ann.button("Next deal").bounding_box()
    page.wait_for_timeout(2500)  # the first place, player by player
    ann.revealed()
    expect(ann.button("Show all")).to_be_hidden()
    assert ann.button("Next deal").bounding_box() == there
    page.wait_for_timeout(300)
    shifts = page.evaluate("shifts")
    assert sum(each["value"] for each in shifts) <= MOST_SHIFT, shifts


def test_the_log_stays_as_one_left_it_and_who_is_asked_sees_it_in_the_tab(sit: Sit) -> None:
    ann = sit().play_now()
    expect(ann.page).to_have_title(re.compile("^Your turn"))
    expect(ann.page.get_by_role("log")).to_have_count(0)
    ann.button("Log and chat").click()
    expect(ann.page.get_by_role("log")).to_be_visible()
    ann.page.reload()
    ann.dealt()
    expect(ann.page.get_by_role("log")).to_be_visible()
    ann.suggested().lock()
    expect(ann.page).not_to_have_title(re.compile("^Your turn"))
