"""A person at a browser: what people do at a table, by what they see on it."""

import re
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect


class Player:
    """A browser and its person.

    Args:
        page: its page.
        faults: complaints of its pages; a test removes those that it caused.
        origin: the origin of its pages.
    """

    def __init__(self, page: Page, faults: list[str], origin: str) -> None:
        self.page, self.faults, self.origin = page, faults, origin

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Send a request that a page would send; for steps that other tests do by hand."""
        answer = self.page.request.post(path, data=body, headers={"Origin": self.origin})
        assert answer.ok, answer.text()
        found: dict[str, Any] = answer.json()
        return found

    def against_the_best(self) -> "Player":
        """Choose the strongest bots wherever this browser sets up a table: they don't all fold before the player's turn."""
        self.page.add_init_script("localStorage.setItem('prial.level', JSON.stringify('hard'))")
        return self

    def button(self, name: str | re.Pattern[str], *, exact: bool = False) -> Locator:
        """A button by its name."""
        return self.page.get_by_role("button", name=name, exact=exact)

    def play_now(self, game: str = "") -> "Player":
        """Go from the first page to a hand of cards.

        Args:
            game: the title of a game other than the first.
        """
        self.page.goto("/")
        if game:
            self.page.get_by_role("radiogroup").first.get_by_text(game, exact=True).click()
        self.button("Play now").click()
        return self.dealt()

    def dealt(self) -> "Player":
        """Wait for a hand to arrange."""
        expect(self.page.locator("[data-card]")).to_have_count(13)
        return self

    def fan(self) -> list[str]:
        """The cards that aren't in a place yet, in their order."""
        cards = self.page.locator('[data-zone="-1"] [data-card]')
        return [str(card.get_attribute("data-card")) for card in cards.all()]

    def place(self, number: int) -> list[str]:
        """The cards in a place, from 1."""
        cards = self.page.locator(f'[data-zone="{number - 1}"] [data-card]')
        return [str(card.get_attribute("data-card")) for card in cards.all()]

    def card(self, card: str) -> Locator:
        """A card of the player's."""
        return self.page.locator(f'[data-card="{card}"]')

    def zone(self, number: int) -> Locator:
        """A place, from 1."""
        return self.page.locator(f'[data-zone="{number - 1}"]')

    def put(self, cards: Sequence[str], number: int) -> None:
        """Choose cards by clicking them, then the place."""
        for card in cards:
            self.card(card).click()
        self.zone(number).click(position={"x": 8, "y": 8})

    def drag(self, card: str, number: int) -> None:
        """Drag a card to a place."""
        here, there = self.card(card).bounding_box(), self.zone(number).bounding_box()
        assert here is not None
        assert there is not None
        mouse = self.page.mouse
        mouse.move(here["x"] + 8, here["y"] + 12)
        mouse.down()
        mouse.move(there["x"] + there["width"] / 2, there["y"] + there["height"] / 2, steps=4)
        mouse.up()

    def suggested(self) -> "Player":
        """Arrange the cards as suggested."""
        self.button("Suggest").click()
        self.button("Strongest hands first").or_(self.button("Most likely to win")).first.click()
        expect(self.page.locator('[data-zone="-1"] [data-card]')).to_have_count(1)
        return self

    def lock(self) -> "Player":
        """Lock in, even where hands that don't count are left out."""
        self.button("Lock in").click()
        if self.button("Lock in anyway").is_visible():
            self.button("Lock in anyway").click()
        return self

    def revealed(self) -> "Player":
        """Wait for the showdown, and show all of it at once."""
        either = self.button("Show all").or_(self.button("Next deal"))
        expect(either.first).to_be_visible()
        if self.button("Show all").is_visible():
            self.button("Show all").click()
        return self

    def log(self) -> Locator:
        """The log in words; it is unfolded first where it is folded."""
        opener = self.button("Log and chat")
        if opener.get_attribute("aria-expanded") == "false":
            opener.click()
        return self.page.get_by_role("log")
