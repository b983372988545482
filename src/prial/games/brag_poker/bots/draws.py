"""What a draw makes of a hand, counted exactly, and what players hold after theirs."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import combinations
from math import comb
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from prial.cards import PACK, Card
from prial.ranks.brag import Ranking
from prial.ranks.many import worths

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]

HAND: Final = 3
FILE: Final = "draws.npz"
"""The shipped table, beside this module; ``prial tables brag_poker`` makes it anew."""


@lru_cache(200)
def _ways(cards: int, drawn: int) -> Ints:
    """Every way to draw some of so many cards, by their places, shape (ways, drawn)."""
    return np.array(list(combinations(range(cards), drawn)), np.int64).reshape(comb(cards, drawn), drawn)


def drawn(of: Ranking, kept: Sequence[Card], left: Sequence[Card]) -> Ints:
    """How many draws make each strength, shape (size + 1,), by strength.

    Args:
        of: the ranking.
        kept: what is kept of a hand, none to three cards.
        left: the cards that may come.
    """
    new = np.array(left, np.int64)[_ways(len(left), HAND - len(kept))]
    hands = np.hstack([np.tile(np.array(kept, np.int64), (len(new), 1)), new])
    return np.bincount(worths(of, hands), minlength=of.size + 1)


def changes(hand: Sequence[Card], most: int = HAND) -> list[tuple[Card, ...]]:
    """Every way to put cards of a hand away, none first."""
    return [away for count in range(most + 1) for away in combinations(hand, count)]


@dataclass(frozen=True, slots=True)
class Draw:
    """One way to change cards."""

    away: tuple[Card, ...]
    """What is put away."""
    makes: Floats
    """The probability of each strength afterwards, shape (size + 1,)."""


def draws(of: Ranking, hand: Sequence[Card], gone: Sequence[Card] = (), most: int = HAND) -> list[Draw]:
    """What each way to change a hand makes of it, exactly.

    Args:
        of: the ranking.
        hand: the three cards.
        gone: other cards that can't come.
        most: how many may be changed; never more than are left to come.
    """
    left = [card for card in PACK if card not in hand and card not in gone]
    found = []
    for away in changes(hand, min(most, len(left))):
        counts = drawn(of, [card for card in hand if card not in away], left)
        found.append(Draw(away, counts / counts.sum()))
    return found


@dataclass(frozen=True, slots=True)
class Field:
    """What players hold who change cards as well as can be against each other, two and two."""

    share: Floats
    """How often they change none, one, two, three cards, shape (4,)."""
    after: Floats
    """The probability of each strength after that, by the number of cards changed, shape (4, size + 1)."""

    @property
    def held(self) -> Floats:
        """The probability of each strength, whatever was changed, shape (size + 1,)."""
        held: Floats = self.share @ self.after
        return held


def beaten(held: Floats) -> Floats:
    """By strength, the probability to beat a hand held so, equal ones counted half."""
    return np.cumsum(held) - held / 2


def name(of: Ranking) -> str:
    """What a ranking is called in the shipped table."""
    return f"{of.top_prial}-{of.top_run}"


@cache
def field(of: Ranking) -> Field:
    """The shipped field of a ranking."""
    with np.load(io.BytesIO(files(__package__).joinpath(FILE).read_bytes())) as arrays:
        return Field(arrays[f"{name(of)}-share"], arrays[f"{name(of)}-after"].astype(np.float64))
