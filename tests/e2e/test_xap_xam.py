"""Xập xám by mouse and touch (by keys: `tests.e2e.test_heard`); cards that win at once; a mis-set hand; the showdown."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.axe import beyond, violations
from tests.e2e.conftest import Sit
from tests.e2e.party import party
from tests.e2e.player import Player
from tests.e2e.server import Server

pytestmark = pytest.mark.e2e

SIX_PAIRS = "AsAhKsKhQsQcJdJcTdTc4s4h2c"
THREE_FLUSHES = "AsJs8s5s3sKhTh7h5h2hQd9d6d"
NOTHING = "AsKdQhJc9s8d7h6c4s3d2h2c9h"
"""Two pairs and an ace."""
OTHERS = "AcKcJhTs8h8c7s7d6s5d4c3h2d"
"""A hand without an instant win, and without cards of the other hands."""


def cards(hand: str) -> list[str]:
    return re.findall("..", hand)


def dealt(sit: Sit, server: Server, hand: str) -> list[Player]:
    """Two people at a table: the first has this hand, the second one without an instant win."""
    server.deal_next(hand, OTHERS)
    players = party(sit, "xap_xam")
    for player in players:
        player.dealt()
    assert sorted(players[0].fan()) == sorted(cards(hand))
    return players


def set_by_suggestion(player: Player) -> Player:
    player.button("Suggest").click()
    player.page.locator(".idea").first.click()
    expect(player.page.locator('[data-zone="-1"] [data-card]')).to_have_count(0)
    return player


def test_a_deal_by_mouse(sit: Sit) -> None:
    ann = sit().play_now("Xập xám")
    assert beyond(ann.page) == 0
    fan = ann.fan()
    for number, some in enumerate((fan[:5], fan[5:10], fan[10:]), 1):
        ann.put(some[1:], number)
        ann.drag(some[0], number)
        assert sorted(ann.place(number)) == sorted(some)
    ann.lock().revealed()
    expect(ann.button("Next deal")).to_be_visible()
    assert beyond(ann.page) == 0
    expect(ann.log().get_by_text("Units so far:").first).to_be_visible()
    ann.button("Next deal").click()
    ann.dealt()


def test_a_deal_by_touch_on_a_telephone(sit: Sit) -> None:
    ann = sit(360, 700, has_touch=True, is_mobile=True).play_now("Xập xám")
    fan = ann.fan()
    for number, some in enumerate((fan[:5], fan[5:10], fan[10:]), 1):
        for card in some:
            ann.card(card).tap()
        ann.zone(number).tap(position={"x": 8, "y": 8})
        assert len(ann.place(number)) == len(some)
    assert beyond(ann.page) == 0
    ann.button("Lock in").tap()
    if ann.button("Lock in anyway").is_visible():
        ann.button("Lock in anyway").tap()
    ann.revealed()
    for row in ("Lower", "Middle", "Upper"):
        ann.page.locator(".tab", has_text=row).tap()
        expect(ann.page.get_by_role("region", name=f"{row} hands")).to_be_visible()
    assert beyond(ann.page) == 0


def test_six_pairs_are_offered_declared_taken_back_and_win_at_once(sit: Sit, server: Server) -> None:
    """Source: Dan Nam Phan's rules of 13 cards poker; two units where the deal is paid as a whole."""
    ann, ben = dealt(sit, server, SIX_PAIRS)
    expect(ann.page.get_by_text("You hold six pairs (lục phé bôn). That wins 2 units at once.")).to_be_visible()
    assert beyond(ann.page) == 0
    top = ann.zone(1).bounding_box()
    ann.button("Declare six pairs").click()
    assert ann.zone(1).bounding_box() == top  # nothing jumps
    expect(ann.page.get_by_text("You declare six pairs (lục phé bôn).")).to_be_visible()
    assert beyond(ann.page) == 0
    ann.button("Declare and lock in").click()
    expect(ann.page.get_by_text("You declare six pairs. You are locked in.")).to_be_visible()
    expect(ben.page.get_by_text("six pairs")).to_have_count(0)  # in secret
    assert violations(ann.page) == []
    ann.button("Unlock").click()
    expect(ann.button("Declare and lock in")).to_be_visible()  # as it was
    ann.button("Play the cards instead").click()
    expect(ann.button("Lock in")).to_be_visible()
    ann.button("Declare six pairs").click()
    ann.button("Declare and lock in").click()
    set_by_suggestion(ben).lock()
    for player in (ann, ben):
        player.revealed()
    expect(ann.page.get_by_text("You win 2 units from").first).to_be_visible()
    expect(ben.page.get_by_text(re.compile("wins 2 units from you with six pairs")).first).to_be_visible()
    assert violations(ann.page) == []


