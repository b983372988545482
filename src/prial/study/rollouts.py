"""Decisions judged by playing on: each answer that is worth a thought is played to the end of the deal, in worlds that may be.

A world is a whole state that fits what the seat saw, drawn as likely as it was for that seat; the cards that really lay there
are never looked at. All answers are tried in the same worlds and with the same chance, so that what differs is the answer, and
the error of a difference is small.
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
"""Worlds in which the answers that are close are tried; as many others then tell how far apart the best and the one given are."""
_FIRST: Final = 5
"""All answers are tried in one world out of so many, the close ones in the others."""
_CLOSE: Final = 3.0
"""Standard errors by which an answer may fall short of the first and still be close."""
_FINALISTS: Final = 5
"""How many answers are close at most."""


class World(NamedTuple):
    """What may be, and who plays there."""

    state: State[Any]
    players: Sequence[Bot]
    """By seat; the one that is judged goes on by one of them after its answer."""


class Model(ABC):
    """What a game brings so that its decisions are judged by playing on.

    `prial.study.decisions` makes a review of it, and a coach.

    Args:
        game: the table.
        bots: the bot that sits in each seat, by the seat's number as text, as far as that is known.
    """

    unit: str
    """What is counted, in the plural: ``chips``."""
    note: str = ""
    """What the worth of an answer holds, in a sentence, where that isn't what a deal brings."""

    stake: float = 1.0
    """What a deal is about, in that unit: see `prial.study.review.Review.stake`."""
    against: str = ""
    """How the others go on in the worlds, in a sentence: see `prial.study.review.Review.against`."""
    quick: Sequence[str] = ()
    """Bots that are quick enough to go on as themselves in the worlds, by name."""

    def __init__(self, game: Any, bots: Mapping[str, Any]) -> None:
        self.game: Game[Any, Any] = game
        sat = {seat: bots.get(str(seat)) for seat in range(game.seats)}
        self.named: Mapping[Seat, str] = {seat: name for seat, name in sat.items() if name is not None and name in self.quick}
        """The quick bots that sat there, by seat."""
        self.seated: Mapping[Seat, Bot] = {seat: make(game, name) for seat, name in self.named.items()}
        """The same bots, to go on in the worlds."""

    @abstractmethod
    def answers(self, seen: View[Any], given: Any = None) -> Sequence[Any]:
        """The answers that are worth a thought; fewer than two where there is nothing to judge.

        Args:
            seen: what the seat sees when it decides.
            given: the answer that it gave, which is among them; None before it gave one.
        """

    @abstractmethod
    def worlds(self, seen: View[Any], number: int, rng: np.random.Generator) -> Sequence[World]:
        """Worlds that fit what a seat sees, drawn as likely as they are; fewer than asked for where they are all there are.

        Args:
            seen: what the seat sees when it decides.
            number: how many.
            rng: the source of chance.
        """

    @abstractmethod
    def worth(self, seen: View[Any], state: State[Any]) -> float | None:
        """What the deal brings a seat from its decision on; None as long as that is open.

        Args:
            seen: what it saw when it decided.
            state: where the deal is now.
        """

    @abstractmethod
    def deal(self, state: State[Any]) -> int:
        """Number of the deal, from 1; 0 before the first."""

    @abstractmethod
    def settled(self, state: State[Any]) -> bool:
        """Whether the deal is over."""

    @abstractmethod
    def standing(self, state: State[Any], seat: Seat) -> int:
        """What a seat has made in the game so far."""

    @abstractmethod
    def cards(self, seen: View[Any]) -> Hands:
        """The cards that the seat saw before it."""

    @abstractmethod
    def words(self, seen: View[Any], answer: Any) -> str:
        """An answer in words: ``bet 4``."""

    def situation(self, seen: View[Any]) -> str:  # for those who have something to say
        """What else the decision hung on, in a few words."""
        return ""

    def whole(self, answer: Any, added: Any) -> Any:  # for games in which something can be added
        """An answer as it is weighed.

        Args:
            answer: as it was given.
            added: what the same seat did directly after it, while the next one thought; None for nothing.
        """
        return answer


