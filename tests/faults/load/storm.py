"""Many people at once: what they cost while nothing happens, and how long they wait when all of them come back."""

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
"""Seconds after which whoever isn't greeted has failed."""
MISSED: Final = 3
"""Updates that somebody has missed who comes back."""
OPEN_MB: Final = 150
"""The most memory that a server may hold when it is open."""
BACK_S: Final = 5
"""The longest that a start may take after `kill -9`."""
_KB: Final = 1024
_MB: Final = 1024**2


class Visitor(Line):
    """Somebody who comes, and takes in what is said first."""

    def __init__(self, table: str, token: str, number: int) -> None:
        super().__init__(table, token, number)
        self.greeted = 0.0
        """When, by the monotonic clock; 0 for not yet."""
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
        """Have to come back, with nothing in hand or with what came last."""
        self.greeted = 0.0
        self.hello = said.Hello() if all_of_it else said.Hello(version=max(0, self.version - MISSED), viewer=self._viewer)


def _after(data: bytes, name: bytes) -> bytes:
    start = data.index(name) + len(name)
    return data[start : data.index(b",", start)]


@dataclass
class Storm:
    """What came of people who came at once."""

    waits: list[float]
    """Seconds until they were greeted."""
    late: list[float]
    """Seconds until the generator began to connect them."""
    failed: int
    turned_away: int
    """Connections that the kernel let try again after 1, 3, 7 … seconds: more came at once than may wait."""
    cost: Cost

    def figures(self, title: str, p99_ms: float | None, cpu_ms: float | None) -> list[Figure]:
        """Them, for a report."""
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
    """People at tables, first one at each table, then the next."""
    found = [Visitor(crowd.table, crowd.tokens[seat], n * SEATS + seat) for seat in range(SEATS) for n, crowd in enumerate(made)]
    return found[:clients]


async def arrive(port: int, people: Sequence[Visitor], rate: float = 1000) -> None:
    """Let people come in peace, and wait until all are greeted."""
    for number, each in enumerate(people):
        await each.connect(port)
        if number % 50 == 0:
            await asyncio.sleep(50 / rate)
    await until(lambda: all(each.greeted for each in people), PATIENCE_S)


async def storm(server: Server, people: Sequence[Visitor], cost: Cost | None = None) -> Storm:
    """Let all of them come at once to a server; what it costs is the server's, if nothing else is to be looked at."""
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
    """Let the server come to rest, the longer the more there are."""
    await asyncio.sleep(0.2 + len(people) / 1000)


async def dropped(people: Sequence[Visitor], *, all_of_it: bool) -> None:
    """Let all lose the network, and the server notice."""
    for each in people:
        each.drop()
        each.forget(all_of_it=all_of_it)
    await _rest(people)


async def stormed(server: Server, made: list[Crowd], clients: int) -> list[Figure]:
    """Storms of people with nothing in hand, and of those who have almost all.

    Args:
        server: the server.
        made: the tables.
        clients: how many people.
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
    """What people cost who only look on: memory for each that comes to a table in memory, and the server's share of a core."""
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
    """Let everybody come in peace; then the server dies, starts again, and all of them come back."""
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
