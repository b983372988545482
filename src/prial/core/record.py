"""Records: a whole game as data.

A record holds the rules, the players' names, nature's outcomes and the players' actions. `replay` makes these moves again.
Records are private, because they name every card.

A text may hold many records: one in each line (JSON Lines), or several texts that `write` gave, one below the other.
"""

import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final, Generic, TypeVar

import msgspec

from prial.arguments import explained
from prial.core.game import NATURE, Chance, Game, Seat, State
from prial.core.given import read_state
from prial.core.lines import SideLine, check_comments, check_lines, found, numbered, with_note
from prial.core.pieces import Origin, pieces
from prial.core.step import Step, step
from prial.errors import PrialError, RecordError, Refusal, add_sentences, listed, refuse, why_unreadable

P = TypeVar("P")
"""The type of the public part of a game's state."""
A = TypeVar("A")
"""The type of a game's actions."""

HEADINGS: Final = ("event", "place", "date", "round", "table", "source", "remark")
"""Names of the notes that are shown to readers, like the tags of PGN. Each of these notes is a text of one line."""
NATURE_NAME = "nature"
"""The word that a record writes instead of a seat when nature moves."""
UNKNOWN: Final = "??"
"""The text that a record has instead of a card that nobody saw."""

add_sentences(
    "en",
    {
        "record.json": "This is not a record: {why}.",
        "record.cut": "This record is cut off: it ends in the middle, after {bytes} bytes.",
        "record.source": "A record is read from its text, and not from {found}; a file's text is path.read_bytes().",
        "record.format": "This record has the format {found}; this program reads {known}.",
        "record.version": "This record was played by version {found} of {game}; this program plays version {known}.",
        "record.game": "This is a record of {found}, and not of {game}.",
        "record.seats": "The rules say {players} players, but there are names for {seats}.",
        "record.name": "Seat {seat} can't be called {name}: use printable characters only, and not just spaces.",
        "record.seat": "There is no seat {seat}: the seats are 0 to {last}, and nature.",
        "record.move": 'A move is written as ["nature", what was dealt] or [seat, "action"].',
        "record.astray": "This move leads to a position that the rules can't play on from.",
        "record.empty": "This is not a record: there is nothing in it.",
        "record.several": "This is more than one record: put each record into a file of its own. Commands that read many records "
        "also accept a file with one record on each line.",
        "record.among": "Record {number}, from line {line}: {why}",
        "record.unknown": "This move has cards that nobody saw (??): prial.core.unknown.completed(record) fills them in.",
        "replay.refused": "Move {number} of the record is refused: {why}",
    },
)


class Record(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, dict=True):
    """A whole game as data. If you write one by hand, you can leave out ``version``, ``comments``, ``lines`` and ``notes``."""

    prial: int
    """Number of the record's format: 1."""
    game: str
    """The game's name."""
    version: int | None = None
    """Version of the game's rules; None if a person wrote the record.

    The version has no effect on the options. An option that is missing in ``rules`` gets the first of these values that exists:
    the argument ``before`` in its declaration (see `prial.core.options.option`), the preset's value, the default.
    """
    rules: dict[str, Any] = {}
    """Maps names of options to values. The key ``preset`` holds the preset's name."""
    seats: list[str]
    """The players' names, indexed by seat."""
    start: dict[str, Any] | None = None
    """The state from which the game begins, a `State <prial.core.game.State>` as JSON; None for the usual start of the game."""
    moves: list[tuple[Any, Any]] = []
    """The moves in order. Each is a pair: ``["nature", outcome]`` or ``[seat, "action"]``. ``??`` stands for a card
    that nobody saw; `prial.core.unknown.completed` draws it."""
    comments: dict[int, str] = {}
    """The comments on moves. A key is the number of a move; the first move has the number 1. `prial.core.lines.check_comments`
    checks the comments."""
    lines: list[SideLine] = []
    """Other ways in which the game could have gone on. `along` makes a record of such a side line."""
    notes: dict[str, Any] = {}
    """Remarks about the game, such as the place. They have no effect on the moves. Notes with names from `HEADINGS` are shown to
    readers."""

    @property
    def origin(self) -> Origin | None:
        """Where the record stands in the file from which `read_all` read it; None for any other record.

        The origin isn't part of the record's data: records with different origins may be equal, and a copy has no origin.
        """
        return vars(self).get("origin")

    def __str__(self) -> str:
        """The whole game in sentences, with its side lines and comments, as `prial.core.narrated.text` tells it."""
        from prial.core.narrated import text  # imported here, since that module imports this one

        return text(self)

    def __repr__(self) -> str:
        """The game, the players and the length, in one line: ``<Record of NAME: Ann and Ben, 12 moves, 2 side lines>``."""
        lines = f", {count} side {'line' if count == 1 else 'lines'}" if (count := sum(1 for _ in numbered(self.lines))) else ""
        moves = f"{len(self.moves)} {'move' if len(self.moves) == 1 else 'moves'}"
        return f"<Record of {self.game}: {listed(self.seats)}, {moves}{lines}>"


