"""Those who look at a table, and what each of them is told: only what is on disk, and of that only what their seat may know."""

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Final

import msgspec

from prial.core.game import Seat
from prial.errors import refuse
from prial.host import entries as log
from prial.host import messages as said
from prial.host import telling
from prial.host.admission import why_not_look
from prial.host.asking import Door
from prial.host.cache import Cache
from prial.host.clock import Clock, Handle
from prial.host.live import Applied, Live
from prial.host.store import Person

if TYPE_CHECKING:
    from prial.host.table import HostedTable

_FEW: Final = 20
"""Updates that somebody who comes back is sent at most: the whole table is about as long as seven of them."""
_TOGETHER: Final = 250
"""Milliseconds in which those who come and go are told of together."""
_NAMED: Final = 100
"""Names of those who look on that are told."""


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
        self.reserved: Seat | None = None
        """The seat that this person was told to have from the next deal on."""
        self.present = b""
        """Who is here, as this connection was told it last."""

    def send(self, message: said.FromTable) -> None:
        """Send a message."""
        self._send(msgspec.json.encode(message))

    def send_bytes(self, message: bytes) -> None:
        """Send a message that is encoded already."""
        self._send(message)

    def hello(self, hello: said.Hello) -> None:
        """Bring the client up to date: by the updates that it missed, or the whole table."""
        if hello.version is not None and hello.version > self.table.live.version:  # another server told it of them
            self.table.when_caught_up(lambda: self._greeted(hello))
        else:
            self._greeted(hello)

    def _greeted(self, hello: said.Hello) -> None:
        if self.table.closed:  # since somebody came to look: who comes again looks at the table as it stands
            self.send(said.Bye("table.moved", str(refuse("table.moved")), again=True))
            return
        try:
            if refusal := why_not_look(self.table.live, self.person.id):
                self.send(said.Bye(refusal.code, str(refusal), again=False))
                return
            self.table.audience.greet(self, hello)
        except Exception as error:  # noqa: BLE001  # a table with a fault must not spoil the others
            self.table.report(error)
            self.send(said.Bye("table.frozen", str(refuse("table.frozen")), again=False))

    def command(self, command: said.AnyCommand) -> asyncio.Task[None]:
        """Carry a command out; its answer is sent."""
        return self.table.command(self.person, command, self._send)

    def number(self, opened: said.OpenNumber) -> None:
        """Open a number that this person promised."""
        self.table.open_number(self.person.id, opened)

    def close(self) -> None:
        """Look no longer."""
        self.table.touch()
        self.table.audience.leave(self)


