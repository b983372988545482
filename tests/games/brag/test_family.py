"""Players of simple habits: some bring few chips, and some raise with any hand."""

from functools import partial
from random import Random

import pytest

from prial.bots.bot import Bot
from prial.bots.registry import make
from prial.core.game import NATURE, Seat, State, view
from prial.games.brag import BragGame
from prial.games.brag.actions import Action, Bet, Bring, Look, write_action
from prial.games.brag.rules import SCHEMA
from prial.games.brag.state import Phase, Table
from prial.games.brag.study.family import HABITS, OTHERS, SHORT, habitual
from prial.study.play import play
from tests.games.brag.table import Playing

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


@pytest.mark.parametrize(
    ("name", "words", "raised"),
    [
        ("raises once", [], True),
        ("raises once", ["look & bet 2"], False),
        ("raises once as the last", ["look & bet 1"], False),
        ("raises once as the last", ["look & bet 1", "look & bet 1"], True),
        ("raises once as the last", ["look & bet 1", "look & fold"], True),
        ("raises once as the last", ["look & bet 2", "look & fold"], False),
    ],
)
def test_who_raises_once_does_so_with_any_hand_where_nobody_has_raised(name: str, words: list[str], raised: bool) -> None:
    """The pot holds 3 antes and the bets. In all other cases the player plays like Canny."""
    table = Playing(players=3)
    table.deal("2c3d5h", "2d3h5c", "2h3c5s")
    table.turns(*words)
    seat = table.table.turn
    player, bot = habitual(name, table.game), make(table.game, "canny")

    def says(by: Bot) -> object:
        return by.choose(view(table.state, seat), table.choices(seat), Random(1))

    assert says(player) == (Look() if raised else says(bot))
    table.do(seat, "look")
    assert says(player) == (Bet(1 + table.pot // 2) if raised else says(bot))


def test_habits_have_one_name_each() -> None:
    assert len({*HABITS, *SHORT, *OTHERS}) == len(HABITS) + len(SHORT) + len(OTHERS)
