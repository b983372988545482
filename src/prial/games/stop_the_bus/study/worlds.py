"""Draws complete states of a game of Stop the Bus that fit what a seat sees."""

from random import Random

from prial.core.game import State, View
from prial.games.stop_the_bus.game import BusGame
from prial.games.stop_the_bus.state import Table
from prial.study.worlds import dealt


def world(game: BusGame, view: View[Table], rng: Random) -> State[Table]:
    """Draw a random complete state that fits what a seat sees.

    Cards that were taken openly stay with the players who took them.

    Args:
        game: the game.
        view: what the seat sees.
        rng: draws the hidden cards.
    """
    table = view.public
    taken = zip(table.hands, table.known, strict=False)  # before the first deal nobody has a hand
    return dealt(game, view, rng, known={pile: cards for pile, cards in taken if pile >= 0})
