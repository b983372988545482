"""Records and transcripts: a whole game as data, for those who may see all of it, and for one viewer.

A record holds the rules, the seats, nature's outcomes and the players' actions as text; `replay` plays them again and comes
to the same states. It is private: it names every card. A transcript holds what one viewer was told, in order, and needs no
rules to be read, so it stays readable when a record's version is no longer played.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from prial.core.game import NATURE, Chance, Game, Seat, State
from prial.core.step import Step, step
from prial.errors import PrialError, RecordError, Refusal, add_sentences, refuse, why_unreadable

P = TypeVar("P")
A = TypeVar("A")

NATURE_NAME = "nature"

add_sentences(
    "en",
    {
        "record.json": "This is not a record: {why}.",
        "record.cut": "This record is cut off: it ends in the middle, after {bytes} bytes.",
        "record.format": "This record has the format {found}; this program reads {known}.",
        "record.version": "This record was played by version {found} of {game}; this program plays version {known}.",
        "record.game": "This is a record of {found}, and not of {game}.",
        "record.seats": "The rules say {players} players, and the record names {seats} seats.",
        "record.name": "Seat {seat} can't be called {name}: a name has letters, and nothing that can't be printed.",
        "record.seat": "Move {number} is made by seat {seat}; the seats are 0 to {last}, and nature.",
        "record.move": 'Move {number} is written as ["nature", what was dealt] or [seat, "action"].',
    },
)


class Record(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A game as data. A person can write one: only ``game``, ``rules``, ``seats`` and ``moves`` are needed."""

    prial: int
    """Format of the record; 1."""
    game: str
    """The game's name."""
    version: int | None = None
    """Version of the game that played it; None where a person wrote it."""
    rules: dict[str, Any] = {}
    """A preset's name under ``preset``, and options by name."""
    seats: list[str]
    """The players' names, by seat."""
    moves: list[tuple[Any, Any]] = []
    """Pairs: ``["nature", outcome]`` or ``[seat, "action"]``, in the order in which they were made."""
    notes: dict[str, Any] = {}
    """Anything else that whoever wrote it wants to remember; it decides nothing."""


def read(text: str | bytes) -> Record:
    """A record from JSON.

    Raises:
        RecordError: text that is no JSON, is cut off, or has not the form of a record.
    """
    try:
        data = text.encode() if isinstance(text, str) else text
        record = msgspec.json.decode(data, type=Record)
    except UnicodeError as error:
        raise RecordError(refuse("record.json", why="it is not text in UTF-8")) from error
    except (msgspec.MsgspecError, RecursionError) as error:
        if "truncated" in str(error):
            raise RecordError(refuse("record.cut", bytes=len(data))) from error
        raise RecordError(refuse("record.json", why=why_unreadable(error))) from error
    if record.prial != 1:
        raise RecordError(refuse("record.format", found=record.prial, known=1))
    check_names(record.seats)
    return record


def check_names(seats: Iterable[str]) -> None:
    """See to it that players' names can be shown: at a terminal a control character acts.

    Raises:
        RecordError: a name that is empty or can't be printed.
    """
    for seat, name in enumerate(seats):
        if not name.strip() or not name.isprintable():
            raise RecordError(refuse("record.name", seat=seat, name=repr(name)[:60]))


def write(record: Record) -> str:
    """A record as JSON, one move a line, so that people and version control can read it."""
    head = msgspec.to_builtins(record)
    moves = head.pop("moves", [])
    lines = [f"{_json(key)}: {_json(value)}" for key, value in head.items()]
    body = ",\n  ".join(_json(move) for move in moves)
    lines.append(f'"moves": [\n  {body}\n]' if moves else '"moves": []')
    return "{" + ",\n".join(lines) + "}\n"


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


class Move(msgspec.Struct, Generic[P, A], frozen=True):
    """One move of a record and what it did."""

    number: int
    """Counted from 1."""
    seat: Seat
    """Who moved; `NATURE` for nature."""
    action: Any
    """The action, or nature's outcome."""
    before: State[P]
    """The state in which it was made."""
    done: Step[P, A] | Refusal
    """What it did, or why it is refused."""


def replay(game: Game[P, A], moves: list[tuple[Any, Any]]) -> Iterator[Move[P, A]]:
    """Play a record's moves again, one at a time, up to the first that is refused.

    Args:
        game: the game that the record's rules make.
        moves: the record's moves.
    Yields:
        Each move with the state before it and what it did; a refused move is the last.
    """
    state = game.start()
    gathered: Mapping[Seat, A] = {}
    for number, (who, written) in enumerate(moves, 1):
        seat, action = NATURE, written
        done: Step[P, A] | Refusal
        try:
            seat, action = _read(game, state, number, who, written)
            done = step(game, state, gathered, seat, action)
        except PrialError as error:
            done = error.refusal
        yield Move(number, seat, action, state, done)
        if isinstance(done, Refusal):
            return
        state, gathered = done.state, done.gathered


def _read(game: Game[P, A], state: State[P], number: int, who: Any, written: Any) -> tuple[Seat, Any]:
    """A move's seat and action from what a record holds."""
    if who == NATURE_NAME:
        node = game.node(state)
        return NATURE, node.draw.read(written) if isinstance(node, Chance) else written
    if type(who) is int and isinstance(written, str):
        if not 0 <= who < game.seats:
            raise RecordError(refuse("record.seat", number=number, seat=str(who)[:20], last=game.seats - 1))
        return who, game.read(written)
    raise RecordError(refuse("record.move", number=number))


def written_move(game: Game[P, A], state: State[P], seat: Seat, action: Any) -> tuple[Any, Any]:
    """A move as a record holds it; ``state`` is the one in which it is made."""
    if seat == NATURE:
        node = game.node(state)
        assert isinstance(node, Chance)
        return NATURE_NAME, node.draw.write(action)
    return seat, game.write(action)


class TranscriptLine(msgspec.Struct, frozen=True):
    """One thing that a viewer was told."""

    move: int
    """Number of the move that brought it, from 1."""
    code: str
    """The event's code."""
    event: dict[str, Any]
    """The event's fields."""
    text: str
    """The event in a sentence."""


class Transcript(msgspec.Struct, frozen=True, kw_only=True):
    """What one viewer was told of a game. It holds no card that this viewer was not shown."""

    prial_transcript: int = 1
    """Format of the transcript."""
    game: str
    rules: dict[str, str | int]
    seats: list[str]
    viewer: Seat | None
    """The seat it was told to; None for a spectator."""
    lines: list[TranscriptLine]


def transcript(record: Record, rules: dict[str, str | int], moves: Iterator[Move[P, A]], viewer: Seat | None) -> Transcript:
    """What a viewer was told of a game.

    Args:
        record: the game's record.
        rules: all options written out.
        moves: the moves as `replay` gives them.
        viewer: a seat, or None for a spectator.
    """
    lines = [
        TranscriptLine(move.number, told.event.code, msgspec.to_builtins(told.event), told.event.say(record.seats))
        for move in moves
        if isinstance(move.done, Step)
        for told in move.done.told
        if told.heard_by(viewer)
    ]
    return Transcript(game=record.game, rules=rules, seats=list(record.seats), viewer=viewer, lines=lines)
