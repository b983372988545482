"""How the server runs: the settings given to uvicorn, and what the garbage collector leaves alone."""

import gc
import math
import socket
from collections.abc import Iterator

import pytest
from fastapi import FastAPI

from prial.host.house import House
from prial.server import run
from prial.server.app import make
from prial.server.settings import Settings


@pytest.fixture
def collector() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


@pytest.mark.usefixtures("collector")
def test_the_collector_leaves_alone_what_stays() -> None:
    run._tune()
    assert gc.get_freeze_count() > 10_000
    assert gc.get_threshold()[0] <= 5_000, "each look makes everybody wait"
    assert math.prod(gc.get_threshold()) >= 100_000_000, "and so does a walk through all tables, for much longer"


def test_dead_peers_are_found_and_nothing_is_noted(app: FastAPI) -> None:
    config = run._config(run.Start(store="", settings=Settings(origins=("http://testserver",))), app)
    assert config.ws_ping_interval
    assert config.ws_ping_timeout
    assert not config.access_log
    assert not config.proxy_headers  # the application trusts forwarded addresses, and only from the configured proxies
    assert not config.server_header


async def test_clocks_and_bots_run_when_the_server_accepts_connections(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until then people would lose the time on their clocks."""
    app = make(house, Settings(origins=("http://testserver",)))
    start = run.Start(store="", settings=app.state.context.settings)
    server = run._Server(run._config(start, app), app.state.context, lambda: seen.append("open"))
    server.lifespan = server.config.lifespan_class(server.config)
    seen: list[object] = []

    async def ran(_house: House) -> None:
        seen.append([each.is_serving() for each in server.servers])

    monkeypatch.setattr(House, "run", ran)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        await server.startup([listening])
        assert seen == [[True], "open"]
        await server.shutdown()


def test_short_messages_go_out_at_once_and_buffers_are_bounded() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        run.bound(listening)
        with socket.create_connection(listening.getsockname()) as client:
            accepted, _ = listening.accept()
            with accepted, client:
                assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
                assert accepted.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) <= 256 * 1024
