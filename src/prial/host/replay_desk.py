"""Requests to look back at finished games: whether they are allowed, how many run at a time, and a cache of the results."""

import asyncio
import logging
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Final, NamedTuple

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
        "limit.replays": "The house is busy with {number} other requests to look back at a game: please try again in a minute.",
        "limit.own_replays": "You are looking back at two games already: please wait for one of them.",
        "replay.failed": "You can't look back at this game here: something went wrong, and it has been noted.",
    },
)

_KEPT: Final = 32 * 1024 * 1024  # results stay valid, since a finished game doesn't change
"""The greatest number of bytes of results that are kept in memory."""
_MOST: Final = 12
"""At most this many people may have requests of one kind at a time."""
_EACH: Final = 2
"""One person, or one network (see `_Asked.who`), may have at most this many requests of one kind at a time."""
_PATIENCE: Final = 60.0  # later jobs needn't wait for a job that hangs
"""If a job takes more than this many seconds, its process is ended."""

_Key = tuple[What, str, int, int, str]
"""Kind of result, table id, number of the game, number of the deal (or 0), and person id (or empty)."""


class _Asked(NamedTuple):
    """A request that waits or runs."""

    who: str
    """The person's id. For a share, or for a person who was never admitted to the table: the name of the network."""
    network: str
    """The network that the request comes from; the person's id if no network was given."""
    plays: bool
    """Whether the person plays in the table's present or last game."""
    task: asyncio.Task[bytes]
    """The task that works the result out."""


LogOfGame = Callable[[str, int], Awaitable[tuple[Snapshot | None, list[Row]]]]
"""A function that takes a table's id and a game's number. It returns a snapshot and the log entries after the snapshot.

The snapshot is from before that game. If the snapshot is None, the entries begin at the start of the log.
"""

_LOG: Final = logging.getLogger("prial.host")


