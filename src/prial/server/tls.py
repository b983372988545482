"""Connections that agree on TLS before anything is asked: each counts for its address from its first moment on."""

import asyncio
import ssl
from collections.abc import Callable
from typing import cast

from uvicorn.protocols.utils import get_remote_addr

from prial.server.context import Context


class Greeting(asyncio.Protocol):
    """A connection until both sides have agreed on TLS. The event loop's own would count nobody before that.

    Args:
        here: the house, and what its door knows.
        context: certificate and key.
        seconds: in which the handshake has to be done.
        make: makes the protocol that speaks from then on.
    """

    def __init__(self, here: Context, context: ssl.SSLContext, seconds: float, make: Callable[[], asyncio.Protocol]) -> None:
        self._here, self._context, self._seconds, self._make = here, context, seconds, make
        self._task: asyncio.Task[None] | None = None
        self._early = b""
        """What came with the end of the handshake."""
        self._lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        raw = cast("asyncio.Transport", transport)  # uvloop's own is none by birth
        where = self._here.peer(get_remote_addr(raw))
        allowed = where is None or self._here.allowances.connections.take(where)
        if allowed and self._here.gate.greet(where):
            self._task = asyncio.get_running_loop().create_task(self._agree(raw))
            self._task.add_done_callback(lambda _: self._here.gate.greeted(where))
        else:
            raw.abort()

    def data_received(self, data: bytes) -> None:
        self._early += data

    def connection_lost(self, exc: Exception | None) -> None:
        self._lost = True

    async def _agree(self, raw: asyncio.Transport) -> None:
        loop = asyncio.get_running_loop()
        try:
            safe = await loop.start_tls(
                raw,
                self,
                self._context,
                server_side=True,
                ssl_handshake_timeout=self._seconds,
                ssl_shutdown_timeout=self._seconds,
            )
        except (OSError, ValueError):  # no TLS at all, or none in time
            raw.abort()
            return
        if safe is None or self._lost:
            return
        protocol = self._make()
        safe.set_protocol(protocol)
        protocol.connection_made(safe)
        if self._early:
            protocol.data_received(self._early)
