"""An attack that does everything attackers have tried, from several addresses, by a process of its own, while people play."""

import asyncio
import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Final, cast

import uvloop

from prial.host import messages as said
from tests.faults.load.line import HERE, NEIGHBOURS, address, frame, framed, head
from tests.faults.load.moves import WARM_S, Tally, figures, seated, timetable
from tests.faults.load.report import Cost, Figure, share, uncollected
from tests.faults.load.stores import SEATS, Crowd
from tests.faults.load.storm import Visitor
from tests.faults.process import Server, until

ATTACKERS: Final = 20
"""Addresses that attack."""
FAR: Final = 100_000
"""The attackers' numbers begin here, so that their addresses are in other networks than those of the players."""
NEWCOMERS: Final = 100
"""People who come to watch during the attack."""
MOST_MS: Final = 100
"""Most milliseconds for 99 of 100 answers during the attack."""
MOST_MB: Final = 100
"""Most megabytes of memory that an attack may add."""
_PACE_S: Final = 4
"""Seconds between two moves of a player."""
_BYTES: Final = 60_000
"""Bytes that a flood sends every tenth of a second."""
_ROUND_S: Final = 5
"""Seconds after which an attacker starts an attack again that the server hasn't cut off."""
_PINGS: Final = framed(0x89, b"x" * 125) * (_BYTES // 131)
_PARTS: Final = framed(0x00, b"x" * 125) * (_BYTES // 133)
_HALF: Final = b"GET /api/games HTTP/1.1\r\nHost: here\r\nX-Half"
_HALF_BODY: Final = b"POST /api/me?token=true HTTP/1.1\r\nHost: here\r\nContent-Length: 20\r\n\r\n{"


@dataclass(frozen=True)
class Aim:
    """What is attacked, and for how long.

    Args:
        port: the server's port.
        tables: tables that everybody may watch.
        over: a table whose game is over.
        tokens: tokens of the attackers.
        seconds: duration of the attack.
    """

    port: int
    tables: tuple[str, ...]
    over: str
    tokens: tuple[str, ...]
    seconds: float


class Wire(asyncio.Protocol):
    """A connection that reads everything that comes, and keeps the first line."""

    def __init__(self) -> None:
        self.line = b""
        self.lost = asyncio.Event()
        self.answered = asyncio.Event()
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        if not self.line:
            self.line = data[:15]
            self.answered.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost.set()
        self.answered.set()

    def write(self, data: bytes) -> None:
        """Send, unless too much waits to be sent already."""
        assert self.transport is not None
        if self.transport.get_write_buffer_size() < 10 * _BYTES:
            self.transport.write(data)


class Attacker:
    """An address that attacks.

    Args:
        aim: what is attacked.
        number: the address's number.
        met: counts the outcomes of each attack.
    """

    def __init__(self, aim: Aim, number: int, met: Counter[str]) -> None:
        self._aim, self._number, self.met = aim, number, met
        self._rng = Random(number)
        self._end = time.monotonic() + aim.seconds

    async def attack(self) -> None:
        """Do all attacks at once, again and again."""
        # The attack, how many at a time, and seconds between two
        ways: list[tuple[Callable[[Wire], Awaitable[None]], int, float]] = [
            (self.pings, 1, 0.5),
            (self.pings_of_a_stranger, 1, 0.5),
            (self.parts, 1, 0.5),
            (self.half_a_head, 20, 0.5),
            (self.half_a_body, 10, 0.5),
            (self.hellos, 2, 0.5),
            (self.replay, 4, 0.5),
            (self.look_in, 3, 0.5),
            (self.guest, 1, 0.2),
            (self.table, 1, 0.2),
            (self.long_body, 1, 0.2),
        ]
        await asyncio.gather(*[self._again(way, pause) for way, times, pause in ways for _ in range(times)])

    async def _again(self, way: Callable[[Wire], Awaitable[None]], pause: float) -> None:
        loop = asyncio.get_running_loop()
        source = address(FAR + self._number), 0
        while (left := self._end - time.monotonic()) > 0:
            wire, outcome = Wire(), ""
            try:
                async with asyncio.timeout(min(left, _ROUND_S) + 1):
                    await loop.create_connection(lambda wire=wire: wire, HERE, self._aim.port, local_addr=source)  # type: ignore[misc]
                    await way(wire)
            except (OSError, TimeoutError) as error:  # the server may refuse or cut an attacker
                outcome = type(error).__name__
            outcome = outcome or wire.line[9:12].decode("latin-1") or "no answer"
            self.met[f"{way.__name__}: {outcome}{', cut off' if wire.lost.is_set() else ''}"] += 1
            if wire.transport is not None:
                wire.transport.abort()
            await asyncio.sleep(pause * self._rng.uniform(0.5, 1.5))

    @property
    def _token(self) -> str:
        return self._rng.choice(self._aim.tokens)

    async def _flood(self, wire: Wire, token: str, begin: bytes, data: bytes, times: int, pause: float) -> None:
        wire.write(head(self._rng.choice(self._aim.tables), token))
        await wire.answered.wait()
        wire.write(begin)
        for _ in range(times):
            if wire.lost.is_set():
                break
            wire.write(data)
            await asyncio.sleep(pause)

    async def pings(self, wire: Wire) -> None:
        """Ping at 600 KB a second."""
        await self._flood(wire, self._token, frame(said.Hello()), _PINGS, 10 * _ROUND_S, 0.1)

    async def pings_of_a_stranger(self, wire: Wire) -> None:
        """The same with a token that the server never gave."""
        await self._flood(wire, "made-up", b"", _PINGS, 10 * _ROUND_S, 0.1)

    async def parts(self, wire: Wire) -> None:
        """Send a message in parts without end."""
        await self._flood(wire, self._token, framed(0x01, b"{"), _PARTS, 10 * _ROUND_S, 0.1)

    async def hellos(self, wire: Wire) -> None:
        """Say hello again and again."""
        await self._flood(wire, self._token, b"", frame(said.Hello()), 20 * _ROUND_S, 0.05)

    async def look_in(self, wire: Wire) -> None:
        """Come to watch, and leave."""
        await self._flood(wire, self._token, b"", frame(said.Hello()), 1, 0.1)

    async def half_a_head(self, wire: Wire) -> None:
        """Hold a connection with half a request, after a whole one."""
        wire.write(b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n")
        await wire.answered.wait()
        wire.write(_HALF)
        await self._linger(wire)

    async def half_a_body(self, wire: Wire) -> None:
        """Hold a connection with half a body."""
        wire.write(_HALF_BODY)
        await self._linger(wire)

    async def _linger(self, wire: Wire) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(wire.lost.wait(), _ROUND_S)

    async def _call(self, wire: Wire, call: str, token: str, body: bytes = b"", length: int = 0) -> None:
        wire.write(
            f"{call} HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {length or len(body)}\r\n\r\n".encode()
        )
        wire.write(body)
        await wire.answered.wait()

    async def replay(self, wire: Wire) -> None:
        """Ask for a long game."""
        await self._call(wire, f"GET /api/tables/{self._aim.over}/replay/1", self._token)

    async def guest(self, wire: Wire) -> None:
        """Become a new guest."""
        await self._call(wire, "POST /api/me?token=true", "", b'{"name": "Eve"}')

    async def table(self, wire: Wire) -> None:
        """Open a table."""
        await self._call(wire, "POST /api/tables", self._token, b'{"game": "crash", "public": true}')

    async def long_body(self, wire: Wire) -> None:
        """Send a body that is too long."""
        await self._call(wire, "POST /api/me", self._token, b"x" * _BYTES, length=10**9)


def attack(aim: Aim) -> tuple[Counter[str], float]:
    """Attack from all addresses, at the lowest priority of this machine.

    Returns:
        The outcomes, and the seconds of processor time that it took.
    """
    os.nice(19)

    async def from_everywhere() -> Counter[str]:
        met: Counter[str] = Counter()
        # Each address is in a network of its own, so that the limits of a network hold none of them back
        await asyncio.gather(*[Attacker(aim, NEIGHBOURS * number, met).attack() for number in range(ATTACKERS)])
        return met

    return uvloop.run(from_everywhere()), time.process_time()


async def flooded(server: Server, made: list[Crowd], aim: Aim, newcomers: list[str]) -> list[Figure]:
    """What players and newcomers notice of an attack.

    Args:
        server: the server.
        made: the tables at which people play.
        aim: what is attacked, and for how long.
        newcomers: tokens of people who come to watch one after the other during the attack.
    """
    tally = Tally()
    tables = await seated(server.port, made, tally)
    rate = len(tables) * SEATS / _PACE_S
    await timetable(tables, rate, min(WARM_S, aim.seconds), counted=True)
    peace, tally.waits[:] = share(tally.waits, 0.99), []
    cost, before = Cost(server), server.memory()
    with uncollected(), ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        attacking = asyncio.get_running_loop().run_in_executor(pool, attack, aim)
        cost.begin()
        coming = [asyncio.create_task(_come(server.port, aim, number, token)) for number, token in enumerate(newcomers)]
        watching = asyncio.create_task(_most_memory(server, attacking))
        await timetable(tables, rate, aim.seconds, counted=True)
        cost.end()
        met, theirs = await attacking
        waits = await asyncio.gather(*coming)
        most = await watching
    for table in tables:
        table.give_up()
    sys.stdout.write("\n".join(f"  {count:7} {what}" for what, count in sorted(met.items())) + "\n")
    return [
        Figure("in peace, answered: p99", peace, "ms"),
        *figures(tally, cost, MOST_MS),
        Figure("a core's share: attackers", 100 * theirs / aim.seconds, "%"),
        Figure("newcomers greeted: p99", share(waits, 0.99), "ms", MOST_MS),
        Figure("memory of the server before", before / 1024**2, "MB"),
        Figure("memory of the server, the most that it grew by", (most - before) / 1024**2, "MB", MOST_MB),
    ]


async def _come(port: int, aim: Aim, number: int, token: str) -> float:
    """Connect in turn, and return the seconds until the greeting; infinite without one."""
    await asyncio.sleep(aim.seconds * number / NEWCOMERS)
    each, start = Visitor(aim.tables[0], token, FAR // 2 + number), time.monotonic()
    with suppress(OSError, TimeoutError):
        await each.connect(port)
        await until(lambda: bool(each.greeted), aim.seconds)
    each.drop()
    return each.greeted - start if each.greeted else float("inf")


async def _most_memory(server: Server, attacking: asyncio.Future[tuple[Counter[str], float]]) -> int:
    """Most bytes of memory that the server uses during the attack."""
    most = 0
    while not attacking.done():
        most = max(most, server.memory())
        await asyncio.sleep(0.5)
    return most
