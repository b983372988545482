"""Every page in every state: axe finds no fault, nothing is wider than the screen, and touch targets are large enough.

All of it is played on a telephone's narrow screen, and axe looks at each state in one theme, and at the next one in the other.
Pages around the table are looked at on a wide screen too; games are played on wide screens by the other journeys.
`make test` leaves out the rarer tables, which are marked with `soak`. `make screens` looks at all screens in both themes and at
three widths, and keeps a picture of each under ``build/screens`` for people to look at.
"""

import functools
import os
import re
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import violations
from tests.e2e.conftest import Sit
from tests.e2e.party import acting, party
from tests.e2e.player import Player
from tests.e2e.server import Server

pytestmark = pytest.mark.e2e

LEAST = 44
"""CSS pixels that a touch target needs."""
_AT_ONCE = """() => new Promise(done => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, *::before, *::after { transition: none !important }');
    document.adoptedStyleSheets = [still];
    requestAnimationFrame(() => requestAnimationFrame(() => {
        document.getAnimations().forEach(each => {
            if (each.effect.getComputedTiming().endTime < Infinity) each.finish();
        });
        done(document.documentElement.scrollWidth - document.documentElement.clientWidth);
    }));
})"""
"""Finishes all transitions and animations, so that pictures are the same on slow machines.

Colours would otherwise fade from one theme to the other, and layout follows a new width only after a frame or two. Returns by how
many pixels the page is too wide.
"""
PICTURES = "PRIAL_SCREENS" in os.environ
"""Whether to take pictures, check all widths, and let axe look at both themes, as `make screens` does. It takes longer."""
WIDE, NARROW = (1280, 860), (320, 640)
"""Widths and heights. Play happens at the second, so nothing needs to be redrawn for it."""
SIZES = (WIDE, (800, 1000), NARROW) if PICTURES else (NARROW,)


@pytest.fixture
def sit(sit: Sit) -> Sit:
    """Opens a person's browser on a narrow screen."""
    return functools.partial(sit, *NARROW)


def small_targets(page: Page) -> list[str]:
    """Buttons, fields and links whose boxes are too small for a finger; links inside text may be small."""
    found: list[str] = page.evaluate(
        """least => [...document.querySelectorAll('button, input, select, summary, [role=button]')].filter(e => {
            const box = (e.closest('label') ?? e).getBoundingClientRect(), own = e.getBoundingClientRect();
            const seen = e.checkVisibility({visibilityProperty: true, opacityProperty: true});
            return seen && own.width > 1 && !e.disabled && e.dataset.card === undefined
                && Math.max(box.height, own.height) < least - 0.5;
        }).map(e => e.outerHTML.slice(0, 160))""",
        LEAST,
    )
    return found


class Look:
    """Checks one screen at every size."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.wrong: list[str] = []
        self.themes = cycle(("dark",) if PICTURES else ("dark", "light"))
        """The theme on the narrow screen; on others it is light."""

    def __call__(self, player: Player, name: str, *, wide: bool = False) -> None:
        """Check one screen.

        Args:
            player: whose screen it is.
            name: a name for the screen.
            wide: whether the wide screen is checked too. Where pictures are taken, all sizes are checked.
        """
        page = player.page
        for size in (WIDE, *SIZES) if wide and not PICTURES else SIZES:
            width, height = size
            theme = next(self.themes) if size == NARROW else "light"
            if page.viewport_size != {"width": width, "height": height}:
                page.set_viewport_size({"width": width, "height": height})
            if size == NARROW or PICTURES:
                page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
            too_wide = page.evaluate(_AT_ONCE)
            if PICTURES:
                page.screenshot(path=self.folder / f"{name}-{width}-{theme}.png", full_page=size == NARROW)
            if too_wide > 0:
                self.wrong.append(f"{name} at {width}: {too_wide} px too wide")
            if size == NARROW or (size == WIDE and PICTURES):
                found = violations(page, looks=size != NARROW)  # at 800 px axe finds the same faults
                self.wrong += [f"{name} at {width} {theme}: {each}" for each in found]
            if size == NARROW:
                self.wrong += [f"{name} at {width}: small {each}" for each in small_targets(page)]


@pytest.fixture
def look(screens: Path) -> Iterator[Look]:
    looked = Look(screens)
    yield looked
    assert looked.wrong == []


def picture(player: Player, folder: Path) -> None:
    """The README's picture, copied from here to ``docs/images``: a half-arranged hand and the score of a deal."""
    if not PICTURES:
        return
    page = player.page
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.set_viewport_size({"width": 1200, "height": 640})
    for card in player.place(4):
        player.card(card).focus()
        page.keyboard.press("0")
    page.mouse.move(0, 0)
    page.wait_for_timeout(400)
    page.screenshot(path=folder / "table.jpg", type="jpeg", quality=82)


