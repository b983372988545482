"""Those who look at a table, and what each of them is told: only what is on disk, and of that only what their seat may know."""

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import msgspec

from prial.core.game import Seat
from prial.errors import refuse
from prial.host import messages as said
from prial.host import telling
from prial.host.clock import Clock
from prial.host.live import Applied, Live
from prial.host.store import Person

if TYPE_CHECKING:
    from prial.host.table import HostedTable


class Connection:
    """Somebody looking at a table.

    Args:
        table: the table.
        person: who looks.
        send: takes a message; it must neither wait nor raise.
    """

    def __init__(self, table: "HostedTable", person: Person, send: Callable[[bytes], None]) -> None:
        self.table, self.person, self._send = table, person, send
        self.viewer: Seat | None = None

    def send(self, message: said.FromTable) -> None:
        """Send a message."""
        self._send(msgspec.json.encode(message))

    def send_bytes(self, message: bytes) -> None:
        """Send a message that is encoded already."""
        self._send(message)

    def hello(self, hello: said.Hello) -> None:
        """Bring the client up to date: by the updates that it missed, or the whole table."""
        try:
            self.table.audience.greet(self, hello)
        except Exception as error:  # noqa: BLE001  # a table with a fault must not spoil the others
            self.table.report(error)
            self.send(said.Bye("table.frozen", str(refuse("table.frozen")), again=False))

    async def command(self, command: said.AnyCommand) -> None:
        """Carry a command out; its answer is sent."""
        self._send(await self.table.command(self.person, command))

    def close(self) -> None:
        """Look no longer."""
        self.table.audience.leave(self)


class Audience:
    """All who look at a table.

    Args:
        table_id: the table's id.
        history: its last entries, which the table goes on writing; all of them are on disk.
        clock: tells clients how late it is.
    """

    def __init__(self, table_id: str, history: deque[Applied], clock: Clock) -> None:
        self._id, self._history, self._clock = table_id, history, clock
        self.connections: Final[list[Connection]] = []

    @property
    def _live(self) -> Live:
        return self._history[-1].after

    def tell(self, applied: Applied) -> None:
        """Tell everybody the last entry of the history."""
        told: dict[Seat | None, bytes] = {}
        for connection in list(self.connections):
            viewer = applied.after.seat_of(connection.person.id)
            if viewer != connection.viewer:
                self._welcome(connection)
                continue
            if viewer not in told:
                told[viewer] = msgspec.json.encode(telling.update(applied, viewer))
            connection.send_bytes(told[viewer])
        if applied.before is not None and applied.before.people != applied.after.people:
            self._tell_present()

    def greet(self, connection: Connection, hello: said.Hello) -> None:
        """Bring somebody up to date who comes, or comes back."""
        viewer = self._live.seat_of(connection.person.id)
        missed = None
        if hello.version is not None and hello.viewer == viewer:
            first = self._history[0].after.version
            if first <= hello.version + 1 and hello.version <= self._live.version:
                missed = [applied for applied in self._history if applied.after.version > hello.version]
                here = connection.person.id if viewer is not None else ""
                if any(applied.after.seat_of(here) != viewer for applied in missed):
                    missed = None
        connection.viewer = viewer
        if missed is None:
            self._welcome(connection)
        else:
            for applied in missed:
                connection.send(telling.update(applied, viewer))
        if connection not in self.connections:
            self.connections.append(connection)
        self._tell_present()

    def leave(self, connection: Connection) -> None:
        """Somebody looks no longer."""
        if connection in self.connections:
            self.connections.remove(connection)
            self._tell_present()

    def dismiss(self, code: str, *, again: bool) -> None:
        """Tell everybody that nothing more comes from here, and let them go.

        Args:
            code: why, as a sentence of the catalogue.
            again: whether they may come back.
        """
        bye = msgspec.json.encode(said.Bye(code, str(refuse(code)), again))
        for connection in self.connections:
            connection.send_bytes(bye)
        self.connections.clear()

    def _welcome(self, connection: Connection) -> None:
        now = self._clock.now()
        welcome = telling.welcome(self._history, self._live, self._id, connection.person.id, now)
        connection.viewer = welcome.viewer
        connection.send(welcome)

    def _tell_present(self) -> None:
        looking = {connection.person.id for connection in self.connections}
        people = self._live.people
        seats = tuple([person in looking for person in people])
        present = msgspec.json.encode(said.Present(seats, len(looking.difference(people))))
        for connection in self.connections:
            connection.send_bytes(present)
