"""Side lines and comments of a record. A side line is another way in which the game could have gone on, like a variation in PGN.

A side line has moves and comments of its own, and other side lines can branch off from it. `prial.core.record.along` turns a side
line into a record.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from prial.arguments import explained
from prial.errors import RecordError, add_sentences, listed, refuse

if TYPE_CHECKING:
    from prial.core.record import Record

COMMENT_LENGTH: Final = 1000
"""Greatest number of characters in a comment."""
NAME_LENGTH: Final = 100
"""Greatest number of characters in the name of a side line."""
LINES: Final = 1000
"""Greatest number of side lines in a record, including those that branch off from other side lines."""
DEPTH: Final = 8
"""Greatest depth of a side line: 1 if it branches off from the game, 2 if it branches off from a line of depth 1, and so on."""
DRAWN: Final = "drawn"
"""Name of the note in which a record lists cards that were unknown (``??``) and then drawn; see `prial.core.unknown.drawn`."""
_NAMED: Final = 10
"""Greatest number of side lines that one error message names."""

add_sentences(
    "en",
    {
        "record.comment": "The comment on move {number} can't be kept: a comment is one line of 1 to {most} printable "
        "characters, not only spaces.",
        "record.commented": "There is no move {number} to comment on. Number of moves: {moves}.",
        "record.line": "Side line {line}: {why}",
        "lines.after": "There is no move {number} to branch off after: write a number from 0 to {moves}.",
        "lines.name": "A side line can't have that name: use one line of at most {most} printable characters, not only spaces.",
        "lines.empty": "A side line needs at least one move.",
        "lines.deep": "It is nested too deeply: side lines may be nested {most} deep.",
        "lines.many": "There are more than {most} side lines.",
        "lines.none": "There is no side line {number!r}. The record's side lines: {there}.",
        "lines.never": "There is no side line {number!r}, since the record has none.",
        "lines.numbered": "A side line is named by its number, such as '1' or '2.1', and not by a value of the type {found}.",
        "lines.other": "A side line must have the same players, rules and starting position as the game.",
        "lines.same": "There is no side line to keep: all these moves are in the game already.",
    },
)


class SideLine(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Another way in which a game, or a side line, could have gone on, like a variation in PGN."""

    after: int
    """Number of the move after which the line branches off; 0 if it branches off before the first move.

    The moves are counted in the game or the side line from which this line branches off.
    """
    name: str = ""
    """The line's name; may be empty."""
    moves: list[tuple[Any, Any]]
    """The line's own moves, in the form of `prial.core.record.Record.moves`. There is at least one."""
    comments: dict[int, str] = {}
    """The comments on the line's own moves. A key is the number of a move. The line's first own move has the number 1."""
    lines: list["SideLine"] = []
    """Other side lines that branch off from this one. Their ``after`` counts only this line's own moves."""


def check_comments(comments: Mapping[int, str], moves: int) -> None:
    """Check that comments can be shown, and that each is about a move.

    Args:
        comments: maps the numbers of moves, from 1, to comments. A comment is one line of 1 to `COMMENT_LENGTH` printable
            characters, not only spaces.
        moves: number of moves of the game.
    Raises:
        RecordError: if a comment can't be shown, or no move has the comment's number.
    """
    for number, comment in comments.items():
        if not 1 <= number <= moves:
            raise RecordError(refuse("record.commented", number=str(number)[:20], moves=moves))
        # a terminal would obey control characters
        if not isinstance(comment, str) or not comment.strip() or len(comment) > COMMENT_LENGTH or not comment.isprintable():
            raise RecordError(refuse("record.comment", number=number, most=COMMENT_LENGTH))


def check_lines(lines: Sequence[SideLine], moves: int) -> None:
    """Check side lines: the moves after which they branch off, their names, their comments, and how many there are.

    The rules needn't allow their moves.

    Args:
        lines: the side lines of a game.
        moves: number of moves of the game.
    Raises:
        RecordError: if something is wrong with a side line, or there are more than `LINES`.
    """
    for count, (number, line, before) in enumerate(numbered(lines, moves), 1):
        if count > LINES:
            raise RecordError(refuse("lines.many", most=LINES))
        try:
            _check_line(number, line, before)
        except RecordError as error:
            raise RecordError(refuse("record.line", line=number, why=str(error))) from error


