"""The public part of a betting game of two players: who decides what, and what the ends are worth. It contains no cards.

A tree is made of nested `Turn` and `End` values, so that it can be written by hand. `flatten` turns it into arrays, with a `Side`
for each seat.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from prial.core.game import Seat
from prial.errors import PrialError, add_sentences, refuse
from prial.ranks.brag import Ranking

add_sentences("en", {"solve.after": "Nobody decides after {path}; possible after {known}: {moves}."})

Ints = NDArray[np.int64]
"""Whole numbers."""
Floats = NDArray[np.float64]
"""Numbers in double precision."""
Bools = NDArray[np.bool_]
"""Truth values."""


@dataclass(frozen=True, slots=True)
class End:
    """An end of the betting, with what it is worth. If a hand was folded, ``win`` and ``lose`` are the same number."""

    win: float
    """Seat 0's gain in chips if it holds the better hand; a loss is below 0. Seat 1 loses what seat 0 gains."""
    lose: float
    """Seat 0's gain in chips if it holds the worse hand; a loss is below 0."""
    ties: Seat | None = 0
    """The seat that wins if the hands are equal. None if the two seats share the pot."""
    odd: float = 0.0
    """If equal hands share the pot, seat 0's gain is the mean of ``win`` and ``lose`` plus this number of chips.

    For example, the number is 0.5 for an odd chip to seat 0, and -0.5 for an odd chip to seat 1.
    """


@dataclass(frozen=True, slots=True)
class Turn:
    """A point of the betting at which a seat makes a move."""

    seat: Seat
    """The seat that decides, 0 or 1."""
    moves: "tuple[tuple[str, Node], ...]"
    """The seat's possible moves: each move's name, and the node that follows the move."""
    blind: bool = False
    """Whether the seat hasn't looked at its hand."""
    ranking: Ranking | None = field(default=None, compare=False, repr=False)
    """At the root: the ranking by which the rules compare hands. None if the tree is good for any ranking."""


Node: TypeAlias = Turn | End
"""A turn or an end."""


@dataclass(frozen=True, slots=True)
class Side:
    """One seat's part of a tree. An *edge* is a move of the seat at one of its turns; edge 0 is the start of the game.

    Turns are ordered by level, which is the number of the seat's own moves before them. The edges of a turn have consecutive
    numbers. Within a level, turns that follow the same edge are consecutive too.
    """

    edges: int
    """Number of edges, the start included."""
    levels: tuple["Level", ...]
    """The levels, beginning with the level of the seat's first turns."""
    ends: Ints
    """For each end of the betting, the number of the seat's last edge before the end."""


@dataclass(frozen=True, slots=True)
class Level:
    """The turns of a seat that come after the same number of its own moves."""

    edges: slice
    """The numbers of this level's edges, as a slice. These edges are the moves at the level's turns."""
    first: Ints
    """For each turn of the level, the index of the turn's first edge among the level's edges."""
    owner: Ints
    """For each edge of the level, the index of the edge's turn among the level's turns."""
    before: Ints
    """For each edge of the level, the number of the seat's edge before it: 0 (the start), or an edge of the level before."""
    parents: Ints
    """Numbers of the seat's edges that lead to the turns of this level. Each edge occurs once."""
    groups: Ints
    """For each edge in `parents`, the index of the first turn that follows the edge, among the level's turns."""
    blind: Ints
    """Indexes, among the level's edges, of the moves at turns where the seat hasn't looked at its hand."""


@dataclass(frozen=True, slots=True)
class Tree:
    """A whole tree as arrays."""

    sides: tuple[Side, Side]
    """The turns and moves of seat 0, and those of seat 1."""
    win: Floats
    """For each end, seat 0's gain in chips with the better hand (see `End.win`)."""
    lose: Floats
    """For each end, seat 0's gain in chips with the worse hand (see `End.lose`)."""
    ties: Ints
    """For each end, the seat that wins if the hands are equal. It is -1 if the two seats share the pot."""
    odd: Floats
    """For each end, the chips to add to seat 0's gain if equal hands share the pot (see `End.odd`)."""
    edge: dict[tuple[str, ...], tuple[int, ...]]
    """The numbers of each turn's edges, in the order of the turn's moves. The key is the names of all moves before the turn."""
    turn: dict[tuple[str, ...], Turn]
    """All turns. The key is the names of all moves before the turn."""

    def at(self, after: Sequence[str] | str) -> tuple[str, ...]:
        """The key of a turn in `edge` and `turn`.

        Args:
            after: the moves before the turn; a text is a single move.
        Raises:
            PrialError: no seat decides after these moves.
        """
        path = (after,) if isinstance(after, str) else tuple(after)
        if path in self.turn:
            return path
        known = path
        while known not in self.turn:
            known = known[:-1]
        possible = ", ".join(name for name, _ in self.turn[known].moves)
        told = ", ".join(map(str, path)) or "the deal"
        raise PrialError(refuse("solve.after", path=told, known=", ".join(known) or "the deal", moves=possible))

    @property
    def turns(self) -> int:
        """Number of turns, of both seats together."""
        return len(self.turn)


@dataclass(slots=True)
class _Found:
    """A turn found while walking the tree."""

    path: tuple[str, ...]
    """Names of all moves before the turn."""
    turn: Turn
    """The turn."""
    after: tuple[tuple[str, ...], int] | None
    """The seat's last move before this turn: the path of its turn, and the move's index there. None for the seat's first turn."""
    depth: int
    """Number of the seat's own moves before this turn."""


def flatten(root: Node) -> Tree:
    """Make arrays of a tree.

    Raises:
        ValueError: a seat is blind after looking at its hand, a turn has no moves, or two of its moves have the same name.
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
    """Every node with its path, each seat's last move before the node (as in `_Found.after`), and each seat's number of moves."""
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
    """One seat's part of the tree.

    Args:
        turns: the seat's turns.
        numbers: maps a turn's path to the numbers of its edges. The turns of this seat are added to it.
        ends: the seat's last move before each end, as in `_Found.after`.
    """

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
