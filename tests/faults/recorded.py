"""A person at a table of a house in this process, whose messages are kept as a transcript."""

from random import Random
from typing import Any

import msgspec

from prial.core.game import Seat, view
from prial.host import messages as said
from prial.host.audience import Connection
from prial.host.house import House
from prial.host.status import Status
from prial.host.store import Person
from prial.host.table_request import TableRequest
from tests.faults.transcript import Line, Transcript


class Recorded:
    """A client, with the transcript of its messages and the table's latest scene.

    Args:
        house: the house.
        person: the person.
        name: begins the ids of its commands, so that two clients of one person don't use the same ids.
    """

    def __init__(self, house: House, person: Person, name: str = "c") -> None:
        self.house, self.person, self._name = house, person, name
        self.transcript = Transcript("", person.id)
        self.version: int | None = None
        self.viewer: Seat | None = None
        self.scene = said.Scene(status=Status.OPEN, round=0, seats=())
        self._sent = 0
        self._connection: Connection | None = None

    async def look(self, table: str) -> None:
        """Connect to a table, continuing from the last message."""
        self.transcript.table = table
        line = Line()
        self.transcript.lines.append(line)
        hello = said.Hello(version=self.version, viewer=self.viewer)
        line.send(msgspec.json.encode(hello))
        self._connection = await self.house.connect(table, self.person, lambda data: self._take(line.hear(data)))
        self._connection.hello(hello)

    def _take(self, message: said.FromTable) -> None:
        if isinstance(message, said.Welcome):
            self.viewer = message.viewer
        if isinstance(message, said.Welcome | said.Update):
            self.version, self.scene = message.version, message.scene or self.scene

    def gone(self) -> None:
        """Lose the connection."""
        assert self._connection is not None
        self._connection.close()
        self.transcript.lines[-1].closed = True

    async def send(self, command: said.AnyCommand) -> None:
        """Send a command."""
        assert self._connection is not None
        self.transcript.lines[-1].send(msgspec.json.encode(command))
        await self._connection.command(command)

    def made(self, command: type[said.Command], **args: Any) -> said.AnyCommand:
        """A command with a new id."""
        self._sent += 1
        return command(id=f"{self._name}{self._sent}", **args)  # type: ignore[return-value]  # one of them

    async def do(self, command: type[said.Command], **args: Any) -> None:
        """Send a new command."""
        await self.send(self.made(command, **args))

    def lay(self, rng: Random) -> said.AnyCommand:
        """A random answer to the present decision."""
        assert self._connection is not None
        live = self._connection.table.live
        assert live.state is not None
        choices = live.game.choices(view(live.state, self.viewer))
        return self.made(said.Act, key=self.scene.key, seat=self.viewer, action=live.game.write(choices.sample(rng)))


async def seated(house: House, people: list[Recorded], **asked: Any) -> str:
    """Create a table, seat these people at it and start the game.

    Returns:
        The table's id.
    """
    table = await house.create(people[0].person, TableRequest(**{"game": "crash", "clock": "none", "public": True, **asked}))
    for seat, person in enumerate(people):
        await person.look(table)
        if seat:
            await person.do(said.Sit, seat=seat)
    await people[0].do(said.Start)
    return table
