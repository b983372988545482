"""What an opponent lays, as chances; and what a setting is worth against it under a table's rules.

The chances are counted from settings that such players made. Hence one field serves every rule by which the same settings are
paid: who wins what is level, the units for all three hands, royalties, instant wins. Where a table knows other instant wins than
the one at which the field was counted, cards that are declared at one of them and played at the other count as they did there;
that shifts what is expected by up to a quarter of a unit, and what is best hardly ever.
"""

import io
from collections.abc import Sequence
from dataclasses import dataclass
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
"""The players of a field: the dealer or the others for more hands won than lost; all by the hand, without and with royalties;
or players who set their strongest lower hand first, by whatever rules."""
CELLS: Final = 32
"""About so many parts, equally likely, is a row divided into where all three rows count together."""


_BIT: Final = {what: bit for bit, what in enumerate(Instant)}


class Level(Enum):
    """Who wins what is level between a player and the opponent."""

    WON = auto()
    LOST = auto()
    NOBODY = auto()


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """Chances of what one opponent lays."""

    rows: NDArray[np.float32]
    """``rows[k, s]``: chance that row k (0 the lower) has strength s of the usual ranking, shape (3, strengths)."""
    starts: NDArray[np.uint16]
    """``starts[k, c]``: the lowest strength of cell c of row k, shape (3, cells); cells at the end may be empty."""
    joint: NDArray[np.float32]
    """Chance of each three cells, shape (cells, cells, cells)."""
    held: NDArray[np.float32]
    """Chance that just these instant wins are held, whether the rules know them or not; bit n is n of `Instant`, shape (64,)."""

    @classmethod
    def of(cls, strengths: NDArray[np.integer], held: NDArray[np.bool_], size: int) -> Self:
        """A field from settings.

        Args:
            strengths: of settings with which nothing was declared, shape (settings, 3).
            held: which instant wins all hands hold, those of the others too, shape (hands, instant wins).
            size: the greatest strength there is.
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
        return cls(rows.astype(np.float32), starts.astype(np.uint16), joint.astype(np.float32), sets.astype(np.float32))

    def to_bytes(self) -> bytes:
        """The file that is shipped; equal fields give equal bytes (NumPy dates everything in it 1980)."""
        file = io.BytesIO()
        np.savez(file, rows=self.rows, starts=self.starts, joint=self.joint, held=self.held)
        return file.getvalue()

    def declared(self, order: Sequence[Instant]) -> dict[Instant, float]:
        """The chance that each instant win is declared by who declares the best.

        Args:
            order: those that the rules know, the best first.
        """
        found = dict.fromkeys(order, 0.0)
        for number, chance in enumerate(self.held.tolist()):
            best = next((what for what in order if number >> _BIT[what] & 1), None)
            if best is not None:
                found[best] += chance
        return found

    def chances(self, scorer: Scorer) -> NDArray[np.float64]:
        """`rows` by the strengths of a table's ranking."""
        return self.rows[:, _order(scorer.ranking)].astype(np.float64)

    def wins(self, scorer: Scorer, level: Level) -> NDArray[np.float64]:
        """The chance that a row wins, by row and strength; where nobody wins what is level, it counts as half won.

        Args:
            scorer: settles by the table's rules.
            level: who wins what is level.
        """
        chances = self.chances(scorer)
        upto = np.cumsum(chances, axis=1)
        return {Level.WON: upto, Level.LOST: upto - chances, Level.NOBODY: upto - chances / 2}[level]

    def worth(self, scorer: Scorer, level: Level) -> Worth:
        """What settings are worth against an opponent of this field who declares nothing.

        Args:
            scorer: settles by the table's rules.
            level: who wins what is level.
        """
        usual = np.cumsum(self.rows, axis=1, dtype=np.float64)
        edges = np.pad(usual, ((0, 0), (1, 0)))[np.arange(3)[:, None], self.starts]
        reached = self.wins(scorer, level)
        rows = np.zeros(reached.shape)
        if scorer.rules.unit is Unit.PER_HAND:
            rows = 2 * reached - 1 + _royalties(scorer, self.chances(scorer), level)
        # Where a strength stands among the cells of its row: their number, and how much of its own it beats
        knots = np.arange(CELLS + 1)
        positions = np.array([np.interp(row, np.append(edge, 1.0), knots) for row, edge in zip(reached, edges, strict=True)])
        return Worth.placed(rows, _together(self.joint.astype(np.float64), scorer.rules), positions)


def _order(of: Ranking) -> NDArray[np.intp]:
    """For each strength of a ranking, the strength in the usual one; 0 stays 0."""
    usual = ranking()
    if of is usual:
        return np.arange(of.size + 1)
    number = {usual.shape(strength): strength for strength in range(1, usual.size + 1)}
    return np.array([0, *(number[of.shape(strength)] for strength in range(1, of.size + 1))])


def _royalties(scorer: Scorer, chances: NDArray[np.float64], level: Level) -> NDArray[np.float64]:
    """Royalties expected by row and strength: one's own where the row is won, less the opponent's where it is lost."""
    paid = np.array(scorer.royalties, np.float64)
    upto = np.cumsum(chances, axis=1)
    won = upto if level is Level.WON else upto - chances
    theirs = np.cumsum((chances * paid)[:, ::-1], axis=1)[:, ::-1]
    lost = theirs if level is Level.LOST else theirs - chances * paid
    found: NDArray[np.float64] = paid * won - lost
    return found


def _together(joint: NDArray[np.float64], rules: XapXamRules) -> NDArray[np.float64]:
    """Units that depend on all three rows, where a setting beats so many cells of each; shape (cells + 1,) * 3.

    For more hands won than lost that is all there is; by the hand it is what all three bring.
    """
    under = np.pad(joint, (1, 0)).cumsum(0).cumsum(1).cumsum(2)
    """Chance that the opponent's rows lie below three cells."""
    one = under[:, -1:, -1:] + under[-1:, :, -1:] + under[-1:, -1:, :]
    two = under[:, :, -1:] + under[:, -1:, :] + under[-1:, :, :]
    lost = 1 - one + two - under
    found: NDArray[np.float64] = 2 * (two - 2 * under) - 1 if rules.unit is Unit.OVERALL else rules.sweep * (under - lost)
    return found
