"""Records of real games in which some cards were never seen. A record has ``??`` for such a card, in a deal or in an action.

`completed` draws the unknown cards at random, so that the record can be replayed. If what a spectator sees depends on these
cards, the record is refused.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from prial.arguments import explained
from prial.cards import Card, name, names, parse, rank, symbols
from prial.core.chance import Draw
from prial.core.game import EVERYBODY, NATURE, Chance, Game, Node, Seat, State, view
from prial.core.lines import DRAWN, SideLine, check_lines, numbered
from prial.core.record import NATURE_NAME, UNKNOWN, Record, first_state, go_on, read_move, replay, texts_of
from prial.core.registry import open_record
from prial.core.step import not_asked
from prial.errors import CardError, PrialError, RecordError, Refusal, add_sentences, refuse

add_sentences(
    "en",
    {
        "unknown.depends": "Move {number} depends on cards that the record doesn't know.",
        "unknown.few": "Move {number} has more unknown cards (??) than there are cards that they could be.",
        "unknown.refused": "Move {number} is refused whichever cards are drawn for the unknown ones (??): {why}",
        "unknown.none": "No way was found to fill in the unknown cards (??).",
    },
)

NOTE: Final = DRAWN
"""Name of a note of completed records. The note is a list of the drawn cards; each entry is a `DrawnCards` as JSON."""
DRAWINGS: Final = 20
"""Number of times that `completed` draws the unknown cards, to check that no drawing changes what a spectator sees."""
_TRIES: Final = 30
"""If this many attempts at a drawing have ended with a `_NoneLeftError`, the drawing is given up."""


class DrawnCards(msgspec.Struct, frozen=True, omit_defaults=True):
    """Cards that were drawn at random for the unknown cards of one hand or pile."""

    move: int
    """Number of the move in which the cards were dealt, from 1. In a side line, only its own moves are counted."""
    of: str
    """Name of the player who got the cards. If no player got them: their key in the record's move, such as ``spare``."""
    cards: str
    """The cards, as ``7c2d``."""
    line: str = ""
    """Number of the side line, as `prial.core.lines.numbered` gives it; empty for the game itself."""


@explained
def is_whole(record: Record) -> bool:
    """Whether a record has no unknown card (``??``) in its moves and side lines."""
    moves = [*record.moves, *[move for _, line, _ in numbered(record.lines) for move in line.moves]]
    return not any(_count(written) for _, written in moves)


@explained
def drawn(record: Record) -> tuple[DrawnCards, ...]:
    """The cards that `completed` drew for a record. Drawn cards that are no longer in the record's moves are left out.

    Args:
        record: the record.
    """
    try:
        noted = msgspec.convert(record.notes.get(NOTE, []), tuple[DrawnCards, ...])
        lines = {number: line.moves for number, line, _ in numbered(record.lines)} | {"": record.moves}
        return tuple([each for each in noted if each.of.isprintable() and _lies_in(each, lines.get(each.line, []))])
    except (msgspec.ValidationError, CardError):
        return ()  # a person may write anything into a note


def _lies_in(cards: DrawnCards, moves: Sequence[tuple[Any, Any]]) -> bool:
    """Whether the move in which the drawn cards were dealt still names all these cards."""
    move = moves[cards.move - 1 : cards.move] if cards.move > 0 else []
    return any(set(parse(cards.cards)) <= {card for text in texts_of(written) for card in parse(text)} for _, written in move)


def sentence(record: Record, of: str | None = None) -> str:
    """A sentence that tells readers which cards were drawn at random; empty if none were.

    Args:
        record: the record.
        of: the name of a player; the sentence then has only this player's cards. None for all cards.
    """
    told = [
        f"{f'side line {each.line}, ' if each.line else ''}move {each.move}, {each.of}: {symbols(parse(each.cards))}"
        for each in drawn(record)
        if of in (None, each.of)
    ]
    return f"Nobody saw some cards, and they are drawn: {'; '.join(told)}." if told else ""


