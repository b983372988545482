"""How a game looks to the person at the terminal; one board a game, found by its name, and a plain one for the others."""

from importlib import import_module
from typing import Any, Final

from prial.cli.boards.plain import PlainBoard
from prial.cli.boards.seat import Seated

_BOARDS: Final = {"crash": ("prial.cli.boards.crash", "CrashBoard")}


def board_for(seated: Seated) -> PlainBoard:
    """The board of a game."""
    if seated.game.name not in _BOARDS:
        return PlainBoard(seated)
    module, name = _BOARDS[seated.game.name]
    board: Any = getattr(import_module(module), name)(seated)
    assert isinstance(board, PlainBoard)
    return board
