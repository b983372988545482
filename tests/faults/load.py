"""An open-loop load: moves fall due by a timetable, whatever became of those before, and wait from the moment they were due.

``python -m tests.faults.load`` plays Crash at 500 tables of four for two minutes, 500 moves a second on 2,000 connections,
against a real server over a file; then it kills the server, and looks how soon all tables are back. Everything is a move of
the game: an arrangement is laid, taken back, laid again; a deal is looked at; a game begins. The generator has a process of its
own and speaks the socket's bytes itself, since a slow one would make the tail that it measures.
"""

import argparse
import asyncio
import gc
import os
import sqlite3
import sys
import tempfile
import time
from base64 import b64decode
from collections import Counter, deque
from contextlib import closing
from dataclasses import dataclass, field
from itertools import combinations, count
from pathlib import Path
from random import Random
from struct import iter_unpack
from typing import Any, cast

import msgspec
import uvloop

from prial.arrange.guide import Hands
from prial.host import messages as said
from prial.host.house import House
from prial.host.store import Store
from prial.host.table_request import TableRequest
from tests.faults.process import Server, free_port, until

SEATS = 4
GATE_MS = 50
"""The slowest that one answer in a hundred may be."""
BACK_S = 5
"""The longest that a restart may take."""
WARM_S = 10
"""Seconds before the count begins."""
_PONG = b"\x8a\x80\0\0\0\0"


class Scene(msgspec.Struct):
    """As much of a scene as a move needs."""

    status: str
    key: str | None
    rest: str | None
    waiting: tuple[int, ...]
    seats: tuple["Ready", ...]


class Ready(msgspec.Struct):
    """Whether a seat has seen enough."""

    ready: bool


class Guide(msgspec.Struct):
    """What a board is given to label hands."""

    hands: Hands
    least_laid: int


class Asked(msgspec.Struct):
    """What a seat is asked."""

    key: str
    guide: Guide


class Told(msgspec.Struct, tag_field="is", tag="update"):
    """A `Welcome` or an `Update`."""

    version: int
    scene: Scene
    asked: Asked | None = None


class Met(Told, tag_field="is", tag="welcome"):
    """A `Welcome`."""


class Other(msgspec.Struct, tag_field="is", tag="present"):
    """What needs no answer."""


FROM_TABLE: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Told | Met | said.Saved | said.Refused | said.Bye | Other)


def lay(guide: Guide) -> str:
    """The best hand first, then the best of what is left."""
    hands: list[tuple[str, ...]] = []
    used: set[str] = set()
    (threes,) = guide.hands.sizes
    strengths = iter_unpack("<H", b64decode(threes.strengths))
    for (strength,), hand in sorted(zip(strengths, combinations(guide.hands.cards, 3), strict=True), reverse=True):
        if len(hands) == len(guide.hands.shape) or strength < guide.least_laid:
            break
        if used.isdisjoint(hand):
            hands.append(hand)
            used.update(hand)
    return "lay " + " ".join(map("".join, hands))


def frame(message: said.Command | said.Hello) -> bytes:
    """A message as a client sends it, masked with zeros."""
    data = msgspec.json.encode(message)
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2)
    return b"\x81" + size + b"\0\0\0\0" + data


@dataclass
class Tally:
    """What came of it."""

    waits: list[float] = field(default_factory=list)
    """Seconds from the moment a move was due to its answer."""
    late: list[float] = field(default_factory=list)
    """Seconds from that moment to its sending: what the generator adds, and moves that waited for those before."""
    refused: Counter[str] = field(default_factory=Counter)
    saved: dict[tuple[str, str], int] = field(default_factory=dict)
    """Version by person and command."""
    sent: int = 0
    greeted: int = 0
    lost: int = 0
    """Connections that the server closed."""


