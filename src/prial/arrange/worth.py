"""The worth of a setting of thirteen cards (rows of five, five and three) against one opponent, in units.

A worth is the sum of two parts. The first part adds up what each row wins by itself. The second, the joint part, depends on all
three rows together: units for winning more rows than the opponent, or for a sweep. The joint part is tabulated for some strengths
of each row, called knots, and interpolated between the knots. Neither part falls when a strength rises. So a setting is worth at
least as much as any setting that is weaker or equal in every row.

All numbers are whole multiples of 2^-20 units, and positions between knots are whole multiples of 1/256. So every sum and product
here fits in the 53 bits of a float, and is exact. Two computations of the same worth give equal numbers, whatever the order of
the additions.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

PLACES: Final = 3
"""Number of places: the lower, middle and upper row."""
_STEPS: Final = 256
"""Positions between two neighbouring knots are rounded to this number of steps."""
_GRAIN: Final = 2.0**20
"""All worths are rounded to whole multiples of ``1 / _GRAIN`` units."""
_MOST: Final = 256.0
"""All numbers in a table of worth lie between ``-_MOST`` and ``_MOST``, in units."""

Knots: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""For each place, its knots in rising order. A knot is a strength for which a table holds the joint part of the worth."""


def _rising(numbers: NDArray[np.floating]) -> NDArray[np.float64]:
    """Round numbers to whole multiples of ``1 / _GRAIN``, and raise numbers so that none is less than a number before it.

    In an array with two axes, the numbers of each row are compared; in any other array, the numbers along every axis.
    """
    found = np.round(numbers.astype(np.float64) * _GRAIN) / _GRAIN
    if not (np.abs(found) < _MOST).all():
        raise ValueError(f"a worth is a number of units between -{_MOST:g} and {_MOST:g}")
    for axis in range(1 if found.ndim == 2 else 0, found.ndim):
        found = np.maximum.accumulate(found, axis=axis)
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Worth:
    """Tables that give each setting its worth, in units. Make a `Worth` with `of`."""

    rows: NDArray[np.float64]
    """``rows[k, s]``: what strength s in place k wins by itself, in units. Place 0 is the lower row. Shape (3, `size` + 1)."""
    joint: NDArray[np.float64]
    """``joint[a, b, c]``: the joint part of the worth, in units, for knot a of place 0, knot b of place 1 and knot c of place 2.
    The last numbers along each axis are repeated, so that every knot has a next knot."""
    cells: NDArray[np.intp]
    """``cells[k, s]``: index of the greatest knot of place k that isn't above s; 0 if all knots are above s. Shape as
    ``rows``."""
    shares: NDArray[np.float64]
    """``shares[k, s]``: how far strength s lies between two knots, from 0 (at knot ``cells[k, s]``) to 1 (at the next knot). It
    is 0 for a strength below the first knot or above the last. Shape as ``rows``."""

    @classmethod
    def of(
        cls, rows: NDArray[np.floating], joint: NDArray[np.floating] | None = None, knots: Sequence[Sequence[int]] = ()
    ) -> Self:
        """Make a `Worth` from arrays.

        A greater strength is never worth less. A number that is less than the number of a lower strength is raised to that
        number.

        Args:
            rows: ``rows[k, s]``: units that strength s in place k wins by itself, shape (3, greatest strength + 1).
            joint: units of the joint part at the knots, with one axis for each of the three places. None means no joint part.
            knots: the knots of each place, which are strengths in rising order. Knot i of a place belongs to index i on that
                place's axis of ``joint``. Between two knots the joint part is interpolated linearly. Below the first and above
                the last knot it is constant.
        Raises:
            ValueError: an array has another shape, the knots don't rise, or a number isn't between −256 and 256 units.
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
        """Make a `Worth` from arrays and the position of every strength among the knots.

        Args:
            rows: ``rows[k, s]``: units that strength s in place k wins by itself, shape (3, greatest strength + 1).
            joint: units of the joint part at the knots, with one axis for each of the three places.
            positions: ``positions[k, s]``: position of strength s among the knots of place k. Position 0 is the first knot,
                position 1 is the second, and position 0.5 is halfway between them. Positions never fall along a row. Shape as
                ``rows``.
        Raises:
            ValueError: an array has another shape, positions fall or lie beyond the knots, or a number isn't between −256 and 256
                units.
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
        """The worth of one or several settings (thirteen cards in three rows), from the strengths of the rows.

        Args:
            lower: strengths of the lower rows, from 0 to `size`. Give a number for one setting, or an array for several.
            middle: strengths of the middle rows. The three shapes must broadcast together.
            upper: strengths of the upper rows.
        Returns:
            The worth of each setting in units, in the broadcast shape.
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
