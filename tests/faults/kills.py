"""The kill campaign: a server that is killed again and again while people play, and what must be true each time."""

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Self, TypeAlias

from prial.bots.registry import names
from prial.errors import PrialError
from prial.fair.shuffle import Bound
from prial.fair.transcript import FORM, Transcript, verify
from prial.host import messages as said
from prial.host.house import House
from prial.host.store import Store
from prial.host.table_request import TableRequest
from tests.faults.invariants import breaches
from tests.faults.launcher import FAULT, POINTS, RARE, TIMES
from tests.faults.player import SHORT, Player
from tests.faults.process import Server, free_port, until
from tests.faults.times import DIED, note, outages
from tests.faults.transcript import Transcript as Spoken

Tables: TypeAlias = tuple[tuple[str, int, str, dict[str, str | int]], ...]
TABLES: Tables = (
    ("crash", 4, "none", {}),
    ("crash", 2, "fast", {}),
    ("brag", 3, "fast", {}),
    ("brag", 4, "none", SHORT["brag"]),
    ("brag_poker", 2, "fast", {}),
    ("brag_poker", 4, "none", SHORT["brag_poker"]),
    ("stop_the_bus", 1, "normal", {}),
    ("stop_the_bus", 3, "fast", {}),
    ("xap_xam", 2, "none", {}),
    ("xap_xam", 3, "fast", {}),
)
"""Each table's game, number of people (the other seats are bots), clock, and further options."""
FEW = (TABLES[1], TABLES[3], TABLES[4], TABLES[7], TABLES[8])
"""A table of each game, for a short campaign."""
_LAZY = 0.15
_PLAY_S = (0.15, 0.9)
"""How long a server lives that is killed at a random moment, in seconds: from, to."""
_REACHED_S = 4.0
"""Seconds within which a server must reach the point at which it is to die."""
_CALLED_BACK_S = 10


@dataclass
class Kills:
    """The result of a kill campaign."""

    points: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    """Points that weren't reached in time, so that the server was killed elsewhere; with their number."""
    back: list[float] = field(default_factory=list)
    """Seconds from each start until the server was open."""
    commands: int = 0
    answers: int = 0
    resumed: int = 0
    """Connections that continued where the one before had broken."""
    late: int = 0
    """Decisions for which the time ran out."""
    next: int = 0
    """Tables that went on to a next table."""
    turned: int = 0
    """Checked shuffles; each player's check counts."""
    breaches: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        slowest = f"back in {max(self.back):.1f} s at most" if self.back else "never back"
        return (
            f"{self.points.total()} kills at {dict(self.points)}, not come to {dict(self.missed)}; {slowest}; "
            f"{self.commands} commands, {self.answers} answered, {self.resumed} lines resumed, {self.late} times up, "
            f"{self.next} next tables, {self.turned} shuffles checked; "
            f"breaches: {self.breaches[:10]}"
        )


class Campaign:
    """A house with some tables that is killed and opened again.

    Args:
        folder: the folder of its database file.
        seed: seed of what people do and of when the server dies.
    """

    def __init__(self, folder: Path, seed: int) -> None:
        self.db = folder / "tables.db"
        self.server = Server(self.db, free_port(), "tests.faults.launcher")
        self.players: list[Player] = []
        self.kills = Kills()
        self._rng = Random(seed)
        self._times = folder / "times"

    @classmethod
    async def set_up(cls, folder: Path, seed: int, tables: Tables = TABLES) -> Self:
        """A house with its tables, before any play."""
        self = cls(folder, seed)
        house = await House.open(await Store.open(f"sqlite+aiosqlite:///{self.db}"))
        self.players = await seated(house, seed, [self.server.port], tables)
        await house.close()
        note(self._times, DIED)
        return self

    async def run(self, points: list[str]) -> Kills:
        """Kill the server at each of these points, and check the invariants each time.

        Args:
            points: ``random``, or points of the launcher.
        """
        async with AsyncExitStack() as stack:
            playing = [asyncio.create_task(player.run()) for player in self.players]
            stack.push_async_callback(end, playing)
            stack.callback(self.server.kill)
            for point in points:
                await self._live_and_die(point)
                self._look(killed=True)
            await self._open("")
            await self._settle()
            status = await asyncio.to_thread(self.server.stop)
            if status:
                self.kills.breaches.append(f"0: an orderly end has status {status}")
            await asyncio.sleep(0.1)
            self._look(killed=False)
            for transcript in self._transcripts:
                self.kills.breaches += [f"7: {name} has no answer" for name in transcript.unanswered()]
        self.kills.breaches += unfair(self.players, self.kills)
        count(self.kills, self._transcripts, self.db)
        return self.kills

    async def _open(self, point: str) -> bool:
        """Start a server.

        Returns:
            Whether it came up.
        """
        fault = {} if point in {"", "random"} else {FAULT: f"{point}:{self._rng.randint(1, 2 if point in RARE else 15)}"}
        self.server.start(**fault, **{TIMES: str(self._times)})
        took = await asyncio.to_thread(self.server.up)
        if self.server.runs:
            self.kills.back.append(took)
        return self.server.runs

    async def _live_and_die(self, point: str) -> None:
        if await self._open(point):
            await until(lambda: not self.server.runs or all(player.greeted.is_set() for player in self.players), _CALLED_BACK_S)
            patience = self._rng.uniform(*_PLAY_S) if point == "random" else _REACHED_S
            if point == "while closing":
                await asyncio.sleep(self._rng.uniform(*_PLAY_S))
                await asyncio.to_thread(self.server.stop)
            try:
                await until(lambda: not self.server.runs, patience)
            except TimeoutError:
                if point != "random":
                    self.kills.missed[point] += 1
        self.server.kill()
        note(self._times, DIED)
        self.kills.points[point] += 1
        await until(lambda: not any(player.greeted.is_set() for player in self.players), _CALLED_BACK_S)

    async def _settle(self) -> None:
        """Wait until all commands are answered."""
        for player in self.players:
            player.acting = False
        await until(lambda: all(player.settled for player in self.players), _CALLED_BACK_S)

    @property
    def _transcripts(self) -> list[Spoken]:
        return [transcript for player in self.players for transcript in player.transcripts]

    def _look(self, *, killed: bool) -> None:
        self.kills.breaches += breaches(self.db, self._transcripts, outages(self._times), killed=killed)


