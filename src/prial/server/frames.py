"""Reads the messages of a WebSocket from the bytes that arrive, and counts each frame before reading it."""

import logging
from collections.abc import Callable, Generator
from typing import Final

from websockets.frames import DATA_OPCODES, Frame, apply_mask  # type: ignore[attr-defined]  # apply_mask is in C, if built
from websockets.protocol import OPEN, Protocol
from websockets.server import ServerProtocol

from prial.host.messages import MOST_BYTES

_MOST: Final = 4 * MOST_BYTES  # more than `MOST_BYTES`: a message that is only slightly too long must be read to get an answer
"""Greatest length, in bytes, of a message that is read."""
_TEXT, _CONTROL = 0x81, 0x88
"""First bytes of frames (RFC 6455, 5.2).

``_TEXT`` begins a frame that is a whole text message. A control frame begins with ``_CONTROL`` or a greater byte.
"""

_quiet: Final = logging.getLogger("prial.server.frames")
_quiet.disabled = True  # the library's log lines quote what was sent


class Frames(ServerProtocol):
    """Reads the frames of a WebSocket, most of them faster than the library ``websockets``.

    Most messages arrive alone, each as one whole frame. The class reads them itself, ten times as fast as the library. The
    library reads control frames that arrive alone. If anything else arrives, such as a part of a frame, the library reads all
    data from then on.

    Args:
        count: function that counts a frame, and says whether the limits allow it.
    """

    def __init__(self, count: Callable[[], bool]) -> None:
        super().__init__(max_size=_MOST, logger=_quiet)
        self._count = count
        self._whole = True
        """Whether everything so far has arrived as whole frames, so that the next byte begins a frame."""
        self._part = b""
        """Beginning of a message whose frames haven't all arrived."""
        self.flooded = False
        """Whether a frame has exceeded the limits. From that frame on, no message is read."""

    def messages(self, data: bytes) -> list[bytes]:
        """Read bytes, and return the messages that have now arrived completely.

        Args:
            data: bytes that have arrived, at least one.
        """
        first, start = data[0], _alone(data) if self._whole and self.state is OPEN else 0
        if start and first == _TEXT:
            if self._counted():
                return [apply_mask(data[start:], data[start - 4 : start])]
            return []
        self._whole = bool(start) and first >= _CONTROL
        self.receive_data(data)
        found = []
        for event in self.events_received():
            if isinstance(event, Frame) and event.opcode in DATA_OPCODES:
                self._part += event.data
                if event.fin:
                    found.append(self._part)
                    self._part = b""
        return found

    def parse(self) -> Generator[None]:
        """Parse only frames. The library would expect the head of the handshake first, but uvicorn has read the head already."""
        return Protocol.parse(self)

    def recv_frame(self, frame: Frame) -> None:
        """Take a frame. If the limits don't allow it, drop it and all data that came with it."""
        if self._counted():
            super().recv_frame(frame)
        else:
            self.reader.discard()

    def _counted(self) -> bool:
        self.flooded = self.flooded or not self._count()
        return not self.flooded


def _alone(data: bytes) -> int:
    """Index of the payload, if the bytes are exactly one masked frame with at most `_MOST` bytes of payload; else 0."""
    if len(data) < 6:  # head and mask of the shortest frame
        return 0
    size, start = data[1] - 0x80, 6
    if size == 127:  # eight bytes of length: by RFC 6455, the payload has more than 65,535 bytes, and so more than `_MOST`
        return 0
    if size == 126:
        size, start = int.from_bytes(data[2:4]), 8
    return start if len(data) - start == size <= _MOST else 0
