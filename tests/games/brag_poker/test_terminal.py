"""The board of Brag Poker: whole games at a terminal, and what is asked and shown at each point of a game."""

import re
from pathlib import Path
from typing import Any, Final

import pytest

from prial.core.game import view
from prial.core.registry import find
from prial.core.step import Step
from prial.errors import catalogue
from prial.games.brag_poker.rules import SCHEMA
from tests.cli import at_table
from tests.cli.conftest import Prial
from tests.cli.test_play import cards_on
from tests.games.terminal import check_asked_once_a_deal, check_bots_alone, check_cards, check_resumed, play_on

PLAY: Final = ("play", "brag_poker", "--bots", "random")


def answer(prompt: str, screen: str) -> str:
    """Look at every third hand, match the credit, raise now and then, and change the worst card."""
    if "rebuy" in prompt and not prompt.startswith("Enter"):
        return "rebuy"
    if "to change" in prompt:
        return "suggest" if "Enter takes" not in screen[-120:] else ""
    if "none" in prompt:
        return "none"
    if "look" in prompt and screen.count("Your cards") % 3 == 0:
        return "l"
    if "raise" in prompt and screen.count("Your cards") % 5 == 0:
        return "r"
    return "k" if "check" in prompt else "c" if "call" in prompt else ""


def _simple(prompt: str, screen: str) -> str:
    """Answers by the prompt alone, so that a resumed game is played in the same way."""
    return "c" if "call" in prompt else "k" if "check" in prompt else "none" if "none" in prompt else answer(prompt, screen)


@pytest.mark.parametrize("preset", list(SCHEMA.presets))
def test_person_plays_a_whole_game_at_a_terminal(home: Path, preset: str) -> None:
    play_on(home, answer, *PLAY, "--preset", preset, "--set", "length=4", "--set", "purse=25", "--seed", "4")


@pytest.mark.parametrize("preset", list(SCHEMA.presets))
def test_no_card_is_printed_that_its_player_was_not_told_of(home: Path, preset: str) -> None:
    command = (*PLAY, "--preset", preset, "--set", "length=4", "--seed", "6")
    check_cards(home, answer, ["show", "log", "scores", "help", "suggest"], "fold", *command)


def test_killed_in_the_middle_and_resumed_it_is_the_same_game(home: Path) -> None:
    check_resumed(home, _simple, 3, *PLAY, "--seed", "5", "--players", "3", "--set", "length=3")


def test_bots_play_alone_and_the_chips_are_said(prial: Prial) -> None:
    check_bots_alone(prial, "brag_poker")


# Single points of a game


class AtTable(at_table.AtTable):
    NAME = "brag_poker"
    COLUMNS = 80


START: list[Any] = [["nature", {"pick": 0}], ["nature", {"hands": ["Ks9h4d", "AsAh4c", "2c7h8d"]}]]
"""Ann deals and acts first; Bob has the small blind and Cat the big one."""
DRAW: list[Any] = [*START, [0, "look"], [0, "call"], [1, "call"], [2, "check"]]
"""Bob changes first."""
SECOND: list[Any] = [*DRAW, [1, "change none"], [2, "change none"], [0, "change none"]]
"""Bob bets first."""
LATER: list[Any] = [*START, [0, "look"], [0, "raise"], [1, "look"], [1, "call"], [2, "fold"]]
LATER += [[1, "change none"], [0, "change none"], [1, "raise"], [0, "call"], [1, "play"], [2, "play"], [0, "play"]]
LATER += [["nature", {"hands": ["Ks9h4d", "AsAh4c", "2c7h8d"]}], [1, "look"], [1, "raise"], [2, "look"]]
"""Ann has 4 chips left after the big blind, Bob, who deals, 30 and Cat 17; it is Cat's turn, and all must match 6."""


def rows(screen: str) -> list[str]:
    return [" ".join(line.split()) for line in screen.splitlines()]


def said(screen: str) -> str:
    """The screen, with single spaces and no line ends."""
    return " ".join(screen.split())


def test_own_cards_lie_face_down_until_they_are_looked_at() -> None:
    action, screen, _ = AtTable({}, START).ask("look")
    assert action == "look"
    assert "▒▒ ▒▒ ▒▒" in screen
    assert not cards_on(screen)
    _, screen, _ = AtTable({}, [*START, [0, "look"]]).ask("fold")
    assert "K♠ 9♥ 4♦  king high" in screen
    assert cards_on(screen) == {"K♠", "9♥", "4♦"}


