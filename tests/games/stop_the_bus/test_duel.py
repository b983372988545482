"""Two players left and every card known: the deal is solved exactly, and nobody wins from that by walking in circles."""

from random import Random
from typing import Any

import pytest

from prial.core.game import Seat, State, view
from prial.games.stop_the_bus import BusGame
from prial.games.stop_the_bus.bots import Conductor, Thumb
from prial.games.stop_the_bus.bots.duel import HANDS, moves
from prial.games.stop_the_bus.bots.worlds import chance_to_win
from prial.games.stop_the_bus.rules import SCHEMA
from prial.games.stop_the_bus.state import Table
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
    [("take 9h put 2s",), ("take 9h put 2s", "take Jh put 9c"), ("take 9h put 2s", "take Jh put 9c", "take 9s put 4d")],
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
    assert of.made.shape == of.after.shape == (1680, 11)
    for at, (own, other) in enumerate(list(of.number)[::97]):
        number = 97 * at
        assert of.other[number] == other
        assert set(of.made[number, :9]) == {
            HANDS.index(tuple(sorted({*HANDS[own], take} - {put})))
            for put in HANDS[own]
            for take in set(range(9)) - {*HANDS[own], *HANDS[other]}
        }


class Circles(Thumb):
    """Walks ahead of a bot whose answers it knows, and stops where the bot can't mend it (found against an earlier conductor)."""

    def __init__(self, game: BusGame, bot: Any) -> None:
        super().__init__(game)
        self.bot = bot

    def choose(self, view: Any, choices: Any, rng: Random) -> Any:  # the method of a bot
        table, me = view.public, view.seat
        others = [seat for seat in table.playing if seat != me]
        if len(others) != 1 or table.stopped is not None or len(table.known[others[0]]) < 3:
            return super().choose(view, choices, rng)
        piles = list(view.piles)
        piles[table.hands[others[0]]] = table.known[others[0]]
        seen = tuple([1 << seat for seat in range(self.game.seats)]) + (-1,) * 3
        return self.walk(State(table, tuple(piles), seen), me, others[0]) or super().choose(view, choices, rng)

    def walk(self, start: State[Table], me: Seat, other: Seat) -> Any:
        """The first action of the shortest line that wins the deal from the bot; None if none is found."""
        waiting: list[tuple[State[Table], Any]] = [(start, None)]
        met = {start.piles}
        for state, first in waiting:
            for action in self.game.choices(view(state, me)):
                after = self.game.act(state, {me: action})
                if after.public.last is None:
                    seen = view(after, other)
                    after = self.game.act(after, {other: self.bot.choose(seen, self.game.choices(seen), Random(1))})
                if after.public.last is None and after.public.stopped == other:
                    ends = [self.game.act(after, {me: last}) for last in self.game.choices(view(after, me))]
                else:
                    ends = [after]
                for end in ends:
                    if end.public.last is not None and end.public.last.paid[other] > end.public.last.paid[me]:
                        return first or action
                    if end.public.last is None and end.piles not in met and len(waiting) < 10:
                        met.add(end.piles)
                        waiting.append((end, first or action))
        return None


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
            state, walker = start, Circles(game, bot)
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