def unsure(game: Game[Any, Any], record: Record) -> frozenset[int]:
    """Find the moves of players who had seen a drawn card before they moved.

    A drawn card is a card that `completed` drew at random. In the real game, the player may have seen another card instead.

    Args:
        game: the game with the rules of the record.
        record: the record, as `completed` returns it.
    Returns:
        Numbers of the moves, from 1. Side lines are left out.
    """
    new = dict[int, set[Card]]()
    for each in drawn(record):
        if not each.line:
            new.setdefault(each.move, set()).update(parse(each.cards))
    out, found = set[Card](), set[int]()
    for move in replay(game, record) if new else ():
        node = game.node(move.before)
        if isinstance(node, Chance) and isinstance(node.draw, Draw):
            out = out.difference(node.draw.pool) | new.get(move.number, set())
        elif move.seat != NATURE and not out.isdisjoint(_known(move.before, move.seat)):
            found.add(move.number)
    return frozenset(found)


def _known(state: State[Any], seat: Seat) -> set[Card]:
    """The cards that a seat has seen."""
    return {card for pile, seen in zip(state.piles, state.seen, strict=True) if seen >> seat & 1 for card in pile}


@explained
def completed(record: Record, seed: int | str = 1) -> Record:
    """Complete a record: draw a card for every unknown card (``??``).

    ``??`` in a deal becomes a random card. This card lies nowhere else on the table, and isn't named in a later deal from the
    same pack. ``??`` in an action, as in ``change ????``, becomes one of the drawn cards in the player's hands.

    Args:
        record: the record. It isn't changed.
        seed: seed of the random drawing.
    Returns:
        The record with all cards filled in. Its note ``drawn`` lists the drawn cards (see the function `drawn`). A record without
        ``??`` is returned as it is.
    Raises:
        RecordError: if one of these holds:

            * what a spectator sees depends on an unknown card: for example, the card was shown
            * the rules refuse a move
            * no cards fit
            * the record can't be played for a reason that `Session.of` gives
        RulesError: if the record's game can't be found or loaded, or the record's rules are refused.
    """
    if is_whole(record):
        return record
    check_lines(record.lines, len(record.moves))
    trying = _Trying(open_record(record), record)
    first = trying.drawing(Random(f"{seed} 0"))
    for number in range(1, DRAWINGS):
        # Often good cards, so that a hand that could have won probably wins in some drawing
        other = trying.drawing(Random(f"{seed} {number}"), (_mixed, _best, _alike)[number % 3])
        for one, another in zip(first.course, other.course, strict=False):
            if one.seen != another.seen:
                raise _error(one.line, "unknown.depends", number=one.number)
    if first.refused:
        last = first.course[-1]
        code = "unknown.refused" if first.blamed else "replay.refused"
        raise _error(last.line, code, number=last.number, why=str(first.refused))
    # Through JSON, so that tuples become lists, as in a record that is read from a file
    note = msgspec.json.decode(msgspec.json.encode([*drawn(record), *first.cards]))
    return replace(record, moves=first.moves, lines=first.lines, notes={**record.notes, NOTE: note})


def _error(line: str, code: str, **args: str | int) -> RecordError:
    """Make the error about a move. ``line`` is the number of the move's side line; empty for none."""
    why = refuse(code, **args)
    return RecordError(refuse("record.line", line=line, why=str(why)) if line else why)


def _mixed(cards: list[Card], rng: Random) -> None:
    """Shuffle the cards."""
    rng.shuffle(cards)


def _best(cards: list[Card], _: Random) -> None:
    """Sort the cards so that hands drawn in this order are good: three of a kind, high ranks first."""
    several = [*cards]
    cards.sort(key=lambda card: (sum(rank(other) == rank(card) and other > card for other in several) < 3, card), reverse=True)


def _alike(cards: list[Card], rng: Random) -> None:
    """Sort the cards so that those of one rank lie together. The order of the ranks is random."""
    order = rng.sample(range(13), 13)  # hands drawn in this order have cards of one rank
    cards.sort(key=lambda card: order[rank(card)])


class _Place(NamedTuple):
    """Where an unknown card is dealt."""

    line: str
    """Number of the side line; empty for the game itself."""
    move: int
    """Number of the move, from 1."""
    at: int
    """Index of the card among the move's unknown cards, from 0."""


