"""Decisions whose answers can be counted exactly, to check reviews.

Does a review find the best answer, or one that is behind it by less than the error? And does it tell how often an answer wins?
"""

from collections.abc import Iterable, Mapping
from itertools import islice
from math import sqrt
from typing import Any, NamedTuple

from prial.core.game import View
from prial.study.rollouts import Model, search, weigh


class Situation(NamedTuple):
    """A decision, with the exact worth of each answer."""

    model: Model
    seen: View[Any]
    worths: Mapping[Any, float]
    wins: Mapping[Any, float]
    """Probability that each answer brings more than nothing."""

    def is_found(self, worlds: int = 100) -> bool:
        """Whether the answer that a review finds is the best, or is behind by no more than the error.

        A review that is told the best answer may take it for the best after all, so it is asked what it finds by itself.
        """
        answers, seed = list(self.worths), f"exact {self.seen.seat}"
        best = max(answers, key=lambda answer: self.worths[answer])
        found = search(self.model, self.seen, answers, seed, worlds).answers[0]
        error = weigh(self.model, self.seen, answers, best, seed, worlds).error
        return self.worths[best] - self.worths[found] <= error + 1e-9

    def wins_are_told(self, worlds: int = 100) -> bool:
        """Whether the review's shares of wins are right within four standard errors, for the given answer and the best one."""
        given = next(iter(self.worths))
        found = weigh(self.model, self.seen, list(self.worths), given, f"exact {self.seen.seat}", worlds)
        pairs = [(found.wins, self.wins[given]), (found.best_wins, self.wins[found.best])]
        return all(abs(told - true) <= 4 * sqrt(max(true * (1 - true), 1 / worlds) / worlds) for told, true in pairs)


def share_found(situations: Iterable[Situation]) -> float:
    """The share of situations in which the review is right."""
    found = [situation.is_found() for situation in situations]
    return sum(found) / len(found)


def found_out(situations: Iterable[Situation], wrong: int = 1) -> bool:
    """Whether the review is wrong in at least this many situations; no more are looked at than it takes."""
    missed = (situation for situation in situations if not situation.is_found())
    return len(list(islice(missed, wrong))) == wrong
