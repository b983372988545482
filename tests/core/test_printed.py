"""What `print` shows of a state, a view and a session: the table in a few lines, and no card that isn't the viewer's to see."""

from random import Random
from typing import Any

import pytest

from prial.cards import PACK, symbol
from prial.core.chance import Pick
from prial.core.game import BACK, State, View, view
from prial.core.printed import columns, printed
from prial.core.registry import find
from prial.core.session import Session
from tests.testing.games import GAMES

CARDS = {symbol(card): card for card in PACK}
NAMES = ["Ann", "Ben", "Cal"]


def positions(name: str, seed: int, preset: str | None = None) -> list[Session[Any, Any]]:
    """A game at each of its decisions: a short one of three players, or one under a preset."""
    rng = Random(seed)
    table = find(name).make({**GAMES[name].short, "players": 3} if preset is None else {}, preset)
    game = Session(table, NAMES if preset is None else None, seed)
    found = [game.copy()]
    while game.waiting and len(found) < 40:
        seat = rng.choice(game.waiting)
        game.do(seat, game.choices(seat).answer(rng))
        found.append(game.copy())
    return found


@pytest.mark.parametrize(("name", "preset"), [(name, preset) for name in GAMES for preset in (None, *find(name).schema.presets)])
def test_a_view_prints_as_the_whole_table_with_the_hidden_cards_turned_down(name: str, preset: str | None) -> None:
    for game in positions(name, 3, preset):
        every = str(game.state).split()
        for seat in (None, *range(game.game.seats)):
            seen = view(game.state, seat)
            visible = {card for pile in seen.piles for card in pile if card != BACK}
            told = str(seen).split()
            assert len(told) == len(every)
            for shown, whole in zip(told, every, strict=True):
                if (card := CARDS.get(whole)) is not None:
                    assert shown == (whole if card in visible else "??"), (shown, whole, seat)
                else:
                    assert shown == whole


@pytest.mark.parametrize("name", GAMES)
def test_a_table_of_three_is_two_to_six_lines_with_a_line_for_each_player(name: str) -> None:
    for game in positions(name, 4):
        lines = str(game).splitlines()
        assert 3 <= len(lines) <= 6
        assert max(map(len, lines)) <= 100
        for player in NAMES:
            assert sum(line.startswith(f"{player} ") for line in lines[:-1]) == 1
        assert [line.startswith("seat 1 ") for line in str(game.view(1)).splitlines()].count(True) == 1


@pytest.mark.parametrize("name", GAMES)
def test_a_dealt_table_shows_every_card_that_a_player_holds(name: str) -> None:
    game = Session(find(name).make({"players": 3}), NAMES, seed=5)
    for seat in range(3):
        line = str(game).splitlines()[1 + seat]
        assert sum(word in CARDS for word in line.split()) == {"crash": 13, "xap_xam": 13}.get(name, 3)


def test_a_session_says_who_decides_and_at_last_who_won() -> None:
    game = Session(find("brag_poker").make({"players": 2, "length": 1}), ["Ann", "Ben"], seed=7)
    first = game.names[game.waiting[0]]
    assert str(game).splitlines()[-1] == f"{first} to decide."
    game.do(game.waiting[0], "fold")
    assert game.result is not None
    (winner,) = game.result.winners
    assert str(game).splitlines()[-1] == f"The game is over: {game.names[winner]} won."
    real = Session(find("brag_poker").make({"players": 2}), ["Ann", "Ben"], shuffles=False)
    assert str(real).splitlines()[-1] == "The cards are to be dealt."


def test_a_game_that_says_nothing_of_its_table_lists_facts_and_piles() -> None:
    state: State[Any] = State("a heath", ((51, 50), (), (4,)), (0b01, -1, 0b10))
    assert str(state) == "public a heath\nA♠ A♥ | 3♣"
    assert str(view(state, 0)) == "public a heath\nA♠ A♥ | ??"
    assert str(View(None, state.public, ())) == "public a heath"
    assert printed(Pick(3), ((BACK, 7),)) == "n 3\n?? 3♠"


def test_columns_stand_below_each_other_and_empty_ones_are_left_out() -> None:
    assert columns([("a", "", "10"), ("bcd", "", "2")]) == ["a    10", "bcd  2"]
    assert columns([]) == []


@pytest.mark.parametrize("name", GAMES)
def test_the_hands_of_a_seat_are_the_cards_that_it_was_told(name: str) -> None:
    """A second way to know a hand: the cards that this seat sees and somebody else doesn't, before anything is shown."""
    game = Session(find(name).make({**GAMES[name].short, "players": 3}), NAMES, 5)
    for seat in game.waiting:
        if name.startswith("brag") and game.why_not(seat, "look") is None:
            game.do(seat, "look")
        own = {card for hand in game.state.hands(seat) for card in hand}
        alone = {card for pile in game.view(seat).piles if pile not in game.view(None).piles for card in pile} - {BACK}
        assert own == alone
        assert game.view(seat).hands(seat) == game.state.hands(seat)
        assert {card for hand in game.view(None).hands(seat) for card in hand} == {BACK}


@pytest.mark.parametrize("name", GAMES)
def test_hands_never_show_more_than_the_view(name: str) -> None:
    for game in positions(name, 6):
        for viewer in (None, *range(3)):
            seen = game.view(viewer)
            visible = {card for pile in seen.piles for card in pile}
            for seat in range(3):
                for hand, whole in zip(seen.hands(seat), game.state.hands(seat), strict=True):
                    assert visible.issuperset(hand)
                    assert all(card in (BACK, real) for card, real in zip(hand, whole, strict=True))
