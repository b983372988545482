"""A game played move by move in a Python program: the state, the moves so far, undo, comments, side lines, and the record.

A `Session` is for a program that plays, tries out or analyses one game.
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any, NamedTuple, Self, TypeVar

from msgspec.structs import replace

from prial.arguments import describe, explained
from prial.cards import Cards, cards_of
from prial.core.chance import Draw, Outcome
from prial.core.game import NATURE, Chance, Game, Seat, State
from prial.core.given import check_game, check_state, given, keyed, read_state, seat_of, write_state
from prial.core.lines import SideLine, check_comments, check_lines, leaving, with_line, with_note
from prial.core.point import Point
from prial.core.record import NATURE_NAME, Record, check_names, refused, replay, written_move
from prial.core.registry import find, open_record
from prial.core.step import Step, step, take_back
from prial.errors import ActionError, PrialError, RecordError, Refusal, add_sentences, listed, refuse

add_sentences(
    "en",
    {
        "session.record": "A session is opened from a record, as `read` gives it, and not from {found}.",
        "session.cards": "The cards to deal are named by player, as in {{'Ann': 'AsKd'}}, and not as {found}.",
        "session.moves": "The record can't be opened after {number} moves: give a whole number from 0 to {last}.",
        "session.start": "There is no move to undo.",
        "session.uncommented": "There is no player's move to comment on yet.",
        "session.player": "Nobody is called {player!r}, and nothing of that name is dealt now; the players are {players}.",
        "session.no_deal": "No hands are dealt now. {last}",
        "session.dealt": "The hands are dealt already: open the session with shuffles=False, and then deal.",
    },
)

P = TypeVar("P")
"""The type of the public part of a game's state."""
A = TypeVar("A")
"""The type of a game's actions."""


class _Before(NamedTuple):
    """What `Session` needs to undo a move."""

    state: State[Any]
    """The state before the move."""
    gathered: Mapping[Seat, Any]
    """The secret answers already given to the open decision before the move. Maps seats to actions."""


def _begun(record: Record, moves: int, *, deals: bool) -> Record:
    """Cut a record off after its first ``moves`` moves.

    If ``deals`` is True, the moves of nature that follow directly are kept, too.
    """
    if type(moves) is not int or not 0 <= moves <= len(record.moves):
        raise RecordError(refuse("session.moves", number=repr(moves)[:20], last=len(record.moves)))
    while deals and moves < len(record.moves) and record.moves[moves][0] == NATURE_NAME:
        moves += 1
    comments = {number: comment for number, comment in record.comments.items() if number <= moves}
    return with_note(
        record,
        lambda whole: replace(whole, moves=whole.moves[:moves], comments=comments, lines=leaving(whole.lines, moves)),
    )


