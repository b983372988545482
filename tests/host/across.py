"""The no-leak test over two servers of one house: a person connected to one of them learns of moves at the other, and no more.

The servers share a store in memory, and tell each other of changes at once. Each call goes to one of them at random, as behind a
proxy. The messages between the servers are compared too: they must be the same in both worlds.
"""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from prial.core.game import Seat
from prial.host import messages as said
from prial.host.crew import Alone
from prial.host.house import House
from prial.host.store import Row
from prial.testing.play import History
from tests.host.boundary import Boundary, nature_of
from tests.host.stage import MemoryStore, Stage, StageBotWorkers, StageClock


class Twin(Alone):
    """One of two servers. The first one runs all tables.

    Args:
        store: the store of both.
        first: whether it is the first one.
        heard: collects the messages between the servers.
    """

    def __init__(self, store: MemoryStore, *, first: bool, heard: list[bytes]) -> None:
        self._store, self._first, self._heard = store, first, heard
        self.other: House | None = None
        """The other server."""
        self.house: House | None = None
        """This one."""

    def keeps(self, table_id: str) -> bool:
        return self._first

    def _tell(self, *hint: object) -> None:
        self._heard.append(repr(hint).encode())

    def grown(self, table_id: str, version: int) -> None:
        self._tell("t", version)
        table = self.other.tables.get(table_id) if self.other else None
        if table is not None:
            after = table.live.version
            rows: list[Row] = [row for row in self._store.logs[table_id] if after < row.version <= version]
            table.follow(rows)

    def looked(self, table_id: str) -> None:
        self._tell("p")
        here = self.house.tables.get(table_id) if self.house else None
        there = self.other.tables.get(table_id) if self.other else None
        if here is not None and there is not None:
            there.audience.meet(here.audience.people)
            there.audience.door.learn(here.audience.door.book)

    def arrived(self, table_id: str) -> None:
        there = self.other.tables.get(table_id) if self.other else None
        if there is not None and self.house is not None:
            self.house.tables[table_id].audience.meet(there.audience.people)

    def opened(self, table_id: str, seat: Seat, number: said.OpenNumber) -> None:
        self._tell("n", seat)
        table = self.other.tables.get(table_id) if self.other else None
        if table is not None:
            table.numbers.take(table.live, seat, number)


class Balanced:
    """Two servers as one house: each call goes to either.

    Args:
        houses: the servers.
    """

    def __init__(self, *houses: House) -> None:
        self._houses, self._rng = houses, Random(0)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rng.choice(self._houses), name)

    @property
    def tables(self) -> dict[str, Any]:
        """All tables, each as the server with its latest version has it."""
        known = sorted([each for house in self._houses for each in house.tables.items()], key=lambda each: each[1].live.version)
        return dict(known)

    async def close(self) -> None:
        """Close both servers."""
        for house in self._houses:
            await house.close()


@dataclass
class Across(Boundary):
    """Plays histories at a table on two servers."""

    heard: list[bytes] = field(default_factory=list)
    """Messages between the servers in the last world."""

    async def house(self, history: History, other: History, bot_workers: StageBotWorkers) -> Stage:
        self.heard.clear()
        store, clock, nature = MemoryStore(), StageClock(), nature_of(history, other)
        crews = [Twin(store, first=first, heard=self.heard) for first in (True, False)]
        stages = [
            await Stage.open(f"server {number}", store, clock, bot_workers=bot_workers, nature=nature, crew=each)
            for number, each in enumerate(crews)
        ]
        for number, each in enumerate(crews):
            each.house, each.other = stages[number].house, stages[1 - number].house
        return Stage(Balanced(*[stage.house for stage in stages]), clock)  # type: ignore[arg-type]  # it stands for both

    async def _watch(self, *args: Any, **more: Any) -> dict[str, list[bytes]]:
        told = await super()._watch(*args, **more)
        return {**told, "between servers": list(self.heard)}