class _Course(NamedTuple):
    """What everybody sees of one move."""

    line: str
    """Number of the side line; empty for the game itself."""
    number: int
    """The move's number, from 1."""
    seen: Any
    """What a spectator sees after the move, as values to compare; for a refused move, the code of the refusal."""


class _ConflictError(Exception):
    """A deal names a card that was drawn for an earlier deal. The card is now barred from its place in the earlier deal."""


class _NoneLeftError(Exception):
    """All remaining cards are barred from a place. Another order of drawing may help."""


class _RefusedError(Exception):
    """The rules refuse a move."""


@dataclass(slots=True)
class _Drawing:
    """One drawing of all unknown cards, and the game that was played with them."""

    rng: Random
    """The random generator."""
    arranged: "_Arranged"
    """A function that sorts a list of cards in place. The cards are drawn in the sorted order."""
    moves: list[tuple[Any, Any]] = field(default_factory=list)
    """The moves of the game, with all cards filled in."""
    lines: list[SideLine] = field(default_factory=list)
    """The side lines of the game, with all cards filled in."""
    course: list[_Course] = field(default_factory=list)
    """What everybody saw, move by move. If the rules refuse a move, the list ends with this move."""
    refused: Refusal | None = None
    """Why the rules refuse the last move in the list ``course``; None if they don't."""
    blamed: bool = False
    """Whether drawn cards may be the reason why the rules refuse the last move in the list ``course``."""
    cards: list[DrawnCards] = field(default_factory=list)
    """The drawn cards."""


_Arranged: TypeAlias = Callable[[list[Card], Random], None]
_Out: TypeAlias = Mapping[_Place, Card]
"""The drawn cards on the table, keyed by place. Cards that went back into the pack are missing."""


