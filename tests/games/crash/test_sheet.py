"""A sheet of Crash comes to the same as the game, deal by deal, under every preset and with every stake."""

from typing import Any

import pytest

from prial.core.game import Event, State
from prial.errors import PrialError
from prial.games.crash.events import Called, Declared, Fouled, FourLaid, FourThrees, Shown, Swapped
from prial.games.crash.game import CrashGame
from prial.games.crash.rules import SCHEMA
from prial.games.crash.settings import Scoring
from prial.games.crash.state import Declaration
from prial.study.sheet import FORMAT, Page, Sheet, open_sheet
from tests.campaigns import crossing, sizes
from tests.games.sheets import NAMES, check, kept, same_again

STAKES = {"game_stake": 10, "crash_stake": 3}
CALLS = {"crash_call": "optional", "called_reward": 7, "uncalled_reward": 5, "failed_call_penalty": 2}


def line(_before: State[Any], _after: State[Any], heard: list[Event]) -> list[str]:
    """A deal as a person writes it down."""
    words: list[str] = []
    parts: dict[str, list[str]] = {}
    for event in heard:
        match event:
            case Shown():
                words.append("-" if event.winner is None else NAMES[event.winner][:2])
            case Called():
                parts.setdefault("called", []).append(NAMES[event.seat])
            case Swapped():
                parts.setdefault("swap", []).append(NAMES[event.seat])
            case Fouled():
                parts.setdefault("foul", []).append(NAMES[event.seat])
            case FourLaid():
                parts["four"] = [NAMES[event.seat]]
            case FourThrees():
                parts["threes"] = [NAMES[event.seat]]
            case Declared() if event.what is Declaration.SIX_PAIRS:
                parts.setdefault("pairs", []).append(NAMES[event.seat])
            case Declared() if event.what is Declaration.THIRTEEN_STRAIGHT:
                parts.setdefault("straight", []).append(NAMES[event.seat])
            case _:
                pass
    return [" ".join([*words, *(word for head, seats in parts.items() for word in (head, *seats))])]


CASES: list[tuple[dict[str, Any], list[str]]] = [
    ({}, ["greedy"]),
    ({"players": 2, **STAKES}, ["greedy", "random"]),
    ({"players": 3, "game_stake": 10}, ["random"]),
    ({"players": 3, "order": "as_laid", "foul": "lose_deal"}, ["random", "greedy", "greedy"]),
    ({"players": 3, "order": "as_laid", "found": "at_its_place", "foul": "lose_deal"}, ["random", "greedy", "random"]),
    ({"players": 3, "order": "as_laid", "found": "at_its_place"}, ["random", "random", "random"]),
]


@pytest.mark.parametrize("games", sizes(1, 3))
@pytest.mark.parametrize(("preset", "given", "bots"), crossing(SCHEMA.presets, CASES))
def test_the_sheet_and_the_game_come_to_the_same(preset: str, given: dict[str, Any], bots: list[str], games: int) -> None:
    if SCHEMA.make(None, preset).scoring is Scoring.POT:
        given = {name: value for name, value in given.items() if name not in STAKES}
    plays(preset, given, bots, range(games))


@pytest.mark.parametrize(
    "given",
    [
        {"players": 2, "spare": "swap", "spare_stake": 4, "game_stake": 1},
        {"players": 3, "spare": "pass_on", "spare_stake": 4, **STAKES},
        {**CALLS, **STAKES},
        {**CALLS, "crash_call": "required", "order": "as_laid", "foul": "lose_game"},
        {"final_tie": "sudden_death", "tie": "next_best", "game_stake": 10},
        {"final_tie": "sudden_death", "order": "as_laid", "game_stake": 10},
        {"players": 2, "crash": "wins_game", "min_hand": "high_card"},
        {"four_bonus": "one_point", "target": 11},
    ],
)
def test_every_stake_is_the_games(given: dict[str, Any]) -> None:
    plays("online", given, ["random", "greedy", "random"], range(4))


def plays(preset: str, given: dict[str, Any], bots: list[str], seeds: range) -> None:
    game = CrashGame(SCHEMA.make(given, preset))
    for seed in seeds:
        page = None
        for page, state in kept("crash", given, preset, bots, seed, line):
            check(page, state, game)
            points = game.rules.scoring is Scoring.POINTS
            assert page.standing.scores == (state.public.scores if points else state.public.ledger)
            assert page.standing.pot == state.public.pot
        assert page is not None
        assert page.standing.over
        same_again(page)


def sheet(*lines: str, names: str = "Ann Bob Cat", preset: str = "online", **rules: Any) -> Page:
    return open_sheet(
        Sheet(prial_sheet=FORMAT, game="crash", rules={"preset": preset, **rules}, names=tuple(names.split()), lines=lines)
    )


def test_a_crash_is_every_place_and_may_be_written_in_a_word() -> None:
    """The page of Crash: the online rules give an extra point for winning every place."""
    assert sheet("crash Bob").standing.scores == sheet("b b b b").standing.scores == sheet("bob 4").standing.scores == (0, 5, 0)


def test_places_may_be_counted() -> None:
    assert sheet("ann 2 bob 1").standing.scores == (2, 1, 0)


def test_where_the_first_to_the_target_wins_at_once_places_are_named_in_turn() -> None:
    """D: the game may end in the middle of a deal."""
    near = ("ann ann ann bob", "ann ann ann bob")
    page = sheet(*near, "ann", preset="denexa")
    assert page.standing.winners == (0,)
    with pytest.raises(PrialError, match="The deal was over at place 1"):
        sheet(*near, "ann bob", preset="denexa")
    with pytest.raises(PrialError, match="write who won each place in turn"):
        sheet(*near, "ann 2 bob 1", preset="denexa")


