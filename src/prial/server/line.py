"""The WebSocket of a table as a network connection: its opening, its limits and its end.

`Line` is an asyncio protocol of our own, so that each frame is counted before it is read, and a silent connection needs little
memory.
"""

import asyncio
import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, Final, cast
from urllib.parse import unquote

import structlog
from starlette.requests import HTTPConnection
from uvicorn.config import Config
from uvicorn.protocols.utils import get_remote_addr, is_ssl
from uvicorn.server import ServerState
from websockets import datastructures
from websockets.http11 import Request, Response
from websockets.protocol import OPEN

from prial.errors import PrialError, Refusal, add_sentences, refuse
from prial.host.store import Person, StoreError
from prial.server.allowance import Source
from prial.server.context import READ, Context, nothing, token_of, whence
from prial.server.errors import refused, told
from prial.server.frames import Frames
from prial.server.guard import foreign
from prial.server.logs import fault
from prial.server.outbox import Outbox
from prial.server.socket import Visit

add_sentences(
    "en",
    {
        "limit.sockets": "You have too many tables open; close some.",
        "limit.room": "Too many people are here at the moment; try again in a while.",
    },
)

_PATH: Final = re.compile(r"/api/tables/([^/?]+)/socket(?:\?|$)")
_SHAKES: Final = re.compile(rb"connection$|upgrade$|sec-websocket-")
"""Pattern of the names of headers that the WebSocket handshake needs."""
_FAREWELL: Final = 2.0
"""Seconds from the last frame until the server closes the socket. After twice this time, the connection is cut."""

_log: Final = structlog.get_logger("prial.server")


