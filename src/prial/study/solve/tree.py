"""The tree of the betting between two players: whose turn it is at each point, and the chips won at each end. It has no cards.

A tree is made of nested `Turn` and `End` values. `flatten` turns it into arrays for the solver.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from prial.core.game import Seat
from prial.errors import PrialError, add_sentences, refuse
from prial.ranks.brag import Ranking

add_sentences("en", {"solve.after": "Nobody decides after {path}. After {known}, these moves are possible: {moves}."})

Ints = NDArray[np.int64]
"""An array of whole numbers."""
Floats = NDArray[np.float64]
"""An array of numbers in double precision."""
Bools = NDArray[np.bool_]
"""An array of truth values."""


@dataclass(frozen=True, slots=True)
class End:
    """An end of the betting, and the chips won. If a player folded, the hands don't matter: ``win`` and ``lose`` are equal."""

    win: float
    """Chips that seat 0 wins here if it has the better hand. Below 0 if it loses in spite of that, for example because it folded.
    Seat 1 loses what seat 0 wins, and wins what seat 0 loses."""
    lose: float
    """Chips that seat 0 wins if it has the worse hand. The number is below 0 if seat 0 loses."""
    ties: Seat | None = 0
    """The seat that wins if the hands are equal. None if the two seats share the pot."""
    odd: float = 0.0
    """The chips that seat 0 wins if equal hands share the pot, minus the mean of ``win`` and ``lose``.

    For example, it is 0.5 if seat 0 gets an odd chip, and -0.5 if seat 1 gets the odd chip.
    """


@dataclass(frozen=True, slots=True)
class Turn:
    """A point of the betting at which a seat is to act."""

    seat: Seat
    """The seat to act, 0 or 1."""
    moves: "tuple[tuple[str, Node], ...]"
    """The seat's moves. Each move is a pair: its name, and the `Turn` or the `End` that follows the move."""
    blind: bool = False
    """Whether the player hasn't looked at the hand."""
    ranking: Ranking | None = field(default=None, compare=False, repr=False)
    """At the first turn: the ranking by which the rules compare hands. None if the betting is the same for any ranking."""


Node: TypeAlias = Turn | End
"""A point of a tree: a turn or an end."""


@dataclass(frozen=True, slots=True)
class Side:
    """One seat's moves in a tree, as arrays. Each move at each turn is an *edge* with a number; edge 0 is the start of the game.

    Turns are ordered by level: the number of moves that the seat made before the turn. The edges of a turn have consecutive
    numbers. Within a level, turns that follow the same edge are consecutive too.
    """

    edges: int
    """Number of edges, including edge 0."""
    levels: tuple["Level", ...]
    """The seat's turns by level, beginning with its first turns."""
    ends: Ints
    """For each end of the betting, the number of the seat's last edge before it."""


@dataclass(frozen=True, slots=True)
class Level:
    """Turns of a seat that are on the same level: before each of them, the seat made the same number of moves."""

    edges: slice
    """The numbers of the edges (moves) at these turns, as a slice."""
    first: Ints
    """For each turn, the position of its first edge in `edges`."""
    owner: Ints
    """For each edge in `edges`, the index of its turn, counted within this level."""
    before: Ints
    """For each edge in `edges`, the number of the edge for the same seat's previous move. At the seat's first turns, this number
    is 0."""
    parents: Ints
    """The numbers in `before`, each only once, in rising order."""
    groups: Ints
    """For each edge in `parents`, the index of the first turn after this edge, counted within this level."""
    blind: Ints
    """For each move at a turn where the player hasn't looked at the hand, the position of the move's edge in `edges`."""


@dataclass(frozen=True, slots=True)
class Tree:
    """A tree as arrays, for the solver."""

    sides: tuple[Side, Side]
    """The moves of seat 0, and those of seat 1."""
    win: Floats
    """For each end, the chips that seat 0 wins if it has the better hand; below 0 if seat 0 loses."""
    lose: Floats
    """For each end, the chips that seat 0 wins if it has the worse hand; below 0 if seat 0 loses."""
    ties: Ints
    """For each end, the seat that wins if the hands are equal; -1 if the seats share the pot."""
    odd: Floats
    """For each end where equal hands share the pot: the chips that seat 0 wins by sharing, minus the mean of ``win`` and
    ``lose``.
    """
    edge: dict[tuple[str, ...], tuple[int, ...]]
    """The numbers of the edges at each turn, in the order of `Turn.moves`. The key is the moves before the turn."""
    turn: dict[tuple[str, ...], Turn]
    """Maps the moves before each turn to the turn."""

    def at(self, after: Sequence[str] | str) -> tuple[str, ...]:
        """Get the key of a turn in the dictionaries `edge` and `turn`.

        Args:
            after: the moves before the turn; a text is a single move.
        Raises:
            PrialError: if nobody is to act after these moves.
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
        """Number of turns of both seats together."""
        return len(self.turn)


@dataclass(slots=True)
class _Found:
    """A turn found while walking the tree."""

    path: tuple[str, ...]
    """Names of all moves before the turn."""
    turn: Turn
    """The turn."""
    after: tuple[tuple[str, ...], int] | None
    """The path of the seat's previous turn, and the index of the move made there. None at the seat's first turn."""
    depth: int
    """Number of the seat's own moves before this turn."""


def flatten(root: Node) -> Tree:
    """Turn a tree into arrays.

    Args:
        root: the first turn.
    Raises:
        ValueError: if a player is blind after looking at the hand, if a turn has no moves, or if two moves of a turn have the
            same name.
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
    """Yield each node with its path, each seat's last move (as in `_Found.after`) and each seat's number of moves."""
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
    """Make the `Side` of one seat from its turns.

    Each turn's edges are added to ``numbers`` under its path.
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
