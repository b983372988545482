"""HTTP connections with three limits: their number, the bytes from each address, and the time for a request's head to arrive."""

import asyncio
from typing import Any, Final

from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from prial.server.context import Context

HEAD_SECONDS: Final = 10
"""Seconds in which the head of a request must arrive, counted from its first byte.

For the first request of a connection, the seconds are counted from the start of the connection.
"""


class Calling(H11Protocol):
    """uvicorn's HTTP/1.1 protocol, with limits on connections (`prial.server.gate.Gate`) and on the time for a request's head.

    Args:
        here: the server's context.
        config: uvicorn's configuration.
        server_state: uvicorn's state of the server.
        app_state: uvicorn's state of the application.
    """

    def __init__(
        self,
        here: Context,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._here = here
        self._late: asyncio.TimerHandle | None = None
        self._inside = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # uvicorn's method has this type
        super().connection_made(transport)
        self._where = self._here.peer(self.client)
        # uvicorn's own timer starts only after the first answer, and any byte that arrives stops it
        self._late = self.loop.call_later(HEAD_SECONDS, self.drop)
        # A TLS connection was counted already when it was accepted
        allowed = self._where is None or self.scheme == "https" or self._here.allowances.connections.take(self._where)
        self._inside = allowed and self._here.gate.enter(self, self._where)
        if not self._inside:
            self.drop()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self._here.may_send(self._where, data):
            self.drop()
            return
        if self._late is None and not self._asked:
            self._late = self.loop.call_later(HEAD_SECONDS, self.drop)
        super().data_received(data)
        if self._asked:
            self._here.gate.busy(self)
            self._on_time()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Give the WebSocket protocol the parsed head of the request. uvicorn's own method would parse the head again."""
        self._leave()
        self.connections.discard(self)
        make: Any = self.ws_protocol_class
        line = make(config=self.config, server_state=self.server_state, app_state=self.app_state)
        line.connection_made(self.transport)
        line.open(event.method, event.target, self.headers)
        self.transport.set_protocol(line)

    def on_response_complete(self) -> None:
        if self._inside:
            self._here.gate.waits(self, self._where)
        super().on_response_complete()

    def drop(self) -> None:
        """Stop counting this connection, and cut it at once."""
        self._leave()
        self.transport.abort()

    @property
    def _asked(self) -> bool:
        """Whether a request is being answered."""
        asked: Any = self.cycle  # None before the first request, whatever its type says
        return asked is not None and not asked.response_complete

    def _on_time(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _leave(self) -> None:
        self._on_time()
        if self._inside:
            self._inside = False
            self._here.gate.leave(self, self._where)