class Audience:
    """All who look at a table.

    Args:
        table_id: the table's id.
        history: its last entries, which the table goes on writing; all of them are on disk.
        clock: tells clients how late it is.
        encoded: where messages are kept that several of them are sent.
        moved: called with a person's id when the first of their connections is there, or the last is gone.
        looked: called when other people than before look at the table here.
    """

    def __init__(  # one parameter for each that it speaks to
        self,
        table_id: str,
        history: deque[Applied],
        *,
        clock: Clock,
        encoded: Cache,
        moved: Callable[[str], None],
        looked: Callable[[str], None],
    ) -> None:
        self._id, self._history, self._clock, self._encoded = table_id, history, clock, encoded
        self._moved, self._looked = moved, looked
        self._this = object()  # in the keys of what is kept: a table that is read anew has another audience
        self.connections: Final[dict[Connection, None]] = {}
        """In the order of their coming."""
        self._looking: dict[str, int] = {}
        """How many connections each person has here, by person."""
        self._elsewhere: Mapping[str, str] = {}
        """Who looks at the table on other servers: names, by person."""
        self._numbers: dict[str, int] = {}
        """The numbers by which they are named, by person: another each time that somebody comes."""
        self._last_number = 0
        self._since = clock.now()
        self._left: dict[str, int] = {}
        """When each person who has a seat, or is to have one, was here last; nobody was before `_since`."""
        self.door: Final = Door(clock, self._asked)
        self._soon: Handle | None = None
        """Set while it is due to be told who is here."""

    @property
    def _live(self) -> Live:
        return self._history[-1].after

    def tell(self, applied: Applied) -> None:
        """Tell everybody the last entry of the history."""
        seats = {person: seat for seat, person in enumerate(applied.after.people) if person}
        reserved = {waiting.person: seat for seat, waiting in applied.after.reserved.items()}
        for connection in list(self.connections):
            person = connection.person.id
            viewer = seats.get(person)
            moved = viewer != connection.viewer or reserved.get(person) != connection.reserved
            if moved or isinstance(applied.entry, log.Ruled):  # an update doesn't say what the table is
                self._welcome(connection)
            else:
                connection.send_bytes(self._update(applied, viewer))
        if applied.before is not None and applied.before.people != applied.after.people:
            self._people_changed()

    def greet(self, connection: Connection, hello: said.Hello) -> None:
        """Bring somebody up to date who comes, or comes back."""
        viewer = self._live.seat_of(connection.person.id)
        missed = self._missed(connection.person.id, viewer, hello)
        connection.viewer, connection.reserved = viewer, self._live.reserved_for(connection.person.id)
        if missed is None:
            self._welcome(connection)
        else:
            for applied in missed:
                connection.send_bytes(self._update(applied, viewer))
        if connection not in self.connections:
            self.connections[connection] = None
            before = self._looking.get(connection.person.id, 0)
            self._looking[connection.person.id] = before + 1
            self._people_changed()
            if not before:
                self._came(connection.person.id)
                self._looked(self._id)
                self._moved(connection.person.id)
        connection.present = self._present()
        connection.send_bytes(connection.present)

    def leave(self, connection: Connection) -> None:
        """Somebody looks no longer."""
        if connection in self.connections:
            del self.connections[connection]
            person = connection.person.id
            left = self._looking.pop(person) - 1
            if left:
                self._looking[person] = left
            else:
                self._looked(self._id)
                if person not in self._elsewhere:
                    self._went(person)
            self._people_changed()

    def _asked(self) -> None:
        """Others ask to come in."""
        self._looked(self._id)
        self._people_changed()

    def meet(self, elsewhere: Mapping[str, str]) -> None:
        """Other people look at the table on other servers.

        Args:
            elsewhere: all who do: names, by id.
        """
        before, self._elsewhere = self._elsewhere, elsewhere
        came = [person for person in elsewhere if person not in before and person not in self._looking]
        gone = [person for person in before if person not in elsewhere and person not in self._looking]
        for person in came:
            self._came(person)
            self._moved(person)
        for person in gone:
            self._went(person)
        if came or gone:
            self._people_changed()

    @property
    def people(self) -> dict[str, str]:
        """Who looks at the table here: names, by id."""
        return {connection.person.id: connection.person.name for connection in self.connections}

    def _came(self, person: str) -> None:
        """Somebody is there who wasn't."""
        if person not in self._numbers:
            self._last_number += 1
            self._numbers[person] = self._last_number
        self._left.pop(person, None)

    def _went(self, person: str) -> None:
        """The last connection of somebody is gone."""
        del self._numbers[person]
        if person in (own := self._live.players_here):
            self._left = {each: at for each, at in self._left.items() if each in own} | {person: self._clock.now()}
            self._moved(person)

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
        self._looking.clear()
        self._numbers.clear()
        if self._soon is not None:
            self._soon.cancel()
            self._soon = None

    def show_out(self, live: Live) -> None:
        """Let those go who may look no longer.

        Args:
            live: the table from now on.
        """
        for connection in list(self.connections):
            if refusal := why_not_look(live, connection.person.id):
                connection.send(said.Bye(refusal.code, str(refusal), again=False))
                self.leave(connection)

    def away(self) -> tuple[int | None, ...]:
        """Since when each seat's player has had no connection, by seat, in milliseconds since 1970, UTC; None for all others."""
        return tuple(
            [None if not person or self._is_here(person) else self._left.get(person, self._since) for person in self._live.people]
        )

    def lose_time(self, ms: int) -> None:
        """Nobody had so much time, and so nobody was away for it; less than 0 where the machine's clock was set back."""
        self._since += ms
        self._left = {person: at + ms for person, at in self._left.items()}

    def watching(self) -> tuple[said.Looker, ...]:
        """Those who look on without a seat, as many as are told."""
        at_table = self._live.players_here
        names = {person: name for person, name in {**self._elsewhere, **self.people}.items() if person not in at_table}
        return tuple([said.Looker(self._numbers[person], name) for person, name in islice(names.items(), _NAMED)])

    def looker(self, number: int) -> str:
        """Who looks on without a seat under a number, by id; empty if nobody does."""
        at_table = self._live.players_here
        return next((person for person, own in self._numbers.items() if own == number and person not in at_table), "")

    def _missed(self, person: str, viewer: Seat | None, hello: said.Hello) -> list[Applied] | None:
        """The entries that somebody lacks; None where they are too many, or weren't all told this person from that seat."""
        if hello.version is None or hello.viewer != viewer:
            return None
        behind = self._live.version - hello.version
        if not 0 <= behind <= min(_FEW, len(self._history)):
            return None
        missed = list(islice(self._history, len(self._history) - behind, None))
        here, reserved = person if viewer is not None else "", self._live.reserved_for(person)
        if any(applied.before is not None and applied.before.reserved_for(person) != reserved for applied in missed):
            return None
        other = any(applied.after.seat_of(here) != viewer or isinstance(applied.entry, log.Ruled) for applied in missed)
        return None if other else missed

    def _update(self, applied: Applied, viewer: Seat | None) -> bytes:
        """An entry as it is told to a viewer."""
        key = self._this, "update", applied.after.version, viewer
        return self._encoded.get(key, lambda: msgspec.json.encode(telling.update(applied, viewer)))

    def _welcome(self, connection: Connection) -> None:
        """Tell somebody how the table stands.

        What is kept of it is for a seat as it is at a version, and a seat has one owner at a version. What is else
        different from person to person is added each time.
        """
        live = self._live
        connection.viewer = viewer = live.seat_of(connection.person.id)
        connection.reserved = live.reserved_for(connection.person.id)
        key = self._this, "here", live.version, viewer
        here = self._encoded.get(key, lambda: msgspec.json.encode(telling.here(self._history, live, viewer)))
        connection.send_bytes(telling.welcome(here, live, self._id, connection.person.id, self._clock.now()))

    def _people_changed(self) -> None:
        """Who is here is another: it is told soon, with all that changes until then."""
        if self._soon is None and self.connections:
            self._soon = self._clock.at(self._clock.now() + _TOGETHER, self._tell_present)

    def _tell_present(self) -> None:
        self._soon = None
        present = self._present()
        for connection in self.connections:
            if connection.present != present:
                connection.present = present
                connection.send_bytes(present)

    def _present(self) -> bytes:
        """Who is here."""
        seats = tuple([self._is_here(person) for person in self._live.people])
        looking = len(self._looking.keys() | self._elsewhere.keys() if self._elsewhere else self._looking)
        return msgspec.json.encode(said.Present(seats, self.away(), looking - sum(seats), self.door.asking))

    def _is_here(self, person: str) -> bool:
        return person in self._looking or person in self._elsewhere
