"""Frames and bytes that nobody needs: each of them counts, whatever it is."""

import asyncio
import os
import time
from contextlib import suppress
from pathlib import Path

import pytest

from prial.host.table_request import TableRequest
from prial.server import line as lines
from prial.server.allowance import Rate
from prial.server.settings import Rates
from tests.faults.process import until
from tests.server.conftest import FREELY, Open, Served, hear, say

PLENTY = Rate(10**9, 1)
PING, PONG, CLOSE, TEXT, CONT = b"\x89", b"\x8a", b"\x88", b"\x01", b"\x00"


def frame(first: bytes, data: bytes = b"") -> bytes:
    """A frame as a client sends it, masked with zeros."""
    assert len(data) < 126
    return first + bytes([0x80 | len(data)]) + b"\0\0\0\0" + data


FLOODS = {
    "pings": frame(PING),
    "long pings": frame(PING, b"x" * 125),
    "pongs": frame(PONG),
    "parts": frame(CONT),
    "messages": frame(b"\x81", b'{"do":"ping"}'),
}


@pytest.fixture(autouse=True)
def _short_farewells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "_FAREWELL", 0.2)


class Raw:
    """A socket by its raw bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def open(cls, served: Served, table: str, token: str, address: str = "127.0.0.1") -> "Raw":
        reader, writer = await asyncio.open_connection("127.0.0.1", served.port, local_addr=(address, 0))
        head = (
            f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            f"Authorization: Bearer {token}\r\n\r\n"
        )
        writer.write(head.encode())
        line = cls(reader, writer)
        try:
            found = await reader.readuntil(b"\r\n\r\n")
        except (OSError, asyncio.IncompleteReadError) as error:
            await line.close()
            raise ConnectionRefusedError from error
        if not found.startswith(b"HTTP/1.1 101"):
            await line.close()
            raise ConnectionRefusedError(found)
        return line

    async def close(self) -> None:
        """Close the connection."""
        self.writer.transport.abort()
        with suppress(OSError):
            await self.writer.wait_closed()

    async def flood(self, data: bytes, most: int) -> int:
        """Send this again and again until the connection is cut, and return the number of bytes sent."""
        chunk, sent = data * (16_384 // len(data)), 0
        with suppress(ConnectionError):
            while sent < most and not self.reader.at_eof():
                self.writer.write(chunk)
                sent += len(chunk)
                await self.writer.drain()
                await asyncio.sleep(0)
        return sent

    async def rest(self) -> bytes:
        """Read everything that still arrives."""
        found = b""
        with suppress(ConnectionError):
            while more := await asyncio.wait_for(self.reader.read(65_536), 10):
                found += more
        await self.close()
        return found


@pytest.mark.parametrize("kind", FLOODS)
async def test_a_flood_of_any_frames_is_cut_after_a_hundred(serve: Open, kind: str) -> None:
    async with serve(rates=Rates()) as served:
        token = await served.guest()
        line = await Raw.open(served, await served.table(token), token)
        if kind == "parts":
            line.writer.write(frame(TEXT, b"{"))
        await line.flood(FLOODS[kind], 1_000_000)
        heard = await line.rest()
        assert b"limit.frames" in heard
        assert heard.count(b"\x8a") + heard.count(b'"pong"') <= 100


async def test_frames_behind_a_farewell_are_not_looked_at(serve: Open) -> None:
    async with serve() as served:
        token = await served.guest()
        line = await Raw.open(served, await served.table(token), token)
        line.writer.write(frame(b"\x81", b"nonsense"))
        heard = await line.reader.readuntil(b"message.malformed")
        await line.flood(frame(PING), 10_000_000)
        assert b"\x8a\0" not in heard + await line.rest()


async def test_bytes_are_counted_before_frames_are_whole(serve: Open) -> None:
    """A frame of 16 KB that arrives in small pieces, and many pieces that contain little."""
    async with serve(rates=FREELY.__class__(bytes=Rate(20_000, 3600))) as served:
        token = await served.guest()
        line = await Raw.open(served, await served.table(token), token)
        line.writer.write(b"\x81\xfe\x3f\x00\0\0\0\0")
        for _ in range(100):
            line.writer.write(b" ")
            await asyncio.sleep(0.002)
        assert b"limit.frames" in await line.rest()


@pytest.mark.parametrize("proxies", [(), ("127.0.0.1",)])
async def test_bytes_of_an_address_are_counted_behind_a_proxy_too(serve: Open, proxies: tuple[str, ...]) -> None:
    async with serve(rates=FREELY.__class__(address_bytes=Rate(20_000, 3600)), proxies=proxies) as served:
        token = await served.guest()
        table = await served.house.create((await served.house.people.guest("Ann"))[0], TableRequest(game="crash", public=True))
        raw = [await Raw.open(served, table, token) for _ in range(4)]
        for line in raw:
            line.writer.write(b"\x81\xfe\x3f\x00\0\0\0\0" + b" " * 7_000)
        await asyncio.sleep(0.2)
        here = [line for theirs in served.app.state.context.lines.values() for line in theirs]
        assert "limit.frames" in [line._outbox.ended for line in here]
        for line in raw:
            await line.close()


@pytest.mark.parametrize(("rate", "people"), [("person_frames", 1), ("address_frames", 8)])
async def test_frames_of_a_person_and_of_an_address_are_counted_together(serve: Open, rate: str, people: int) -> None:
    async with serve(rates=Rates(**{**dict.fromkeys(Rates.__struct_fields__, PLENTY), rate: Rate(30, 3600)})) as served:
        tokens = [await served.guest(f"P{number}") for number in range(people)]
        table = await served.table(tokens[0], public=True)
        raw = [await Raw.open(served, table, tokens[number % people]) for number in range(8)]
        for line in raw:
            line.writer.write(frame(PING) * 10)
        await asyncio.sleep(0.2)
        here = [line for theirs in served.app.state.context.lines.values() for line in theirs]
        assert [line._outbox.ended for line in here].count("limit.frames") == 5
        for line in raw:
            await line.close()


async def test_handshakes_of_an_address_are_counted(serve: Open) -> None:
    async with serve(rates=FREELY.__class__(calls=Rate(4, 3600))) as served:
        token = await served.guest()
        table = await served.table(token)
        for _ in range(3):
            await (await Raw.open(served, table, token)).close()
        with pytest.raises(ConnectionRefusedError) as refused:
            await Raw.open(served, table, token)
        assert refused.value.args[0].startswith(b"HTTP/1.1 429 ")


async def flooding(served: Served, table: str, token: str, address: str, until_: float) -> int:
    """Flood from an address again and again, and return the number of bytes sent."""
    sent = 0
    while time.monotonic() < until_:
        with suppress(ConnectionRefusedError):
            line = await Raw.open(served, table, token, address)
            for kind in FLOODS.values():
                sent += await line.flood(kind, 100_000)
            await line.close()
        await asyncio.sleep(0.01)
    return sent


async def floods(serve: Open, seconds: float) -> tuple[list[float], int]:
    """Flood from four addresses while a person plays; returns the delay of each answer and the most memory."""
    async with serve(rates=Rates()) as served:
        token, enemy = await served.guest(), await served.guest("Eve")
        table = await served.table(token, public=True)
        end = time.monotonic() + seconds
        attacks = [
            asyncio.create_task(flooding(served, table, each, f"127.1.0.{number + 1}", end))
            for number, each in enumerate([enemy, enemy, "invented", "nonsense"])
        ]
        waits = []
        async with served.socket(table, token) as line:
            await say(line, do="hello")
            await hear(line, "welcome")
            while time.monotonic() < end:
                start = time.monotonic()
                await say(line, do="ping")
                await hear(line, "pong")
                waits.append(time.monotonic() - start)
                await asyncio.sleep(0.2)
        sent = sum(await asyncio.gather(*attacks))
        await until(lambda: not served.app.state.context.lines)
        return waits, sent


async def test_a_flood_doesnt_keep_others_waiting(serve: Open) -> None:
    """The attackers share the event loop with the server here, so the figures aren't the server's alone."""
    waits, _ = await floods(serve, 2)
    assert len(waits) > 3
    assert max(waits) < 1


@pytest.mark.soak
async def test_a_minute_of_floods_doesnt_keep_others_waiting(serve: Open) -> None:
    before = resident()
    waits, sent = await floods(serve, 60)
    print(f"{sent / 1e6:.0f} MB sent, {len(waits)} answers, the slowest in {1000 * max(waits):.0f} ms")  # noqa: T201  # the campaign's result
    assert max(waits) < 1
    assert resident() - before < 100e6


def resident() -> int:
    """Bytes of memory that this process uses."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
