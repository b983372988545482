"""A person's first deal of a game: three steps of tips beside the cards, which cover nothing and don't come again."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.axe import violations
from tests.e2e.conftest import Sit
from tests.e2e.test_screens import small_targets

pytestmark = pytest.mark.e2e

_COVERED = """strip => {
    const own = strip.getBoundingClientRect();
    return [...document.querySelectorAll('.board [data-card], .board button, .spot, header button')].filter(each => {
        const box = each.getBoundingClientRect();
        return box.left < own.right && own.left < box.right && box.top < own.bottom && own.top < box.bottom;
    }).map(each => each.outerHTML.slice(0, 120));
}"""
"""Elements that overlap the tips."""
_UNDER = """() => {
    const cards = [...document.querySelectorAll('[data-zone="-1"] [data-card]')].map(each => each.getBoundingClientRect().bottom);
    return Math.max(...cards) - document.querySelector('.tools.thumb').getBoundingClientRect().top;
}"""
"""Number of pixels by which the lowest card of the hand lies under the buttons."""


@pytest.mark.parametrize("touch", [False, True])
@pytest.mark.parametrize(("width", "height"), [(360, 740), (390, 844)])
def test_tips_in_a_later_deal_push_no_card_under_the_buttons(width: int, height: int, touch: bool, sit: Sit) -> None:
    ann = sit(width, height, has_touch=touch, is_mobile=touch).play_now()
    ann.suggested().lock().revealed()
    ann.button("Next deal").click()
    ann.dealt()
    ann.button(re.compile("^Table")).click()
    ann.button("Tips for a deal").click()
    tips = ann.page.get_by_role("complementary", name="Your first deal")
    expect(tips.get_by_role("status")).to_contain_text("Step 1 of 3")
    ann.page.wait_for_function("() => scrollY === 0 || document.querySelector('.strip').getBoundingClientRect().top < 50")
    assert ann.page.evaluate(_UNDER) <= 0
    ann.page.evaluate("scrollTo(0, 0)")  # as somebody does who wants the menu again
    assert ann.page.evaluate(_UNDER) <= 0


def test_a_tip_that_was_opened_on_a_telephone_folds_up_before_the_showdown(sit: Sit) -> None:
    ann = sit(360, 740, newcomer=True, has_touch=True, is_mobile=True).play_now()
    tips = ann.page.get_by_role("complementary", name="Your first deal")
    whole = tips.get_by_role("button", name="The whole tip")
    whole.click()
    tips.get_by_role("button", name="Next tip").click()
    expect(whole).to_have_attribute("aria-expanded", "true")
    whole.click()
    ann.suggested()
    whole.click()
    expect(whole).to_have_attribute("aria-expanded", "true")
    ann.lock().revealed()
    expect(tips.get_by_role("status")).to_contain_text("Step 3 of 3")
    expect(whole).to_have_attribute("aria-expanded", "false")
    assert tips.evaluate(_COVERED) == []


def test_a_newcomer_has_tips_for_one_deal(sit: Sit) -> None:
    ann = sit(newcomer=True).play_now()
    tips = ann.page.get_by_role("complementary", name="Your first deal")
    expect(tips.get_by_role("status")).to_contain_text("Step 1 of 3: Best hand first.")
    for width, height in ((320, 640), (844, 390), (1280, 720)):
        ann.page.set_viewport_size({"width": width, "height": height})
        assert tips.evaluate(_COVERED) == [], width
        assert ann.page.evaluate("document.documentElement.scrollWidth") == width
    assert violations(ann.page) == []
    assert small_targets(ann.page) == []
    ann.page.set_viewport_size({"width": 390, "height": 844})
    expect(ann.page.locator(".hand [data-card]").last).to_be_in_viewport(ratio=1)
    tips.get_by_role("button", name="The whole tip").click()
    expect(tips.get_by_text("Make hands of three cards")).to_be_in_viewport(ratio=1)
    assert small_targets(ann.page) == []
    tips.get_by_role("button", name="What beats what?").click()
    expect(ann.page.get_by_role("dialog").get_by_text("What beats what.")).to_be_visible()
    ann.page.keyboard.press("Escape")
    tips.get_by_role("button", name="Next tip").click()
    expect(tips.get_by_role("status")).to_contain_text("Step 2 of 3: Then lock in.")
    ann.suggested().lock().revealed()
    expect(tips.get_by_role("status")).to_contain_text("Step 3 of 3: Place by place.")
    ann.button("Next deal").click()
    ann.dealt()
    expect(tips).to_have_count(0)
    ann.page.reload()
    ann.dealt()
    expect(tips).to_have_count(0)
    ann.button(re.compile("^Table")).click()
    ann.button("Tips for a deal").click()
    expect(tips.get_by_role("status")).to_contain_text("Step 1 of 3")
    tips.get_by_role("button", name="No more tips").click()
    expect(tips).to_have_count(0)
