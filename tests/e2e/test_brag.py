"""Brag between people: a blind player's whole hand, a covered pot, a carried pot; through reloads and a crash of the server."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.axe import beyond, violations
from tests.e2e.conftest import Sit
from tests.e2e.party import acting, party, pull_the_plug
from tests.e2e.player import Player
from tests.e2e.server import Server

pytestmark = pytest.mark.e2e

TURN = "div.turn"


def bet(player: Player, chips: int) -> None:
    """Bet this number of chips, typed into the field where there is a choice."""
    field = player.page.get_by_label("Chips to bet")
    if field.is_visible():
        field.fill(str(chips))
        field.blur()
    player.button(re.compile(rf"^Bet {chips}$")).click()
    expect(player.page.locator(TURN)).to_have_count(0)


def fold(player: Player) -> None:
    """Fold without looking."""
    player.button("Fold", exact=True).click()
    player.button("Yes, fold").click()
    expect(player.page.locator(TURN)).to_have_count(0)


def backs(player: Player) -> Locator:
    """The player's own cards that are face down."""
    return player.page.locator(".hands").get_by_label("a card face down")


def test_a_blind_player_plays_a_whole_hand_without_a_look(sit: Sit, server: Server) -> None:
    """Bets half, sees an open player and can't be seen by one; a typed bet survives a reload."""
    players = party(sit, "brag", purse=20)
    blind, (other,) = acting(players, TURN)
    expect(backs(blind)).to_have_count(3)
    bet(blind, 2)
    other.button("Look").click()
    expect(backs(other)).to_have_count(0)
    expect(other.page.get_by_text("An open player can't see a blind one")).to_be_visible()
    expect(other.button(re.compile("^See"))).to_have_count(0)
    expect(other.page.get_by_text("Staying in costs you 4; you may bet up to 14.")).to_be_visible()
    bet(other, 6)
    blind.page.get_by_label("Chips to bet").fill("5")
    blind.page.get_by_label("Chips to bet").blur()
    pull_the_plug(server, players)
    expect(blind.page.get_by_label("Chips to bet")).to_have_value("5")
    expect(backs(blind)).to_have_count(3)
    bet(blind, 5)
    bet(other, 10)
    expect(blind.page.get_by_text("You are blind, so 5 counts as 10.")).to_be_visible()
    blind.button("See 10").click()
    for player in players:
        expect(player.page.get_by_text(re.compile("pot of 35")).first).to_be_visible()
        assert beyond(player.page) == 0
        player.button("Next deal").click()
    acting(players, TURN)
    expect(blind.page.get_by_text("Deal 2 of 20")).to_be_visible()


def test_last_chips_cover_the_pot_and_the_others_bet_for_a_new_one(sit: Sit, server: Server) -> None:
    players = party(sit, "brag", people=3, purse=3, last_chip="covers")
    short, others = acting(players, TURN)
    short.page.get_by_label("Chips to bet").fill("2")
    expect(short.page.get_by_text("they cover the pot")).to_be_visible()
    bet(short, 2)
    expect(short.page.get_by_text("Your last chips cover a pot")).to_be_visible()
    first, (second,) = acting(others, TURN)
    expect(first.page.get_by_text("covered by").first).to_be_visible()
    bet(first, 1)
    pull_the_plug(server, players)
    expect(second.page.locator(".older")).to_contain_text("5")
    second.button("See 2").click()
    for player in players:
        expect(player.page.get_by_text(re.compile("older pot of 5")).first).to_be_visible()
        expect(player.page.get_by_text(re.compile("the pot of 3")).first).to_be_visible()


def test_a_full_bet_of_the_last_chip_is_a_bet_and_covers_at_the_next_turn(sit: Sit) -> None:
    """The others answer it like any bet. Then its owner covers, pays nothing, and can win at most that pot."""
    players = party(sit, "brag", people=3, purse=5)
    short, others = acting(players, TURN)
    short.button("Look", exact=True).click()
    expect(backs(short)).to_have_count(0)
    field, button = short.page.get_by_label("Chips to bet"), short.page.locator(".stake-it")
    field.fill("99")
    expect(button).to_be_disabled()
    button.click(force=True)
    field.press("Enter")
    field.blur()
    expect(field).to_have_value("99")
    expect(short.page.get_by_text("You may bet from 1 to 4.")).to_be_visible()
    field.fill("4")
    expect(short.page.get_by_text("at your next turn you cover the latest pot")).to_be_visible()
    bet(short, 4)
    for player in (first := acting(others, TURN)[0], *(other for other in others if other is not first)):
        expect(player.page.get_by_text("Staying in costs you 2; you may bet up to 4.")).to_be_visible()
        bet(player, 2)
    expect(short.page.get_by_text("Your last chips cover a pot")).to_be_visible()
    expect(first.page.get_by_text(re.compile("^covers the pot ·"))).to_be_visible()
    expect(first.page.get_by_text("covered by").first).to_be_visible()
    bet(first, 2)
    fold(acting(others, TURN)[0])
    expect(short.page.get_by_text(re.compile("older pot of 11")).first).to_be_visible()


