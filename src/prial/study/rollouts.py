"""Judges decisions by rollouts: after each action that may be good, bots play the deal to its end, many times.

Each rollout begins from a *world*: a state in which all cards are placed, and which agrees with all that the player saw. Probable
worlds are drawn more often; the cards that were really dealt aren't looked at. All actions are tried in the same worlds with the
same random numbers, so that the difference between two actions has a small standard error.
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
"""Default number of worlds in which the best actions are tried.

To find out what a player lost, the same number of new worlds is used. In them, the player's action is compared with the best one.
"""
_FIRST: Final = 5
"""All answers are tried in the first fifth (1 / this number) of the worlds."""
_CLOSE: Final = 3.0
"""An answer counts as close if it is behind the best answer by at most this many standard errors."""
_FINALISTS: Final = 5
"""Greatest number of answers that count as close."""


class World(NamedTuple):
    """A state that agrees with what a player saw, and the bots that play on from it."""

    state: State[Any]
    """The state, with all cards placed."""
    players: Sequence[Bot]
    """The bots that play on, indexed by seat. The judged player has a bot too, which plays after the action that is tried."""


class Model(ABC):
    """Says how the decisions of one game are judged by rollouts. Each game that has rollouts makes a subclass.

    Args:
        game: the game with the rules of the table.
        bots: maps the number of a seat, as text, to the name of the seat's bot. Seats may be missing.
    """

    unit: str
    """The unit of what an action brings, in the plural: ``chips``."""
    note: str = ""
    """A sentence that says what is counted as an action's worth. It is empty if the worth is simply the gain of the deal."""

    stake: float = 1.0
    """Amount for which a deal is played, in `unit`: one point, or all antes or blinds together."""
    against: str = ""
    """A sentence that describes how the other players act in the rollouts. It is empty if there is no such sentence.

    `prial.study.review.Review.against` begins with this sentence.
    """
    quick: Sequence[str] = ()
    """Names of bots that are fast enough for rollouts.

    In rollouts, each fast bot at the table plays for its own seat. If the judged player is a fast bot, another bot plays for it.
    """

    def __init__(self, game: Any, bots: Mapping[str, Any]) -> None:
        self.game: Game[Any, Any] = game
        sat = {seat: bots.get(str(seat)) for seat in range(game.seats)}
        self.named: Mapping[Seat, str] = {seat: name for seat, name in sat.items() if name is not None and name in self.quick}
        """Names of the fast bots at the table (see `quick`), by seat. Seats without a fast bot are missing."""
        self.seated: Mapping[Seat, Bot] = {seat: make(game, name) for seat, name in self.named.items()}
        """The fast bots at the table (see `quick`), by seat. Seats without a fast bot are missing."""

    @abstractmethod
    def answers(self, seen: View[Any], given: Any = None) -> Sequence[Any]:
        """List the actions that may be the best. If there are fewer than two, the decision isn't judged.

        Args:
            seen: the player's view at the decision.
            given: the action that the player chose, which is always in the list; None if nothing is chosen yet.
        """

    @abstractmethod
    def worlds(self, seen: View[Any], number: int, rng: np.random.Generator) -> Sequence[World]:
        """Draw random worlds that agree with what a player sees. Probable worlds are drawn more often.

        If there are fewer than ``number`` possible worlds, all of them are returned.

        Args:
            seen: the player's view at the decision.
            number: number of worlds.
            rng: the random generator.
        """

    @abstractmethod
    def worth(self, seen: View[Any], state: State[Any]) -> float | None:
        """Get the player's gain in the deal, from the decision on; None while the result is open.

        Args:
            seen: the player's view at the decision.
            state: the present state.
        """

    @abstractmethod
    def deal(self, state: State[Any]) -> int:
        """Get the number of the deal, from 1; 0 before the first deal.

        Args:
            state: the present state.
        """

    @abstractmethod
    def settled(self, state: State[Any]) -> bool:
        """Whether the deal is over and its points or chips have been counted.

        Args:
            state: the present state.
        """

    @abstractmethod
    def standing(self, state: State[Any], seat: Seat) -> int:
        """Get the chips or points that a seat has made in the game so far.

        Args:
            state: the present state.
            seat: the seat.
        """

    @abstractmethod
    def cards(self, seen: View[Any]) -> Hands:
        """Get the cards that the player saw at the decision.

        Args:
            seen: the player's view at the decision.
        """

    @abstractmethod
    def words(self, seen: View[Any], answer: Any) -> str:
        """Write an action in words: ``bet 4``.

        Args:
            seen: the player's view at the decision.
            answer: the action.
        """

    def situation(self, seen: View[Any]) -> str:  # may be overridden
        """Write the facts, other than the cards, that mattered for the decision, in a few words.

        Args:
            seen: the player's view at the decision.
        """
        return ""

    def whole(self, answer: Any, added: Any) -> Any:  # overridden by games in which a seat can add to its answer
        """Get the action to judge: the chosen action, joined with what the player added to it later.

        Args:
            answer: the action as it was chosen.
            added: a further action, which the player took while another player was to act; None if there was none.
        """
        return answer


