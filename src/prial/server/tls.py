"""Accepts connections over TLS. Before a handshake begins, the connection is checked against the limits on connections."""

import asyncio
import socket
import ssl
from collections.abc import Callable
from functools import partial
from typing import Final

from prial.server.allowance import Source
from prial.server.context import Context

_PAUSE: Final = 0.1
"""If the system couldn't accept a connection, the server tries again after this many seconds."""


class SafeServer:
    """Accepts connections over TLS.

    Args:
        here: what the whole server shares, such as its rate limits.
        context: the TLS context, with the certificate and the key.
        seconds: time limit of the handshake.
        make: called after each handshake, to make the protocol of the connection.
        listening: a bound socket.
        backlog: greatest number of connections that may wait to be accepted.
    """

    def __init__(
        self,
        here: Context,
        context: ssl.SSLContext,
        seconds: float,
        make: Callable[[], asyncio.Protocol],
        listening: socket.socket,
        backlog: int,
    ) -> None:
        self._here, self._context, self._seconds, self._make = here, context, seconds, make
        self._listening = listening
        self._greeting: Final[set[asyncio.Task[None]]] = set()
        listening.listen(backlog)
        listening.settimeout(0)  # not blocking: the event loop waits
        self._accepting = asyncio.get_running_loop().create_task(self._accept())

    def close(self) -> None:
        """Accept no more connections, and cut off the connections that are in the handshake."""
        self._listening.close()
        for each in (self._accepting, *self._greeting):
            each.cancel()

    async def wait_closed(self) -> None:
        """Wait until the server is closed."""
        await asyncio.gather(self._accepting, *self._greeting, return_exceptions=True)

    async def _accept(self) -> None:
        # The event loop's own server would report a connection only after the handshake
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, (host, port, *_) = await loop.sock_accept(self._listening)
            except OSError:  # the client is gone already, or the system has no more files
                await asyncio.sleep(_PAUSE)
                continue
            where = self._here.peer((host, port))
            allowed = where is None or self._here.allowances.connections.take(where)
            if allowed and self._here.gate.greet(where):
                task = loop.create_task(self._agree(connection))
                self._greeting.add(task)
                task.add_done_callback(partial(self._done, where))
            else:
                connection.close()

    def _done(self, where: Source | None, task: asyncio.Task[None]) -> None:
        self._greeting.discard(task)
        self._here.gate.greeted(where)

    async def _agree(self, connection: socket.socket) -> None:
        try:
            await asyncio.get_running_loop().connect_accepted_socket(
                self._make,
                connection,
                ssl=self._context,
                ssl_handshake_timeout=self._seconds,
                ssl_shutdown_timeout=self._seconds,
            )
        except OSError:  # the handshake has failed, or took too long
            connection.close()