def read(text: str | bytes) -> Record:
    """Read a record from JSON.

    Raises:
        RecordError: if the text isn't JSON, is cut off, or doesn't have the form of a record.
    """
    if not isinstance(text, str | bytes):
        raise RecordError(refuse("record.source", found=type(text).__name__))
    try:
        data = (text.encode() if isinstance(text, str) else text).removeprefix(BOM_UTF8)
        if not data.strip():
            raise RecordError(refuse("record.empty"))
        record = msgspec.json.decode(data, type=Record)
    except UnicodeError as error:
        raise RecordError(refuse("record.json", why="it is not text in UTF-8")) from error
    except (msgspec.MsgspecError, RecursionError) as error:
        if "truncated" in str(error):
            raise RecordError(refuse("record.cut", bytes=len(data))) from error
        more = re.search(r"trailing characters \(byte (\d+)\)", str(error))
        if more and data[int(more[1]) - 1 :].lstrip().startswith(b"{"):
            raise RecordError(refuse("record.several")) from error
        _check_format(data)
        raise RecordError(refuse("record.json", why=why_unreadable(error))) from error
    if record.prial != 1:
        _check_format(data)
    check_names(record.seats)
    check_comments(record.comments, len(record.moves))
    check_lines(record.lines, len(record.moves))
    return record


class _Head(msgspec.Struct):
    """The part of a record that all formats share: the number of the format."""

    prial: int = 1


def _check_format(data: bytes) -> None:
    """Raise a `RecordError` if the number of a record's format can be read and isn't 1."""
    try:
        form = msgspec.json.decode(data, type=_Head).prial
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return
    if form != 1:
        raise RecordError(refuse("record.format", found=form, known=1))


def read_all(source: str | bytes | Iterable[str] | Iterable[bytes], errors: list[RecordError] | None = None) -> Iterator[Record]:
    """Read many records from one text, such as a file of JSON Lines. Only one record at a time is in memory.

    Args:
        source: the text, its lines, or a file that is open for reading. The records stand one below the other, each in one line
            or as `write` gave it. Empty lines may stand between records.
        errors: a list that gets an error for each piece of the text that isn't a record; reading then goes on. If ``errors`` is
            None, the first such error is raised. Each error gives the number of the piece and the number of its first line, both
            from 1.
    Yields:
        The records, in order. Their `origin <Record.origin>` says where they stand in the text.
    Raises:
        RecordError: if ``source`` is neither text nor lines of text; if ``errors`` is None, also for a piece that isn't a record.
    """
    for piece in pieces(source):
        try:
            record = read(piece.text)
        except RecordError as error:
            among = RecordError(refuse("record.among", number=piece.number, line=piece.line, why=str(error)))
            if errors is None:
                raise among from error
            errors.append(among)
            continue
        vars(record)["origin"] = Origin(piece.number, piece.line)
        yield record