def test_blinds_chips_and_how_everybody_plays_are_shown() -> None:
    _, screen, _ = AtTable({}, [*START, [0, "look"], [0, "raise"], [1, "fold"]], me=2).ask("f")
    assert "In the pot: 9. To match: 6." in screen
    assert "Ann 194 put in 6, raised, deals" in rows(screen)
    assert "Bob 199 put in 1, folded, small blind" in rows(screen)
    assert "▸ You 198 put in 2, hasn't looked, big blind" in rows(screen)


def test_who_has_changed_how_many_is_shown() -> None:
    _, screen, _ = AtTable({}, [*DRAW, [1, "look"], [1, "change 4c"], ["nature", {"drawn": ["", "5d", ""]}]], me=2).ask("n")
    assert "In the pot: 6." in screen
    assert "Bob 198 put in 2, changed 1, small blind" in rows(screen)


def test_side_pots_are_shown_as_soon_as_somebody_is_all_in() -> None:
    moves = [*LATER, [2, "raise"], [0, "look"]]
    _, screen, _ = AtTable({"purse": 20}, moves).ask("f")
    assert "In the pot: 18. To match: 10." in screen
    _, screen, _ = AtTable({"purse": 20}, [*moves, [0, "call"]], me=1).ask("c")
    assert "In the pot: 18; in a side pot without Ann: 4. To match: 10." in screen
    assert "Ann 0 put in 6, all-in, called, big blind" in rows(screen)
    _, screen, _ = AtTable({"purse": 20}, [*moves, [0, "call"], [1, "call"]], me=2).ask("n")
    assert "In the pot: 18; in a side pot without Ann: 8." in screen


@pytest.mark.parametrize(
    ("typed", "action"),
    [("l", "look"), ("c", "call"), ("C", "call"), ("r", "raise"), ("b", "raise"), ("bet", "raise"), ("f", "fold")],
)
def test_a_turn_is_typed_in_short_or_whole(typed: str, action: str) -> None:
    assert AtTable({}, START).ask(typed)[0] == action
    assert AtTable({}, START).ask(action)[0] == action


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("4c", "change 4c"),
        ("c 4c", "change 4c"),
        ("d As 4c", "change As 4c"),
        ("change As,4c", "change As 4c"),
        ("4C as", "change As 4c"),
        ("n", "change none"),
        ("none", "change none"),
        ("keep", "change none"),
    ],
)
def test_a_change_is_typed_by_its_cards_alone(typed: str, action: str) -> None:
    assert AtTable({}, [*DRAW, [1, "look"]], me=1).ask(typed)[0] == action


@pytest.mark.parametrize("typed", ["2", "c 2", "change 2"])
def test_cards_are_changed_unseen_by_their_number(typed: str) -> None:
    action, screen, terminal = AtTable({"blind_change": "on"}, DRAW, me=1).ask(typed)
    assert action == "change 2"
    assert "You haven't looked: look, or change up to three cards unseen." in screen
    assert terminal.prompts == ["look, how many to change, none, help > "]


def test_who_has_not_looked_is_told_so_in_the_draw() -> None:
    _, screen, terminal = AtTable({}, DRAW, me=1).ask("2", "4c", "l")
    assert "You haven't looked: look before you change cards, or keep all three." in screen
    assert said(screen).count("You haven't looked: look before you change cards, or change none.") == 2
    assert terminal.prompts[0] == "look, none, suggest, help > "
    assert not cards_on(screen)


def test_enter_alone_never_bets_and_never_changes() -> None:
    for moves, me in ((START, 0), ([*DRAW, [1, "look"]], 1)):
        _, screen, _ = AtTable({}, moves, me).ask("", "", "none" if me else "f")
        assert screen.count("Enter alone does nothing here, so that no chips are bet by it.") == 2


def test_what_a_turn_costs_is_said_in_words() -> None:
    _, screen, terminal = AtTable({}, START).ask("f")
    assert (
        "You may look, call 1, raise for 5 or fold. A call is half of 2, since you haven't looked. A raise makes it 6."
        in said(screen)
    )
    assert terminal.prompts == ["look, call, raise, fold, suggest, help > "]
    assert "You may call 2, raise for 6 or fold." in AtTable({}, [*START, [0, "look"]]).ask("f")[1]
    raised = [*START, [0, "raise"]]
    _, screen, _ = AtTable({}, raised, me=1).ask("f")
    assert (
        "You may look, call 3, raise for 7 or fold. A call is half of 5, since you haven't looked. A raise makes it 10."
        in said(screen)
    )


