"""Tells a recorded game in sentences: the events, the comments, and each side line where it branches off from the game."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from prial.core.game import Event, Game, Seat, State, Weight, view
from prial.core.lines import SideLine
from prial.core.printed import printed
from prial.core.record import Record, first_state, go_on, headings, replay
from prial.core.registry import find, open_record
from prial.core.session import Session
from prial.core.step import Locked
from prial.core.symbols import shown_cards, with_symbols
from prial.core.unknown import completed, sentence
from prial.errors import PrialError, Refusal, listed, refuse


class Passage(msgspec.Struct, frozen=True, kw_only=True):
    """One line of text about a game: an event, a comment, the name of a side line, or the reason why a move is refused."""

    text: str
    """The line as text, with symbols for cards. Comments have no quotation marks."""
    number: int
    """Number of the game's move to which the text belongs; 0 for side lines that branch off before the first move."""
    depth: int = 0
    """0 in the game itself, 1 in a side line of the game, 2 in a line that branches off from such a side line, and so on."""
    state: State[Any]
    """The state after the move; for a refused move, the state before it."""
    event: Event | None = None
    """The event that the line tells; None if the line isn't about an event."""
    comment: bool = False
    """Whether the line is a comment."""
    refused: bool = False
    """Whether the line says why the rules refuse a move."""


def narrated(game: Game[Any, Any], record: Record, viewer: Seat | None = None, *, everything: bool = True) -> Iterator[Passage]:
    """Tell a recorded game in sentences, move by move, up to the first move that the rules refuse.

    Args:
        game: the game with the rules of the record.
        record: the record.
        viewer: the seat of a player; None for a spectator. It is used only if ``everything`` is false.
        everything: if false, events that the viewer may not see, comments on other players' moves, and side lines are omitted.
    Yields:
        The lines, in order. A side line follows the move after which it branches off.
    """
    if everything:
        yield from _lines(game, record, record, 0, first_state(game, record), {}, 0, "")
    for move in replay(game, record):
        if isinstance(move.done, Refusal):
            why = str(refuse("replay.refused", number=move.number, why=str(move.done)))
            yield Passage(text=why, number=move.number, state=move.before, refused=True)
            return
        state = move.done.state
        for told in move.done.told:
            if (everything or told.heard_by(viewer)) and not isinstance(told.event, Locked):
                said = with_symbols(told.event).say(record.seats)
                yield Passage(text=said, number=move.number, state=state, event=told.event)
        comment = record.comments.get(move.number)
        if comment and (everything or move.seat == viewer):
            yield Passage(text=comment, number=move.number, state=state, comment=True)
        if everything:
            yield from _lines(game, record, record, move.number, state, move.done.gathered, move.number, "")


def _lines(
    game: Game[Any, Any],
    record: Record,
    of: Record | SideLine,
    after: int,
    state: State[Any],
    gathered: Mapping[Seat, Any],
    number: int,
    before: str,
) -> Iterator[Passage]:
    """Tell the side lines that branch off after a move, with their own side lines.

    Numbers of side lines begin with ``before``, such as ``2.`` for 2.1.
    """
    depth = before.count(".") + 1
    for at, line in enumerate(of.lines, 1):
        if line.after != after:
            continue
        head = f"Side line {before}{at}{line.name and f': {line.name}'}"
        yield Passage(text=head, number=number, depth=depth, state=state)
        inside = number, f"{before}{at}."
        yield from _lines(game, record, line, 0, state, gathered, *inside)
        for move in go_on(game, state, gathered, line.moves, record):
            if isinstance(move.done, Refusal):
                why = str(refuse("replay.refused", number=move.number, why=str(move.done)))
                yield Passage(text=why, number=number, depth=depth, state=move.before, refused=True)
                break
            reached = move.done.state
            for told in move.done.told:
                locked = isinstance(told.event, Locked)
                answer = f"{record.seats[move.seat]}: {shown_cards(line.moves[move.number - 1][1])}" if locked else ""
                said = answer or with_symbols(told.event).say(record.seats)
                yield Passage(text=said, number=number, depth=depth, state=reached, event=told.event)
            if comment := line.comments.get(move.number):
                yield Passage(text=comment, number=number, depth=depth, state=reached, comment=True)
            yield from _lines(game, record, line, move.number, reached, move.done.gathered, *inside)


def text(record: Record) -> str:
    """A whole game as text: the players, the rules, the events, and the scores at the end. ``print(record)`` prints it.

    Each side line is indented, at the move where it branches off. Comments stand in quotation marks. All cards are shown. If the
    rules refuse a move, the text ends with the reason. If the record can't be replayed at all, the text only says why. Unknown
    cards (``??``) are drawn at random (see `prial.core.unknown.completed`), and the text lists the drawn cards.

    Args:
        record: the record.
    """
    try:
        return "\n".join(_told(record))
    except PrialError as error:
        return f"{record!r} can't be told. {error}"


def _told(record: Record) -> Iterator[str]:
    game, record = open_record(record), completed(record)
    kind, preset = find(record.game), record.rules.get("preset")
    yield f"{kind.title}: {listed(record.seats)}"
    own = {name: value for name, value in kind.schema.differences(game.rules, preset).items() if name != "players"}
    chosen = [*([str(preset)] if preset else []), *[f"{name} {value}" for name, value in own.items()]]
    if chosen:
        yield f"Rules: {', '.join(chosen)}"
    yield from (f"{note.capitalize()}: {said}" for note, said in headings(record).items())
    if said := sentence(record):
        yield said
    if record.start is not None:
        first = first_state(game, record)
        yield printed(first.public, first.piles, record.seats.__getitem__)
    refused = False
    for each in narrated(game, record):
        if each.event is not None and each.event.WEIGHT is Weight.DEAL and not each.depth:
            yield ""
        margin = "  " * (each.depth + each.comment)
        yield f"{margin}“{each.text}”" if each.comment else f"{margin}{each.text}"
        refused = each.refused and not each.depth
    if refused:
        return
    end: Session[Any, Any] = Session.of(record, shuffles=False)
    scores = game.score(view(end.state, None))
    yield ""
    if scores:
        yield " · ".join([f"{name} {score}" for name, score in zip(record.seats, scores, strict=True)])
    yield end.last_line()
