"""Messages that nobody should send: valid ones, changed until they are invalid."""

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

import msgspec

from prial.host.messages import FromClient

VALID: Final[list[dict[str, Any]]] = [
    {"do": "hello", "version": 3, "viewer": 0},
    {"do": "ping"},
    {"do": "sit", "id": "a", "seat": 0},
    {"do": "leave", "id": "a"},
    {"do": "start", "id": "a"},
    {"do": "act", "id": "a", "key": "1.arrange", "seat": 0, "action": "lay AsAhAd KsQsJs"},
    {"do": "unlock", "id": "a", "key": "1.arrange", "seat": 0},
    {"do": "ready", "id": "a", "key": "1.4"},
    {"do": "add_bot", "id": "a", "seat": 1, "bot": "sharp"},
    {"do": "offer", "id": "a", "seat": 1},
    {"do": "answer", "id": "a", "agree": True},
    {"do": "stop", "id": "a"},
    {"do": "hurry", "id": "a"},
    {"do": "rules", "id": "a", "preset": "house", "options": {"players": 4}, "title": "Ours"},
    {"do": "show_out", "id": "a", "number": 1},
    {"do": "stand_in", "id": "a", "seat": 1},
    {"do": "propose", "id": "a", "game": "brag", "preset": "house", "options": {"players": 4}, "title": "Ours"},
    {"do": "vote", "id": "a", "proposal": 5, "agree": True},
    {"do": "say", "id": "a", "text": "Hello"},
    {"do": "suggest", "id": "a", "key": "1.arrange"},
    {"do": "coach", "id": "a", "key": "1.arrange"},
    {"do": "odds", "id": "a", "key": "1.arrange"},
]
ODD: Final[list[Any]] = [
    *(None, True, -1, 64, 2**63, 10**40, 1.5, 1e400, "", "0", "x" * 500, "\x00", "\ud800", "é", [], [0], {}, {"do": "hello"}),
    *("a b", "../..", "'; drop table people; --", "<script>", "{0}", "%s", "\u202e", "🂡"),
]

_DECODER: Final[msgspec.json.Decoder[FromClient]] = msgspec.json.Decoder(FromClient)


def _text(value: Any) -> bytes:
    return json.dumps(value).encode()


def _changed(rng: Random) -> bytes:
    """A command with a field that is odd, missing or superfluous."""
    message = dict(rng.choice(VALID))
    for _ in range(rng.randint(1, 3)):
        match rng.randrange(3):
            case 0:
                message[rng.choice(list(message) or ["do"])] = rng.choice(ODD)
            case 1:
                message.pop(rng.choice(list(message) or ["do"]), None)
            case _:
                message[rng.choice(["more", "__class__", "Do", "id ", ""])] = rng.choice(ODD)
    return _text(message)


def _torn(rng: Random) -> bytes:
    """A command with bytes removed, changed or inserted."""
    text = bytearray(_text(rng.choice(VALID)))
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(text) or 1)
        match rng.randrange(3):
            case 0:
                del text[at : at + rng.randint(1, 8)]
            case 1:
                text[at : at + 1] = bytes([rng.randrange(256)])
            case _:
                text[at:at] = rng.choice([b"{", b"}", b"[", b'"', b"\\", b",", b"\\u", b"\x00", b"\xff", b"null"])
    return bytes(text)


def _noise(rng: Random) -> bytes:
    return rng.randbytes(rng.randrange(200))


def _nested(rng: Random) -> bytes:
    deep = rng.choice([b"[", b'{"do":', b'{"id":"a","do":"sit","seat":['])
    return deep * (rng.randint(1, 4000) // len(deep))


def _long(rng: Random) -> bytes:
    return _text({"do": "say", "id": "a", "text": "x" * rng.randint(4096, 6000)})


def malformed(seed: int) -> Iterator[bytes]:
    """An endless series of frames, none of which is a valid message."""
    rng = Random(seed)
    makers: list[Callable[[Random], bytes]] = [_changed, _changed, _torn, _torn, _noise, _nested, _long]
    while True:
        frame = rng.choice(makers)(rng)
        try:
            _DECODER.decode(frame)
        except (msgspec.MsgspecError, RecursionError, UnicodeError):
            yield frame
