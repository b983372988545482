"""The pack: card backs and table colours to choose from, and pictures of court cards that are loaded when needed."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Sit

pytestmark = pytest.mark.e2e

COURT = re.compile(r"/assets/([JQK][cdhs])-[^/]*\.svg$")


def test_a_back_and_a_felt_are_chosen_by_keys_and_by_touch_and_kept(sit: Sit) -> None:
    page = sit().page
    page.goto("/settings")
    backs, felts = page.get_by_role("radiogroup", name="Backs"), page.get_by_role("radiogroup", name="Felt")
    backs.get_by_role("radio", name="Lattice").focus()
    page.keyboard.press("ArrowRight")
    expect(backs.get_by_role("radio", name="Petals")).to_be_checked()
    felts.get_by_text("Blue").click()
    cloth = "getComputedStyle(document.documentElement).getPropertyValue('--baize')"
    blue = page.evaluate(cloth)
    page.reload()
    expect(backs.get_by_role("radio", name="Petals")).to_be_checked()
    expect(felts.get_by_role("radio", name="Blue")).to_be_checked()
    assert page.evaluate(cloth) == blue
    back = page.locator(".sample .card.back svg")
    assert "petals" in back.evaluate("svg => getComputedStyle(svg).backgroundImage")
    felts.get_by_text("Green").click()
    assert page.evaluate(cloth) != blue


@pytest.mark.parametrize(("width", "wanted"), [(320, []), (1000, ["Kh", "Qd"])])
def test_a_court_is_fetched_once_and_where_its_card_is_wide_enough(width: int, wanted: list[str], sit: Sit) -> None:
    page = sit().page
    page.set_viewport_size({"width": width, "height": 800})
    fetched: list[str] = []
    page.on("request", lambda request: fetched.extend(COURT.findall(request.url)))
    page.goto("/settings")
    expect(page.locator(".sample .card")).to_have_count(5)
    expect(page.locator(".sample use")).to_have_count(len(wanted))
    page.get_by_role("button", name="Settings").click()  # the same cards again, in a dialog
    expect(page.locator(".sample .card")).to_have_count(10)
    expect(page.locator(".sample use")).to_have_count(2 * len(wanted))
    page.wait_for_load_state("networkidle")
    assert sorted(fetched) == wanted


def test_a_card_does_without_a_court_that_cannot_be_had(sit: Sit) -> None:
    ann = sit()
    page = ann.page
    page.route(COURT, lambda route: route.abort())
    with page.expect_event("requestfailed", lambda request: "/Kh-" in request.url):
        page.goto("/settings")
    king = page.locator("main .sample .card").nth(1)
    expect(king.locator(".wide .index")).to_have_count(2)
    size = "card => [card.offsetWidth, card.offsetHeight]"
    before = king.evaluate(size)
    page.unroute(COURT)
    page.get_by_role("button", name="Settings").click()
    expect(page.locator(".sample use[href='#court-Kh']")).to_have_count(2)  # pictures that arrive later are drawn everywhere
    assert king.evaluate(size) == before
    ann.faults.clear()
