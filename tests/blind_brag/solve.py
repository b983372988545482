"""A plain CFR+ over a whole game of two seats, for tests: it knows information states, which are views, and nothing else.

The tree is laid out once, breadth first, so that a node's children are next to each other and a pass over the tree is a few
array operations per level. (Tammelin, "Solving Large Imperfect Information Games Using CFR+", 2014.)
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prial.core.game import Chance, Over, Seat, State, View, view
from prial.testing.play import AnyGame

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

NATURE, END = -1, -2


@dataclass(slots=True)
class Node:
    """One history of the game."""

    depth: int
    parent: int
    """Its parent's position in the list of all nodes; -1 for the start."""
    seat: Seat
    """The seat that decides, `NATURE` or `END`."""
    chance: float
    """The probability of the chance move that led to it; 1 where a seat moved."""
    payoff: float
    """Chips that seat 0 won, at an end."""
    action: Any
    """The action that led to it."""
    view: View[Any] | None
    """The deciding seat's view."""
    last: int
    """Position of the deciding seat's previous node; -1 for none."""


def nodes(game: AnyGame) -> list[Node]:
    """All histories of a game in which one seat decides at a time; each one is before those that continue it.

    The game's own functions are called directly: to make each move as a table does, which checks it again, takes twice as long.
    """
    found: list[Node] = []

    def go(state: State[Any], depth: int, parent: int, chance: float, action: Any, last: dict[Seat, int]) -> None:
        node, at = game.node(state), len(found)
        if isinstance(node, Over):
            found.append(Node(depth, parent, END, chance, float(node.result.ledger[0]), action, None, -1))
        elif isinstance(node, Chance):
            found.append(Node(depth, parent, NATURE, chance, 0.0, action, None, -1))
            share = 1 / node.draw.count()
            for outcome, _ in node.draw:
                go(game.deal(state, outcome), depth + 1, at, share, outcome, last)
        else:
            (seat,) = node.seats
            assert not node.also
            seen = view(state, seat)
            found.append(Node(depth, parent, seat, chance, 0.0, action, seen, last.get(seat, -1)))
            for each in game.choices(seen):
                go(game.act(state, {seat: each}), depth + 1, at, 1.0, each, {**last, seat: at})

    go(game.start(), 0, -1, 1.0, None, {})
    return found


