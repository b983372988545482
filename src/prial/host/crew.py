"""The servers of a house: which of them runs a table's clock and bots, and what they tell each other about shared tables.

Everything about a table is in the store; the servers only send each other hints that there is something new. If a hint is lost,
the table goes on a little later.
"""

from typing import TYPE_CHECKING, Protocol

from prial.core.game import Seat
from prial.host import messages as said
from prial.host.spoken import Leads
from prial.host.time_owed import Outage

if TYPE_CHECKING:
    from prial.host.house import House
    from prial.host.loading import Loader


class Crew(Protocol):
    """What one server knows about the other servers of its house, and what it tells them."""

    @property
    def name(self) -> str:
        """This server's name; empty if there is no other server."""

    @property
    def leads(self) -> Leads | None:
        """The shared store of spoken codes: short codes that people tell each other to find a table (`prial.host.spoken`).

        None if this server keeps its own codes.
        """

    async def begin(self, house: "House") -> None:
        """Get ready to run tables, but don't run any table yet. Called before people can connect to this server."""

    async def run(self) -> None:
        """Run the tables whose clock or bots go on even while nobody looks. Called when people can connect to this server."""

    async def end(self) -> None:
        """Stop running tables, and let the other servers know."""

    def keeps(self, table_id: str) -> bool:
        """Whether this server runs a table's clock and bots."""

    def wants(self, table_id: str) -> None:
        """Run a table's clock and bots here, unless another server runs them."""

    def dropped(self, table_id: str) -> None:
        """Take note that a table has left this server's memory, or that another server runs it."""

    def arrived(self, table_id: str) -> None:
        """Take note that a table has come into this server's memory."""

    def grown(self, table_id: str, version: int) -> None:
        """Take note that this server has added entries to a table's log. ``version``: number of the last of these entries."""

    def looked(self, table_id: str) -> None:
        """Take note of a change among the people who look at a table on this server, or among the people who ask to come in."""

    def signed_out(self, person: str) -> None:
        """Take note that a person has signed out on this server. Other servers must check the person's sign-in tokens anew."""

    def opened(self, table_id: str, seat: Seat, number: said.OpenNumber) -> None:
        """Take note that a player has revealed a secret number for a shuffle. The player is connected to this server."""


class Alone:
    """The `Crew` of the only server of a house. This server runs all tables, and no other server has to be informed."""

    _loader: "Loader | None" = None
    _running = False

    name = ""
    """Empty: the only server of a house needs no name."""
    leads = None
    """None: this server keeps the spoken codes in its own memory."""

    async def begin(self, house: "House") -> None:
        """Load the tables whose clock or bots go on even while nobody looks."""
        self._loader = house.loader
        await house.loader.wake(await house.store.running(), Outage(await house.store.last_beat()))

    async def run(self) -> None:
        """Run all tables."""
        self._running = True
        if self._loader is not None:
            await self._loader.run()

    async def end(self) -> None:
        """Does nothing."""

    def keeps(self, table_id: str) -> bool:
        """True for all tables, once `run` has been called."""
        return self._running

    def wants(self, table_id: str) -> None:
        """Does nothing: this server runs all tables already."""

    def dropped(self, table_id: str) -> None:
        """Does nothing."""

    def arrived(self, table_id: str) -> None:
        """Does nothing."""

    def grown(self, table_id: str, version: int) -> None:
        """Does nothing."""

    def looked(self, table_id: str) -> None:
        """Does nothing."""

    def signed_out(self, person: str) -> None:
        """Does nothing."""

    def opened(self, table_id: str, seat: Seat, number: said.OpenNumber) -> None:
        """Does nothing."""
