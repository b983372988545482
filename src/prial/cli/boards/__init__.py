"""Shows games at the terminal. A board shows a game that is being played; a reader prints the record of a game.

A game without its own board or reader uses `prial.cli.boards.plain.PlainBoard` or `prial.cli.boards.reader.Reader`.
"""

from collections.abc import Sequence
from typing import Any

from prial.cli.boards.plain import PlainBoard
from prial.cli.boards.reader import Reader
from prial.cli.boards.seat import Seated
from prial.cli.support.screen import Look
from prial.core.game import Game
from prial.core.registry import find


def board_for(seated: Seated) -> PlainBoard:
    """The board of a game, for one seat."""
    board: type[PlainBoard] = seated.kind.part("board") or PlainBoard
    return board(seated)


def reader_for(game: Game[Any, Any], names: Sequence[str], look: Look) -> Reader:
    """The reader of a game, which prints a record.

    Args:
        game: the game with its rules.
        names: the players' names, indexed by seat.
        look: the screen, and how cards are shown on it.
    """
    reader: type[Reader] = find(game.name).part("reader") or Reader
    return reader(game, names, look)
