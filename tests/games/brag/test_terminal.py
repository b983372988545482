"""The board of Brag: whole games at a terminal, and what is asked and shown at each point of a game."""

import re
from pathlib import Path
from typing import Any, Final

import pytest

from prial.core.game import view
from prial.core.step import Step
from prial.games.brag.rules import SCHEMA
from tests.cli import at_table
from tests.cli.conftest import Prial
from tests.cli.test_play import cards_on
from tests.games.terminal import check_asked_once_a_deal, check_bots_alone, check_cards, check_resumed, play_on

PLAY: Final = ("play", "brag", "--bots", "random")


def answer(prompt: str, screen: str) -> str:
    """Look once, bet the least, see where that is possible, and buy another purse."""
    if "fold, suggest" in prompt:
        may = re.findall(r"You may (.*?)fold\.", screen, re.DOTALL)[-1]
        if "look" in may and screen.count("look >") < 1 and screen.count("Your cards") % 3 == 0:
            return "look 1" if "look 1" in may else "look"
        if "see for" in may:
            return "s"
        least = re.search(r"bet (\d+)", may)
        return f"b {least[1]}" if least else "fold"
    if "keep 1 or keep 2" in prompt and "Enter" not in prompt:
        return "2"
    if "agree" in prompt:
        return "agree"
    if "lend" in prompt:
        return "lend"
    if "rebuy" in prompt and not prompt.startswith("Enter"):
        return "rebuy"
    return ""


@pytest.mark.parametrize(
    "preset",
    [pytest.param(each, marks=[pytest.mark.soak] * (each not in {"house", "five_card", "pagat"})) for each in SCHEMA.presets],
)
def test_person_plays_a_whole_game_at_a_terminal(home: Path, preset: str) -> None:
    play_on(home, answer, *PLAY, "--preset", preset, "--set", "length=3", "--seed", "4")


@pytest.mark.parametrize("preset", ["house", "five_card", pytest.param("pagat", marks=pytest.mark.soak)])
def test_no_card_is_printed_that_its_player_was_not_told_of(home: Path, preset: str) -> None:
    command = (*PLAY, "--preset", preset, "--set", "length=4", "--seed", "6")
    check_cards(home, answer, ["show", "log", "scores", "help", "suggest"], "fold, suggest", *command)


def test_killed_in_the_middle_and_resumed_it_is_the_same_game(home: Path) -> None:
    check_resumed(home, _simple, 4, *PLAY, "--seed", "5", "--players", "3", "--set", "length=4")


def _simple(prompt: str, screen: str) -> str:
    """Answers by the prompt alone, so that a resumed game is played in the same way."""
    return "fold" if "fold, suggest" in prompt else answer(prompt, screen)


def test_bots_play_alone_and_the_chips_are_said(prial: Prial) -> None:
    check_bots_alone(prial, "brag")


# Single points of a game


class AtTable(at_table.AtTable):
    NAME = "brag"


START: list[Any] = [["nature", {"pick": 2}], ["nature", {"hands": ["Ks9h4d", "AsAh4c", "2c7h8d"]}]]
FOUR: list[Any] = [["nature", {"pick": 2}], ["nature", {"hands": ["KsKh4d2c", "AsAh4c3c", "2d7h8d9d"]}]]


def test_own_cards_lie_face_down_until_they_are_looked_at() -> None:
    action, screen, _ = AtTable({}, START).ask("look")
    assert action == "look"
    assert "▒▒ ▒▒ ▒▒" in screen
    assert not cards_on(screen)
    _, screen, _ = AtTable({}, [*START, [0, "look"]]).ask("fold")
    assert "K♠ 9♥ 4♦  king high" in screen
    assert cards_on(screen) == {"K♠", "9♥", "4♦"}


def test_pots_chips_and_how_everybody_plays_are_shown() -> None:
    _, screen, _ = AtTable({"purse": 20}, [*START, [0, "look"], [0, "bet 4"], [1, "bet 2"], [2, "fold"]]).ask("b 4")
    assert "In the pot: 9. Last bet: 4, 2 for a blind player." in screen
    rows = [" ".join(line.split()) for line in screen.splitlines()]
    assert "▸ You 15 open, bet 4" in rows
    assert "Bob 17 blind, bet 2 blind" in rows
    assert "Cat 19 folded, deals" in rows


@pytest.mark.parametrize("typed", ["b 4", "b4", "bet 4", "BET 4", "Bet  4"])
def test_a_bet_is_typed_in_short_or_whole(typed: str) -> None:
    assert AtTable({}, START).ask(typed)[0] == "bet 4"


def test_enter_alone_never_bets() -> None:
    action, screen, _ = AtTable({}, START).ask("", "", "f")
    assert action == "fold"
    assert screen.count("Enter alone does nothing here, so that no chips are bet by it.") == 2


