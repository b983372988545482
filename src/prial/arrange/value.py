"""Computes the worth of a split: the points that the split is expected to win in one deal.

A split has one hand for each place: first hand, second hand and so on. In each place, the hands of all players are compared. A
table gives the probability that a hand wins its place.

Winning all places is called a sweep. Its probability is greater than the product of the places' probabilities, because an
opponent's hands tend to be weak together. A second table gives the measured probability for each product.
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
"""Number of steps in a sweep table. The index in the table is ``SWEEP_STEPS * sqrt(p)``, where p is the product of the
probabilities of winning each place."""


@dataclass(frozen=True, slots=True)
class Value:
    """Tables that tell how often a hand wins its place, and how often a split wins all places. Each game has its own tables."""

    others: int
    """Number of opponents. The tables hold only for this number."""
    win: list[list[float]]
    """``win[k][s]``: probability that a hand of strength s wins place k. A stronger hand never has a lower probability. Strength
    0 never wins."""
    sweep: list[float]
    """``sweep[i]``: probability of winning all places. Index i stands for ``(i / SWEEP_STEPS) ** 2``, the product of the
    probabilities of winning each place."""
    least: int = 1
    """The lowest strength that counts. A weaker hand wins no place."""

    @classmethod
    def of(cls, others: int, win: NDArray[np.floating], sweep: NDArray[np.floating] | None = None, least: int = 1) -> Self:
        """Make a `Value` from arrays.

        Args:
            others: number of opponents.
            win: ``win[k, s]`` is the probability that a hand of strength s wins place k; shape (places, greatest strength + 1). A
                probability below that of a weaker hand is raised to the weaker hand's probability.
            sweep: the field ``sweep`` as an array, shape (`SWEEP_STEPS` + 1,). None treats the places as independent: the
                probabilities of winning each place are multiplied.
            least: the lowest strength that counts; a weaker hand wins no place.
        Raises:
            ValueError: if an array has the wrong shape.
        """
        if sweep is None:
            sweep = np.linspace(0, 1, SWEEP_STEPS + 1) ** 2
        if win.ndim != 2 or sweep.shape != (SWEEP_STEPS + 1,):
            raise ValueError(f"shapes {win.shape} and {sweep.shape}, wanted (places, strengths) and ({SWEEP_STEPS + 1},)")
        rising = np.maximum.accumulate(win.astype(np.float64), axis=1)
        rising[:, 0] = 0
        return cls(others, rising.tolist(), np.maximum.accumulate(sweep.astype(np.float64)).tolist(), least)

    @property
    def places(self) -> int:
        """Number of places, which is the number of hands in a split."""
        return len(self.win)

    def chance(self, place: int, strength: int) -> float:
        """The probability that a hand wins its place.

        Args:
            place: number of the place, from 0.
            strength: strength of the hand. A strength above the last index of the list ``win[place]`` counts as the last index.
        """
        row = self.win[place]
        return row[strength] if strength < len(row) else row[-1]

    def lost_chance(self, place: int, strength: int) -> float:
        """The probability that the player loses a place. A tie counts as lost.

        If all hands in a place are weaker than `least`, nobody wins or loses it.

        Args:
            place: number of the place, from 0.
            strength: strength of the player's hand in this place.
        """
        return 1 - self.chance(place, max(strength, self.least))

    def sweep_chance(self, strengths: Sequence[int]) -> float:
        """The probability of winning all places.

        Args:
            strengths: the strength of the player's hand in each place.
        """
        product = 1.0
        for place, strength in enumerate(strengths):
            product *= self.chance(place, strength)
        return self._joint(product)

    def rival_sweep_chance(self, strengths: Sequence[int]) -> float:
        """The estimated probability that one of the opponents wins all places.

        The estimate treats the places as independent, and all opponents as equally strong.

        Args:
            strengths: the strength of the player's hand in each place.
        """
        product = 1.0
        for place, strength in enumerate(strengths):
            product *= self.lost_chance(place, strength) / self.others
        return self.others * product

    def _joint(self, product: float) -> float:
        at = sqrt(product) * SWEEP_STEPS
        step = min(int(at), SWEEP_STEPS - 1)
        low = self.sweep[step]
        return low + (self.sweep[step + 1] - low) * (at - step)

    def worth(self, strengths: Sequence[int], places_weight: Sequence[float] | None = None, sweep_weight: float = 1.0) -> float:
        """The points that a split is expected to win in one deal.

        Args:
            strengths: the strength of the hand in each place; 0 for an empty place.
            places_weight: points for winning each place; None gives 1 point for every place.
            sweep_weight: additional points for winning all places.
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
    """The split that is expected to win most; the first one if several are equal.

    Args:
        splits: the splits to choose from.
        value: gives the points that each split is expected to win.
        places_weight: points for winning each place; None gives 1 point for every place.
        sweep_weight: additional points for winning all places.
    Raises:
        ValueError: if there are no splits.
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
    """The split of a player's cards that is expected to win most.

    Args:
        hand: the cards to split: up to 13 different cards.
        value: gives the points that each split is expected to win, and the number of places.
        ranking: gives each hand its strength.
        least: the lowest strength that a hand may have. A place stays empty if the remaining cards make no such hand.
        places_weight: points for winning each place; None gives 1 point for every place.
        sweep_weight: additional points for winning all places.
    Raises:
        CardError: if something isn't a card, if a card occurs twice, or if there are more than 13 cards.
        RulesError: if ``value`` doesn't have 1 to 4 places.
    """
    return best_of(front(hand, ranking, value.places, least), value, places_weight, sweep_weight)
