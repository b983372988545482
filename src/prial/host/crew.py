"""The servers of a house: which of them runs a table's clock and bots, and what they tell each other of tables they share.

Whatever a table comes to is in the store. Servers tell each other only that there is something new; what is lost of that costs
time and nothing else.
"""

from typing import TYPE_CHECKING, Protocol

from prial.core.game import Seat
from prial.host import messages as said

if TYPE_CHECKING:
    from prial.host.loading import Loader


class Crew(Protocol):
    """What one server knows of the others, and tells them."""

    @property
    def name(self) -> str:
        """This server's; empty where there is no other."""

    async def begin(self, loader: "Loader") -> None:
        """Bring the tables into memory that go on though nobody looks, and run them."""

    async def end(self) -> None:
        """Run no table any more, and let others know."""

    def keeps(self, table_id: str) -> bool:
        """Whether this server runs a table's clock and bots."""

    def wants(self, table_id: str) -> None:
        """Something happens at a table by itself: this server runs it, if no other one does."""

    def dropped(self, table_id: str) -> None:
        """A table has left memory here, or another server was found to run it."""

    def arrived(self, table_id: str) -> None:
        """A table has come into memory here."""

    def grown(self, table_id: str, version: int) -> None:
        """A table was carried on here, to a version."""

    def looked(self, table_id: str) -> None:
        """Other people than before look at a table here."""

    def opened(self, table_id: str, seat: Seat, number: said.OpenNumber) -> None:
        """A player's number for a shuffle came here."""


class Alone:
    """A server that has all tables for itself."""

    name = ""

    async def begin(self, loader: "Loader") -> None:
        await loader.wake(await loader.store.running(), await loader.store.last_beat())

    async def end(self) -> None:
        """Nobody else is to be told."""

    def keeps(self, table_id: str) -> bool:  # the protocol's
        return True

    def wants(self, table_id: str) -> None:
        """It runs all of them."""

    def dropped(self, table_id: str) -> None:
        """Nobody else is to be told."""

    def arrived(self, table_id: str) -> None:
        """Nobody else has told anything of it."""

    def grown(self, table_id: str, version: int) -> None:
        """Nobody else is to be told."""

    def looked(self, table_id: str) -> None:
        """Nobody else is to be told."""

    def opened(self, table_id: str, seat: Seat, number: said.OpenNumber) -> None:
        """Nobody else is to be told."""
