"""The people who look at a table, and what each of them is told.

An entry of the table's log is stored before anybody is told about it. Each person gets only what the person's seat may know.
"""

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

_FEW: Final = 20  # the whole table takes about as many bytes as 7 updates
"""The greatest number of missed updates that the server sends. A client that lacks more gets the whole table."""
_TOGETHER: Final = 250
"""When somebody comes or goes, a `Present` message follows after this many milliseconds."""
_NAMED: Final = 100
"""The greatest number of people that a `Watching` message lists by name."""


class Connection:
    """A connection through which a person looks at a table.

    Args:
        table: the table.
        person: the person.
        send: takes an encoded message; it must neither wait nor raise.
    """

    def __init__(self, table: "HostedTable", person: Person, send: Callable[[bytes], None]) -> None:
        self.table, self.person, self._send = table, person, send
        self.viewer: Seat | None = None
        """The person's seat when the last message about the table was sent on this connection; None for a spectator."""
        self.reserved: Seat | None = None
        """The person's reserved seat when the last message about the table was sent on this connection; None for no seat."""
        self.present = b""
        """The last `Present` message that was sent on this connection, encoded."""

    def send(self, message: said.FromTable) -> None:
        """Send a message."""
        self._send(msgspec.json.encode(message))

    def send_bytes(self, message: bytes) -> None:
        """Send a message that is encoded already."""
        self._send(message)

    def hello(self, hello: said.Hello) -> None:
        """Bring the client up to date: send the updates that it missed, or the whole table.

        Args:
            hello: the client's greeting, which says what updates the client has.
        """
        if hello.version is not None and hello.version > self.table.live.version:  # another server sent the client newer updates
            self.table.when_caught_up(lambda: self._greeted(hello))
        else:
            self._greeted(hello)

    def _greeted(self, hello: said.Hello) -> None:
        """Bring the client up to date, or send a `Bye`.

        The server must already have all updates that the client has.
        """
        if self.table.closed:  # the table was closed after this connection was opened: the client connects again
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
        """Carry a command out and send its answer."""
        return self.table.command(self.person, command, self._send)

    def number(self, opened: said.OpenNumber) -> None:
        """Give the table the secret number that this person reveals for the present shuffle.

        The table knows the hash of the number already.
        """
        self.table.open_number(self.person.id, opened)

    def close(self) -> None:
        """Stop looking at the table."""
        self.table.touch()
        self.table.audience.leave(self)