def _check_line(number: str, line: SideLine, before: int) -> None:
    if number.count(".") >= DEPTH:
        raise RecordError(refuse("lines.deep", most=DEPTH))
    if not 0 <= line.after <= before:
        raise RecordError(refuse("lines.after", number=str(line.after)[:20], moves=before))
    if len(line.name) > NAME_LENGTH or line.name.isspace() or not line.name.isprintable():
        raise RecordError(refuse("lines.name", most=NAME_LENGTH))
    if not line.moves:
        raise RecordError(refuse("lines.empty"))
    check_comments(line.comments, len(line.moves))


@explained
def numbered(lines: Sequence[SideLine], moves: int = 0) -> Iterator[tuple[str, SideLine, int]]:
    """Number all side lines. A line comes before the lines that branch off from it.

    Args:
        lines: the side lines of a game.
        moves: number of moves of the game.
    Yields:
        For each line, three values: the line's number, the line itself, and the number of moves in the line's parent. The parent
        of line ``2`` is the game; the parent of line ``2.1`` is line 2.
    """
    waiting = [(str(at), line, moves) for at, line in enumerate(lines, 1)][::-1]
    while waiting:
        number, line, before = waiting.pop()
        yield number, line, before
        waiting += [(f"{number}.{at}", inner, len(line.moves)) for at, inner in enumerate(line.lines, 1)][::-1]


def leaving(lines: Iterable[SideLine], most: int) -> list[SideLine]:
    """The side lines that branch off from the game after a certain move or earlier.

    Args:
        lines: side lines of the game.
        most: the number of the move; 0 for side lines that branch off before the first move.
    """
    return [line for line in lines if line.after <= most]


def with_line(lines: Sequence[SideLine], moves: Sequence[tuple[Any, Any]], tried: SideLine) -> list[SideLine]:
    """Add a side line to a game.

    Args:
        lines: the side lines that the game has.
        moves: the moves of the game.
        tried: the game played in another way, as a side line with all moves (``after`` is 0). The new side line begins at the
            first move that differs from ``moves``. If side lines of ``tried`` branch off before that move, they are added, too.
            Side lines in ``lines`` aren't added again.
    Returns:
        All side lines of the game, with the new one at the end.
    Raises:
        RecordError: if all moves of ``tried`` are as in the game, or if `check_lines` refuses the side lines.
    """
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(moves, tried.moves, strict=False)))
    if shared == len(tried.moves):
        raise RecordError(refuse("lines.same"))
    made = SideLine(
        after=shared,
        name=tried.name,
        moves=tried.moves[shared:],
        comments={number - shared: text for number, text in sorted(tried.comments.items()) if number > shared},
        lines=[replace(line, after=line.after - shared) for line in tried.lines if line.after > shared],
    )
    found = [*lines, *[line for line in leaving(tried.lines, shared) if line not in lines], made]
    check_lines(found, len(moves))
    return found


def found(lines: Sequence[SideLine], number: str) -> tuple[int, ...]:
    """Find a side line by its number.

    Args:
        lines: the side lines of a game.
        number: the number of a side line, as `numbered` gives it.
    Returns:
        The indexes that lead to the side line: ``(1, 0)`` for ``2.1``, which is ``lines[1].lines[0]``.
    Raises:
        RecordError: if there is no such side line, or the number is neither a text nor a whole number.
    """
    if type(number) not in (str, int):  # as a number, 2.10 would equal 2.1, which is another line
        raise RecordError(refuse("lines.numbered", found=type(number).__name__))
    known = [each for each, _, _ in numbered(lines)]
    if str(number) not in known:
        there = listed(known[:_NAMED]) + (" …" if len(known) > _NAMED else "")
        raise RecordError(refuse("lines.none" if known else "lines.never", number=str(number)[:20], there=there))
    return tuple([int(each) - 1 for each in str(number).split(".")])


@explained
def removed(record: "Record", number: str) -> "Record":
    """Copy a record without one of its side lines, and without all lines that branch off from this side line.

    Args:
        record: the record.
        number: the number of the side line, as `numbered` and ``prial replay`` give it: ``2.1`` is the first side line of line 2.
    Raises:
        RecordError: if there is no such side line.
    """
    place = found(record.lines, number)
    return with_note(record, lambda whole: _changed(whole, place, _without))


