"""The servers of a house: which of them runs a table's clock and bots, and what they tell each other of tables they share.

Whatever a table comes to is in the store. Servers tell each other only that there is something new; what is lost of that costs
time and nothing else.
"""

from typing import TYPE_CHECKING, Protocol

from prial.core.game import Seat
from prial.host import messages as said
from prial.host.spoken import Leads

if TYPE_CHECKING:
    from prial.host.house import House


class Crew(Protocol):
    """What one server knows of the others, and tells them."""

    @property
    def name(self) -> str:
        """This server's; empty where there is no other."""

    @property
    def leads(self) -> Leads | None:
        """Where codes are kept that people say to each other; None where this server keeps them itself."""

    async def begin(self, house: "House") -> None:
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
        """Other people than before look at a table here, or ask to come in."""

    def signed_out(self, person: str) -> None:
        """Somebody has signed out here: what they were known by elsewhere is to be looked at again."""

    def opened(self, table_id: str, seat: Seat, number: said.OpenNumber) -> None:
        """A player's number for a shuffle came here."""


class Alone:
    """A server that has all tables for itself."""

    name = ""
    leads = None

    async def begin(self, house: "House") -> None:
        await house.loader.wake(await house.store.running(), await house.store.last_beat())

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

    def signed_out(self, person: str) -> None:
        """Nobody else is to be told."""

    def opened(self, table_id: str, seat: Seat, number: said.OpenNumber) -> None:
        """Nobody else is to be told."""
