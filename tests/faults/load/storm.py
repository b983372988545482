"""Many people at once: their cost while nothing happens, and how long they wait when all of them connect again."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from prial.host import messages as said
from tests.faults.load.line import Line
from tests.faults.load.report import Cost, Figure, kernel, share, turned_away, uncollected
from tests.faults.load.stores import SEATS, Crowd
from tests.faults.process import Server, until

PATIENCE_S: Final = 90
"""Seconds after which a person who isn't greeted counts as failed."""
MISSED: Final = 3
"""Updates that a returning person has missed."""
OPEN_MB: Final = 150
"""Most megabytes of memory that a server may use once it is open."""
BACK_S: Final = 5
"""Most seconds that a start after `kill -9` may take."""
_KB: Final = 1024
_MB: Final = 1024**2


class Visitor(Line):
    """A person who connects and reads the first message."""

    def __init__(self, table: str, token: str, number: int) -> None:
        super().__init__(table, token, number)
        self.greeted = 0.0
        """Time of the greeting on the monotonic clock; 0 before it."""
        self.version = 0
        self._viewer: int | None = None

    def took(self, data: bytes) -> None:
        if self.greeted:
            return
        self.greeted = time.monotonic()
        if data.startswith(b'{"is":"welcome"'):
            self.version = int(_after(data, b'"version":'))
            viewer = _after(data, b'"viewer":')
            self._viewer = int(viewer) if viewer != b"null" else None

    def forget(self, *, all_of_it: bool) -> None:
        """Get ready to connect again, with no known version or with the last one."""
        self.greeted = 0.0
        self.hello = said.Hello() if all_of_it else said.Hello(version=max(0, self.version - MISSED), viewer=self._viewer)


def _after(data: bytes, name: bytes) -> bytes:
    start = data.index(name) + len(name)
    return data[start : data.index(b",", start)]


@dataclass
class Storm:
    """The result of people connecting at once."""

    waits: list[float]
    """Seconds until each person was greeted."""
    late: list[float]
    """Seconds until the generator began to connect each person."""
    failed: int
    turned_away: int
    """Connections that the kernel deferred by 1, 3, 7 … seconds because the server's queue was full."""
    cost: Cost

    def figures(self, title: str, p99_ms: float | None, cpu_ms: float | None) -> list[Figure]:
        """The result as figures."""
        return [
            Figure(f"{title}: greeted, p50", share(self.waits, 0.5), "ms"),
            Figure(f"{title}: greeted, p99", share(self.waits, 0.99), "ms", p99_ms),
            Figure(f"{title}: failed", self.failed, "", 0),
            Figure(f"{title}: times that the kernel's queue was full", self.turned_away),
            Figure(f"{title}: the server's CPU for each", 1000 * self.cost.server / max(1, len(self.waits)), "ms", cpu_ms),
            Figure(f"{title}: the generator's CPU for each", 1000 * self.cost.own / max(1, len(self.waits)), "ms"),
            Figure(f"{title}: the generator late by, p99", share(self.late, 0.99), "ms"),
        ]


def visitors(made: list[Crowd], clients: int) -> list[Visitor]:
    """People at tables: first one person at each table, then the next one at each."""
    found = [Visitor(crowd.table, crowd.tokens[seat], n * SEATS + seat) for seat in range(SEATS) for n, crowd in enumerate(made)]
    return found[:clients]


async def arrive(port: int, people: Sequence[Visitor], rate: float = 1000) -> None:
    """Let people connect without hurry, and wait until all are greeted."""
    for number, each in enumerate(people):
        await each.connect(port)
        if number % 50 == 0:
            await asyncio.sleep(50 / rate)
    await until(lambda: all(each.greeted for each in people), PATIENCE_S)


async def storm(server: Server, people: Sequence[Visitor], cost: Cost | None = None) -> Storm:
    """Let all of them connect to a server at once; the cost is the server's, unless another one is given."""
    late: list[float] = []
    cost = cost or Cost(server)
    with uncollected():
        start, full = time.monotonic(), turned_away()
        cost.begin()

        async def come(each: Visitor) -> None:
            late.append(time.monotonic() - start)
            try:
                await each.connect(server.port)
            except OSError:
                each.lost = True

        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_S):
                await asyncio.gather(*map(come, people))
                await until(lambda: all(each.greeted or each.lost for each in people), PATIENCE_S)
        cost.end()
    waits = [each.greeted - start for each in people if each.greeted]
    return Storm(waits, late, len(people) - len(waits), turned_away() - full, cost)


async def _rest(people: Sequence[Visitor]) -> None:
    """Wait until the server is at rest; longer for more people."""
    await asyncio.sleep(0.2 + len(people) / 1000)


async def dropped(people: Sequence[Visitor], *, all_of_it: bool) -> None:
    """Cut all connections, and wait until the server has noticed."""
    for each in people:
        each.drop()
        each.forget(all_of_it=all_of_it)
    await _rest(people)


async def stormed(server: Server, made: list[Crowd], clients: int) -> list[Figure]:
    """Storms of people who know nothing, and of people who missed only a few updates.

    Args:
        server: the server.
        made: the tables.
        clients: number of people.
    """
    people = visitors(made, clients)
    await arrive(server.port, people)
    figures: list[Figure] = []
    p99_ms = 1_500 if clients <= 2_000 else 6_000
    for title, all_of_it in (("with nothing", True), (f"{MISSED} updates behind", False)):
        await dropped(people, all_of_it=all_of_it)
        figures += (await storm(server, people)).figures(title, p99_ms, 0.5)
    return figures


async def idled(server: Server, made: list[Crowd], clients: int, seconds: float) -> list[Figure]:
    """The cost of people who only watch: memory for each at a loaded table, and the server's share of a core."""
    people = visitors(made, clients)
    first = min(len(made), clients // 2)
    await arrive(server.port, people[:first])
    await _rest(people)
    before, slab = server.memory(), kernel()
    await arrive(server.port, people[first:])
    await _rest(people)
    more = len(people) - first
    after = server.memory()
    cost = Cost(server)
    cost.begin()
    await asyncio.sleep(seconds)
    cost.end()
    return [
        Figure("memory of a connection", (after - before) / more / _KB, "KB", 20),
        Figure("the kernel's, of both its ends", (kernel() - slab) / more / _KB, "KB"),
        Figure("memory of the server", after / _MB, "MB"),
        Figure("a core's share: server", 100 * cost.server / cost.wall, "%", 3),
        Figure("a core's share: generator", 100 * cost.own / cost.wall, "%"),
        Figure("connections that the server closed", sum(each.lost for each in people), "", 0),
    ]


async def killed(server: Server, people: Sequence[Visitor]) -> list[Figure]:
    """Let everybody connect without hurry; then the server is killed and started again, and all of them connect again."""
    held = server.memory()
    await arrive(server.port, people)
    full = server.memory()
    server.kill()
    await until(lambda: all(each.lost for each in people))
    for each in people:
        each.forget(all_of_it=True)
    server.start()
    back, again = server.up(), server.memory()
    stormed = await storm(server, people)
    return [
        Figure("memory when open", held / _MB, "MB", OPEN_MB),
        Figure("memory with everybody there", full / _MB, "MB"),
        Figure("open after kill -9", back, "s", BACK_S),
        Figure("memory then", again / _MB, "MB", OPEN_MB),
        *stormed.figures("back", 6_000, 0.5),
        Figure("memory with everybody back", server.memory() / _MB, "MB"),
    ]
