"""The messages that wait to be sent to one client. Their size has a limit, so that a slow client delays only itself."""

import asyncio
from collections.abc import Callable
from typing import Any, Final

import msgspec
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from prial.errors import Refusal, add_sentences
from prial.host.messages import Bye, FromTable

add_sentences("en", {"limit.unsent": "Your connection is too slow to keep up; come back for the rest."})

UNSENT: Final = "limit.unsent"
"""The code with which the server ends a socket whose client reads too slowly."""

_BYE: Final = b'{"is":"bye"'
_AGAIN: Final = 1012
"""Close code of a WebSocket whose client should connect again automatically ("service restart", registered at IANA)."""
_NO_MORE: Final = 1008
"""Close code of a WebSocket whose client shouldn't connect again automatically ("policy violation", RFC 6455, 7.4.1)."""


class Outbox:
    """Sends messages to one client.

    Args:
        frames: the WebSocket protocol; it makes all frames that aren't messages.
        transport: the connection to the client.
        most: greatest number of bytes that may wait for the client.
        closing: function that is called when the last frame has been written.
    """

    __slots__ = ("_closing", "_frames", "_most", "_ready", "_size", "_transport", "ended")

    def __init__(self, frames: ServerProtocol, transport: asyncio.Transport, most: int, closing: Callable[[], Any]) -> None:
        self._frames, self._transport, self._most, self._closing = frames, transport, most, closing
        self._ready: list[bytes] = []
        """Frames to write at the end of this turn of the event loop."""
        self._size = 0
        """Size, in bytes, of all messages in `_ready`."""
        self.ended = ""
        """The code with which the server ended the socket; empty while it is open."""

    def send(self, data: bytes) -> None:
        """Send an encoded message. A ``bye`` message ends the socket.

        If too many bytes are unsent already, the message isn't sent, and the socket is cut.
        """
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
        """Encode a message and send it."""
        self.send(msgspec.json.encode(message))

    def bye(self, refusal: Refusal, *, again: bool) -> None:
        """End the socket, and tell its client why.

        Args:
            refusal: the reason.
            again: whether the client should connect again automatically.
        """
        self.say(Bye(refusal.code, str(refusal), again))

    def cut(self) -> None:
        """End the socket at once. No last message is sent, since it would have to wait for the unsent messages."""
        self.ended = UNSENT
        self._transport.abort()

    def flush(self) -> None:
        """Write all frames that wait. If the last frame of the socket is among them, close the connection."""
        own = self._frames.data_to_send()
        data = [*self._ready, *own]
        self._ready.clear()
        self._size = 0
        if data:
            # Each write has a cost of its own, whatever its size
            self._transport.write(b"".join(data))
        if own and not own[-1]:  # the library's sign for the end of the stream
            self._closing()
            self._transport.close()


def _head(size: int) -> bytes:
    """The head of a text frame for a message of ``size`` bytes (RFC 6455, 5.2)."""
    # Ten times as fast as the library `websockets`
    if size < 126:
        return bytes((0x81, size))
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2)
    return b"\x81\x7f" + size.to_bytes(8)
