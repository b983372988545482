"""Decisions that can be counted out: does a review find the best answer, or one that is short of it by less than its error?

And does it say how often an answer wins as often as it does?
"""

from collections.abc import Iterable, Mapping
from math import sqrt
from typing import Any, NamedTuple

from prial.core.game import View
from prial.study.rollouts import Model, weigh


class Situation(NamedTuple):
    """A decision and what each answer is worth, counted out."""

    model: Model
    seen: View[Any]
    worths: Mapping[Any, float]
    wins: Mapping[Any, float]
    """How likely each answer brings more than nothing."""

    def is_found(self, worlds: int = 100) -> bool:
        """Whether the review's best answer is the best, or is worth as much but for the error."""
        best = max(self.worths, key=lambda answer: self.worths[answer])
        found = weigh(self.model, self.seen, list(self.worths), best, f"exact {self.seen.seat}", worlds)
        return self.worths[best] - self.worths[found.best] <= found.error + 1e-9

    def wins_are_told(self, worlds: int = 100) -> bool:
        """Whether an answer and the best one win as often as the review says, but for four standard errors."""
        given = next(iter(self.worths))
        found = weigh(self.model, self.seen, list(self.worths), given, f"exact {self.seen.seat}", worlds)
        pairs = [(found.wins, self.wins[given]), (found.best_wins, self.wins[found.best])]
        return all(abs(told - true) <= 4 * sqrt(max(true * (1 - true), 1 / worlds) / worlds) for told, true in pairs)


def share_found(situations: Iterable[Situation]) -> float:
    """The share of situations in which the review is right."""
    found = [situation.is_found() for situation in situations]
    return sum(found) / len(found)
