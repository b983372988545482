"""A socket's messages out of what comes over it, and each frame counted before anything is made of it."""

import logging
from collections.abc import Callable, Generator
from typing import Final

from websockets.frames import DATA_OPCODES, Frame, apply_mask  # type: ignore[attr-defined]  # in C, where there is one
from websockets.protocol import OPEN, Protocol
from websockets.server import ServerProtocol

from prial.host.messages import MOST_BYTES

_MOST: Final = 4 * MOST_BYTES
"""Bytes of the longest message that is read: one that is a little too long is answered."""
_TEXT, _CONTROL = 0x81, 0x88
"""First byte of a frame that is a whole message of text, and the least one of a control frame (RFC 6455, 5.2)."""

_quiet: Final = logging.getLogger("prial.server.frames")
_quiet.disabled = True  # the library's lines quote what was sent


class Frames(ServerProtocol):
    """A socket's frames. Handshake and framing are the library's.

    A client's message mostly comes as one frame and alone, and is read here: the library takes ten times as long to come to the
    same. Once anything else than whole frames has come, the library reads all.

    Args:
        count: counts a frame; whether it may still come.
    """

    def __init__(self, count: Callable[[], bool]) -> None:
        super().__init__(max_size=_MOST, logger=_quiet)
        self._count = count
        self._whole = True
        """Whether nothing but whole frames has come, so that what comes now begins one."""
        self._part = b""
        """Of a message in parts, those that are here."""
        self.flooded = False
        """Whether a frame came that was one too many: nothing of it is read, nor of what follows."""

    def messages(self, data: bytes) -> list[bytes]:
        """The messages that end in what came."""
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
        """Read frames from the beginning: the head has been read."""
        return Protocol.parse(self)

    def recv_frame(self, frame: Frame) -> None:
        """Take a frame, unless it is one too many; then let go of all that came with it."""
        if self._counted():
            super().recv_frame(frame)
        else:
            self.reader.discard()

    def _counted(self) -> bool:
        self.flooded = self.flooded or not self._count()
        return not self.flooded


def _alone(data: bytes) -> int:
    """Where the payload begins if bytes are one masked frame of up to 64 KB, no more and no less; else 0."""
    if len(data) < 6:  # head and mask of the shortest
        return 0
    size, start = data[1] - 0x80, 6
    if size == 126:
        size, start = int.from_bytes(data[2:4]), 8
    return start if len(data) - start == size <= _MOST else 0
