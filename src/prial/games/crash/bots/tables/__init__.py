"""The shipped tables of Crash: how often a hand of each strength wins each place.

There is one table for each number of cards, number of opponents and kind of opponents. ``prial tables`` makes the tables again
(`prial.games.crash.study.train.make`).
"""

import io
from functools import cache
from importlib.resources import files
from typing import Final, Literal, TypeAlias

import numpy as np

from prial.arrange.value import Value

Field: TypeAlias = Literal["greedy", "sharp"]
"""The kind of opponents against which a table was made.

``greedy`` opponents lay their best hand first. ``sharp`` opponents play like the strongest bot: they choose their splits by a
`mixture` of the greedy table and a sharp table.
"""

# Points lost per deal, for four players with 13 cards: 0.005 both against greedy players and against one who knows the bot. The
# sharp table alone would lose 0.02 against greedy players, and the greedy table alone 0.02 against one who knows the bot
SHARP: Final = 0.6
"""The usual weight of the sharp table in a `mixture`, 0 to 1. The weight of the greedy table is 1 minus this number."""
# With nine cards and five players, the usual weight would lose 0.009 against greedy players and 0.003 against one who knows
# the bot; this weight loses 0.006 against both
_SHARP_OF: Final = {(3, 4): 0.48}
"""Weights used instead of `SHARP`, by (number of places, number of opponents)."""


def name(cards: int, others: int, field: Field) -> str:
    """The file name of one table, such as ``13x3-greedy.npz``."""
    return f"{cards}x{others}-{field}.npz"


@cache
def load(cards: int, others: int, field: Field = "greedy", *, next_best: bool = False, least: int = 1) -> Value:
    """Load a shipped table.

    Args:
        cards: 13, 9, 7 or 6.
        others: number of opponents: 1 to 3 with 13 cards, 1 to 4 with 9 cards, 1 to 6 with 7 or 6 cards.
        field: the kind of opponents against which the table was made.
        next_best: whether the next best hand wins the place if the best hands are equal; if False, nobody wins it.
        least: the lowest strength that counts; a weaker hand wins no place.
    Raises:
        FileNotFoundError: if no such table is shipped.
    """
    data = files(__name__).joinpath(name(cards, others, field)).read_bytes()
    with np.load(io.BytesIO(data)) as arrays:
        return Value.of(others, arrays["win"][int(next_best)], arrays["crash"], least)


def mixture(greedy: Value, sharp: Value) -> Value:
    """Take the weighted mean of two tables, for a player who can't know how the opponents play.

    Args:
        greedy: the table made against ``greedy`` opponents.
        sharp: the table made against ``sharp`` opponents.
    """
    weight = _SHARP_OF.get((greedy.places, greedy.others), SHARP)
    win = (1 - weight) * np.array(greedy.win) + weight * np.array(sharp.win)
    sweep = (1 - weight) * np.array(greedy.sweep) + weight * np.array(sharp.sweep)
    return Value.of(greedy.others, win, sweep, greedy.least)


@cache
def mixed(cards: int, others: int, *, next_best: bool = False, least: int = 1) -> Value:
    """Load the strongest bot's table: the `mixture` of the shipped greedy and sharp tables.

    Args:
        cards: 13, 9, 7 or 6.
        others: number of opponents.
        next_best: whether the next best hand wins the place if the best hands are equal; if False, nobody wins it.
        least: the lowest strength that counts; a weaker hand wins no place.
    Raises:
        FileNotFoundError: if no such table is shipped.
    """
    greedy = load(cards, others, "greedy", next_best=next_best, least=least)
    return mixture(greedy, load(cards, others, "sharp", next_best=next_best, least=least))
