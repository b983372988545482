"""What a split is worth: expected points in one deal, from tables of how often a hand wins its place.

``win[k][s]`` is the chance that strength ``s`` wins place ``k``, so that with equal hands stopping a place it is
P(the best of the others' k-th hands < s). The chance to win all places is more than the product of these, because others
who are weak in one place tend to be weak in the next; how much more is measured along with the tables.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from prial.arrange.search import Split, front
from prial.cards import Card
from prial.ranks.brag import Ranking

SWEEP_STEPS: Final = 64
"""Steps of the sweep table, along the square root of the product of the winning chances."""


@dataclass(frozen=True, slots=True)
class Value:
    """The worth of splits against a number of others. A game ships its own."""

    others: int
    """How many opponents."""
    win: list[list[float]]
    """``win[k][s]``: chance from 0 to 1 that strength s wins place k, never falling along a row, 0 for strength 0."""
    sweep: list[float]
    """Chance to win all places where the square root of the product of their chances is i / `SWEEP_STEPS`."""

    @classmethod
    def of(cls, others: int, win: NDArray[np.floating], sweep: NDArray[np.floating] | None = None) -> Self:
        """A value from arrays.

        Args:
            others: how many opponents.
            win: chances by place and strength, shape (places, greatest strength + 1); made never to fall.
            sweep: chances by step, shape (`SWEEP_STEPS` + 1,); without it places are taken for independent.
        Raises:
            ValueError: another shape.
        """
        if sweep is None:
            sweep = np.linspace(0, 1, SWEEP_STEPS + 1) ** 2
        if win.ndim != 2 or sweep.shape != (SWEEP_STEPS + 1,):
            raise ValueError(f"shapes {win.shape} and {sweep.shape}, wanted (places, strengths) and ({SWEEP_STEPS + 1},)")
        rising = np.maximum.accumulate(win.astype(np.float64), axis=1)
        rising[:, 0] = 0
        return cls(others, rising.tolist(), np.maximum.accumulate(sweep.astype(np.float64)).tolist())

    @property
    def places(self) -> int:
        """How many hands are compared."""
        return len(self.win)

    def chance(self, place: int, strength: int) -> float:
        """The chance that a strength wins a place (0 the first); above the table's end it stays as it is there."""
        row = self.win[place]
        return row[strength] if strength < len(row) else row[-1]

    def sweep_chance(self, strengths: Sequence[int]) -> float:
        """The chance to win every place with these strengths."""
        product = 1.0
        for place, strength in enumerate(strengths):
            product *= self.chance(place, strength)
        return self._joint(product)

    def _joint(self, product: float) -> float:
        at = sqrt(product) * SWEEP_STEPS
        step = min(int(at), SWEEP_STEPS - 1)
        low = self.sweep[step]
        return low + (self.sweep[step + 1] - low) * (at - step)

    def worth(self, strengths: Sequence[int], places_weight: Sequence[float] | None = None, sweep_weight: float = 1.0) -> float:
        """Expected points of a split.

        Args:
            strengths: one for each place, 0 where nothing counts.
            places_weight: points for winning each place; 1 each when not given. Where the game's score makes a place
                worth more or less, say so here.
            sweep_weight: points for winning all places, beside theirs.
        Returns:
            Points a deal.
        """
        total, product = 0.0, 1.0
        for place, strength in enumerate(strengths):
            chance = self.chance(place, strength)
            product *= chance
            total += chance if places_weight is None else chance * places_weight[place]
        return total + sweep_weight * self._joint(product) if sweep_weight else total


def best_of(
    splits: Iterable[Split], value: Value, places_weight: Sequence[float] | None = None, sweep_weight: float = 1.0
) -> Split:
    """The split that is worth most, the first of equals.

    Raises:
        ValueError: no splits.
    """
    return max(splits, key=lambda split: value.worth(split.strengths, places_weight, sweep_weight))


def best(
    hand: Sequence[Card],
    value: Value,
    ranking: Ranking,
    *,
    least: int = 1,
    places_weight: Sequence[float] | None = None,
    sweep_weight: float = 1.0,
) -> Split:
    """The split of a hand that is worth most, chosen among all that matter.

    Args:
        hand: up to 13 different cards.
        value: what splits are worth; it says how many places there are.
        ranking: what beats what.
        least: the lowest strength that counts; weaker hands aren't laid.
        places_weight: as in `Value.worth`.
        sweep_weight: as in `Value.worth`.
    Returns:
        The split.
    Raises:
        CardError: as `front`.
    """
    return best_of(front(hand, ranking, value.places, least), value, places_weight, sweep_weight)