class Audience:
    """All connections to a table.

    Args:
        table_id: the table's id.
        history: the last entries of the table's log. Each entry is stored before it is added.
        clock: gives the time.
        encoded: a cache of encoded messages.
        moved: called with a person's id when the person's first connection opens. Also called with a player's id when the
            player's last connection closes.
        looked: called with the table's id when somebody begins or stops looking at the table on this server. Also called with the
            table's id when the list of people who ask to come in changes.
    """

    def __init__(  # one parameter for each object that it speaks to
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
        self._this = object()  # part of every key in the cache, so that a table that is loaded again gets no old messages
        self.connections: Final[dict[Connection, None]] = {}
        """The open connections, in the order in which they came."""
        self._looking: dict[str, int] = {}
        """The number of connections that each person has on this server, by the person's id."""
        self._elsewhere: Mapping[str, str] = {}
        """The people who are connected to other servers and look at the table: each person's name, by the person's id."""
        self._numbers: dict[str, int] = {}
        """A number for each person who looks at the table, by the person's id. A person who comes back gets a new number."""
        self._last_number = 0
        self._since = clock.now()
        self._left: dict[str, int] = {}
        """When each absent player's last connection closed, by the person's id."""
        self.door: Final = Door(clock, self._asked)
        """The people who ask to come in."""
        self._soon: Handle | None = None
        """The alarm at which the next `Present` is sent; None while no `Present` is due."""

    @property
    def _live(self) -> Live:
        """The table as it stands."""
        return self._history[-1].after

    def tell(self, applied: Applied) -> None:
        """Send everybody the message about the newest entry of the log.

        Args:
            applied: the entry and its effect on the table.
        """
        seats = {person: seat for seat, person in enumerate(applied.after.people) if person}
        reserved = {waiting.person: seat for seat, waiting in applied.after.reserved.items()}
        for connection in list(self.connections):
            person = connection.person.id
            viewer = seats.get(person)
            moved = viewer != connection.viewer or reserved.get(person) != connection.reserved
            if moved or isinstance(applied.entry, log.Ruled):  # an update has neither the rules nor the viewer's seat
                self._welcome(connection)
            else:
                connection.send_bytes(self._update(applied, viewer))
        if applied.before is not None and applied.before.people != applied.after.people:
            self._people_changed()

    def greet(self, connection: Connection, hello: said.Hello) -> None:
        """Bring a client up to date, and add its connection if it is new.

        Args:
            connection: the client's connection.
            hello: the client's greeting, which says what updates the client has.
        """
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
        """Remove a connection that is closed."""
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
        """Take note that the list of people who ask to come in has changed, and plan a message about it."""
        self._looked(self._id)
        self._people_changed()

    def meet(self, elsewhere: Mapping[str, str]) -> None:
        """Take note of the people who look at the table on other servers.

        Args:
            elsewhere: the names of all these people, by id.
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
        """The names of the people who look at the table on this server, by the person's id."""
        return {connection.person.id: connection.person.name for connection in self.connections}

    def _came(self, person: str) -> None:
        """Take note that a person who had no connection to any server now has one."""
        if person not in self._numbers:
            self._last_number += 1
            self._numbers[person] = self._last_number
        self._left.pop(person, None)

    def _went(self, person: str) -> None:
        """Take note that a person has no connection to any server any more."""
        del self._numbers[person]
        if person in (own := self._live.players_here):
            self._left = {each: at for each, at in self._left.items() if each in own} | {person: self._clock.now()}
            self._moved(person)

    def dismiss(self, code: str, *, again: bool) -> None:
        """Tell everybody that this server sends no more messages about the table, and drop all connections.

        Args:
            code: the reason, a code of the catalogue of sentences.
            again: whether clients should come back by themselves.
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
        """Drop the connections of people who may not look any more.

        Args:
            live: the table as it is now.
        """
        for connection in list(self.connections):
            if refusal := why_not_look(live, connection.person.id):
                connection.send(said.Bye(refusal.code, str(refusal), again=False))
                self.leave(connection)

    def away(self) -> tuple[int | None, ...]:
        """For each seat, the time at which its player lost the last connection, in milliseconds since 1970 (UTC).

        None for a player with a connection, and for a seat without a person.
        """
        return tuple(
            [None if not person or self._is_here(person) else self._left.get(person, self._since) for person in self._live.people]
        )

    def lose_time(self, ms: int) -> None:
        """Subtract a time from every player's absence, because nobody could play during this time.

        Args:
            ms: the length of the time in milliseconds. It is less than 0 if the machine's clock was set back.
        """
        self._since += ms
        self._left = {person: at + ms for person, at in self._left.items()}

    def watching(self) -> tuple[said.Looker, ...]:
        """The people who look at the table but have neither a seat nor a reservation. At most 100 of them are listed."""
        at_table = self._live.players_here
        names = {person: name for person, name in {**self._elsewhere, **self.people}.items() if person not in at_table}
        return tuple([said.Looker(self._numbers[person], name) for person, name in islice(names.items(), _NAMED)])

    def looker(self, number: int) -> str:
        """The id of the spectator with this number (`Looker.number`). It is empty if no spectator has the number."""
        at_table = self._live.players_here
        return next((person for person, own in self._numbers.items() if own == number and person not in at_table), "")

    def _missed(self, person: str, viewer: Seat | None, hello: said.Hello) -> list[Applied] | None:
        """The log entries that a client hasn't received yet; None if the client needs the whole table instead."""
        if hello.version is None or hello.viewer != viewer:
            return None
        behind = self._live.version - hello.version
        if not 0 <= behind <= min(_FEW, len(self._history)):
            return None
        # An update tells neither a new seat or reservation of the viewer, nor new rules
        missed = list(islice(self._history, len(self._history) - behind, None))
        here, reserved = person if viewer is not None else "", self._live.reserved_for(person)
        if any(applied.before is not None and applied.before.reserved_for(person) != reserved for applied in missed):
            return None
        other = any(applied.after.seat_of(here) != viewer or isinstance(applied.entry, log.Ruled) for applied in missed)
        return None if other else missed

    def _update(self, applied: Applied, viewer: Seat | None) -> bytes:
        """The `Update` that tells a viewer about an entry, encoded."""
        key = self._this, "update", applied.after.version, viewer
        return self._encoded.get(key, lambda: msgspec.json.encode(telling.update(applied, viewer)))

    def _welcome(self, connection: Connection) -> None:
        """Send the whole table, as it stands, to one connection."""
        live = self._live
        connection.viewer = viewer = live.seat_of(connection.person.id)
        connection.reserved = live.reserved_for(connection.person.id)
        # The part ``here`` of the message is the same for everybody with the same seat
        key = self._this, "here", live.version, viewer
        here = self._encoded.get(key, lambda: msgspec.json.encode(telling.here(self._history, live, viewer)))
        connection.send_bytes(telling.welcome(here, live, self._id, connection.person.id, self._clock.now()))

    def _people_changed(self) -> None:
        """Send a `Present` message after `_TOGETHER` milliseconds. The message covers all changes until it is sent."""
        if self._soon is None and self.connections:
            self._soon = self._clock.at(self._clock.now() + _TOGETHER, self._tell_present)

    def _tell_present(self) -> None:
        """Send each connection a `Present` message, unless it equals the last one that was sent to that connection."""
        self._soon = None
        present = self._present()
        for connection in self.connections:
            if connection.present != present:
                connection.present = present
                connection.send_bytes(present)

    def _present(self) -> bytes:
        """An encoded `Present` message, which says who is connected now."""
        seats = tuple([self._is_here(person) for person in self._live.people])
        looking = len(self._looking.keys() | self._elsewhere.keys() if self._elsewhere else self._looking)
        return msgspec.json.encode(said.Present(seats, self.away(), looking - sum(seats), self.door.asking))

    def _is_here(self, person: str) -> bool:
        """Whether a person has a connection, on any server."""
        return person in self._looking or person in self._elsewhere
