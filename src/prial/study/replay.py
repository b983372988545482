"""A record played again: the standing of the game, and the effect of each move, as plain data."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from prial.core.game import NATURE, Decision, Event, Game, Node, Over, Seat, State, Told, view
from prial.core.record import NATURE_NAME, Record, first_state, refused, replay
from prial.core.registry import exists, find
from prial.core.step import Step
from prial.errors import Refusal


class Waiting(msgspec.Struct, frozen=True):
    """The decision that is open."""

    key: str
    """The decision's key. It is ``nature`` if chance moves next."""
    seats: tuple[Seat, ...]
    """Seats that haven't decided yet."""
    locked: tuple[Seat, ...] = ()
    """Seats that have already decided."""


class Standing(msgspec.Struct, frozen=True):
    """Where a game stands."""

    scores: tuple[int, ...]
    """Points, chips or tokens, indexed by seat."""
    over: bool
    """Whether the game is over."""
    winners: tuple[Seat, ...]
    """Seats that won the game; empty before its end."""
    ledger: tuple[int, ...]
    """Money that each player has won, indexed by seat; below 0 for a loss. Before the end of the game, it is counted as if the
    game stopped now."""
    decision: Waiting | None
    """The open decision; None when the game is over."""
    summary: Mapping[str, Any]
    """Other public facts about the game, from `prial.core.kind.Kind.summary`: stacks, pots, debts."""


class Refused(msgspec.Struct, frozen=True):
    """A move that the rules refuse: the first such move of a record."""

    number: int
    """The move's number, from 1."""
    code: str
    """The refusal's code in the catalogue."""
    sentence: str
    """The reason for the refusal, in a sentence for people."""


class ReplayedMove(msgspec.Struct, frozen=True):
    """One move and what it did."""

    number: int
    """The move's number, from 1."""
    seat: Seat | str
    """The seat that moved; ``nature`` for chance."""
    move: Any
    """The move as the record holds it; None if the viewer may not see it."""
    events: tuple[dict[str, Any], ...]
    """The events that the viewer was told of, each with its code, sentence and fields."""
    decision: Waiting | None
    """The decision that is open after the move; None when the game is over."""
    summary: Mapping[str, Any]
    """Public facts after the move, as in `Standing.summary`."""
    comment: str = ""
    """The record's comment on the move. Empty if there is none, or if the viewer may not see the move."""


class Replayed(msgspec.Struct, frozen=True):
    """A record played to its end, or to the first move that is refused."""

    standing: Standing
    """Where the game stands at the end."""
    moves: tuple[ReplayedMove, ...]
    """The moves played, in order."""
    refused: Refused | None
    """The move that was refused; None if the whole record is valid."""


def standing(game: Game[Any, Any], state: State[Any], gathered: Mapping[Seat, Any]) -> Standing:
    """Where a game stands.

    Args:
        game: the game with the rules of the table.
        state: the game's state.
        gathered: maps the seats that have already answered the open decision to their answers.
    """
    node, summary = game.node(state), _summary(game)(game, state)
    if isinstance(node, Over):
        result = node.result
        return Standing(result.scores, True, result.winners, result.ledger, None, summary)  # noqa: FBT003  # over
    scores = game.score(view(state, None))
    return Standing(scores, False, (), game.stop(state).ledger, _waiting(node, gathered), summary)  # noqa: FBT003  # not over


def _summary(game: Game[Any, Any]) -> Callable[[Any, State[Any]], Mapping[str, Any]]:
    """The `prial.core.kind.Kind.summary` of a game; for a game that isn't registered, a function that gives an empty mapping."""
    return find(game.name).summary if exists(game.name) else lambda _game, _state: {}


def _waiting(node: Node, gathered: Mapping[Seat, Any]) -> Waiting | None:
    """The open decision; None when the game is over."""
    match node:
        case Decision(key=key, seats=seats):
            waiting = tuple(seat for seat in seats if seat not in gathered)
            return Waiting(key, waiting, tuple(seat for seat in seats if seat in gathered))
        case Over():
            return None
        case _:
            return Waiting(NATURE_NAME, ())


def heard(step: Step[Any, Any], viewer: Seat | None, *, everything: bool) -> Iterator[Event]:
    """Those events of a step that a viewer was told about.

    Args:
        step: the step.
        viewer: the viewer's seat; None is a spectator.
        everything: whether to give all events, not only those that the viewer may see.
    """
    return (told.event for told in step.told if everything or told.heard_by(viewer))


def go_through(game: Game[Any, Any], record: Record, viewer: Seat | None = None, *, everything: bool = True) -> Replayed:
    """Play a record again.

    Args:
        game: the game with the rules of the record.
        record: the record.
        viewer: the seat of a player; None for a spectator. It matters only if ``everything`` is false.
        everything: true for all events and all moves, false for those that the viewer may see.
    """
    state, gathered, summary = first_state(game, record), dict[Seat, Any](), _summary(game)
    moves: list[ReplayedMove] = []
    wrong = None
    for move in replay(game, record):
        if isinstance(move.done, Refusal):
            wrong = Refused(move.number, move.done.code, str(move.done))
            break
        state, gathered = move.done.state, dict(move.done.gathered)
        own = everything or move.seat == viewer
        written = record.moves[move.number - 1][1] if own else None
        comment = record.comments.get(move.number, "") if own else ""
        events = tuple([described(event, record.seats) for event in heard(move.done, viewer, everything=everything)])
        who, waiting = NATURE_NAME if move.seat == NATURE else move.seat, _waiting(game.node(state), gathered)
        moves.append(ReplayedMove(move.number, who, written, events, waiting, summary(game, state), comment))
    return Replayed(standing(game, state, gathered), tuple(moves), wrong)


def described(event: Event, names: Sequence[str]) -> dict[str, Any]:
    """An event as plain data: its code, its sentence and its fields.

    Args:
        event: the event.
        names: the players' names, indexed by seat.
    """
    fields = {field: msgspec.to_builtins(getattr(event, field)) for field in event.__struct_fields__}
    return {"code": event.code, "text": event.say(names), **fields}


def resume(game: Game[Any, Any], record: Record) -> tuple[State[Any], dict[Seat, Any], list[tuple[Told, ...]]]:
    """Play a record to its end.

    Returns:
        Three things: the last state; a dictionary that maps the seats that have already answered the open decision to their
        answers; and, for each move, its events together with the seats that were told them.
    Raises:
        RecordError: the rules refuse one of the record's moves.
    """
    state, gathered = first_state(game, record), dict[Seat, Any]()
    told = []
    for move in replay(game, record):
        if isinstance(move.done, Refusal):
            raise refused(move.number, move.done)
        state, gathered = move.done.state, dict(move.done.gathered)
        told.append(move.done.told)
    return state, gathered, told
