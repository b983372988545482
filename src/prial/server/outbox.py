"""What is on its way to one client: a queue that has an end, so that a slow reader holds up nobody but itself."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from prial.errors import Refusal, add_sentences
from prial.host.messages import Bye, FromTable

add_sentences("en", {"limit.unsent": "The line is too slow for what happens here; come back for the rest."})

ABORT: Final = "prial.abort"
"""Extension of a socket's scope: drops the connection without waiting for what is unsent."""
UNSENT: Final = "limit.unsent"

_BYE: Final = b'{"is":"bye"'
_AGAIN: Final = 1012
"""Closes a socket whose client should come back by itself ("service restart")."""
_NO_MORE: Final = 1008
"""Closes one whose client shouldn't ("policy violation")."""


class Outbox:
    """The way to one client.

    Args:
        websocket: where messages go.
        most: bytes that may wait.
    """

    def __init__(self, websocket: WebSocket, most: int) -> None:
        self._websocket = websocket
        self._most = most
        self._abort: Callable[[], Any] = websocket.scope.get("extensions", {}).get(ABORT, lambda: None)
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._more = asyncio.Event()
        self.ended = ""
        """The code under which the server ended it; empty while it goes on."""

    def send(self, data: bytes) -> None:
        """Queue a message. After a ``bye``, or with too much unsent, nothing follows."""
        if self.ended:
            return
        self._waiting.append(data)
        self._bytes += len(data)
        if self._bytes > self._most:
            self.ended = UNSENT
            self._waiting.clear()
            self._abort()  # a farewell would wait behind the rest
        elif data.startswith(_BYE):
            self.ended = msgspec.json.decode(data, type=Bye).code
        self._more.set()

    def say(self, message: FromTable) -> None:
        """Queue a message."""
        self.send(msgspec.json.encode(message))

    def bye(self, refusal: Refusal, *, again: bool) -> None:
        """Say why it ends, and end it."""
        self.say(Bye(refusal.code, str(refusal), again))

    async def run(self) -> None:
        """Send what is queued until that ends."""
        again = True
        try:
            while self._waiting or not self.ended:
                if not self._waiting:
                    self._more.clear()
                    await self._more.wait()
                    continue
                data = self._waiting.popleft()
                await self._websocket.send_text(data.decode())
                self._bytes -= len(data)
                if data.startswith(_BYE):
                    again = msgspec.json.decode(data, type=Bye).again
            await self._websocket.close(_AGAIN if again else _NO_MORE)
        except (WebSocketDisconnect, RuntimeError):
            pass  # nobody is there any more; whoever reads is told too