class Line(asyncio.Protocol):
    """One person's connection."""

    def __init__(self, table: "Table", seat: int, head: bytes) -> None:
        self._table, self._seat, self._head = table, seat, head
        self._rest = b""
        self._open = False
        self.transport: asyncio.Transport | None = None
        self.asked: Asked | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)  # uvloop's own is none by birth
        self.transport.write(self._head)

    def data_received(self, data: bytes) -> None:
        data = self._rest + data if self._rest else data
        if not self._open:
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self._rest = head
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self._open = True
            self.write(frame(said.Hello()))
        at = 0
        while len(data) - at >= 2:
            size, start = data[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(data[at + 2 : at + 4]), at + 4
            elif size == 127:
                size, start = int.from_bytes(data[at + 2 : at + 10]), at + 10
            if start + size > len(data):
                break
            if data[at] == 0x81:
                self._take(data[start : start + size])
            elif data[at] == 0x89:
                self.write(_PONG[:1] + bytes([0x80 | size]) + _PONG[2:] + data[start : start + size])
            at = start + size
        self._rest = data[at:]

    def _take(self, data: bytes) -> None:
        match FROM_TABLE.decode(data):
            case Met() | Told() as told:
                if told.asked is not None:
                    self.asked = told.asked
                self._table.told(told, met=isinstance(told, Met))
            case said.Saved(id=command, version=version):
                self._table.saved(self._seat, command, version)
            case said.Refused(id=command, code=code):
                self._table.refused(command, code)
            case said.Bye(code=code):
                self._table.tally.refused[code] += 1
            case _:
                pass

    def write(self, data: bytes) -> None:
        """Send bytes."""
        assert self.transport is not None
        self.transport.write(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._table.tally.lost += 1


class Table:
    """Four people at a table, whose moves fall due one after the other."""

    def __init__(self, people: list[str], tally: Tally) -> None:
        self.lines: list[Line] = []
        self._people, self.tally = people, tally
        self._due: deque[float] = deque()
        self._sent: dict[str, float] = {}
        self._numbers = count(1)
        self._version, self._least = 0, 0
        self._scene: Scene | None = None
        self.counted = False

    def due(self, when: float) -> None:
        """A move falls due."""
        self._due.append(when)
        self._move()

    def told(self, told: Told, *, met: bool) -> None:
        """Somebody was told how the table stands."""
        self.tally.greeted += met
        if told.version >= self._version:
            self._version, self._scene = told.version, told.scene
            self._move()

    def saved(self, seat: int, command: str, version: int) -> None:
        """A move was answered."""
        when = self._sent.pop(command)
        if self.counted:
            self.tally.waits.append(time.monotonic() - when)
        self.tally.saved[self._people[seat], command] = version
        self._least = version
        self._move()

    def refused(self, command: str, code: str) -> None:
        """A move was refused; that is a fault of the generator's, or of the server's."""
        self._sent.pop(command, None)
        self.tally.refused[code] += 1

    def _move(self) -> None:
        """Make the move that is due, if one is, and the table stands so that one is possible."""
        if not self._due or self._sent or self._scene is None or self._version < self._least:
            return
        number = next(self._numbers)
        found = self._choose(self._scene, f"m{number}", number)
        if found is None:
            self._numbers = count(number)
            return
        seat, command = found
        when = self._due.popleft()
        self._sent[command.id] = when
        self.tally.sent += 1
        if self.counted:
            self.tally.late.append(time.monotonic() - when)
        self.lines[seat].write(frame(command))

    def _choose(self, scene: Scene, name: str, number: int) -> tuple[int, said.Command] | None:
        """The next move, and whose it is."""
        if scene.status == "over":
            return 0, said.Start(id=name)
        if scene.rest is not None:
            seat = next((seat for seat, sitter in enumerate(scene.seats) if not sitter.ready), None)
            return None if seat is None else (seat, said.Ready(id=name, key=scene.rest))
        if scene.key is None or not scene.waiting:
            return None
        locked = [seat for seat in range(SEATS) if seat not in scene.waiting]
        if number % 7 == 0 and locked:
            return locked[0], said.Unlock(id=name, key=scene.key, seat=locked[0])
        seat = scene.waiting[0]
        asked = self.lines[seat].asked
        if asked is None or asked.key != scene.key:
            return None
        return seat, said.Act(id=name, key=scene.key, seat=seat, action=lay(asked.guide))


class Crowd(msgspec.Struct):
    """A table and the people at it."""

    table: str
    people: list[str]
    tokens: list[str]


async def crowds(db: Path, tables: int) -> list[Crowd]:
    """Set tables up in a file, four people at each, the cards dealt."""
    house = await House.open(await Store.open(f"sqlite+aiosqlite:///{db}"))

    async def crowd(number: int) -> Crowd:
        people = [await house.people.guest(f"P{number}.{seat}") for seat in range(SEATS)]
        table = await house.create(people[0][0], TableRequest(game="crash", clock="none", public=True))
        for seat, (person, _) in enumerate(people):
            connection = await house.connect(table, person, lambda _: None)
            await connection.command(said.Sit(id="sit", seat=seat) if seat else said.Say(id="hello", phrase="hello"))
        await (await house.connect(table, people[0][0], lambda _: None)).command(said.Start(id="start"))
        return Crowd(table, [person.id for person, _ in people], [token for _, token in people])

    made = await asyncio.gather(*(crowd(number) for number in range(tables)))
    await house.close()
    return made


async def generate(port: int, made: list[Crowd], rate: float, seconds: float, server: Server) -> tuple[Tally, dict[str, float]]:
    """Play by the timetable; what came of it, and what it cost."""
    tally, loop = Tally(), asyncio.get_running_loop()
    tables = [Table(crowd.people, tally) for crowd in made]
    bare = server.memory()
    for table, crowd in zip(tables, made, strict=True):
        for seat, token in enumerate(crowd.tokens):
            head = (
                f"GET /api/tables/{crowd.table}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\n"
                "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                f"Authorization: Bearer {token}\r\n\r\n"
            ).encode()
            line = Line(table, seat, head)
            table.lines.append(line)
            await loop.create_connection(lambda line=line: line, "127.0.0.1", port)  # type: ignore[misc]
    await until(lambda: tally.greeted >= len(tables) * SEATS, 60)
    full = server.memory()
    gc.collect()
    gc.freeze()
    gc.disable()
    await _timetable(tables, rate, WARM_S, counted=False)
    began, own, theirs = time.monotonic(), time.process_time(), server.cpu()
    await _timetable(tables, rate, seconds, counted=True)
    wall = time.monotonic() - began
    cost = {
        "server": (server.cpu() - theirs) / wall,
        "generator": (time.process_time() - own) / wall,
        "connection_kb": (full - bare) / (len(tables) * SEATS) / 1024,
    }
    await asyncio.sleep(2)  # for the last answers
    gc.enable()
    return tally, cost


async def _timetable(tables: list[Table], rate: float, seconds: float, *, counted: bool) -> None:
    for table in tables:
        table.counted = counted
    start = time.monotonic()
    rng = Random(seconds)  # tables are at different moments of their deals, as people's are
    for number in range(int(rate * seconds)):
        when = start + number / rate
        if (ahead := when - time.monotonic()) > 0:
            await asyncio.sleep(ahead)
        elif number % 16 == 0:
            await asyncio.sleep(0)  # behind: answers are taken in between
        tables[rng.randrange(len(tables))].due(when)


def lost(db: Path, made: list[Crowd], tally: Tally) -> list[str]:
    """Answered moves that aren't in the file, or are there as something else."""
    with closing(sqlite3.connect(f"file:{db}?mode=ro", uri=True)) as file:
        stored = {(who, command): answer for who, command, answer in file.execute("SELECT who, id, answer FROM answers")}
        logs = dict(file.execute("SELECT table_id, COUNT(*) FROM log GROUP BY table_id").fetchall())
        last = dict(file.execute("SELECT id, version FROM tables").fetchall())
    gone = [
        f"{who} {command}"
        for (who, command), version in tally.saved.items()
        if stored.get((who, command)) != msgspec.json.encode(said.Saved(command, version))
    ]
    return gone + [f"table {crowd.table}" for crowd in made if logs[crowd.table] != last[crowd.table]]


def share(values: list[float], part: float) -> float:
    """A quantile, in ms."""
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] * 1000 if values else float("nan")


def main() -> None:
    """Run the load and print what came of it; 1 where a gate isn't met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500, help="tables of four (500)")
    parser.add_argument("--rate", type=float, default=500, help="moves a second (500)")
    parser.add_argument("--seconds", type=float, default=120, help="for how long (120)")
    parser.add_argument("--profile", type=Path, help="profile the server into this file; figures mean little then")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=os.environ.get("PRIAL_LOAD_DIR")) as folder:
        db = Path(folder) / "tables.db"
        made = asyncio.run(crowds(db, given.tables))
        server = Server(db, free_port(), "tests.faults.profiled" if given.profile else "prial")
        server.start(**({"PRIAL_PROFILE": str(given.profile.absolute())} if given.profile else {}))
        try:
            first = server.up()
            tally, cost = uvloop.run(generate(server.port, made, given.rate, given.seconds, server))
            if given.profile:
                server.stop()
                server.start()
                server.up()
            server.kill()
            server.start()
            back = server.up()
        finally:
            server.kill()
        gone = lost(db, made, tally)
    _tell(given, tally, cost, gone, (first, back))
    waits = share(tally.waits, 0.99)
    missed = tally.sent - len(tally.saved)
    if not (waits <= GATE_MS and not gone and not missed and not tally.refused and back <= BACK_S):
        sys.exit(1)


def _tell(given: argparse.Namespace, tally: Tally, cost: dict[str, float], gone: list[str], starts: tuple[float, float]) -> None:
    waits, late = tally.waits, tally.late
    waited = [f"{share(waits, part):.1f}" for part in (0.5, 0.99, 0.999, 1)]
    gate = f"(gate: p99 ≤ {GATE_MS} ms)"
    lines = [
        f"open-loop load: {given.tables * SEATS} connections, {given.rate:g} moves/s for {given.seconds:g} s, SQLite with FULL",
        f"  answers: {len(waits)} counted; {tally.sent} sent, {len(tally.saved)} saved, {dict(tally.refused)} refused",
        f"  from when it was due: p50 {waited[0]} ms, p99 {waited[1]} ms, p99.9 {waited[2]} ms, max {waited[3]} ms {gate}",
        f"  sent late by: p50 {share(late, 0.5):.2f} ms, p99 {share(late, 0.99):.2f} ms",
        f"  a core's share: server {cost['server']:.0%}, generator {cost['generator']:.0%}",
        f"  memory of a connection: {cost['connection_kb']:.0f} KB",
        f"  lost: {len(gone)} {gone[:5]}; closed by the server: {max(0, tally.lost - given.tables * SEATS)}",
        f"  a start with {given.tables} live tables: {starts[0]:.1f} s; after kill -9: {starts[1]:.1f} s (gate: ≤ {BACK_S} s)",
    ]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
