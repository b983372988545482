"""Where people ask to look back at finished games: who may, how many at a time, and what was worked out before."""

import asyncio
import logging
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Final

from prial.errors import PrialError, add_sentences, refuse
from prial.host.cache import Cache
from prial.host.live import Live
from prial.host.replay_worker import DONE, LENGTH, Done, Job, What, framed
from prial.host.replays import check_over
from prial.host.rotation import Rotation
from prial.host.store import Person, Row, Snapshot

add_sentences(
    "en",
    {
        "limit.replays": "{number} people are before you who look back at their games; try again in a minute.",
        "limit.own_replays": "Two of your games are being looked at already; wait for one of them.",
        "replay.failed": "This game can't be looked back at here; it has been noted.",
    },
)

_KEPT: Final = 32 * 1024 * 1024
"""Bytes of replays and reviews that are kept: a finished game doesn't change."""
_MOST: Final = 12
"""People whose replays, or reviews, may be worked out or wait for that."""
_EACH: Final = 2
"""Those of one person, or of all strangers together; one of them at a time."""
_PATIENCE: Final = 60.0
"""Seconds that one may take: a process that doesn't answer would keep all who come later waiting."""

_Key = tuple[What, str, int, int, str]
"""What, the table's id, the game's number, the deal's (0 for all of it), and for whom."""
LogOfGame = Callable[[str, int], Awaitable[tuple[Snapshot | None, list[Row]]]]
"""By the table's id and the game's number."""

_LOG: Final = logging.getLogger("prial.host")


class Worker:
    """A process that looks back at games, one after the other; started when it is needed."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._waiting = Rotation[asyncio.Future[None]]()
        self._taken = False
        self._ended = False

    @asynccontextmanager
    async def turn(self, whose: str) -> AsyncIterator[None]:
        """Have the process to oneself, when everybody before has had it.

        Args:
            whose: one person's jobs wait for those of others in turn.
        """
        if self._taken:
            turn = asyncio.get_running_loop().create_future()
            self._waiting.add(whose, turn)
            await turn
        self._taken = True
        try:
            yield
        finally:
            self._waiting.had_turn(whose)
            if self._waiting:
                self._waiting.next().set_result(None)
            else:
                self._taken = False

    async def do(self, job: Job) -> Done:
        """Do a job; for who has the turn."""
        if self._ended:
            return Done(fault="closed")
        try:
            async with asyncio.timeout(_PATIENCE):
                return await self._ask(framed(job))
        except (OSError, EOFError) as error:  # it was killed; if that was for want of memory, this job would do it again
            await self._kill()
            return Done(fault=type(error).__name__)

    async def _ask(self, job: bytes) -> Done:
        if self._process is None or self._process.returncode is not None:
            pipe = asyncio.subprocess.PIPE
            command = (sys.executable, "-m", "prial.host.replay_worker")
            self._process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
        jobs, done = self._process.stdin, self._process.stdout
        assert jobs is not None
        assert done is not None
        jobs.write(job)
        await jobs.drain()
        return DONE.decode(await done.readexactly(int.from_bytes(await done.readexactly(LENGTH))))

    async def close(self) -> None:
        """End the process, and start no other."""
        self._ended = True
        await self._kill()

    async def _kill(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class ReplayDesk:
    """Looks back at games.

    Args:
        replays: works replays out.
        reviews: works reviews out, of which one may take some seconds.
    """

    def __init__(self, replays: Worker | None = None, reviews: Worker | None = None) -> None:
        replays = replays or Worker()
        self._workers: dict[What, Worker] = {"replay": replays, "share": replays, "review": reviews or Worker()}
        self._kept = Cache(_KEPT)
        self._under_way: dict[_Key, asyncio.Task[bytes]] = {}

    async def find(
        self,
        what: What,
        table_id: str,
        live: Live,
        number: int,
        person: Person | None,
        log_of_game: LogOfGame,
        *,
        deal: int = 0,
    ) -> bytes:
        """Look back at a finished game, or at a deal that everybody may see.

        Args:
            what: as somebody was told it, what its player's answers were worth, or a deal as strangers are shown it.
            table_id: the table.
            live: as it stands.
            number: number of the game, from 1.
            person: who asks, and may look at the table.
            log_of_game: gives the log of a game, and what stood before it.
            deal: number of the deal that is shared, from 1; its game needn't be over.
        Returns:
            A `Replay`, a `Reviewed` or a `Shared`, encoded.
        Raises:
            PrialError: there is no such game, it isn't over, this person may not, or too many others ask.
        """
        if not deal:
            check_over(live, number)
        # Whoever was never let in has never sat there nor owned it: all of them are told the same
        who = person.id if person is not None and person.id in live.admitted and not deal else ""
        if what == "review" and not who:
            raise PrialError(refuse("review.not_played"))
        key = what, table_id, number, deal, who
        found = self._kept.find(key)
        if found is not None:
            return found
        if key not in self._under_way:
            asking = [each for kind, *_, each in self._under_way if kind == what]
            before = {*asking} - {who}
            if who and asking.count(who) >= _EACH:
                raise PrialError(refuse("limit.own_replays"))
            if len(before) >= _MOST or asking.count(who) >= _EACH:
                raise PrialError(refuse("limit.replays", number=len(asking)))
            self._under_way[key] = task = asyncio.get_running_loop().create_task(self._work(*key, log_of_game))
            task.add_done_callback(partial(self._done, key))
        return await asyncio.shield(self._under_way[key])

    async def _work(self, what: What, table_id: str, number: int, deal: int, who: str, log_of_game: LogOfGame) -> bytes:
        worker = self._workers[what]
        async with worker.turn(who):
            before, rows = await log_of_game(table_id, number)
            job = Job(what=what, table=table_id, number=number, person=who, deal=deal, before=before, rows=rows)
            done = await worker.do(job)
        if done.refusal is not None:
            raise PrialError(done.refusal)
        if done.answer is None:
            _LOG.error("replay fault", extra={"table": table_id, "what": what, "error": done.fault})
            raise PrialError(refuse("replay.failed"))
        return self._kept.keep((what, table_id, number, deal, who), done.answer)

    def _done(self, key: _Key, task: asyncio.Task[bytes]) -> None:
        del self._under_way[key]
        if not task.cancelled():
            task.exception()  # whoever asked may be gone, and it is nobody else's

    async def close(self) -> None:
        """End what is under way."""
        for worker in self._workers.values():
            await worker.close()
        await asyncio.gather(*self._under_way.values(), return_exceptions=True)
