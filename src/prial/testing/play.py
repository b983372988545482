"""Plays random games, and keeps each move for later checks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, TypeAlias

import msgspec

from prial.core.chance import Draw
from prial.core.game import NATURE, Chance, Decision, Game, Node, Over, Seat, State, view
from prial.core.record import Record, written_move
from prial.core.step import Step, step
from prial.errors import Refusal
from prial.testing.fault import Nonconformance

AnyGame: TypeAlias = Game[Any, Any]
"""Any game with its rules."""

_ENCODER: Final = msgspec.json.Encoder()
_MEANWHILE: Final = 0.3
"""Probability that a seat moves out of turn, where that is allowed."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One move of a game that was played."""

    seat: Seat
    """The seat that moved; `NATURE` for a move of chance, such as a deal of cards."""
    action: Any
    """The seat's action, or the outcome of chance."""
    node: Node
    """What the game waited for before the move: a decision of some seats, or chance."""
    before: State[Any]
    """The state before the move."""
    gathered: Mapping[Seat, Any]
    """The actions that seats had already chosen in secret for this decision, before the move. Maps seats to actions."""
    step: Step[Any, Any]
    """The new state and the events of the move."""

    @property
    def moved(self) -> bool:
        """Whether the move changed the state. It is False for a secret action while other seats still had to choose theirs."""
        return self.step.moves is not None

    @property
    def meanwhile(self) -> bool:
        """Whether the action took effect at once, while the game kept waiting for the same seats (see `Step.meanwhile`)."""
        return self.step.meanwhile


History: TypeAlias = Sequence[Moment]
"""All moves of a game so far, in order."""


def _seats(node: Node) -> tuple[Seat, ...]:
    """The seats of a decision; none at other nodes."""
    return node.seats if isinstance(node, Decision) else ()


def encoded(value: Any) -> bytes:
    """Write a frozen value as JSON bytes, to compare it with another value. The order of the elements counts."""
    return _ENCODER.encode(value)


def waiting(node: Node, gathered: Mapping[Seat, Any]) -> list[Seat]:
    """The seats that must still choose an action for a decision, in the order of play.

    Args:
        node: what the game waits for. If it isn't a decision, the list is empty.
        gathered: the actions already chosen in secret, by seat.
    """
    return [seat for seat in _seats(node) if seat not in gathered]


def meanwhile(node: Node) -> list[Seat]:
    """The seats that may act during a decision although the game doesn't wait for them (see `Decision.also`).

    Args:
        node: what the game waits for. If it isn't a decision, the list is empty.
    """
    return [seat for seat in node.also if seat not in node.seats] if isinstance(node, Decision) else []


def sampled(game: AnyGame, state: State[Any], seat: Seat, rng: Random) -> Any:
    """Choose a random action for a seat that may act although the game doesn't wait for it.

    Args:
        game: the game.
        state: the state of the game.
        seat: the seat.
        rng: the random generator.
    Raises:
        Nonconformance: if the game lists no action for the seat.
    """
    choices = game.choices(view(state, seat))
    if next(iter(choices), None) is None:
        raise Nonconformance("meanwhile", f"seat {seat} may act, but no action is listed for it")
    return choices.sample(rng)


def play(game: AnyGame, seed: int | str, *, moves: int = 10_000, whole: bool = True) -> list[Moment]:
    """Play a random game, and return its moves.

    Seats that choose in secret act in random order. Sometimes a seat acts although the game doesn't wait for it.

    Args:
        game: the game.
        seed: seed of all random choices.
        moves: the greatest number of moves.
        whole: whether it is an error if the game isn't over after ``moves`` moves.
    Raises:
        Nonconformance: if the game refuses a move that it offered, offers no move, or isn't over in time.
    """
    rng = Random(seed)
    state, gathered = game.start(), dict[Seat, Any]()
    history: list[Moment] = []
    while len(history) < moves:
        node = game.node(state)
        if isinstance(node, Over):
            return history
        if isinstance(node, Chance):
            seat, action = NATURE, node.draw.sample(rng)
        else:
            if not (left := waiting(node, gathered)):
                raise Nonconformance("choices", f"no seat is left to decide {node.key!r}", seed, len(history) + 1)
            others = meanwhile(node)
            if others and rng.random() < _MEANWHILE:
                action = sampled(game, state, seat := rng.choice(others), rng)
            else:
                action = game.choices(view(state, seat := rng.choice(left))).sample(rng)
        done = step(game, state, gathered, seat, action)
        if isinstance(done, Refusal):
            raise Nonconformance("allowed", f"an action sampled for seat {seat} is refused: {done}", seed, len(history) + 1)
        history.append(Moment(seat, action, node, state, gathered, done))
        state, gathered = done.state, dict(done.gathered)
    if whole and not isinstance(game.node(state), Over):
        raise Nonconformance("end", f"the game isn't over after {moves} moves", seed, moves)
    return history


def position(game: AnyGame, history: History) -> tuple[State[Any], Mapping[Seat, Any]]:
    """The state after some moves, and a mapping from seats to the actions already chosen in secret for the open decision."""
    return (history[-1].step.state, history[-1].step.gathered) if history else (game.start(), {})


def record(game: AnyGame, history: History) -> Record:
    """The record of some moves. It leaves out the rules of the game, so play it again only with the same game object."""
    moves = [written_move(game, moment.before, moment.seat, moment.action) for moment in history]
    return Record(prial=1, game=game.name, version=game.version, seats=[f"P{s}" for s in range(game.seats)], moves=moves)


def shuffles(history: History) -> list[int]:
    """For each move, the number of the latest shuffle. The first shuffle has the number 0. Before it, the number is −1.

    A deal counts as a new shuffle if it may deal a card that was already dealt since the last shuffle.
    """
    number, out = -1, set[int]()
    found = []
    for moment in history:
        if isinstance(moment.node, Chance) and isinstance(draw := moment.node.draw, Draw):
            if number < 0 or not out.isdisjoint(draw.pool):
                number, out = number + 1, set()
            out.update(card for pile in moment.action for card in pile)
        found.append(number)
    return found
