"""A player that thinks ahead against a bot, by asking the bot how it would act."""

from collections.abc import Iterator
from random import Random

from prial.bots.bot import Bot
from prial.core.game import EVERYBODY, Choices, Seat, State, View, view
from prial.games.stop_the_bus.bots import Conductor
from prial.games.stop_the_bus.game import BusGame
from prial.games.stop_the_bus.state import Action, Table


class Leading(Conductor):
    """A player for two-player games against a bot.

    As soon as all cards of the bot are known, the player asks the bot for its answers to actions. The player then takes the
    shortest line of play that wins the deal.

    In these cases, the player plays as `Conductor` does:

    * a card of the bot is unknown
    * no line of play that wins was found
    * the bus has been stopped

    Args:
        game: the game.
        bot: the opponent.
        positions: greatest number of positions to search.
    """

    def __init__(self, game: BusGame, bot: Bot, positions: int) -> None:
        super().__init__(game)
        self.bot, self.positions = bot, positions

    def choose(self, view: View[Table], choices: Choices[Action], rng: Random) -> Action:
        table, me = view.public, view.seat
        assert me is not None
        if table.stopped is None and len(table.known[1 - me]) == 3:
            piles = list(view.piles)
            piles[table.hands[1 - me]] = table.known[1 - me]
            state = State(table, tuple(piles), (1, 2, EVERYBODY, EVERYBODY, EVERYBODY))
            if (line := self._line(state, me)) is not None:
                return line
        return super().choose(view, choices, rng)

    def _line(self, start: State[Table], me: Seat) -> Action | None:
        """The first action of the shortest line of play that wins the deal; None if no line is found."""
        waiting: list[tuple[State[Table], Action | None]] = [(start, None)]
        met = {start.piles}
        for state, first in waiting:
            for action in self.game.choices(view(state, me)):
                begun = first or action
                for end in self._after(self.game.act(state, {me: action}), me):
                    last = end.public.last
                    if last is None and end.piles not in met and len(waiting) < self.positions:
                        met.add(end.piles)
                        waiting.append((end, begun))
                    if last is not None and last.paid[1 - me] > last.paid[me]:
                        return begun
        return None

    def _after(self, state: State[Table], me: Seat) -> Iterator[State[Table]]:
        """Let the opponent act, and yield each state that may follow."""
        if state.public.last is None:
            seen = view(state, 1 - me)
            # In the game the bot has other random numbers, so it may choose another action.
            state = self.game.act(state, {1 - me: self.bot.choose(seen, self.game.choices(seen), Random(1))})
        if state.public.last is None and state.public.stopped == 1 - me:
            yield from (self.game.act(state, {me: action}) for action in self.game.choices(view(state, me)))
        else:
            yield state
