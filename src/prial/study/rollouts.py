"""Judges decisions by rollouts: after each answer that may be good, bots play the deal to its end, in several possible worlds.

An answer is what a seat does at a decision. A world is a whole state that fits what the seat saw. The more probable a world is
for the seat, the more often it is drawn. The cards that were really dealt aren't looked at. All answers are tried in the same
worlds, with the same random numbers, so the standard error of the difference between two answers is small.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from prial.bots.bot import Bot
from prial.bots.registry import make
from prial.core.game import NATURE, Chance, Decision, Game, Seat, State, View, view
from prial.core.step import step
from prial.errors import ActionError, Refusal
from prial.study.review import Hands

WORLDS: Final = 100
"""Number of worlds (whole states that fit what the seat saw) in which the best answers are tried.

The best answer and the given answer are then compared in as many new worlds.
"""
_FIRST: Final = 5
"""All answers are tried in the first fifth (1 / `_FIRST`) of the worlds, and only the close ones (see `_CLOSE`) in the others."""
_CLOSE: Final = 3.0
"""An answer counts as close if it is behind the best answer by at most this many standard errors."""
_FINALISTS: Final = 5
"""Greatest number of answers that count as close."""


class World(NamedTuple):
    """A possible state, and the bots that play on from it."""

    state: State[Any]
    """The whole state."""
    players: Sequence[Bot]
    """The bots that play on, indexed by seat. The judged seat has a bot too, which plays on after the tried answer."""


class Model(ABC):
    """What a game must provide so that its decisions can be judged by rollouts.

    `prial.study.decisions` turns a model into a review, an analysis and a coach.

    Args:
        game: the game with the rules of the table.
        bots: maps the number of a seat, as text, to the name of the seat's bot. Seats may be missing.
    """

    unit: str
    """What is counted, in the plural: ``chips``."""
    note: str = ""
    """A sentence that explains the worth of an answer. It is empty if the worth is simply what the deal brings."""

    stake: float = 1.0
    """What a deal is played for, in `unit`: see `prial.study.review.Review.stake`."""
    against: str = ""
    """A sentence that describes how the other seats play in the worlds. It is empty if there is no such sentence.

    `prial.study.review.Review.against` begins with this sentence.
    """
    quick: Sequence[str] = ()
    """Names of bots that are fast enough to play in the worlds. Such a bot plays where it sits at the table, but never in the
    judged seat."""

    def __init__(self, game: Any, bots: Mapping[str, Any]) -> None:
        self.game: Game[Any, Any] = game
        sat = {seat: bots.get(str(seat)) for seat in range(game.seats)}
        self.named: Mapping[Seat, str] = {seat: name for seat, name in sat.items() if name is not None and name in self.quick}
        """Maps each seat with a bot from `quick` to the name of that bot."""
        self.seated: Mapping[Seat, Bot] = {seat: make(game, name) for seat, name in self.named.items()}
        """Maps each seat in `named` to its bot."""

    @abstractmethod
    def answers(self, seen: View[Any], given: Any = None) -> Sequence[Any]:
        """The answers that may be the best. There are fewer than two of them if there is nothing to judge.

        Args:
            seen: the seat's view when it decides.
            given: the answer that the seat gave, which is always among the answers returned; None if it hasn't answered yet.
        """

    @abstractmethod
    def worlds(self, seen: View[Any], number: int, rng: np.random.Generator) -> Sequence[World]:
        """Draw worlds that fit a seat's view at random, by their probability.

        If fewer than ``number`` worlds are possible, all of them are returned.

        Args:
            seen: the seat's view when it decides.
            number: number of worlds.
            rng: the source of chance.
        """

    @abstractmethod
    def worth(self, seen: View[Any], state: State[Any]) -> float | None:
        """What the seat gains in the deal, counted from the moment when the seat decided; None as long as the result is open.

        Args:
            seen: the seat's view when it decided.
            state: the present state.
        """

    @abstractmethod
    def deal(self, state: State[Any]) -> int:
        """Number of the deal, from 1; 0 before the first deal."""

    @abstractmethod
    def settled(self, state: State[Any]) -> bool:
        """Whether the deal has been settled."""

    @abstractmethod
    def standing(self, state: State[Any], seat: Seat) -> int:
        """Number of chips or points that a seat has made in the game so far."""

    @abstractmethod
    def cards(self, seen: View[Any]) -> Hands:
        """The cards that the seat saw when it decided."""

    @abstractmethod
    def words(self, seen: View[Any], answer: Any) -> str:
        """An answer in words: ``bet 4``."""

    def situation(self, seen: View[Any]) -> str:  # may be overridden
        """Facts besides the cards on which the decision depended, in a few words."""
        return ""

    def whole(self, answer: Any, added: Any) -> Any:  # overridden by games in which a seat can add to its answer
        """The answer to judge, which may include an action that the seat added later.

        Args:
            answer: the answer as it was given.
            added: the action that the seat added while another seat was deciding; None if the seat added nothing.
        """
        return answer


class Weighed(msgspec.Struct, frozen=True):
    """The given answer to a decision compared with the best answer, by rollouts."""

    best: Any
    """The best answer."""
    worth: float
    """What the given answer is worth."""
    best_worth: float
    """What the best answer is worth."""
    lost: float
    """The difference between the worth of the best answer and that of the given one; at least 0."""
    error: float
    """Standard error of `lost`.

    It is 0 if `search` found that the given answer is the best, or if all possible worlds were tried.
    """
    wins: float
    """Share of the worlds in which the given answer brings more than nothing."""
    best_wins: float
    """Share of the worlds in which the best answer brings more than nothing."""


class Search(NamedTuple):
    """The good answers to a decision, tried in the same worlds."""

    answers: Sequence[Any]
    """The answers that may be the best, the best first."""
    found: NDArray[np.float64]
    """What each answer in `answers` brought in each world; shape (answers, worlds)."""
    left: Sequence[World]
    """New worlds, in which no answer was tried yet: one for each column of `found`. Empty if all possible worlds were tried."""

    def errors(self) -> NDArray[np.float64]:
        """Standard error of the difference between the best answer and each answer; shape (answers,).

        It is 0 for the best answer, and for all answers if all possible worlds were tried.
        """
        return _error(self.found[:1] - self.found) if self.left else np.zeros(len(self.answers))


def search(
    model: Model,
    seen: View[Any],
    answers: Sequence[Any],
    seed: str,
    worlds: int = WORLDS,
    wanted: int = 1,
    also: Sequence[Any] = (),
) -> Search:
    """Find the best answers to a decision. All answers are tried in a few worlds, and those close to the best in more worlds.

    Args:
        model: how the game is judged.
        seen: the seat's view when it decided.
        answers: the answers to try.
        seed: seed of all chance.
        worlds: number of worlds in which the answers close to the best are tried.
        wanted: number of answers to find. If fewer are close to the best, the next best ones are tried in as many worlds.
        also: those of ``answers`` that are tried in as many worlds in any case.
    """
    drawn = model.worlds(seen, 2 * worlds, np.random.Generator(np.random.PCG64(Random(seed).getrandbits(64))))
    every = len(drawn) < 2 * worlds
    few = len(drawn) if every else max(2, worlds // _FIRST)
    found = tried(model, seen, answers, drawn[:few], seed)
    order = np.argsort(-found.mean(axis=1), kind="stable")
    if not every:
        behind = found[order[0]] - found
        near = behind.mean(axis=1) <= _CLOSE * _error(behind)
        close = [at for at in order if near[at]][:_FINALISTS]
        close += [at for at in order if at not in close][: max(0, wanted - len(close))]
        close += [at for at in order if at not in close and answers[at] in also]
        more = tried(model, seen, [answers[at] for at in close], drawn[few:worlds], f"{seed}/more")
        longer = np.concatenate([found[close], more], axis=1)
        best_first = np.argsort(-longer.mean(axis=1), kind="stable")
        order, found = np.array(close)[best_first], longer[best_first]
    else:
        found = found[order]
    return Search([answers[at] for at in order], found, () if every else drawn[worlds:])


def tried(model: Model, seen: View[Any], answers: Sequence[Any], worlds: Sequence[World], seed: str) -> NDArray[np.float64]:
    """Try each answer in each of the given worlds. The other arguments are those of `search`.

    Returns:
        What each answer brings in each world, shape (answers, worlds).
    """
    return np.array(
        [[play_on(model, seen, world, answer, f"{seed}/{at}") for at, world in enumerate(worlds)] for answer in answers]
    )


def weigh(model: Model, seen: View[Any], answers: Sequence[Any], given: Any, seed: str, worlds: int = WORLDS) -> Weighed:
    """Find the best answer to a decision, and compare the given answer with it.

    The two answers are compared in new worlds, in which no answer was tried before. In the first worlds an answer may have
    looked best by luck; the new worlds don't repeat this luck. If the given answer brings at least as much in the new worlds as
    the other one, the given answer counts as the best.

    Args:
        model: how the game is judged.
        seen: the seat's view when it decided.
        answers: the answers to try.
        given: the answer that was given, one of them.
        seed: seed of all chance.
        worlds: number of worlds in which the answers close to the best are tried.
    """
    found = search(model, seen, answers, seed, worlds)
    best = found.answers[0]
    if not found.left:
        return _compared(best, found.found[found.answers.index(given)], found.found[0], error=0.0)
    if best == given:
        return _compared(best, found.found[0], found.found[0], error=0.0)
    last = tried(model, seen, [given, best], found.left, f"{seed}/last")
    error = float(_error(last[1:] - last[:1])[0])
    if last[0].mean() >= last[1].mean():  # what looked best in the first worlds isn't better than the given answer
        return _compared(given, last[0], last[0], error=error)
    return _compared(best, last[0], last[1], error=error)


def _compared(best: Any, given: NDArray[np.float64], better: NDArray[np.float64], *, error: float) -> Weighed:
    """The comparison of the given answer with the best one.

    Args:
        best: the best answer.
        given: what the given answer brought in each world.
        better: what the best answer brought in each world.
        error: standard error of the difference between the two answers.
    """
    worth, best_worth = float(given.mean()), float(better.mean())
    return Weighed(
        best,
        worth,
        best_worth,
        max(0.0, best_worth - worth),
        error,
        wins=float((given > 0).mean()),
        best_wins=float((better > 0).mean()),
    )


def _error(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Standard error of each row's mean; shape (rows,)."""
    return np.asarray(rows.std(axis=1, ddof=1) / np.sqrt(rows.shape[1]))


