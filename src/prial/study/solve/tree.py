"""The public part of a betting game of two: who decides what, and what the ends are worth. No card is in it.

A tree is nested values, so that it can be written down by hand; `Side` is the same as arrays, as one of the two sees it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from prial.core.game import Seat

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class End:
    """Nothing is left to decide. Where a hand was folded, both amounts are the same."""

    win: float
    """What seat 0 has won if its hand is the better one; what seat 1 has won is its negative."""
    lose: float
    """What seat 0 has won if its hand is the worse one."""
    ties: Seat | None = 0
    """Who wins with equal hands; None where they share."""
    odd: float = 0.0
    """What seat 0 has won above the middle of both where equal hands share: half an odd chip."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat decides."""

    seat: Seat
    moves: "tuple[tuple[str, Node], ...]"
    """What it may do, and what comes then."""
    blind: bool = False
    """Whether it hasn't looked at its hand."""


Node: TypeAlias = Turn | End


@dataclass(frozen=True, slots=True)
class Side:
    """One seat's part of a tree. An *edge* is something the seat does at one of its turns; edge 0 is the start.

    Turns stand level by level (after how many own moves they come), the edges of a turn side by side, and within a level the
    turns that follow the same edge side by side.
    """

    edges: int
    """How many, with the start."""
    levels: tuple["Level", ...]
    ends: Ints
    """The last edge before each end, by end."""


@dataclass(frozen=True, slots=True)
class Level:
    """Turns that come after equally many own moves."""

    edges: slice
    """Their edges."""
    first: Ints
    """Where each turn's edges begin, counted from the first of the level."""
    owner: Ints
    """The turn of each edge, counted in the level."""
    before: Ints
    """The own edge that each edge follows."""
    parents: Ints
    """Each edge followed, once."""
    groups: Ints
    """Where the turns that follow each of `parents` begin."""
    blind: Ints
    """Which edges, counted from the first of the level, are chosen without a look at the hand."""


@dataclass(frozen=True, slots=True)
class Tree:
    """A whole tree as arrays."""

    sides: tuple[Side, Side]
    win: Floats
    """By end, as in `End`."""
    lose: Floats
    ties: Ints
    """By end, as in `End`; -1 where equal hands share."""
    odd: Floats
    edge: dict[tuple[str, ...], tuple[int, ...]]
    """The edges of each turn, in the order of its moves, by what was done before."""
    turn: dict[tuple[str, ...], Turn]
    """Each turn by what was done before."""

    @property
    def turns(self) -> int:
        """How many turns there are, both seats together."""
        return len(self.turn)


@dataclass(slots=True)
class _Found:
    """A turn as it was come by."""

    path: tuple[str, ...]
    turn: Turn
    after: tuple[tuple[str, ...], int] | None
    """The own turn before, by its path, and which move was made there."""
    depth: int


def flatten(root: Node) -> Tree:
    """A tree as arrays.

    Raises:
        ValueError: a seat that has looked at its hand is blind later, a turn without moves, or one move twice.
    """
    turns: tuple[list[_Found], list[_Found]] = ([], [])
    ends: list[tuple[End, list[tuple[tuple[str, ...], int] | None]]] = []
    for path, node, last, depth in _walk(root):
        if isinstance(node, End):
            ends.append((node, last))
            continue
        if not node.moves or len({name for name, _ in node.moves}) < len(node.moves):
            raise ValueError(f"a turn needs moves of different names, found {[name for name, _ in node.moves]}")
        turns[node.seat].append(_Found(path, node, last[node.seat], depth[node.seat]))
    numbers: dict[tuple[str, ...], tuple[int, ...]] = {}
    sides = tuple([_side(turns[seat], numbers, [last[seat] for _, last in ends]) for seat in (0, 1)])
    return Tree(
        sides=(sides[0], sides[1]),
        win=np.array([float(end.win) for end, _ in ends]),
        lose=np.array([float(end.lose) for end, _ in ends]),
        ties=np.array([-1 if end.ties is None else end.ties for end, _ in ends], np.int64),
        odd=np.array([float(end.odd) for end, _ in ends]),
        edge=numbers,
        turn={found.path: found.turn for found in (*turns[0], *turns[1])},
    )


def _walk(root: Node) -> Iterator[tuple[tuple[str, ...], Node, list[tuple[tuple[str, ...], int] | None], list[int]]]:
    """Every node with what led to it, and each seat's last move and number of moves before it."""
    waiting: list[tuple[tuple[str, ...], Node, list[tuple[tuple[str, ...], int] | None], list[int], tuple[bool, bool]]]
    waiting = [((), root, [None, None], [0, 0], (True, True))]
    while waiting:
        path, node, last, depth, unseen = waiting.pop()
        yield path, node, last, depth
        if isinstance(node, End):
            continue
        if node.blind and not unseen[node.seat]:
            raise ValueError(f"seat {node.seat} has looked at its hand, and is blind after {', '.join(path)}")
        left = (unseen[0] and (node.seat != 0 or node.blind), unseen[1] and (node.seat != 1 or node.blind))
        for number, (name, child) in reversed(list(enumerate(node.moves))):
            own, deeper = list(last), list(depth)
            own[node.seat] = (path, number)
            deeper[node.seat] += 1
            waiting.append(((*path, name), child, own, deeper, left))


def _side(
    turns: list[_Found], numbers: dict[tuple[str, ...], tuple[int, ...]], ends: list[tuple[tuple[str, ...], int] | None]
) -> Side:
    """One seat's part; the numbers of its edges are added to ``numbers``."""

    def edge(last: tuple[tuple[str, ...], int] | None) -> int:
        return 0 if last is None else numbers[last[0]][last[1]]

    size, levels = 1, []
    for depth in range(1 + max([found.depth for found in turns], default=-1)):
        level = sorted([found for found in turns if found.depth == depth], key=lambda found: edge(found.after))
        start, first, owner, blind = size, list[int](), list[int](), list[int]()
        for number, found in enumerate(level):
            count = len(found.turn.moves)
            first.append(size - start)
            owner += [number] * count
            if found.turn.blind:
                blind += range(size - start, size - start + count)
            numbers[found.path] = tuple(range(size, size + count))
            size += count
        after = np.array([edge(found.after) for found in level], np.int64)
        parents, groups = np.unique(after, return_index=True)
        of = [np.array(each, np.int64) for each in (first, owner, blind)]
        levels.append(Level(slice(start, size), of[0], of[1], after[of[1]], parents, groups.astype(np.int64), of[2]))
    return Side(size, tuple(levels), np.array([edge(last) for last in ends], np.int64))
