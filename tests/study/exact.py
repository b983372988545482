"""Decisions that can be counted out: does a review find the best answer, or one that is short of it by less than its error?"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from prial.core.game import View
from prial.study.rollouts import Model, weigh


class Situation(NamedTuple):
    """A decision and what each answer is worth, counted out."""

    model: Model
    seen: View[Any]
    worths: Mapping[Any, float]

    def is_found(self, worlds: int = 100) -> bool:
        """Whether the review's best answer is the best, or is worth as much but for the error."""
        best = max(self.worths, key=lambda answer: self.worths[answer])
        found = weigh(self.model, self.seen, list(self.worths), best, f"exact {self.seen.seat}", worlds)
        return self.worths[best] - self.worths[found.best] <= found.error + 1e-9


def share_found(situations: Iterable[Situation]) -> float:
    """The share of situations in which the review is right."""
    found = [situation.is_found() for situation in situations]
    return sum(found) / len(found)
