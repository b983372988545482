"""A bot that plays Stop the Bus like a beginner: it knows what beats what, and little else."""

from random import Random

from prial.core.game import Choices, View
from prial.errors import add_sentences
from prial.games.stop_the_bus.bots import Thumb
from prial.games.stop_the_bus.choices import Turn, with_call
from prial.games.stop_the_bus.game import BusGame
from prial.games.stop_the_bus.state import Action, Table, TakeAll
from prial.ranks.brag import Category

add_sentences("en", {"stop_the_bus.bot.novice": "Hopes: it takes one card at a time, and stops the bus with high cards."})


class Novice(Thumb):
    """Exchanges one card at a time, never all three.

    Stops the bus with a pair or better, and with the better half of the high-card hands.

    Args:
        game: the game that it plays.
    """

    def __init__(self, game: BusGame) -> None:
        super().__init__(game)
        self._calls_at = game.ranking.least(Category.PAIR) // 2

    def choose(self, view: View[Table], choices: Choices[Action], rng: Random) -> Action:
        turn, strength = Turn(self.game.rules, view), self.game.ranking.strength
        single = [exchange for exchange in turn.exchanges if not isinstance(exchange, TakeAll)] or turn.exchanges
        best = max(single, key=lambda exchange: strength(turn.after(exchange)))
        return with_call(best) if turn.no_call is None and strength(turn.after(best)) >= self._calls_at else best
