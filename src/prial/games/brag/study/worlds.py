"""Draws random states of a game of Brag that fit what a seat sees."""

from random import Random

from prial.core.game import State, View
from prial.games.brag.finish import worth_of
from prial.games.brag.game import BragGame
from prial.games.brag.state import How, Table
from prial.study.worlds import dealt


def world(game: BragGame, view: View[Table], rng: Random) -> State[Table] | None:
    """Draw a random state that fits what a seat sees.

    Only the players' hands are drawn now. Any other unseen card is drawn when the game deals it.

    Args:
        game: the game.
        view: what the seat sees.
        rng: the random generator.
    Returns:
        The state; None if the drawn cards don't fit. After None, the caller should try again.
    """
    held = {pile for hands in view.public.hands for hand in hands for pile in hand}
    undrawn = {pile for pile, seen in enumerate(view.seen) if not seen and pile not in held}
    state = dealt(game, view, rng, undrawn=undrawn)
    return state if _lost_fairly(game, state) else None


def _lost_fairly(game: BragGame, state: State[Table]) -> bool:
    """Whether the hands fit the result of the last showdown."""
    table = state.public
    last, payer = table.last, table.payer
    if last is None or table.how is not How.SEE or payer is None or payer in last.shown:
        return True
    # A player who pays to see and loses without showing can't have had the better hand
    return worth_of(game.rules, state, payer) <= worth_of(game.rules, state, last.awards[0].winners[0])
