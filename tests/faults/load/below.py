"""The layer below: what the same statements cost in SQLite alone, and the same frames in websockets alone."""

import asyncio
import shutil
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final

from sqlalchemy import event

from prial.host.messages import Start
from prial.host.status import Status
from prial.host.store import Answered, Row, TableRow
from prial.host.store.engine import take_over, writing
from prial.host.store.group import Append, write
from prial.host.store.values import NOTHING
from tests.faults.load.echo import ANSWER
from tests.faults.load.line import Line, frame, run
from tests.faults.load.report import Cost, Figure
from tests.faults.load.stores import SEATS, url
from tests.faults.process import Server, free_port, until

_TABLES: Final = 500
_GROUPS: Final = 300
"""Transactions that SQLite writes."""
_ENTRY: Final = b'{"what":"acted","seat":1,"key":"1.3.arrange","action":"lay AsAhAd KsKhKd QsQhQd JsJhJd","late":false}'
_LONGEST_S: Final = 5
"""Most seconds for which frames are sent."""


def commits(db: Path) -> int:
    """Number of transactions of a database in use: a counter in the index of SQLite's write-ahead log (walformat.html, 2.1)."""
    return int.from_bytes(Path(f"{db}-shm").read_bytes()[8:12], sys.byteorder)


def layers(folder: Path, group: int, size: int, rate: int, seconds: float) -> list[Figure]:
    """The figures of both.

    Args:
        folder: a folder for SQLite's file.
        group: moves in a transaction.
        size: bytes of a move's message to each player.
        rate: moves per second.
        seconds: seconds for which the moves were measured.
    """
    with tempfile.TemporaryDirectory(dir=folder) as own:
        cpu, slow = sqlite_alone(Path(own), group)
        frames = frames_alone(Path(own), size, rate, int(rate * min(seconds, _LONGEST_S)))
    return [
        Figure("moves of a transaction", group),
        Figure("the layer below: SQLite's CPU for one of as many", 1000 * cpu, "ms"),
        Figure("the layer below: SQLite's transaction, p99", 1000 * slow, "ms"),
        Figure("bytes that each player is told of one", size),
        Figure(f"the layer below: websockets' CPU for one told to {SEATS}", 1000 * frames, "ms"),
    ]


def sqlite_alone(folder: Path, group: int) -> tuple[float, float]:
    """Run the store's statements by the database driver alone.

    Returns:
        Seconds of processor time per move, and the seconds within which 99 of 100 transactions are on disk.
    """
    ours, bare = folder / "ours.db", folder / "bare.db"
    engine, numbers, rng = writing(url(ours)), count(1), Random(1)
    epoch, _mark = take_over(engine, str(ours))
    versions = [0] * _TABLES
    told: list[tuple[str, Any]] = []

    def move(table: int) -> Append:
        before, number = versions[table], next(numbers)
        versions[table] = before + 1
        row = TableRow(f"table{table:017}", "crash", 1, before + 1, Status.LIVE, runs=False, changed=number)
        answer = Answered(f"person{table:016}", f"m{number}", ANSWER)
        return Append(row, [Row(before + 1, number, _ENTRY)], answer, before, NOTHING)

    def commit(tables: list[int]) -> list[tuple[str, Any]]:
        told.clear()
        with engine.begin() as connection:
            assert not any(write(connection, epoch, [move(table) for table in tables]))
        return list(told)

    commit(list(range(_TABLES)))
    engine.dispose()
    shutil.copy(ours, bare)
    event.listen(engine, "before_cursor_execute", lambda *args: told.append((args[2], args[3])))
    groups = [commit(rng.sample(range(_TABLES), group)) for _ in range(_GROUPS)]
    engine.dispose()
    with closing(sqlite3.connect(bare, isolation_level=None)) as file:
        file.execute("PRAGMA journal_mode=WAL")
        file.execute("PRAGMA synchronous=FULL")
        start, took = time.process_time(), []
        for statements in groups:
            begun = time.monotonic()
            for statement, values in statements:
                file.execute(statement, values).fetchall()
            file.execute("COMMIT")
            took.append(time.monotonic() - begun)
        return (time.process_time() - start) / (_GROUPS * group), sorted(took)[_GROUPS * 99 // 100]


def frames_alone(folder: Path, size: int, rate: int, moves: int) -> float:
    """Seconds of processor time to read a command, answer it, and tell everybody at its table."""
    server = Server(folder / "frames.db", free_port(), "tests.faults.load.echo")
    server.start(PRIAL_TOLD=str(size))
    try:
        server.up()
        return run(_told(server, rate, moves))
    finally:
        server.kill()


class _Player(Line):
    """A player who counts the messages about moves."""

    told = 0

    def took(self, data: bytes) -> None:
        _Player.told += data != ANSWER


async def _told(server: Server, rate: int, moves: int) -> float:
    people = [_Player(str(number // SEATS), "", number) for number in range(2 * rate)]  # as many people as play at this rate
    for each in people:
        await each.connect(server.port)
    await until(lambda: all(each.status for each in people))
    rng, command, cost = Random(rate), frame(Start(id="m1234")), Cost(server)
    cost.begin()
    start, before = time.monotonic(), _Player.told
    for number in range(moves):
        if (ahead := start + number / rate - time.monotonic()) > 0:
            await asyncio.sleep(ahead)
        people[rng.randrange(len(people))].write(command)
    await until(lambda: _Player.told - before >= SEATS * moves)
    cost.end()
    return cost.server / moves