def test_pages_around_the_table(sit: Sit, look: Look) -> None:
    ann = sit()
    for path, name in (
        *(("/", "home"), ("/new", "new"), ("/new#game=brag", "new-brag"), ("/learn", "learn"), ("/learn/crash", "learn-crash")),
        *(
            ("/learn/brag", "learn-brag"),
            ("/learn/brag_poker", "learn-brag-poker"),
            ("/learn/xap_xam", "learn-xap-xam"),
            ("/new#game=xap_xam", "new-xap-xam"),
            ("/rules", "rules"),
            ("/rules/crash", "rules-crash"),
            ("/settings", "settings"),
        ),
    ):
        ann.page.goto(path)
        expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
        look(ann, name, wide=True)
    ann.page.goto("/nowhere/at/all")
    look(ann, "missing", wide=True)
    ann.page.goto("/t/unknown")
    expect(ann.page.get_by_role("alert")).to_have_text("There is no such table.")
    look(ann, "table-unknown", wide=True)
    ann.faults.clear()  # a missing table is a 404


def test_a_new_table_with_rules_that_clash(sit: Sit, look: Look) -> None:
    ann = sit()
    ann.page.goto("/new")
    ann.page.locator("summary", has_text="The table").first.click()
    ann.page.locator("#rule-players").get_by_text("5", exact=True).first.click()
    expect(ann.page.get_by_text(re.compile("the pack doesn.t have enough cards for everybody")).first).to_be_visible()
    look(ann, "new-clash", wide=True)
    ann.button("Undo the last change").first.click()
    expect(ann.page.get_by_text(re.compile("so many hands"))).to_have_count(0)
    look(ann, "new-open", wide=True)
    ann.page.locator("#rule-players").get_by_text("2", exact=True).first.click()
    ann.page.locator("summary", has_text="1 suggestion").click()
    expect(ann.page.get_by_text(re.compile("With two players a game to 15"))).to_be_visible()
    look(ann, "new-suggested", wide=True)
    ann.button("Make it 15").click()
    expect(ann.page.get_by_text(re.compile("1 suggestion"))).to_have_count(0)
    ann.faults[:] = [fault for fault in ann.faults if "422" not in fault]  # that is how the server says it


def test_a_new_table_with_something_to_mind(sit: Sit, look: Look) -> None:
    ann = sit()
    ann.page.goto("/new#game=brag&set.shuffle=when_seen_prial")
    told = ann.page.get_by_text("The same cards come round again in a known order")
    expect(told.first).to_be_visible()
    ann.page.get_by_role("heading", name="The pack", level=3).click()
    told.first.scroll_into_view_if_needed()
    look(ann, "new-mind", wide=True)


