"""The no-leak test over real sockets: two worlds behind the real application, compared by the bytes that arrive.

Time, chance, ids and the order of arrival are the same in both worlds, as in the tests of the host. Added here is everything
between the host and the wire: frames and their lengths, headers, the order of messages, and the end of a connection.
"""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from random import Random
from typing import Any

import httpx2
import msgspec
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from prial.core.game import NATURE, Seat
from prial.host import messages as said
from prial.host.house import House
from prial.host.store import Person
from prial.server import run
from prial.server.app import make
from prial.server.settings import Settings
from prial.testing.play import History
from tests.faults.process import until
from tests.host.boundary import Boundary, Playing, key, nature_of
from tests.host.stage import DECODER, Guest, MemoryStore, Stage, StageBotWorkers
from tests.server.conftest import FREELY
from tests.testing import games

_SERVED_S = 600
"""Seconds for which two worlds are served at most."""
_ITS_OWN = (b"date:", b"sec-websocket-accept:")
"""Header lines that differ from one answer to the next and tell nothing."""


class Tapped(ClientConnection):
    """A connection that keeps every byte it receives."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.bytes = b""

    def data_received(self, data: bytes) -> None:
        self.bytes += data
        super().data_received(data)

    @property
    def stream(self) -> bytes:
        """The bytes that arrived, without the header lines of `_ITS_OWN`."""
        head, _, rest = self.bytes.partition(b"\r\n\r\n")
        lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(_ITS_OWN)]
        return b"\r\n".join([*lines, b"", rest])


class Caller(Guest):
    """A person who is connected by a socket."""

    def __init__(self, house: House, person: Person, token: str, port: int) -> None:
        super().__init__(house, person)
        self.token, self._port = token, port
        self.lines: list[Tapped] = []
        self._readers: list[asyncio.Task[None]] = []
        self._table = ""

    async def look(self, table: str, hello: said.Hello | None = None) -> "Caller":
        self._table = table
        url = f"ws://127.0.0.1:{self._port}/api/tables/{table}/socket"
        headers = {"authorization": f"Bearer {self.token}"}
        line = await connect(url, additional_headers=headers, compression=None, proxy=None, create_connection=Tapped)
        assert isinstance(line, Tapped)
        self.lines.append(line)
        before = len(self.raw)
        self._readers.append(asyncio.create_task(self._read(line)))
        await line.send(msgspec.json.encode(hello or said.Hello()), text=True)
        await until(lambda: any(message.startswith(b'{"is":"present"') for message in self.raw[before:]))  # it comes last
        return self

    async def _read(self, line: Tapped) -> None:
        try:
            while True:
                self.raw.append(bytes(await line.recv(decode=False)))
        except ConnectionClosed:
            pass

    async def leave(self) -> None:
        """Lose the connection, and wait until the house has noticed."""
        here = self.house.tables[self._table].audience.connections
        left = len(here) - 1
        self._readers.append(asyncio.create_task(self.lines[-1].close()))  # closing takes a while, and sends nobody a message
        await until(lambda: len(here) <= left)

    async def do(self, command: type[said.Command], *, command_id: str | None = None, **args: Any) -> said.Saved | said.Refused:
        name = command_id or f"c{next(self._ids)}"
        before = len(self.raw)
        await self.lines[-1].send(msgspec.json.encode(command(id=name, **args)), text=True)

        def answers() -> list[said.Saved | said.Refused]:
            new = [DECODER.decode(message) for message in self.raw[before:]]
            return [each for each in new if isinstance(each, said.Saved | said.Refused) and each.id == name]

        await until(lambda: bool(answers()))
        return answers()[0]

    async def end(self) -> None:
        """Wait until all connections are closed."""
        await asyncio.gather(*self._readers)

    @property
    def streams(self) -> list[bytes]:
        """The bytes that arrived, by connection."""
        return [line.stream for line in self.lines]


class _Calling(Playing):
    """The same play, but a person who connects again does so by a socket."""

    async def _look_again(self) -> None:
        assert isinstance(self.again, Caller)
        hello = said.Hello(version=self.version, viewer=self.live.seat_of(self.watching.person.id))
        await self.again.look(self.table, hello if self.rng.random() < 0.5 else None)
        self.version = self.live.version - self.rng.randrange(2)
        await self.again.leave()


class _Quiet(uvicorn.Server):
    """A server that ignores signals and ends as soon as all connections are closed; uvicorn checks ten times a second only."""

    async def main_loop(self) -> None:
        await self.on_tick(0)  # the head of every answer
        await until(lambda: self.should_exit, _SERVED_S)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        for connection in [*self.server_state.connections]:
            connection.shutdown()
        await until(lambda: not self.server_state.connections and not self.server_state.tasks)
        await self.lifespan.shutdown()

    def capture_signals(self) -> AbstractContextManager[None]:  # type: ignore[override]  # a context manager, as uvicorn's
        return nullcontext()


@asynccontextmanager
async def served(house: House) -> AsyncIterator[int]:
    """The application, served on a port."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        run.bound(listening)
        port: int = listening.getsockname()[1]
        settings = Settings(origins=("http://127.0.0.1",), rates=FREELY)
        config = run._config(run.Start(store="", settings=settings), make(house, settings))
        config.ws_ping_interval = None  # pings depend on the machine's clock, and have random bytes
        server = _Quiet(config)
        running = asyncio.create_task(server.serve([listening]))
        await until(lambda: server.started)
        try:
            yield port
        finally:
            server.should_exit = True
            await running


