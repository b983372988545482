"""The strategy of the strongest bot at a table of three: a solution of the game for three players.

`prial.games.brag_poker.study.trio` solves the game. At a larger table, the solution applies if all players fold at their first
turn, except the dealer and the two players who put in the blinds.
"""

import io
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from prial.games.brag_poker.bots.duel import Turn, letters
from prial.games.brag_poker.rules import BragPokerRules
from prial.games.brag_poker.state import Deed, Phase, Table

FILE: Final = "trio.npz"
"""Name of the shipped data file, beside this module; ``prial tables brag_poker`` makes the file again."""
CHANGES: Final = "0123"
"""The moves at the draw: the best change of 0, 1, 2 or 3 cards."""
KINDS: Final = ("pair", "triple", "quadruple")
"""Kinds of turns: with two, three and four possible moves. Only a turn at the draw has four moves."""
_PLAYERS: Final = 3
_DEEP: Final = 19
"""The most that a player pays in the solution, in big blinds. With fewer chips the solution doesn't apply."""

Codes = NDArray[np.uint16]
"""For each turn, a code: 0 if the solution doesn't have the turn, otherwise 1 plus the strategy's index in `Solution.books`."""


class Later(NamedTuple):
    """The draw and the second round of all deals in which a certain number of players, two or three, come to the draw.

    A *line* is one possible course of the betting before the draw.
    """

    lines: dict[str, int]
    """Maps the moves of each line to the line's index."""
    draws: list[Codes]
    """For each player, the codes of this player's turns at the draw; shape (lines · 4ⁿ,) if n players draw before this player."""
    turns: dict[str, tuple[int, str]]
    """Each key is a text: the moves that were made after the draw. Each value is a pair that describes the next turn.

    The pair has the turn's index and its possible moves.
    """
    late: Codes
    """The codes of the turns after the draw; shape (turns, lines · 4ⁿ) where n players changed cards."""


class Solution(NamedTuple):
    """The shipped solution."""

    early: dict[str, Turn]
    """The turns before the draw. The key of each turn is the text of the moves before the turn, as in `path`."""
    later: list[Later]
    """The draw and the second round: item 0 is for deals in which two players come to the draw, item 1 for deals with three."""
    books: dict[str, NDArray[np.uint8]]
    """For each of `KINDS`, a table with one strategy in each row; shape (strategies, probabilities).

    A probability p is stored as 255·p. The probabilities of a turn's last move are left out.
    """

    def turn(self, path: str) -> Turn | None:
        """The strategy at a turn, given by its `path`; None if the solution doesn't have it."""
        line, *rest = path.split("|")
        if not rest:
            return self.early.get(line)
        found = next((each for each in self.later if line in each.lines), None)
        if found is None:
            return None
        drawn = rest[0]
        at = found.lines[line] * len(CHANGES) ** len(drawn) + int(drawn or "0", len(CHANGES))
        if len(rest) == 1:
            return self._unpacked(CHANGES, int(found.draws[len(drawn)][at]))
        number, moves = found.turns.get(rest[1], (-1, ""))
        return self._unpacked(moves, int(found.late[number, at])) if moves else None

    def _unpacked(self, moves: str, code: int) -> Turn | None:
        """The strategy with this code at a turn with these moves; None for the code 0."""
        if not code:
            return None
        some = self.books[kind(moves)][code - 1].reshape(len(moves) - 1, -1) / 255
        return Turn(moves, np.concatenate([some, np.maximum(1 - some.sum(axis=0, keepdims=True), 0)]))


def kind(moves: str) -> str:
    """The kind of a turn, one of `KINDS`, by its possible moves."""
    return KINDS[len(moves) - 2]


@cache
def solution() -> Solution:
    """The shipped solution."""
    return read(files(__package__).joinpath(FILE).read_bytes())


def read(file: bytes) -> Solution:
    """Read a file that `prial.games.brag_poker.study.trio.packing.pack` has made."""
    with np.load(io.BytesIO(file)) as arrays:
        moves = arrays["moves"].tolist()
        parts = np.split(arrays["shares"] / 255, np.cumsum([len(each) for each in moves])[:-1])
        early = {path: Turn(*each) for path, *each in zip(arrays["paths"].tolist(), moves, parts, strict=True)}
        return Solution(
            early,
            [_later(arrays, players) for players in (2, 3)],
            {each: arrays[f"book_{each}"] for each in KINDS if f"book_{each}" in arrays},
        )


def _later(arrays: Any, players: int) -> Later:
    """Make the `Later` for deals in which ``players`` players come to the draw. ``arrays`` are the arrays of the file."""
    lines = {path: number for number, path in enumerate(arrays[f"lines_{players}"].tolist())}
    named = zip(arrays[f"turns_{players}"].tolist(), arrays[f"moves_{players}"].tolist(), strict=True)
    turns = {path: (number, moves) for number, (path, moves) in enumerate(named)}
    return Later(lines, [arrays[f"draw_{players}_{player}"] for player in range(players)], turns, arrays[f"late_{players}"])


def path(table: Table) -> str | None:
    """The moves of a deal between three players as text, for example ``lcrfc|10|kb``.

    The players are the dealer and the two who put in the blinds. The bars divide the text into parts as in
    `prial.games.brag_poker.bots.duel.path`.

    Returns:
        The text. It is None in two cases:

        * fewer than three players were dealt cards
        * a further player has paid chips or is still in the deal
    """
    if len(table.playing) < _PLAYERS:
        return None
    others = table.playing[2:-1]
    if any(seat not in table.folded for seat in others):
        return None
    if any(deed.seat in others and deed.what not in (Deed.LOOK, Deed.FOLD) for deed in table.did):
        return None
    did = [deed for deed in table.did if deed.seat not in others]
    early = letters([deed for deed in did if deed.round == 1])
    if table.phase is Phase.BET and table.round == 1:
        return early
    drawn = "".join([str(deed.cards) for deed in did if deed.what is Deed.CHANGE])
    before = f"{early.rstrip('l')}|{drawn}"  # looks (l) before the draw are left out: they tell nothing
    if table.round == 1:
        return before
    return f"{before}|{letters([deed for deed in did if deed.round != 1]).replace('l', '')}"


def turn(rules: BragPokerRules, table: Table) -> Turn | None:
    """The solution's strategy at the present turn; None if the solution doesn't have this turn.

    Args:
        rules: the rules of the table.
        table: the public part of the state.
    """
    found = path(table)
    if found is None or rules.big_blind != 2 * rules.small_blind:
        return None
    deep = _DEEP * rules.big_blind
    if any(table.chips[seat] + table.put_in[seat] < deep for seat in (*table.playing[:2], table.playing[-1])):
        return None
    return solution().turn(found)