@explained
def write_all(records: Iterable[Record]) -> Iterator[str]:
    """Write many records as JSON Lines.

    Args:
        records: the records.
    Yields:
        A line for each record, with the line break. ``file.writelines(write_all(records))`` writes a file.
    """
    return (_json(record) + "\n" for record in records)


@explained
def headings(record: Record) -> dict[str, str]:
    """The notes of a record that are shown to readers, such as the place and the date.

    Args:
        record: the record.
    Returns:
        Maps names from `HEADINGS` to the texts of the notes with these names. A note is left out if it is blank, or isn't one
        line of printable text.
    """
    noted = ((name, record.notes.get(name)) for name in HEADINGS)
    return {name: text for name, text in noted if isinstance(text, str) and text.strip() and text.isprintable()}


def check_names(seats: Iterable[str]) -> None:
    """Check that players' names can be shown. A terminal would obey a control character in a name.

    Raises:
        RecordError: if a name is empty or has characters that can't be printed.
    """
    for seat, name in enumerate(seats):
        if not isinstance(name, str) or not name.strip() or not name.isprintable():
            raise RecordError(refuse("record.name", seat=seat, name=repr(name)[:60]))


@explained
def write(record: Record) -> str:
    """Write a record as JSON text, with one move or comment per line. `read` reads it."""
    return _written(msgspec.to_builtins(record, str_keys=True), "") + "\n"


def _written(fields: dict[str, Any], margin: str) -> str:
    """Write the fields of a record or of a side line as JSON. Lines after the first begin with ``margin``."""
    moves, comments, lines = fields.pop("moves", []), fields.pop("comments", {}), fields.pop("lines", [])
    told = [f"{_json(key)}: {_json(value)}" for key, value in fields.items()]
    inner = f"\n{margin}  "
    body = f",{inner}".join(_json(move) for move in moves)
    told.append(f'"moves": [{inner}{body}\n{margin}]' if moves else '"moves": []')
    if comments:
        body = f",{inner}".join(f"{_json(number)}: {_json(comment)}" for number, comment in comments.items())
        told.append(f'"comments": {{{inner}{body}\n{margin}}}')
    if lines:
        body = f",{inner}".join(_written(line, f"{margin}  ") for line in lines)
        told.append(f'"lines": [{inner}{body}\n{margin}]')
    return "{" + f",\n{margin}".join(told) + "}"


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


class Move(msgspec.Struct, Generic[P, A], frozen=True):
    """One move of a record and its effect."""

    number: int
    """Number of the move, from 1."""
    seat: Seat
    """The seat that moved; `NATURE` for nature."""
    action: Any
    """The action, or nature's outcome."""
    before: State[P]
    """The state before the move."""
    done: Step[P, A] | Refusal
    """The effect of the move, or the reason why the rules refuse it."""


def first_state(game: Game[P, A], record: Record) -> State[P]:
    """The state from which a record begins.

    Args:
        game: the game with the record's rules.
        record: the record.
    Raises:
        RecordError: if the record's ``start`` isn't a state of this game.
    """
    return game.start() if record.start is None else read_state(game, record.start)


@explained
def along(record: Record, number: str) -> Record:
    """Make a new record from a side line: all moves that lead to the side line, then its own moves.

    Comments on these moves are kept, and so are the side lines that begin within this side line.

    Args:
        record: the record. It isn't changed.
        number: the number of the side line, as `numbered` and ``prial replay`` give it: ``2.1`` is the first side line of line 2.
    Raises:
        RecordError: if there is no such side line.
    """
    for at in found(record.lines, number):
        record = with_note(record, partial(_along, at=at))
    return record


def _along(record: Record, at: int) -> Record:
    """Make a new record from the side line ``record.lines[at]``."""
    after = (line := record.lines[at]).after
    shared = {number: comment for number, comment in record.comments.items() if number <= after}
    return msgspec.structs.replace(
        record,
        moves=[*record.moves[:after], *line.moves],
        comments=shared | {after + number: comment for number, comment in line.comments.items()},
        lines=[msgspec.structs.replace(inner, after=after + inner.after) for inner in line.lines],
    )


