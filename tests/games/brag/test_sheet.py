"""A sheet of Brag comes to the same chips as the game, with covered pots, kept hands, debts and purses bought."""

from typing import Any

import pytest

from prial.core.game import Event, State
from prial.errors import PrialError
from prial.games.brag.game import BragGame
from prial.games.brag.rules import SCHEMA
from prial.study.sheet import FORMAT, Page, Sheet, open_sheet
from tests.campaigns import crossing, sizes
from tests.games.sheets import NAMES, check, kept, same_again


def lines(before: State[Any], after: State[Any], _heard: list[Event]) -> list[str]:
    """A deal as a person writes it down, from what everybody saw."""
    was, table = before.public, after.public
    found = []
    for seat, (old, new) in enumerate(zip(was.bought, table.bought, strict=True)):
        if new > old:
            found.append(f"bought {NAMES[seat]} {new - old}")
    paid = [seat for seat, chips in enumerate(table.paid) if chips]
    sat = [seat for seat in range(len(table.paid)) if seat not in paid]
    found += [f"out {NAMES[seat]}" for seat in sat] + [f"back {NAMES[seat]}" for seat in paid]
    owed = [new - old for old, new in zip(was.debts, table.debts, strict=True)]
    lender = next((seat for seat, chips in enumerate(owed) if chips < 0), None)
    for seat, chips in enumerate(owed):
        if chips > 0:
            found.append(f"borrowed {NAMES[seat]} {chips}" + (f" from {NAMES[lender]}" if lender is not None else ""))
    words = [f"{NAMES[seat]} {table.paid[seat]}" for seat in paid]
    assert table.last is not None
    if not table.last.awards:
        words.append(f"stays {NAMES[table.holder]}")
    else:
        pots = [award for award in table.last.awards if award.chips]
        words += ["won", *(f"{' '.join(NAMES[seat] for seat in award.winners)} {award.chips}" for award in pots)]
    return [*found, " ".join(words)]


CASES: list[tuple[dict[str, Any], list[str]]] = [
    ({"players": 3, "length": 15}, ["plain"]),
    ({"players": 4, "length": 10, "purse": 12}, ["random"]),
    ({"players": 2, "length": 0, "purse": 8, "rebuy": "off"}, ["random"]),
    ({"players": 3, "length": 10, "purse": 10, "short": "borrow", "borrow_limit": 30}, ["random"]),
    ({"players": 3, "length": 10, "purse": 10, "short": "opponent_chooses"}, ["random"]),
]


@pytest.mark.parametrize("games", sizes(1, 3))
@pytest.mark.parametrize(("preset", "given", "bots"), crossing(SCHEMA.presets, CASES))
def test_the_sheet_and_the_game_come_to_the_same(preset: str, given: dict[str, Any], bots: list[str], games: int) -> None:
    game = BragGame(SCHEMA.make(given, preset))
    for seed in range(games):
        page = None
        for page, state in kept("brag", given, preset, bots, seed, lines):
            table = state.public
            assert page.standing.scores == table.chips
            assert page.standing.pot == (0 if page.standing.over else sum(pot.chips for pot in table.pots))
            if page.standing.over or not page.standing.playing:
                check(page, state, game)
            else:
                assert page.ledger == game.stop(state).ledger
        assert page is not None
        same_again(page)


def sheet(*written: str, names: str = "Ann Bob Cat", preset: str = "house", **rules: Any) -> Page:
    given = {"preset": preset, **rules}
    return open_sheet(Sheet(prial_sheet=FORMAT, game="brag", rules=given, names=tuple(names.split()), lines=written))


def test_covered_pots_go_each_to_its_winner() -> None:
    """P's way to cover: antes 1, A puts in 9, B 4 (a first pot of 11), C 7, D 1; A wins the first pot, C the second."""
    page = sheet("a 9 b 4 c 7 won a 11 c", names="Ann Bob Cat Dan", purse=20)
    assert page.standing.scores == (22, 16, 23, 19)


def test_a_pot_that_stays_waits_for_the_next_winner() -> None:
    """P: if all fold to a blind player, the pot is carried to the next deal and all ante again."""
    page = sheet("bob 3 stays bob")
    assert (page.standing.pot, page.standing.scores) == (5, (99, 97, 99))
    assert page.ledger == (-1, 2, -1)  # if the game stops now, it goes to its holder
    page = page.add("ann 4 bob 4 won ann")
    assert (page.standing.pot, page.ledger) == (0, (9, -7, -2))


def test_who_is_not_named_put_in_the_ante_and_odd_chips_go_left_of_the_dealer() -> None:
    page = sheet("a 5 b 5 won a b")
    assert page.standing.scores == (100, 101, 99)


