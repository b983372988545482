"""What a setting of thirteen cards in rows of five, five and three is worth against one opponent, in units.

A worth is a sum over the rows, which holds what each row wins by itself, and a joint part, which holds what no sum can say:
more rows won than lost, or a sweep. Both rise with each strength, so that the best setting is one that no other beats.

All numbers are whole multiples of 2^-20 units, and steps between knots are counted in 256ths. So every sum and product here is
exact in 53 bits: what is equal is equal in whatever order it is worked out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

PLACES: Final = 3
"""Lower, middle and upper."""
_STEPS: Final = 256
_GRAIN: Final = 2.0**20
_MOST: Final = 256.0

Knots: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""Strengths at which the joint part is known, rising, for each place."""


def _rising(numbers: NDArray[np.floating]) -> NDArray[np.float64]:
    """The same in whole multiples of the grain, and never falling along any axis."""
    found = np.round(numbers.astype(np.float64) * _GRAIN) / _GRAIN
    if not (np.abs(found) < _MOST).all():
        raise ValueError(f"a worth is a number of units between -{_MOST:g} and {_MOST:g}")
    for axis in range(1 if found.ndim == 2 else 0, found.ndim):
        found = np.maximum.accumulate(found, axis=axis)
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Worth:
    """The worth of settings. Make one with `of`."""

    rows: NDArray[np.float64]
    """``rows[k, s]``: units for strength s in place k by itself (0 is the lower row), shape (3, greatest strength + 1)."""
    joint: NDArray[np.float64]
    """Units for all three together, at the knots; the last of each axis stands twice, so that every knot has a next one."""
    cells: NDArray[np.intp]
    """``cells[k, s]``: the last knot of place k that strength s reaches; the first knot for less than that. Shape as ``rows``."""
    shares: NDArray[np.float64]
    """``shares[k, s]``: how far from that knot to the next, from 0 to below 1. Shape as ``rows``."""

    @classmethod
    def of(
        cls, rows: NDArray[np.floating], joint: NDArray[np.floating] | None = None, knots: Sequence[Sequence[int]] = ()
    ) -> Self:
        """A worth from arrays, which are made never to fall.

        Args:
            rows: units by place and strength, shape (3, greatest strength + 1).
            joint: units by the knots of the three places; none without it.
            knots: strengths for each place, rising, as many as ``joint`` has there. Between two of them the joint part is
                interpolated linearly; below the first and above the last one it stays as it is there.
        Raises:
            ValueError: other shapes, knots that don't rise, or a number of 256 units and more.
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
        """A worth of which the joint part's knots are no strengths, but whatever strengths are mapped to.

        Args:
            rows: as in `of`.
            joint: as in `of`.
            positions: ``positions[k, s]``: where strength s stands among the knots of place k, from 0 to the last knot's number;
                never falling along a row. Shape as ``rows``.
        Raises:
            ValueError: other shapes, positions that fall or lie outside, or a number of 256 units and more.
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
        """The greatest strength it knows."""
        return len(self.rows[0]) - 1

    def units(self, lower: ArrayLike, middle: ArrayLike, upper: ArrayLike) -> NDArray[np.float64]:
        """What settings are worth; scalars work as well.

        Args:
            lower: strengths of lower rows, 0 to `size`.
            middle: strengths of the middle rows, of a shape that goes with it.
            upper: strengths of the upper rows.
        Returns:
            Units, of their common shape.
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