def test_the_least_and_the_most_are_said_in_words() -> None:
    assert (
        "You may bet 1 to 5, look, propose a showdown or fold. Blind, what you pay counts double."
        in AtTable({}, START).ask("f")[1]
    )
    opened = [*START, [0, "look"], [0, "bet 4"]]
    assert "You may bet 2 to 7, look, propose a showdown or fold." in AtTable({}, opened, me=1).ask("f")[1]
    last_two = [*opened, [1, "fold"]]
    assert "You may bet 2 to 7, see for 4, look or fold." in AtTable({}, last_two, me=2).ask("f")[1]


def test_what_is_not_allowed_is_refused_with_its_reason_and_asked_again() -> None:
    table = AtTable({}, [*START, [0, "look"], [0, "bet 4"], [1, "look"]], me=1)
    action, screen, terminal = table.ask("b 3", "bet 15", "see", "look", "dance", "bet", "4", "fold")
    assert action == "fold"
    assert len(terminal.prompts) == 8
    for sentence in ("3 is too little", "15 is too much", "two are left", "looked at your cards", "'dance' is not an action"):
        assert sentence in " ".join(screen.split()), sentence


def test_an_open_player_is_told_why_a_blind_one_cannot_be_seen() -> None:
    table = AtTable({}, [*START, [0, "look"], [0, "bet 4"], [1, "bet 2"], [2, "fold"]])
    assert "An open player can't see a blind one" in table.ask("s", "f")[1]


def test_the_last_chips_cover_the_pot() -> None:
    table = AtTable({"purse": 4}, [*START, [0, "look"], [0, "bet 2"]], me=1)
    action, screen, _ = table.ask("cover")
    assert action == "bet 3"
    assert "3 is all you have and covers the pot." in screen
    covered = AtTable({"purse": 4}, [*START, [0, "look"], [0, "bet 2"], [1, "bet 3"]], me=2)
    assert "Pots: 8, covered by Bob; and 0 to bet for" in covered.ask("f")[1]


def test_the_bank_lends_what_is_missing() -> None:
    rules = {"purse": 10, "short": "borrow", "max_raise": 0}
    moves = [*START, [0, "look"], [0, "bet 9"], [1, "bet 6"], [2, "look"]]
    _, screen, _ = AtTable(rules, moves, me=2).ask("bet 12")
    assert "You lack 3 of it, and borrow them." in screen
    later = AtTable(rules, [*moves, [2, "bet 12"]], me=0)
    assert "owes 3" in later.ask("f")[1]


def test_a_dealer_names_any_wild_cards() -> None:
    deals: list[Any] = [["nature", {"pick": 1}]]
    for first in (0, 1, 0):
        deals += [["nature", {"hands": ["Ks9h4d", "AsAh4c"]}], [first, "fold"], [0, "play"], [1, "play"]]
    table = AtTable({"players": 2, "dealers_choice": "on"}, deals)
    action, screen, terminal = table.ask("4", "unicorns", "red 10s, Jh", "no")
    assert action == "choose 4 cards, red tens, jack of hearts wild, no blind"
    assert "'unicorns' names no wild cards" in screen
    assert "or others, such as red tens, Jh" in terminal.prompts[1]
    assert AtTable({"players": 2, "dealers_choice": "on"}, deals).ask("suggest", "")[0].startswith("choose ")
    told = AtTable({"players": 2, "dealers_choice": "on"}, deals).ask("suggest", "no", "4", "", "suggest", "no", "no")[0]
    assert told.startswith("choose 4 cards, ")
    assert told.endswith(", no blind")
    assert AtTable({"players": 2, "dealers_choice": "on"}, deals).ask("", "two", "")[0] == "choose 3 cards, twos wild, blind"


def test_the_other_of_the_last_two_lends_or_has_both_show() -> None:
    rules = {"purse": 10, "players": 2, "short": "opponent_chooses", "max_raise": 0, "max_bet": 0}
    moves: list[Any] = [["nature", {"pick": 1}], ["nature", {"hands": ["Ks9h4d", "AsAh4c"]}]]
    moves += [[0, "look"], [0, "bet 4"], [1, "look"], [1, "bet 6"]]
    short = AtTable(rules, moves)
    assert "You lack 1 of it: the other lends them, or both show." in short.ask("b 6")[1]
    for typed in ("lend", "show"):
        action, screen, terminal = AtTable(rules, [*moves, [0, "bet 6"]], me=1).ask(typed)
        assert action == typed
        assert "Ann is 1 short of the 6 needed to bet: lend the rest, or both show." in screen
        assert terminal.prompts == ["lend or show > "]


