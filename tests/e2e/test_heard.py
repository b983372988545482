"""Games played by keys and hearing alone: only Chromium's accessibility tree is used, and nothing is looked at."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Sit
from tests.e2e.reader import Reader

pytestmark = pytest.mark.e2e

RANK_AND_SUIT = r"(two|three|four|five|six|seven|eight|nine|ten|jack|queen|king|ace) of (clubs|diamonds|hearts|spades)"


def hearer(sit: Sit, game: str, **browser: str) -> Reader:
    """A person at a new table of a game with bots; earlier announcements are skipped. ``browser`` has settings of the browser."""
    reader = Reader(sit(**browser).against_the_best().page)
    reader.page.goto(f"/new#{game}")
    reader.press("Fill with bots")
    reader.press("Start the game$")
    reader.find("list", "Players")
    return reader


def heard(reader: Reader, *order: str) -> None:
    """Wait until all of this has been announced in this order; nothing may be announced twice in a row or interrupt."""
    steps = list(order)
    said: list[str] = []
    for _ in range(200):
        said = reader.said()
        steps = list(order)
        for each in said:
            if steps and re.search(steps[0], each):
                del steps[0]
        if not steps:
            break
        reader.page.wait_for_timeout(60)
    assert steps == [], "\n".join((f"not said: {steps}", *said))
    told = [each for each in said if each not in {"One moment…", "Coming to the table…"}]
    assert not [each for each, after in pairwise(told) if after.startswith(each)], told
    assert not [each for each in told if each.startswith("! ")], told


def cards(reader: Reader, where: str) -> list[str]:
    """The player's own cards as they are read, once all of them are there."""
    expect(reader.page.locator("[aria-busy=true]")).to_have_count(0)
    return [node.name for node in reader.tree() if re.fullmatch(rf"{RANK_AND_SUIT}, in {where}", node.name)]


def test_a_whole_game_of_crash(sit: Sit) -> None:
    """Nine-Card Brag, two deals for a pot, from the form to the winner. With motion, hands are turned up one by one."""
    reader = hearer(sit, "game=crash&preset=nine_pot&set.length=2", reduced_motion="no-preference")
    for deal in (1, 2):
        reader.find("group", "1st hand: empty")
        assert len(cards(reader, "your cards")) == 9
        reader.press("Suggest")
        reader.press("Strongest hands first|Most likely to win")
        reader.find("group", "3rd hand: (?!empty)")
        heard(reader, *["Every hand is set"] * deal)
        reader.press("Lock in")
        if deal == 1:
            reader.press("Next deal")
        places = [rf"^Hand {place}: " for place in (1, 2, 3)]
        heard(reader, *[*places] * deal)
    reader.find("heading", ".* (win|wins|share the win)")
    heard(reader, "^Hand 3", "^Hand 3", "^The game is over: ")
    reader.find("button", "Play again")


def test_a_whole_game_of_brag(sit: Sit) -> None:
    """Other players' actions are announced before the player's own decision, and cards as soon as the player looks."""
    reader = hearer(sit, "game=brag&set.length=1")
    reader.press("Look$")
    heard(reader, rf"^{RANK_AND_SUIT}, {RANK_AND_SUIT}, {RANK_AND_SUIT}: ", "^Your turn: bet from [0-9]+ to [0-9]+")
    before = reader.said()
    asked = next(number for number, each in enumerate(before) if each.startswith("Your turn"))
    assert not re.search("^(Bea|Cal|Dot) (bets|folds)", (before[asked + 1 :] or [""])[0])
    reader.press("Fold$")
    heard(reader, "^Your turn", " folds", "wins the pot of [0-9]+", "^The game is over: ")
    reader.find("heading", ".* wins?")


def test_a_deal_of_brag_poker(sit: Sit) -> None:
    reader = hearer(sit, "game=brag_poker")
    reader.press("Look$")
    heard(reader, "^Your turn: ", rf"^{RANK_AND_SUIT}, {RANK_AND_SUIT}, {RANK_AND_SUIT}: ")
    reader.press("Fold$")
    if any(node.name == "Yes, fold" for node in reader.tree()):  # checking would cost nothing, so folding asks for confirmation
        reader.press("Yes, fold")
    heard(reader, "^Your turn", " folds", "(wins|share) .*pot")
    reader.press("Next deal")


def test_a_deal_of_stop_the_bus(sit: Sit) -> None:
    """Cards are read with their places, and the result of an exchange before it is made."""
    reader = hearer(sit, "game=stop_the_bus")
    reader.find("group", "Your hand: ")
    heard(reader, "^Your turn. You hold: ")
    assert len(cards(reader, "your hand")) == len(cards(reader, "the middle")) == 3
    reader.page.keyboard.press("1")
    reader.page.keyboard.press("4")
    heard(reader, "^You would hold: ")
    first = any(node.name == "Swap and stop the bus!" for node in reader.tree())  # no bot has stopped it
    reader.press("Swap and stop the bus!" if first else "Swap$")
    heard(reader, *["calls: stop the bus!"] * first, r" shows .*: \w+", "^Tokens: ")
    reader.press("Next deal")


def test_a_whole_game_of_xap_xam(sit: Sit) -> None:
    """A hand that is out of order needs a confirmation before it is locked."""
    reader = hearer(sit, "game=xap_xam&set.length=1")
    reader.find("group", "lower hand: empty")
    assert len(cards(reader, "your cards")) == 13
    for number in "11111222223331":
        reader.page.keyboard.press(number)
    reader.find("group", "upper hand: (?!empty)")
    reader.press("Lock in$")
    if any(node.name.startswith("Lock in anyway") for node in reader.tree()):
        reader.press("Lock in anyway")
    heard(reader, "^The game is over: ")
    reader.find("heading", ".* (win|wins|share the win)")
