"""A sheet is settled line by line: lines are undone, corrected, read and written, and an evening's money adds up."""

import json
from random import Random
from typing import Any

import msgspec
import pytest

from prial.core.registry import find, kinds, names
from prial.core.rules import Preset
from prial.errors import PrialError
from prial.study.scorekeeper import RESERVED, Scorekeeper
from prial.study.sheet import FORMAT, Page, Sheet, open_sheet, payments, read_sheet, write_sheet

GAMES = [kind.name for kind in kinds() if kind.sheet]


def sheet(*lines: str, game: str = "crash", people: str = "Ann Bob Cat", dealer: str = "", **rules: Any) -> Page:
    return open_sheet(Sheet(prial_sheet=FORMAT, game=game, rules=rules, names=tuple(people.split()), dealer=dealer, lines=lines))


def test_every_game_keeps_a_sheet() -> None:
    assert [*names()] == GAMES
    assert all(issubclass(find(game).needed("sheet"), Scorekeeper) for game in GAMES)


# Settling lines


def test_to_undo_is_to_leave_the_last_line_out() -> None:
    page = sheet("ann ann bob -", "bob 4")
    assert page.undo().entries == sheet("ann ann bob -").entries
    assert page.undo().undo().sheet.lines == ()
    with pytest.raises(PrialError, match="There is nothing to take back"):
        sheet().undo()


def test_to_correct_is_to_write_another_line_in_the_place_of_one() -> None:
    page = sheet("ann 4", "bob 1", "cat 1")
    assert page.correct(1, "cat 2").entries == sheet("cat 2", "bob 1", "cat 1").entries
    assert page.sheet.lines == ("Ann 4", "Bob 1", "Cat 1")


@pytest.mark.parametrize(
    ("number", "text", "sentence"),
    [
        (0, "ann 1", "There is no line 0: the sheet has 2."),
        (3, "ann 1", "There is no line 3: the sheet has 2."),
        (1, "zoe 1", "Line 1 (zoe 1): Nobody here is called 'zoe': the players are Ann, Bob and Cat."),
    ],
)
def test_a_correction_that_cant_stand_changes_nothing(number: int, text: str, sentence: str) -> None:
    page = sheet("ann 4", "bob 1")
    with pytest.raises(PrialError) as error:
        page.correct(number, text)
    assert str(error.value) == sentence
    assert page.standing == sheet("ann 4", "bob 1").standing


def test_a_correction_that_a_later_line_doesnt_stand_names_that_line() -> None:
    page = sheet("bob", "ann", "ann", game="stop_the_bus", tokens=2)
    with pytest.raises(PrialError, match=r"Line 3 \(Ann\): Ann is out of this game"):
        page.correct(1, "ann")


def test_a_refused_line_leaves_the_page_as_it_was() -> None:
    page = sheet("ann 4")
    before = write_sheet(page.sheet)
    for text in ("", "   ", "ann", "ann 5", "x" * 1000, "ann 1 bob", "\x00", "ann 99999999999999999999", "ann ²"):
        with pytest.raises(PrialError) as error:
            page.add(text)
        assert str(error.value).endswith(".")
        assert "\n" not in str(error.value)
    assert write_sheet(page.sheet) == before


@pytest.mark.parametrize("game", GAMES)
def test_any_words_are_understood_or_refused_in_a_sentence(game: str) -> None:
    """Lines of random words of the game: each is accepted or refused, and the money always sums to zero."""
    page = sheet(game=game)
    rng = Random(game)
    some = [*page.keeper.WORDS, *page.sheet.names, "A", "b", "1", "-2", "30", "dealer", "nobody", "zoe", ";"]
    taken = 0
    for _ in range(1500):
        text = " ".join(rng.choices(some, k=rng.randint(1, 6)))
        try:
            page = page.add(text)
        except PrialError as error:
            assert str(error).endswith((".", "!")), error  # noqa: PT017  # most are refused
            continue
        taken += 1
        assert sum(page.ledger) == 0
        assert page.entries[-1].after == page.standing
    assert taken > 3
    assert open_sheet(page.sheet).entries == page.entries


# An evening


def test_after_a_game_the_next_line_begins_another_and_the_money_goes_on() -> None:
    page = sheet("ann 4", "ann 4", "bob 4", "bob 4", game_stake=10)
    assert [game.winners for game in page.games] == [(0,), (1,)]
    assert page.ledger == (10, 10, -20)
    page = page.add("cat 1")
    assert page.standing.scores == (0, 0, 1)
    assert (page.standing.deals, len(page.games), page.ledger) == (1, 2, (10, 10, -20))


def test_the_deal_goes_round_and_a_line_may_say_who_deals() -> None:
    page = sheet("ann 1", dealer="bob")
    assert page.standing.dealer == 2
    page = page.add("dealer b")
    assert (page.standing.dealer, page.standing.deals, page.sheet.lines[-1]) == (1, 1, "dealer Bob")
    for text in ("dealer", "dealer ann bob", "dealer 2"):
        with pytest.raises(PrialError, match="Write one name after 'dealer'"):
            page.add(text)


def test_the_next_game_is_dealt_by_the_next_player() -> None:
    page = sheet("ann 4", "ann 4")
    assert page.standing.over
    assert page.standing.dealer == 1
    assert page.add("ann 1").entries[-1].before.dealer == 2


