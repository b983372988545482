"""A game played move by move in a Python program: the state, the moves so far, undo, comments, and the record.

States never change, and `prial.core.step.step` only gives the next one. A `Session` keeps the present state, for a program that
plays, tries out or analyses one game.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, Self

from prial.core.game import NATURE, Chance, Choices, Decision, Game, Node, Over, Result, Seat, State, View, view
from prial.core.page import listed
from prial.core.printed import printed
from prial.core.record import NATURE_NAME, Record, check_comments, check_names, refused, replay, written_move
from prial.core.registry import find, open_record
from prial.core.step import Step, step
from prial.errors import ActionError, RecordError, Refusal, add_sentences, refuse

add_sentences("en", {"session.start": "No move was made that could be undone."})


class _Before(NamedTuple):
    """What a move changed."""

    state: State[Any]
    """The state before the move."""
    gathered: Mapping[Seat, Any]
    """Answers that were already given in secret before the move, by seat."""


class Session:
    """One game in progress. Nature's moves, such as dealing, are made at random at once, unless ``shuffles`` is False.

    Args:
        game: the game with its rules. `prial.core.registry.find` gives its kind, and `Kind.make <prial.core.kind.Kind.make>`
            makes the game.
        names: the players' names, by seat; None calls them “seat 0” and so on.
        seed: seed of nature's moves. The same seed and the same actions give the same game.
        shuffles: whether nature's moves are made at once. If not, make each of them by `do` with the seat `NATURE`.
    Raises:
        RecordError: there isn't a name for each seat, or a name can't be shown.
    """

    def __init__(self, game: Game[Any, Any], names: Sequence[str] | None = None, seed: int = 1, *, shuffles: bool = True) -> None:
        self.game = game
        """The game with its rules."""
        self.names = tuple(names) if names is not None else tuple([f"seat {seat}" for seat in range(game.seats)])
        """The players' names, by seat."""
        if len(self.names) != game.seats:
            raise RecordError(refuse("record.seats", players=game.seats, seats=len(self.names)))
        check_names(self.names)
        self.seed = seed
        """Seed of nature's moves."""
        self.shuffles = shuffles
        """Whether nature's moves are made at once."""
        self.state: State[Any] = game.start()
        """The present state, with the hidden cards."""
        self.gathered: Mapping[Seat, Any] = {}
        """Answers already given in secret to the open decision, by seat."""
        self.moves: list[tuple[Any, Any]] = []
        """The moves so far, as a record holds them."""
        self.comments: dict[int, str] = {}
        """Comments on moves, by the number of the move from 1; `comment` writes them."""
        self._before: list[_Before] = []
        self._nature()

    @classmethod
    def of(cls, record: Record, seed: int = 1, *, shuffles: bool = True) -> Self:
        """The session after all moves of a record.

        Args:
            record: the record.
            seed: seed of nature's moves after the record's last move.
            shuffles: whether nature's moves after the record's last move are made at once.
        Raises:
            RecordError: the record's rules, one of its moves or one of its comments are refused.
        """
        check_comments(record.comments, len(record.moves))
        session = cls(open_record(record), record.seats, seed, shuffles=False)
        for move in replay(session.game, record.moves):
            if isinstance(move.done, Refusal):
                raise refused(move.number, move.done)
            session._went_on(move.seat, move.action, move.done)
        session.comments = dict(record.comments)
        session.shuffles = shuffles
        session._nature()
        return session

    @property
    def node(self) -> Node:
        """Whether nature moves, seats decide, or the game is over."""
        return self.game.node(self.state)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats whose answers the game waits for, in the order of play."""
        node = self.node
        return tuple([seat for seat in node.seats if seat not in self.gathered]) if isinstance(node, Decision) else ()

    @property
    def result(self) -> Result | None:
        """The result; None while the game goes on."""
        node = self.node
        return node.result if isinstance(node, Over) else None

    def __str__(self) -> str:
        """The table with all cards and the players' names, and who decides, in a few lines."""
        match self.node:
            case Over(result):
                won = listed([self.names[seat] for seat in result.winners]) or "nobody"
                last = f"The game is over: {won} won."
            case Chance():
                last = "The cards are to be dealt."
            case _:
                last = f"{listed([self.names[seat] for seat in self.waiting])} to decide."
        return f"{printed(self.state.public, self.state.piles, self.names.__getitem__)}\n{last}"

    def view(self, seat: Seat | None) -> View[Any]:
        """What a seat knows now. If ``seat`` is None, it is what a spectator knows."""
        return view(self.state, seat)

    def choices(self, seat: Seat) -> Choices[Any]:
        """The actions that a seat may take now. The seat must be one that decides."""
        return self.game.choices(self.view(seat))

    def do(self, seat: Seat, action: Any) -> Step[Any, Any]:
        """Make a move. A refused move changes nothing.

        Args:
            seat: the seat that moves; `NATURE` for nature.
            action: an action or its text; for nature an outcome.
        Returns:
            The effect of this move, such as the events that it causes. Nature's moves that follow at once aren't part of it.
        Raises:
            ActionError: the rules refuse the move; the error's text gives the reason.
        """
        made = self.game.read(action) if type(action) is str and seat != NATURE else action
        done = step(self.game, self.state, self.gathered, seat, made)
        if isinstance(done, Refusal):
            raise ActionError(done)
        self._went_on(seat, made, done)
        self._nature()
        return done

    def undo(self) -> None:
        """Undo the last action of a player, and nature's moves after it; comments on them are dropped.

        If nature's moves aren't made at once, only the last move is undone, whoever made it.

        Raises:
            ActionError: there is no move to undo.
        """
        kept = self._last() - 1
        if kept < 0:
            raise ActionError(refuse("session.start"))
        self.state, self.gathered = self._before[kept]
        del self.moves[kept:], self._before[kept:]
        self.comments = {number: comment for number, comment in self.comments.items() if number <= kept}

    def comment(self, text: str, number: int | None = None) -> None:
        """Write a comment on a move. A comment that was there is replaced.

        Args:
            text: a line of at most `prial.core.record.COMMENT_LENGTH` characters that can be printed; empty for no comment.
            number: number of the move, from 1; None is the last move that `undo` would undo.
        Raises:
            RecordError: the text can't be kept, or there is no such move.
        """
        number = self._last() if number is None else number
        check_comments({number: text or "nothing"}, len(self.moves))
        self.comments.pop(number, None)
        if text:
            self.comments[number] = text

    def record(self, notes: Mapping[str, Any] | None = None) -> Record:
        """The game so far as a record, which `prial.core.record.write` writes and `of` reads.

        Args:
            notes: free remarks.
        """
        rules = find(self.game.name).schema.written(self.game.rules)
        return Record(
            prial=1,
            game=self.game.name,
            version=self.game.version,
            rules=dict(rules),
            seats=list(self.names),
            moves=list(self.moves),
            comments=dict(sorted(self.comments.items())),
            notes=dict(notes or {}),
        )

    def _last(self) -> int:
        """Number of the last move of a player, or of anybody if nature's moves aren't made at once; 0 for none."""
        last = len(self.moves)
        while self.shuffles and last and self.moves[last - 1][0] == NATURE_NAME:
            last -= 1
        return last

    def _went_on(self, seat: Seat, action: Any, done: Step[Any, Any]) -> None:
        self._before.append(_Before(self.state, self.gathered))
        self.moves.append(written_move(self.game, self.state, seat, action))
        self.state, self.gathered = done.state, done.gathered

    def _nature(self) -> None:
        """Make nature's moves up to the next decision."""
        while self.shuffles and isinstance(node := self.node, Chance):
            made = sum(who == NATURE_NAME for who, _ in self.moves)  # players' moves don't change what is dealt
            outcome = node.draw.sample(Random(f"{self.seed} {made}"))
            done = step(self.game, self.state, self.gathered, NATURE, outcome)
            assert isinstance(done, Step)
            self._went_on(NATURE, outcome, done)
