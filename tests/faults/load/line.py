"""A person's connection, written for bare WebSocket frames: a slow load generator would add to the delays that it measures."""

import asyncio
from collections.abc import Coroutine
from typing import Any, ClassVar, Final, TypeVar, cast

import msgspec
import uvloop

from prial.host import messages as said
from tests.faults.process import until

HERE: Final = "127.0.0.1"
"""The server's address; the generator never connects to another machine."""
Result = TypeVar("Result")
_PONG: Final = b"\x8a\x80\0\0\0\0"
_MOST_S: Final = 900
"""Seconds within which every scenario must end."""
NEIGHBOURS: Final = 16
"""People whose addresses are in one network."""


def address(number: int) -> str:
    """A person's address on this machine; everybody has a different one."""
    network, host = divmod(number, NEIGHBOURS)
    return f"127.{16 + network // 256}.{network % 256}.{1 + host}"


def head(table: str, token: str) -> bytes:
    """The request for a table's socket."""
    return (
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {HERE}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        f"Authorization: Bearer {token}\r\n\r\n"
    ).encode()


def frame(message: said.Command | said.Hello | said.OpenNumber) -> bytes:
    """A message as a frame that a client sends."""
    return framed(0x81, msgspec.json.encode(message))


def framed(first: int, data: bytes) -> bytes:
    """A frame that a client sends, masked with zeros.

    Args:
        first: its first byte, which gives its kind and whether it is the last of its message.
        data: its content.
    """
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2)
    return bytes([first]) + size + b"\0\0\0\0" + data


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a scenario in an event loop of its own, and close all connections at its end.

    Raises:
        TimeoutError: it took too long.
    """

    async def bounded() -> Result:
        try:
            async with asyncio.timeout(_MOST_S):
                return await work
        finally:
            for line in list(Line.open):
                line.drop()
            await until(lambda: not Line.open)  # uvloop only closes connections that have ended

    return uvloop.run(bounded())


class Line(asyncio.Protocol):
    """A socket at a table that says hello when it is open.

    Args:
        table: the table's id.
        token: the person's token.
        number: the person's number, which gives the address.
    """

    open: ClassVar[set["Line"]] = set()
    """The connections that are open."""

    def __init__(self, table: str, token: str, number: int) -> None:
        self.table, self.token, self.number = table, token, number
        self.hello = said.Hello()
        self.status = 0
        """The HTTP status of the handshake's answer; 0 before it."""
        self.lost = False
        self._rest = b""
        self._transport: asyncio.Transport | None = None

    async def connect(self, port: int) -> None:
        """Open the connection.

        Raises:
            OSError: the server doesn't accept it.
        """
        self.status, self.lost, self._rest = 0, False, b""
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, HERE, port, local_addr=(address(self.number), 0))

    def took(self, data: bytes) -> None:
        """Called with each message."""

    def write(self, data: bytes) -> None:
        """Send bytes, if the connection is open."""
        if self._transport is not None:
            self._transport.write(data)

    def drop(self) -> None:
        """Cut the connection, as a lost network does."""
        transport, self._transport = self._transport, None
        if transport is not None:
            transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)  # uvloop's transport isn't a subclass
        self.open.add(self)
        self.write(head(self.table, self.token))

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost, self._transport = True, None
        self.open.discard(self)

    def data_received(self, data: bytes) -> None:
        data = self._rest + data if self._rest else data
        if not self.status:
            answer, found, rest = data.partition(b"\r\n\r\n")
            if not found:
                self._rest = data
                return
            self.status, data = int(answer[9:12]), rest
            if self.status != 101:  # the status for a WebSocket that is accepted
                self.drop()
                return
            self.write(frame(self.hello))
        at = 0
        while len(data) - at >= 2:  # the shortest frame
            size, start = data[at + 1], at + 2
            if size == 126:  # two bytes of length follow
                size, start = int.from_bytes(data[at + 2 : at + 4]), at + 4
            elif size == 127:  # eight bytes of length follow
                size, start = int.from_bytes(data[at + 2 : at + 10]), at + 10
            if start + size > len(data):
                break
            if data[at] == 0x81:  # text
                self.took(data[start : start + size])
            elif data[at] == 0x89:  # a ping
                self.write(_PONG[:1] + bytes([0x80 | size]) + _PONG[2:] + data[start : start + size])
            at = start + size
        self._rest = data[at:]