@pytest.mark.parametrize("seed", range(50))
def test_settling_up_makes_everybody_even_in_few_payments(seed: int) -> None:
    rng = Random(seed)
    ledger = [rng.randint(-50, 50) for _ in range(rng.randint(2, 8))]
    ledger[0] -= sum(ledger)
    left = list(ledger)
    paid = list(payments(ledger))
    for each in paid:
        assert each.amount > 0
        left[each.payer] += each.amount
        left[each.to] -= each.amount
    assert not any(left)
    assert len(paid) < len(ledger)


def test_two_who_are_even_with_each_other_settle_between_themselves() -> None:
    assert [(each.payer, each.to, each.amount) for each in payments([30, -10, 10, -30])] == [(3, 0, 30), (1, 2, 10)]


# Names


@pytest.mark.parametrize(
    ("people", "sentence"),
    [
        (["Ann"], "A sheet needs the names of at least two players."),
        (["Ann", "Mary Jane"], "'Mary Jane' can't be used on a sheet: a name is one word with a letter in it."),
        (["Ann", "42"], "'42' can't be used on a sheet: a name is one word with a letter in it."),
        (["Ann", "B=b"], "'B=b' can't be used on a sheet: a name is one word with a letter in it."),
        (["Ann", "ann"], "Two players are called ann: give them different names."),
        (["Ann", "Crash"], "'Crash' means something else on this sheet: call that player by another name."),
        (["Ann", "undo"], "'undo' means something else on this sheet: call that player by another name."),
        (
            ["A", "B", "C", "D", "E"],
            "players=5 doesn't go with cards=13: the pack doesn't have enough cards for everybody. It goes with cards=9, 7 or 6.",
        ),
    ],
)
def test_names_that_would_be_taken_for_something_else_are_refused(people: list[str], sentence: str) -> None:
    with pytest.raises(PrialError) as error:
        open_sheet(Sheet(prial_sheet=FORMAT, game="crash", names=tuple(people)))
    assert str(error.value) == sentence


def test_no_player_is_called_like_a_word_for_the_program() -> None:
    for word in RESERVED:
        with pytest.raises(PrialError, match="means something else"):
            sheet(people=f"Ann {word.capitalize()}")


def test_the_first_letters_of_a_name_are_enough() -> None:
    page = sheet(people="Ann Anton Bob")
    assert page.add("ANT ann b anton").sheet.lines == ("Anton Ann Bob Anton",)
    with pytest.raises(PrialError, match="'an' may be Ann or Anton: write more of the name"):
        page.add("an 1")


def test_one_who_names_another_number_of_players_is_refused() -> None:
    with pytest.raises(PrialError, match="These rules are for 4 players, but the sheet names 3"):
        sheet(players=4)


# Files


def test_a_sheet_is_written_and_read_back() -> None:
    page = sheet("ann 2 bob 1", "dealer bob", preset="pub", game_stake=5)
    again = read_sheet(write_sheet(page.sheet))
    assert again == page.sheet
    assert open_sheet(again).entries == page.entries
    assert json.loads(write_sheet(page.sheet))["lines"] == ["Ann 2 Bob 1", "dealer Bob"]


def test_the_rules_of_a_page_are_written_out_so_that_they_stay_what_they_were() -> None:
    page = sheet(preset="pub")
    assert page.sheet.rules == find("crash").schema.written(page.keeper.rules)
    assert page.sheet.title == "Pub"


def test_a_preset_of_ones_own_is_found_by_whoever_knows_it() -> None:
    own = Preset(name="home", game="crash", options={"target": 21})
    page = open_sheet(Sheet(prial_sheet=FORMAT, game="crash", rules={"preset": "home"}, names=("A", "B")), lambda _name: own)
    assert page.keeper.top == 21
    assert page.sheet.title == "House rules"


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "it ends too early"),
        ("{", "it ends too early"),
        ("[]", "it should be an object in braces, and is a list"),
        ('{"prial_sheet": 1, "game": "crash"}', "'names' is missing"),
        ('{"prial_sheet": 1, "game": "crash", "names": ["A", "B"], "colour": 1}', "'colour' isn't known"),
        ('{"prial_sheet": 1, "game": "crash", "names": ["A", "B"], "lines": [3]}', "should be text"),
        ('{"prial_sheet": 2, "game": "crash", "names": ["A", "B"]}', "This sheet has the format 2; this program reads 1."),
        ("[" * 100_000, "it"),
    ],
)
def test_what_is_no_sheet_is_refused_in_a_sentence(text: str, part: str) -> None:
    with pytest.raises(PrialError) as error:
        read_sheet(text)
    assert part in str(error.value)


def test_text_that_is_not_utf8_is_refused() -> None:
    with pytest.raises(PrialError, match="not text in UTF-8"):
        read_sheet(b'{"prial_sheet": 1, "game": "\xff"}')


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"game": "whist"}, "There is no game 'whist'"),
        ({"rules": {"preset": "nowhere"}}, "There is no preset 'nowhere'"),
        ({"rules": {"colour": "red"}}, "There is no option 'colour'"),
        ({"dealer": "Zoe"}, "Nobody here is called 'Zoe'"),
        ({"lines": ("ann 4", "ann 9")}, "Line 2 (ann 9): A deal has only 4 places."),
    ],
)
def test_a_sheet_that_cant_be_kept_says_why(change: dict[str, Any], part: str) -> None:
    with pytest.raises(PrialError) as error:
        open_sheet(msgspec.structs.replace(sheet().sheet, **change))
    assert part in str(error.value)
