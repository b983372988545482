"""The public tree of a betting game of two, walked through the game itself: no rule of betting is written here.

One deal is walked in three worlds at once, in which the tree's seat 0 holds the better hand, the worse one and an equal one.
Whatever the game offers and does is public, so the three go the same ways; what they pay at an end is what the end is worth.
"""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from prial.core.game import Game, Over, Seat, State, view
from prial.errors import PrialError, add_sentences, refuse
from prial.study.solve.tree import End, Node, Turn

add_sentences(
    "en",
    {"solve.turns": "There are more than {most} turns in this betting, too many to solve: take fewer chips, or fewer bets."},
)

TURNS: Final = 5_000
"""Turns of a tree at most."""
_TRIES: Final = 20_000
"""Deals looked at for equal hands, which in a whole pack are one in some 900."""

Worlds: TypeAlias = tuple[State[Any], State[Any], State[Any]]
"""The same table with the better hand, the worse one, and an equal one."""
Considered: TypeAlias = Callable[[Any, list[Any]], list[Any]]
"""Which of the actions that a table allows are looked at."""


def worlds(deal: Callable[[], State[Any]], better: Callable[[State[Any]], int]) -> Worlds:
    """The three worlds.

    Args:
        deal: deals anew.
        better: above 0 where the tree's seat 0 holds the better hand, below 0 the worse one, 0 an equal one.
    """
    found: dict[int, State[Any]] = {}
    for _ in range(_TRIES):
        if len(found) == 3:
            break
        state = deal()
        sign = better(state)
        found.setdefault((sign > 0) - (sign < 0), state)
    return found[1], found[-1], found.get(0, found[-1])  # a short pack may have no equal hands


def walk(
    game: Game[Any, Any],
    start: Worlds,
    first: Seat,
    considered: Considered,
    blind: Callable[[Any, Seat], bool],
    most: int = TURNS,
    goes_on: Callable[[State[Any]], State[Any]] = lambda state: state,
) -> Node:
    """The betting of one deal, the last of its game.

    Args:
        game: the table.
        start: where the betting begins.
        first: the seat that is the tree's seat 0; the next one is seat 1.
        considered: which actions are looked at.
        blind: whether a seat hasn't looked at its hand.
        most: turns at most.
        goes_on: what happens of itself after an action.
    Returns:
        The tree. What seat 0 wins is half of what it wins more than seat 1, which leaves antes of those who folded out.
    Raises:
        PrialError: more turns than that.
    """
    left = most

    def go(states: Worlds) -> Node:
        nonlocal left
        nodes = [game.node(state) for state in states]
        if isinstance(nodes[0], Over):
            ledgers = [node.result.ledger[first : first + 2] for node in nodes if isinstance(node, Over)]
            better, worse, equal = [(mine - other) / 2 for mine, other in ledgers]
            if equal in (better, worse):
                return End(better, worse, int(equal == worse))
            return End(better, worse, None, equal - (better + worse) / 2)
        left -= 1
        if left < 0:
            raise PrialError(refuse("solve.turns", most=f"{most:,}"))
        table = states[0].public
        seat = table.turn
        offered = [list(game.choices(view(state, seat))) for state in states]
        assert offered[0] == offered[1] == offered[2]
        moves = []
        for action in considered(table, offered[0]):
            one, two, three = [goes_on(game.act(state, {seat: action})) for state in states]
            moves.append((game.write(action), go((one, two, three))))
        return Turn(seat - first, tuple(moves), blind(table, seat))

    return go(start)
