"""How a table stands."""

from enum import StrEnum
from typing import Final


class Status(StrEnum):
    """How a table stands."""

    OPEN = "open"
    """Not started."""
    LIVE = "live"
    """A game is on."""
    PAUSED = "paused"
    """A game is on, and its clock stands."""
    OVER = "over"
    """A game is over; another one may start."""
    FROZEN = "frozen"
    """A fault: nothing goes on."""
    ENDED = "ended"
    """Closed."""


PLAYING: Final = frozenset({Status.LIVE, Status.PAUSED})
"""A game is on."""