def test_a_game_from_waiting_to_its_review(sit: Sit, look: Look) -> None:
    ann, eve = sit(), sit()
    ann.page.goto("/new")
    ann.page.get_by_text("Everybody", exact=True).last.click()
    ann.page.get_by_text("Suggestions allowed").click()
    ann.button("Set up the table").click()
    expect(ann.page.get_by_label("Invitation link")).to_be_visible()
    look(ann, "table-open")
    ann.button("Table").last.click()
    ann.button("Bring a friend").click()
    expect(ann.page.get_by_role("dialog").get_by_label("Invitation link")).to_be_visible()
    look(ann, "table-invite")
    ann.page.keyboard.press("Escape")
    eve.page.goto(ann.page.url.partition("#")[0])  # coming from the list, without an invitation
    expect(eve.button("Sit down")).to_be_visible()
    look(eve, "table-open-stranger")
    for seat in (2, 3, 4):
        ann.button(f"What you can do with seat {seat}").click()
        ann.button(re.compile("Put a bot here")).first.click()
        expect(ann.button(f"What you can do with seat {seat}")).to_have_count(0)
    ann.button("Start the game").click()
    ann.dealt()
    look(ann, "arrange-empty")
    cards = ann.fan()
    for card in cards[:3]:
        ann.card(card).click()
    look(ann, "arrange-chosen")
    ann.zone(3).click(position={"x": 10, "y": 10})
    for card in cards[3:5]:
        ann.card(card).click()
    ann.zone(1).click(position={"x": 10, "y": 10})
    look(ann, "arrange-half")
    ann.button("Suggest").click()
    expect(ann.button(re.compile("Strongest|likely")).first).to_be_visible()
    look(ann, "arrange-suggest")
    ann.page.keyboard.press("Escape")
    ann.suggested()
    look(ann, "arrange-full")
    ann.button("Table").last.click()
    look(ann, "table-menu")
    ann.button("Pause").click()
    expect(ann.button("Go on")).to_be_visible()
    look(ann, "table-paused")
    ann.button("Go on").click()
    expect(eve.page.get_by_text("You are watching.")).to_be_visible()
    look(eve, "arrange-spectator")
    ann.lock()
    expect(ann.button("Unlock").or_(ann.button("Show all")).or_(ann.button("Next deal")).first).to_be_visible()
    look(ann, "locked-or-reveal")
    ann.revealed()
    expect(ann.button("Next deal")).to_be_visible()
    look(ann, "reveal")
    # On a telephone one place is shown at a time, and who wins the one that is shown may be told in several ways
    expect(eve.page.locator(".verdict").filter(has_text=re.compile("."), visible=True).first).to_be_visible()
    look(eve, "reveal-spectator")
    ann.button("Next deal").click()
    ann.dealt().suggested()
    picture(ann, look.folder)
    ann.button("Table").last.click()
    ann.button("Stop the game").click()
    look(ann, "stop")
    ann.button("Stop it").click()
    expect(ann.button("Play again")).to_be_visible()
    look(ann, "over")
    ann.page.get_by_role("link", name="Watch it again").click()
    expect(ann.page.locator(".board")).to_be_visible()
    look(ann, "replay")
    ann.page.go_back()
    ann.page.get_by_role("link", name="Review my deals").click()
    expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
    expect(ann.page.get_by_text("Given away")).to_be_visible()  # hands are tried in thousands of deals
    look(ann, "review")


@pytest.mark.soak
def test_another_game_by_majority(sit: Sit, look: Look) -> None:
    """The proposal, the vote, the wait, and the way to the next table."""
    one, two = party(sit, "stop_the_bus")
    one.button("Table").last.click()
    one.button("Another game").click()
    expect(one.button("Propose it")).to_be_visible()
    look(one, "next-propose")
    one.button("Propose it").click()
    expect(two.button("I agree")).to_be_visible()
    look(two, "next-vote")
    look(one, "next-proposed")
    two.button("I agree").click()
    expect(one.page.get_by_text("is next, as soon as this deal is over").first).to_be_visible()
    look(one, "next-carried")
    for player in (one, two):
        player.button("Table").last.click()
        player.button("Vote to stop").first.click()
    expect(one.page.get_by_role("link", name="To the next table").last).to_be_visible()
    look(one, "next-table")


@pytest.mark.parametrize(
    "preset",
    [
        "Nine-Card Brag for a pot",
        *(pytest.param(each, marks=pytest.mark.soak) for each in ("Game Rules", "Denexa", "Wikipedia", "Seven-Card Brag")),
    ],
)
def test_other_rules(preset: str, sit: Sit, look: Look) -> None:
    ann = sit()
    ann.page.goto("/new")
    ann.page.get_by_role("combobox", name="House rules").select_option(label=preset)
    expect(ann.page.get_by_text(f"Crash: {preset}", exact=True).first).to_be_visible()
    ann.button("Fill with bots").click()
    ann.button("Start the game").click()
    keep = ann.button("Keep this hand")
    expect(ann.page.locator("[data-card]").first.or_(keep)).to_be_visible()
    if keep.is_visible():
        look(ann, "swap")
        keep.click()
        expect(ann.page.locator("[data-card]").first).to_be_visible()
    name = preset.lower().replace(" ", "-")
    look(ann, f"{name}-arrange")
    ann.button("Suggest").click()
    ann.button(re.compile("Strongest|likely")).first.click()
    ann.lock()
    either = ann.button("Show all").or_(ann.button("Next deal")).or_(ann.button("No announcement")).or_(ann.button("Play again"))
    expect(either.first).to_be_visible()
    if ann.button("No announcement").is_visible():
        look(ann, f"{name}-call")
        ann.button("No announcement").click()
    expect(ann.button("Show all").or_(ann.button("Next deal")).or_(ann.button("Play again")).first).to_be_visible()
    look(ann, f"{name}-reveal")


