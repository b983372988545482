"""A server from its start to its end: the store, the house, the sockets, and a shutdown that loses nothing."""

import asyncio
import contextlib
import gc
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final, cast

import uvicorn
from fastapi import FastAPI
from uvicorn.loops.auto import auto_loop_factory

from prial.errors import PrialError, add_sentences, refuse
from prial.host.clock import MachineClock
from prial.host.house import House
from prial.host.several import Several
from prial.host.store import Store, is_file
from prial.server.app import make
from prial.server.calling import HEAD_SECONDS, Calling
from prial.server.context import Context
from prial.server.line import Line
from prial.server.metrics import Metrics
from prial.server.settings import Settings
from prial.server.tls import SafeServer

add_sentences("en", {"server.tls": "The certificate and key can't be used: {why}."})

_GRACE: Final = 5
"""Seconds that requests get to end in."""
_BUFFER: Final = 64 * 1024
"""Bytes that the system holds for a connection before our own queue begins to grow; Linux doubles it."""
_BACKLOG: Final = 65_535
"""Connections that may wait to be accepted, as far as the system allows (Linux: ``net.core.somaxconn``, 4096 by itself). It lets
others try again after 1, 3, 7 and 15 seconds, and everybody who was here comes back in one moment."""
_DEAD: Final = 60_000
"""Milliseconds after which a peer that takes nothing in is given up."""
_OWN_FILES: Final = 100
"""Files that the server itself has open: the store, its readers, the program."""
_THRESHOLDS: Final = (2_000, 10, 5_000)
"""Objects between two looks of the collector, and how many looks go by before older ones are walked through. A look takes
1 µs for an object, so everybody waits 2 to 5 ms; with Python's own, all tables are walked through now and then."""

_SWITCH: Final = 0.0002
"""Seconds for which a thread that is ready waits for another one. A commit lets go of Python's lock some 20 times for a group of
ten moves, and beside a loop that is never idle it waits so long each time: 4 ms for the group, and 15 with 1 ms here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """What a server starts from."""

    store: str
    """The store, as SQLAlchemy's URL."""
    settings: Settings
    tls: tuple[Path, Path] | None = None
    """Certificate and key."""
    finish: bool = False
    """End unfinished tables of rules that this program doesn't play."""


class _Server(uvicorn.Server):
    """uvicorn's, which says goodbye at tables first and leaves signals to us.

    Its own handling raises the signal again at the end, so that an orderly end would look like a crash.
    """

    def __init__(self, config: uvicorn.Config, here: Context, when_open: Callable[[], Any]) -> None:
        super().__init__(config)
        self._here, self._when_open = here, when_open

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup([])
        loop, config = asyncio.get_running_loop(), self.config
        made = partial(cast("Any", config.http_protocol_class), config=config, server_state=self.server_state, app_state={})
        for each in sockets or ():
            if config.ssl:
                safe: Any = SafeServer(self._here, config.ssl, HEAD_SECONDS, made, each, config.backlog)
                self.servers.append(safe)
            else:
                self.servers.append(await loop.create_server(made, sock=each, backlog=config.backlog))
        self._when_open()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        await self._here.house.close()
        await asyncio.sleep(0)  # what was said last goes out before the lines are cut
        await super().shutdown(sockets)


def run(start: Start, listening: list[socket.socket], started: Callable[[], Any] = lambda: None) -> None:
    """Serve in an event loop of its own, until a signal says to stop; as `serve`."""
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        runner.run(serve(start, listening, started))


async def serve(start: Start, listening: list[socket.socket], started: Callable[[], Any] = lambda: None) -> None:
    """Serve until a signal says to stop.

    Args:
        start: what it starts from.
        listening: bound sockets.
        started: called when all is open.
    Raises:
        PrialError: the store can't be opened, or holds tables that can't be played.
        StoreLost: the store's file was taken away, or another server has taken it over.
    """
    metrics = Metrics()
    store = await Store.open(start.store)
    try:
        crew = None if is_file(start.store) else await Several.open(start.store)
        clock = MachineClock(wall=crew.time.wall) if crew else MachineClock()
        house = await House.open(store, clock=clock, note=metrics.note, finish=start.finish, crew=crew)
    except BaseException:
        await store.close()
        raise
    try:
        settings = replace(start.settings, connections=min(start.settings.connections, _files() - _OWN_FILES))
        app = make(house, settings, metrics)
        server = _Server(_config(start, app), app.state.context, started)
        _listen_to_signals(server)
        for each in listening:
            bound(each)
        _tune()
        watching = asyncio.create_task(_end_without(store, server))
        await server.serve(listening)
        watching.cancel()
    finally:
        if house.ready:
            await house.close()
    if store.health.lost is not None:
        raise store.health.lost


async def _end_without(store: Store, server: uvicorn.Server) -> None:
    """End in order when nothing can be stored any more: what goes on would be lost."""
    await store.health.ended.wait()
    server.should_exit = True


def _config(start: Start, app: FastAPI) -> uvicorn.Config:
    here: Context = app.state.context
    config = uvicorn.Config(
        app,
        ws=cast("Any", partial(Line, here)),  # uvicorn calls it, whatever it is
        ws_ping_interval=30,  # browsers speak by themselves, every 20 seconds
        ws_ping_timeout=20,
        timeout_keep_alive=20,
        backlog=_BACKLOG,
        timeout_graceful_shutdown=_GRACE,
        http=cast("Any", partial(Calling, here)),  # h11 bounds a request's head; httptools reads on for as long as it comes
        h11_max_incomplete_event_size=16 * 1024,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # the application believes those that it was told to
        ssl_certfile=start.tls and start.tls[0],
        ssl_keyfile=start.tls and start.tls[1],
    )
    try:
        config.load()
    except OSError as error:
        raise PrialError(refuse("server.tls", why=(error.strerror or str(error)).lower())) from error
    return config


def _listen_to_signals(server: uvicorn.Server) -> None:
    """End in order at the first signal, and at once at the second."""

    def stop() -> None:
        server.force_exit = server.should_exit
        server.should_exit = True

    loop = asyncio.get_running_loop()
    for each in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(each, stop)
        except NotImplementedError:  # Windows
            signal.signal(each, lambda *_: loop.call_soon_threadsafe(stop))


def bound(listening: socket.socket) -> None:
    """Bound what the system holds for each connection, and for how long: they inherit it from the listener.

    Linux would buffer megabytes for a peer that reads nothing, and wait a quarter of an hour for one that is gone. It would
    also keep a short message back until the one before it is acknowledged, 40 ms later; asyncio sees to that only for
    sockets that it made itself.
    """
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _BUFFER)
    option = getattr(socket, "TCP_USER_TIMEOUT", None)
    if option is not None:
        listening.setsockopt(socket.IPPROTO_TCP, option, _DEAD)


def _files() -> int:
    """As many files and connections as the system allows; the number of them."""
    try:
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    except (ImportError, OSError, ValueError):  # Windows has no such limit, and some systems a lower one than they say
        return sys.maxsize
    return sys.maxsize if most == resource.RLIM_INFINITY else most


def _tune() -> None:
    """The collector keeps away from what stays for good, and longer from the rest; and the thread that writes waits for less."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)
    sys.setswitchinterval(_SWITCH)
