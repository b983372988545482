"""Points for winning a place, for winning all places, and for a pot that stays.

A pot that nobody wins stays for the next deal. In the next deal, all n players have the same chance to win the pot. After the
last deal, a pot is shared out evenly. So a pot that stays is worth 1/n of a pot to each player.

In pots, a split is worth P(I win every place) + P(nobody wins every place) / n.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from prial.arrange.value import SWEEP_STEPS, Value
from prial.games.crash.bots import Outlook
from prial.games.crash.rules import CrashRules
from prial.games.crash.settings import Crash, FourBonus, Scoring


class Chances(Protocol):
    """The chances to win with given hands, from a value table or from sampled deals. A hand that doesn't count has strength 0."""

    def chance(self, place: int, strength: int) -> float:
        """The probability that a hand of this strength wins place number ``place``, from 0."""

    def sweep_chance(self, strengths: Sequence[int]) -> float:
        """The probability that hands of these strengths win every place."""

    def rival_sweep_chance(self, strengths: Sequence[int]) -> float:
        """The probability that an opponent wins every place against hands of these strengths."""


@dataclass(frozen=True, slots=True)
class Pays:
    """The points that one player gets in a deal. In a game for the pot, the unit is a pot instead of a point."""

    place: float = 1.0
    """Points for each place that the player wins."""
    every: float = 1.0
    """Further points for winning every place."""
    stays: float = 0.0
    """Points if nobody wins every place, so that the pot stays."""

    def paid(self, wins: NDArray[np.bool_]) -> NDArray[np.float64]:
        """The points of seat 0 in each of many deals, shape (deals,).

        Args:
            wins: True where a seat wins a place, shape (deals, seats, places).
        """
        own, stays = wins[:, 0], ~np.any(np.all(wins, axis=2), axis=1)
        scored: NDArray[np.float64] = self.place * own.sum(axis=1) + self.every * own.all(axis=1) + self.stays * stays
        return scored

    def worth(self, chances: Chances, strengths: Sequence[int]) -> float:
        """The expected points of a split.

        Args:
            chances: gives the chances to win with hands of given strengths.
            strengths: the strength of the hand in each place; 0 for a hand that doesn't count.
        """
        own = chances.sweep_chance(strengths)
        total = self.place * sum([chances.chance(place, strength) for place, strength in enumerate(strengths)]) + self.every * own
        return total + self.stays * (1 - own - chances.rival_sweep_chance(strengths)) if self.stays else total

    def worths(self, value: Value, strengths: NDArray[np.uint16]) -> NDArray[np.float64]:
        """The expected points of many splits at once, computed from a value table.

        Args:
            value: the table.
            strengths: strengths of the splits, shape (…, places).
        Returns:
            The expected points, shape (…).
        """
        wins, lost = _chances(value, strengths)
        own = _sweeps(value, wins)
        rival = value.others * (lost / value.others).prod(axis=-1)
        scored: NDArray[np.float64] = self.place * wins.sum(axis=-1) + self.every * own + self.stays * (1 - own - rival)
        return scored


def _chances(value: Value, strengths: NDArray[np.uint16]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The chances that each hand wins its place, and that an opponent wins the place; shapes (…, places)."""
    win, places = np.array(value.win), np.arange(value.places)
    laid = np.minimum(strengths, win.shape[1] - 1)  # a strength above the table's end counts as the last, as in `Value.chance`
    return win[places, laid], 1 - win[places, np.maximum(laid, value.least)]


def _sweeps(value: Value, wins: NDArray[np.float64]) -> NDArray[np.float64]:
    """The chance to win every place, shape (…), computed from the chances to win each place, shape (…, places)."""
    swept: NDArray[np.float64] = np.interp(np.sqrt(wins.prod(axis=-1)) * SWEEP_STEPS, np.arange(SWEEP_STEPS + 1), value.sweep)
    return swept


POINTS: Final = Pays()
"""One point for each place won, and one more for winning all places."""


class Games:
    """Judges the first deal of a game by the player's chance to win the game after this deal.

    Args:
        rules: the house rules.
        others: number of opponents.
    """

    def __init__(self, rules: CrashRules, others: int) -> None:
        self._outlook = Outlook(rules, 0, tuple(range(others + 1)), (0,) * (others + 1), (), 0)

    def paid(self, wins: NDArray[np.bool_]) -> NDArray[np.float64]:
        """For each deal, the chance of seat 0 to win the game, worked out from the result of this deal; shape (deals,).

        Args:
            wins: True where a seat wins a place, shape (deals, seats, places).
        """
        winners = np.where(wins.any(axis=1), wins.argmax(axis=1), -1)
        ways, at = np.unique(winners, axis=0, return_inverse=True)
        found = [self._outlook.after([None if seat < 0 else seat for seat in way]) for way in ways.tolist()]
        return np.array(found)[at]

    def worths(self, value: Value, strengths: NDArray[np.uint16]) -> NDArray[np.float64]:
        """The chance to win the game with each of many splits, as the strongest bot computes it.

        Args:
            value: the table of chances to win a place.
            strengths: strengths of the splits, shape (…, places).
        Returns:
            The chances, shape (…).
        """
        wins, lost = _chances(value, strengths)
        own = _sweeps(value, wins)
        counts = strengths > 0
        keeps = np.where(counts, wins, 1 - lost)
        chances = np.array([self._outlook.by_places(empty) for empty in range(1 << value.places)])[
            ~counts @ (1 << np.arange(value.places))
        ]
        for place in range(value.places - 1, -1, -1):
            given, kept = np.split(chances, 2, axis=-1)
            chances = given + keeps[..., place, None] * (kept - given)
        scored: NDArray[np.float64] = chances[..., 0] + own * self._outlook.crash
        return scored


def pays(rules: CrashRules, others: int) -> Pays:
    """Get the points of a deal under the rules of a table.

    If a crash wins the game, winning all places counts ``rules.target`` points in total.

    Args:
        rules: the house rules.
        others: number of opponents.
    """
    if rules.scoring is Scoring.POT:
        return Pays(place=0.0, stays=1 / (others + 1))
    return Pays(every=float(rules.crash_points if rules.crash is Crash.BONUS else rules.target - rules.places))


def whole_game(rules: CrashRules) -> int:
    """Further points for a crash that wins the game, besides 1 point for each place. It is 0 if a crash doesn't win the game."""
    return rules.target - rules.places if rules.scoring is Scoring.POINTS and rules.crash is Crash.WINS_GAME else 0


def counted(rules: CrashRules) -> str:
    """Explain in words how the expected points count some results.

    The results are a pot that stays, a crash that wins the game, and a knock that wins the game. If the rules allow none of them,
    the text is empty.
    """
    told = []
    if extra := whole_game(rules):
        told.append(f"a crash wins the game, so its chance counts for {extra} points more than its {rules.places} places")
    if rules.four_bonus is FourBonus.KNOCK and rules.scoring is Scoring.POINTS:
        won = "win it too" if extra else "win the game"
        told.append(f"four threes knocked for {won}, and count for {rules.target}")
    if rules.scoring is Scoring.POT:
        told.append("winning every place counts as 1, and a pot that stays as an equal share of 1 for each player")
    text = "; ".join(told)
    return f"{text[:1].upper()}{text[1:]}." if text else ""