@pytest.mark.soak
def test_seven_people_at_seven_card_brag(sit: Sit, look: Look) -> None:
    ann = sit()
    ann.page.goto("/new#game=crash&preset=seven&set.players=7")
    ann.button("Fill with bots").click()
    ann.button("Start the game").click()
    expect(ann.page.locator("[data-card]").first).to_be_visible()
    look(ann, "seven-people-arrange")
    ann.button("Suggest").click()
    ann.button(re.compile("Strongest|likely")).first.click()
    ann.lock()
    expect(ann.button("Show all").or_(ann.button("Next deal")).first).to_be_visible()
    look(ann, "seven-people-reveal")


@pytest.mark.soak
def test_two_spare_hands_to_choose_from(sit: Sit, look: Look) -> None:
    players = party(sit, "crash", spare="swap", spare_choice="choose")
    first, (second,) = acting(players, "button:has-text('Take the second spare hand')")
    look(first, "swap-choice")
    first.button("Take the second spare hand").click()
    expect(second.button("Swap the whole hand")).to_be_visible()
    second.button("Keep this hand").click()
    expect(second.button("Lock in")).to_be_visible()


def test_a_deal_of_brag(sit: Sit, look: Look) -> None:
    """Blind and open play, the knowledge aid, a proposed showdown, a covered pot, and hands turned up."""
    players = party(sit, "brag", people=3, purse=6, bottom_card="shown", last_chip="covers")
    one, others = acting(players, "div.turn")
    look(one, "brag-blind")
    look(others[1], "brag-meanwhile")
    one.button("Fold").click()
    look(one, "brag-fold")
    one.button("No, stay in").click()
    one.button("How to play here").click()
    look(one, "brag-help")
    one.page.keyboard.press("Escape")
    one.page.get_by_text("What you know").click()
    expect(one.page.get_by_text("You know where 1 of the 52 cards lie.")).to_be_visible()
    one.button("Look", exact=True).click()
    expect(one.page.get_by_text("You know where 4 of the 52 cards lie.")).to_be_visible()
    look(one, "brag-odds")
    one.button("Propose a showdown").click()
    expect(others[0].button("Agree")).to_be_visible()
    look(others[0], "brag-consent")
    others[0].button("Agree").click()
    others[1].button("No, keep betting").click()
    one.button("Max 5").click()
    one.button("Bet 5").click()
    two, (three,) = acting(others, "div.turn")
    look(two, "brag-covered")
    two.button(re.compile("^Bet")).click()
    three.button(re.compile("^See")).click()
    expect(one.button("Next deal").or_(one.button(re.compile("^Buy another"))).first).to_be_visible()
    look(one, "brag-showdown")


@pytest.mark.soak
def test_hands_of_brag_that_are_kept(sit: Sit, look: Look) -> None:
    players = party(sit, "brag", cards=4)
    one, (two,) = acting(players, "div.turn")
    one.button(re.compile("^Bet")).click()
    two.button("Look", exact=True).click()
    two.button("Take the suggestion").click()
    look(two, "brag-discard")
    two.button(re.compile("^Discard")).click()
    two.button("Fold").click()
    look(one, "brag-keep")
    one.button("Keep the hand").click()
    one.button("Next deal").click()
    expect(one.button("Take it back")).to_be_visible()
    look(one, "brag-next-mine")
    two.button("Next deal").click()
    expect(one.page.get_by_text("Hand 1, which you kept")).to_be_visible()
    if acting(players, "div.turn")[0] is two:
        two.button(re.compile("^Bet")).click()
    one.button("Look at hand 1").click()
    look(one, "brag-two-hands")


