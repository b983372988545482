"""Replays a record and its side lines, and gives the events and the scores as plain data.

A side line is another way in which the game could have gone on.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from prial.core.game import NATURE, Decision, Event, Game, Node, Over, Seat, State, Told, view
from prial.core.lines import SideLine
from prial.core.record import NATURE_NAME, Move, Record, first_state, go_on, refused, replay
from prial.core.registry import exists, find
from prial.core.step import Step
from prial.errors import Refusal


class Waiting(msgspec.Struct, frozen=True):
    """The decision that is open now, and the players who must make it."""

    key: str
    """The decision's name. It is ``nature`` if cards are dealt or drawn next."""
    seats: tuple[Seat, ...]
    """Seats that haven't acted yet; empty if cards are dealt or drawn next."""
    locked: tuple[Seat, ...] = ()
    """Seats that have already acted, in secret."""


class Standing(msgspec.Struct, frozen=True):
    """The scores of a game, the open decision, and who has won."""

    scores: tuple[int, ...]
    """Points, chips or tokens, indexed by seat."""
    over: bool
    """Whether the game is over."""
    winners: tuple[Seat, ...]
    """Seats that won the game; empty before its end."""
    ledger: tuple[int, ...]
    """Money that each player has won, indexed by seat; below 0 for a loss. Before the end of the game: the money that each player
    would have won if the game stopped now.
    """
    decision: Waiting | None
    """The open decision; None when the game is over."""
    summary: Mapping[str, Any]
    """Other public facts, such as stacks, pots and debts. The game chooses them (`prial.core.kind.Kind.summary`)."""


class Refused(msgspec.Struct, frozen=True):
    """The first move, in a record or a side line, that breaks the rules."""

    number: int
    """The move's number, from 1."""
    code: str
    """Code of the refusal, for programs."""
    sentence: str
    """The reason, in a sentence for people."""


class ReplayedMove(msgspec.Struct, frozen=True):
    """One move and its effects."""

    number: int
    """The move's number, from 1."""
    seat: Seat | str
    """The seat that moved; ``nature`` if cards were dealt or drawn."""
    move: Any
    """The move as it is written in the record; None if the viewer may not see it."""
    events: tuple[dict[str, Any], ...]
    """What the viewer was told about the move: events, each with its code, its sentence and its fields."""
    decision: Waiting | None
    """The decision that is open after the move; None when the game is over."""
    summary: Mapping[str, Any]
    """Other public facts after the move, such as stacks, pots and debts."""
    comment: str = ""
    """The comment on the move in the record. Empty if there is none, or if the viewer may not see the move."""


class Replayed(msgspec.Struct, frozen=True):
    """A record replayed to its end, or to the first move that breaks the rules."""

    standing: Standing
    """Scores, open decision and winners after the last move."""
    moves: tuple[ReplayedMove, ...]
    """The moves played, in order."""
    refused: Refused | None
    """The move that breaks the rules; None if there is none."""


class ReplayedLine(msgspec.Struct, frozen=True):
    """A side line replayed to its end, or to the first move that breaks the rules."""

    number: str
    """The line's number: ``2`` for the second side line of the game, and ``2.1`` for the first side line of line 2."""
    after: int
    """Number of the last move before this line begins; 0 if there is none.

    This move belongs to the game, or to the side line from which this line departs.
    """
    name: str
    """The line's name; may be empty."""
    moves: tuple[ReplayedMove, ...]
    """The line's own moves, in order and numbered from 1."""
    refused: Refused | None
    """The move that breaks the rules; None if there is none."""
    lines: tuple["ReplayedLine", ...] = ()
    """The side lines that depart from this one."""


def standing(game: Game[Any, Any], state: State[Any], gathered: Mapping[Seat, Any]) -> Standing:
    """Get the scores, the open decision and the winners of a game.

    Args:
        game: the game with the rules of the table.
        state: the game's state.
        gathered: maps the seats that have already acted in secret to their actions.
    """
    node, summary = game.node(state), _summary(game)(game, state)
    if isinstance(node, Over):
        result = node.result
        return Standing(result.scores, True, result.winners, result.ledger, None, summary)  # noqa: FBT003  # over
    scores = game.score(view(state, None))
    return Standing(scores, False, (), game.stop(state).ledger, _waiting(node, gathered), summary)  # noqa: FBT003  # not over


def _summary(game: Game[Any, Any]) -> Callable[[Any, State[Any]], Mapping[str, Any]]:
    """The function `prial.core.kind.Kind.summary` of a game. If the game isn't registered, the function gives no facts."""
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
    """Get the events of a move.

    Args:
        step: the result of the move.
        viewer: the viewer's seat; None for a spectator.
        everything: true for all events; false for those that the viewer may see.
    """
    return (told.event for told in step.told if everything or told.heard_by(viewer))


