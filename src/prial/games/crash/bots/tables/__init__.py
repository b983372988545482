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
`mixture` of the greedy table and the latest sharp table. The sharp table is made in several passes, and each pass uses the table
of the pass before.
"""

SHARP: Final = 0.6
"""The usual weight of the sharp table in a `mixture`, 0 to 1. The weight of the greedy table is 1 minus this number.

The following losses are in points per deal, compared with the best play, for four players and 13 cards. The mixture loses about
0.005 against greedy players, and about 0.005 against a player who knows the bot. The sharp table alone would lose 0.02 against
greedy players. The greedy table alone would lose 0.02 against a player who knows the bot.
"""
_SHARP_OF: Final = {(3, 4): 0.48}
"""Maps (number of places, number of opponents) to the weight that is used instead of `SHARP`.

With nine cards and five players, a bot with the weight `SHARP` would lose 0.009 points per deal against greedy players, and 0.003
points per deal against a player who knows the bot. With the weight 0.48, both losses are 0.006 points per deal.
"""


def name(cards: int, others: int, field: Field) -> str:
    """The file name of one table, such as ``13x3-greedy.npz``."""
    return f"{cards}x{others}-{field}.npz"


@cache
def load(cards: int, others: int, field: Field = "greedy", *, next_best: bool = False, least: int = 1) -> Value:
    """Load a shipped table, as a `Value` that computes the expected points of a split.

    Args:
        cards: 13, 9, 7 or 6.
        others: number of opponents: 1 to 3 with 13 cards, 1 to 4 with 9 cards, 1 to 6 with 7 or 6 cards.
        field: the kind of opponents against which the table was made.
        next_best: whether the next best hand wins the place if the best hands are equal. If False, nobody wins this place.
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
        greedy: the table made against greedy players.
        sharp: the table made against players who choose their splits by the mixture of ``greedy`` and an earlier sharp table.
    """
    weight = _SHARP_OF.get((greedy.places, greedy.others), SHARP)
    win = (1 - weight) * np.array(greedy.win) + weight * np.array(sharp.win)
    sweep = (1 - weight) * np.array(greedy.sweep) + weight * np.array(sharp.sweep)
    return Value.of(greedy.others, win, sweep, greedy.least)


@cache
def mixed(cards: int, others: int, *, next_best: bool = False, least: int = 1) -> Value:
    """Load the table by which the strongest bot plays: the `mixture` of the shipped greedy and sharp tables.

    Args:
        cards: 13, 9, 7 or 6.
        others: number of opponents.
        next_best: whether the next best hand wins the place if the best hands are equal. If False, nobody wins this place.
        least: the lowest strength that counts; a weaker hand wins no place.
    Raises:
        FileNotFoundError: if no such table is shipped.
    """
    greedy = load(cards, others, "greedy", next_best=next_best, least=least)
    return mixture(greedy, load(cards, others, "sharp", next_best=next_best, least=least))
