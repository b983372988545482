"""Two players left and every card known: the deal is solved exactly, and nobody wins from that by walking in circles."""

from random import Random
from typing import Any

import numpy as np
import pytest

from prial.core.game import Seat, State, view
from prial.games.stop_the_bus import BusGame
from prial.games.stop_the_bus.bots import Conductor, Thumb
from prial.games.stop_the_bus.bots.duel import HANDS, moves, solve
from prial.games.stop_the_bus.bots.worlds import chance_to_win
from prial.games.stop_the_bus.rules import SCHEMA
from prial.games.stop_the_bus.state import Table
from prial.games.stop_the_bus.study.leading import Leading
from tests.games.stop_the_bus.table import Playing

OPEN = ("take all", "take all")
"""Turns after which both hands are known."""


def worth(game: BusGame, state: State[Table], me: Seat) -> float:
    """The chance to win the game by the best play of both, found by trying everything that the game itself allows."""
    table = state.public
    if table.last is not None:
        return chance_to_win(table.scores[me], (table.scores[1 - me],))
    after = [game.act(state, {table.seat: action}) for action in game.choices(view(state, table.seat))]
    return (max if table.seat == me else min)(worth(game, each, me) for each in after)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"put_back": "forbidden", "worst_tie": "nobody_pays"},
        {"prial_call": "costs_more", "top_prial": "aces"},
        {"first_call": "after_first_round"},
    ],
    ids=str,
)
@pytest.mark.parametrize(
    "more",
    [
        pytest.param(("take 9h put 2s",), marks=pytest.mark.soak),
        ("take 9h put 2s", "take Jh put 9c"),
        ("take 9h put 2s", "take Jh put 9c", "take 9s put 4d"),
    ],
    ids=len,
)
def test_each_exchange_is_worth_what_the_whole_rest_of_the_deal_makes_it(options: dict[str, Any], more: tuple[str, ...]) -> None:
    t = Playing(players=2, tokens=2, exchange="one_or_three", max_turns=6, **options)
    t.deal("9cJdQh", "9h9sJh", middle="4d8c2s").do(*OPEN, *more)
    seen = view(t.state, t.table.seat)
    found = Conductor(t.game).exact(seen)
    assert found.keys() == set(t.game.choices(seen))
    for action, value in found.items():
        after = t.game.act(t.state, {t.table.seat: action})
        assert value == pytest.approx(worth(t.game, after, t.table.seat)), t.game.write(action)


def test_nothing_is_solved_while_cards_are_hidden_or_the_bus_is_stopped() -> None:
    bot = Conductor(Playing(players=2).game)
    hidden = Playing(players=2).deal("9cJdQh", "9h9sJh", middle="4d8c2s").do("take 4d put 9c")
    three = Playing(players=3, exchange="one_or_three").deal("9cJdQh", "9h9sJh", "5c5d6s", middle="4d8c2s").do(*OPEN, "take all")
    stopped = (
        Playing(players=2, exchange="one_or_three")
        .deal("9cJdQh", "9h9sJh", middle="4d8c2s")
        .do("take all", "take all stop the bus")
    )
    for t in (hidden, three, stopped):
        assert bot.exact(view(t.state, t.table.seat)) == {}


def test_all_positions_of_nine_cards_have_all_their_exchanges() -> None:
    of = moves(keeps=True, all_three=True)
    assert len(of.number) == 84 * 20
    assert of.made.shape == of.after.shape == (11, 1680)
    for at, (own, other) in enumerate(list(of.number)[::97]):
        number = 97 * at
        assert of.other[number] == other
        assert set(of.made[:9, number]) == {
            HANDS.index(tuple(sorted({*HANDS[own], take} - {put})))
            for put in HANDS[own]
            for take in set(range(9)) - {*HANDS[own], *HANDS[other]}
        }


@pytest.mark.parametrize("turns", [3, 4, 29, 30, 199, 200])
def test_worths_that_repeat_are_those_of_all_turns(turns: int) -> None:
    """Where this turn may not call, all turns are gone through; the worths of going on are the same."""
    rng = np.random.default_rng(turns)
    worth = rng.integers(0, 3, (84, 84)) / 2
    repeated, gone_through = (
        solve((0, 9, 20), (3, 30, 41), (7, 12, 50), worth, turns, first_call, keeps=True, all_three=True) for first_call in (1, 2)
    )
    assert np.array_equal(repeated.goes_on, gone_through.goes_on)
    assert np.array_equal(repeated.stops, gone_through.stops)


def positions(number: int) -> list[State[Table]]:
    """Positions of two players with all cards known, from random deals."""
    game, found = BusGame(SCHEMA.make({"players": 2, "exchange": "one_or_three", "max_turns": 30}, "pub")), []
    for seed in range(number):
        state, rng = game.start(), Random(seed)
        while not hasattr(game.node(state), "seats"):
            state = game.deal(state, game.node(state).draw.sample(rng))  # type: ignore[union-attr]  # nature moves first
        for _ in OPEN:
            state = game.act(state, {state.public.seat: game.read("take all")})
        found.append(state)
    return found


def test_who_walks_in_circles_wins_nothing_from_an_exact_answer() -> None:
    """From each position it loses at most what the position is worth, and a bot that looks only at its hand loses more."""
    game = BusGame(SCHEMA.make({"players": 2, "exchange": "one_or_three", "max_turns": 30}, "pub"))
    exact, naive = Conductor(game), Thumb(game)
    lost = {"exact": 0, "naive": 0}
    for start in positions(6):
        value = max(exact.exact(view(start, start.public.seat)).values())
        for name, bot in (("exact", exact), ("naive", naive)):
            state, walker = start, Leading(game, bot, 10)
            me = start.public.seat
            while state.public.last is None:
                seen = view(state, state.public.seat)
                player = walker if state.public.seat == me else bot
                action = player.choose(seen, game.choices(seen), Random(1))
                state = game.act(state, {state.public.seat: action})
            made = chance_to_win(state.public.scores[me], (state.public.scores[1 - me],))
            lost[name] += made > value + 1e-9
    assert lost["exact"] == 0
    assert lost["naive"] > 0
