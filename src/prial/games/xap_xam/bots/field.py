"""A field: the probabilities of the hands that an opponent lays. The bots compute the best answer to this opponent from a field.

The probabilities are counted from hands that opponents of one kind laid. A field contains no payments, so tables with different
payments can use the same field. A table may have other instant wins than the table at which the field was counted. The field
isn't corrected for this difference: expected units are wrong by up to a quarter of a unit, but the best way to set the cards
hardly ever changes.

If two ways to set the cards are worth nearly the same, the players whose hands were counted for the field use both ways. A player
who always gave the best answer to the field would use only one of them. So a learnt field also records moments: its probabilities
at several times while it was learnt (`prial.games.xap_xam.study.train`). In each deal the bot picks a moment at random, and gives
the best answer to the field of that moment. On average the bot then lays its hands with the probabilities of the field.
"""

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from prial.arrange.worth import Worth
from prial.games.xap_xam.instants import Instant
from prial.games.xap_xam.rules import Unit, XapXamRules
from prial.games.xap_xam.settle import Scorer
from prial.ranks.poker import Ranking, ranking

FIELDS: Final = ("dealer", "player", "by_hand", "royalties", "greedy")
"""Names of the fields, one for each kind of opponent.

``dealer`` and ``player``: the dealer and the other players, under rules that pay one unit to the player who wins more hands.
``by_hand``: all players, under rules that pay each hand, without royalties. ``royalties``: all players, under rules that pay each
hand and royalties. ``greedy``: players who first set the strongest possible lower hand.
"""
CELLS: Final = 32
"""Number of cells of each row. A cell is a range of strengths; the cells of a row are about equally likely.

A field has a probability for each combination of three cells, one cell of each row (`Field.joint`).
"""
# With 1, an opponent who knew the bots' answers could gain. With a number much below 0.7, the bots' hands differ from the field.
SHARE: Final = 0.7
"""How far the bots move a `Field` towards one of its moments, from 0 (not at all) to 1 (all the way).

The number is the default of `Field.at`.
"""


_BIT: Final = {what: bit for bit, what in enumerate(Instant)}
"""Maps an instant win to the index of its bit in a number that stands for a set of instant wins."""


