"""What was found, in a form that people can read: how often each kind of hand makes each move."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from prial.core.game import Seat
from prial.errors import PrialError, add_sentences, refuse
from prial.ranks.brag import Category, Ranking
from prial.study.solve.cfr import Solver, Strategy, reached
from prial.study.solve.tree import Tree

add_sentences("en", {"solve.after": "Nobody decides after {path}; possible after {known}: {moves}."})

_PICTURES: Final = ("jack high", "queen high", "king high", "ace high")


@dataclass(frozen=True, slots=True)
class Share:
    """What some hands do at a turn."""

    kind: str
    """Which hands: ``pair, low``; ``any, not looked at`` for a blind player."""
    share: float
    """How much of all the hands with which that player comes to the turn."""
    moves: dict[str, float]
    """How often each move is made with them."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A turn, and what is done there."""

    after: tuple[str, ...]
    """What was done before."""
    seat: Seat
    """Who decides: 0 is the first to bet, 1 the dealer."""
    blind: bool
    """Whether that player hasn't looked."""
    reached: float
    """In which share of all deals it comes to that."""
    hands: tuple[Share, ...]
    """The best hands first; none where the player never goes."""


def kind_of(of: Ranking, strength: int) -> str:
    """What sort of hand a strength is, pairs and high cards divided by their height."""
    category, ranks = of.shape(strength)
    match category:
        case Category.PAIR:
            return "pair, ten or better" if ranks[0] >= 8 else "pair, nine or lower"
        case Category.HIGH_CARD:
            return _PICTURES[ranks[0] - 9] if ranks[0] >= 9 else "ten high or lower"
        case _:
            return category.replace("_", " ")


def spot(solver: Solver, of: Ranking, after: Sequence[str], strategies: tuple[Strategy, Strategy] | None = None) -> Spot:
    """What is done at a turn.

    Args:
        solver: what has solved the betting.
        of: the ranking of its hands.
        after: what was done before, as the game writes it.
        strategies: the ones to look at; the average ones if not given.
    Raises:
        PrialError: nobody decides there.
    """
    path = tuple(after)
    turn = solver.tree.turn.get(path)
    if turn is None:
        known = path
        while known not in solver.tree.turn:
            known = known[:-1]
        possible = ", ".join(name for name, _ in solver.tree.turn[known].moves)
        raise PrialError(refuse("solve.after", path=", ".join(path), known=", ".join(known) or "the deal", moves=possible))
    found = solver.average() if strategies is None else strategies
    before = _edges_before(solver.tree)[path]
    sides = zip(solver.tree.sides, found, before, strict=True)
    reaches = [reached(side, strategy)[edge] for side, strategy, edge in sides]
    often = float(reaches[0] @ solver.hands.together @ reaches[1]) / solver.hands.pairs
    come = solver.hands.sizes * reaches[turn.seat]
    shares = found[turn.seat][list(solver.tree.edge[path])]
    names = [name for name, _ in turn.moves]
    if turn.blind:
        own = dict(zip(names, shares[:, 0].tolist(), strict=True))
        return Spot(path, turn.seat, blind=True, reached=often, hands=(Share("any, not looked at", 1.0, own),))
    kinds = np.array([kind_of(of, strength) for strength in solver.hands.strengths.tolist()])
    rows = []
    for kind in dict.fromkeys(kinds[::-1].tolist()):
        mine = kinds == kind
        weight = float(come[mine].sum())
        if weight > 0:
            each = (shares[:, mine] * come[mine]).sum(axis=1) / weight
            rows.append(Share(kind, weight / float(come.sum()), dict(zip(names, each.tolist(), strict=True))))
    return Spot(path, turn.seat, blind=False, reached=often, hands=tuple(rows))


def usual(solver: Solver) -> tuple[str, ...] | None:
    """The turn after the first one to which a player who has looked comes most often, by the average strategies.

    Cards that the one holds and the other therefore can't are left out of account.

    Returns:
        What was done before that turn; None where there is none.
    """
    tree, sizes = solver.tree, solver.hands.sizes
    often = [reached(side, found) @ sizes / sizes.sum() for side, found in zip(tree.sides, solver.average(), strict=True)]
    before = _edges_before(tree)
    looked = [path for path, turn in tree.turn.items() if path and not turn.blind]
    return max(looked, key=lambda path: often[0][before[path][0]] * often[1][before[path][1]], default=None)


def _edges_before(tree: Tree) -> dict[tuple[str, ...], tuple[int, int]]:
    """The last edge of each seat before each turn."""
    found: dict[tuple[str, ...], tuple[int, int]] = {(): (0, 0)}
    for path in sorted(tree.turn, key=len):
        turn, (first, second) = tree.turn[path], found[path]
        for (name, _), edge in zip(turn.moves, tree.edge[path], strict=True):
            found[*path, name] = (edge, second) if turn.seat == 0 else (first, edge)
    return found
