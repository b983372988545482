"""The servers of a house: which of them runs a table's clock and bots, and what they tell each other of tables they share.

Whatever a table comes to is in the store. Servers tell each other only that there is something new; what is lost of that costs
time and nothing else.
"""

from collections.abc import Mapping
from typing import Protocol

from prial.core.game import Seat
from prial.host import messages as said


class Crew(Protocol):
    """What one server knows of the others, and tells them."""

    @property
    def name(self) -> str:
        """This server's; empty where there is no other."""

    def keeps(self, table_id: str) -> bool:
        """Whether this server runs a table's clock and bots."""

    def grown(self, table_id: str, version: int) -> None:
        """A table was carried on here, to a version."""

    def looking(self, table_id: str, people: Mapping[str, str]) -> None:
        """Other people than before look at a table here: their names, by id."""

    def opened(self, table_id: str, shuffle: int, seat: Seat, number: said.OpenNumber) -> None:
        """A player's number for a shuffle came here."""


class Alone:
    """A server that has all tables for itself."""

    name = ""

    def keeps(self, table_id: str) -> bool:  # the protocol's
        return True

    def grown(self, table_id: str, version: int) -> None:
        """Nobody else is to be told."""

    def looking(self, table_id: str, people: Mapping[str, str]) -> None:
        """Nobody else is to be told."""

    def opened(self, table_id: str, shuffle: int, seat: Seat, number: said.OpenNumber) -> None:
        """Nobody else is to be told."""
