"""Tries splits of a hand in sampled deals, where the opponents are dealt cards that aren't in the hand.

Unlike a value table, sampling takes into account that the opponents can't have the player's cards, and that the strengths of an
opponent's hands depend on each other. Sampling takes about 50 ms per hand; the table takes 1 ms.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from prial.arrange.value import Value
from prial.games.crash.study.deals import arrange, won
from prial.games.crash.study.worth import POINTS, Games, Pays
from prial.ranks.brag import Ranking

SAMPLES: Final = 4_000
"""Number of deals in which a hand is tried. The difference of two splits has a standard error of about 0.007 points."""


@dataclass(frozen=True, slots=True)
class Worlds:
    """Many deals in which one player's hand stays the same, and the opponents' cards are sampled.

    Like `prial.arrange.value.Value`, it has the methods `chance`, `sweep_chance` and `rival_sweep_chance`.
    """

    rest: NDArray[np.uint16]
    """Strengths of the hands that the opponents laid, shape (deals, opponents, places)."""
    next_best: bool = False
    """Whether the next best hand wins the place if the best hands are equal. If False, nobody wins this place."""
    _kept: dict[tuple[int, int], NDArray[np.bool_]] = field(default_factory=dict, repr=False, compare=False)
    """Maps (place, strength) to the cached result of `_wins`, since different splits have many hands in common."""

    def _wins(self, place: int, strength: int) -> NDArray[np.bool_]:
        """True where a seat wins ``place`` in a deal, shape (deals, seats). The player (seat 0) lays ``strength`` there."""
        found = self._kept.get((place, strength))
        if found is None:
            own = np.full((len(self.rest), 1, 1), strength, np.uint16)
            laid = np.concatenate([own, self.rest[:, :, place : place + 1]], axis=1)
            found = self._kept[place, strength] = won(laid, next_best=self.next_best)[:, :, 0]
        return found

    def each(self, strengths: Sequence[int]) -> NDArray[np.bool_]:
        """Find the winner of each place in each deal, if the player lays a given split.

        Args:
            strengths: the strength of the hand in each place; 0 for an empty place or a hand that doesn't count.
        Returns:
            True where a seat wins a place, shape (deals, seats, places); the player is seat 0.
        """
        return np.stack([self._wins(place, strength) for place, strength in enumerate(strengths)], axis=2)

    def chance(self, place: int, strength: int) -> float:
        """The probability that the player wins a place with a hand of a given strength.

        Args:
            place: number of the place, from 0.
            strength: the strength; 0 for a hand that doesn't count.
        """
        return float(self._wins(place, strength)[:, 0].mean())

    def sweep_chance(self, strengths: Sequence[int]) -> float:
        """The probability that the player wins every place.

        Args:
            strengths: the strength of the player's hand in each place; 0 for a hand that doesn't count.
        """
        return float(self.each(strengths)[:, 0].all(axis=1).mean())

    def rival_sweep_chance(self, strengths: Sequence[int]) -> float:
        """The probability that one of the opponents wins every place.

        Args:
            strengths: the strength of the player's hand in each place; 0 for a hand that doesn't count.
        """
        return float(np.any(np.all(self.each(strengths)[:, 1:], axis=2), axis=1).mean())

    def points(self, strengths: Sequence[int], pays: Pays | Games) -> NDArray[np.float64]:
        """The player's result in each deal with a given split, shape (deals,).

        Args:
            strengths: the strength of the hand in each place; 0 for an empty place or a hand that doesn't count.
            pays: how results are counted: in points or pots (`Pays`), or in chances to win the game (`Games`).
        """
        return pays.paid(self.each(strengths))


@dataclass(frozen=True, slots=True)
class Tried:
    """For one hand: the splits that may be best, all tried in the same deals."""

    strengths: NDArray[np.uint16]
    """Strengths of the splits, shape (splits, places)."""
    points: NDArray[np.float64]
    """The result of each split in each deal: points, pots or chances to win the game; shape (splits, deals)."""

    def at(self, strengths: NDArray[np.uint16]) -> int:
        """The index of the split with the given strengths; ``strengths`` has shape (places,)."""
        return int((self.strengths == strengths).all(axis=1).argmax())

    def two_best(self) -> tuple[int, int]:
        """Indices of the best and the second best split over all deals. Both indices are equal if there is only one split."""
        order = self.points.mean(axis=1).argsort(kind="stable")
        return int(order[-1]), int(order[-2:][0])

    def gained(self, laid: int) -> float:
        """The gain that the best split brings per deal, compared with another split: in points, pots or chances to win the game.

        The best split is chosen on one half of the deals and measured on the other half. Then the halves change roles, and the
        mean is taken.

        Args:
            laid: index of the other split.
        """
        more = self.points - self.points[laid]
        halves = more[:, 0::2].mean(axis=1), more[:, 1::2].mean(axis=1)
        return float(halves[1][halves[0].argmax()] + halves[0][halves[1].argmax()]) / 2


@dataclass(frozen=True, slots=True)
class Sampling:
    """The opponents against which hands are tried, and the number of deals."""

    fields: Sequence[Value | None]
    """Ways to arrange cards: a table by which splits are chosen, or None to arrange greedily.

    In any one deal, all opponents arrange in the same way. Each way is used in the same number of deals.
    """
    others: int
    """Number of opponents."""
    cards: int = 13
    """Number of cards of each player: 13, 9, 7 or 6."""
    samples: int = SAMPLES
    """Number of deals for each hand. It must be divisible by twice the length of ``fields``."""
    least: int = 1
    """The lowest strength that counts."""
    next_best: bool = False
    """Whether the next best hand wins the place if the best hands are equal. If False, nobody wins this place."""
    pays: Pays | Games = POINTS
    """How results are counted: in points or pots (`Pays`), or in chances to win the game (`Games`)."""

    def worlds(self, hand: NDArray[np.uint8], of: Ranking, rng: np.random.Generator) -> Worlds:
        """Deal cards to the opponents many times, and let the opponents arrange these cards.

        Args:
            hand: the player's cards, which aren't dealt; shape (cards,).
            of: the ranking, which gives each hand its strength.
            rng: draws the opponents' cards.
        """
        left = np.setdiff1d(np.arange(52, dtype=np.uint8), hand)
        dealt = rng.permuted(np.tile(left, (self.samples, 1)), axis=1)[:, : self.others * self.cards]
        parts = np.split(dealt.reshape(self.samples, self.others, self.cards), len(self.fields))
        laid = [arrange(part, field, of, self.least, self.pays) for part, field in zip(parts, self.fields, strict=True)]
        return Worlds(np.concatenate(laid), self.next_best)

    def tried(self, hand: NDArray[np.uint8], splits: NDArray[np.uint16], of: Ranking, rng: np.random.Generator) -> Tried:
        """Try splits of a hand against sampled opponents.

        Args:
            hand: the cards of the hand, shape (cards,).
            splits: strengths of the splits, shape (splits, places).
            of: the ranking, which gives each hand its strength.
            rng: draws the opponents' cards.
        """
        worlds = self.worlds(hand, of, rng)
        return Tried(splits, np.array([worlds.points(strengths, self.pays) for strengths in splits.tolist()]))
