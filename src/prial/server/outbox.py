"""What is on its way to one client: as much as a limit allows, so that a slow reader holds up nobody but itself."""

import asyncio
from collections.abc import Callable
from typing import Any, Final

import msgspec
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from prial.errors import Refusal, add_sentences
from prial.host.messages import Bye, FromTable

add_sentences("en", {"limit.unsent": "The line is too slow for what happens here; come back for the rest."})

UNSENT: Final = "limit.unsent"

_BYE: Final = b'{"is":"bye"'
_AGAIN: Final = 1012
"""Closes a socket whose client should come back by itself ("service restart")."""
_NO_MORE: Final = 1008
"""Closes one whose client shouldn't ("policy violation")."""


class Outbox:
    """The way to one client.

    Args:
        frames: makes frames of messages.
        transport: where they go; it keeps what the client doesn't take in.
        most: bytes that may wait there.
        closing: called when the last frame is on its way.
    """

    __slots__ = ("_closing", "_frames", "_most", "_ready", "_size", "_transport", "ended")

    def __init__(self, frames: ServerProtocol, transport: asyncio.Transport, most: int, closing: Callable[[], Any]) -> None:
        self._frames, self._transport, self._most, self._closing = frames, transport, most, closing
        self._ready: list[bytes] = []
        """What leaves at the end of this turn of the loop, all together: a write costs more than what is written."""
        self._size = 0
        """Bytes of that."""
        self.ended = ""
        """The code under which the server ended it; empty while it goes on."""

    def send(self, data: bytes) -> None:
        """Send a message. After a ``bye``, or with too much unsent, nothing follows."""
        if self.ended or self._frames.state is not OPEN:
            return
        if self._transport.get_write_buffer_size() + self._size > self._most:
            self.cut()
            return
        if not self._ready:
            asyncio.get_running_loop().call_soon(self.flush)
        self._ready += (_head(len(data)), data)
        self._size += len(data)
        if data.startswith(_BYE):
            bye = msgspec.json.decode(data, type=Bye)
            self.ended = bye.code
            self._frames.send_close(_AGAIN if bye.again else _NO_MORE)
            self.flush()
            self._closing()

    def say(self, message: FromTable) -> None:
        """Send a message."""
        self.send(msgspec.json.encode(message))

    def bye(self, refusal: Refusal, *, again: bool) -> None:
        """Say why it ends, and end it."""
        self.say(Bye(refusal.code, str(refusal), again))

    def cut(self) -> None:
        """End it without a word: a farewell would wait behind the rest."""
        self.ended = UNSENT
        self._transport.abort()

    def flush(self) -> None:
        """Let all frames go; after the last one the connection closes."""
        own = self._frames.data_to_send()
        data = [*self._ready, *own]
        self._ready.clear()
        self._size = 0
        if data:
            self._transport.write(b"".join(data))
        if own and not own[-1]:  # the end, as the library puts it
            self._closing()
            self._transport.close()


def _head(size: int) -> bytes:
    """What stands before a message of so many bytes, as one frame of text (RFC 6455, 5.2).

    The library takes ten times as long to come to the same.
    """
    if size < 126:
        return bytes((0x81, size))
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2)
    return b"\x81\x7f" + size.to_bytes(8)
