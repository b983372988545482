"""The strategy of the strongest bot at a table of two players: a solution of the whole game, shipped as a data file.

`prial.games.brag_poker.study.duel` calculates the solution.
"""

import io
from bisect import bisect_right
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

import numpy as np

from prial.games.brag_poker.bots.draws import Floats
from prial.games.brag_poker.state import Deed, Did, Table

FILE: Final = "duel.npz"
"""Name of the shipped data file, beside this module; ``prial tables brag_poker`` makes the file again."""
EDGES: Final = (0.333, 0.343, 0.36, 0.39, 0.42, 0.45, 0.49, 0.53, 0.57, 0.62, 0.68, 0.75, 0.82, 0.89, 0.95)
"""Borders between ranges of dealt hands. A border is a probability of winning after the best change of cards."""
_RANGES: Final = len(EDGES) + 1
BUCKETS: Final = 4 * _RANGES
"""Number of buckets. A bucket combines a range between two `EDGES` with a number of cards to change, 0 to 3."""
_SELDOM: Final = 0.02
"""Moves with a lower probability are left out, because they come only from early iterations."""

_LETTERS: Final = {Deed.LOOK: "l", Deed.CHECK: "k", Deed.BET: "b", Deed.RAISE: "r", Deed.CALL: "c", Deed.FOLD: "f"}


def bucket(changed: int, wins: float) -> int:
    """The index of the bucket to which a dealt hand belongs.

    Args:
        changed: number of cards that it is best to change.
        wins: the hand's probability of winning against one opponent after that change.
    """
    return changed * _RANGES + bisect_right(EDGES, wins)


def letters(did: Iterable[Did]) -> str:
    """A text with one letter for each look, check, call, bet, raise and fold in ``did``. Other actions are left out."""
    return "".join([_LETTERS[deed.what] for deed in did if deed.what in _LETTERS])


def path(table: Table) -> str:
    """The moves of a deal between two players as text, for example ``lrlc|10|kb``. The texts are the keys of `turns`.

    A text has up to three parts:

    * the moves before the draw
    * the number of cards that each player changed
    * the moves after the draw

    If the dealer begins with a check, the check is written as ``c``, like a call.
    """
    early = letters([deed for deed in table.did if deed.round == 1])
    if early.lstrip("l").startswith("k"):
        early = early.replace("k", "c", 1)
    if table.phase == "bet" and table.round == 1:
        return early
    drawn = "".join([str(deed.cards) for deed in table.did if deed.what is Deed.CHANGE])
    before = f"{early.rstrip('l')}|{drawn}"  # looks (l) before the draw are left out: they tell nothing
    if table.round == 1:
        return before
    late = letters([deed for deed in table.did if deed.round != 1])
    return f"{before}|{late.replace('l', '')}"


class Turn(NamedTuple):
    """The strategy at a turn."""

    moves: str
    """The possible moves, one letter or digit for each.

    * At a turn to bet: ``l`` look, ``f`` fold, ``k`` check, ``c`` call, ``b`` bet, ``r`` raise.
    * At the draw: ``d`` the best change of cards, ``p`` no change.
    * At the draw, in a solution for three players: ``0`` to ``3``. For example, ``2`` is the best change of two cards.
    """
    shares: Floats
    """Probability of each move with each hand; shape (moves, hands).

    Until the draw is over, a hand's index is the index of its bucket (see `bucket`). After the draw, it is the index of its band
    (see `prial.games.brag_poker.bots.late`).
    """

    def share(self, hand: int) -> dict[str, float]:
        """The probability of each move with one hand; the sum is 1. ``hand`` is the index of the hand's bucket or band."""
        shares = self.shares[:, hand]
        shares = np.where(shares < _SELDOM, 0.0, shares)
        return {move: float(share) for move, share in zip(self.moves, shares / shares.sum(), strict=True) if share}


def to_bytes(strategy: dict[str, tuple[str, Floats]]) -> bytes:
    """The content of a file that holds a strategy, turn after turn. A probability p is stored as 255·p, rounded."""
    paths = sorted(strategy)
    file = io.BytesIO()
    np.savez_compressed(
        file,
        paths=np.array(paths),
        moves=np.array([strategy[each][0] for each in paths]),
        shares=np.concatenate([np.round(255 * strategy[each][1]).astype(np.uint8).ravel() for each in paths]),
        sizes=np.array([strategy[each][1].size for each in paths]),
    )
    return file.getvalue()


@cache
def turns() -> dict[str, Turn]:
    """The turns of the shipped solution. The key of each turn is its `path`."""
    with np.load(io.BytesIO(files(__package__).joinpath(FILE).read_bytes())) as arrays:
        parts = np.split(arrays["shares"], np.cumsum(arrays["sizes"])[:-1])
        known = zip(arrays["paths"].tolist(), arrays["moves"].tolist(), parts, strict=True)
        return {each: Turn(moves, part.reshape(len(moves), -1) / 255) for each, moves, part in known}
