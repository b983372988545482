"""What a deal pays: for winning a place, for winning all places, and for a pot that stays.

A pot that nobody wins stays for the next deal, or is shared out evenly after the last one. Before the next cards are dealt, all
players are alike. So 1/n of it belongs to each of n players, and a player who can't win the pot gains by keeping the others
from it. The worth of a split, in pots, is P(I win every place) + P(nobody does) / n.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from prial.arrange.value import SWEEP_STEPS, Value
from prial.games.crash.rules import CrashRules
from prial.games.crash.settings import Crash, FourBonus, Scoring


class Chances(Protocol):
    """What a split can expect, from a value table or from sampled deals. All take strengths by place, 0 where none counts."""

    def chance(self, place: int, strength: int) -> float:
        """The probability that a strength wins a place."""

    def sweep_chance(self, strengths: Sequence[int]) -> float:
        """The probability of winning every place."""

    def rival_sweep_chance(self, strengths: Sequence[int]) -> float:
        """The probability that an opponent wins every place."""


@dataclass(frozen=True, slots=True)
class Pays:
    """What one player is paid in a deal, in points or, in a game for the pot, in pots."""

    place: float = 1.0
    """For each place that the player wins."""
    every: float = 1.0
    """Further, for winning every place."""
    stays: float = 0.0
    """If nobody wins every place."""

    def paid(self, wins: NDArray[np.bool_]) -> NDArray[np.float64]:
        """What seat 0 is paid in each of many deals, shape (deals,).

        Args:
            wins: who wins which places, shape (deals, seats, places).
        """
        own, stays = wins[:, 0], ~np.any(np.all(wins, axis=2), axis=1)
        scored: NDArray[np.float64] = self.place * own.sum(axis=1) + self.every * own.all(axis=1) + self.stays * stays
        return scored

    def worth(self, chances: Chances, strengths: Sequence[int]) -> float:
        """What a split is paid on average.

        Args:
            chances: what the split can expect.
            strengths: its strengths, by place; 0 for a hand that doesn't count.
        """
        own = chances.sweep_chance(strengths)
        total = self.place * sum([chances.chance(place, strength) for place, strength in enumerate(strengths)]) + self.every * own
        return total + self.stays * (1 - own - chances.rival_sweep_chance(strengths)) if self.stays else total

    def worths(self, value: Value, strengths: NDArray[np.uint16]) -> NDArray[np.float64]:
        """What each of many splits is paid on average, as `worth` computes it from a value table.

        Args:
            value: the table.
            strengths: strengths of the splits, shape (…, places).
        Returns:
            What is paid, shape (…).
        """
        wins = np.stack([np.array(row)[strengths[..., place]] for place, row in enumerate(value.win)], axis=-1)
        own = np.interp(np.sqrt(wins.prod(axis=-1)) * SWEEP_STEPS, np.arange(SWEEP_STEPS + 1), value.sweep)
        rival = value.others * ((1 - wins) / value.others).prod(axis=-1)
        scored: NDArray[np.float64] = self.place * wins.sum(axis=-1) + self.every * own + self.stays * (1 - own - rival)
        return scored


POINTS: Final = Pays()
"""A point for each place, and one more for all of them."""


def pays(rules: CrashRules, others: int) -> Pays:
    """What a deal pays under the rules of a table, against a number of opponents.

    If a crash wins the game, the points for all places and the further points together are the whole target.
    """
    if rules.scoring is Scoring.POT:
        return Pays(place=0.0, stays=1 / (others + 1))
    return Pays(every=float(rules.crash_points if rules.crash is Crash.BONUS else rules.target - rules.places))


def whole_game(rules: CrashRules) -> int:
    """Further points for a crash that wins the game, besides 1 point for each place. It is 0 if a crash doesn't win the game."""
    return rules.target - rules.places if rules.scoring is Scoring.POINTS and rules.crash is Crash.WINS_GAME else 0


def counted(rules: CrashRules) -> str:
    """What expected points include besides the points of a deal, in a sentence; empty if they include nothing else."""
    told = []
    if extra := whole_game(rules):
        told.append(f"a crash wins the game, so its chance counts for {extra} points more than its {rules.places} places")
    if rules.four_bonus is FourBonus.KNOCK and rules.scoring is Scoring.POINTS:
        told.append(f"four threes knocked for win it too, and count for {rules.target}")
    if rules.scoring is Scoring.POT:
        told.append("winning every place counts as 1, and a pot that stays as an equal share of 1 for each player")
    text = "; ".join(told)
    return f"{text[:1].upper()}{text[1:]}." if text else ""
