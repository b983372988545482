"""Runs a server from its start to its end: it opens the stored tables, listens, and shuts down without losing anything."""

import asyncio
import contextlib
import gc
import signal
import socket
import sys
from collections.abc import Callable, Iterable, Iterator
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
"""Seconds in which requests may finish when the server shuts down."""
_BUFFER: Final = 64 * 1024
"""Bytes that the system buffers for each connection; Linux doubles this number. Further bytes wait in the server itself."""
# After a restart everybody comes back. Clients that find no room try again only after 1, 3, 7 and 15 seconds
_BACKLOG: Final = 65_535
"""Greatest number of connections that may wait to be accepted. The system may allow fewer."""
_DEAD: Final = 60_000
"""If the other end leaves data unacknowledged for this many milliseconds, the connection is cut."""
_OWN_FILES: Final = 100
"""Number of files that the server itself has open: the store, its readers, the program."""
# Collections take 2 to 5 ms. With Python's own thresholds, some would walk through all tables
_THRESHOLDS: Final = (2_000, 10, 5_000)
"""Thresholds of Python's garbage collector, for `gc.set_threshold`."""

# A commit of ten moves waits some 20 times for Python's lock: 4 ms in all, or 15 ms with an interval of 1 ms
_SWITCH: Final = 0.0002
"""Switch interval of Python's threads in seconds, for `sys.setswitchinterval`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """Everything that a server needs to start."""

    store: str
    """URL of the store, in SQLAlchemy's form."""
    settings: Settings
    """Options of the server."""
    tls: tuple[Path, Path] | None = None
    """Files of the certificate and the key; None for plain HTTP."""
    finish: bool = False
    """Whether to end unfinished tables whose rules this version of the program can't play any more."""


class _Server(uvicorn.Server):
    """uvicorn's server, which also starts and closes the house. ``when_open`` is called when the server accepts connections."""

    def __init__(self, config: uvicorn.Config, here: Context, when_open: Callable[[], Any]) -> None:
        super().__init__(config)
        self._here, self._when_open = here, when_open

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield  # uvicorn would raise the signal again at the end, as if the server had crashed

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup([])
        await self._listen(sockets or ())
        await self._here.house.run()
        self._when_open()

    async def _listen(self, sockets: Iterable[socket.socket]) -> None:
        """Begin to accept connections."""
        loop, config = asyncio.get_running_loop(), self.config
        made = partial(cast("Any", config.http_protocol_class), config=config, server_state=self.server_state, app_state={})
        for each in sockets:
            if config.ssl:
                safe: Any = SafeServer(self._here, config.ssl, HEAD_SECONDS, made, each, config.backlog)
                self.servers.append(safe)
            else:
                self.servers.append(await loop.create_server(made, sock=each, backlog=config.backlog))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        await self._here.house.close()
        await asyncio.sleep(0)  # the last messages are sent before the connections are closed
        await super().shutdown(sockets)


def run(start: Start, listening: list[socket.socket], started: Callable[[], Any] = lambda: None) -> None:
    """Run `serve` in a new event loop. The arguments and errors are those of `serve`."""
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        runner.run(serve(start, listening, started))


async def serve(start: Start, listening: list[socket.socket], started: Callable[[], Any] = lambda: None) -> None:
    """Serve until a signal says to stop.

    Args:
        start: what the server needs to start.
        listening: bound sockets to listen on.
        started: function that is called when the server accepts connections.
    Raises:
        PrialError: if the store or the certificate can't be used, or the store holds tables that can't be played.
        StoreLost: if the store's file is gone, or another server has taken the store over.
    """
    metrics = Metrics()
    store = await Store.open(start.store)
    try:
        crew = None if is_file(start.store) else await Several.open(start.store)
        clock = MachineClock(wall=crew.time.wall) if crew else MachineClock()
        house = await House.open(store, clock=clock, note=metrics.note, finish=start.finish, crew=crew, waits=True)
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
    """Shut the server down when nothing can be stored any more."""
    await store.health.ended.wait()
    server.should_exit = True


def _config(start: Start, app: FastAPI) -> uvicorn.Config:
    here: Context = app.state.context
    config = uvicorn.Config(
        app,
        ws=cast("Any", partial(Line, here)),  # typed as a class, but uvicorn only calls it
        ws_ping_interval=30,  # our client sends something every 20 seconds
        ws_ping_timeout=20,
        timeout_keep_alive=20,
        backlog=_BACKLOG,
        timeout_graceful_shutdown=_GRACE,
        http=cast("Any", partial(Calling, here)),  # h11 limits the size of a request's head, httptools doesn't
        h11_max_incomplete_event_size=16 * 1024,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # the application has a middleware for the trusted proxies
        ssl_certfile=start.tls and start.tls[0],
        ssl_keyfile=start.tls and start.tls[1],
    )
    try:
        config.load()
    except OSError as error:
        raise PrialError(refuse("server.tls", why=(error.strerror or str(error)).lower())) from error
    return config


def _listen_to_signals(server: uvicorn.Server) -> None:
    """Let the first signal shut the server down in order, and the second signal end it at once."""

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
    """Set options of all connections.

    The options limit the send buffer and the time to wait for a lost client. Short messages are sent without delay.

    Args:
        listening: a bound socket; its connections inherit the options.
    """
    # Else Linux delays short messages by 40 ms. asyncio sets this option only for sockets that asyncio made
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    # Else Linux buffers megabytes for a client that reads nothing
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _BUFFER)
    option = getattr(socket, "TCP_USER_TIMEOUT", None)
    if option is not None:
        listening.setsockopt(socket.IPPROTO_TCP, option, _DEAD)  # else Linux waits a quarter of an hour for a client that is gone


def _files() -> int:
    """Raise the limit of open files and connections to the most that the system allows, and return it."""
    try:
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    except (ImportError, OSError, ValueError):  # Windows has no such limit, and some systems allow less than they say
        return sys.maxsize
    return sys.maxsize if most == resource.RLIM_INFINITY else most


def _tune() -> None:
    """Tune Python. The garbage collector runs more rarely, and skips all objects that exist now. Threads switch more often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)
    sys.setswitchinterval(_SWITCH)
