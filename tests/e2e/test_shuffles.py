"""A suspicious player saves a checked shuffle, and has it checked by a page that sends no requests."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from prial.fair.transcript import read, verify
from tests.e2e.axe import violations
from tests.e2e.conftest import Sit

pytestmark = pytest.mark.e2e


def test_the_menu_asks_in_a_players_words_whether_the_shuffle_is_fair(sit: Sit) -> None:
    ann = sit().play_now()
    ann.button(re.compile("^Table")).click()
    ann.button("Is the shuffle fair?").click()
    shown = ann.page.get_by_role("dialog", name="Is the shuffle fair?")
    expect(shown.get_by_text("The house can’t choose who gets which card.")).to_be_visible()


def test_a_page_that_was_loaded_anew_saves_every_shuffle_and_another_checks_the_file_without_the_house(
    sit: Sit, tmp_path: Path
) -> None:
    ann = sit()
    ann.post("/api/me", {"name": "Ann"})
    wanted = {"game": "crash", "options": {"players": 2}, "bots": [None, "greedy"], "clock": "none", "open_decks": True}
    table = ann.post("/api/tables", wanted)["id"]
    ann.page.goto(f"/t/{table}")
    expect(ann.page.get_by_text("When the game is over, every card of every deck is shown here.")).to_be_visible()
    ann.button("Start the game").click()
    checked = ann.button("13 cards checked")
    expect(checked).to_be_visible()
    ann.page.reload()
    checked.click()
    expect(ann.page.get_by_text("Here all packs are opened when the game is over")).to_be_visible()
    with ann.page.expect_download() as saving:
        ann.button("Save the shuffles").click()
    file = tmp_path / "shuffles.json"
    saving.value.save_as(file)
    told = read(file.read_bytes())
    first, *_, last = verify(told)
    assert (first.shuffle, first.own, last.own, last.mine) == (1, True, True, 13)
    assert told.open

    ann.page.goto("/rules")
    ann.page.get_by_role("link", name="Check saved shuffles").click()
    expect(ann.page.get_by_role("heading", name="Check saved shuffles")).to_be_visible()
    ann.page.context.set_offline(True)
    ann.page.get_by_label("Choose a file").set_input_files(file)
    expect(ann.page.get_by_text("Everything adds up.")).to_be_visible()
    expect(ann.page.get_by_text("13 cards lay where they were sealed.")).to_be_visible()
    assert violations(ann.page) == []
    proof = told.shuffles[-1].proofs[0]
    file.write_text(file.read_text().replace(proof, proof[:4] + "A" * 22), "utf-8")
    ann.page.get_by_label("Check another file").set_input_files(file)
    expect(ann.page.get_by_text("1 shuffle doesn’t add up.")).to_be_visible()
