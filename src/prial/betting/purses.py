"""Money of players' own: how much each may put on the table, and how much more may be bought."""

from typing import Final

import msgspec

MOST_BOUGHT: Final = 1_000_000
"""Chips that are bought at a time at most, where nothing else limits them."""


class Purses(msgspec.Struct, frozen=True, gc=False):
    """What a table says of money, in chips."""

    least: int = 1
    """What everybody brings at least."""
    most: int = 0
    """What anybody brings at most, and buys up to; 0 for no limit."""
    usual: int = 100
    """What is suggested."""

    @property
    def brought(self) -> range:
        """What a player may put on the table before the first deal."""
        return range(max(1, self.least), (self.most or MOST_BOUGHT) + 1)

    def sold(self, chips: int, least: int = 1) -> range:
        """How many more may be bought by a player who has so many chips; empty where none are.

        Args:
            chips: what the player has.
            least: how many it takes to play on.
        """
        return range(max(1, least), (self.most - chips if self.most else MOST_BOUGHT) + 1)

    def suggested(self, offered: range) -> int:
        """What is usual, as far as it is among what is offered, which isn't empty."""
        return min(max(self.usual, offered[0]), offered[-1])
