"""The exact results of every way to change cards of a hand, and the hands that players hold after the draw."""

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
"""An array of numbers."""
Ints: TypeAlias = NDArray[np.int64]
"""An array of whole numbers."""

HAND: Final = 3
"""Number of cards in a hand."""
FILE: Final = "draws.npz"
"""Name of the shipped data file, beside this module; ``prial tables brag_poker`` makes the file again."""


@lru_cache(200)
def _ways(cards: int, drawn: int) -> Ints:
    """All choices of ``drawn`` from ``cards`` cards, each as the indices of the chosen cards; shape (choices, drawn)."""
    return np.array(list(combinations(range(cards), drawn)), np.int64).reshape(comb(cards, drawn), drawn)


def drawn(of: Ranking, kept: Sequence[Card], left: Sequence[Card]) -> Ints:
    """For each strength, the number of ways to draw new cards that give this strength; shape (size of the ranking + 1,).

    Args:
        of: the ranking of hands.
        kept: the cards that are kept, none to three.
        left: the cards that may be drawn.
    """
    new = np.array(left, np.int64)[_ways(len(left), HAND - len(kept))]
    hands = np.hstack([np.tile(np.array(kept, np.int64), (len(new), 1)), new])
    return np.bincount(worths(of, hands), minlength=of.size + 1)


def changes(hand: Sequence[Card], most: int = HAND) -> list[tuple[Card, ...]]:
    """Every choice of cards to discard, beginning with the choice to discard none.

    Args:
        hand: the cards of the hand.
        most: the greatest number of cards to discard.
    """
    return [away for count in range(most + 1) for away in combinations(hand, count)]


@dataclass(frozen=True, slots=True)
class Draw:
    """One way to change cards."""

    away: tuple[Card, ...]
    """The cards that are discarded."""
    makes: Floats
    """Probability of each strength after the draw; shape (size of the ranking + 1,)."""


def draws(of: Ranking, hand: Sequence[Card], gone: Sequence[Card] = (), most: int = HAND) -> list[Draw]:
    """Every way to change the cards of a hand, each with its exact results.

    Args:
        of: the ranking of hands.
        hand: the three cards.
        gone: cards that can't be drawn, apart from the cards of the hand.
        most: the greatest number of cards to change. The limit is lower if fewer cards than this can be drawn.
    """
    left = [card for card in PACK if card not in hand and card not in gone]
    found = []
    for away in changes(hand, min(most, len(left))):
        counts = drawn(of, [card for card in hand if card not in away], left)
        found.append(Draw(away, counts / counts.sum()))
    return found


@dataclass(frozen=True, slots=True)
class Field:
    """How many cards a player changes and how strong the hand then is, in a game of two players who both make the best change."""

    share: Floats
    """For 0, 1, 2 and 3 cards, the probability that a player changes this number of cards; shape (4,)."""
    after: Floats
    """For each number of changed cards, the probability of each strength after the draw; shape (4, size of the ranking + 1)."""

    @property
    def held(self) -> Floats:
        """Probability of each strength after a draw of an unknown number of cards; shape (size of the ranking + 1,)."""
        held: Floats = self.share @ self.after
        return held


def beaten(held: Floats) -> Floats:
    """For each strength, the probability that a hand of this strength beats the other hand; shape (size of the ranking + 1,).

    Equal hands count half.

    Args:
        held: the probability of each strength of the other hand.
    """
    return np.cumsum(held) - held / 2


def name(of: Ranking) -> str:
    """The name of a ranking in the shipped data file."""
    return f"{of.top_prial}-{of.top_run}"


@cache
def field(of: Ranking) -> Field:
    """The `Field` for a ranking, read from the shipped data file."""
    with np.load(io.BytesIO(files(__package__).joinpath(FILE).read_bytes())) as arrays:
        return Field(arrays[f"{name(of)}-share"], arrays[f"{name(of)}-after"].astype(np.float64))
