"""Messages in a stream of bytes: a single frame is read as the library reads it, and counted like all frames."""

from itertools import pairwise
from random import Random

import pytest
from websockets.frames import Opcode
from websockets.protocol import OPEN

from prial.server.frames import Frames


def frame(data: bytes, *, first: int = 0x81, mask: bytes = b"abcd") -> bytes:
    """A client's frame."""
    size = len(data)
    head = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2) if size < 1 << 16 else b"\xff" + size.to_bytes(8)
    return bytes([first]) + head + mask + bytes([byte ^ mask[at % 4] for at, byte in enumerate(data)])


def opened(most: int = 1_000_000) -> tuple[Frames, list[int]]:
    """The frames of an open socket, and how many were counted."""
    counted = [0]

    def count() -> bool:
        counted[0] += 1
        return counted[0] <= most

    frames = Frames(count)
    frames.state = OPEN
    return frames, counted


@pytest.mark.parametrize("size", [0, 1, 2, 125, 126, 127, 4_000])
def test_a_message_that_comes_alone_is_what_was_sent(size: int) -> None:
    frames, counted = opened()
    data = Random(size).randbytes(size)
    assert frames.messages(frame(data)) == [data]
    assert frames.messages(frame(data[::-1], mask=b"\0\0\0\0")) == [data[::-1]]
    assert counted == [2]


def test_the_first_bytes_of_a_long_frame_are_not_a_message() -> None:
    """127 stands for a length in the next eight bytes (RFC 6455, 5.2). Its first 133 bytes look like a frame of 127 bytes."""
    frames, _ = opened()
    assert frames.messages(frame(b"x" * (1 << 16))[: 6 + 127]) == []


def test_however_a_stream_is_cut_it_holds_the_same_messages() -> None:
    rng = Random(1)
    for _ in range(300):
        sent = [rng.randbytes(rng.choice([0, 3, 130, 700])) for _ in range(5)]
        stream, ends = b"", [0]
        for data in sent:
            match rng.randrange(4):
                case 0:  # in parts, with a ping between them
                    at = rng.randrange(len(data) + 1)
                    stream += frame(data[:at], first=0x01) + frame(b"", first=0x89) + frame(data[at:], first=0x80)
                case 1:
                    stream += frame(b"there", first=0x8A) + frame(data)
                case _:
                    stream += frame(data)
            ends.append(len(stream))
        cuts = ends if rng.random() < 0.5 else sorted({0, len(stream), *rng.choices(range(1, len(stream)), k=8)})
        frames, _ = opened()
        found = [message for start, end in pairwise(cuts) for message in frames.messages(stream[start:end])]
        assert found == sent
        assert frames.state is OPEN


def test_a_frame_too_many_is_not_read_however_it_comes() -> None:
    for together in (True, False):
        frames, _ = opened(most=2)
        stream = [frame(b"one"), frame(b"two"), frame(b"three"), frame(b"four")]
        found = [message for data in ([b"".join(stream)] if together else stream) for message in frames.messages(data)]
        assert found == [b"one", b"two"]
        assert frames.flooded


@pytest.mark.parametrize(
    "data",
    [
        b"\x81\x03one",  # without a mask
        frame(b"one", first=0xC1),  # with a bit of an extension that wasn't agreed on
        frame(b"one", first=0x83),  # of a kind that doesn't exist
        frame(b"rest", first=0x80),  # the end of a message that never began
        frame(bytes(200), first=0x89),  # a control frame that is too long
        frame(bytes(1 << 17)),
        frame(b"one", first=0x01) + frame(b"two"),  # another message in the middle of one
    ],
)
def test_what_breaks_the_protocol_ends_it(data: bytes) -> None:
    for before in (b"", frame(b"before")):
        frames, _ = opened()
        if before:
            assert frames.messages(before) == [b"before"]
        assert frames.messages(data) == []
        assert frames.state is not OPEN


def test_the_middle_of_a_message_is_never_taken_for_a_frame_of_its_own() -> None:
    inner = frame(b"a message inside of a message")
    frames, _ = opened()
    whole = frame(inner, first=0x80 | Opcode.TEXT, mask=b"\0\0\0\0")
    at = len(whole) - len(inner)
    assert frames.messages(whole[:at]) == []
    assert frames.messages(whole[at:]) == [inner]