async def seated(house: House, seed: int, ports: Sequence[int], tables: Tables = TABLES) -> list[Player]:
    """People at their tables, in games that have begun.

    Args:
        house: the house.
        seed: seed of what they will do.
        ports: ports of the servers to which they will connect.
        tables: the tables, as in `TABLES`.
    """
    players = []
    for number, (game, people, clock, options) in enumerate(tables):
        guests = [await house.people.guest(f"P{number}.{seat}") for seat in range(people)]
        bots = (None,) * people + (names(game)[1],) * (4 - people)
        asked = TableRequest(game=game, options={"players": "4", **options}, clock=clock, bots=bots, public=True)
        table = await house.create(guests[0][0], asked)
        for seat, (person, token) in enumerate(guests):
            if seat:
                await (await house.connect(table, person, lambda _: None)).command(said.Sit(id="sit", seat=seat))
            lazy = _LAZY if clock == "fast" else 0
            players.append(Player(ports, table, person.id, token, Random(f"{seed} {number} {seat}"), lazy))
        await (await house.connect(table, guests[0][0], lambda _: None)).command(said.Start(id="start"))
    return players


def unfair(players: Sequence[Player], kills: Kills) -> Iterator[str]:
    """Shuffles whose check fails for a player, or about which two players were told different things."""
    bound: dict[tuple[str, int], Bound] = {}
    for client in [client for player in players for client in player.clients]:
        for each in client.shuffles:
            number = each.bound.shuffle
            if bound.setdefault((client.table, number), each.bound) != each.bound:
                yield f"8: {client.table} was bound twice for shuffle {number}"
            try:
                (found,) = verify(Transcript(FORM, client.table, client.seat, (each,)))
            except PrialError as error:
                yield f"8: {client.table}: {error}"
            else:
                kills.turned += bool(found.cards)


def count(kills: Kills, transcripts: Sequence[Spoken], db: Path) -> None:
    """Count what was sent and stored."""
    lines = [line for transcript in transcripts for line in transcript.lines]
    kills.commands = sum(len(each.commands) for each in transcripts)
    kills.answers = sum(len(each.answers) for each in transcripts)
    kills.resumed = sum(line.hello is not None and line.hello.version is not None for line in lines)
    with closing(sqlite3.connect(db)) as file:
        late = file.execute("SELECT COUNT(*) FROM log WHERE CAST(entry AS TEXT) LIKE '%\"late\":true%'")
        (kills.late,) = late.fetchone()
        gone = file.execute('SELECT COUNT(*) FROM log WHERE CAST(entry AS TEXT) LIKE \'{"what":"went_on"%\'')
        (kills.next,) = gone.fetchone()


async def end(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def drawn(rng: Random, kills: int) -> list[str]:
    """Points for a number of kills: half of them random, the others evenly distributed over all named points."""
    named = [point for point in POINTS for _ in range(1 + kills // len(POINTS))]
    rng.shuffle(named)
    points = [named.pop() if number % 2 else "random" for number in range(kills)]
    rng.shuffle(points)
    return points
