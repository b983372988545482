"""Judging by playing on, in a game of one guess: the same worlds for all answers, the search, the error, and even answers."""

from collections.abc import Mapping, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from prial.bots.bot import RandomBot
from prial.core.game import Game, State, View
from prial.study.review import Judged, Verdict, totals
from prial.study.rollouts import Model, Weighed, World, weigh


class Guess(Model):
    """Answers have a worth by name, and each world adds the same luck to all of them."""

    unit = "points"

    def __init__(self, worths: Mapping[str, float], luck: float = 0.0, own: float = 0.0, number: int | None = None) -> None:
        super().__init__(cast("Game[Any, Any]", SimpleNamespace(seats=1)), {})
        self.worths, self.luck, self.own, self.number = worths, luck, own, number
        self.tried: list[tuple[str, float]] = []

    def answers(self, seen: View[Any], given: Any = None) -> Sequence[Any]:
        return list(self.worths)

    def worlds(self, seen: View[Any], number: int, rng: np.random.Generator) -> Sequence[World]:
        drawn = self.number or number
        return [World(State(float(lucky)), (RandomBot(),)) for lucky in rng.normal(size=drawn)]

    def worth(self, seen: View[Any], state: State[Any]) -> float | None:
        pytest.fail("an answer isn't played on")

    deal = settled = standing = cards = words = worth  # type: ignore[assignment]  # nobody asks


@pytest.fixture(autouse=True)
def _guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer isn't played on: it brings its worth, the world's luck, and a luck of its own."""

    def guessed(model: Guess, _seen: object, world: World, answer: str, seed: str) -> float:
        common: float = world.state.public
        model.tried.append((answer, common))
        return model.worths[answer] + model.luck * common + model.own * Random(f"{seed}{answer}").gauss(0, 1)

    monkeypatch.setattr("prial.study.rollouts.play_on", guessed)


def weighed(model: Guess, given: str, seed: str = "1", worlds: int = 100) -> Weighed:
    return weigh(model, View(0, None, ()), list(model.worths), given, seed, worlds)


def test_all_answers_are_tried_in_the_same_worlds() -> None:
    """However large a world's luck is, it doesn't change the difference between two answers."""
    found = weighed(Guess({"a": 1.0, "b": 1.5, "c": 0.0}, luck=100.0), "a")
    assert (found.best, round(found.lost, 6), round(found.error, 6)) == ("b", 0.5, 0)


def test_answers_that_are_far_behind_are_tried_in_a_few_worlds_only() -> None:
    model = Guess({"a": 1.0, "b": 1.1, "c": -9.0}, own=1.0)
    weighed(model, "a")
    tried = [answer for answer, _ in model.tried]
    assert tried.count("c") == 20
    assert tried.count("a") >= 100


def test_the_best_is_compared_in_worlds_in_which_it_was_not_chosen() -> None:
    """Of ten equally good answers the luckiest is chosen, but its luck doesn't count in the loss.

    So in half of the cases the given answer is better in the new worlds. Then it is the best one.
    """
    losses = [weighed(Guess(dict.fromkeys("abcdefghij", 0.0), own=1.0), "a", str(seed)) for seed in range(120)]
    compared = [found for found in losses if found.error]
    assert len(compared) > 80
    assert sum(found.lost > 2 * found.error for found in compared) / len(compared) < 0.05
    others = [found for found in compared if found.best != "a"]
    assert 0.3 < len(others) / len(compared) < 0.7
    assert all(found.best_worth > found.worth for found in others)
    assert all(found.best_worth == found.worth for found in compared if found.best == "a")


def test_the_error_of_a_loss_is_its_standard_error() -> None:
    losses = [weighed(Guess({"a": 0.0, "b": 2.0}, own=1.0), "a", str(seed)) for seed in range(60)]
    spread = np.std([found.lost for found in losses])
    assert np.mean([found.error for found in losses]) == pytest.approx(spread, rel=0.25)
    assert np.mean([found.lost for found in losses]) == pytest.approx(2, abs=0.1)


def test_where_all_worlds_are_known_there_is_no_error() -> None:
    assert weighed(Guess({"a": 1.0, "b": 2.0}, number=1), "a") == Weighed("b", 1.0, 2.0, 1.0, 0.0, 1.0, 1.0)


def test_how_often_an_answer_wins_is_counted_in_the_worlds_in_which_it_is_compared() -> None:
    found = weighed(Guess({"a": 0.0, "b": 1.0}, luck=1.0), "a")
    assert found.wins == pytest.approx(0.5, abs=0.15)
    assert found.best_wins == pytest.approx(0.84, abs=0.12)
    assert weighed(Guess({"a": -1.0, "b": 1.0}), "a").wins == 0


def test_the_same_seed_gives_the_same() -> None:
    model = Guess({"a": 0.0, "b": 0.1}, own=1.0)
    assert weighed(model, "a", "x") == weighed(model, "a", "x") != weighed(model, "a", "y")


def judged(lost: float, error: float, deal: int = 1, points: int = 3) -> Judged:
    return Judged(deal, 0, 1, (), 1.0, (), 1.0 + lost, lost, points, error=error)


def test_what_is_lost_within_the_error_is_even() -> None:
    pairs = ((0.0, 0.0), (0.0, 0.2), (0.1, 0.2), (0.3, 0.2), (0.3, 0.0))
    verdicts = [judged(lost, error).verdict for lost, error in pairs]
    assert verdicts == [Verdict.BEST, Verdict.EVEN, Verdict.EVEN, Verdict.LOST, Verdict.LOST]


def test_even_answers_give_nothing_away_and_a_deal_is_counted_once() -> None:
    (total,) = totals([judged(0.1, 0.2), judged(0.5, 0.2), judged(0.25, 0.2, deal=2, points=-1)], 1)
    assert (total.answers, total.deals, total.lost, total.points) == (3, 2, 0.75, 2)
