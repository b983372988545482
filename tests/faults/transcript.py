"""What one client sent and received at one table, over all its connections."""

import time
from dataclasses import dataclass, field

import msgspec

from prial.core.game import Seat
from prial.host import messages as said

FROM_CLIENT: msgspec.json.Decoder[said.FromClient] = msgspec.json.Decoder(said.FromClient)
FROM_TABLE: msgspec.json.Decoder[said.FromTable] = msgspec.json.Decoder(said.FromTable)
NOT_FINAL = (
    *("table.not_saved", "table.moved", "limit.commands", "limit.chat", "limit.tables"),
    *("message.hello", "table.frozen"),
)
"""Refusals after which the same command may be sent again and get another answer."""


@dataclass
class Line:
    """One connection, from its opening to its end."""

    hello: said.Hello | None = None
    """The client's first message."""
    commands: list[said.AnyCommand] = field(default_factory=list)
    """The commands sent, in order."""
    heard: list[tuple[bytes, said.FromTable]] = field(default_factory=list)
    """The messages received, as bytes and decoded."""
    closed: bool = False

    def send(self, data: bytes) -> None:
        """Note a message that is sent."""
        match FROM_CLIENT.decode(data):
            case said.Hello() as hello:
                self.hello = hello
            case said.Ping() | said.OpenNumber() | said.Shuffles():
                pass
            case command:
                self.commands.append(command)

    def hear(self, data: bytes) -> said.FromTable:
        """Note a message that is received, and return it decoded."""
        message = FROM_TABLE.decode(data)
        self.heard.append((data, message))
        return message


@dataclass
class Transcript:
    """Everything that a client sent and received at a table."""

    table: str
    person: str
    lines: list[Line] = field(default_factory=list)

    @property
    def commands(self) -> dict[str, said.AnyCommand]:
        """All commands that were sent, by id."""
        return {command.id: command for line in self.lines for command in line.commands}

    @property
    def answers(self) -> dict[str, bytes]:
        """The final answers that were received, by the command's id."""
        found = [each for line in self.lines for each in line.heard]
        return {message.id: data for data, message in found if final(message)}  # type: ignore[union-attr]  # answers have one

    def unanswered(self) -> list[str]:
        """Commands without a final answer."""
        answers = self.answers
        return [command for command in self.commands if command not in answers]


def final(message: said.FromTable) -> bool:
    """Whether a message is a command's final answer."""
    return isinstance(message, said.Saved) or (isinstance(message, said.Refused) and message.code not in NOT_FINAL)


def viewer_of(line: Line) -> Seat | None:
    """The seat that the client named when it connected."""
    return line.hello.viewer if line.hello is not None else None


def now() -> int:
    """Milliseconds since 1970, UTC, by the same clock as the server's."""
    return time.time_ns() // 1_000_000