def test_a_showdown_by_consent_is_answered() -> None:
    moves = [*START, [0, "propose"]]
    for typed, action in (("agree", "agree"), ("yes", "agree"), ("a", "agree"), ("no", "refuse"), ("refuse", "refuse")):
        found, screen, _ = AtTable({}, moves, me=1).ask(typed)
        assert found == action
        assert "Ann proposes a showdown" in screen


def test_the_best_discard_is_suggested_and_another_may_be_named() -> None:
    looked = [*FOUR, [0, "look"]]
    action, screen, terminal = AtTable({"cards": 4}, looked).ask("")
    assert action == "discard 2c"
    assert "Discard one card." in screen
    assert terminal.prompts == ["Enter discards 2♣, or name others > "]
    for typed in ("4d", "d 4d", "discard 4d", "4♦"):
        assert AtTable({"cards": 4}, looked).ask(typed)[0] == "discard 4d"
    assert "isn't in your hand" in AtTable({"cards": 4}, looked).ask("As", "")[1]


def test_enter_takes_what_was_suggested_and_nothing_before() -> None:
    action, screen, _ = AtTable({}, [*START[:2], [0, "look"]]).ask("", "suggest", "")
    assert "Enter alone does nothing here" in screen
    assert "Enter takes" in screen
    assert f"  {action}: " in screen
    cards = AtTable({"cards": 4}, [*FOUR, [0, "look"]]).ask("suggest", "fold", "4♦")
    assert "  discard 2♣: " in cards[1]  # as records write it


def test_odds_are_counted_from_what_the_person_knows() -> None:
    action, screen, _ = AtTable({}, START).ask("odds", "f")
    assert action == "fold"
    assert "You know where 0 of the 52 cards lie." in screen
    assert "Your hand is blind: of its cards you know none." in screen
    assert not cards_on(screen)
    screen = AtTable({}, [*START, [0, "look"]]).ask("odds", "f")[1]
    assert "You know where 3 of the 52 cards lie." in screen
    assert "Your hand beats any one of Bob, Cat in 49.3 % of deals, and is level in 0.1 %." in screen
    assert "How the others bet isn't counted." in screen
    last_two = AtTable({}, [*START, [0, "look"], [0, "bet 1"], [1, "fold"], [2, "look"], [2, "bet 1"]]).ask("odds", "f")[1]
    assert "Your hand beats Cat in 49.3 %" in last_two


def test_cards_that_come_round_again_are_told_of_by_the_odds() -> None:
    rules = {"preset": "pagat", "players": 2}
    moves: list[Any] = [["nature", {"pick": 1}], ["nature", {"hands": ["Ks9h4d", "AsAh4c"]}]]
    moves += [[0, "look"], [0, "bet 2"], [1, "look"], [1, "see"], [0, "play"], [1, "play"]]
    moves += [["nature", {"hands": ["2c7h8d", "2d7d8h"]}]]
    screen = " ".join(AtTable(rules, moves, me=1).ask("odds", "f")[1].split())
    assert "You know where 6 of the 52 cards lie." in screen
    assert "In the pack, from the top: 41. K♠, 42. 9♥, 43. 4♦, 44. A♠, 45. A♥, 46. 4♣." in screen


KEPT: list[Any] = [
    *START,
    *[[0, "bet 1"], [1, "fold"], [2, "fold"]],
    [0, "keep 1"],
    *[[seat, "play"] for seat in (0, 1, 2)],
    ["nature", {"hands": ["QsQh4h", "AsAh4c", "2c7h8d"]}],
    *[[1, "bet 1"], [2, "fold"]],
]
"""Ann keeps a blind hand; in the next deal Bob bets blind against her two."""


def test_a_blind_hand_may_be_kept_when_all_others_fold() -> None:
    moves = KEPT[:5]
    assert AtTable({}, moves).ask("")[0] == "keep 1"
    assert AtTable({}, moves).ask("n")[0] == "keep none"
    assert AtTable({}, moves).ask("none")[0] == "keep none"


def test_two_hands_lie_side_by_side() -> None:
    table = AtTable({}, KEPT)
    action, screen, _ = table.ask("look", "look 2")
    assert action == "look 2"
    assert "1, kept   ▒▒ ▒▒ ▒▒     2, new   ▒▒ ▒▒ ▒▒" in screen
    assert "You have two hands: say look 1 or look 2." in screen
    assert "see for 2, look 1, look 2 or fold." in screen
    assert not cards_on(screen)


def test_a_hand_that_was_looked_at_is_kept_or_folded_at_once() -> None:
    action, screen, terminal = AtTable({}, [*KEPT, [0, "look 2"]]).ask("keep", "1")
    assert action == "keep 1"
    assert "Keep hand 2 and fold the other unseen, or fold it and play on with hand 1, blind." in screen
    assert "1, kept   ▒▒ ▒▒ ▒▒     2, new   Q♠ Q♥ 4♥  pair of queens" in screen
    assert terminal.prompts == ["keep 1 or keep 2 > "] * 2