class Session(Point[P, A]):
    """One game in progress. By default, the session itself makes nature's moves, such as dealing, at random.

    Two sessions are equal if they have the same game, names and moves, and began from the same state.

    Args:
        game: the game with its rules, as `Kind.make <prial.core.kind.Kind.make>` makes it. `prial.core.registry.find` gives the
            kind.
        names: the players' names, indexed by seat; if None, the players are called “seat 0” and so on.
        seed: seed of nature's moves, a whole number or a text. The same seed and the same actions give the same game.
        shuffles: whether the session itself makes nature's moves, as soon as they are due. If False, you make these moves: call
            `deal` for all moves up to the next decision, or call `do` with the seat `NATURE` for one move.
        start: the state from which the game begins; None means the usual start. It needn't be possible to reach ``start`` by
            playing.
    Raises:
        RecordError: if the number of names isn't the number of seats, or a name can't be shown.
        RulesError: if the first argument isn't a game with its rules, ``seed`` isn't a seed, or ``start`` isn't a state of the
            game.
    """

    @explained
    def __init__(
        self,
        game: Game[P, A],
        names: Sequence[str] | None = None,
        seed: int | str = 1,
        *,
        shuffles: bool = True,
        start: State[P] | None = None,
    ) -> None:
        check_game(game)
        if isinstance(names, str):
            raise TypeError("its letters would be the names")  # `explained` turns it into a sentence
        self.game = game
        self.names = tuple(names) if names is not None else tuple([f"seat {seat}" for seat in range(game.seats)])
        if len(self.names) != game.seats:
            raise RecordError(refuse("record.seats", players=game.seats, seats=len(self.names)))
        check_names(self.names)
        self.seed = seed if isinstance(seed, str) else int(seed)
        """Seed of nature's moves."""
        self.shuffles = shuffles
        """Whether the session itself makes nature's moves, as soon as they are due."""
        self.comments: dict[int, str] = {}
        """The comments on moves; `comment` writes them. A key is the number of a move; the first move has the number 1."""
        self.lines: list[SideLine] = []
        """Other ways in which the game could have gone on; `keep_line` keeps them."""
        self.notes: dict[str, Any] = {}
        """Remarks that the record holds, such as ``{"place": "The Fox"}``."""
        self._rules: Mapping[str, Any] | None = None
        self._start = start
        self._state = game.start() if start is None else check_state(game, start)
        self._gathered = {}
        self._moves: list[tuple[Any, Any]] = []
        self._before: list[_Before] = []
        self._nature()

    @classmethod
    @explained
    def of(cls, record: Record, seed: int | str = 1, *, shuffles: bool = True, moves: int | None = None) -> "Session[Any, Any]":
        """The session after the moves of a record.

        Only the form of side lines is checked, not whether the rules allow their moves.

        Args:
            record: the record. It isn't changed.
            seed: seed of nature's moves after the record's moves.
            shuffles: whether the session makes nature's moves after the record's moves.
            moves: number of the record's moves to make, nature's included; None means all. If ``shuffles`` is True, the moves of
                nature that follow directly in the record are made, too. Later comments and side lines are left out.
        Raises:
            RecordError: if the record's version, seats, first state, moves, comments or side lines are refused, or if ``moves``
                is below 0 or above the number of the record's moves.
            RulesError: if the record's game can't be found or loaded, or the record's rules are refused.
        """
        if not isinstance(record, Record):
            raise RecordError(refuse("session.record", found=type(record).__name__))
        check_comments(record.comments, len(record.moves))
        check_lines(record.lines, len(record.moves))
        if moves is not None:
            record = _begun(record, moves, deals=shuffles)
        game = open_record(record)
        start = None if record.start is None else read_state(game, record.start)
        session: Session[Any, Any] = Session(game, record.seats, seed, shuffles=False, start=start)
        for move in replay(session.game, record):
            if isinstance(move.done, Refusal):
                raise refused(move.number, move.done)
            session._went_on(move.seat, move.action, move.done)
        session._rules = dict(record.rules)
        session.comments, session.lines, session.notes = dict(record.comments), deepcopy(record.lines), deepcopy(record.notes)
        session.shuffles = shuffles
        session._nature()
        return session

    def copy(self) -> Self:
        """Make another session at the same point, independent of this one. The same actions lead to the same cards in both."""
        made = type(self).__new__(type(self))
        for name, value in vars(self).items():
            setattr(made, name, value.copy() if isinstance(value, list | dict) else value)
        made.lines, made.notes = deepcopy((self.lines, self.notes))
        return made

    __copy__ = copy

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Session):
            return NotImplemented
        return (self.game, self.names, self._start, self._moves) == (other.game, other.names, other._start, other._moves)

    __hash__ = None  # type: ignore[assignment]  # a session changes

    @property
    def moves(self) -> list[tuple[Any, Any]]:
        """The moves so far, as a record holds them; a new list each time."""
        return deepcopy(self._moves)

    def __repr__(self) -> str:
        return f"<Session of {self.game!r} after {len(self._moves)} moves. {self.last_line()}>"

    def do(self, seat: Seat | str, action: A | str | Outcome | Mapping[str, Any]) -> Step[P, A]:
        """Make a move. A refused move changes nothing.

        Args:
            seat: the seat or the name of the player who moves. If nature moves: `NATURE` or ``"nature"``.
            action: an action or its text. If nature moves: an outcome, or the outcome's form in a record, such as
                ``{"hands": […]}``.
        Returns:
            The effect of this move, such as its events. The moves of nature that follow aren't included.
        Raises:
            ActionError: if the rules refuse the move, the text isn't an action, or ``seat`` doesn't stand for exactly one player.
            RecordError: if nature's outcome, in the form of a record, can't be read.
        """
        if isinstance(seat, str):
            seat = NATURE if seat == NATURE_NAME else seat_of(seat, self.names)
        made = self._made(seat, action)
        done = step(self.game, self._state, self._gathered, seat, made, names=self.names)
        if isinstance(done, Refusal):
            raise ActionError(done)
        self._went_on(seat, made, done)
        self._nature()
        return replace(done, names=self.names)

    def deal(
        self,
        cards: Mapping[Seat, Cards] | Mapping[str, Cards] | Mapping[Seat | str, Cards] | None = None,
        *,
        without: Cards = (),
    ) -> None:
        """Make nature's moves up to the next decision: deal the cards that you name, and all others at random.

        To name cards, open the session with ``shuffles=False``. A refused deal changes nothing.

        Args:
            cards: cards that are dealt next, as text or as cards: ``{"Ann": "AsAhAd", "middle": "Kd2c"}``. A key is a player's
                seat or name. For cards that aren't dealt to a player, a key is the name that records use for them, such as
                ``middle`` or ``spare``. You may name a part of a hand. If None, you name no cards.
            without: cards that must not be dealt now, for example because they are dealt later.
        Raises:
            ActionError: if one of these holds:

                * ``cards`` isn't a mapping
                * a key isn't a player's seat or name, nor a name that records use for cards
                * a key is the name of two players
                * two keys stand for the same player
                * the cards can't be dealt
                * ``shuffles`` is True, and ``cards`` or ``without`` names a card
                * cards are named for a hand or a pile that isn't dealt before the next decision
            RecordError: if more cards are named for a hand than the hand gets.
            CardError: if something isn't a card, or a card is named twice for the same key or in ``without``.
        """
        if not isinstance(cards, Mapping | None):
            raise ActionError(refuse("session.cards", found=repr(cards)[:40]))
        if self.shuffles and (cards or without):
            raise ActionError(refuse("session.dealt"))
        before, left, later = self.copy(), keyed(cards or {}, self.names), cards_of(without)
        try:
            while isinstance(node := self.node, Chance):
                outcome: Outcome = node.draw.sample(self._chance())
                if isinstance(node.draw, Draw) and (left or later):
                    outcome = node.draw.completed(given(node.draw, left, self.game.seats), self._chance(), later)
                self.do(NATURE, outcome)
            for key in left:
                if isinstance(key, str):
                    raise ActionError(refuse("session.player", player=key[:40], players=listed(list(self.names))))
                raise ActionError(refuse("session.no_deal", last=self.last_line()))
        except PrialError:
            vars(self).update(vars(before))
            raise

    def take_back(self, seat: Seat | str) -> None:
        """Take back an answer that a player has given in secret. This is possible while other seats still have to decide.

        The move with the answer is deleted, with its comment and the side lines that begin after this move or a later one.

        Args:
            seat: the player's seat or name.
        Raises:
            ActionError: if ``seat`` doesn't stand for exactly one player, or this player has no answer to take back.
        """
        seat = seat_of(seat, self.names)
        left = take_back(self.game, self._state, self._gathered, seat, names=self.names)
        if isinstance(left, Refusal):
            raise ActionError(left)
        at = max(at for at, (who, _) in enumerate(self._moves) if who == seat)
        del self._moves[at], self._before[at]
        for later, (state, gathered) in enumerate(self._before[at:], at):
            self._before[later] = _Before(state, {each: action for each, action in gathered.items() if each != seat})
        self._gathered, self.lines = left, leaving(self.lines, at)
        kept = {number: comment for number, comment in self.comments.items() if number != at + 1}
        self.comments = {number - (number > at): comment for number, comment in kept.items()}

    def undo(self) -> tuple[Any, Any]:
        """Undo the last action of a player.

        Nature's moves after the action are undone, too. If ``shuffles`` is False, only the last move is undone, even if it is
        nature's. Comments on undone moves are deleted. Side lines that begin after an undone move are deleted.

        Returns:
            The first undone move, as a record holds it.
        Raises:
            ActionError: if there is no move to undo.
        """
        kept = self._last() - 1
        if kept < 0:
            raise ActionError(refuse("session.start"))
        undone: tuple[Any, Any] = self._moves[kept]
        self._state, self._gathered = self._before[kept]
        del self._moves[kept:], self._before[kept:]
        self.comments = {number: comment for number, comment in self.comments.items() if number <= kept}
        self.lines = leaving(self.lines, kept)
        return undone

    @explained
    def comment(self, text: str, number: int | None = None) -> None:
        """Write a comment on a move. It replaces an earlier comment on the same move.

        Args:
            text: a line of at most `prial.core.lines.COMMENT_LENGTH` characters that can be printed. An empty text deletes the
                comment.
            number: number of the move, from 1. None means the last move of a player, or, if ``shuffles`` is False, the last move
                of anybody, nature included.
        Raises:
            RecordError: if the text can't be kept, or there is no such move.
        """
        if number is None and not (number := self._last()):
            raise RecordError(refuse("session.uncommented"))
        check_comments({number: text or "nothing"}, len(self._moves))
        self.comments.pop(number, None)
        if text:
            self.comments[number] = text

    @explained
    def keep_line(self, other: "Session[P, A]", name: str = "") -> SideLine:
        """Keep the moves of another session as a side line of this one. The line begins at the first move that differs.

        Args:
            other: a session that began from the same state and was then played differently, such as a `copy` of this one.
                Comments and side lines of ``other`` are kept, too.
            name: the line's name; may be empty.
        Returns:
            The line, which is now the last of `lines`.
        Raises:
            RecordError: if one of these holds:

                * the other session has another game, other names or another first state
                * the other session has no move that differs
                * ``name`` is too long or can't be shown
                * there would be too many side lines, or they would be nested too deeply
        """
        if (self.game, self.names, self._start) != (other.game, other.names, other._start):  # noqa: SLF001  # also a session
            raise RecordError(refuse("lines.other"))
        whole = SideLine(after=0, name=name, moves=other.moves, comments=dict(other.comments), lines=deepcopy(other.lines))
        self.lines = with_line(self.lines, self._moves, whole)
        return self.lines[-1]

    def record(self, notes: Mapping[str, Any] | None = None) -> Record:
        """The game so far as a record. `prial.core.record.write` writes it as text, and `Session.of` makes a session from it.

        Args:
            notes: further remarks for this record. They replace remarks with the same names in the session's own ``notes``.
        """
        rules = self._rules if self._rules is not None else find(self.game.name).schema.written(self.game.rules)
        return Record(
            prial=1,
            game=self.game.name,
            version=self.game.version,
            rules=dict(rules),
            seats=list(self.names),
            start=None if self._start is None else write_state(self._start),
            moves=self.moves,
            comments=dict(sorted(self.comments.items())),
            lines=deepcopy(self.lines),
            notes=deepcopy({**self.notes, **(notes or {})}),
        )

    def _last(self) -> int:
        """Number of the last move; 0 if there is none. If ``shuffles`` is True, only players' moves count, not nature's."""
        last = len(self._moves)
        while self.shuffles and last and self._moves[last - 1][0] == NATURE_NAME:
            last -= 1
        return last

    def _went_on(self, seat: Seat, action: Any, done: Step[P, A]) -> None:
        self._before.append(_Before(self._state, self._gathered))
        self._moves.append(written_move(self.game, self._state, seat, action))
        self._state, self._gathered = done.state, done.gathered

    def _chance(self) -> Random:
        """The random generator for nature's next move."""
        made = sum(who == NATURE_NAME for who, _ in self._moves)  # players' moves don't change what is dealt
        return Random(f"{self.seed} {made}")

    def _nature(self) -> None:
        """Make nature's moves up to the next decision if ``shuffles`` is True; otherwise do nothing."""
        while self.shuffles and isinstance(node := self.node, Chance):
            outcome = node.draw.sample(self._chance())
            done = step(self.game, self._state, self._gathered, NATURE, outcome)
            assert isinstance(done, Step)
            self._went_on(NATURE, outcome, done)


describe(Session, "a session")
