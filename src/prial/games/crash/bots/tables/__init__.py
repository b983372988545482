"""The tables that are shipped: what each strength wins in Crash, by cards, number of others, and whom they were made against.

``prial tables`` writes them anew (`prial.games.crash.study.train.make`).
"""

import io
from functools import cache
from importlib.resources import files
from typing import Final, Literal, TypeAlias

import numpy as np

from prial.arrange.value import Value

Field: TypeAlias = Literal["greedy", "sharp"]
"""Others who play greedily, or others who go by the mixture of both tables, as the strongest bot does."""

SHARP: Final = 0.6
"""How much of the table against sharp players is in the mixture. Where four have 13 cards it then gives away about as much, 0.005
points a deal, to greedy players as to somebody who knows the bot; one table alone gives away 0.02 to one of them."""


def name(cards: int, others: int, field: Field) -> str:
    """The file of one table."""
    return f"{cards}x{others}-{field}.npz"


@cache
def load(cards: int, others: int, field: Field = "greedy", *, next_best: bool = False) -> Value:
    """A shipped table as a value.

    Args:
        cards: 13, 9, 7 or 6.
        others: opponents, 1 to 3 with 13 cards, 1 to 4 with 9, 1 to 6 with 7 or 6.
        field: whom it was made against: ``greedy`` players, or ``sharp`` ones, who go by `mixed`.
        next_best: equal hands cancel and the best one below them wins; otherwise they stop the place.
    Raises:
        FileNotFoundError: there is no such table.
    """
    data = files(__name__).joinpath(name(cards, others, field)).read_bytes()
    with np.load(io.BytesIO(data)) as arrays:
        return Value.of(others, arrays["win"][int(next_best)], arrays["crash"])


def mixture(greedy: Value, sharp: Value) -> Value:
    """What splits are worth to somebody who can't know how the others play: against greedy ones now, against sharp ones then.

    Args:
        greedy: their worth against greedy players.
        sharp: their worth against players who go by this mixture.
    """
    win = (1 - SHARP) * np.array(greedy.win) + SHARP * np.array(sharp.win)
    sweep = (1 - SHARP) * np.array(greedy.sweep) + SHARP * np.array(sharp.sweep)
    return Value.of(greedy.others, win, sweep)


@cache
def mixed(cards: int, others: int, *, next_best: bool = False) -> Value:
    """What the bot goes by: the `mixture` of the shipped tables, with arguments and errors as those of `load`."""
    return mixture(load(cards, others, "greedy", next_best=next_best), load(cards, others, "sharp", next_best=next_best))
