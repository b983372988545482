"""Makes the tree of a game's betting between two players, by playing the game itself. So no betting rule is repeated here.

The betting is played in three deals at the same time. In the first, seat 0 of the tree holds the better hand; in the second, the
worse hand; in the third, a hand equal to seat 1's. The three deals come to the same turns and ends, because the same actions are
allowed in all three. For each end, the tree has the chips won in the three deals.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final, TypeAlias, TypeVar

from prial.core.game import Game, Over, Seat, State, View, view
from prial.errors import PrialError, RulesError, add_sentences, refuse
from prial.ranks.brag import Ranking
from prial.study.solve.tree import End, Node, Turn

add_sentences(
    "en",
    {"solve.turns": "There are more than {most} turns in this betting, too many to solve: take fewer chips, or fewer bets."},
)

TURNS: Final = 5_000
"""Default for the greatest number of turns in a tree."""
_TRIES: Final = 20_000
"""Greatest number of deals in the search for equal hands."""

P = TypeVar("P")
"""The type of the public part of a view."""
Worlds: TypeAlias = tuple[State[Any], State[Any], State[Any]]
"""Three states of the game that differ only in the cards.

Seat 0 of the tree holds the better hand in the first state, the worse hand in the second, and an equal hand in the third.
"""
Considered: TypeAlias = Callable[[Any, list[Any]], list[Any]]
"""A function that chooses the actions to examine, from the public part of a state and the allowed actions."""


def worlds(deal: Callable[[], State[Any]], better: Callable[[State[Any]], int]) -> Worlds:
    """Deal until seat 0 of the tree has held the better hand, the worse hand and an equal hand. Return these three states.

    If equal hands are never dealt, the third state is the same as the second.

    Args:
        deal: makes a new deal, up to the first bet.
        better: compares the hands in a state. The result is above 0 if seat 0 of the tree has the better hand, below 0 for the
            worse hand, and 0 for equal hands.
    """
    found: dict[int, State[Any]] = {}
    for _ in range(_TRIES):
        if len(found) == 3:
            break
        state = deal()
        sign = better(state)
        found.setdefault((sign > 0) - (sign < 0), state)
    return found[1], found[-1], found.get(0, found[-1])  # with a short pack, equal hands may be impossible


def table_of(seen: Any, kind: type[P]) -> P:
    """Get the public part of a view, and check that it belongs to the right game.

    Args:
        seen: the view of a player or a spectator.
        kind: the type of the game's public part.
    Raises:
        RulesError: if ``seen`` isn't a view, or is a view of another game.
    """
    if not isinstance(seen, View):
        raise RulesError(refuse("given.view", found=type(seen).__name__))
    if not isinstance(seen.public, kind):
        raise RulesError(refuse("given.view", found="View of another game"))
    return seen.public


def at_own_turns(deeds: Iterable[tuple[Seat, str]], turn: Seat, look: str) -> tuple[str, ...]:
    """Put the moves of a deal in the order of a tree. In a tree, players look at their hands only at their own turns.

    Each look gets one of two places:

    * immediately before the player's next move
    * at the end, if no move of the player follows and it is the player's turn

    A look is left out if it has neither place.

    Args:
        deeds: the seat and the text of each move, in the order of play.
        turn: the seat to act.
        look: the text of a look.
    """
    found, looked = list[str](), dict[Seat, list[str]]()
    for seat, text in deeds:
        if text == look:
            looked.setdefault(seat, []).append(text)
        else:
            found += [*looked.pop(seat, []), text]
    return (*found, *looked.get(turn, []))


def walk(
    game: Game[Any, Any],
    start: Worlds,
    first: Seat,
    considered: Considered,
    blind: Callable[[Any, Seat], bool],
    most: int = TURNS,
    goes_on: Callable[[State[Any]], State[Any]] = lambda state: state,
    ranking: Ranking | None = None,
) -> Node:
    """Make the tree of the betting in one deal, which must be the last deal of its game.

    Args:
        game: the game.
        start: three states at the start of the betting (see `Worlds`).
        first: the seat of the game that becomes seat 0 of the tree. The next seat becomes seat 1.
        considered: chooses the actions to examine at a turn.
        blind: says whether a seat hasn't looked at its hand. It gets the public part of the state and the seat.
        most: greatest number of turns in the tree.
        goes_on: gets the state after an action, makes the moves that aren't bets, and returns the state at the next bet or at the
                end.
        ranking: the ranking by which the game compares hands; None if the betting is the same for any ranking.
    Returns:
        The tree. At each end, seat 0 of the tree wins half the difference between the two seats' gains, in chips. Seat 1 loses
        the same amount. For example, gains of 7 and −3 chips count as 5 and −5.
    Raises:
        PrialError: if there are more turns than ``most``.
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

    root = go(start)
    return replace(root, ranking=ranking) if isinstance(root, Turn) else root
