"""The worth of a split: the expected points in one deal, computed from the probability that each hand wins its place.

``win[k][s]`` is the probability that strength ``s`` wins place ``k``. If nobody wins a tied place, it is the probability that all
opponents' hands in place k are weaker than ``s``. An opponent with a weak hand in one place tends to have a weak hand in the
next, too. So the probability of winning all places (a sweep) is greater than the product of the single probabilities. The sweep
table gives the measured probability of a sweep for each product.
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
"""Number of steps in a sweep table. If p is the product of the chances to win each place, the index in the table is
``SWEEP_STEPS * sqrt(p)``."""


@dataclass(frozen=True, slots=True)
class Value:
    """Tables of probabilities that give the worth of a split against ``others`` opponents. Each game has its own tables."""

    others: int
    """Number of opponents."""
    win: list[list[float]]
    """``win[k][s]``: probability that strength s wins place k. Probabilities never fall as s rises. Strength 0 never wins."""
    sweep: list[float]
    """``sweep[i]``: probability that a split wins all places if the product of its chances to win each place is
    ``(i / SWEEP_STEPS) ** 2``."""
    least: int = 1
    """The lowest strength that counts. A weaker hand wins no place."""

    @classmethod
    def of(cls, others: int, win: NDArray[np.floating], sweep: NDArray[np.floating] | None = None, least: int = 1) -> Self:
        """Make a `Value` from arrays.

        Args:
            others: number of opponents.
            win: ``win[k, s]`` is the probability that strength s wins place k; shape (places, greatest strength + 1). A number
                that is less than an earlier number of its row is raised to the greatest earlier one.
            sweep: probabilities of winning all places, as in the field ``sweep``, shape (`SWEEP_STEPS` + 1,). None treats the
                places as independent: the probability of winning all places is then the product of the chances to win each.
            least: the lowest strength that counts; a weaker hand wins no place.
        Raises:
            ValueError: an array has another shape.
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
        """The probability that a strength wins a place.

        Args:
            place: number of the place, from 0.
            strength: the strength. For a strength above the end of the table, the last probability in the table is returned.
        """
        row = self.win[place]
        return row[strength] if strength < len(row) else row[-1]

    def lost_chance(self, place: int, strength: int) -> float:
        """The probability that an opponent wins a place. A tied place that nobody wins counts as won by an opponent.

        Against a hand that doesn't count, an opponent still needs a hand of at least strength `least`. If no hand counts, nobody
        wins the place.

        Args:
            place: number of the place, from 0.
            strength: the strength of the player's hand in this place; 0 for a hand that doesn't count.
        """
        return 1 - self.chance(place, max(strength, self.least))

    def sweep_chance(self, strengths: Sequence[int]) -> float:
        """The probability of winning every place with these strengths (one for each place)."""
        product = 1.0
        for place, strength in enumerate(strengths):
            product *= self.chance(place, strength)
        return self._joint(product)

    def rival_sweep_chance(self, strengths: Sequence[int]) -> float:
        """The probability that an opponent wins every place against these strengths (one for each place).

        Two things are assumed: every opponent wins a lost place with the same probability, and the winners of different places
        are independent.
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
        """Expected points of a split in one deal.

        Args:
            strengths: the strength in each place; 0 for an empty place.
            places_weight: points for winning each place, one number for each place; None gives 1 point for every place.
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
    """The split with the greatest worth; the first one if several are equal.

    Args:
        splits: the splits to choose from.
        value: gives each split its worth.
        places_weight: points for winning each place, one number for each place; None gives 1 point for every place.
        sweep_weight: additional points for winning all places.
    Raises:
        ValueError: there are no splits.
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
    """The split with the greatest worth, out of all undominated splits of one hand.

    Args:
        hand: up to 13 different cards.
        value: gives each split its worth. It also says how many places there are.
        ranking: gives each hand its strength.
        least: the lowest strength of a hand that may be laid in a place.
        places_weight: points for winning each place, one number for each place; None gives 1 point for every place.
        sweep_weight: additional points for winning all places.
    Returns:
        The split.
    Raises:
        CardError: a card occurs twice, a number isn't a card, or there are more than 13 cards.
    """
    return best_of(front(hand, ranking, value.places, least), value, places_weight, sweep_weight)