def test_chips_are_bought_at_ones_turn_in_any_number(sit: Sit) -> None:
    players = party(sit, "brag", purse=5, rebuy="any_time")
    one, (other,) = acting(players, TURN)
    one.button("Buy chips").click()
    field = one.page.get_by_label("Chips to buy")
    expect(field).to_be_focused()
    field.fill("99999999")
    expect(one.button(re.compile("^From 1 to "))).to_be_disabled()
    field.fill("3")
    assert violations(one.page) == []
    one.button("Buy 3 chips").click()
    expect(one.page.get_by_text("Staying in costs you 1; you may bet up to 5.")).to_be_visible()
    expect(other.page.get_by_text("buys 3 chips")).to_be_visible()
    other.button("Buy chips").click()
    other.page.get_by_label("Chips to buy").fill("2")
    other.page.keyboard.press("Enter")
    expect(one.page.get_by_text("buys 2 chips")).to_be_visible()


def test_a_pot_that_all_fold_to_a_blind_player_is_carried_with_a_kept_hand(sit: Sit, server: Server) -> None:
    """The first deal is played by keys alone, wherever the focus is."""
    players = party(sit, "brag", purse=20)
    blind, (other,) = acting(players, TURN)
    for key in ("+", "+", "u", "b"):
        blind.page.keyboard.press(key)
    expect(other.page.locator(TURN)).to_be_visible()
    other.page.keyboard.press("f")
    expect(other.page.get_by_text("Fold without having looked?")).to_be_visible()
    for key in ("Tab", "Enter"):
        other.page.keyboard.press(key)
    expect(blind.page.get_by_text("Do you want to keep a hand for that deal?")).to_be_visible()
    pull_the_plug(server, players)
    blind.button("Keep the hand").click()
    for player in players:
        expect(player.page.get_by_text(re.compile("3 are carried to the next deal")).first).to_be_visible()
        player.button("Next deal").click()
    expect(blind.page.get_by_text("Hand 1, which you kept")).to_be_visible()
    expect(backs(blind)).to_have_count(6)
    expect(other.page.get_by_text(re.compile("3 of it carried")).first).to_be_visible()
    if acting(players, TURN)[0] is other:
        other.button("Look").click()
        bet(other, 1)
    blind.button("Look at hand 2").click()
    expect(backs(blind)).to_have_count(3)
    blind.page.reload()
    blind.button("Play this hand, not blind").click()
    expect(backs(blind)).to_have_count(0)
    expect(blind.page.locator(TURN)).to_be_visible()


def test_chips_are_lent_somebody_sits_out_and_the_dealer_chooses(sit: Sit) -> None:
    """One of the last two lends the other the missing chips; a player who sat out returns to the game chosen meanwhile."""
    players = party(sit, "brag", people=3, purse=6, short="opponent_chooses", dealers_choice="on", kept_blind="off")
    resting, others = acting(players, TURN)
    fold(resting)
    short, (lender,) = acting(others, TURN)
    short.button("Look", exact=True).click()
    expect(backs(short)).to_have_count(0)
    bet(short, 4)
    bet(lender, 2)
    expect(short.page.get_by_text("lends you the rest, or you both show your hands.")).to_be_visible()
    bet(short, 4)
    expect(short.page.get_by_text("is asked to lend you the rest.")).to_be_visible()
    expect(lender.page.get_by_text("has to pay 4 and is 3 short.")).to_be_visible()
    assert violations(lender.page) == []
    lender.button("Lend 3").click()
    expect(short.page.get_by_text("owes 3", exact=True)).to_be_visible()
    expect(lender.page.get_by_text("is owed 3", exact=True)).to_be_visible()
    fold(lender)
    resting.button("Sit out").click()
    expect(resting.page.get_by_text("You sit out from the next deal.")).to_be_visible()
    expect(lender.page.get_by_text("You don’t have enough chips for the ante of 1.")).to_be_visible()
    lender.button("Buy another 6 chips").click()
    short.button("Next deal").click()
    for _ in range(2):
        fold(acting(others, TURN)[0])
        for player in others:
            player.button("Next deal").click()
    dealer, (other,) = acting(others, "form.sheet")
    expect(other.page.get_by_text("chooses the game.")).to_be_visible()
    dealer.page.locator("form.sheet").get_by_text("4", exact=True).click()
    wild = dealer.page.get_by_label("Wild cards", exact=True)
    wild.fill("jokers")
    dealer.button("Deal this game").click()
    expect(dealer.page.get_by_role("alert").get_by_text("'jokers' names no wild cards")).to_be_visible()
    assert violations(dealer.page) == []
    wild.fill("Kc, twos")
    dealer.button("Deal this game").click()
    acting(others, TURN)
    expect(other.page.get_by_text("4 cards, twos, king of clubs wild", exact=True)).to_be_visible()
    expect(resting.page.get_by_text("You sit out.", exact=True)).to_be_visible()
    assert violations(resting.page) == []
    resting.button("Play again from the next deal").click()
    expect(resting.button("Play again from the next deal")).to_have_count(0)
    fold(acting(others, TURN)[0])
    for player in players:
        player.button("Next deal").click()
    expect(resting.page.get_by_text("Deal 5 of 20")).to_be_visible()
    expect(backs(resting)).to_have_count(4)


