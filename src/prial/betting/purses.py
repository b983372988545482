"""The limits of the chips that players bring to the table and buy later."""

from typing import Final

import msgspec

MOST_BOUGHT: Final = 1_000_000
"""Greatest number of chips that a player can buy at a time, if the table sets no limit."""


class Purses(msgspec.Struct, frozen=True, gc=False):
    """The numbers of chips that players may bring to a table and buy there."""

    least: int = 1
    """The fewest chips that a player may bring to the table."""
    most: int = 0
    """The most chips that a player may bring to the table, or have after buying more; 0 for no limit."""
    usual: int = 100
    """The number of chips that the table suggests to a player."""

    @property
    def brought(self) -> range:
        """The range of chips that a player may bring to the table."""
        return range(max(1, self.least), (self.most or MOST_BOUGHT) + 1)

    def sold(self, chips: int, least: int = 1) -> range:
        """The range of chips that a player at the table may buy; empty if the player may buy none.

        Args:
            chips: the chips that the player has.
            least: the fewest chips that the player must buy to play on.
        """
        return range(max(1, least), (self.most - chips if self.most else MOST_BOUGHT) + 1)

    def suggested(self, offered: range) -> int:
        """The number in ``offered`` that is nearest to `usual`. ``offered`` must have at least one number."""
        return min(max(self.usual, offered[0]), offered[-1])
