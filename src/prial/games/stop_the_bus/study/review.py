"""Reviews games of Stop the Bus: what each exchange was worth, in tokens, and which was the best.

To judge an exchange, the deal is played out many times (`prial.study.rollouts`). The other players get cards that they may hold.
Cards that a player took in public stay with the player. The cards that a player put down make some hands of the player
likelier.

Opponents who are simpler bots (`BusModel.quick`) play in their own way. All other players play like the bot `Thumb`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from prial.bots.bot import Bot
from prial.cards import best_first, symbol
from prial.core.game import EVERYBODY, Seat, State, View
from prial.games.stop_the_bus.bots import Thumb, queens
from prial.games.stop_the_bus.bots.worlds import Book, Worlds
from prial.games.stop_the_bus.choices import Turn, with_call
from prial.games.stop_the_bus.game import BusGame
from prial.games.stop_the_bus.state import Action, Call, Table, Take
from prial.study.decisions import analysing, coaching, reviewer
from prial.study.review import Hands
from prial.study.rollouts import Model, World


class BusModel(Model):
    """Judges the exchanges in a game of Stop the Bus.

    Args:
        game: the game with the rules of the table.
        bots: maps a seat's number, as text, to the name of the bot in this seat.
    """

    unit = "tokens"
    against = "Judged against players who play by the rule of thumb."
    quick = ("random", "novice")
    note = "An exchange is worth the tokens that the others pay on average, less what you pay."

    def __init__(self, game: BusGame, bots: Mapping[str, Any]) -> None:
        super().__init__(game, bots)
        self._bus, self._book = game, Book(game.rules, game.ranking, queens(game.ranking))
        self._usual: Bot = Thumb(game)

    def answers(self, seen: View[Table], given: Action | None = None) -> Sequence[Action]:
        """List every exchange, both with and without stopping the bus.

        A player may put the taken card down again. All exchanges of this kind have the same effect. Only one of them is listed,
        with and without stopping the bus.

        Args:
            seen: what the player sees.
            given: the action that the player chose. It is always listed, unless it only stops the bus.
        """
        turn = Turn(self._bus.rules, seen)
        found: dict[object, Action] = {}
        for answer in (given, *turn):
            if answer is not None and not isinstance(answer, Call):
                puts_back = isinstance(answer, Take) and answer.take == answer.put
                found.setdefault(("back", answer.stop) if puts_back else answer, answer)
        return list(found.values())

    def whole(self, answer: Action, added: Action | None) -> Action:
        """Return the action to judge: the exchange, and also the call if the player stopped the bus after the exchange.

        Args:
            answer: the exchange.
            added: the later call to stop the bus; None if there was none.
        """
        return answer if added is None or isinstance(answer, Call) else with_call(answer)

    def worlds(self, seen: View[Table], number: int, rng: np.random.Generator) -> Sequence[World]:
        drawn = Worlds(self._book, seen, self._bus.pack, rng, number)
        assert seen.seat is not None
        players = [self._usual if seat == seen.seat else self.seated.get(seat, self._usual) for seat in range(self.game.seats)]
        looked = [0] * len(seen.piles)
        for pile in seen.public.middle:
            looked[pile] = EVERYBODY
        for seat in drawn.seats:
            looked[seen.public.hands[seat]] = 1 << seat
        worlds, piles = [], list(seen.piles)
        for hands in drawn.hands.tolist():
            for seat, hand in zip(drawn.seats, hands, strict=True):
                piles[seen.public.hands[seat]] = best_first(hand)
            worlds.append(World(State(seen.public, tuple(piles), tuple(looked)), players))
        return worlds

    def worth(self, seen: View[Table], state: State[Table]) -> float | None:
        """The tokens that the other players pay on average, minus the tokens that the player who sees ``seen`` pays.

        The result is None while the deal goes on.
        """
        settled, me = state.public.last, seen.seat
        if settled is None:
            return None
        assert me is not None
        others = [settled.paid[seat] for seat in seen.public.playing if seat != me]
        return sum(others) / len(others) - settled.paid[me]

    def deal(self, state: State[Table]) -> int:
        return state.public.deal

    def settled(self, state: State[Table]) -> bool:
        return state.public.last is not None

    def standing(self, state: State[Table], seat: Seat) -> int:
        return state.public.scores[seat]

    def cards(self, seen: View[Table]) -> Hands:
        """The seat's hand, and the three cards in the middle."""
        table = seen.public
        assert seen.seat is not None
        return seen.piles[table.hands[seen.seat]], tuple([seen.piles[pile][0] for pile in table.middle])

    def words(self, seen: View[Table], answer: Action) -> str:
        match answer:
            case Take(take=take, put=put, stop=stop):
                told = "change nothing" if take == put else f"take {symbol(take)} and put {symbol(put)} down"
            case Call():
                return "stop the bus"
            case _:
                told, stop = "take all three", answer.stop
        return f"{told}, stop the bus" if stop else told

    def situation(self, seen: View[Table]) -> str:
        table = seen.public
        tokens = table.scores[seen.seat or 0]
        return f"{tokens} {'token' if tokens == 1 else 'tokens'} left" + (", last turn" if table.stopped is not None else "")


review = reviewer(BusModel)
"""Reviews a recorded game of Stop the Bus: judges each exchange, and names the best one."""
analysis = analysing(BusModel)
"""Analyses a decision in Stop the Bus: gives the worth of the best actions, in tokens."""
coach = coaching(BusModel)
"""Advises a player of Stop the Bus at a decision: names the best action, and says how many tokens it is worth."""
