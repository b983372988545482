"""How a game looks to the person at the terminal: the board and the reader that a game brings, or plain ones."""

from collections.abc import Sequence
from typing import Any

from prial.cli.boards.plain import PlainBoard
from prial.cli.boards.reader import Reader
from prial.cli.boards.seat import Seated
from prial.cli.support.screen import Look
from prial.core.game import Game
from prial.core.registry import find


def board_for(seated: Seated) -> PlainBoard:
    """The board of a game."""
    board: type[PlainBoard] = seated.kind.part("board") or PlainBoard
    return board(seated)


def reader_for(game: Game[Any, Any], names: Sequence[str], look: Look) -> Reader:
    """What shows a record of a game.

    Args:
        game: the table.
        names: the players' names by seat.
        look: how cards are drawn, and where to.
    """
    reader: type[Reader] = find(game.name).part("reader") or Reader
    return reader(game, names, look)
