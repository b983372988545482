"""Reports solved strategies in a form that people can read: how often each move is made with each kind of hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from prial.core.game import Seat
from prial.ranks.brag import Category, Ranking
from prial.study.solve.cfr import Solver, Strategy, reached
from prial.study.solve.tree import Tree

SELDOM: Final = 0.0005
"""A turn is rare if the share of deals in which it is reached is below this number."""
_PICTURES: Final = ("jack high", "queen high", "king high", "ace high")
"""Names of high-card hands with a jack, a queen, a king or an ace."""


@dataclass(frozen=True, slots=True)
class Share:
    """What a player does at a turn with one kind of hand, such as a pair."""

    kind: str
    """The kind of hand, such as ``pair, nine or lower``; ``any, not looked at`` for a blind player."""
    share: float
    """Share of this kind among the hands with which the player comes to the turn, from 0 to 1."""
    moves: dict[str, float]
    """Maps the name of each move to its probability with this kind of hand."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A turn of the betting, and what the player does with each kind of hand.

    At a rare turn (`is_seldom`), the moves say little about good play. A strategy is improved only at turns that are reached.
    """

    after: tuple[str, ...]
    """The moves before the turn."""
    seat: Seat
    """The player who decides: 0 bets first, 1 is the dealer."""
    blind: bool
    """Whether the player hasn't looked at the hand."""
    reached: float
    """Share of all deals in which this turn is reached, 0 to 1."""
    hands: tuple[Share, ...]
    """The player's moves with each kind of hand, the best kind first; empty if the player never comes to this turn."""

    @property
    def is_seldom(self) -> bool:
        """Whether the turn is rare: the share of deals in which it is reached is below `SELDOM`."""
        return self.reached < SELDOM


def kind_of(of: Ranking, strength: int) -> str:
    """Name the kind of a hand, such as ``pair, ten or better``. Pairs and high cards are divided into several kinds.

    Args:
        of: the ranking.
        strength: the hand's strength in the ranking.
    """
    category, ranks = of.shape(strength)
    match category:
        case Category.PAIR:
            return "pair, ten or better" if ranks[0] >= 8 else "pair, nine or lower"
        case Category.HIGH_CARD:
            return _PICTURES[ranks[0] - 9] if ranks[0] >= 9 else "ten high or lower"
        case _:
            return category.replace("_", " ")


def spot(solver: Solver, of: Ranking, after: Sequence[str], strategies: tuple[Strategy, Strategy] | None = None) -> Spot:
    """Get what the player does at a turn with each kind of hand.

    Args:
        solver: the solver of the betting.
        of: the ranking of hands.
        after: the moves before the turn, as the game writes them.
        strategies: strategies of seat 0 and seat 1; None for the solver's average ones.
    Raises:
        PrialError: if nobody is to act after these moves.
    """
    path = solver.tree.at(after)
    turn = solver.tree.turn[path]
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
    """Estimate which turn is reached most often with the solver's average strategies.

    The first turn and the turns of blind players are left out.

    Returns:
        The moves before that turn; None if there is no such turn.
    """
    tree, sizes = solver.tree, solver.hands.sizes
    # An estimate: it ignores that two players can't hold the same card
    often = [reached(side, found) @ sizes / sizes.sum() for side, found in zip(tree.sides, solver.average(), strict=True)]
    before = _edges_before(tree)
    looked = [path for path, turn in tree.turn.items() if path and not turn.blind]
    return max(looked, key=lambda path: often[0][before[path][0]] * often[1][before[path][1]], default=None)


def _edges_before(tree: Tree) -> dict[tuple[str, ...], tuple[int, int]]:
    """For each turn, the index of each seat's last edge before the turn.

    The keys are the moves before the turns.
    """
    found: dict[tuple[str, ...], tuple[int, int]] = {(): (0, 0)}
    for path in sorted(tree.turn, key=len):
        turn, (first, second) = tree.turn[path], found[path]
        for (name, _), edge in zip(turn.moves, tree.edge[path], strict=True):
            found[*path, name] = (edge, second) if turn.seat == 0 else (first, edge)
    return found