def go_through(game: Game[Any, Any], record: Record, viewer: Seat | None = None, *, everything: bool = True) -> Replayed:
    """Replay a record.

    Args:
        game: the game with the rules of the record.
        record: the record.
        viewer: the seat of a player; None for a spectator. It has no effect if ``everything`` is true.
        everything: true for all events and all moves; false for those that the viewer may see.
    """
    state, gathered = first_state(game, record), dict[Seat, Any]()
    moves: list[ReplayedMove] = []
    wrong = None
    for move in replay(game, record):
        if isinstance(move.done, Refusal):
            wrong = _refused(move.number, move.done)
            break
        state, gathered = move.done.state, dict(move.done.gathered)
        own = everything or move.seat == viewer
        events = heard(move.done, viewer, everything=everything)
        moves.append(_replayed(game, record.seats, move, events, record if own else None))
    return Replayed(standing(game, state, gathered), tuple(moves), wrong)


def _refused(number: int, why: Refusal) -> Refused:
    return Refused(number, why.code, str(why))


def _replayed(
    game: Game[Any, Any], names: Sequence[str], move: Move[Any, Any], events: Iterable[Event], of: Record | SideLine | None
) -> ReplayedMove:
    """An allowed move as plain data. If the record or side line is None, the action and its comment are hidden."""
    assert isinstance(move.done, Step)
    written = of.moves[move.number - 1][1] if of else None
    comment = of.comments.get(move.number, "") if of else ""
    told = tuple([described(event, names) for event in events])
    state, who = move.done.state, NATURE_NAME if move.seat == NATURE else move.seat
    waiting = _waiting(game.node(state), move.done.gathered)
    return ReplayedMove(move.number, who, written, told, waiting, _summary(game)(game, state), comment)


def go_through_lines(game: Game[Any, Any], record: Record) -> tuple[ReplayedLine, ...]:
    """Replay the side lines of a record, with all events and all moves.

    A side line is left out if the rules refuse a move that leads to it.

    Args:
        game: the game with the rules of the record.
        record: the record.
    """
    return _along(game, record, record, first_state(game, record), {}, "")[0]


def _along(
    game: Game[Any, Any], record: Record, of: Record | SideLine, state: State[Any], gathered: Mapping[Seat, Any], before: str
) -> tuple[tuple[ReplayedLine, ...], tuple[ReplayedMove, ...], Refused | None]:
    """Replay a record or a side line, with the side lines inside it.

    Returns the side lines inside it, its moves (none for a record), and any refused move.
    """
    parted = {line.after for line in of.lines}
    states = {0: (state, gathered)}
    moves, wrong = list[ReplayedMove](), None
    for move in go_on(game, state, gathered, of.moves, record):
        if isinstance(move.done, Refusal):
            wrong = _refused(move.number, move.done)
            break
        if move.number in parted:
            states[move.number] = move.done.state, move.done.gathered
        if of is not record:
            moves.append(_replayed(game, record.seats, move, heard(move.done, None, everything=True), of))
    lines = []
    for at, line in enumerate(of.lines, 1):
        if line.after in states:
            inner, own, refused = _along(game, record, line, *states[line.after], f"{before}{at}.")
            lines.append(ReplayedLine(f"{before}{at}", line.after, line.name, own, refused, inner))
    return tuple(lines), tuple(moves), wrong


def described(event: Event, names: Sequence[str]) -> dict[str, Any]:
    """Write an event as plain data: its code, its sentence and its fields.

    Args:
        event: the event.
        names: the players' names, indexed by seat.
    """
    fields = {field: msgspec.to_builtins(getattr(event, field)) for field in event.__struct_fields__}
    return {"code": event.code, "text": event.say(names), **fields}


def resume(game: Game[Any, Any], record: Record) -> tuple[State[Any], dict[Seat, Any], list[tuple[Told, ...]]]:
    """Replay a record to its end, and get everything that is needed to play on.

    Args:
        game: the game with the rules of the record.
        record: the record.
    Returns:
        Three things:

        * the last state
        * the secret actions given so far at the open decision, keyed by seat
        * for each move, its events with the seats that were told about them
    Raises:
        RecordError: if the record's ``start`` isn't a state of the game, or if the rules refuse a move.
    """
    state, gathered = first_state(game, record), dict[Seat, Any]()
    told = []
    for move in replay(game, record):
        if isinstance(move.done, Refusal):
            raise refused(move.number, move.done)
        state, gathered = move.done.state, dict(move.done.gathered)
        told.append(move.done.told)
    return state, gathered, told
