"""Finds the best way to lay each of many hands of 13 cards in rows of five, five and three. Such a way is called a setting.

`prial.arrange.fives` does the same for one hand.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prial.arrange.batch import Hands, Splits, _fives, sorted_hands
from prial.arrange.fives import CARDS, ways
from prial.arrange.strengths import poker_tables
from prial.arrange.worth import Worth
from prial.ranks.poker import STEPS, Ranking, ranking


def best(hands: ArrayLike, worth: Worth, of: Ranking, *, level: bool) -> Splits:
    """For each of many hands, the way to lay the cards in three rows (the setting) that is expected to win the most units.

    `prial.arrange.fives.best` does the same for one hand.

    Args:
        hands: one hand of 13 different cards per row, shape (hands, 13).
        worth: gives the units that each setting is expected to win.
        of: gives each row its strength.
        level: whether the lower and the middle row may be equally strong.
    Raises:
        ValueError: if a hand isn't 13 different cards, or if the tables of ``worth`` end below the greatest strength.
    """
    cards = sorted_hands(hands)
    if cards.shape[1] != CARDS:
        raise ValueError(f"hands of {cards.shape[1]} cards, wanted {CARDS}")
    if worth.size < of.size:
        raise ValueError(f"a worth for strengths up to {worth.size}, wanted {of.size}")
    _, wide, deep = worth.joint.shape
    strides = np.array([wide * deep, deep, 1])[:, None]
    cells = worth.cells * strides
    nexts = cells + strides * (worth.shares > 0)
    vectors, masks = np.zeros((2, len(cards), 3), np.uint16)
    _fives.best(
        cards,
        ways(),
        poker_tables(of),
        np.array(STEPS, np.uint64),
        (
            worth.rows,
            worth.joint.ravel(),
            cells.astype(np.uint32),
            worth.shares,
            (np.uint64(wide * deep), np.uint64(deep)),
            nexts.astype(np.uint32),
        ),
        level,
        _fives.workspace(),
        vectors,
        masks,
    )
    return Splits(vectors, masks)


def strengths(hands: Hands, of: Ranking) -> NDArray[np.uint16]:
    """The strengths of many hands of five or of three cards, shape (hands,).

    `prial.arrange.strengths.poker_strengths` does the same more slowly.

    Args:
        hands: one hand of different cards per row, in any order, shape (hands, 5) or (hands, 3). The cards aren't checked.
        of: gives each hand its strength.
    Raises:
        ValueError: if the array has the wrong shape.
    """
    if hands.ndim != 2 or hands.shape[1] not in {3, 5}:
        raise ValueError(f"hands of shape {hands.shape}, wanted (hands, 5) or (hands, 3)")
    out = np.empty(len(hands), np.uint16)
    _fives.strengths(np.ascontiguousarray(hands, np.uint8), poker_tables(of), np.array(STEPS, np.uint64), out)
    return out


def warm() -> None:
    """Compile all functions, or load them from numba's cache, so that the first real call is fast."""
    of, hands = ranking(), np.arange(CARDS, dtype=np.uint8)[None]
    best(hands, Worth.of(np.zeros((3, of.size + 1))), of, level=True)
    strengths(hands[:, :5], of)
