"""Brag Poker between people: a blind call for half, a raise, the draw, a side pot, the showdown; by mouse, touch and keys."""

import functools
import re

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.axe import beyond, violations
from tests.e2e.conftest import Sit
from tests.e2e.party import acting, party, pull_the_plug
from tests.e2e.player import Player
from tests.e2e.server import Server

pytestmark = pytest.mark.e2e

TURN, DRAW = "div.turn", ".drawing"


def hands(*each: str) -> list[str]:
    """Hands by seat, card by card; each card is a pile of its own."""
    return [card for hand in each for card in re.findall("..", hand)]


def backs(player: Player) -> Locator:
    """The player's own cards that are face down."""
    return player.page.locator(".hands").get_by_label("a card face down")


def test_a_deal_from_the_blinds_to_the_showdown(sit: Sit, server: Server) -> None:
    """A player who hasn't looked calls for half; two cards are changed; choices survive a crash of the server."""
    server.deal_next(*hands("QsQd4c", "Kh9s2d"))
    players = party(sit, "brag_poker", small_blind=2, big_blind=5)
    small, (big,) = acting(players, TURN)
    expect(big.page.get_by_text("To match: 5 · a raise adds 10")).to_be_visible()
    expect(small.page.locator(".own .disc").first).to_be_visible()
    expect(backs(small)).to_have_count(3)
    assert beyond(small.page) == 0
    small.button("Call 2 (half of 3)").click()
    expect(big.page.locator(".chairs").get_by_text("calls 2")).to_be_visible()
    expect(big.page.locator(".chairs").get_by_text("in: 4, counts as 5")).to_be_visible()
    before = big.button("Fold").bounding_box()
    big.button("Look", exact=True).click()
    expect(backs(big)).to_have_count(0)
    after = big.button("Fold").bounding_box()
    assert before is not None
    assert after is not None
    assert after["y"] == before["y"]  # no button moves away when a player looks
    big.button("Raise to 15: 10").click()
    expect(small.button("Call 5 (half of 10)")).to_be_visible()
    small.button("Look", exact=True).click()
    expect(backs(small)).to_have_count(0)
    small.button("Call 10", exact=True).click()

    first, (second,) = acting(players, DRAW)
    assert first is big
    assert beyond(first.page) == 0
    queens = first.card("Qs").is_visible()
    away, new, keeps = (("4c",), "7c", ("Qs", "Qd")) if queens else (("9s", "2d"), "KcKd", ("Kh",))
    for card in away:
        first.card(card).click()
    pull_the_plug(server, players)
    server.deal_next(*hands(new))
    first.button(re.compile(rf"^Change {len(away)} cards?$")).click()
    for card in (*keeps, *hands(new)):
        expect(first.card(card)).to_be_visible()
    expect(second.page.locator(".chairs").get_by_text(f"{len(away)} new")).to_be_visible()
    second.button("Keep all").click()

    expect(first.page.get_by_text("Nothing has been bet yet · a bet is 20")).to_be_visible()
    expect(second.page.locator(".chairs").get_by_text(f"{len(away)} new")).to_be_visible()
    first.button("Check", exact=True).click()
    second.button("Bet 20", exact=True).click()
    first.button("Raise to 40: 40").click()
    second.button("Call 20", exact=True).click()
    for player in players:
        expect(player.page.get_by_text(re.compile("wins? the pot of 109")).first).to_be_visible()
    expect(second.page.locator(".chairs [data-card]")).to_have_count(3)
    assert beyond(second.page) == 0
    for player in players:
        player.button("Next deal").click()
    acting(players, TURN)
    expect(first.page.get_by_text("Deal 2 of 20")).to_be_visible()


def test_three_chip_counts_make_a_side_pot(sit: Sit, server: Server) -> None:
    """A blind raise with the last chips, a short call, and a blind call for half; then everybody draws and shows."""
    server.deal_next(*hands("QsQd4c", "Kh9s2d", "7c7d5h"))
    players = party(sit, "brag_poker", people=3, purse=5)
    first, others = acting(players, TURN)
    first.button("Raise with your last 5").click()
    second, (third,) = acting(others, TURN)
    second.button("Look", exact=True).click()
    expect(backs(second)).to_have_count(0)
    expect(second.page.get_by_text(re.compile("You can't raise: your 4 chips"))).to_be_visible()
    second.button("Call with your last 4").click()
    third.button("Call 2 (half of 4)").click()
    for player in players:
        expect(player.page.locator(".pot").filter(has_text="Main pot")).to_contain_text("13")
        expect(player.page.locator(".pot").filter(has_text="Side pot")).to_contain_text("1")
    expect(first.page.get_by_text("You are all-in. Your hand is shown at the end.")).to_be_visible()
    expect(third.page.locator(".chairs").get_by_text("all-in", exact=True).first).to_be_visible()
    assert violations(third.page) == []
    for _ in players:
        drawer, _rest = acting(players, DRAW)
        if drawer is not second:
            expect(drawer.page.get_by_text("Look first, or keep all your cards.")).to_be_visible()
        drawer.button("Keep all").click()
        expect(drawer.page.locator(DRAW)).to_have_count(0)
    for player in players:
        expect(player.page.get_by_text(re.compile("the side pot of 1")).first).to_be_visible()
        expect(player.page.get_by_text(re.compile("the pot of 13")).first).to_be_visible()
    assert beyond(first.page) == 0