def test_a_deal_of_brag_poker(sit: Sit, server: Server, look: Look) -> None:
    """Half price for players who haven't looked, last chips and a side pot, the draw, hands turned up."""
    server.deal_next("Qs", "Qd", "4c", "Kh", "9s", "2d", "7c", "7d", "5h")
    players = party(sit, "brag_poker", people=3, purse=24)
    first, others = acting(players, "div.turn")
    look(first, "poker-blind")
    first.button("Raise to 6: 5").click()
    second, (third,) = acting(others, "div.turn")
    second.button("Look", exact=True).click()
    expect(second.page.locator(".hands [data-card]")).to_have_count(3)
    second.button("Fold").click()
    third.button("Look", exact=True).click()
    look(third, "poker-open")
    look(second, "poker-folded")
    third.button("Call 4").click()
    drawer, (waiter,) = acting([first, third], ".drawing")
    drawer.page.locator(".hands [data-card]").last.click()
    look(drawer, "poker-draw")
    look(waiter, "poker-meanwhile")
    drawer.button("How to play here").click()
    look(drawer, "poker-help")
    drawer.page.keyboard.press("Escape")
    drawer.button("Change 1 card").click()
    look(waiter, "poker-draw-blind")
    waiter.button("Keep all").click()
    bettor, (caller,) = acting([first, third], "div.turn")
    bettor.button(re.compile("^Bet 8")).click()
    caller.button(re.compile("^Raise")).click()
    bettor.button("Suggest").click()
    expect(bettor.page.locator(".idea").first).to_be_visible()
    look(bettor, "poker-last")
    bettor.page.keyboard.press("Escape")
    bettor.button(re.compile("^Call")).click()
    expect(first.button("Next deal").or_(first.button(re.compile("^Buy another"))).first).to_be_visible()
    look(first, "poker-showdown")


@pytest.mark.soak
def test_side_pots_of_brag_poker_among_many(sit: Sit, look: Look) -> None:
    players = party(sit, "brag_poker", people=6, purse=5, blind_change="on")
    first, others = acting(players, "div.turn")
    first.button("Raise with your last 5").click()
    second, others = acting(others, "div.turn")
    second.button("Call 3 (half of 6)").click()
    third, others = acting(others, "div.turn")
    third.button("Look", exact=True).click()
    look(third, "poker-many")
    third.button("Call with your last 5").click()
    for _ in range(3):
        one, others = acting(others, "div.turn")
        one.button(re.compile("^Call")).click()
    drawer, _rest = acting(players, ".drawing")
    look(drawer, "poker-side-pots")


def test_a_deal_of_stop_the_bus(sit: Sit, look: Look) -> None:
    """A chosen exchange, the call, the last turns, and hands turned up."""
    players = party(sit, "stop_the_bus", people=3, exchange="one_or_three")
    one, others = acting(players, ".trade")
    look(one, "bus-turn")
    look(others[1], "bus-waiting")
    for number in (0, 4):
        one.page.locator(".trade [data-card]").nth(number).click()
    look(one, "bus-chosen")
    one.button("How to play here").click()
    look(one, "bus-help")
    one.page.keyboard.press("Escape")
    one.button("Swap", exact=True).click()
    expect(one.button("Stop the bus!")).to_be_visible()
    look(one, "bus-late")
    one.button("Stop the bus!").click()
    expect(others[0].page.get_by_text(re.compile("has stopped the bus")).first).to_be_visible()
    for _ in others:
        last, _rest = acting(others, ".trade")
        last.button("Take all three").click()
        look(last, "bus-last-turn")
        last.button("Swap", exact=True).click()
        expect(last.page.locator(".trade")).to_have_count(0)
    expect(one.button("Next deal")).to_be_visible()
    look(one, "bus-showdown")


def test_a_deal_of_xap_xam(sit: Sit, server: Server, look: Look) -> None:
    """Cards that win at once, a mis-set hand, and hands turned up."""
    server.deal_next("AsAhKsKhQsQcJdJcTdTc4s4h2c")
    one, two = party(sit, "xap_xam")
    one.dealt()
    look(one, "xap-xam-offer")
    one.button("Declare six pairs").click()
    look(one, "xap-xam-declared")
    one.button("Play the cards instead").click()
    one.button("Clear").click()
    keys = one.page.keyboard
    for number in "13332222211111":
        keys.press(number)
    expect(one.page.locator('[data-zone="-1"] [data-card]')).to_have_count(0)
    one.button("Lock in").click()
    expect(one.button("Lock in anyway")).to_be_visible()
    look(one, "xap-xam-mis-set")
    one.button("Lock in anyway").click()
    expect(one.button("Unlock")).to_be_visible()
    look(one, "xap-xam-locked")
    two.button("Suggest").click()
    two.page.locator(".idea").first.click()
    two.lock()
    expect(one.button("Next deal")).to_be_visible()
    look(one, "xap-xam-showdown")