class Weighed(msgspec.Struct, frozen=True):
    """A player's action compared with the best action, by rollouts."""

    best: Any
    """The best action."""
    worth: float
    """What the player's action brings on average."""
    best_worth: float
    """What the best action brings on average."""
    lost: float
    """Difference between `best_worth` and `worth`; at least 0."""
    error: float
    """Standard error of `lost`.

    It is 0 if `search` found no action better than the player's, or if all possible worlds were tried.
    """
    wins: float
    """Share of the worlds in which the player's action brings more than nothing."""
    best_wins: float
    """Share of the worlds in which the best action brings more than nothing."""


class Search(NamedTuple):
    """The best actions at a decision, and what each action brought. All were tried in the same worlds."""

    answers: Sequence[Any]
    """The actions that may be the best, the best first."""
    found: NDArray[np.float64]
    """What each action in `answers` brought in each world; shape (actions, worlds)."""
    left: Sequence[World]
    """Worlds in which no action was tried yet: one for each column of `found`. Empty if all possible worlds were tried."""

    def errors(self) -> NDArray[np.float64]:
        """Get the standard error of the difference between the best action and each action; shape (actions,).

        It is 0 for the best action, and for all actions if all possible worlds were tried.
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
    """Find the best actions at a decision.

    All actions are tried in a few worlds. The best action, and actions that come close to it, are tried in more worlds.

    Args:
        model: the game's model.
        seen: the player's view at the decision.
        answers: the actions to try.
        seed: seed of the random numbers.
        worlds: number of worlds in which the best action is tried.
        wanted: least number of actions to try in all ``worlds`` worlds.
        also: actions from ``answers`` to try in all ``worlds`` worlds, even if they aren't close to the best.
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
    """Try each action in each of the given worlds.

    Args:
        model: the game's model.
        seen: the player's view at the decision.
        answers: the actions to try.
        worlds: the worlds.
        seed: seed of the random numbers.
    Returns:
        What each action brings in each world; shape (actions, worlds).
    """
    return np.array(
        [[play_on(model, seen, world, answer, f"{seed}/{at}") for at, world in enumerate(worlds)] for answer in answers]
    )


def weigh(model: Model, seen: View[Any], answers: Sequence[Any], given: Any, seed: str, worlds: int = WORLDS) -> Weighed:
    """Find the best action at a decision, and compare the player's action with it.

    * The best action is searched for in some worlds.
    * If the player chose another action, the two actions are compared in new worlds.
    * The player's action counts as the best if it brings at least as much in the new worlds.
    * If the search tried all possible worlds, the actions are compared in the same worlds.

    Args:
        model: the game's model.
        seen: the player's view at the decision.
        answers: the actions to try.
        given: the action that the player chose, one of ``answers``.
        seed: seed of the random numbers.
        worlds: number of worlds for the search, and number of new worlds.
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
    """Compare the given answer with the best one. ``given`` and ``better`` hold what the two brought in each world."""
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
    """Take an action in a world, and let bots play on until the action's worth is known.

    Args:
        model: the game's model.
        seen: the player's view at the decision.
        world: the world.
        answer: the action.
        seed: seed of the random numbers. Use one seed for all actions that are compared in a world.
    Returns:
        What the action brings, as counted by `Model.worth`.
    Raises:
        ActionError: if a bot chooses an action that the rules refuse.
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
