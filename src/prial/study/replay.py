"""A record gone through again: where the game stands, and what each move did, as plain data."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from prial.core.game import NATURE, Decision, Event, Game, Node, Over, Seat, State, Told, view
from prial.core.record import NATURE_NAME, Record, replay
from prial.core.registry import exists, find
from prial.core.step import Step
from prial.errors import RecordError, Refusal, add_sentences, refuse

add_sentences("en", {"replay.refused": "Move {number} of the record is refused: {why}"})


class Waiting(msgspec.Struct, frozen=True):
    """What is being decided."""

    key: str
    """The decision's key; ``nature`` where chance moves next."""
    seats: tuple[Seat, ...]
    """Seats that have yet to decide."""
    locked: tuple[Seat, ...] = ()
    """Seats that have decided."""


class Standing(msgspec.Struct, frozen=True):
    """Where a game stands."""

    scores: tuple[int, ...]
    """Points, chips or tokens, by seat."""
    over: bool
    winners: tuple[Seat, ...]
    ledger: tuple[int, ...]
    """Money won and lost, by seat; before the end what it would be if the game were broken off."""
    decision: Waiting | None
    """Whose decision it is; None when the game is over."""
    summary: Mapping[str, Any]
    """What else everybody sees of how it stands, as the game says it: stacks, pots, debts."""


class Refused(msgspec.Struct, frozen=True):
    """The first move that the rules refuse."""

    number: int
    """Counted from 1."""
    code: str
    sentence: str


class ReplayedMove(msgspec.Struct, frozen=True):
    """One move and what it did."""

    number: int
    """Counted from 1."""
    seat: Seat | str
    """Who moved; ``nature`` for chance."""
    move: Any
    """The move as the record holds it; None where the viewer may not see it."""
    events: tuple[dict[str, Any], ...]
    """What the viewer was told: each event's code, sentence and fields."""
    decision: Waiting | None
    """Whose decision it is then; None when the game is over."""
    summary: Mapping[str, Any]
    """How the game stands then, as in `Standing.summary`."""


class Replayed(msgspec.Struct, frozen=True):
    """A record gone through to its end, or to the first move that is refused."""

    standing: Standing
    moves: tuple[ReplayedMove, ...]
    refused: Refused | None


def standing(game: Game[Any, Any], state: State[Any], gathered: Mapping[Seat, Any]) -> Standing:
    """Where a game stands.

    Args:
        game: the table.
        state: its state.
        gathered: decisions that wait for others.
    """
    node, summary = game.node(state), _summary(game)(game, state)
    if isinstance(node, Over):
        result = node.result
        return Standing(result.scores, True, result.winners, result.ledger, None, summary)  # noqa: FBT003  # over
    scores = game.score(view(state, None))
    return Standing(scores, False, (), game.stop(state).ledger, _waiting(node, gathered), summary)  # noqa: FBT003  # not over


def _summary(game: Game[Any, Any]) -> Callable[[Any, State[Any]], Mapping[str, Any]]:
    """How a game's kind sums up where it stands; nothing for a game that nobody has made known."""
    return find(game.name).summary if exists(game.name) else lambda _game, _state: {}


def _waiting(node: Node, gathered: Mapping[Seat, Any]) -> Waiting | None:
    """What is being decided; None when the game is over."""
    match node:
        case Decision(key=key, seats=seats):
            waiting = tuple(seat for seat in seats if seat not in gathered)
            return Waiting(key, waiting, tuple(seat for seat in seats if seat in gathered))
        case Over():
            return None
        case _:
            return Waiting(NATURE_NAME, ())


def heard(step: Step[Any, Any], viewer: Seat | None, *, everything: bool) -> Iterator[Event]:
    """The events of a step that a viewer was told, or all of them."""
    return (told.event for told in step.told if everything or told.heard_by(viewer))


def go_through(game: Game[Any, Any], record: Record, viewer: Seat | None = None, *, everything: bool = True) -> Replayed:
    """Play a record again.

    Args:
        game: the table that its rules make.
        record: the record.
        viewer: whose eyes to see it with, where not everything is wanted; None is a spectator.
        everything: tell what anybody was told, and show every move.
    """
    state, gathered, summary = game.start(), dict[Seat, Any](), _summary(game)
    moves: list[ReplayedMove] = []
    wrong = None
    for move in replay(game, record.moves):
        if isinstance(move.done, Refusal):
            wrong = Refused(move.number, move.done.code, str(move.done))
            break
        state, gathered = move.done.state, dict(move.done.gathered)
        own = everything or (move.seat == viewer and viewer is not None)
        written = record.moves[move.number - 1][1] if own else None
        events = tuple([described(event, record.seats) for event in heard(move.done, viewer, everything=everything)])
        who, waiting = NATURE_NAME if move.seat == NATURE else move.seat, _waiting(game.node(state), gathered)
        moves.append(ReplayedMove(move.number, who, written, events, waiting, summary(game, state)))
    return Replayed(standing(game, state, gathered), tuple(moves), wrong)


def described(event: Event, names: Sequence[str]) -> dict[str, Any]:
    """An event as plain data: its code, its sentence, and its fields."""
    fields = {field: msgspec.to_builtins(getattr(event, field)) for field in event.__struct_fields__}
    return {"code": event.code, "text": event.say(names), **fields}


def refused(number: int, refusal: Refusal) -> RecordError:
    """What is wrong with a record whose move of this number (from 1) is refused."""
    return RecordError(refuse("replay.refused", number=number, why=str(refusal)))


def resume(game: Game[Any, Any], record: Record) -> tuple[State[Any], dict[Seat, Any], list[tuple[Told, ...]]]:
    """Where a record ends: the state, the decisions gathered, and what was told move by move.

    Raises:
        RecordError: one of its moves is refused.
    """
    state, gathered = game.start(), dict[Seat, Any]()
    told = []
    for move in replay(game, record.moves):
        if isinstance(move.done, Refusal):
            raise refused(move.number, move.done)
        state, gathered = move.done.state, dict(move.done.gathered)
        told.append(move.done.told)
    return state, gathered, told
