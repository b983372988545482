"""The players' own money: the chips that each may bring to the table, and the chips that may be bought later."""

from typing import Final

import msgspec

MOST_BOUGHT: Final = 1_000_000
"""Greatest number of chips that can be bought at a time, if the table has no limit."""


class Purses(msgspec.Struct, frozen=True, gc=False):
    """The limits of a table for the players' money, in chips."""

    least: int = 1
    """The fewest chips that a player may bring."""
    most: int = 0
    """The most chips that a player may bring to the table. A purchase may not take a player above this number. 0 means no
    limit."""
    usual: int = 100
    """The number of chips that is suggested to a player."""

    @property
    def brought(self) -> range:
        """The numbers of chips that a player may put on the table before the first deal."""
        return range(max(1, self.least), (self.most or MOST_BOUGHT) + 1)

    def sold(self, chips: int, least: int = 1) -> range:
        """The numbers of chips that a player who already has ``chips`` may buy; empty if the player may buy none.

        Args:
            chips: the player's chips.
            least: the smallest purchase with which the player can play on.
        """
        return range(max(1, least), (self.most - chips if self.most else MOST_BOUGHT) + 1)

    def suggested(self, offered: range) -> int:
        """The number of chips in ``offered`` that is nearest to `usual`. ``offered`` must contain at least one number."""
        return min(max(self.usual, offered[0]), offered[-1])
