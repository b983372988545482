"""Moves that fall due by a timetable, whether or not earlier ones are answered; their delays count from the moment they are due.

Every move is one of the game: laying an arrangement, taking it back, laying it again, saying ready after a deal, starting a game.
"""

import asyncio
import sqlite3
import time
from base64 import b64decode
from collections import Counter, deque
from contextlib import closing, suppress
from dataclasses import dataclass, field
from itertools import combinations, count
from pathlib import Path
from random import Random
from struct import iter_unpack
from typing import Any, Final

import msgspec

from prial.arrange.guide import Hands
from prial.host import messages as said
from tests.faults.load.below import commits, layers
from tests.faults.load.line import Line, frame
from tests.faults.load.report import Cost, Figure, share, uncollected
from tests.faults.load.stores import SEATS, Crowd
from tests.faults.process import Server, until

WARM_S: Final = 10
"""Seconds before counting begins, in scenarios that are longer than that."""
_QUIET: Final = b'"asked":null'


class Scene(msgspec.Struct):
    """The fields of a scene that a move needs."""

    status: str
    key: str | None
    rest: str | None
    waiting: tuple[int, ...]
    seats: tuple["Ready", ...]


class Ready(msgspec.Struct):
    """Whether a seat is ready to go on."""

    ready: bool


class Guide(msgspec.Struct):
    """What a board gets to label hands."""

    hands: Hands
    least_laid: int


class Asked(msgspec.Struct):
    """What a seat is asked to decide."""

    key: str
    guide: Guide


class Told(msgspec.Struct, tag_field="is", tag="update"):
    """A `Welcome` or an `Update`."""

    version: int
    scene: Scene | None = None
    asked: Asked | None = None


class Met(Told, tag_field="is", tag="welcome"):
    """A `Welcome`."""


class Other(msgspec.Struct, tag_field="is", tag="present"):
    """A message that needs no reaction."""


FROM_TABLE: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Told | Met | said.Saved | said.Refused | said.Bye | Other)


def lay(guide: Guide) -> str:
    """The arrangement with the strongest hand first, then the strongest of the remaining cards, and so on."""
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


@dataclass
class Tally:
    """What was counted."""

    waits: list[float] = field(default_factory=list)
    """Seconds from the moment a move was due until its answer."""
    late: list[float] = field(default_factory=list)
    """Seconds from that moment until the generator handled it, which the generator itself adds."""
    refused: Counter[str] = field(default_factory=Counter)
    saved: dict[tuple[str, str], int] = field(default_factory=dict)
    """Version by person and command."""
    sent: int = 0
    answered: int = 0
    """Moves that were answered while counting went on."""
    greeted: int = 0
    lost: int = 0
    """Connections that the server closed."""
    bytes: int = 0
    updates: int = 0
    """Messages about moves that players received; ``bytes`` is their size."""
    commits: int = 0
    """Transactions while counting went on."""


class Player(Line):
    """One of four people at a table."""

    def __init__(self, at: "Table", seat: int, crowd: Crowd, number: int) -> None:
        super().__init__(crowd.table, crowd.tokens[seat], number)
        self._at, self._seat = at, seat
        self.asked: Asked | None = None

    def took(self, data: bytes) -> None:
        if update := data.startswith(b'{"is":"update"'):
            self._at.tally.updates += 1
            self._at.tally.bytes += len(data)
        if self._seat and update and _QUIET in data:
            return  # the player in the first seat gets the same news of the table
        match FROM_TABLE.decode(data):
            case Met() | Told() as told:
                if told.asked is not None:
                    self.asked = told.asked
                self._at.told(told, met=isinstance(told, Met))
            case said.Saved(id=command, version=version):
                self._at.saved(self._seat, command, version)
            case said.Refused(id=command, code=code):
                self._at.refused(command, code)
            case said.Bye(code=code):
                self._at.tally.refused[code] += 1
            case _:
                pass

    def connection_lost(self, exc: Exception | None) -> None:
        self._at.tally.lost += self._transport is not None
        super().connection_lost(exc)


