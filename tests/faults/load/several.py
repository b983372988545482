"""Several servers of one house on PostgreSQL. As behind a proxy, people connect to any of them, whatever table they sit at."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

import msgspec

from prial.host import messages as said
from prial.host.store import Store
from tests.faults.load import storm
from tests.faults.load.moves import WARM_S, Table, Tally, timetable
from tests.faults.load.report import Cost, Figure, share, uncollected
from tests.faults.load.stores import SEATS, Crowd
from tests.faults.process import Server, free_port, until
from tests.testing import postgres

P99_MS: Final = 60
"""Most milliseconds for 99 of 100 answers, at 1,000 moves per second."""
MOST_COST: Final = 1.2
"""A move at two servers may cost this many times as much as at one."""
_BACK_P99_MS: Final = 5_000


class Servers:
    """Servers of one house.

    Args:
        each: the servers.
        database: their database.
    """

    def __init__(self, each: Sequence[Server], database: postgres.Server) -> None:
        self.each, self.database = each, database

    def cpu(self) -> float:
        """Seconds of processor time that they have used."""
        return sum(server.cpu() for server in self.each if server.runs)


class Costs:
    """The processor time that servers, their database and this process use during a period."""

    def __init__(self, servers: Servers) -> None:
        self.servers, self.database = Cost(servers), Cost(servers.database)

    def begin(self) -> None:
        """Begin the period."""
        self.servers.begin()
        self.database.begin()

    def end(self) -> None:
        """End the period."""
        self.servers.end()
        self.database.end()

    def each(self, tally: Tally) -> float:
        """Milliseconds of the servers' processor time per move."""
        return 1000 * self.servers.server / max(1, tally.answered)


@contextmanager
def serving(folder: Path, database: postgres.Server, url: str, number: int, more: Sequence[str] = ()) -> Iterator[Servers]:
    """This many servers on a database, with further options; they are killed at the end."""
    with ExitStack() as stack:
        servers = [Server(folder.with_stem(f"server{n}"), free_port(), url=url, more=more) for n in range(number)]
        for server in servers:
            stack.callback(server.kill)
            server.start()
        for server in servers:
            server.up()
        yield Servers(servers, database)


async def _seated(servers: Servers, made: list[Crowd], tally: Tally, *, together: bool) -> list[Table]:
    """People at their tables, each table's at one server, or spread over all servers."""
    tables = [Table(crowd, number, tally) for number, crowd in enumerate(made)]
    for number, table in enumerate(tables):
        for seat, line in enumerate(table.lines):
            await line.connect(servers.each[(number if together else seat) % len(servers.each)].port)
    await until(lambda: tally.greeted >= len(tables) * SEATS, 60)
    return tables


async def played(
    servers: Servers, made: list[Crowd], rate: float, seconds: float, *, together: bool = False
) -> tuple[Tally, Costs]:
    """Play by the timetable.

    Args:
        servers: the servers of one house.
        made: the tables.
        rate: moves per second.
        seconds: duration.
        together: whether all people of a table connect to the same server, as behind a proxy that chooses it by the URL.
    Returns:
        The counts and the cost.
    """
    tally = Tally()
    tables = await _seated(servers, made, tally, together=together)
    cost = Costs(servers)
    with uncollected():
        await timetable(tables, rate, min(WARM_S, seconds), counted=False)
        cost.begin()
        await timetable(tables, rate, seconds, counted=True)
        cost.end()
        tally.answered = len(tally.waits)
        with suppress(TimeoutError):
            await until(lambda: not any(table.owed for table in tables), 10)
    for table in tables:
        table.give_up()
    return tally, cost


def figures(tally: Tally, cost: Costs, p99_ms: float | None) -> list[Figure]:
    """The figures of moves; arguments as for `tests.faults.load.moves.figures`."""
    return [
        Figure("answered, from when it was due: p50", share(tally.waits, 0.5), "ms"),
        Figure("answered, from when it was due: p99", share(tally.waits, 0.99), "ms", p99_ms),
        Figure("answered, from when it was due: the slowest", share(tally.waits, 1), "ms"),
        Figure("the generator late by: p99", share(tally.late, 0.99), "ms"),
        Figure("the servers' time for one", cost.each(tally), "ms"),
        Figure("the database's time for one", 1000 * cost.database.server / max(1, tally.answered), "ms"),
        Figure("refused", tally.refused.total(), "", 0),
        Figure("connections that the servers closed", tally.lost, "", 0),
        Figure("a core's share: database", 100 * cost.database.server / cost.database.wall, "%"),
        *cost.servers.figures(),
    ]


async def lost(url: str, made: list[Crowd], tally: Tally) -> int:
    """Number of answered moves that aren't in the store, or are different there."""
    store = await Store.open(url)
    stored: dict[tuple[str, str], bytes] = {}
    for crowd in made:
        stored |= {(each.who, each.id): each.answer for each in await store.answers(crowd.table)}
    await store.close()
    return sum(stored.get(who) != msgspec.json.encode(said.Saved(who[1], version)) for who, version in tally.saved.items())


async def bereft(servers: Servers, made: list[Crowd], clients: int) -> list[Figure]:
    """Let everybody connect without hurry; then one server dies, and its people connect to the other."""
    people = storm.visitors(made, clients)
    first, other = servers.each
    halves = people[: len(people) // 2], people[len(people) // 2 :]
    for server, half in zip((first, other), halves, strict=True):
        await storm.arrive(server.port, half)
    await asyncio.sleep(2)
    first.kill()
    await until(lambda: all(each.lost for each in halves[0]))
    for each in halves[0]:
        each.forget(all_of_it=True)
    back = await storm.storm(other, halves[0])
    return back.figures("back", _BACK_P99_MS, None)
