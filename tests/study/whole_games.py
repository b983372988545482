"""Compares a solution of two players' betting with the same game played in full by another solver, every deal, hand by hand."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any, TypeAlias

import numpy as np
import pytest

from prial.cards import Card
from prial.core.game import BACK, Seat
from prial.ranks.brag import ranking
from prial.study.solve.cfr import Measure, Solver
from prial.study.solve.hands import Hands, classes
from prial.study.solve.tree import Node
from prial.testing.play import AnyGame
from tests.blind_brag import solve as plain

Held: TypeAlias = Callable[[Any, Seat], Sequence[int]]
"""Given a table and a seat, gives the piles of the seat's hand."""


def each_hand_apart(pack: tuple[Card, ...], of: Any = None) -> Hands:
    """Hands that aren't put into classes."""
    table = of or ranking()
    hands = sorted(combinations(pack, 3), key=table.strength)
    together = np.array([[int(not {*one} & {*other}) for other in hands] for one in hands], np.int64)
    return Hands(tuple(hands), np.ones(len(hands), np.int64), np.array([table.strength(hand) for hand in hands]), together)


def transferred(
    tree: plain.Tree, found: list[plain.Node], game: AnyGame, solver: Solver, hands: Hands, held: Held
) -> plain.Floats:
    """The solver's strategy, by action of each information set of the whole game."""
    shares = solver.average()
    strategy = tree.uniform()
    of = {frozenset(hand): number for number, hand in enumerate(hands.examples)}
    order = sorted(range(len(found)), key=lambda at: (found[at].depth, found[at].parent))
    for place, at in enumerate(order):
        node = found[at]
        if node.view is None:
            continue
        path, up = [], node
        while up.parent >= 0:
            if not isinstance(up.action, tuple):
                path.append(game.write(up.action))
            up = found[up.parent]
        cards = [node.view.piles[pile][0] for pile in held(node.view.public, node.seat)]
        number = 0 if BACK in cards else of[frozenset(cards)]
        edges = solver.tree.edge[tuple(reversed(path))]
        first = tree.offset[tree.set[place]]
        strategy[first : first + len(edges)] = shares[node.seat][list(edges), number]
    return strategy


def same_as_the_whole_game(game: AnyGame, root: Node, pack: tuple[Card, ...], held: Held) -> None:
    """Check that all numbers of the solver are those of the real game, on a short pack.

    The real game has information states, which are views, and a best response that knows only these.

    Args:
        game: the table, one deal of which is a whole game.
        root: the tree of its betting.
        pack: its cards.
        held: gives the piles of a seat's hand.
    """
    found = plain.nodes(game)
    tree = plain.Tree(found)
    assert tree.perfect_recall
    single, grouped = each_hand_apart(pack), classes(pack=pack)
    assert len(grouped.sizes) < len(single.sizes)
    measures: list[Measure] = []
    for hands in (single, grouped):
        solver = Solver(hands, root)
        measures.append(solver.run(60))
    # Hand by hand in the whole game
    solver = Solver(single, root)
    solver.run(60)
    strategy = transferred(tree, found, game, solver, single, held)
    best = [tree.best_response(strategy, seat)[0] for seat in (0, 1)]
    assert measures[0].best == pytest.approx(tuple(best), abs=1e-9)
    assert measures[0].value == pytest.approx(float(tree.values(strategy)[0]), abs=1e-9)
    assert measures[0].exploitability == pytest.approx(tree.exploitability(strategy), abs=1e-9)
    # Classes give the same result
    assert measures[1].best == pytest.approx(measures[0].best, abs=1e-5)
    assert measures[1].value == pytest.approx(measures[0].value, abs=1e-5)
    # An independent solver finds the same value
    other = tree.solve(100)
    assert abs(float(tree.values(other)[0]) - measures[1].value) <= tree.exploitability(other) * 2 + measures[1].gap
