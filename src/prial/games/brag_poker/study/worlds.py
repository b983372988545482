"""Draws the hidden cards of a game of Brag Poker at random, so that they fit what a seat sees."""

from random import Random

from prial.core.game import State, View
from prial.games.brag_poker.game import BragPokerGame
from prial.games.brag_poker.state import Deed, Table
from prial.study.worlds import dealt


def world(game: BragPokerGame, view: View[Table], rng: Random) -> State[Table]:
    """Draw a random complete state that fits what a seat sees.

    If a discard was shuffled into a new pack, its old pile gets no card.

    Args:
        game: the game with the rules of the table.
        view: what the seat sees.
        rng: the random generator.
    """
    table = view.public
    held = {pile for piles in (*table.hands, *table.discards) for pile in piles}
    undrawn = {pile for pile, seen in enumerate(view.seen) if not seen and pile not in held}
    state = dealt(game, view, rng, undrawn=undrawn)
    piles = list(state.piles)
    for hand in map(table.hands.__getitem__, _sorted(table)):
        for pile, face in zip(hand, sorted([piles[pile] for pile in hand], reverse=True), strict=True):
            piles[pile] = face
    return State(table, tuple(piles), state.seen)


def _sorted(table: Table) -> set[int]:
    """The seats whose hands are sorted, best card first, because their players changed cards after looking at their cards."""
    changed = {did.seat for did in table.did if did.what is Deed.CHANGE and did.cards and not did.blind}
    return changed - ({table.turn} if table.due else set())