def test_three_flushes_are_laid_so_that_they_show(sit: Sit, server: Server) -> None:
    ann, _ = dealt(sit, server, THREE_FLUSHES)
    ann.button("Declare three flushes").click()
    assert [len({card[1] for card in ann.place(number)}) for number in (1, 2, 3)] == [1, 1, 1]
    for number in (3, 1):
        ann.card(ann.place(number)[0]).click(position={"x": 8, "y": 12})  # the hands change places, and the flushes are gone
    expect(ann.page.get_by_text("Set like this, your hands don’t make three flushes.")).to_be_visible()
    expect(ann.button("Declare and lock in")).to_have_count(0)
    ann.button("Undo").click()
    expect(ann.button("Declare and lock in")).to_be_visible()


def test_a_mis_set_hand_is_warned_of_once_and_loses(sit: Sit, server: Server) -> None:
    ann, ben = dealt(sit, server, NOTHING)
    ann.put(cards("AsKdQhJc8d"), 1)
    ann.put(cards("9s9h2h2c7h"), 2)
    expect(ann.page.get_by_text("That is mis-set: your middle hand beats your lower hand.").first).to_be_visible()
    ann.put(cards("6c4s3d"), 3)
    ann.button("Lock in").click()
    expect(ann.page.get_by_text("It would lose.").first).to_be_visible()
    assert beyond(ann.page) == 0
    ann.button("Lock in anyway").click()
    set_by_suggestion(ben).lock()
    for player in (ann, ben):
        player.revealed()
    expect(ann.page.get_by_text("You have mis-set.", exact=True)).to_be_visible()
    expect(ann.page.get_by_text("mis-set", exact=True).first).to_be_visible()
    expect(ann.page.get_by_text(re.compile("wins 1 unit from you, because you have mis-set")).first).to_be_visible()
    assert beyond(ann.page) == 0


def test_everybody_against_everybody_to_the_end_and_its_review(sit: Sit) -> None:
    ann = sit()
    ann.page.goto("/new#game=xap_xam&preset=mau_binh&set.length=1")
    ann.button("Fill with bots").click()
    ann.button("Start the game").click()
    set_by_suggestion(ann.dealt()).lock()
    expect(ann.button("Play again")).to_be_visible()
    assert violations(ann.page) == []
    ann.page.get_by_role("link", name="Review my deals").click()
    expect(ann.page.get_by_text("Your hands were worth", exact=True)).to_be_visible()
    assert violations(ann.page) == []


def test_the_lesson_sets_a_hand_and_notices_a_mis_set_one(sit: Sit) -> None:
    ann = sit(390, 844)
    ann.page.goto("/learn/xap_xam")
    for _ in range(2):
        ann.button("Next").click()
    for card in ("ace", "queen", "nine", "six", "three"):
        ann.button(f"{card} of hearts").click()
    expect(ann.page.get_by_text("A flush it is, but the full house beats it.")).to_be_visible()
    ann.button("Show me").click()
    ann.button("Next").click()
    for card in ("ace", "queen", "nine", "six", "three"):
        ann.button(f"{card} of hearts").click()
    expect(ann.page.get_by_text("Right: flush, ace high.")).to_be_visible()
    for _ in range(2):
        ann.button("Next").click()
        assert violations(ann.page) == []
    ann.button("Three kings, pair of nines, pair of tens").click()
    expect(ann.page.get_by_text("Yes: the upper hand, a pair of tens")).to_be_visible()
    ann.button("Next").click()
    ann.button("Six pairs").click()
    expect(ann.page.get_by_text("Right: aces, queens")).to_be_visible()
    assert violations(ann.page) == []
    ann.button("Next").click()
    expect(ann.page.get_by_role("link", name="Play it against bots")).to_be_visible()
