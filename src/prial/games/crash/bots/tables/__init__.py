"""The tables that are shipped: what each strength wins in Crash, by cards, number of others, and whom they were made against.

``prial tables`` writes them anew (`prial.games.crash.study.train.write`).
"""

import io
from functools import cache
from importlib.resources import files

import numpy as np

from prial.arrange.value import Value


def name(cards: int, others: int, field: str) -> str:
    """The file of one table."""
    return f"{cards}x{others}-{field}.npz"


@cache
def load(cards: int, others: int, field: str = "greedy", *, next_best: bool = False) -> Value:
    """A shipped table as a value.

    Args:
        cards: 13, 9, 7 or 6.
        others: opponents, 1 to 3 with 13 cards, 1 to 4 with 9, 1 to 6 with 7 or 6.
        field: whom it was made against: ``greedy`` players, or others who go by such a table them``self``.
        next_best: equal hands cancel and the best one below them wins; otherwise they stop the place.
    Raises:
        FileNotFoundError: there is no such table.
    """
    data = files(__name__).joinpath(name(cards, others, field)).read_bytes()
    with np.load(io.BytesIO(data)) as arrays:
        return Value.of(others, arrays["win"][int(next_best)], arrays["crash"])