def test_whoever_is_out_of_chips_buys_another_purse_or_sits_out(sit: Sit, server: Server) -> None:
    server.deal_next(*hands("QsQd4c", "Kh9s2d"))
    players = party(sit, "brag_poker", purse=5)
    one, (two,) = acting(players, TURN)
    one.button("Raise with your last 4").click()
    two.button("Look", exact=True).click()
    two.button("Call with your last 3").click()
    for _ in players:
        drawer, _rest = acting(players, DRAW)
        drawer.button("Keep all").click()
        expect(drawer.page.locator(DRAW)).to_have_count(0)
    winner, loser = players
    expect(loser.page.get_by_text("You have no chips left.")).to_be_visible()
    expect(loser.button("Next deal")).to_have_count(0)
    assert violations(loser.page) == []
    loser.button("Buy another 5 chips").click()
    expect(loser.page.get_by_text("You buy in again and play the next deal.")).to_be_visible()
    winner.button("Next deal").click()
    acting(players, TURN)
    expect(loser.page.get_by_text("Deal 2 of 20")).to_be_visible()


def test_a_deal_on_a_telephone_by_touch(sit: Sit) -> None:
    players = party(functools.partial(sit, 390, 780, has_touch=True), "brag_poker")
    one, (other,) = acting(players, TURN)
    one.button("Look", exact=True).tap()
    expect(backs(one)).to_have_count(0)
    expect(one.button(re.compile("^Call 1"))).to_be_in_viewport(ratio=1)
    one.button("Call 1", exact=True).tap()
    other.button("Look", exact=True).tap()
    other.button("Check", exact=True).tap()
    for _ in players:
        drawer, _rest = acting(players, DRAW)
        card = drawer.page.locator(".hands [data-card]").first
        name = card.get_attribute("data-card")
        card.tap()
        expect(drawer.button("Change 1 card")).to_be_in_viewport(ratio=1)
        assert beyond(drawer.page) == 0
        drawer.button("Change 1 card").tap()
        expect(drawer.page.locator(DRAW)).to_have_count(0)
        expect(drawer.card(str(name))).to_have_count(0)
    bettor, _rest = acting(players, TURN)
    bettor.button("Fold").tap()
    expect(bettor.page.get_by_text("Fold? You can check, and pay nothing.")).to_be_visible()
    bettor.button("Yes, fold").tap()
    for player in players:
        expect(player.page.get_by_text(re.compile("wins? the pot of 4")).first).to_be_visible()
        assert beyond(player.page) == 0


def test_a_whole_deal_by_keys_and_unseen(sit: Sit) -> None:
    """Wherever the focus is; a help names the keys; at such a table cards may be changed unseen, by their number."""
    players = party(sit, "brag_poker", blind_change="on")
    one, (other,) = acting(players, TURN)
    one.page.keyboard.press("?")
    expect(one.page.get_by_role("dialog").get_by_text("bet or raise")).to_be_visible()
    one.page.keyboard.press("Escape")
    one.page.keyboard.press("r")
    expect(other.button("Call 2 (half of 4)")).to_be_visible()
    other.page.keyboard.press("f")
    expect(other.page.get_by_text("Fold without having looked?")).to_be_visible()
    other.page.keyboard.press("Escape")
    expect(other.button("Call 2 (half of 4)")).to_be_visible()
    other.page.keyboard.press("c")
    drawer, (waiter,) = acting(players, DRAW)
    drawer.page.keyboard.press("2")
    expect(drawer.button("Change 2 cards")).to_be_visible()
    assert violations(drawer.page) == []
    drawer.page.keyboard.press("u")
    expect(drawer.button("Keep all")).to_be_visible()
    drawer.page.keyboard.press("3")
    drawer.page.keyboard.press("Enter")
    expect(waiter.page.locator(".chairs").get_by_text("3 new")).to_be_visible()
    waiter.page.keyboard.press("l")
    expect(backs(waiter)).to_have_count(0)
    waiter.page.keyboard.press("1")
    expect(waiter.button("Change 1 card")).to_be_visible()
    waiter.page.keyboard.press("k")
    for _ in players:
        checker, _rest = acting(players, TURN)
        checker.page.keyboard.press("c")
        expect(checker.page.locator(TURN)).to_have_count(0)
    for player in players:
        expect(player.page.get_by_text(re.compile("pot of")).first).to_be_visible()


def test_a_suggestion_is_marked_and_taken_by_hand(sit: Sit) -> None:
    one = sit().against_the_best()
    one.page.goto("/new#game=brag_poker")
    one.button("Fill with bots").click()
    one.button("Start the game").click()
    expect(one.page.locator(TURN)).to_be_visible()
    one.button("Suggest").click()
    idea = one.page.locator(".idea:has(.what)").first
    said = str(idea.locator(".what").text_content())
    idea.click()
    expect(one.page.locator(".turn .brass")).to_contain_text(said.split(maxsplit=1)[0])


def test_a_game_of_one_deal_ends_with_the_chips_and_can_be_watched_again(sit: Sit) -> None:
    players = party(sit, "brag_poker", length=1)
    one, _ = acting(players, TURN)
    one.button("Look", exact=True).click()
    expect(backs(one)).to_have_count(0)
    one.button("Fold").click()
    for player in players:
        expect(player.page.get_by_role("list", name="Result")).to_contain_text("Chips")
    one.page.get_by_role("link", name="Watch it again").click()
    expect(one.page.get_by_role("heading", level=1)).to_be_visible()
    expect(one.page.locator(".board")).to_be_visible()
    assert violations(one.page) == []