def play_on(model: Model, seen: View[Any], world: World, answer: Any, seed: str) -> float:
    """Play a deal to its end in one world after an answer, and return what the answer brings.

    Args:
        model: how the game is judged.
        seen: the seat's view when it decided.
        world: the world in which the answer is tried.
        answer: the answer.
        seed: seed of all later chance; the same for each answer that is tried in this world.
    Raises:
        ActionError: a bot chose an action that the rules refuse.
    """
    game, state = model.game, world.state
    chance: dict[Seat, Random] = {}
    first = {seen.seat: answer}
    while (worth := model.worth(seen, state)) is None:
        node = game.node(state)
        gathered: Mapping[Seat, Any] = {}
        for seat in node.seats if isinstance(node, Decision) else (NATURE,):
            if seat not in chance:
                chance[seat] = Random(f"{seed}/{seat}")
            if isinstance(node, Chance):
                move: Any = node.draw.sample(chance[seat])
            elif seat in first:
                move = first.pop(seat)
            else:
                own = view(state, seat)
                move = world.players[seat].choose(own, game.choices(own), chance[seat])
            done = step(game, state, gathered, seat, move)
            if isinstance(done, Refusal):
                raise ActionError(done)
            after, gathered = done.state, done.gathered
        state = after
    return worth