class Table:
    """Four people at a table, whose moves fall due one after the other."""

    def __init__(self, crowd: Crowd, number: int, tally: Tally, player: type[Player] = Player) -> None:
        self.lines = [player(self, seat, crowd, number * SEATS + seat) for seat in range(SEATS)]
        self._people, self.tally = crowd.people, tally
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
        """A player was told how the table stands."""
        self.tally.greeted += met
        if told.version >= self._version:
            self._version, self._scene = told.version, told.scene or self._scene
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
        """A move was refused, which is a fault of the generator or of the server."""
        self._sent.pop(command, None)
        self.tally.refused[code] += 1

    @property
    def owed(self) -> int:
        """Moves that are due and not answered."""
        return len(self._due) + len(self._sent)

    def give_up(self) -> None:
        """Count every unanswered move as if it were answered now."""
        now = time.monotonic()
        self.tally.waits += [now - when for when in (*self._due, *self._sent.values())]

    def _move(self) -> None:
        """Make the next move that is due, if the table allows one."""
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
        self.lines[seat].write(frame(command))

    def _choose(self, scene: Scene, name: str, number: int) -> tuple[int, said.Command] | None:
        """The next move and its seat."""
        if scene.status == "over":
            return 0, said.Start(id=name)
        if scene.rest is not None:
            seat = next((seat for seat, sitter in enumerate(scene.seats) if not sitter.ready), None)
            return None if seat is None else (seat, said.Ready(id=name, key=scene.rest))
        if scene.key is None or not scene.waiting:
            return None
        locked = [seat for seat in range(SEATS) if seat not in scene.waiting]
        if number % 7 == 0 and locked:
            seat = locked[number // 7 % len(locked)]  # in turn, since each person has a rate limit
            return seat, said.Unlock(id=name, key=scene.key, seat=seat)
        seat = scene.waiting[0]
        asked = self.lines[seat].asked
        if asked is None or asked.key != scene.key:
            return None
        return seat, said.Act(id=name, key=scene.key, seat=seat, action=lay(asked.guide))


async def seated(port: int, made: list[Crowd], tally: Tally, player: type[Player] = Player) -> list[Table]:
    """Open all connections, and wait until everybody is greeted."""
    tables = [Table(crowd, number, tally, player) for number, crowd in enumerate(made)]
    for table in tables:
        for line in table.lines:
            await line.connect(port)
    await until(lambda: tally.greeted >= len(tables) * SEATS, 60)
    return tables


async def timetable(tables: list[Table], rate: float, seconds: float, *, counted: bool) -> None:
    """Let ``rate`` moves per second fall due, and wait a little for the last answers."""
    for table in tables:
        table.counted = counted
    start = time.monotonic()
    rng = Random(seconds)  # tables are at different points of their deals, as in real life
    for number in range(int(rate * seconds)):
        when = start + number / rate
        if (ahead := when - time.monotonic()) > 0:
            await asyncio.sleep(ahead)
        elif number % 16 == 0:
            await asyncio.sleep(0)  # behind the timetable: still take in answers
        tables[0].tally.late.append(time.monotonic() - when)
        tables[rng.randrange(len(tables))].due(when)


async def played(server: Server, made: list[Crowd], rate: float, seconds: float) -> tuple[Tally, Cost]:
    """Play by the timetable.

    Returns:
        The counts and the cost.
    """
    tally = Tally()
    tables = await seated(server.port, made, tally)
    cost = Cost(server)
    with uncollected():
        await timetable(tables, rate, min(WARM_S, seconds), counted=False)
        before = commits(server.db)
        cost.begin()
        await timetable(tables, rate, seconds, counted=True)
        cost.end()
        tally.commits, tally.answered = commits(server.db) - before, len(tally.waits)
        with suppress(TimeoutError):
            await until(lambda: not any(table.owed for table in tables), 10)
    for table in tables:
        table.give_up()
    return tally, cost


def figures(tally: Tally, cost: Cost, p99_ms: float | None) -> list[Figure]:
    """The figures of moves.

    Args:
        tally: the counts.
        cost: the cost.
        p99_ms: most milliseconds for 99 of 100 answers; None for no limit.
    """
    return [
        Figure("answered, from when it was due: p50", share(tally.waits, 0.5), "ms"),
        Figure("answered, from when it was due: p99", share(tally.waits, 0.99), "ms", p99_ms),
        Figure("answered, from when it was due: the slowest", share(tally.waits, 1), "ms"),
        Figure("the generator late by: p99", share(tally.late, 0.99), "ms"),
        *([Figure("the server's time for one", 1000 * cost.server / tally.answered, "ms")] if tally.answered else []),
        Figure("refused", tally.refused.total(), "", 0),
        Figure("connections that the server closed", tally.lost, "", 0),
        *cost.figures(),
    ]


def below(db: Path, tally: Tally, rate: int, seconds: float) -> list[Figure]:
    """What as many moves cost in the layer below, stored and sent in the same way."""
    group = max(1, round(tally.answered / max(1, tally.commits)))
    return layers(db.parent, group, tally.bytes // max(1, tally.updates), rate, seconds)


def lost(db: Path, made: list[Crowd], tally: Tally) -> list[str]:
    """Answered moves that aren't in the file, or are different there."""
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