def test_wikipedias_call_made_and_failed() -> None:
    """W, four seats, the second one calls. Made: −100 −100 +300 −100; failed: +50 +50 −150 +50."""
    four = "Ann Bob Cat Dan"
    assert sheet("crash cat called cat", names=four, preset="wikipedia").ledger == (-100, -100, 300, -100)
    assert sheet("c c c - called c", names=four, preset="wikipedia").ledger == (50, 50, -150, 50)


def test_an_unannounced_crash_is_said_where_it_must_be_announced() -> None:
    """G: only an announced crash counts."""
    page = sheet("crash bob", preset="gamerules")
    assert page.standing.scores == (0, 4, 0)
    assert "Bob wins every place, but hadn't announced a crash." in page.standing.said


def test_a_knock_for_four_threes_wins_the_game() -> None:
    assert sheet("a b - a threes b", preset="pub").standing.winners == (1,)


def test_a_thirteen_straight_wins_and_six_pairs_void() -> None:
    """D."""
    assert sheet("straight cat", preset="denexa").standing.winners == (2,)
    void = sheet("pairs cat", preset="denexa").standing
    assert (void.scores, void.dealer, void.deals) == ((0, 0, 0), 0, 1)


def test_the_pot_of_nine_cards_is_won_or_stays() -> None:
    """The older nine-card game: a player who wins all three places takes the pot; otherwise it stays, and all ante again."""
    page = sheet("-", preset="nine_pot")
    assert (page.standing.pot, page.standing.scores) == (3, (-1, -1, -1))
    page = page.add("bob")
    assert (page.standing.pot, page.standing.scores, page.ledger) == (0, (-2, 4, -2), (-2, 4, -2))
    assert page.keeper.question(page.standing) == "Who won all three places, for the pot of 3?"


REFUSED = [
    ("online", "ann", "This deal has 4 places, but you wrote only 1: write - for a place that nobody won."),
    ("online", "a b c a b", "The deal was over at place 4: leave out what you wrote after it."),
    ("online", "a b c a called a", "Nobody announces a crash in this game."),
    ("online", "a b c a four a", "Four of a kind scores nothing in this game."),
    ("online", "a b c a foul a", "Nobody can lay the hands in the wrong order here: the table puts them in order."),
    ("online", "a b c a swap a", "There are no spare hands in this game."),
    ("online", "straight a", "A thirteen straight wins nothing in this game."),
    ("online", "pairs a", "Six pairs don't make a deal void in this game."),
    ("online", "crash a b", "Write one name after 'crash'."),
    ("online", "a b crash a", "A player who crashes wins every place: leave out the other places."),
    ("online", "a 3 b 2", "A deal has only 4 places."),
    ("online", "a 3 b", "Write a number after Bob: how many places that player won."),
    ("online", "a 3 a 1", "Ann is named twice."),
    ("online", "3 a", "Write a name instead of '3'."),
    ("online", "a b dealer a", "Write a name or - instead of 'dealer'."),
    ("gamerules", "a b c a called", "Write a name after 'called'."),
    ("gamerules", "a b c a called b called c", "'called' is written twice."),
    ("gamerules", "a b c a foul a", "Ann laid the hands in the wrong order and wins no place."),
    ("denexa", "a b c a pairs a", "'pairs' ended this deal before anybody won a place: leave out the places."),
    ("pub", "a b c a four a threes b", "Only one player can score for four of a kind."),
]


def test_a_deal_that_a_foul_ends_at_its_first_place_has_one_place() -> None:
    with pytest.raises(PrialError, match=r"This deal has 1 place, but you wrote only 0: write - for a place that nobody won\."):
        sheet("foul ann", names="Ann Bob", order="as_laid", foul="lose_game", found="at_its_place")


@pytest.mark.parametrize(("preset", "text", "sentence"), REFUSED)
def test_what_the_rules_dont_know_is_refused_in_a_sentence(preset: str, text: str, sentence: str) -> None:
    page = sheet("a b - a", preset=preset)
    with pytest.raises(PrialError) as error:
        page.add(text)
    assert str(error.value) == sentence


@pytest.mark.parametrize("places", ["a a c b", "crash b", "b 4"])
def test_who_laid_in_a_wrong_order_cannot_win_the_last_place(places: str) -> None:
    """A foul that is found at its place is found at the last hand at the latest. The point was counted, and the foul wasn't."""
    rules: dict[str, Any] = {"preset": "denexa", "found": "at_its_place"}
    assert sheet("a a b c foul b", **rules, foul="lose_deal").standing.scores == (2, 1, 1)
    with pytest.raises(PrialError, match=r": Bob laid the hands in the wrong order and can't win the last place\.$"):
        sheet(f"{places} foul b", **rules)


@pytest.mark.parametrize("preset", SCHEMA.presets)
def test_every_example_can_be_written(preset: str) -> None:
    page = sheet(preset=preset)
    for text, means in page.keeper.examples():
        assert means.endswith(".")
        assert page.add(text).entries


def test_who_fouled_is_out_of_the_game_and_no_name_for_a_place() -> None:
    """D: a foul loses the game."""
    page = sheet("a a b - foul c", preset="denexa")
    assert page.standing.playing == (0, 1)
    with pytest.raises(PrialError, match="Cat is out of this game"):
        page.add("a b c a")
