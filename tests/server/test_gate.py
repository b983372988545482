"""The limits on open connections, and which connection makes room for another."""

import asyncio
import shutil
import ssl
import subprocess
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from prial.host.table_request import TableRequest
from prial.server import calling, run
from prial.server.allowance import Rate, Source, source
from prial.server.gate import Gate
from tests.server.conftest import FREELY, Open, hear, say

CALL = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"


class Someone:
    """A connection at the gate."""

    def __init__(self, gate: Gate, where: Source | None) -> None:
        self.gate, self.where, self.dropped = gate, where, False
        self.inside = gate.enter(self, where)

    def drop(self) -> None:
        self.dropped = True
        self.gate.leave(self, self.where)


def test_whoever_has_waited_longest_at_an_address_makes_room() -> None:
    gate = Gate(calling=3, sockets=9, greetings=9, most=100)
    here, there = source("192.0.2.1"), source("198.51.100.1")
    other = Someone(gate, there)
    first, second, third, fourth = (Someone(gate, here) for _ in range(4))
    assert [each.dropped for each in (other, first, second, third, fourth)] == [False, True, False, False, False]
    gate.busy(second)
    fifth = Someone(gate, here)
    assert (second.dropped, third.dropped, fifth.inside) == (False, True, True)
    gate.waits(second, here)  # it has been answered, and has waited for less time than the others
    Someone(gate, here)
    assert (fourth.dropped, second.dropped) == (True, False)


def test_where_everybody_is_being_answered_there_is_no_room() -> None:
    gate = Gate(calling=2, sockets=9, greetings=9, most=100)
    here = source("2001:db8::1")
    for _ in range(2):
        gate.busy(Someone(gate, here))
    assert not Someone(gate, source("2001:db8::2")).inside
    assert Someone(gate, source("2001:db8:0:1::")).inside


def test_a_network_is_four_addresses_and_sockets_leave_room_to_those_who_come() -> None:
    gate = Gate(calling=2, sockets=80, greetings=9, most=80)
    assert sum(gate.seat(source("203.0.113.1"), plays=True) for _ in range(80)) == 60
    crowd = [Someone(gate, source(f"192.0.2.{last}")) for last in range(20)]
    assert sum(not each.dropped for each in crowd) == 8
    more = [Someone(gate, source(f"198.51.{part}.1")) for part in range(30)]
    assert sum(not each.dropped for each in (*crowd, *more)) == 20
    assert not any(each.dropped for each in more[10:])


def test_a_proxy_stands_for_many() -> None:
    gate = Gate(calling=2, sockets=9, greetings=9, most=10)
    proxied = [Someone(gate, None) for _ in range(12)]
    assert sum(not each.dropped for each in proxied) == 10


def test_a_quarter_of_the_room_is_kept_for_those_who_play() -> None:
    gate = Gate(calling=9, sockets=8, greetings=9, most=100)
    here = source("192.0.2.1")
    assert [gate.seat(here, plays=False) for _ in range(7)] == [True] * 6 + [False]
    assert [gate.seat(here, plays=True) for _ in range(3)] == [True, True, False]
    gate.unseat(here)
    assert not gate.seat(here, plays=False)
    assert gate.seat(here, plays=True)


async def test_sockets_of_an_address_are_counted_and_players_still_get_in(serve: Open) -> None:
    async with serve(address_sockets=4) as served, AsyncExitStack() as stack:
        bea, cal = await served.guest("Bea"), await served.guest("Cal")
        table = await served.table(bea, public=True)
        for _ in range(3):
            line = await stack.enter_async_context(served.socket(table, cal))
            await say(line, do="hello")
            await hear(line, "welcome")
        async with served.socket(table, cal) as line:
            bye = await hear(line, "bye")
            assert (bye["code"], bye["again"]) == ("limit.room", True)
        async with served.socket(table, bea) as line:
            await say(line, do="hello")
            await hear(line, "welcome")
        await stack.aclose()
        await asyncio.sleep(0.05)
        async with served.socket(table, cal) as line:
            await say(line, do="hello")
            await hear(line, "welcome")


@pytest.mark.parametrize("before", [b"", CALL + b"\r\n", CALL + b"Content-Length: 900\r\n\r\n"])
async def test_a_head_that_comes_by_drops_is_cut_on_a_kept_connection_too(
    serve: Open, monkeypatch: pytest.MonkeyPatch, before: bytes
) -> None:
    monkeypatch.setattr(calling, "HEAD_SECONDS", 0.3)
    async with serve() as served:
        reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
        if before:
            writer.write(before)
            await reader.readuntil(b"}")
        start = asyncio.get_running_loop().time()
        with suppress(ConnectionError):
            for byte in CALL[:-2] + b"x" * 200:
                writer.write(bytes([byte]))
                if reader.at_eof() or reader.exception():
                    break
                await asyncio.sleep(0.02)
            await reader.read()
        assert asyncio.get_running_loop().time() - start < 2
        writer.close()


