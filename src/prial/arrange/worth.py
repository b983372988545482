"""Computes the worth of a setting of thirteen cards.

The worth is the number of units that the setting is expected to win from one opponent. Units are the points of the game. A
setting has a lower row of five cards, a middle row of five and an upper row of three. A worth is the sum of two parts:

* The rows' own part is the units that each row wins by itself.
* The joint part depends on all three rows together. It is the units for winning more rows than the opponent, or for winning all.

Some strengths of each row are called knots. The joint part is stored for all combinations of knots, and interpolated between
knots. A stronger row never makes a setting worth less.

Worths are whole multiples of 2^-20 units. Positions between knots are whole multiples of 1/256. So all sums and products of
floats are exact, in whatever order.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

PLACES: Final = 3
"""Number of rows in a setting: lower, middle and upper. In the code, the index of a row is called a place; the lower row is
place 0."""
_STEPS: Final = 256
"""Positions between two neighbouring knots are rounded down to whole multiples of ``1 / _STEPS``."""
_GRAIN: Final = 2.0**20
"""All worths are rounded to whole multiples of ``1 / _GRAIN`` units."""
_MOST: Final = 256.0
"""All numbers in a table of worth lie between ``-_MOST`` and ``_MOST``, in units."""

Knots: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""The knots of each of the three rows, in rising order. A knot is a strength for which `Worth.joint` has an entry."""


def _rising(numbers: NDArray[np.floating]) -> NDArray[np.float64]:
    """Round the numbers, and raise some so that they never fall.

    In an array with two axes, numbers may fall along the first axis.
    """
    found = np.round(numbers.astype(np.float64) * _GRAIN) / _GRAIN
    if not (np.abs(found) < _MOST).all():
        raise ValueError(f"a worth is a number of units between -{_MOST:g} and {_MOST:g}")
    for axis in range(1 if found.ndim == 2 else 0, found.ndim):
        found = np.maximum.accumulate(found, axis=axis)
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Worth:
    """Tables from which `units` computes how many units a setting is expected to win. Make a `Worth` with `of`."""

    rows: NDArray[np.float64]
    """``rows[k, s]``: units that row k wins by itself if its strength is s. Row 0 is the lower row. Shape (3, `size` + 1)."""
    joint: NDArray[np.float64]
    """``joint[i, j, k]``: units that depend on all three rows together, for knot i of the lower row, knot j of the middle row and
    knot k of the upper row. The last knot's entries are repeated, so each axis is one longer than the number of knots."""
    cells: NDArray[np.intp]
    """``cells[k, s]``: index of the last knot of row k that is at most s; 0 if all knots are above s. Same shape as ``rows``."""
    shares: NDArray[np.float64]
    """Where each strength lies between two knots. Same shape as ``rows``.

    ``shares[k, s]`` says how far strength s lies on the way from knot ``cells[k, s]`` of row k to the next knot. The share is 0
    at the knot itself, and 0.5 halfway. The share is also 0 below the first knot and above the last one.
    """

    @classmethod
    def of(
        cls, rows: NDArray[np.floating], joint: NDArray[np.floating] | None = None, knots: Sequence[Sequence[int]] = ()
    ) -> Self:
        """Make a `Worth` from arrays.

        If a stronger row would be worth fewer units than a weaker row, the stronger row gets the units of the weaker row.

        Args:
            rows: ``rows[k, s]``: units that row k wins by itself if its strength is s, shape (3, greatest strength + 1).
            joint: units of the joint part at the knots, with one axis for each row. None means no joint part.
            knots: the knots of each row, which are strengths in rising order. Knot i of a row belongs to index i on that row's
                axis of ``joint``. The joint part is linear between two knots, and constant below the first and above the last
                knot.
        Raises:
            ValueError: if an array has the wrong shape, if the knots don't rise, or if a number isn't between −256 and 256 units.
        """
        if joint is None:
            joint, knots = np.zeros((1, 1, 1)), ((0,),) * PLACES
        if joint.ndim != PLACES or tuple(map(len, knots)) != joint.shape:
            raise ValueError(f"{[len(some) for some in knots]} knots, wanted a list for each axis of {joint.shape}")
        if not joint.size or any((np.diff(some) <= 0).any() for some in knots):
            raise ValueError(f"knots are strengths that rise, not {knots}")
        strengths = np.arange(rows.shape[-1])
        return cls.placed(rows, joint, np.array([np.interp(strengths, some, np.arange(len(some))) for some in knots]))

    @classmethod
    def placed(cls, rows: NDArray[np.floating], joint: NDArray[np.floating], positions: NDArray[np.floating]) -> Self:
        """Make a `Worth` from arrays. The array ``positions`` says where each strength lies between the knots.

        Args:
            rows: ``rows[k, s]``: units that row k wins by itself if its strength is s, shape (3, greatest strength + 1).
            joint: units of the joint part at the knots, with one axis for each row.
            positions: ``positions[k, s]``: position of strength s among the knots of row k, same shape as ``rows``. Position 0 is
                the first knot, 1 is the second, and 0.5 is halfway between them. Positions never fall as the strength rises.
        Raises:
            ValueError: if an array has the wrong shape, if positions fall or lie outside the knots, or if a number isn't between
                −256 and 256 units.
        """
        if rows.ndim != 2 or len(rows) != PLACES or joint.ndim != PLACES or positions.shape != rows.shape:
            raise ValueError(
                f"shapes {rows.shape}, {joint.shape} and {positions.shape}, wanted (3, strengths), three axes and (3, strengths)"
            )
        last = np.array(joint.shape)[:, None] - 1
        if (positions < 0).any() or (positions > last).any() or (np.diff(positions) < 0).any():
            raise ValueError("positions don't fall, and lie between 0 and the last knot's number")
        steps = np.floor(positions * _STEPS).astype(np.intp)
        return cls(_rising(rows), np.pad(_rising(joint), (0, 1), mode="edge"), steps // _STEPS, steps % _STEPS / _STEPS)

    @property
    def size(self) -> int:
        """The greatest strength in the tables."""
        return len(self.rows[0]) - 1

    def units(self, lower: ArrayLike, middle: ArrayLike, upper: ArrayLike) -> NDArray[np.float64]:
        """The units that one or several settings are expected to win.

        Args:
            lower: strength of the lower row, from 0 to `size`: a number for one setting, or an array for several.
            middle: strength of the middle row, given in the same way.
            upper: strength of the upper row, given in the same way. NumPy must be able to broadcast the three shapes together.
        Returns:
            The units for each setting, in the broadcast shape.
        """
        strengths = [np.asarray(some) for some in (lower, middle, upper)]
        a, b, c = (self.cells[place, some] for place, some in enumerate(strengths))
        shares: list[NDArray[np.float64]] = [self.shares[place, some] for place, some in enumerate(strengths)]
        x, y, z = shares
        _, wide, deep = self.joint.shape
        flat, corner = self.joint.ravel(), (a * wide + b) * deep + c

        def edge(at: NDArray[np.intp]) -> NDArray[np.float64]:
            low: NDArray[np.float64] = flat[at]
            return low + (flat[at + 1] - low) * z

        def face(at: NDArray[np.intp]) -> NDArray[np.float64]:
            low = edge(at)
            return low + (edge(at + deep) - low) * y

        near = face(corner)
        alone: NDArray[np.float64] = self.rows[0, strengths[0]] + self.rows[1, strengths[1]] + self.rows[2, strengths[2]]
        return alone + near + (face(corner + wide * deep) - near) * x
