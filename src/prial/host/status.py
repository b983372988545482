"""The status of a table."""

from enum import StrEnum
from typing import Final


class Status(StrEnum):
    """The status of a table."""

    OPEN = "open"
    """No game has started yet."""
    LIVE = "live"
    """A game is on."""
    PAUSED = "paused"
    """A game is on, and its clock is stopped."""
    OVER = "over"
    """A game is over; another one may start."""
    FROZEN = "frozen"
    """The program has failed at this table, so nothing more happens here."""
    ENDED = "ended"
    """The table is closed for good."""


PLAYING: Final = frozenset({Status.LIVE, Status.PAUSED})
"""The statuses of a table with a game under way."""