async def test_half_sent_calls_shut_nobody_out(serve: Open) -> None:
    """With 300 half-sent requests at once."""
    async with serve(address_connections=50) as served:
        half = []
        for _ in range(300):
            reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
            writer.write(CALL)
            half.append((reader, writer))
        async with served.http() as http:
            assert (await http.get("/healthz")).status_code == 200
        await asyncio.sleep(0.1)
        assert sum(not reader.at_eof() for reader, _ in half) <= 50
        for _, writer in half:
            writer.close()


@pytest.fixture
def tls(tmp_path: Path) -> tuple[Path, Path]:
    """A certificate and its key."""
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost"]
    subprocess.run([*command, "-out", str(cert), "-keyout", str(key)], check=True, capture_output=True)
    return cert, key


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificate")
async def test_whoever_does_not_agree_on_tls_soon_has_to_go(
    serve: Open, monkeypatch: pytest.MonkeyPatch, tls: tuple[Path, Path]
) -> None:
    monkeypatch.setattr(run, "HEAD_SECONDS", 0.5)
    async with serve(tls=tls) as served:
        silent, waiting = await asyncio.open_connection("127.0.0.1", served.port)
        context = ssl.create_default_context(cafile=str(tls[0]))
        context.check_hostname = False
        reader, writer = await asyncio.open_connection("127.0.0.1", served.port, ssl=context)
        with suppress(ConnectionError):
            assert await asyncio.wait_for(silent.read(), 5) == b""
        writer.write(CALL + b"\r\n")
        assert (await reader.readuntil(b"}")).startswith(b"HTTP/1.1 200")
        for each in (waiting, writer):
            each.close()
            with suppress(OSError):
                await each.wait_closed()


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificate")
async def test_handshakes_of_tls_are_counted_before_they_are_done(serve: Open, tls: tuple[Path, Path]) -> None:
    """Unfinished handshakes once counted for no address: any number of silent connections was held for ten seconds each."""
    context = ssl.create_default_context(cafile=str(tls[0]))
    context.check_hostname = False
    async with serve(tls=tls, address_greetings=3) as served:
        silent = [await asyncio.open_connection("127.0.0.1", served.port) for _ in range(10)]
        await asyncio.sleep(0.1)
        assert sum(not reader.at_eof() for reader, _ in silent) == 3
        reader, writer = await asyncio.open_connection("127.0.0.1", served.port, ssl=context, local_addr=("127.0.0.2", 0))
        writer.write(CALL + b"\r\n")
        assert (await reader.readuntil(b"}")).startswith(b"HTTP/1.1 200")
        for _, each in silent:
            each.close()
        await asyncio.sleep(0.05)
        for number in range(5):  # finished handshakes don't count any more
            more, one = await asyncio.open_connection("127.0.0.1", served.port, ssl=context)
            one.write(CALL + b"\r\n")
            assert (await more.readuntil(b"}")).startswith(b"HTTP/1.1 200"), number
            one.close()
        writer.close()


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificate")
async def test_a_table_is_played_at_over_tls(serve: Open, tls: tuple[Path, Path]) -> None:
    context = ssl.create_default_context(cafile=str(tls[0]))
    context.check_hostname = False
    async with serve(tls=tls) as served:
        token = await served.guest()
        ann, _ = await served.house.people.guest("Ann")
        table = await served.house.create(ann, TableRequest(game="crash", public=True))
        headers = {"authorization": f"Bearer {token}"}
        url = f"wss://127.0.0.1:{served.port}/api/tables/{table}/socket"
        async with connect(url, ssl=context, additional_headers=headers) as line:
            await say(line, do="hello")
            await hear(line, "welcome")


async def test_new_connections_of_an_address_are_counted(serve: Open) -> None:
    async with serve(rates=FREELY.__class__(connections=Rate(5, 3600))) as served:
        answered = 0
        for _ in range(8):
            reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
            with suppress(ConnectionError):
                writer.write(CALL + b"Connection: close\r\n\r\n")
                answered += (await reader.read()).startswith(b"HTTP/1.1 200")
            writer.close()
        assert answered == 5
