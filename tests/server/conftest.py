"""A server with fast bots: only its application, for HTTP, or the whole server on a port of its own."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import msgspec
import pytest
from fastapi import FastAPI
from websockets.asyncio.client import ClientConnection, connect

from prial.host.bot_workers import BotWorkers
from prial.host.house import House
from prial.host.store import Store
from prial.server import run
from prial.server.allowance import Rate
from prial.server.app import make
from prial.server.metrics import Metrics
from prial.server.settings import Rates, Settings, origins_of

ORIGIN = "http://testserver"
FREELY = Rates(**dict.fromkeys(Rates.__struct_fields__, Rate(10**9, 1)))
"""Limits that nobody reaches, for tests of other things."""
_PATIENCE_S = 60

Open = Callable[..., AbstractAsyncContextManager["Served"]]


class QuickMinds(BotWorkers):
    """Bots that answer at once."""

    def pace(self, *, fast: bool = False) -> int:
        return 0


@asynccontextmanager
async def house_at(path: Path, metrics: Metrics | None = None) -> AsyncIterator[House]:
    """A house with a new store."""
    store = await Store.open(f"sqlite+aiosqlite:///{path}")
    note = (metrics or Metrics()).note
    house = await House.open(store, bot_workers=QuickMinds(bytes_of), note=note)
    try:
        yield house
    finally:
        if house.ready:
            await house.close()


def bytes_of(size: int) -> bytes:
    """Entropy for bots, the same each time."""
    return b"\x07" * size


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with house_at(tmp_path / "tables.db") as opened:
        yield opened


@pytest.fixture
def app(house: House) -> FastAPI:
    """The application, with limits that nobody reaches."""
    return make(house, Settings(origins=(ORIGIN,), rates=FREELY))


def browser(app: FastAPI, base: str = ORIGIN, client: tuple[str, int] = ("192.0.2.7", 50_000)) -> httpx2.AsyncClient:
    """A browser on one of the house's pages: it keeps cookies, and sends its page's origin."""
    transport = httpx2.ASGITransport(app, client=client)
    return httpx2.AsyncClient(transport=transport, base_url=base, headers={"origin": base})


@pytest.fixture
async def client(app: FastAPI) -> AsyncIterator[httpx2.AsyncClient]:
    async with browser(app) as opened:
        yield opened


@dataclass
class Served:
    """A running server."""

    port: int
    house: House
    app: FastAPI

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def http(self) -> httpx2.AsyncClient:
        # A review takes seconds on a busy machine. Without TLS, no certificates are read, which would take longer than most tests
        return httpx2.AsyncClient(base_url=self.origin, timeout=_PATIENCE_S, verify=False)

    async def guest(self, name: str = "Bea") -> str:
        """A new guest's token."""
        _, token = await self.house.people.guest(name)
        return token

    async def table(self, token: str, **asked: Any) -> str:
        """A new table of Crash with three bots, started."""
        body = {"game": "crash", "bots": [None, "random", "random", "random"], "start": True, **asked}
        async with self.http() as http:
            made = await http.post("/api/tables", json=body, headers={"authorization": f"Bearer {token}"})
        assert made.status_code == 201, made.text
        return str(made.json()["id"])

    def socket(self, table: str, token: str | None, *, origin: str | None = None, **more: Any) -> connect:
        """The socket of a program, or of a browser, which has an origin and a cookie."""
        headers = {}
        if token is not None:
            headers = {"authorization": f"Bearer {token}"} if origin is None else {"cookie": f"prial={token}"}
        url = f"ws://127.0.0.1:{self.port}/api/tables/{table}/socket"
        return connect(url, additional_headers=headers, origin=origin, **more)  # type: ignore[arg-type]  # any text may come


@asynccontextmanager
async def serving(path: Path, rates: Rates = FREELY, tls: tuple[Path, Path] | None = None, **more: Any) -> AsyncIterator[Served]:
    """The whole server, as `prial serve` has it, except for signals."""
    metrics = Metrics()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        run.bound(listening)
        port = listening.getsockname()[1]
        settings = Settings(origins=origins_of("127.0.0.1", port, secure=False), rates=rates, **more)
        async with house_at(path, metrics) as house:
            app = make(house, settings, metrics)
            start = run.Start(store="", settings=settings, tls=tls)
            opened = asyncio.Event()
            server = run._Server(run._config(start, app), app.state.context, opened.set)
            running = asyncio.create_task(server.serve([listening]))
            await opened.wait()
            try:
                yield Served(port, house, app)
            finally:
                server.should_exit = True
                await running


@pytest.fixture
def serve(tmp_path: Path) -> Open:
    """Starts a server; its arguments are those of `serving`."""

    def opened(**more: Any) -> AbstractAsyncContextManager[Served]:
        return serving(tmp_path / "tables.db", **more)

    return opened


async def say(line: ClientConnection, **message: Any) -> None:
    """Send a message."""
    await line.send(msgspec.json.encode(message).decode())


async def hear(line: ClientConnection, *kinds: str) -> dict[str, Any]:
    """The next message of one of these kinds."""
    async with asyncio.timeout(10):
        while True:
            message: dict[str, Any] = msgspec.json.decode(await line.recv())
            if not kinds or message["is"] in kinds:
                return message
