"""Packs the solution for three players into a small file.

The solution has a strategy for each of some 514,000 turns. Many strategies are alike, so the file holds only a few thousand. Each
turn gets the index of the strategy that is most like its own.
"""

import io
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from prial.games.brag_poker.bots.trio import KINDS, kind
from prial.games.brag_poker.study.trio.rounds import Floats, Turn
from prial.games.brag_poker.study.trio.solver import Solver

_REACHED: Final = 0.004
"""A turn is left out if the player's own moves lead to it with a lower probability than this."""
KEPT: Final = {"pair": 4_096, "triple": 4_096, "quadruple": 1_024}
"""For each of `KINDS`, the number of strategies that are kept."""
_LEAST: Final = np.float32(0.005)
"""Added to each hand's probability at a turn, so that no hand has the weight 0."""
_TINY: Final = np.float32(1e-12)
_SEED: Final = 1
"""The seed of the random start of k-means."""
_ROUNDS: Final = 8
"""Iterations of k-means."""
_SLICE: Final = 8_192
"""Number of strategies that are compared at once."""


def told(turn: Turn, at: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """Return a turn's strategy: the probability of each move except the last.

    Args:
        turn: the turn.
        at: indices of the deals whose strategies are returned; shape (n,).

    Returns:
        The probabilities and their weights, both of shape (n, (moves - 1) * hands). A hand has a small weight if the player
        rarely holds it at the turn.
    """
    average, reach = turn.average, turn.totals.sum(axis=0)[at]
    whole = np.maximum(reach.sum(axis=1, keepdims=True), _TINY)
    weights = np.sqrt(whole) * (reach / whole + _LEAST)
    # The probabilities of a turn sum to 1, so the last isn't needed
    return np.concatenate([*average[:-1, at]], axis=1), np.concatenate([weights] * (len(turn.moves) - 1), axis=1)


def near(vectors: Floats, weights: Floats, count: int) -> tuple[Floats, NDArray[np.int64]]:
    """Find ``count`` vectors so that each given vector is near one of them, by k-means (Lloyd 1982).

    Args:
        vectors: the given vectors; shape (n, numbers).
        weights: the weight of each number in ``vectors``, in the same shape.
        count: number of vectors to find. If no more than ``count`` vectors are given, all of them are returned.

    Returns:
        The found vectors, shape (count, numbers), and for each given vector the index of the nearest found vector, shape (n,).
    """
    if len(vectors) <= count:
        return vectors, np.arange(len(vectors))
    whole = weights.sum(axis=1, dtype=np.float64)
    start = np.random.default_rng(_SEED).choice(len(vectors), count, replace=False, p=whole / whole.sum())
    found = vectors[start].copy()
    for _ in range(_ROUNDS):
        nearest, far = _nearest(vectors, weights, found)
        for number in range(vectors.shape[1]):
            mass = np.bincount(nearest, weights[:, number], count)
            sums = np.bincount(nearest, weights[:, number] * vectors[:, number], count)
            found[:, number] = np.where(mass > 0, sums / np.maximum(mass, 1e-30), found[:, number])
        if len(unused := np.flatnonzero(np.bincount(nearest, minlength=count) == 0)):
            found[unused] = vectors[np.argsort(-far)[: len(unused)]]
    return found, _nearest(vectors, weights, found)[0]


def _nearest(vectors: Floats, weights: Floats, found: Floats) -> tuple[NDArray[np.int64], Floats]:
    """For each vector, the index of the nearest vector in ``found``, and the weighted square of their distance."""
    at, far = np.empty(len(vectors), np.int64), np.empty(len(vectors), np.float32)
    squares = found * found
    for start in range(0, len(vectors), _SLICE):
        part = slice(start, start + _SLICE)
        some, by = vectors[part], weights[part]
        far_from = by @ squares.T - 2 * ((by * some) @ found.T)
        at[part] = far_from.argmin(axis=1)
        far[part] = far_from.min(axis=1) + (by * some * some).sum(axis=1)
    return at, far


def pack(solver: Solver) -> bytes:
    """The shipped data file, in the form that `prial.games.brag_poker.bots.trio.read` reads.

    Args:
        solver: the solved game.
    """
    parts = [(turn, _own(solver, turn)) for turn in solver.late]
    codes = {id(turn): np.zeros(len(own), np.uint16) for turn, own in parts}
    books: dict[str, NDArray[np.uint8]] = {}
    for each in KINDS:
        some = [(turn, np.flatnonzero(own > _REACHED)) for turn, own in parts if kind(turn.moves) == each]
        if not some:
            continue
        vectors, weights = [np.concatenate(part) for part in zip(*[told(turn, at) for turn, at in some], strict=True)]
        found, nearest = near(vectors, weights, KEPT[each])
        books[each] = np.rint(found * 255).astype(np.uint8)
        for (turn, at), numbers in zip(some, np.split(nearest, np.cumsum([len(at) for _, at in some])[:-1]), strict=True):
            codes[id(turn)][at] = numbers + 1
    early = {path: turn for path, turn in solver.turns.items() if _own(solver, turn)[0] > _REACHED}
    file = io.BytesIO()
    arrays: dict[str, Any] = {f"book_{each}": book for each, book in books.items()}
    for players in (2, 3):
        every = [draws for draws in solver.draws if draws.players == players]
        rounds = [draws.round.turns for draws in every]
        arrays[f"lines_{players}"] = np.array([line.path for draws in every for line in draws.lines])
        for player in range(players):
            arrays[f"draw_{players}_{player}"] = np.concatenate([codes[id(draws.turns[player])] for draws in every])
        arrays[f"turns_{players}"] = np.array([*rounds[0]])
        arrays[f"moves_{players}"] = np.array([turn.moves for turn in rounds[0].values()])
        arrays[f"late_{players}"] = np.stack([np.concatenate([codes[id(turns[path])] for turns in rounds]) for path in rounds[0]])
    np.savez_compressed(
        file,
        paths=np.array([*early]),
        moves=np.array([turn.moves for turn in early.values()]),
        shares=np.concatenate([np.rint(turn.average[:, 0] * 255).astype(np.uint8) for turn in early.values()]),
        **arrays,
    )
    return file.getvalue()


def _own(solver: Solver, turn: Turn) -> Floats:
    """For each deal, the probability with which the player's own moves lead to a turn; shape (deals,)."""
    own: Floats = turn.totals.sum(axis=(0, 2)) / np.float32(max(solver.weights, 1.0))
    return own