class Level(Enum):
    """The winner if a player and an opponent have level hands in the same row, or if both declare the same instant win."""

    WON = auto()
    """The player wins."""
    LOST = auto()
    """The opponent wins."""
    NOBODY = auto()
    """Nobody wins."""


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """The probabilities of the hands that one opponent lays, and of the instant wins that the opponent holds."""

    rows: NDArray[np.float32]
    """``rows[k, s]``: the probability that the hand in row k has strength s in the usual ranking; shape (3, strengths)."""
    starts: NDArray[np.uint16]
    """``starts[k, c]``: the lowest strength of cell c of row k, shape (3, cells); cells at the end may be empty."""
    joint: NDArray[np.float32]
    """``joint[a, b, c]``: the probability that the lower hand lies in cell a, the middle hand in b and the upper hand in c."""
    held: NDArray[np.float32]
    """``held[n]``: the probability that a player's cards hold exactly the instant wins of set n; shape (64,).

    Bit i of n is 1 if the set has item i of `Instant`. Instant wins that aren't in the rules count as well.
    """

    swayed: NDArray[np.float32]
    """``swayed[m, k, c]``: the probability of cell c of row k at moment m, as a multiple of the cell's probability in this field.

    The shape is (moments, 3, cells). A moment is a point in time while the field was learnt. An entry is 1 if its cell has
    probability 0 in this field. A field that wasn't learnt has no moments.
    """

    @classmethod
    def of(cls, strengths: NDArray[np.integer], held: NDArray[np.bool_], size: int) -> Self:
        """Make a field without moments, by counting the hands that many players laid.

        Args:
            strengths: strengths of the lower, middle and upper hands of players who declared nothing, shape (players, 3).
            held: whether each player's cards hold each instant win, shape (players, instant wins). Players who declared an
                instant win are included.
            size: the greatest strength of the ranking.
        """
        count = len(strengths)
        rows = np.array([np.bincount(row, minlength=size + 1) for row in strengths.T]) / count
        below = np.cumsum(rows, axis=1)
        wanted = np.arange(CELLS) / CELLS
        starts = np.full((3, CELLS), size + 1)
        cells = np.empty(strengths.shape, np.intp)
        for row, chances in enumerate(below):
            some = np.unique(np.searchsorted(chances, wanted, "right"))
            some[0] = 0
            starts[row, : len(some)] = some
            cells[:, row] = np.searchsorted(starts[row], strengths[:, row], "right") - 1
        number = (cells[:, 0] * CELLS + cells[:, 1]) * CELLS + cells[:, 2]
        joint = np.bincount(number, minlength=CELLS**3).reshape((CELLS,) * 3) / count
        sets = np.bincount(held @ (1 << np.arange(len(Instant))), minlength=1 << len(Instant)) / len(held)
        return cls(
            rows.astype(np.float32),
            starts.astype(np.uint16),
            joint.astype(np.float32),
            sets.astype(np.float32),
            np.ones((0, 3, CELLS), np.float32),
        )

    def having(self, moments: Sequence[Self]) -> Self:
        """A copy of this field that also records how it changed while it was learnt.

        Args:
            moments: the fields that were counted at several moments of the learning.
        """
        own = self._cells(self.rows)
        swayed = [np.divide(self._cells(each.rows), own, out=np.ones_like(own), where=own > 0) for each in moments]
        return replace(self, swayed=np.array(swayed, np.float32).reshape(-1, 3, CELLS))

    def _cells(self, rows: NDArray[np.float32]) -> NDArray[np.float64]:
        """Sum the probabilities of the strengths in each cell.

        ``rows`` has shape (3, strengths), the result (3, cells).
        """
        below = np.pad(np.cumsum(rows, axis=1, dtype=np.float64), ((0, 0), (1, 0)))
        edges = np.pad(self.starts.astype(np.intp), ((0, 0), (0, 1)), constant_values=rows.shape[1])
        return np.diff(np.take_along_axis(below, edges, axis=1), axis=1)

    def at(self, moment: int, share: float = SHARE) -> Self:
        """Make a copy of this field in which the probabilities of the cells are moved towards those of one moment.

        A moment is a point in time while the field was learnt. The strengths within each cell, and the connection between the
        three rows, are taken from this field. The copy has no moments.

        Args:
            moment: number of the moment, from 0. A field that wasn't learnt has no moments.
            share: how far the probabilities are moved, from 0 (not at all) to 1. With 1, each cell of a row has the
                probability that it had at the moment.
        """
        # The best answer to the copy is as good as the best answer to the whole field of the moment, which isn't stored
        sway = self.swayed[moment].astype(np.float64) ** share
        joint = self.joint * sway[0][:, None, None] * sway[1][:, None] * sway[2]
        joint /= joint.sum()
        strengths = np.arange(self.rows.shape[1])
        cells = [np.searchsorted(starts, strengths, "right") - 1 for starts in self.starts]
        rows = self.rows * np.take_along_axis(sway, np.array(cells), axis=1)
        rows /= rows.sum(axis=1, keepdims=True)
        none = np.ones((0, 3, CELLS), np.float32)
        return replace(self, rows=rows.astype(np.float32), joint=joint.astype(np.float32), swayed=none)

    def to_bytes(self) -> bytes:
        """The field as the bytes of an ``.npz`` file. Equal fields give equal bytes."""
        file = io.BytesIO()
        np.savez(file, rows=self.rows, starts=self.starts, joint=self.joint, held=self.held, swayed=self.swayed)
        return file.getvalue()

    def declared(self, order: Sequence[Instant]) -> dict[Instant, float]:
        """The probability that the opponent declares each instant win.

        An opponent who holds several instant wins is assumed to declare the best one.

        Args:
            order: the instant wins of the rules, the best first.
        """
        found = dict.fromkeys(order, 0.0)
        for number, chance in enumerate(self.held.tolist()):
            best = next((what for what in order if number >> _BIT[what] & 1), None)
            if best is not None:
                found[best] += chance
        return found

    def chances(self, scorer: Scorer) -> NDArray[np.float64]:
        """``chances[k, s]``: the probability that the hand in row k has strength s, shape (3, strengths).

        Args:
            scorer: the scorer of the table. The index s is a strength in the ranking ``scorer.ranking``.
        """
        return self.rows[:, _order(scorer.ranking)].astype(np.float64)

    def wins(self, scorer: Scorer, level: Level) -> NDArray[np.float64]:
        """``wins[k, s]``: the probability that a hand of strength s wins row k, shape (3, strengths).

        If the two hands in a row are equally strong and nobody wins the row, the row counts as half a win.

        Args:
            scorer: the scorer of the table.
            level: the winner of a row in which the two hands are level.
        """
        chances = self.chances(scorer)
        upto = np.cumsum(chances, axis=1)
        return {Level.WON: upto, Level.LOST: upto - chances, Level.NOBODY: upto - chances / 2}[level]

    def worth(self, scorer: Scorer, level: Level) -> Worth:
        """The expected units of each way to lay a lower, a middle and an upper hand, against one opponent.

        The opponent lays hands with the probabilities of this field, and declares nothing.

        Args:
            scorer: the scorer of the table.
            level: the winner of a row in which the two hands are level.
        """
        usual = np.cumsum(self.rows, axis=1, dtype=np.float64)
        edges = np.pad(usual, ((0, 0), (1, 0)))[np.arange(3)[:, None], self.starts]
        reached = self.wins(scorer, level)
        rows = np.zeros(reached.shape)
        if scorer.rules.unit is Unit.PER_HAND:
            rows = 2 * reached - 1 + _royalties(scorer, self.chances(scorer), level)
        # The position of a strength in its row: the number of weaker cells, plus the share of weaker hands in its own cell
        knots = np.arange(CELLS + 1)
        positions = np.array([np.interp(row, np.append(edge, 1.0), knots) for row, edge in zip(reached, edges, strict=True)])
        return Worth.placed(rows, _together(self.joint.astype(np.float64), scorer.rules), positions)