class Tree:
    """The game's tree as arrays, level by level.

    Args:
        found: all nodes of the game.
    """

    def __init__(self, found: list[Node]) -> None:
        order = sorted(range(len(found)), key=lambda at: (found[at].depth, found[at].parent))
        place = np.empty(len(found), np.int64)
        place[order] = np.arange(len(found))
        every = [found[at] for at in order]
        size = len(every)
        self.seat: Ints = np.array([node.seat for node in every])
        self.parent: Ints = np.array([0] + [int(place[node.parent]) for node in every[1:]])
        self.chance: Floats = np.array([node.chance for node in every])
        self.payoff: Floats = np.array([node.payoff for node in every])
        children = np.bincount(self.parent[1:], minlength=size)
        self.first: Ints = np.concatenate([[1], 1 + np.cumsum(children)[:-1]])
        """Position of each node's first child."""
        depths = np.array([node.depth for node in every])
        self.levels = [np.flatnonzero(depths == depth) for depth in range(int(depths.max()) + 1)]
        self.inner = [level[self.seat[level] != END] for level in self.levels]

        sets: dict[View[Any], int] = {}
        self.set: Ints = np.array([-1 if node.view is None else sets.setdefault(node.view, len(sets)) for node in every])
        """Number of the information set of each decision."""
        self.sets = len(sets)
        decisions = np.flatnonzero(self.set >= 0)
        self.actions: Ints = np.zeros(self.sets, np.int64)
        """Number of actions of each information set."""
        self.actions[self.set[decisions]] = children[decisions]
        self.same_actions = bool(np.all(self.actions[self.set[decisions]] == children[decisions]))
        self.offset: Ints = np.concatenate([[0], np.cumsum(self.actions)])
        self.owner: Ints = np.zeros(self.sets, np.int64)
        self.owner[self.set[decisions]] = self.seat[decisions]
        self.owner_of_action = np.repeat(self.owner, self.actions)
        self.set_of_action = np.repeat(np.arange(self.sets), self.actions)
        of_parent = self.set[self.parent]
        which = np.arange(size) - self.first[self.parent]
        self.mover = np.where(np.arange(size) > 0, self.seat[self.parent], END)
        self.edge: Ints = np.where(self.mover >= 0, self.offset[of_parent] + which, -1)
        """Number of the information set's action that leads to each node; -1 for chance."""
        self.edges = [level[self.edge[level] >= 0] for level in self.levels]

        def remembered(node: Node) -> tuple[int, Any] | None:
            """The deciding seat's last information set, and its action there."""
            if node.last < 0:
                return None
            at, child = node.parent, node
            while at != node.last:
                child, at = found[at], found[at].parent
            return int(self.set[place[node.last]]), child.action

        memories: dict[int, set[object]] = {}
        for node, number in zip(every, self.set, strict=True):
            if number >= 0:
                memories.setdefault(int(number), set()).add((remembered(node), node.depth))
        self.perfect_recall = all(len(memory) == 1 for memory in memories.values())
        """Whether equal views have the same history of their seat's views and actions, and the same depth."""

    def uniform(self) -> Floats:
        """The strategy in which all actions of an information set are equally likely."""
        return 1 / self.actions[self.set_of_action].astype(float)

    def normal(self, weights: Floats) -> Floats:
        """Weights of actions as probabilities; equal ones where all weights are 0."""
        total = np.bincount(self.set_of_action, weights, self.sets)[self.set_of_action]
        return np.where(total > 0, weights / np.where(total > 0, total, 1), self.uniform())

    def reach(self, strategy: Floats) -> tuple[Floats, Floats, Floats]:
        """The probabilities with which seat 0, seat 1 and chance play to each node."""
        size = len(self.seat)
        step = np.where(self.edge >= 0, strategy[self.edge], self.chance)
        found = []
        for who in (0, 1, NATURE):
            own = np.where(self.mover == who, step, 1.0)
            made = np.ones(size)
            for level in self.levels[1:]:
                made[level] = made[self.parent[level]] * own[level]
            found.append(made)
        return found[0], found[1], found[2]

    def values(self, strategy: Floats) -> Floats:
        """The value of each node to seat 0, in chips."""
        step = np.where(self.edge >= 0, strategy[self.edge], self.chance)
        worth = self.payoff.copy()
        for depth in range(len(self.levels) - 2, -1, -1):
            below, inner = self.levels[depth + 1], self.inner[depth]
            if len(inner):
                worth[inner] = np.add.reduceat(step[below] * worth[below], self.first[inner] - below[0])
        return worth

    def best_response(self, strategy: Floats, seat: Seat) -> tuple[float, Floats]:
        """The most that a seat can win against the other's strategy, and a pure strategy that wins it."""
        zero, one, nature = self.reach(strategy)
        others = (one if seat == 0 else zero) * nature
        worth = others * self.payoff * (1 if seat == 0 else -1)
        answer = np.where(self.owner_of_action == seat, 0.0, strategy)
        for depth in range(len(self.levels) - 2, -1, -1):
            below, inner = self.levels[depth + 1], self.inner[depth]
            if not len(inner):
                continue
            mine = below[self.mover[below] == seat]
            if len(mine):  # all nodes of an information set have the same view, and are in this level
                gains = np.bincount(self.edge[mine], worth[mine], len(strategy))
                for number in np.unique(self.set[self.parent[mine]]):
                    lo, hi = self.offset[number], self.offset[number + 1]
                    answer[lo + int(np.argmax(gains[lo:hi]))] = 1.0
                worth[mine] *= answer[self.edge[mine]]
            worth[inner] = np.add.reduceat(worth[below], self.first[inner] - below[0])
        return float(worth[0]), answer

    def exploitability(self, strategy: Floats) -> float:
        """The average gain of the two seats by best responses, in chips."""
        return (self.best_response(strategy, 0)[0] + self.best_response(strategy, 1)[0]) / 2

    def solve(self, iterations: int) -> Floats:
        """CFR+ with alternating updates and linear averaging; returns the average strategy, by action of an information set."""
        regrets = np.zeros(len(self.set_of_action))
        total = np.zeros(len(self.set_of_action))
        strategy = self.uniform()
        edges = np.flatnonzero(self.edge >= 0)
        of = {seat: edges[self.mover[edges] == seat] for seat in (0, 1)}
        for iteration in range(1, iterations + 1):
            for seat, mine in of.items():
                zero, one, nature = self.reach(strategy)
                worth = self.values(strategy) * (1 if seat == 0 else -1)
                own, other = (zero, one) if seat == 0 else (one, zero)
                parents, numbers = self.parent[mine], self.edge[mine]
                regrets += np.bincount(numbers, (other * nature)[parents] * (worth[mine] - worth[parents]), len(regrets))
                regrets = np.maximum(regrets, 0)
                # with perfect recall, all nodes of an information set have the same own reach
                reached = np.zeros(len(regrets))
                reached[numbers] = own[parents]
                total += iteration * reached * np.where(self.owner_of_action == seat, strategy, 0)
                strategy = np.where(self.owner_of_action == seat, self.normal(regrets), strategy)
        return self.normal(total)