@explained
def promoted(record: "Record", number: str) -> "Record":
    """Copy a record, and make one of its side lines part of the game.

    From the point at which the side line branches off, the game goes on with the side line's moves. The moves that the game had
    there, if any, become a side line without a name, in the place of the promoted side line. Comments and other side lines stay
    with their moves.

    Line ``2.1`` becomes part of line 2. To make its moves part of the game, promote line 2 afterwards.

    Args:
        record: the record.
        number: the number of the side line, as `numbered` and ``prial replay`` give it: ``2.1`` is the first side line of line 2.
    Raises:
        RecordError: if there is no such side line, or the side lines would be nested more deeply than `DEPTH`.
    """
    place = found(record.lines, number)
    made = with_note(record, lambda whole: _changed(whole, place, _swapped))
    check_lines(made.lines, len(made.moves))
    return made


class _Marked(NamedTuple):
    """A move of a record, with the cards that were drawn for the move."""

    written: Any
    """The move as the record holds it."""
    noted: list[Any]
    """The move's entries in the note `DRAWN`."""


def with_note(record: "Record", change: "Callable[[Record], Record]") -> "Record":
    """Copy a record, change the copy's moves and side lines, and correct the numbers of moves in the copy's note `DRAWN`.

    Args:
        record: the record. It isn't changed.
        change: a function that gets the record and returns the changed record. It may reorder and drop moves. It must not read
            moves, because some are placeholders.
    """
    noted = record.notes.get(DRAWN)
    if not isinstance(noted, list):
        return change(record)
    about = dict[tuple[str, int], list[Any]]()
    for each in noted:
        if isinstance(each, Mapping) and type(each.get("move")) is int:
            about.setdefault((str(each.get("line", "")), each["move"]), []).append(each)
    kept = list[Any]()
    made: Record = _unmarked(change(_marked(record, about, "")), kept, "")
    notes = {name: note for name, note in made.notes.items() if name != DRAWN}
    return replace(made, notes={**notes, DRAWN: kept} if kept else notes)


def _marked(of: Any, about: Mapping[tuple[str, int], list[Any]], line: str) -> Any:
    """Copy a record or side line, with the drawn cards attached to its moves.

    ``line`` is the side line's number, empty for a record.
    """
    moves = [
        (who, _Marked(written, about[line, number]) if (line, number) in about else written)
        for number, (who, written) in enumerate(of.moves, 1)
    ]
    lines = [_marked(inner, about, f"{line}.{at}".lstrip(".")) for at, inner in enumerate(of.lines, 1)]
    return replace(of, moves=moves, lines=lines)


def _unmarked(of: Any, kept: list[Any], line: str) -> Any:
    """Undo `_marked`, and put the entries of the note `DRAWN` into ``kept``. The entries get new numbers."""
    moves = list[tuple[Any, Any]]()
    for number, (who, written) in enumerate(of.moves, 1):
        if isinstance(written, _Marked):
            place = {"move": number, "line": line} if line else {"move": number}
            kept += [{**{name: value for name, value in each.items() if name != "line"}, **place} for each in written.noted]
        moves.append((who, written.written if isinstance(written, _Marked) else written))
    lines = [_unmarked(inner, kept, f"{line}.{at}".lstrip(".")) for at, inner in enumerate(of.lines, 1)]
    return replace(of, moves=moves, lines=lines)


def _changed(of: Any, place: tuple[int, ...], change: Callable[[Any, int], Any]) -> Any:
    """Copy a record with one side line changed. ``change`` gets the side line's parent and index, and returns a new parent."""
    at, *deeper = place
    if not deeper:
        return change(of, at)
    inner = _changed(of.lines[at], tuple(deeper), change)
    return replace(of, lines=[*of.lines[:at], inner, *of.lines[at + 1 :]])


def _without(of: Any, at: int) -> Any:
    """Copy a record or side line, and leave out one of the side lines that branch off from it."""
    return replace(of, lines=[*of.lines[:at], *of.lines[at + 1 :]])


def _swapped(of: Any, at: int) -> Any:
    """Copy a record or side line, and promote one of the side lines that branch off from it (see `promoted`)."""
    line = of.lines[at]
    after = line.after
    old = SideLine(
        after=after,
        moves=of.moves[after:],
        comments={number - after: text for number, text in of.comments.items() if number > after},
        lines=[replace(each, after=each.after - after) for each in of.lines if each.after > after],
    )
    stays = [each for each in (*of.lines[:at], old, *of.lines[at + 1 :]) if each.after <= after and each.moves]
    return replace(
        of,
        moves=[*of.moves[:after], *line.moves],
        comments={number: text for number, text in of.comments.items() if number <= after}
        | {after + number: text for number, text in line.comments.items()},
        lines=[*stays, *[replace(each, after=after + each.after) for each in line.lines]],
    )