_REVIEW_S = 60
"""Seconds within which the longest review is ready, even on a busy machine."""


class Wires(Boundary):
    """Compares the messages that viewers are sent over sockets and by HTTP."""

    async def _watch(self, history: History, other: History, viewer: Seat | None, *, as_bot: bool) -> dict[str, list[bytes]]:
        game, rng = self.table()[0], Random(len(history))
        stage = await Stage.open(store=MemoryStore(), bot_workers=StageBotWorkers(), nature=nature_of(history, other))
        async with served(stage.house) as port:
            callers = [Caller(stage.house, *await stage.house.people.guest(f"P{seat}"), port) for seat in range(game.seats)]
            onlooker = Caller(stage.house, *await stage.house.people.guest("Onlooker"), port)
            table = await stage.house.create(callers[0].person, self.asked())
            watching = onlooker if viewer is None else callers[viewer]
            for seat, caller in enumerate(callers):
                await caller.look(table)
                if seat:
                    await caller.do(said.Sit, seat=seat)
            if viewer is None:
                await onlooker.look(table)
            again = Caller(stage.house, watching.person, watching.token, port)
            await callers[0].do(said.Start)
            played = _Calling(stage, table, list(callers), watching, again, rng, None)
            played.tries = games.GAMES[self.name].tries
            for moment in history:
                if moment.seat == NATURE:
                    await played.rest()
                else:
                    await played.move(moment.seat, key(moment), game.write(moment.action))
            late = await Caller(stage.house, watching.person, watching.token, port).look(table)
            told = {"by http": await _asked_for(port, table, watching.token)}
            await stage.house.close()
            for each in (*callers, onlooker, again, late):
                await each.end()
        ways = {"all the time": watching, "anew after everything": again, "late": late}
        return {**told, **{way: caller.streams for way, caller in ways.items()}}


async def _asked_for(port: int, table: str, token: str) -> list[bytes]:
    """Everything that can be requested about a table by HTTP, with headers."""
    paths = ("", f"/{table}", f"/{table}/rules", f"/{table}/qr.svg", f"/{table}/replay/1", f"/{table}/review/1")
    found = []
    known = {"authorization": f"Bearer {token}"}
    # Without TLS, no certificates are read, which would take a while
    address = f"http://127.0.0.1:{port}"
    async with httpx2.AsyncClient(base_url=address, headers=known, timeout=_REVIEW_S, verify=False) as http:
        for path in paths:
            answer = await http.get(f"/api/tables{path}")
            head = {name: value for name, value in answer.headers.items() if name != "date"}
            body = answer.content.replace(str(port).encode(), b"port")
            found.append(msgspec.json.encode([answer.status_code, head]) + body)
    return found
