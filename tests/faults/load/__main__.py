"""``python -m tests.faults.load`` puts a real server with a database file under load, and prints the figures beside their limits.

``python -m tests.faults.load storm --clients 10000`` does a part of it. Moves fall due by a timetable, however slow answers are.
The generator is a process of its own, and says how much of a core it used; each of its people has an address of this machine.
"""

import argparse
import asyncio
import os
import resource
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from tests.faults.load import flood, moves, rolling, school, screen, several, shuffles, storm
from tests.faults.load.line import run
from tests.faults.load.report import Figure, Report, serving
from tests.faults.load.stores import SEATS, crowds, finished, guests, url
from tests.faults.years import fill
from tests.testing.postgres import postgres

OPEN_S: Final = 3
"""Most seconds that a start may take."""
P99_MS: Final = {1000: 30, 2000: 100}
"""Most milliseconds for 99 of 100 answers, by moves per second."""

Results = Iterator[tuple[str, list[Figure]]]


def idle(db: Path, given: argparse.Namespace) -> Results:
    """People who only watch."""
    clients = given.clients or 10_000
    made = asyncio.run(crowds(url(db), -(-clients // SEATS)))
    with serving(db, given.profile) as (server, _):
        yield f"{clients} idle connections", run(storm.idled(server, made, clients, given.seconds or 60))


def play(db: Path, given: argparse.Namespace) -> Results:
    """Saved moves by real rules; then the server is killed, and no move may be lost."""
    for rate in [given.rate] if given.rate else P99_MS:
        file = db.with_stem(f"play{rate}")
        made = asyncio.run(crowds(url(file), max(1, rate // 2)))  # enough people that nobody meets a rate limit
        with serving(file, given.profile) as (server, _):
            tally, cost = run(moves.played(server, made, rate, given.seconds or 60))
            if not given.profile:
                server.kill()
        gone = Figure("lost by kill -9", len(moves.lost(file, made, tally)), "", 0)
        below = [] if given.profile else moves.below(file, tally, rate, given.seconds or 60)
        yield f"{rate} moves/s at {len(made)} tables", [*moves.figures(tally, cost, P99_MS.get(rate)), gone, *below]


def come(db: Path, given: argparse.Namespace) -> Results:
    """All clients connect again at once."""
    for clients in [given.clients] if given.clients else (2_000, 10_000):
        file = db.with_stem(f"storm{clients}")
        made = asyncio.run(crowds(url(file), -(-clients // SEATS)))
        with serving(file, given.profile) as (server, _):
            yield f"{clients} reconnect at once", run(storm.stormed(server, made, clients))


def kill(db: Path, given: argparse.Namespace) -> Results:
    """`kill -9` of a server with many stored tables, while everybody watches its live ones."""
    clients = given.clients or 10_000
    live = asyncio.run(fill(url(db), given.stored, given.live))
    tokens = [token for copy in live for token in copy.tokens]
    tokens += asyncio.run(guests(db, max(0, clients - len(tokens))))
    tables = [copy.table for copy in live for _ in copy.tokens]
    tables += [live[number % len(live)].table for number in range(len(tokens) - len(tables))]
    people = [storm.Visitor(table, token, n) for n, (table, token) in enumerate(zip(tables, tokens, strict=True))][:clients]
    with serving(db, None) as (server, opened):
        found = run(storm.killed(server, people))
        yield (
            f"kill -9 with {given.stored} stored tables, {given.live} live, {clients} connected",
            [Figure("open after a start", opened, "s", OPEN_S), *found],
        )


def shuffle(db: Path, given: argparse.Namespace) -> Results:
    """The cost of shuffles in which players take part."""
    rate, seconds = given.rate or 200, given.seconds or 30
    found = []
    for turned in (True, False):
        file = db.with_stem(f"shuffle{turned}")
        made = asyncio.run(crowds(url(file), max(1, rate // 4)))
        with serving(file, given.profile) as (server, _):
            found.append(run(shuffles.dealt(server, made, rate, seconds, turned=turned)))
    yield f"{rate} moves/s of Crash at {max(1, rate // 4)} tables that turn their decks", shuffles.figures(*found)


def attack(db: Path, given: argparse.Namespace) -> Results:
    """An attack while people play."""
    clients, seconds = given.clients or 500, given.seconds or 30
    over = asyncio.run(finished(db))
    made = asyncio.run(crowds(url(db), -(-clients // SEATS)))
    tokens = asyncio.run(guests(db, flood.NEWCOMERS + 5 * flood.ATTACKERS))
    with serving(db, given.profile) as (server, _):
        attackers = tuple(tokens[flood.NEWCOMERS :])
        aim = flood.Aim(server.port, tuple(crowd.table for crowd in made), over, attackers, seconds)
        found = run(flood.flooded(server, made, aim, tokens[: flood.NEWCOMERS]))
        yield f"a flood from {flood.ATTACKERS} addresses beside {len(made) * SEATS} who play", found


def pupils(db: Path, given: argparse.Namespace) -> Results:
    """A class and a school, each behind one address."""
    for number in [given.clients] if given.clients else school.PUPILS:
        file = db.with_stem(f"school{number}")
        (crowd,) = asyncio.run(crowds(url(file), 1))
        with serving(file, given.profile) as (server, _):
            yield f"{number} pupils behind one address", run(school.came(server, crowd.table, number))


def together(db: Path, given: argparse.Namespace) -> Results:
    """Two servers of one house on PostgreSQL: their cost per move next to one server's, and everybody's return after one dies."""
    rate, clients = given.rate or 1000, given.clients or 10_000
    with postgres(safe=True) as database:
        alone = 0.0
        for number, how, most in ((1, "", None), (2, ", all of a table at one", several.MOST_COST), (2, ", some at each", None)):
            where = database.url()
            made = asyncio.run(crowds(where, max(1, rate // 2)))
            with several.serving(db, database, where, number) as servers:
                tally, cost = run(several.played(servers, made, rate, given.seconds or 30, together="one" in how))
            lost = asyncio.run(several.lost(where, made, tally))
            found = [*several.figures(tally, cost, several.P99_MS), Figure("lost by kill -9", lost, "", 0)]
            alone = alone or cost.each(tally)
            found.append(Figure("the servers' time for one, against one server", cost.each(tally) / alone, "×", most))
            yield f"{rate} moves/s at {len(made)} tables, PostgreSQL, {number} server{'s' if number > 1 else ''}{how}", found
        where = database.url()
        made = asyncio.run(crowds(where, -(-clients // SEATS)))
        with several.serving(db, database, where, 2) as servers:
            yield f"{clients} connected to two servers, of which one is killed", run(several.bereft(servers, made, clients))


def restart(db: Path, given: argparse.Namespace) -> Results:
    """A rolling restart behind Caddy, if it is installed."""
    if shutil.which("caddy") is None:
        sys.stdout.write("\nno rolling restart: Caddy isn't installed\n")
        return
    clients = given.clients or 400
    with postgres(safe=True) as database:
        where = database.url()
        made = asyncio.run(crowds(where, -(-clients // SEATS)))
        proxied = several.serving(
            db, database, where, 2, ["--proxy", "127.0.0.1"]
        )  # without it, all clients would share one address and its limits
        with proxied as servers, rolling.caddy(db.parent, servers) as port:
            yield (
                f"{clients} people at two servers behind Caddy",
                run(rolling.rolled(servers, port, storm.visitors(made, clients))),
            )


def page(db: Path, given: argparse.Namespace) -> Results:
    """A deal in a player's browser."""
    with serving(db, given.profile) as (server, _):
        yield f"a deal of Crash in a browser, {screen.SLOWER} times slower", screen.looked(f"http://127.0.0.1:{server.port}")


SCENARIOS: Final[Mapping[str, Callable[[Path, argparse.Namespace], Results]]] = {
    "idle": idle,
    "moves": play,
    "storm": come,
    "kill": kill,
    "school": pupils,
    "flood": attack,
    "shuffle": shuffle,
    "several": together,
    "rolling": restart,
    "screen": page,
}


def main() -> None:
    """Run the scenarios asked for; the exit status is 1 where a figure is over its limit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", choices=[*SCENARIOS, []], help="what to do: everything if nothing is named")
    parser.add_argument("--clients", type=int, help="how many people")
    parser.add_argument("--rate", type=int, help="moves a second")
    parser.add_argument("--seconds", type=float, help="for how long")
    parser.add_argument("--stored", type=int, default=100_000, help="tables in the store that is killed (100000)")
    parser.add_argument("--live", type=int, default=500, help="tables of it that are live (500)")
    parser.add_argument("--profile", type=Path, help="profile the server into this file; figures mean little then")
    given = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    report = Report()
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    sys.stdout.write(f"{os.cpu_count()} cores, one server over SQLite with FULL; load of the machine before: {load}\n")
    for name in given.what or SCENARIOS:
        with tempfile.TemporaryDirectory(dir=os.environ.get("PRIAL_LOAD_DIR")) as folder:
            for title, figures in SCENARIOS[name](Path(folder) / "tables.db", given):
                report.add(title, figures)
    if not report.good:
        sys.exit(1)


if __name__ == "__main__":
    main()
