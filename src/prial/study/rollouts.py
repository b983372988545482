"""Decisions judged by playing on: each answer that is worth a thought is played to the end of the deal, in worlds that may be.

A world is a whole state that fits what the seat saw, drawn as likely as it was for that seat; the cards that really lay there
are never looked at. All answers are tried in the same worlds and with the same chance, so that what differs is the answer, and
the error of a difference is small.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from prial.bots.bot import Bot
from prial.core.game import NATURE, Chance, Decision, Game, Seat, State, View, view
from prial.core.record import Move, Record, replay
from prial.core.step import Step, step
from prial.errors import ActionError, Refusal
from prial.study.replay import refused
from prial.study.review import Hands, Judged, Progress, Review, totals

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
    """What a game brings so that its decisions are judged by playing on: a `prial.study.review.LongReview`.

    Args:
        game: the table.
        record: a game that was played there.
    """

    unit: str
    """What is counted, in the plural: ``chips``."""
    note: str = ""
    """What the worth of an answer holds, in a sentence, where that isn't what a deal brings."""

    stake: float = 1.0
    """What a deal is about, in that unit: see `prial.study.review.Review.stake`."""

    def __init__(self, game: Any, record: Record) -> None:
        self.game: Game[Any, Any] = game
        self.record = record
        named = record.notes.get("bots")
        self.bots: dict[str, Any] = named if isinstance(named, dict) else {}
        """Which bot sat where, by the seat's number as text, as far as the record says."""

    @abstractmethod
    def answers(self, seen: View[Any], given: Any) -> Sequence[Any]:
        """The answers that are worth a thought, and the one that was given; fewer than two where there is nothing to judge."""

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

    def carry_out(self, seat: Seat | None = None, worlds: int | None = None, progress: Progress | None = None, /) -> Review:
        """Look back at the decisions of the game, as far as its deals were played out.

        Args:
            seat: whose decisions; None for everybody's.
            worlds: in how many worlds answers that are close are tried; None for the usual number.
            progress: called with how many decisions are judged, and of how many.
        Raises:
            PrialError: the record holds a move that the rules refuse.
        """
        asked, made = _decisions(self, self.record, seat)
        judged = []
        for number, each in enumerate(asked):
            if progress:
                progress(number, len(asked))
            seed = f"{self.game.name}/{each.key}/{each.seat}"
            found = weigh(self, each.seen, each.answers, each.given, seed, worlds or WORLDS)
            judged.append(
                Judged(
                    each.deal,
                    each.seat,
                    self.cards(each.seen),
                    found.worth,
                    (),
                    found.best_worth,
                    found.lost,
                    made[each.deal][each.seat],
                    declared=self.words(each.seen, each.given),
                    best_declared=self.words(each.seen, found.best),
                    error=found.error,
                    situation=self.situation(each.seen),
                    wins=found.wins,
                    best_wins=found.best_wins,
                )
            )
        return Review(tuple(judged), totals(judged, self.game.seats), self.note, self.unit, laid=False, stake=self.stake)


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


def weigh(model: Model, seen: View[Any], answers: Sequence[Any], given: Any, seed: str, worlds: int = WORLDS) -> Weighed:
    """Find the best answer to a decision, and what the one that was given is worth beside it.

    All answers are tried in a few worlds, those that are close in more. The best is then compared with the one given in worlds
    of their own: where it only seemed the best by luck, that luck is not counted.

    Args:
        model: how the game is judged.
        seen: what the seat saw.
        answers: the answers.
        given: one of them.
        seed: of all chance.
        worlds: in how many worlds the close ones are tried.
    """
    rng = np.random.Generator(np.random.PCG64(Random(seed).getrandbits(64)))
    drawn = model.worlds(seen, 2 * worlds, rng)

    def tried(which: Sequence[Any], some: range) -> NDArray[np.float64]:
        """What answers come to, shape (answers, worlds)."""
        return np.array([[play_on(model, seen, drawn[at], answer, f"{seed}/{at}") for at in some] for answer in which])

    if len(drawn) < 2 * worlds:
        all_tried = dict(zip(answers, tried(answers, range(len(drawn))), strict=True))
        best = max(all_tried, key=lambda answer: float(all_tried[answer].mean()))
        return _compared(best, all_tried[given], all_tried[best], error=0.0)
    few = max(2, worlds // _FIRST)
    first = tried(answers, range(few))
    order = np.argsort(-first.mean(axis=1), kind="stable")
    behind = first[order[0]] - first
    near = behind.mean(axis=1) <= _CLOSE * _error(behind)
    close = [int(at) for at in order if near[at]][:_FINALISTS]
    more = tried([answers[at] for at in close], range(few, worlds))
    found = np.concatenate([first[close], more], axis=1)
    at = int(found.mean(axis=1).argmax())
    best = answers[close[at]]
    if best == given:
        return _compared(best, found[at], found[at], error=0.0)
    last = tried([given, best], range(worlds, 2 * worlds))
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


class _Asked(NamedTuple):
    """A decision that is judged."""

    deal: int
    seat: Seat
    key: str
    seen: View[Any]
    answers: Sequence[Any]
    given: Any


def _decisions(model: Model, record: Record, only: Seat | None) -> tuple[list[_Asked], dict[int, list[int]]]:
    """The decisions of all deals that were played out, and what each seat made in each of these deals."""
    game = model.game
    asked: list[_Asked] = []
    began: list[int] = []
    made: dict[int, list[int]] = {}
    for move, later in _with_the_next(game, record):
        before, after = move.before, move.done.state if isinstance(move.done, Step) else move.before
        if model.deal(after) > model.deal(before):
            began = [model.standing(before, seat) for seat in range(game.seats)]
        if model.settled(after) and not model.settled(before):
            made[model.deal(after)] = [model.standing(after, seat) - start for seat, start in enumerate(began)]
        node = game.node(before)
        if not isinstance(node, Decision) or move.seat not in node.seats or only not in (None, move.seat):
            continue
        seen = view(before, move.seat)
        given = model.whole(move.action, _added(game, move, later))
        answers = model.answers(seen, given)
        if len(answers) > 1:
            asked.append(_Asked(model.deal(before), move.seat, node.key, seen, answers, given))
    return [each for each in asked if each.deal in made], made


def _with_the_next(game: Game[Any, Any], record: Record) -> Iterator[tuple[Move[Any, Any], Move[Any, Any] | None]]:
    """The moves of a record, each with the one that follows it."""
    moves = list(replay(game, record.moves))
    for move, later in zip(moves, [*moves[1:], None], strict=True):
        if isinstance(move.done, Refusal):
            raise refused(move.number, move.done)
        yield move, later


def _added(game: Game[Any, Any], move: Move[Any, Any], later: Move[Any, Any] | None) -> Any:
    """What a seat did directly after its move, while the next one thought; None for nothing."""
    if later is None or later.seat != move.seat:
        return None
    node = game.node(later.before)
    return later.action if isinstance(node, Decision) and later.seat in node.also else None
