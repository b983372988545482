"""A house of several servers on PostgreSQL: parts of it are killed or suspended while people play, and nothing may be lost."""

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Self

from prial.host.house import House
from prial.host.several import HouseTime, Several
from prial.host.store import Store, file_url
from prial.host.store.moving import move
from prial.host.store.shared import Shared
from tests.faults.invariants import breaches
from tests.faults.kills import TABLES, Kills, Tables, count, end, seated, unfair
from tests.faults.player import Player
from tests.faults.process import Server, free_port, until
from tests.testing import postgres

FAULTS = ("kill a server", "end a server", "stop a server", "kill the database")
SLEEP_S = 7.0
"""Seconds for which a server is suspended by default; the others count it as dead after five seconds."""
_ALIVE_S = (0.3, 1.5)
"""Seconds between two faults, and for which a killed part stays dead: from, to."""
_CALLED_BACK_S = 40


class Campaign:
    """The servers of one house.

    Args:
        folder: the folder for their logs, and for the stored tables at the end.
        database: the PostgreSQL server, which keeps everything that it has acknowledged.
        seed: seed of what people do and of when faults happen.
        servers: number of servers.
    """

    def __init__(self, folder: Path, database: postgres.Server, seed: int, servers: int = 2) -> None:
        self._folder, self._database = folder, database
        self._url = database.url()
        self.servers = [
            Server(folder / f"server_{number}.db", free_port(), "tests.faults.launcher", self._url) for number in range(servers)
        ]
        self.players: list[Player] = []
        self.kills = Kills()
        self._rng = Random(seed)
        self._seed = seed

    async def set_up(self, tables: Tables = TABLES) -> Self:
        """Create the tables, before any play."""
        crew = Several(Shared(self._url, "before"), HouseTime())
        house = await House.open(await Store.open(self._url), crew=crew)
        self.players = await seated(house, self._seed, [server.port for server in self.servers], tables)
        await house.close()
        return self

    async def run(self, faults: Sequence[str], sleep_s: float = SLEEP_S) -> Kills:
        """Cause these faults one after the other, and check the invariants at the end.

        Args:
            faults: faults, from `FAULTS`.
            sleep_s: seconds for which a server is suspended.
        """
        async with AsyncExitStack() as stack:
            for server in self.servers:
                stack.callback(server.kill)
                await self._start(server)
            playing = [asyncio.create_task(player.run()) for player in self.players]
            stack.push_async_callback(end, playing)
            await until(lambda: all(player.greeted.is_set() for player in self.players), _CALLED_BACK_S)
            for fault in faults:
                await asyncio.sleep(self._rng.uniform(*_ALIVE_S))
                await self._bring_about(fault, sleep_s)
                self.kills.points[fault] += 1
            await self._settle()
            for server in self.servers:
                if await asyncio.to_thread(server.stop):
                    self.kills.breaches.append("0: an orderly end has another status than 0")
        await self._look()
        return self.kills

    async def _start(self, server: Server) -> None:
        server.start()
        self.kills.back.append(await asyncio.to_thread(server.up))

    async def _bring_about(self, fault: str, sleep_s: float) -> None:
        server = self._rng.choice(self.servers)
        if fault == "kill the database":
            await asyncio.to_thread(self._database.stop, postgres.KILL)
            await asyncio.sleep(self._rng.uniform(*_ALIVE_S))
            await asyncio.to_thread(self._database.start)
        elif fault == "stop a server":
            server.sleep(on=True)
            await asyncio.sleep(sleep_s)
            server.sleep(on=False)
        elif fault == "kill a server":
            server.kill()
            await asyncio.sleep(self._rng.uniform(*_ALIVE_S))
            await self._start(server)
        else:
            if await asyncio.to_thread(server.stop):
                self.kills.breaches.append("0: an orderly end has another status than 0")
            await self._start(server)

    async def _settle(self) -> None:
        """Wait until all commands are answered."""
        for player in self.players:
            player.acting = False
        await until(lambda: all(player.settled for player in self.players), _CALLED_BACK_S)

    async def _look(self) -> None:
        """Check that the stored tables match what everybody was told."""
        transcripts = [transcript for player in self.players for transcript in player.transcripts]
        file = self._folder / "stored.db"
        await move(self._url, file_url(file))
        self.kills.breaches += breaches(file, transcripts)
        self.kills.breaches += [f"7: {name} has no answer" for each in transcripts for name in each.unanswered()]
        self.kills.breaches += unfair(self.players, self.kills)
        count(self.kills, transcripts, file)
