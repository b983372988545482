"""A guest at a stage whose words are kept as a transcript."""

from typing import Any

import msgspec

from prial.host import messages as said
from tests.faults.transcript import Line, Transcript
from tests.host.stage import Guest


class Recorded:
    """A person, and what it sent and heard."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.transcript = Transcript("", guest.person.id)

    async def look(self, table: str, *, again: bool = False) -> None:
        """Look at a table, anew or with what was told last."""
        self.transcript.table = table
        line = Line()
        self.transcript.lines.append(line)
        known = [m for m in self.guest.got if isinstance(m, said.Welcome | said.Update)]
        hello = said.Hello(version=known[-1].version, viewer=self.guest.viewer) if again else said.Hello()
        line.send(msgspec.json.encode(hello))

        def heard(data: bytes) -> None:
            line.hear(data)
            self.guest.raw.append(data)

        self.guest.connection = await self.guest.house.connect(table, self.guest.person, heard)
        self.guest.connection.hello(hello)

    def gone(self) -> None:
        """Lose the line."""
        self.guest.gone()
        self.transcript.lines[-1].closed = True

    async def send(self, command: said.AnyCommand) -> None:
        """Send a command, whatever comes of it."""
        assert self.guest.connection is not None
        self.transcript.lines[-1].send(msgspec.json.encode(command))
        await self.guest.connection.command(command)

    async def do(self, command: type[said.Command], **args: Any) -> None:
        """Send a command under a new id."""
        await self.send(command(id=f"c{len(self.transcript.commands)}", **args))  # type: ignore[arg-type]  # one of them

    async def lay(self) -> None:
        """Lay what is suggested."""
        scene, seat = self.guest.scene, self.guest.viewer
        assert scene.key is not None
        await self.do(said.Suggest, key=scene.key)
        found = next(m for m in reversed(self.guest.got) if isinstance(m, said.Suggested))
        await self.do(said.Act, key=scene.key, seat=seat, action=found.suggestions[0].action)