def test_the_big_blind_may_check_or_raise() -> None:
    assert "You may look, check, raise 4 or fold. A raise makes it 6." in AtTable({}, DRAW[:-1], me=2).ask("k")[1]


def test_the_first_bet_after_the_draw_is_a_bet() -> None:
    _, screen, terminal = AtTable({}, SECOND, me=1).ask("b")
    assert "Nothing has been bet yet." in screen
    assert "You may look, check, bet 8 or fold." in screen
    assert terminal.prompts == ["look, check, bet, fold, suggest, help > "]


def test_a_raise_with_the_last_chips() -> None:
    moves = [*START, [0, "look"], [0, "raise"], [1, "look"]]
    _, screen, _ = AtTable({"purse": 10}, moves, me=1).ask("f")
    assert "You may call 5, raise for 9 or fold. A raise makes it 10, with your last chips." in said(screen)


def test_a_raise_that_is_short_of_a_step() -> None:
    _, screen, _ = AtTable({"purse": 20}, [*LATER, [2, "call"]]).ask("f")
    assert "You may look, call 2, raise for 4 or fold. A call is half of 4, since you haven't looked." in said(screen)
    assert "A raise takes all you have, and is short of a whole one." in said(screen)


def test_a_call_that_the_last_chips_are_too_few_for() -> None:
    raised = [*LATER, [2, "raise"]]
    _, screen, terminal = AtTable({"purse": 20}, raised).ask("f")
    assert "You may look, call 4 or fold. A call is half of 8, since you haven't looked." in said(screen)
    assert terminal.prompts == ["look, call, fold, suggest, help > "]
    _, screen, _ = AtTable({"purse": 20}, [*raised, [0, "look"]]).ask("r", "f")
    assert "You may call 4 or fold. You are short of the 8 to call: your last 4 would be all-in." in said(screen)
    assert "You can't raise: your 4 chips don't go beyond the call." in said(screen)


def test_nobody_is_left_to_raise_against() -> None:
    moves = [*START, [0, "look"], [0, "raise"], [1, "look"], [1, "call"]]
    _, screen, terminal = AtTable({"purse": 6}, moves, me=2).ask("c")
    assert "You may look, call 2 or fold." in screen
    assert "You can't raise: nobody else in the pot has chips left." in said(screen)
    assert terminal.prompts == ["look, call, fold, suggest, help > "]


def test_why_nobody_may_raise_a_fourth_time() -> None:
    moves = [*START, [0, "raise"], [1, "raise"], [2, "raise"]]
    assert "with more than two in the pot, there are at most 3 raises in a round." in said(AtTable({}, moves).ask("f")[1])


def test_what_is_not_allowed_is_refused_with_its_reason_and_asked_again() -> None:
    table = AtTable({}, [*START, [0, "look"]])
    action, screen, terminal = table.ask("k", "look", "dance", "change 4d", "f")
    assert action == "fold"
    assert len(terminal.prompts) == 5
    for sentence in (
        "You can't check: a call is 2.",
        "You have looked at your cards.",
        "'dance' is not an action",
        "You can't change now",
    ):
        assert sentence in said(screen), sentence
    _, screen, _ = AtTable({}, [*DRAW, [1, "look"]], me=1).ask("Kd", "2", "c", "n")
    for sentence in (
        "Kd isn't in your hand.",
        "You have looked: name the cards you change (change 4c)",
        "You can't call now",
    ):
        assert sentence in said(screen), sentence


OVER: list[Any] = [*START, [0, "look"], [0, "raise"], [1, "fold"], [2, "fold"]]


def test_one_may_ask_what_the_rules_say_of_a_word() -> None:
    _, screen, _ = AtTable({}, START).ask("rules draw", "rules fives", "rules blinds", "fold")
    told = " ".join(screen.split())
    assert "The draw. After the first round everybody in the pot" in told
    assert "All-in. Who has too little" not in told
    assert "The rules say nothing of fives; rules alone shows them all." in told


def test_between_deals_enter_plays_on() -> None:
    action, screen, terminal = AtTable({}, OVER, me=1).ask("")
    assert action == "play"
    assert terminal.prompts == ["Enter plays the next deal; rebuy (200 chips) or sit out > "]
    assert "Ann" not in screen
    for typed, meant in (("r", "rebuy"), ("rebuy", "rebuy"), ("p", "play"), ("out", "sit out")):
        assert AtTable({}, OVER, me=1).ask(typed)[0] == meant