class Worker:
    """A process that does jobs (replays, reviews and so on), one at a time. It is started for the first job."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._waiting = Rotation[asyncio.Future[None]]()
        self._taken = False
        self._ended = False

    @asynccontextmanager
    async def turn(self, whose: str) -> AsyncIterator[None]:
        """Wait for a turn. Inside the ``async with`` block, no other job uses the process.

        Args:
            whose: the name of the network that the job comes from. Networks take turns.
        """
        if self._taken:
            turn = asyncio.get_running_loop().create_future()
            self._waiting.add(whose, turn)
            try:
                await turn
            except asyncio.CancelledError:
                if not turn.cancelled():  # the turn came in the same moment as the cancellation
                    self._pass_on()
                raise
        self._taken = True
        try:
            yield
        finally:
            self._waiting.had_turn(whose)
            self._pass_on()

    def _pass_on(self) -> None:
        """Let the next waiting job use the process."""
        while self._waiting:
            turn = self._waiting.next()
            if not turn.done():
                turn.set_result(None)
                return
        self._taken = False

    async def do(self, job: Job) -> Done:
        """Send a job to the process, and wait for the result. Call this only inside `turn`."""
        if self._ended:
            return Done(fault="closed")
        try:
            async with asyncio.timeout(_PATIENCE):
                return await self._ask(framed(job))
        # The process died or took too long. This job may be the cause, so it isn't sent to the next process
        except (OSError, EOFError) as error:
            await self._kill()
            return Done(fault=type(error).__name__)

    async def _ask(self, job: bytes) -> Done:
        """Send a job to the process, and wait for the result. If no process is running, one is started."""
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
        """End the process. It isn't started again."""
        self._ended = True
        await self._kill()

    async def _kill(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class ReplayDesk:
    """Takes requests to look back at games.

    Args:
        replays: the process for replays, for shared deals and results, and for transcripts of shuffles.
        reviews: the process for reviews, each of which may take some seconds.
    """

    def __init__(self, replays: Worker | None = None, reviews: Worker | None = None) -> None:
        replays, reviews = replays or Worker(), reviews or Worker()
        self._workers: dict[What, Worker] = {
            **dict.fromkeys(("replay", "share", "shuffles"), replays),
            **dict.fromkeys(("review", "strongest"), reviews),
        }
        self._kept = Cache(_KEPT)
        self._under_way: dict[_Key, _Asked] = {}
        """The requests that wait or run, in the order in which they came."""
        self._begun: set[_Key] = set()
        """The requests in progress."""

    async def find(
        self,
        what: What,
        table_id: str,
        live: Live,
        number: int,
        person: Person | None,
        log_of_game: LogOfGame,
        *,
        network: str = "",
        deal: int = 0,
    ) -> bytes:
        """Look back at a finished game, at a shared deal or result, or at a table's shuffles.

        The caller must first check that the person may look at the table, or that the deal or result is shared.

        Args:
            what: the kind of result.
            table_id: the table's id.
            live: the table.
            number: number of the game, from 1. For shuffles, it is the number of entries in the table's log.
            person: the person who asks. It is None for somebody who isn't signed in, and for any shared deal or result.
            log_of_game: reads the log of a game.
            network: the network that the request comes from. If it is empty, the person's id is used. Networks take turns. If
                there are too many requests, the network with the most requests may lose one.
            deal: number of the shared deal, from 1; 0 for a whole game. The game of a shared deal may still go on.
        Returns:
            A `Replay`, a `Reviewed`, a `Shared` or a `Transcript`, encoded.
        Raises:
            PrialError: if one of these holds:

                * the game doesn't exist or isn't over
                * the person may not see the result
                * there are too many requests (a request that waits may be cancelled for another one)
                * the process fails
        """
        if not deal and what != "shuffles":
            check_over(live, number)
        # People who were never admitted have never had a seat there: all of them are told the same
        who = person.id if person is not None and person.id in live.admitted and not deal else ""
        if what in {"review", "strongest"} and not who:
            raise PrialError(refuse("review.not_played"))
        key = what, table_id, number, deal, who
        found = self._kept.find(key)
        if found is not None:
            return found
        if key not in self._under_way:
            asking = who or network  # all strangers of a network count as one person
            network, plays = network or who, bool(who) and who in live.players
            if sum(asked.who == asking for each, asked in self._under_way.items() if each[0] == what) >= _EACH:
                raise PrialError(refuse("limit.own_replays") if who else refuse("limit.replays", number=len(self._under_way)))
            self._make_room(what, asking, network, plays=plays)
            task = asyncio.get_running_loop().create_task(self._work(key, network, log_of_game))
            self._under_way[key] = _Asked(asking, network, plays, task)
            task.add_done_callback(partial(self._done, key))
        task = self._under_way[key].task
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            current = asyncio.current_task()
            if task.cancelled() and not (current and current.cancelling()):  # another request took its place
                raise PrialError(refuse("limit.replays", number=_MOST)) from None
            raise

    def _make_room(self, what: What, who: str, network: str, *, plays: bool) -> None:
        """Make room for a new request (arguments: see `_Asked`). If necessary, cancel one that waits, or raise `PrialError`."""
        same = {key: asked for key, asked in self._under_way.items() if key[0] == what}
        if len({asked.who for asked in same.values()} - {who}) < _MOST:
            return
        of_network = Counter(asked.network for asked in same.values())
        waiting = [asked for key, asked in same.items() if key not in self._begun]
        # The newest request of the network with the most requests; if possible, of somebody who doesn't play at the table
        last = max(reversed(waiting), key=lambda asked: (of_network[asked.network], not asked.plays), default=None)
        crowded = last is not None and of_network[last.network] > of_network[network] + 1
        strangers = [asked for asked in waiting if not asked.plays] if plays else []
        if last is not None and crowded:
            last.task.cancel()
        elif strangers:
            strangers[-1].task.cancel()
        else:
            raise PrialError(refuse("limit.replays", number=len(same)))

    async def _work(self, key: _Key, network: str, log_of_game: LogOfGame) -> bytes:
        """Wait until the process is free, and let the process work out a result. Results are kept, except for shuffles."""
        what, table_id, number, deal, who = key
        worker = self._workers[what]
        async with worker.turn(network):
            self._begun.add(key)
            before, rows = await log_of_game(table_id, number)
            job = Job(what=what, table=table_id, number=number, person=who, deal=deal, before=before, rows=rows)
            done = await worker.do(job)
        if done.refusal is not None:
            raise PrialError(done.refusal)
        if done.answer is None:
            _LOG.error("replay fault", extra={"table": table_id, "what": what, "error": done.fault})
            raise PrialError(refuse("replay.failed"))
        return done.answer if what == "shuffles" else self._kept.keep(key, done.answer)  # shuffles are soon out of date

    def _done(self, key: _Key, task: asyncio.Task[bytes]) -> None:
        """Forget a request that is done."""
        del self._under_way[key]
        self._begun.discard(key)
        if not task.cancelled():
            task.exception()  # without this call, asyncio would log an error for which nobody waits

    async def close(self) -> None:
        """End the processes. This makes all present requests fail, and the function waits until they have failed."""
        for worker in self._workers.values():
            await worker.close()
        await asyncio.gather(*[asked.task for asked in self._under_way.values()], return_exceptions=True)
