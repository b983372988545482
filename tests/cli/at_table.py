"""A person at one point of a game: what is typed there, and what is shown and asked."""

import io
from collections.abc import Sequence
from typing import Any, ClassVar

from prial.cli.boards import board_for
from prial.cli.boards.plain import PlainBoard
from prial.cli.boards.seat import Seated
from prial.cli.support.screen import Look, console
from prial.cli.support.terminal import Terminal
from prial.core.game import State, view
from prial.core.record import Record
from prial.core.registry import find, open_record
from prial.core.step import Step, step
from prial.study.replay import resume


class Typed(Terminal):
    """A terminal whose person types these lines; asking for more fails."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__(beats=False)
        self.lines, self.prompts = list(lines), list[str]()

    def ask(self, prompt: str) -> str:
        self.prompts.append(prompt)
        return self.lines.pop(0)


class AtTable:
    """A game at the end of a record, seen from a seat."""

    NAME: ClassVar[str]
    """The game's name."""
    COLUMNS: ClassVar[int] = 100
    """Width of the screen."""

    def __init__(
        self, rules: dict[str, Any], moves: Sequence[Any], me: int = 0, names: Sequence[str] = ("Ann", "Bob", "Cat")
    ) -> None:
        names = names[: rules.get("players", 3)]
        record = Record(
            prial=1, game=self.NAME, version=None, rules={"players": len(names), **rules}, seats=list(names), moves=list(moves)
        )
        self.game, self.me = open_record(record), me
        self.state: State[Any]
        self.state, self.gathered, self.told = resume(self.game, record)
        self.names = names

    def ask(self, *lines: str) -> tuple[str, str, Typed]:
        """Type lines; returns the action that they make, the screen, and the terminal with its prompts."""
        board, terminal, screen = self.board(lines)
        seen = view(self.state, self.me)
        action = board.ask(seen, self.game.choices(seen))
        assert not terminal.lines
        self.done = step(self.game, self.state, self.gathered, self.me, action)
        assert isinstance(self.done, Step)
        return self.game.write(action), screen.getvalue(), terminal

    def board(self, lines: Sequence[str]) -> tuple[PlainBoard, Typed, io.StringIO]:
        output, terminal = io.StringIO(), Typed(lines)
        screen = console(file=output)
        screen.width = self.COLUMNS
        seated = Seated(
            game=self.game,
            kind=find(self.NAME),
            title="The house",
            names=tuple(self.names),
            me=self.me,
            screen=screen,
            look=Look(screen),
            terminal=terminal,
            log=lambda: (told.event for move in self.told for told in move if told.heard_by(self.me)),
        )
        return board_for(seated), terminal, output