class Weighed(msgspec.Struct, frozen=True):
    """What playing on has shown."""

    best: Any
    """The best answer."""
    worth: float
    """Of the answer that was given."""
    best_worth: float
    lost: float
    """What the answer given is worth less, at least 0."""
    error: float
    """Standard error of that."""
    wins: float
    """Share of the worlds in which the answer that was given brings more than nothing."""
    best_wins: float
    """Share of them in which the best one does."""


class Search(NamedTuple):
    """Answers to one decision, tried in the same worlds."""

    answers: Sequence[Any]
    """Those that are close, the best first."""
    found: NDArray[np.float64]
    """What each of them came to in each world, shape (answers, worlds)."""
    left: Sequence[World]
    """As many worlds again, in which nothing was tried; empty where there are no others."""


def search(model: Model, seen: View[Any], answers: Sequence[Any], seed: str, worlds: int = WORLDS) -> Search:
    """Find the best answers to a decision: all are tried in a few worlds, those that are close in more.

    Args:
        model: how the game is judged.
        seen: what the seat saw.
        answers: the answers.
        seed: of all chance.
        worlds: in how many worlds the close ones are tried.
    """
    drawn = model.worlds(seen, 2 * worlds, np.random.Generator(np.random.PCG64(Random(seed).getrandbits(64))))
    every = len(drawn) < 2 * worlds
    few = len(drawn) if every else max(2, worlds // _FIRST)
    found = tried(model, seen, answers, drawn[:few], seed)
    order = np.argsort(-found.mean(axis=1), kind="stable")
    if not every:
        behind = found[order[0]] - found
        near = behind.mean(axis=1) <= _CLOSE * _error(behind)
        close = np.array([at for at in order if near[at]][:_FINALISTS])
        more = tried(model, seen, [answers[at] for at in close], drawn[few:worlds], f"{seed}/more")
        longer = np.concatenate([found[close], more], axis=1)
        best_first = np.argsort(-longer.mean(axis=1), kind="stable")
        order, found = close[best_first], longer[best_first]
    else:
        found = found[order]
    return Search([answers[at] for at in order], found, () if every else drawn[worlds:])


def tried(model: Model, seen: View[Any], answers: Sequence[Any], worlds: Sequence[World], seed: str) -> NDArray[np.float64]:
    """What answers come to in some worlds, shape (answers, worlds); arguments as for `search`."""
    return np.array(
        [[play_on(model, seen, world, answer, f"{seed}/{at}") for at, world in enumerate(worlds)] for answer in answers]
    )


def weigh(model: Model, seen: View[Any], answers: Sequence[Any], given: Any, seed: str, worlds: int = WORLDS) -> Weighed:
    """Find the best answer to a decision, and what the one that was given is worth beside it.

    The best is compared with the one given in worlds of their own: where it only seemed the best by luck, that luck is not
    counted.

    Args:
        model: how the game is judged.
        seen: what the seat saw.
        answers: the answers.
        given: one of them.
        seed: of all chance.
        worlds: in how many worlds the close ones are tried.
    """
    found = search(model, seen, answers, seed, worlds)
    best = found.answers[0]
    if not found.left:
        return _compared(best, found.found[found.answers.index(given)], found.found[0], error=0.0)
    if best == given:
        return _compared(best, found.found[0], found.found[0], error=0.0)
    last = tried(model, seen, [given, best], found.left, f"{seed}/last")
    return _compared(best, last[0], last[1], error=float(_error(last[1:] - last[:1])[0]))


def _compared(best: Any, given: NDArray[np.float64], better: NDArray[np.float64], *, error: float) -> Weighed:
    """The best answer and the one that was given, by what they came to in the same worlds."""
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
    """Standard errors of the means of rows."""
    return np.asarray(rows.std(axis=1, ddof=1) / np.sqrt(rows.shape[1]))


def play_on(model: Model, seen: View[Any], world: World, answer: Any, seed: str) -> float:
    """What an answer comes to in one world.

    Args:
        model: how the game is judged.
        seen: what the seat saw.
        world: where it is tried.
        answer: the answer.
        seed: of all chance after it; the same for each answer that is tried in this world.
    Raises:
        ActionError: a player of the world chose what the rules refuse.
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
