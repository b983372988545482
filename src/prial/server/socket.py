"""A table's socket: who may open one, what is read from it, and how fast."""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Final

import msgspec
import structlog
from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketState

from prial.errors import PrialError, Refusal, add_sentences, refuse
from prial.host.audience import Connection
from prial.host.messages import MOST_BYTES, FromClient, Hello, Id, Ping, Pong, Propose, Refused, Say
from prial.host.store import Person, StoreError
from prial.server.allowance import Allowance
from prial.server.context import Context, address, context_of, who
from prial.server.errors import told
from prial.server.logs import fault
from prial.server.outbox import Outbox

add_sentences(
    "en",
    {
        "message.too_long": "A message has at most {most} bytes.",
        "message.malformed": "That is no message that a table knows.",
        "message.hello": "Say hello first.",
        "message.silence": "Nobody said hello.",
        "limit.commands": "That is too fast: a table takes {times} commands in {seconds} seconds.",
        "limit.chat": "That is much at once: {times} lines in {seconds} seconds are enough for a chat.",
        "limit.frames": "Too many messages at once.",
        "limit.sockets": "You have too many tables open; close some.",
    },
)

router: Final = APIRouter()

_log: Final = structlog.get_logger("prial.server")
_DECODER: Final[msgspec.json.Decoder[FromClient]] = msgspec.json.Decoder(FromClient)
_SAVED: Final = b'{"is":"saved"'
_REFUSED: Final = b'{"is":"refused"'


class _Named(msgspec.Struct):
    """As much of a malformed command as it takes to answer it."""

    id: Id


@router.websocket("/api/tables/{table_id}/socket")
async def socket(websocket: WebSocket, table_id: str) -> None:
    """One client at one table, from its first message to its last."""
    here = context_of(websocket)
    ready = here.house.ready
    person = await who(websocket) if ready else None
    await websocket.accept()
    outbox = Outbox(websocket, here.settings.unsent)
    writer = asyncio.create_task(outbox.run())
    here.metrics.connections.inc()
    try:
        if not ready:
            outbox.bye(refuse("server.closing"), again=True)
        elif person is None:
            outbox.bye(refuse("me.unknown"), again=False)
        else:
            await _visit(here, websocket, table_id, person, outbox)
        async for _ in _frames(websocket):  # until the client knows that it has ended
            pass
    except Exception as error:  # noqa: BLE001  # one client's fault must not reach another, nor a log with its own words
        _log.error("socket failed", **fault(error))
        outbox.bye(refuse("server.fault"), again=True)
    finally:
        here.metrics.connections.dec()
        if outbox.ended:
            here.metrics.closed.labels(outbox.ended).inc()
        await _last_words(outbox, writer)


async def _last_words(outbox: Outbox, writer: asyncio.Task[None]) -> None:
    """Let what is left go out, if somebody is there to hear it."""
    if outbox.ended:
        await asyncio.wait([writer], timeout=1)
    writer.cancel()
    await asyncio.gather(writer, return_exceptions=True)


async def _visit(here: Context, websocket: WebSocket, table_id: str, person: Person, outbox: Outbox) -> None:
    """Let somebody in, as long as there is something to say."""
    if here.open.get(person.id, 0) >= here.settings.sockets:
        outbox.bye(refuse("limit.sockets"), again=False)
        return
    here.open[person.id] = here.open.get(person.id, 0) + 1
    connection = None
    try:
        visit = Visit(here, person, address(websocket), outbox)
        connection = await here.house.connect(table_id, person, visit.send)
        await visit.run(connection, websocket)
    except PrialError as error:
        outbox.bye(told(error.refusal), again=isinstance(error, StoreError))
    finally:
        if connection is not None:
            connection.close()
        here.open[person.id] -= 1
        if not here.open[person.id]:
            del here.open[person.id]


async def _frames(websocket: WebSocket) -> AsyncIterator[bytes]:
    """What comes in, until nothing does."""
    while websocket.client_state is WebSocketState.CONNECTED:
        message = await websocket.receive()
        if message["type"] == "websocket.receive":
            text = message.get("text")
            yield message["bytes"] if text is None else text.encode()


class Visit:
    """Somebody at a table."""

    def __init__(self, here: Context, person: Person, address: str, outbox: Outbox) -> None:
        self._here = here
        self._person = person
        self._address = address
        self._outbox = outbox
        self._frames = Allowance(here.settings.rates.frames)
        self._greeted = False

    def send(self, data: bytes) -> None:
        """Pass a message on, and count it if it answers a command."""
        if data.startswith(_SAVED):
            self._here.metrics.commands.labels("saved").inc()
        elif data.startswith(_REFUSED):
            self._here.metrics.commands.labels("refused").inc()
            self._here.metrics.refused.labels(msgspec.json.decode(data, type=Refused).code).inc()
        self._outbox.send(data)

    async def run(self, connection: Connection, websocket: WebSocket) -> None:
        """Read until the client goes, or has to."""
        late = asyncio.get_running_loop().call_later(self._here.settings.hello, self._silence)
        try:
            async for data in _frames(websocket):
                await self._take(connection, data)
                if self._outbox.ended:
                    return
        finally:
            late.cancel()

    def _silence(self) -> None:
        if not self._greeted:
            self._outbox.bye(refuse("message.silence"), again=False)

    async def _take(self, connection: Connection, data: bytes) -> None:
        """Answer one message."""
        if not self._frames.take(""):
            self._outbox.bye(refuse("limit.frames"), again=False)
            return
        if len(data) > MOST_BYTES:
            self._outbox.bye(refuse("message.too_long", most=MOST_BYTES), again=False)
            return
        try:
            message = _DECODER.decode(data)
        except (msgspec.MsgspecError, RecursionError, UnicodeError):
            self._malformed(data)
            return
        if isinstance(message, Ping):
            self._outbox.say(Pong(time.time_ns() // 1_000_000))
        elif refusal := self._too_fast(message):
            if isinstance(message, Hello):
                self._outbox.bye(refusal, again=True)
            else:
                self._refuse(message.id, refusal)
        elif isinstance(message, Hello):
            self._greeted = True
            connection.hello(message)
        elif not self._greeted:
            self._refuse(message.id, refuse("message.hello"))
        else:
            start = time.perf_counter()
            try:
                await connection.command(message)
            except PrialError as error:
                self._refuse(message.id, told(error.refusal))
            self._here.metrics.answered.observe(time.perf_counter() - start)

    def _too_fast(self, message: FromClient) -> Refusal | None:
        """Why a message comes too soon after those before it."""
        allowances, key = self._here.allowances, self._person.id
        if not allowances.commands.take(key):
            rate = allowances.commands.rate
            return refuse("limit.commands", times=rate.times, seconds=int(rate.seconds))
        if isinstance(message, Say) and not allowances.chat.take(key):
            rate = allowances.chat.rate
            return refuse("limit.chat", times=rate.times, seconds=int(rate.seconds))
        # Whoever sits with bots opens a table by it
        if isinstance(message, Propose) and not allowances.tables.take(self._address):
            return refuse("limit.tables")
        return None

    def _malformed(self, data: bytes) -> None:
        """Answer what is no message: a refusal if it has an id, else the end."""
        refusal = refuse("message.malformed")
        try:
            named = msgspec.json.decode(data, type=_Named)
        except (msgspec.MsgspecError, RecursionError, UnicodeError):
            self._outbox.bye(refusal, again=False)
        else:
            self._refuse(named.id, refusal)

    def _refuse(self, command: str, refusal: Refusal) -> None:
        self.send(msgspec.json.encode(Refused(command, refusal.code, str(refusal))))