def _order(of: Ranking) -> NDArray[np.intp]:
    """Translate strengths of a ranking into strengths of the usual ranking.

    Item s of the result is the translation of strength s.
    """
    usual = ranking()
    if of is usual:
        return np.arange(of.size + 1)
    number = {usual.shape(strength): strength for strength in range(1, usual.size + 1)}
    return np.array([0, *(number[of.shape(strength)] for strength in range(1, of.size + 1))])


def _royalties(scorer: Scorer, chances: NDArray[np.float64], level: Level) -> NDArray[np.float64]:
    """Expected royalties, received minus paid, for each row and each strength of the player's hand; shape (3, strengths)."""
    paid = np.array(scorer.royalties, np.float64)
    upto = np.cumsum(chances, axis=1)
    won = upto if level is Level.WON else upto - chances
    theirs = np.cumsum((chances * paid)[:, ::-1], axis=1)[:, ::-1]
    lost = theirs if level is Level.LOST else theirs - chances * paid
    found: NDArray[np.float64] = paid * won - lost
    return found


def _together(joint: NDArray[np.float64], rules: XapXamRules) -> NDArray[np.float64]:
    """Expected units that depend on all three rows together; shape (cells + 1,) * 3.

    Each index counts the cells that the player's hand beats in one row.
    """
    under = np.pad(joint, (1, 0)).cumsum(0).cumsum(1).cumsum(2)
    """``under[a, b, c]``: probability that the opponent's three hands lie below the cells a, b and c of their rows."""
    one = under[:, -1:, -1:] + under[-1:, :, -1:] + under[-1:, -1:, :]
    two = under[:, :, -1:] + under[:, -1:, :] + under[-1:, :, :]
    lost = 1 - one + two - under
    # all expected units if only the winner of more hands is paid; otherwise only the units for winning or losing all three hands
    found: NDArray[np.float64] = 2 * (two - 2 * under) - 1 if rules.unit is Unit.OVERALL else rules.sweep * (under - lost)
    return found