@explained
def replay(game: Game[P, A], record: Record) -> Iterator[Move[P, A]]:
    """Play a record's moves again, one at a time, up to the first move that the rules refuse.

    Args:
        game: the game with the record's rules.
        record: the record.
    Yields:
        Each move with the state before it and its effect; a refused move is the last one.
    Raises:
        RecordError: if the record's ``start`` isn't a state of this game.
    """
    return go_on(game, first_state(game, record), {}, record.moves, record)


def go_on(
    game: Game[P, A], state: State[P], gathered: Mapping[Seat, A], moves: Iterable[tuple[Any, Any]], record: Record
) -> Iterator[Move[P, A]]:
    """Play moves of a record again, from any state up to the first move that the rules refuse.

    Args:
        game: the game with the record's rules.
        state: the state before the moves.
        gathered: secret answers already given to the open decision, by seat.
        moves: the moves, in the form of `Record.moves`.
        record: the record that has the moves, in its game or in a side line.
    Yields:
        Each move with the state before it and its effect, numbered from 1. A refused move is the last one.
    """
    for number, (who, written) in enumerate(moves, 1):
        seat, action = NATURE, written
        done: Step[P, A] | Refusal
        try:
            seat, action = read_move(game, state, who, written)
            done = step(game, state, gathered, seat, action, names=record.seats)
        except PrialError as error:
            done = refuse("record.unknown") if any(UNKNOWN in text for text in texts_of(written)) else error.refusal
        except Exception:
            if record.start is None:
                raise
            done = refuse("record.astray")  # a person may write a state that no game reaches
        yield Move(number, seat, action, state, done)
        if isinstance(done, Refusal):
            return
        state, gathered = done.state, done.gathered


def texts_of(written: Any) -> list[str]:
    """The texts in which a move may name cards: the text of an action, or all hands and piles of a deal.

    Args:
        written: an action or outcome, in the form of `Record.moves`. A value of any other form has no texts.
    """
    if isinstance(written, str):
        return [written]
    piles = written.values() if isinstance(written, Mapping) else ()
    return [text for texts in piles if isinstance(texts, list) for text in texts if isinstance(text, str)]


def read_move(game: Game[P, A], state: State[P], who: Any, written: Any) -> tuple[Seat, Any]:
    """Read one move of a record.

    Args:
        game: the game with the record's rules.
        state: the state before the move.
        who: the seat, or ``"nature"``.
        written: the action or the outcome, in the form of `Record.moves`.
    Returns:
        The seat and the action; `NATURE` and the outcome for a move of nature. The rules needn't allow the move.
    Raises:
        PrialError: if the move can't be read, or its seat doesn't exist.
    """
    if who == NATURE_NAME:
        node = game.node(state)
        return NATURE, node.draw.read(written) if isinstance(node, Chance) else written
    if type(who) is int and isinstance(written, str):
        if not 0 <= who < game.seats:
            raise RecordError(refuse("record.seat", seat=str(who)[:20], last=game.seats - 1))
        return who, game.read(written)
    raise RecordError(refuse("record.move"))


def refused(number: int, refusal: Refusal) -> RecordError:
    """Make the error for a record in which the rules refuse a move. The caller raises the error.

    Args:
        number: the move's number, from 1.
        refusal: the reason why the move is refused.
    """
    return RecordError(refuse("replay.refused", number=number, why=str(refusal)))


def written_move(game: Game[P, A], state: State[P], seat: Seat, action: Any) -> tuple[Any, Any]:
    """Write a move as in `Record.moves`.

    Args:
        game: the game with its rules.
        state: the state before the move.
        seat: the seat that moves; `NATURE` for nature.
        action: the action, or nature's outcome.
    """
    if seat == NATURE:
        node = game.node(state)
        assert isinstance(node, Chance)
        return NATURE_NAME, node.draw.write(action)
    return seat, game.write(action)
