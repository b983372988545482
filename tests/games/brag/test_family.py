"""Players of simple habits who bring few chips."""

from functools import partial

import pytest

from prial.bots.registry import make
from prial.core.game import NATURE, Seat, State
from prial.games.brag import BragGame
from prial.games.brag.actions import Action, Bring, write_action
from prial.games.brag.rules import SCHEMA
from prial.games.brag.state import Phase, Table
from prial.games.brag.study.family import HABITS, SHORT, habitual
from prial.study.play import play

ALL_IN = {
    "brings the least and bets it blind": ["bet 1"],
    "brings the least, looks and bets it on anything": ["look", "bet 1"],
}
"""What each does after the ante, unless all others fold first."""


def _heard(moves: list[tuple[Seat, Phase, Action]], state: State[Table], seat: Seat, action: Action) -> None:
    if seat != NATURE:
        moves.append((seat, state.public.phase, action))


@pytest.mark.parametrize("name", SHORT)
def test_who_brings_the_least_stakes_all_of_it_among_bots_with_a_purse(name: str) -> None:
    game = BragGame(SCHEMA.make({"players": 3, "least_purse": 2}, "house"))
    canny, short = make(game, "canny"), habitual(name, game)
    done = []
    for seat in range(3):
        moves: list[tuple[Seat, Phase, Action]] = []
        play(game, [short if each == seat else canny for each in range(3)], [1], 1, partial(_heard, moves))
        brought = {who: action.chips for who, _, action in moves if isinstance(action, Bring)}
        assert brought == {each: 2 if each == seat else 100 for each in range(3)}
        done.append([write_action(action) for who, phase, action in moves if who == seat and phase is Phase.BET])
    assert ALL_IN[name] in done
    assert all(said in (ALL_IN[name], []) for said in done)


def test_habits_have_one_name_each() -> None:
    assert not SHORT.keys() & HABITS.keys()