class Line(asyncio.Protocol):
    """The WebSocket of one client.

    Args:
        here: the server's context.
        config: uvicorn's configuration; it says how long a client may be silent.
        server_state: uvicorn's state of the server; it lists the open connections.
        app_state: not used.
    """

    __slots__ = (
        *("_busy", "_bytes", "_config", "_count", "_frames", "_heard", "_here", "_inbox", "_loop", "_outbox", "_pinged"),
        *("_state", "_task", "_timer", "_transport", "_visit", "_where", "token"),
    )

    def __init__(self, here: Context, config: Config, server_state: ServerState, app_state: dict[str, Any]) -> None:
        del app_state
        self._here, self._config, self._state = here, config, server_state
        self._loop = asyncio.get_running_loop()
        self._frames = Frames(self._frame_may_come)
        self._transport: asyncio.Transport
        self._outbox: Outbox
        self._where: Source
        """The client's address and network, even if a trusted proxy stands in between."""
        self._visit: Visit | None = None
        """The person at the table; None until the socket is open."""
        self._task: asyncio.Task[None] | None = None
        """The task that opens the socket."""
        self._busy = True
        """Whether the socket is being opened or a command is being carried out."""
        self._inbox: list[bytes] = []
        """Messages that arrived while the socket was busy."""
        self._bytes = self._count = 0.0
        """When this socket can use its full limits of bytes and frames again, in seconds of the loop's clock."""
        self._heard = self._loop.time()
        """When something last arrived, in seconds of the loop's clock."""
        self._pinged = False
        """Whether a ping was sent since something last arrived."""
        self._timer: asyncio.TimerHandle | None = None
        """Timer for the client's next deadline. By then the client must say hello, send something or close the socket."""
        self.token = ""
        """The token of the person at this socket."""

    # --- the connection -----------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)  # uvloop's transport isn't a subclass
        self._outbox = Outbox(self._frames, self._transport, self._here.settings.unsent, self._closing)
        self._state.connections.add(cast("Any", self))  # typed for uvicorn's own protocols only

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self._state.connections.discard(cast("Any", self))
        if self._timer is not None:
            self._timer.cancel()
        if self._visit is None:
            if self._task is not None:
                self._task.cancel()
            return
        self._visit.connection.close()
        self._here.gate.unseat(self._where)
        lines = self._here.lines[self._visit.person.id]
        lines.remove(self)
        if not lines:
            del self._here.lines[self._visit.person.id]
        self._here.metrics.connections.dec()
        if self._outbox.ended:
            self._here.metrics.closed.labels(self._outbox.ended).inc()

    def shutdown(self) -> None:
        """Say goodbye, because the server closes."""
        if self._frames.state is OPEN:
            self.bye(refuse("server.closing"), again=True)
        elif not self._outbox.ended:
            self._transport.close()

    def bye(self, refusal: Refusal, *, again: bool) -> None:
        """End the socket, and tell its client why.

        Args:
            refusal: the reason.
            again: whether the client should connect again automatically.
        """
        self._outbox.bye(refusal, again=again)

    def data_received(self, data: bytes) -> None:
        self._heard, self._pinged = self._loop.time(), False
        whole = self._here.settings.rates.bytes.spend(self._bytes, self._heard, len(data) + READ)
        if whole is None or not self._here.may_send(self._where if self._visit else None, data):
            self._flood()
            return
        self._bytes = whole
        messages = self._frames.messages(data)
        if self._frames.flooded:
            self._flood()
            return
        try:
            for message in messages:
                self._message(message)
            self._outbox.flush()
        except Exception as error:  # noqa: BLE001  # one client's fault must not reach another
            self._fault(error)

    def _frame_may_come(self) -> bool:
        rates, allowances = self._here.settings.rates, self._here.allowances
        whole = rates.frames.spend(self._count, self._heard)
        if whole is None:
            return False
        self._count = whole
        person = self._visit.person.id if self._visit else ""
        return not person or (allowances.person_frames.take(person) and allowances.frames.take(self._where))

    def _flood(self) -> None:
        """End the socket, because too much arrives on it. Nothing more is read."""
        if self._outbox.ended or self._frames.state is not OPEN:
            self._transport.abort()
            return
        self.bye(refuse("limit.frames"), again=False)
        if not self._transport.is_closing():
            self._transport.pause_reading()

    def _fault(self, error: BaseException) -> None:
        """Log an error, without its message, and end the socket."""
        _log.error("socket failed", **fault(error))
        self.bye(refuse("server.fault"), again=True)

    # --- opening it ---------------------------------------------------------------------------------------------------

    def open(self, method: bytes, target: bytes, headers: Sequence[tuple[bytes, bytes]]) -> None:
        """Answer the request to open a WebSocket.

        Args:
            method: HTTP method; the handshake accepts only GET.
            target: path and query.
            headers: pairs of a header's name, in lower case, and its value.
        """
        known = datastructures.Headers(
            (name.decode("latin-1"), value.decode("latin-1")) for name, value in headers if _SHAKES.match(name)
        )
        request = Request(target.decode("latin-1"), known, method.decode("latin-1"))
        self._task = self._loop.create_task(self._open(request, headers))

    async def _open(self, request: Request, headers: Sequence[tuple[bytes, bytes]]) -> None:
        """Let the client in, or refuse the socket and give the reason."""
        try:
            asked = await self._asked(headers)
            voided = self._here.house.people.tokens.voided
            found = await self._admitted(request, asked)
            if isinstance(found, Refusal):
                self._deny(found)
                return
            self._frames.send_response(self._frames.accept(request))
            self._outbox.flush()
            if self._frames.state is OPEN:
                await self._enter(request, found, voided)
        except Exception as error:  # noqa: BLE001  # one client's fault must not reach another
            self._fault(error)
        self._task = None
        self._next(None)

    async def _asked(self, headers: Sequence[tuple[bytes, bytes]]) -> HTTPConnection:
        """Make a Starlette ``HTTPConnection`` from the request's head, as the routes' functions expect it. Also set `_where`."""
        scope = {
            "type": "websocket",
            "scheme": "wss" if is_ssl(self._transport) else "ws",
            "client": get_remote_addr(self._transport),
            "headers": [*headers],
        }
        await self._here.proxies(cast("Any", scope), cast("Any", nothing), cast("Any", nothing))
        asked = HTTPConnection(scope)
        self._where = whence(asked)
        return asked

    async def _admitted(self, request: Request, asked: HTTPConnection) -> Person | Refusal:
        """The person who opens the socket, or the reason why the socket may not be opened."""
        if not _PATH.match(request.path):
            return refuse("request.unknown")
        if refusal := foreign(asked.headers, self._here.settings.origins, strict=True):
            return refusal
        if not self._here.house.ready:
            return refuse("server.closing")
        if not self._here.allowances.calls.take(self._where):
            return refuse("limit.calls")
        if not await self._here.turns.take(self._where):
            return refuse("limit.calls")
        self.token = token_of(asked)
        try:
            person = await self._here.house.people.known(self.token) if self.token else None
        except StoreError as error:
            return error.refusal
        return person or refuse("me.unknown")

    def _deny(self, refusal: Refusal) -> None:
        """Refuse a socket before the handshake."""
        self._here.metrics.refused.labels(refusal.code).inc()
        answer = refused(refusal)
        status = HTTPStatus(answer.status_code)
        headers = datastructures.Headers([*answer.headers.items(), ("connection", "close"), ("cache-control", "no-store")])
        self._frames.send_response(Response(status, status.phrase, headers, bytes(answer.body)))
        self._outbox.flush()

    async def _enter(self, request: Request, person: Person, voided: int) -> None:
        """Connect a person to the table, or end the socket. ``voided`` is `Tokens.voided` before the token was looked up."""
        here = self._here
        visit = Visit(here, person, self._where, self._outbox)
        try:
            visit.connection = await here.house.connect(_table(request), person, visit.send)
            await self._look_again(voided)
        except PrialError as error:
            self.bye(told(error.refusal), again=isinstance(error, StoreError) or error.refusal.code == "me.signed_out")
            return
        lines = here.lines.get(person.id, [])
        if len(lines) >= here.settings.sockets:
            self.bye(refuse("limit.sockets"), again=False)
        elif not here.gate.seat(self._where, plays=visit.connection.table.live.seat_of(person.id) is not None):
            self.bye(refuse("limit.room"), again=True)
        else:
            self._visit = visit
            here.lines[person.id] = [*lines, self]
            here.metrics.connections.inc()
            self._timer = self._loop.call_later(here.settings.hello, self._hello_is_due)

    async def _look_again(self, voided: int) -> None:
        """Raise an error if the person has signed out. ``voided`` is `Tokens.voided` before the token was looked up."""
        tokens = self._here.house.people.tokens
        # A sign-out closes only open sockets, and this socket isn't open yet
        while tokens.voided != voided:
            voided = tokens.voided
            if await tokens.person(self.token) is None:
                raise PrialError(refuse("me.signed_out"))

    # --- its messages -------------------------------------------------------------------------------------------------

    def _message(self, data: bytes) -> None:
        """Handle a message, or queue it while an earlier one is being handled."""
        if self._busy:
            self._inbox.append(data)
        elif self._visit is not None and not self._outbox.ended:
            self._busy = self._visit.take(data, self._next)

    def _next(self, error: BaseException | None) -> None:
        """Handle the queued messages after a command is done. If ``error`` says that the command failed, end the socket."""
        self._busy = False
        while self._inbox and not self._busy and error is None:
            try:
                self._message(self._inbox.pop(0))
            except Exception as failed:  # noqa: BLE001  # one client's fault must not reach another
                error = failed
        if error is not None:
            self._inbox.clear()
            self._fault(error)

    # --- its time limits ----------------------------------------------------------------------------------------------

    def _hello_is_due(self) -> None:
        if self._visit is None or not self._visit.greeted:
            self.bye(refuse("message.silence"), again=False)
        else:
            self._look()

    def _look(self) -> None:
        """Send a ping after a long silence. Cut the connection if nothing arrives after the ping."""
        every, patience = self._config.ws_ping_interval, self._config.ws_ping_timeout
        if self._outbox.ended or not every or not patience:
            return
        silent = self._loop.time() - self._heard
        if self._pinged:
            self._transport.abort()
        elif silent < every:
            self._timer = self._loop.call_later(every - silent, self._look)
        else:
            self._pinged = True
            self._frames.send_ping(b"")
            self._outbox.flush()
            self._timer = self._loop.call_later(patience, self._look)

    def _closing(self) -> None:
        """After the last frame, give the client `_FAREWELL` seconds to close the socket. Then close the socket from this side."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_later(_FAREWELL, self._close)

    def _close(self) -> None:
        self._transport.close()
        self._timer = self._loop.call_later(_FAREWELL, self._transport.abort)


def _table(request: Request) -> str:
    """The table's id in a request's path."""
    found = _PATH.match(request.path)
    return unquote(found[1]) if found else ""