def broke(**rules: Any) -> AtTable:
    """Cat has lost all chips to the pair of aces, and sees what she may do."""
    moves = [*START, [0, "fold"], [1, "look"], [1, "raise"], [2, "look"], [2, "call"]]
    moves += [[1, "change none"], [2, "change none"]]
    return AtTable({"purse": 6, **rules}, moves, me=2)


def test_who_has_no_chips_buys_or_sits_out() -> None:
    action, screen, terminal = broke().ask("", "p", "rebuy")
    assert action == "rebuy"
    assert "You have too few chips for another deal: rebuy (6 chips) or sit out." in screen
    assert "You have no chips left: buy in again or sit out." in screen
    assert terminal.prompts[0] == "rebuy (6 chips) or sit out > "


def test_who_sits_out_is_asked_once_a_deal_to_come_back() -> None:
    moves = [*OVER, [1, "sit out"], [0, "play"], [2, "play"]]
    moves += [["nature", {"hands": ["Ks9h4d", "", "2c7h8d"]}], [2, "look"], [2, "fold"]]
    table = AtTable({}, moves, me=1)
    check_asked_once_a_deal(table, 1, "rebuy (200 chips)", "p")


def test_who_sits_out_is_not_asked_while_others_bet() -> None:
    moves = [*OVER, [1, "sit out"], [0, "play"], [2, "play"], ["nature", {"hands": ["Ks9h4d", "", "2c7h8d"]}]]
    table = AtTable({}, moves, me=1)
    board, _, _ = table.board([])
    seen = view(table.state, 1)
    assert board.meanwhile(seen, table.game.choices(seen)) is None


def test_the_showdown_shows_hands_with_labels_and_the_winner() -> None:
    table = AtTable({}, [*SECOND, [1, "check"], [2, "check"]])
    action, _, _ = table.ask("k")
    assert action == "check"
    done = table.done
    assert isinstance(done, Step)
    board, _, screen = table.board([])
    board.tell([told.event for told in done.told if told.heard_by(0)], view(done.state, 0))
    shown = rows(screen.getvalue())
    assert "✓ Bob A♠ A♥ 4♣ pair of aces" in shown
    assert "You K♠ 9♥ 4♦ king high" in shown
    assert "Cat 8♦ 7♥ 2♣ eight high" in shown
    assert "Bob wins the pot of 6." in shown
    assert "Bob 204 chips +4" in shown


def test_what_you_put_away_is_said_once() -> None:
    table = AtTable({}, [*DRAW, [1, "look"]], me=1)
    table.ask("4c")
    done = table.done
    assert isinstance(done, Step)
    board, _, screen = table.board([])
    board.tell([told.event for told in done.told if told.heard_by(1)], view(done.state, 1))
    assert screen.getvalue() == "You discard 4♣.\n"


def test_every_event_about_you_has_a_sentence_that_speaks_to_you() -> None:
    find("brag_poker").needed("board")
    own = {
        code for code, text in catalogue().items() if code.startswith("brag_poker.") and text.startswith(("{seat}", "{winner} "))
    }
    assert len(own) > 20
    for code in own:
        sentence = catalogue()[f"{code}.you"]
        assert sentence.startswith("You"), code
        assert set(re.findall(r"\{\w+\}", sentence)) <= set(re.findall(r"\{\w+\}", catalogue()[code])), code


def test_help_names_what_may_be_typed() -> None:
    _, screen, _ = AtTable({}, START).ask("help", "rules", "log", "scores", "show", "f")
    for word in ("look, l", "call, c", "raise, r", "2c 7d", "sit out", "Big blind", "You are drawn to deal first", "200 chips"):
        assert word in screen, word
    assert max(map(len, screen.splitlines())) <= 80


def test_a_suggestion_is_taken_with_enter() -> None:
    action, screen, _ = AtTable({}, [*START, [0, "look"], [0, "call"]], me=1).ask("s", "")
    assert action in screen
    assert "Enter takes" in screen


def test_eight_with_long_names_fit_on_eighty_columns() -> None:
    names = [f"Bartholomew {number}" for number in range(8)]
    hands = ["KsKhKd", "AsAh2s", "QsQh2h", "JsJh4d", "TsTh5c", "9s9h6c", "8s8h7c", "7s6h3d"]
    moves: list[Any] = [["nature", {"pick": 0}], ["nature", {"hands": hands}], [3, "raise"]]
    _, screen, _ = AtTable({"players": 8}, moves, me=4, names=names).ask("f")
    assert max(map(len, screen.splitlines())) <= 80
    assert all(name in screen for name in names if name != names[4])
