"""Handles the messages that one person sends through a table's socket, within the rate limits."""

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import Final

import msgspec

from prial.errors import PrialError, Refusal, add_sentences, refuse
from prial.host.audience import Connection
from prial.host.messages import MOST_BYTES, FromClient, Hello, Id, OpenNumber, Ping, Pong, Propose, Refused, Rules, Say
from prial.host.store import Person
from prial.server.allowance import Source
from prial.server.context import Context
from prial.server.errors import told
from prial.server.outbox import Outbox

add_sentences(
    "en",
    {
        "message.too_long": "A message has at most {most} bytes.",
        "message.malformed": "That is not a message that a table knows.",
        "message.hello": "Send a hello message first.",
        "message.silence": "No hello message came in time, so the connection was closed.",
        "limit.commands": "That is too fast: a table takes {times} moves in {seconds} seconds.",
        "limit.chat": "That is too fast: the chat takes {times} lines in {seconds} seconds.",
        "limit.refusals": "Too many of your moves were refused; wait a while.",
        "limit.frames": "Too many messages at once.",
    },
)

_DECODER: Final[msgspec.json.Decoder[FromClient]] = msgspec.json.Decoder(FromClient)
_SAVED: Final = b'{"is":"saved"'
_REFUSED: Final = b'{"is":"refused"'
_NOT_KEPT: Final = "table.not_saved"
"""Code of the only refusal that isn't stored. Therefore the rate limits of refusals don't count this refusal."""


class _Named(msgspec.Struct):
    """The only part of a malformed command that is read: the command's id, which the answer needs."""

    id: Id
    """Id of the command."""


class Visit:
    """A person at a table's socket.

    Args:
        here: the server's context.
        person: the person.
        where: where the client comes from.
        outbox: sends messages to the client.
    """

    __slots__ = ("_here", "_outbox", "_where", "connection", "greeted", "person")

    def __init__(self, here: Context, person: Person, where: Source, outbox: Outbox) -> None:
        self._here, self.person, self._where, self._outbox = here, person, where, outbox
        self.connection: Connection
        """The connection to the table; `Line` sets it."""
        self.greeted = False
        """Whether the client has said hello."""

    def send(self, data: bytes) -> None:
        """Send the client an encoded message from the table.

        If the message is the answer to a command, count the answer for metrics and limits.
        """
        if data.startswith(_SAVED):
            self._here.metrics.saved.inc()
        elif data.startswith(_REFUSED):
            code = msgspec.json.decode(data, type=Refused).code
            self._note(code)
            if code != _NOT_KEPT:
                self._here.allowances.person_refusals.take(self.person.id)
                self._here.allowances.refusals.take(self._where)
        self._outbox.send(data)

    def take(self, data: bytes, then: Callable[[BaseException | None], None]) -> bool:
        """Handle one message.

        Args:
            data: the message, as JSON.
            then: function that is called after a command, with None or an unexpected error.
        Returns:
            Whether a command is being carried out. If so, ``then`` will be called.
        """
        if len(data) > MOST_BYTES:
            self._outbox.bye(refuse("message.too_long", most=MOST_BYTES), again=False)
            return False
        try:
            message = _DECODER.decode(data)
        except (msgspec.MsgspecError, RecursionError, UnicodeError):
            self._malformed(data)
            return False
        if isinstance(message, Ping):
            self._outbox.say(Pong(time.time_ns() // 1_000_000))
        elif refusal := self._too_fast(message):
            if isinstance(message, Hello | OpenNumber):
                self._outbox.bye(refusal, again=True)
            else:
                self._refuse(message.id, refusal)
        elif isinstance(message, Hello):
            self.greeted = True
            self.connection.hello(message)
        elif isinstance(message, OpenNumber):
            if self.greeted:
                self.connection.number(message)
        elif not self.greeted:
            self._refuse(message.id, refuse("message.hello"))
        else:
            work = self.connection.command(message)
            work.add_done_callback(partial(self._carried_out, message.id, time.perf_counter(), then))
            return True
        return False

    def _carried_out(
        self, command: str, start: float, then: Callable[[BaseException | None], None], work: asyncio.Task[None]
    ) -> None:
        error = None if work.cancelled() else work.exception()
        if isinstance(error, PrialError):
            self._refuse(command, told(error.refusal))
            error = None
        self._here.metrics.answered.observe(time.perf_counter() - start)
        then(error)

    def _too_fast(self, message: FromClient) -> Refusal | None:
        """Count a message for the rate limits. Returns the refusal if the message exceeds a limit, else None."""
        allowances, key = self._here.allowances, self.person.id
        if not allowances.commands.take(key):
            rate = allowances.commands.rate
            return refuse("limit.commands", times=rate.times, seconds=int(rate.seconds))
        if not (isinstance(message, Hello) or (allowances.person_refusals.left(key) and allowances.refusals.left(self._where))):
            return refuse("limit.refusals")
        if isinstance(message, Say) and not allowances.chat.take(key):
            rate = allowances.chat.rate
            return refuse("limit.chat", times=rate.times, seconds=int(rate.seconds))
        # A proposal of a person who sits alone with bots opens a new table. New rules count as a new table too, since they cost
        # as much: all of them are added to the log, and everybody is sent the whole table
        if isinstance(message, Propose | Rules) and not allowances.tables.take(self._where):
            return refuse("limit.tables")
        return None

    def _malformed(self, data: bytes) -> None:
        """Answer an invalid message. If the message has a command's id, refuse that command; else end the socket."""
        refusal = refuse("message.malformed")
        try:
            named = msgspec.json.decode(data, type=_Named)
        except (msgspec.MsgspecError, RecursionError, UnicodeError):
            self._outbox.bye(refusal, again=False)
        else:
            self._refuse(named.id, refusal)

    def _refuse(self, command: str, refusal: Refusal) -> None:
        """Refuse a command that isn't passed on to the table."""
        self._note(refusal.code)
        self._outbox.say(Refused(command, refusal.code, str(refusal)))

    def _note(self, code: str) -> None:
        self._here.metrics.commands.labels("refused").inc()
        self._here.metrics.refused.labels(code).inc()