class _Trying:
    """Draws the unknown cards of a record at random, again and again until no card lies in two places."""

    def __init__(self, game: Game[Any, Any], record: Record) -> None:
        self.game, self.record = game, record
        self.barred: dict[_Place, set[Card]] = {}
        """Maps a place to the cards that can't lie there."""

    def drawing(self, rng: Random, arranged: _Arranged = _mixed) -> _Drawing:
        """Draw all unknown cards and play the game with them. Raise a `RecordError` if no drawing fits."""
        tries = _TRIES
        while tries:
            found = _Drawing(rng, arranged if tries == _TRIES else _mixed)
            try:
                start = first_state(self.game, self.record)
                with suppress(_RefusedError):
                    found.moves, found.lines = self._play(found, self.record, "", start, {}, {})
            except _ConflictError:
                continue  # conflicts come to an end, since each bars another card from a place
            except _NoneLeftError:
                tries -= 1
                continue
            return found
        raise RecordError(refuse("unknown.none"))

    def _play(  # the arguments after `found` say from where to play
        self, found: _Drawing, of: Record | SideLine, line: str, state: State[Any], gathered: Mapping[Seat, Any], out: _Out
    ) -> tuple[list[tuple[Any, Any]], list[SideLine]]:
        """Play a record or a side line.

        Return the moves and the side lines, with all cards filled in. Extend ``found.cards`` and ``found.course``.
        """
        moves, lines = list[tuple[Any, Any]](), dict[int, SideLine]()
        for number, (who, written) in enumerate([*of.moves, (None, None)], 1):
            for at, inner in enumerate(of.lines):
                if inner.after == number - 1:
                    path = f"{line}.{at + 1}".lstrip(".")
                    own, further = self._play(found, inner, path, state, gathered, out)
                    lines[at] = replace(inner, moves=own, lines=further)
            if number > len(of.moves):
                break
            node, whole = self.game.node(state), written
            if who == NATURE_NAME and isinstance(node, Chance) and isinstance(node.draw, Draw) and _is_deal(written):
                try:
                    whole, out = self._dealt(found, written, node.draw, _Place(line, number, 0), out)
                except CardError as error:
                    raise _error(line, "replay.refused", number=number, why=str(error)) from error
            elif type(who) is int and 0 <= who < self.game.seats and (wanted := _count(written)):
                held = [card for hand in state.hands(who) for card in hand if card in out.values()]
                if wanted > len(held):
                    raise _error(line, "unknown.few", number=number)
                whole = _filled(written, found.rng.sample(held, wanted))
            move = next(go_on(self.game, state, gathered, [(who, whole)], self.record))
            if isinstance(move.done, Refusal):
                found.refused, found.blamed = move.done, self._depends(state, gathered, node, (who, whole), out)
                found.course.append(_Course(line, number, move.done.code))
                raise _RefusedError
            state, gathered = move.done.state, move.done.gathered
            public = [told.event if told.to == EVERYBODY else (type(told.event), told.to) for told in move.done.told]
            found.course.append(_Course(line, number, (view(state, None), _outline(self.game.node(state)), public)))
            moves.append((who, whole))
        return moves, [lines[at] for at in sorted(lines)]

    def _depends(self, state: State[Any], gathered: Mapping[Seat, Any], node: Node, move: tuple[Any, Any], out: _Out) -> bool:
        """Whether drawn cards may be the reason why the rules refuse a move. All cards of ``move`` are filled in."""
        try:
            seat, _ = read_move(self.game, state, *move)
        except PrialError:
            return False
        if seat == NATURE:
            return isinstance(node, Chance) and bool(out)
        return not_asked(node, gathered, seat) is None and not _known(state, seat).isdisjoint(out.values())

    def _dealt(self, found: _Drawing, written: Any, draw: Draw, place: _Place, out: _Out) -> tuple[Any, _Out]:
        """Draw the unknown cards of a deal.

        Return the deal with all cards filled in, and the drawn cards on the table after the deal. Extend ``found.cards``.
        """
        out = {each: card for each, card in out.items() if card not in draw.pool}
        texts = texts_of(written)
        named = {card for text in texts for card in parse(text.replace(UNKNOWN, " "))}
        for each in out:  # these cards lie on the table, and the named ones are still in the pack
            self.barred.setdefault(each, set()).update(named)
        if not named.isdisjoint(out.values()):
            raise _ConflictError
        left = [card for card in draw.pool if card not in named]
        found.arranged(left, found.rng)
        first = found.rng.sample(range(len(texts)), len(texts))  # at random, so each hand is the best in some drawing
        turns = [turn for text, turn in zip(texts, first, strict=True) for _ in range(text.count(UNKNOWN))]
        places = [place._replace(at=at) for at in range(len(turns))]
        if len(places) > len(left):
            raise _error(place.line, "unknown.few", number=place.move)
        new = dict[_Place, Card]()
        for each in sorted(places, key=lambda each: (-len(self.barred.get(each, ())), turns[each.at])):
            card = next((card for card in left if card not in self.barred.get(each, ())), None)
            if card is None:
                raise _NoneLeftError
            left.remove(card)
            new[each] = card
        cards = iter([new[each] for each in places])
        hands = draw.hands(self.game.seats)
        whole = {}
        for group, texts in written.items():
            whole[group] = list[str]()
            for seat, text in enumerate(texts):
                own = [next(cards) for _ in range(text.count(UNKNOWN))]
                whole[group].append(_filled(text, own))
                if own:
                    of = self.record.seats[seat] if hands and group == hands.name and seat < self.game.seats else group
                    found.cards.append(DrawnCards(place.move, of, names(own), place.line))
        return whole, {**out, **new}


def _is_deal(written: Any) -> bool:
    """Whether a move has the form of a deal: a mapping of names to lists of texts."""
    lists = [*written.values()] if isinstance(written, Mapping) else [None]
    return all(isinstance(texts, list) and all(isinstance(text, str) for text in texts) for texts in lists)


def _count(written: Any) -> int:
    """Number of unknown cards in a move that is written as in a record."""
    return sum(text.count(UNKNOWN) for text in texts_of(written))


def _filled(text: str, cards: Sequence[Card]) -> str:
    """Replace the first ``??`` in a text by the first card, the second by the second card, and so on."""
    for card in cards:
        text = text.replace(UNKNOWN, name(card), 1)
    return text


def _outline(node: Node) -> Node | tuple[Any, ...]:
    """The part of a node that everybody sees, without the cards of a draw."""
    draw = node.draw if isinstance(node, Chance) else None
    return (draw.groups, len(draw.pool)) if isinstance(draw, Draw) else node