def test_the_last_deal_ends_the_game_and_whoever_gained_most_has_won() -> None:
    page = sheet("a 5 won a", "a 5 stays c", length=2)
    assert page.standing.over
    assert page.standing.winners == (2,)
    assert page.ledger == (-3, -2, 5)


def test_who_has_no_chips_sits_out_until_more_are_bought() -> None:
    page = sheet("a 3 b 3 won a", purse=3).add("a 2 c 2 won c")
    assert page.standing.playing == (0, 2)
    assert "Bob has too few chips and sits out." in page.standing.said
    assert page.add("bought bob").standing.playing == (0, 1, 2)


def test_who_has_no_chips_is_out_where_none_are_sold() -> None:
    """Nobody is told to write 'back' for a player who can't come back."""
    page = sheet("a 3 b 3 won a", purse=3, rebuy="off")
    assert page.standing.said == ("Ann takes 7 chips.", "Bob has too few chips for another deal, and is out of the game.")
    with pytest.raises(PrialError) as error:
        page.add("a 1 b 2 won a")
    assert str(error.value) == "Bob has too few chips for another deal, and is out of the game."
    assert "sits out" in str(sheet("out b").standing.said)


def test_what_was_bought_borrowed_or_lent_was_not_won() -> None:
    page = sheet("a 4 b 8 bought c 30 borrowed b 5 from a won a", short="borrow", lender="players")
    before, after = page.entries[-1].before, page.standing
    assert [page.keeper.besides(before, after, seat) for seat in range(3)] == [
        [("lent", -5)],
        [("borrowed", 5)],
        [("bought", 30)],
    ]
    assert after.ledger == (9, -8, -1)


@pytest.mark.parametrize(
    ("rules", "text", "sentence"),
    [
        ({}, "a 4 b 8", "The line doesn't say who won the pot: write 'won' and a name."),
        ({}, "a 4 b won a", "Write a number after Bob: all that Bob put in."),
        ({"ante": 5}, "a 4 b 9 won a", "Ann can't have put in 4: the ante is 5. Write 'out Ann' if Ann sits out."),
        (
            {},
            "a 400 b 9 won a",
            "Ann has 100 chips and can't put in 400: write what Ann bought or borrowed too.",
        ),
        ({"rebuy": "off"}, "a 400 b 9 won a", "Ann has 100 chips and can't put in 400."),
        ({}, "out b", ""),
        ({}, "a 4 b 8 out b won a", "Bob sits out: write 'back Bob' first."),
        ({}, "a 4 out b won b", "Bob put nothing in and can't win."),
        ({}, "a 4 won a stays a", "Either somebody wins the pot or it stays: write 'won' or 'stays', not both."),
        ({}, "a 4 won a 3 b 2", "The pots add up to 5, but 6 chips were put in."),
        ({}, "a 4 won a 9 b", "Nothing is left for Bob: the other pots take all 6 chips."),
        ({}, "a 4 won a 6 b c", "Nothing is left for Bob and Cat: the other pots take all 6 chips."),
        ({}, "a 4 won a 0 b", "Write a number above 0 after Ann."),
        ({"kept_blind": "off"}, "a 4 stays a", "The pot never stays for the next deal in this game: write who won it."),
        ({"rebuy": "off"}, "bought a", "Nobody buys chips in this game."),
        ({}, "borrowed a 5", "Nobody borrows in this game."),
        ({"short": "borrow", "borrow_limit": 5}, "borrowed a 6", "Ann would owe 6 chips, but may owe 5 at most."),
        ({"short": "borrow"}, "borrowed a", "Write a number after Ann: how much was borrowed."),
        ({"short": "opponent_chooses"}, "borrowed a 6 from b c", "Write one name after 'from'."),
        ({}, "won", "Write a name after 'won'."),
        ({}, "a 4 a 5 won a", "Ann is named twice."),
        ({}, "out b c won a", "At least two players must be in the deal."),
        ({}, "4 a won a", "Write a name instead of '4'."),
    ],
)
def test_what_the_rules_dont_know_is_refused_in_a_sentence(rules: dict[str, Any], text: str, sentence: str) -> None:
    page = sheet(**rules)
    if not sentence:
        assert page.add(text).standing.said == ("Bob sits out.",)
        return
    with pytest.raises(PrialError) as error:
        page.add(text)
    assert str(error.value) == sentence


@pytest.mark.parametrize("preset", SCHEMA.presets)
@pytest.mark.parametrize("short", ["cover", "borrow", "opponent_chooses"])
def test_every_example_can_be_written(preset: str, short: str) -> None:
    page = sheet(preset=preset, short=short)
    for text, _ in page.keeper.examples():
        page.add(text)
