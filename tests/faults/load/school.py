"""A class or a school that comes at once from one address: pages, a name, the list of tables, a table."""

import asyncio
import time
from contextlib import suppress
from typing import Final

import msgspec

from tests.faults.load.line import HERE, address
from tests.faults.load.report import Cost, Figure, share, uncollected
from tests.faults.load.storm import Visitor
from tests.faults.process import Server, until

PUPILS: Final[dict[int, float]] = {30: 5, 300: 60}
"""Seconds within which all are in, by number of pupils: a class and a school."""
_WHERE: Final = 1_000
"""The number of their address."""
_FILES: Final = 30
"""Files of the client that a browser requests."""
_LINES: Final = 3
"""Connections that a browser uses for them."""
_AGAIN_S: Final = 1.0
"""Seconds until a refused request is tried again."""
_PATIENCE_S: Final = 300


class _Me(msgspec.Struct):
    token: str


class Pupil:
    """A pupil's browser.

    Args:
        port: the server's port.
        table: the table that the whole class watches.
    """

    def __init__(self, port: int, table: str) -> None:
        self._port, self._table = port, table
        self.refused = 0
        """Requests that were refused or cut off, and tried again."""
        self.visitor: Visitor | None = None

    async def come(self) -> float:
        """Come in, and return the seconds that it took."""
        start = time.monotonic()
        await self._calls(["GET / HTTP/1.1"])
        await asyncio.gather(*[self._calls(["GET / HTTP/1.1"] * (_FILES // _LINES)) for _ in range(_LINES)])
        (me,) = await self._calls(["POST /api/me?token=true HTTP/1.1"], b'{"name": "Bea"}')
        await self._calls(["GET /api/games HTTP/1.1", "GET /api/tables HTTP/1.1", f"GET /api/tables/{self._table} HTTP/1.1"])
        token = msgspec.json.decode(me, type=_Me).token
        while self.visitor is None or not self.visitor.greeted:
            self.visitor = Visitor(self._table, token, _WHERE)
            with suppress(OSError):
                await self.visitor.connect(self._port)
                await until(lambda: self.visitor is None or bool(self.visitor.greeted) or self.visitor.lost, _PATIENCE_S)
            if not self.visitor.greeted:
                await self._wait()
        return time.monotonic() - start

    async def _calls(self, calls: list[str], body: bytes = b"") -> list[bytes]:
        """Send requests over a connection, or over new ones where it is cut, and return their answers."""
        answers: list[bytes] = []
        while len(answers) < len(calls):
            with suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await asyncio.open_connection(HERE, self._port, local_addr=(address(_WHERE), 0))
                try:
                    for call in calls[len(answers) :]:
                        kind = "Content-Type: application/json\r\n" if body else ""
                        writer.write(f"{call}\r\nHost: {HERE}\r\n{kind}Content-Length: {len(body)}\r\n\r\n".encode() + body)
                        head = await reader.readuntil(b"\r\n\r\n")
                        length = head.lower().partition(b"content-length: ")[2].partition(b"\r")[0]
                        answer = await reader.readexactly(int(length or 0))
                        if head[9:12] == b"429":
                            break
                        answers.append(answer)
                finally:
                    writer.transport.abort()
            if len(answers) < len(calls):
                await self._wait()
        return answers

    async def _wait(self) -> None:
        self.refused += 1
        await asyncio.sleep(_AGAIN_S)


async def came(server: Server, table: str, pupils: int) -> list[Figure]:
    """Let all pupils come at once.

    Args:
        server: the server.
        table: a table that everybody may watch.
        pupils: number of pupils.
    """
    people = [Pupil(server.port, table) for _ in range(pupils)]
    cost = Cost(server)
    with uncollected():
        cost.begin()
        waits = await asyncio.gather(*[each.come() for each in people])
        cost.end()
    for each in people:
        if each.visitor is not None:
            each.visitor.drop()
    return [
        Figure("in, p50", share(waits, 0.5) / 1000, "s"),
        Figure("in, the last one", max(waits), "s", PUPILS.get(pupils)),
        Figure("calls that were refused and tried again", sum(each.refused for each in people), ""),
        Figure("the server's CPU for each", 1000 * cost.server / pupils, "ms"),
        *cost.figures(),
    ]
