"""Money at a terminal: the amount to bring, asking others for chips, and showing a hand after the deal."""

from pathlib import Path
from typing import Any

from prial.core.game import view
from prial.core.step import Step
from tests.cli.seat import Person
from tests.cli.test_play import the_record
from tests.games.brag.test_terminal import OVER, START, AtTable, answer

OWN: dict[str, Any] = {"least_purse": 20, "most_purse": 90, "purse": 50}
LENDING: dict[str, Any] = {"short": "borrow", "lender": "players", "purse": 6, "blind": "off", "kept_blind": "off"}


def test_one_is_asked_how_much_money_one_brings_and_a_number_will_do() -> None:
    for typed, action in (("", "bring 50"), ("80", "bring 80"), ("bring 20", "bring 20")):
        told, screen, terminal = AtTable(OWN, []).ask(typed)
        assert told == action
        assert "How many chips do you put on the table? Bring at least 20 and at most 90." in screen
        assert terminal.prompts == ["Enter is bring 50; or another number > "]
    assert "You can't bring 91: bring at least 20 and at most 90." in AtTable(OWN, []).ask("91", "90")[1]


def lacking() -> AtTable:
    """Ann has bet 3; Bob has 2 chips left, and Cat has folded."""
    return AtTable(LENDING, [*START, [0, "bet 1"], [1, "bet 3"], [2, "fold"], [0, "bet 3"]], me=1)


def test_who_lacks_chips_is_told_whom_to_ask_and_asks_by_name() -> None:
    for typed, action in (("ask Cat", "ask 3"), ("ask cat showing", "ask 3 showing"), ("ask cat to see", "ask 3 to see")):
        table = lacking()
        told, screen, _ = table.ask(typed)
        assert told == action
        said = " ".join(screen.split())
        assert (
            "You may ask Cat, ask Ann, ask Cat to see or fold. You are 1 short of the 3 needed to bet, and 4 short to see."
            in said
        )
        assert "You may show your cards to Cat, as in ask Cat showing." in said


def test_what_may_be_done_besides_names_the_players_that_may_be_asked() -> None:
    told, screen, terminal = lacking().ask("agree", "ask zoe", "ask", "fold")
    said = " ".join(screen.split())
    assert told == "fold"
    assert "you can fold, ask Cat, ask Cat showing, ask Ann, ask Cat to see or ask Cat to see showing." in said
    assert "Nobody here is called zoe; the others are Ann and Cat." in said
    assert said.count("You may ask Cat, ask Ann, ask Cat to see or fold.") == 2
    assert terminal.prompts[0] == "ask, fold, suggest, help > "


def test_who_may_buy_is_told_how_much() -> None:
    """A purse, or any number up to the most allowed. Bob has 79 of his 80 chips."""
    own = AtTable(OWN, [*[[seat, "bring 80"] for seat in range(3)], *OVER], me=1)
    assert own.ask("rebuy 11")[2].prompts == ["Enter plays the next deal; rebuy 1 to 11 or sit out > "]
    assert AtTable({}, OVER, me=1).ask("")[2].prompts == ["Enter plays the next deal; rebuy (100 chips) or sit out > "]


def test_who_is_asked_lends_or_does_not_and_sees_what_is_shown() -> None:
    asked = [*START, [0, "bet 1"], [1, "bet 3"], [2, "fold"], [0, "bet 3"], [1, "ask 3 showing"]]
    table = AtTable(LENDING, asked, me=2)
    told, screen, terminal = table.ask("no")
    assert told == "refuse"
    assert "Bob is 1 short of the 3 needed to bet, and you may lend the rest." in " ".join(screen.split())
    assert terminal.prompts == ["lend or refuse > "]
    assert AtTable(LENDING, asked, me=2).ask("lend")[0] == "lend"
    board, _, output = table.board([])
    board.tell([told.event for told in table.told[-1] if told.heard_by(2)], view(table.state, 2))
    assert "Bob shows you their cards and asks for 1." in output.getvalue()
    assert "Bob shows you A♠ A♥ 4♣: pair of aces." in " ".join(output.getvalue().split())


def test_after_a_deal_a_hand_that_needs_no_showing_is_shown_and_one_decides_all_the_same() -> None:
    table = AtTable({}, OVER)
    told, _, terminal = table.ask("show")
    assert told == "show"
    assert terminal.prompts == ["Enter plays the next deal; sit out or show your hand > "]
    assert isinstance(table.done, Step)
    assert table.done.meanwhile
    board, _, output = table.board([])
    board.tell([told.event for told in table.done.told], view(table.done.state, 0))
    assert "You turn your hand up: K♠ 9♥ 4♦, king high." in " ".join(output.getvalue().split())


def test_a_whole_game_with_money_of_ones_own_and_loans_at_a_terminal(home: Path) -> None:
    rules = {**LENDING, "most_purse": 12, "rebuy": "any_time", "length": 4}
    options = [part for name, value in rules.items() for part in ("--set", f"{name}={value}")]
    person = Person(home, "play", "brag", *options, "--seed", "4", "--name", "Ann", "--bots", "random", "--fast")

    def shows(prompt: str, screen: str) -> str:
        return "show" if "show your hand" in prompt else answer(prompt, screen)

    person.play(shows)
    assert person.process.returncode == 0
    assert "The game is over" in person.screen
    _, record = the_record(home)
    assert record.notes["over"] is True
