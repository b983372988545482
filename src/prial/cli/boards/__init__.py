"""How a game looks to the person at the terminal; one board a game, found by its name, and a plain one for the others.

Some games have a reader of their own too, which shows a record that is gone through again.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final

from prial.cli.boards.plain import PlainBoard
from prial.cli.boards.reader import Reader
from prial.cli.boards.seat import Seated
from prial.cli.support.screen import Look
from prial.core.game import Game

_READERS: Final = {"crash": ("prial.cli.boards.crash_reader", "CrashReader")}
_BOARDS: Final = {
    "brag": ("prial.cli.boards.brag", "BragBoard"),
    "crash": ("prial.cli.boards.crash", "CrashBoard"),
    "stop_the_bus": ("prial.cli.boards.stop_the_bus", "BusBoard"),
}


def board_for(seated: Seated) -> PlainBoard:
    """The board of a game."""
    if seated.game.name not in _BOARDS:
        return PlainBoard(seated)
    module, name = _BOARDS[seated.game.name]
    board: Any = getattr(import_module(module), name)(seated)
    assert isinstance(board, PlainBoard)
    return board


def reader_for(game: Game[Any, Any], names: Sequence[str], look: Look) -> Reader:
    """What shows a record of a game.

    Args:
        game: the table.
        names: the players' names by seat.
        look: how cards are drawn, and where to.
    """
    if game.name not in _READERS:
        return Reader(game, names, look)
    module, name = _READERS[game.name]
    reader: Any = getattr(import_module(module), name)(game, names, look)
    assert isinstance(reader, Reader)
    return reader