def test_of_two_blind_hands_one_is_picked_before_a_show() -> None:
    action, screen, _ = AtTable({}, [*KEPT, [0, "see"]]).ask("k 2")
    assert action == "keep 2"
    assert "You have two blind hands, and one is to be shown: choose it unseen." in screen


OVER: list[Any] = [*START, [0, "look"], [0, "bet 1"], [1, "fold"], [2, "fold"]]


def test_between_deals_enter_plays_on() -> None:
    action, screen, terminal = AtTable({}, OVER, me=1).ask("")
    assert action == "play"
    assert terminal.prompts == ["Enter plays the next deal; rebuy (100 chips) or sit out > "]
    assert AtTable({}, OVER, me=1).ask("rebuy")[0] == "rebuy"
    assert AtTable({}, OVER, me=1).ask("out")[0] == "sit out"
    assert "Bob" not in screen


def test_who_has_no_ante_buys_or_sits_out() -> None:
    table = AtTable({"purse": 3, "blind": "off", "kept_blind": "off"}, [*START, [0, "bet 2"], [1, "bet 2"]])
    action, screen, terminal = table.ask("", "rebuy")
    assert action == "rebuy"
    assert "You have too few chips for the ante: rebuy (3 chips) or sit out." in screen
    assert terminal.prompts[0] == "rebuy (3 chips) or sit out > "


def test_who_sits_out_is_asked_once_a_deal_to_come_back() -> None:
    moves = [*OVER, [1, "sit out"], [0, "play"], [2, "play"]]
    moves += [["nature", {"hands": ["Ks9h4d", "", "2c7h8d"]}], [2, "look"], [2, "fold"]]
    table = AtTable({}, moves, me=1)
    check_asked_once_a_deal(table, 1, "rebuy (100 chips)", "play")


def test_chips_are_bought_at_ones_own_turn_and_as_soon_as_others_decide() -> None:
    for typed, action in (("rebuy", "rebuy"), ("r", "rebuy"), ("rebuy 30", "rebuy 30"), ("r 30", "rebuy 30")):
        assert AtTable({"rebuy": "any_time"}, [*START, [0, "look"]]).ask(typed)[0] == action
    asked = AtTable({"rebuy": "any_time"}, [*START, [0, "propose"]], me=1)
    board, _, screen = asked.board(["rebuy", "refuse"])
    seen = view(asked.state, 1)
    board.ask(seen, asked.game.choices(seen))
    assert "You will buy in again as soon as another player decides." in screen.getvalue()
    after = AtTable({"rebuy": "any_time"}, [*START, [0, "look"]], me=1)
    seen = view(after.state, 1)
    bought = board.meanwhile(seen, after.game.choices(seen))
    assert bought is not None
    assert after.game.write(bought) == "rebuy"
    assert board.meanwhile(seen, after.game.choices(seen)) is None
    assert "Chips are bought between deals" in AtTable({}, [*START, [0, "look"]]).ask("rebuy", "f")[1]


def test_who_is_out_of_chips_where_they_are_sold_covers_or_buys() -> None:
    rules = {"rebuy": "any_time", "purse": 5, "last_chip": "bets"}
    moves = [*START, [0, "look"], [0, "bet 4"], [1, "bet 2"], [2, "bet 2"]]
    action, screen, _ = AtTable(rules, moves).ask("cover")
    assert action == "bet 0"
    assert (
        "You are out of chips. You may cover the pot and pay nothing, buy more chips (rebuy 1 to 1,000,000) or fold."
        in " ".join(screen.split())
    )


def test_the_showdown_shows_hands_with_labels_and_the_winner() -> None:
    table = AtTable({}, [*START, [0, "look"], [0, "bet 4"], [1, "bet 2"], [2, "fold"], [0, "bet 4"]], me=1)
    action, _, _ = table.ask("see")
    assert action == "see"
    done = table.done
    assert isinstance(done, Step)
    board, _, screen = table.board([])
    board.tell([told.event for told in done.told if told.heard_by(1)], view(done.state, 1))
    rows = [" ".join(line.split()) for line in screen.getvalue().splitlines()]
    assert "Ann K♠ 9♥ 4♦ king high" in rows
    assert "✓ You A♠ A♥ 4♣ pair of aces" in rows
    assert "You win the pot of 17." in rows
    assert "You 110 chips +10" in rows


def test_help_names_what_may_be_typed() -> None:
    _, screen, _ = AtTable({}, START).ask("help", "rules", "log", "scores", "show", "f")
    for word in (
        "bet 4, b 4",
        "cover",
        "look, l",
        "see, s",
        "propose, p",
        "sit out",
        "Ante",
        "Cat is drawn to deal first",
        "99 chips",
    ):
        assert word in screen