@pytest.mark.parametrize("width", [1024, 1280])
def test_the_buttons_after_a_deal_stand_in_one_row(width: int, sit: Sit) -> None:
    players = party(sit, "brag")
    fold(acting(players, TURN)[0])
    for player in players:
        player.page.set_viewport_size({"width": width, "height": 720})
        expect(player.button("Sit out")).to_be_visible()
        buttons = player.page.locator(".next button")
        tops = buttons.evaluate_all("all => all.map(each => Math.round(each.getBoundingClientRect().top))")
        assert len(tops) >= 3
        assert len(set(tops)) == 1
        player.button("Next deal").click(trial=True)  # nothing lies over them
        player.button("Sit out").click(trial=True)


def test_a_card_is_put_away_by_keys(sit: Sit) -> None:
    """Nothing needs to be clicked first; Enter confirms the choice, and the help of this step names its keys."""
    players = party(sit, "brag", cards=4)
    for player in players:
        expect(player.page.get_by_role("heading", level=1)).to_have_text("Brag: The house, 2 changes")
    one, _ = acting(players, TURN)
    keys = one.page.keyboard
    keys.press("l")
    expect(one.page.get_by_text("Choose a card.")).to_be_visible()
    keys.press("?")
    expect(one.page.get_by_role("dialog").get_by_text("discard what you have chosen")).to_be_visible()
    keys.press("2")
    keys.press("Escape")
    expect(one.page.get_by_role("dialog")).to_have_count(0)
    expect(one.page.get_by_text("Choose a card.")).to_be_visible()  # the open dialog gets the keys
    keys.press("2")
    expect(one.button(re.compile("^Discard"))).to_be_visible()
    keys.press("Enter")
    expect(one.page.locator(".discarding")).to_have_count(0)
    expect(one.page.locator(".hands .away")).to_have_count(1)


def test_after_the_game_each_decision_is_reviewed(sit: Sit) -> None:
    """Looks, bets and folds are listed with their worth, on a phone too."""
    players = party(sit, "brag", length=1)
    one, (other,) = acting(players, TURN)
    one.button("Look", exact=True).click()
    expect(backs(one)).to_have_count(0)
    bet(one, 3)
    fold(other)
    for player in players:
        player.page.get_by_role("link", name="Review my deals").click()
    expect(one.page.get_by_text("You: look")).to_be_visible()
    expect(one.page.get_by_text("You: bet 3")).to_be_visible()
    expect(other.page.get_by_text("You: fold")).to_be_visible()
    expect(other.page.get_by_text("You hadn’t looked at your cards.")).to_be_visible()
    one.page.set_viewport_size({"width": 360, "height": 700})
    assert violations(one.page) == []


def test_money_of_ones_own_is_brought_lent_and_a_hand_is_shown(sit: Sit) -> None:
    """Amounts that players bring show once all have decided; a folded player is shown the cards, others only at the end."""
    given = {"short": "borrow", "lender": "players", "blind": "off", "kept_blind": "off"}
    players = party(sit, "brag", people=3, least_purse=3, most_purse=20, purse=10, **given)
    for player in players[1:]:
        player.button("Bring 10 chips").click()
        expect(player.page.get_by_text("You bring 10 chips.")).to_be_visible()
    expect(players[1].page.get_by_text("Waiting for")).to_be_visible()
    assert violations(players[0].page) == []
    players[0].page.get_by_label("Chips to put on the table").fill("9")
    players[0].button("Bring 9 chips").click()
    lender, others = acting(players, TURN)
    lender.page.locator(TURN).get_by_role("button", name="Fold", exact=True).click()
    short, (other,) = acting(others, TURN)
    bet(short, 6)
    bet(other, 6)
    expect(short.page.get_by_text("for the bet.")).to_be_visible()
    assert violations(short.page) == []
    short.button(re.compile("^Ask .*, showing your cards$")).first.click()
    expect(lender.page.get_by_text(re.compile("has to pay 6"))).to_be_visible()
    expect(lender.page.get_by_role("button", name=re.compile("^Lend [0-9]+"))).to_be_visible()
    expect(lender.page.get_by_text(re.compile("shows .*[♠♥♦♣]")).first).to_be_visible()
    expect(other.page.get_by_role("listitem").filter(has_text=re.compile("shows .*[♠♥♦♣]"))).to_have_count(0)
    lender.button("Lend nothing").click()
    short.button("Fold", exact=True).click()
    other.button("Show your hand").click()
    expect(short.page.get_by_text(re.compile("turns their hand up")).first).to_be_visible()
    expect(other.button("Show your hand")).to_have_count(0)
    other.button("Next deal").click()
    expect(other.page.get_by_text("You play the next deal.")).to_be_visible()
