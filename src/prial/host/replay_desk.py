"""Where people ask to look back at finished games: who may, how many at a time, and what was worked out before."""

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
"""Those of one person, or of the strangers of one network."""
_PATIENCE: Final = 60.0
"""Seconds that one may take: a process that doesn't answer would keep all who come later waiting."""

_Key = tuple[What, str, int, int, str]
"""What, the table's id, the game's number, the deal's (0 for all of it), and for whom."""


class _Asked(NamedTuple):
    """A replay or a review that waits, or is being worked out."""

    who: str
    """The person; a stranger is their network."""
    network: str
    plays: bool
    """Whether the person plays at that table, or did when its last game was over."""
    task: asyncio.Task[bytes]


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
            whose: the jobs of one network wait for those of others in turn.
        """
        if self._taken:
            turn = asyncio.get_running_loop().create_future()
            self._waiting.add(whose, turn)
            try:
                await turn
            except asyncio.CancelledError:
                if not turn.cancelled():  # it was given in the same moment
                    self._pass_on()
                raise
        self._taken = True
        try:
            yield
        finally:
            self._waiting.had_turn(whose)
            self._pass_on()

    def _pass_on(self) -> None:
        """Give the turn to the next who still waits."""
        while self._waiting:
            turn = self._waiting.next()
            if not turn.done():
                turn.set_result(None)
                return
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
        replays, reviews = replays or Worker(), reviews or Worker()
        self._workers: dict[What, Worker] = {
            **dict.fromkeys(("replay", "share", "shuffles"), replays),
            **dict.fromkeys(("review", "strongest"), reviews),
        }
        self._kept = Cache(_KEPT)
        self._under_way: dict[_Key, _Asked] = {}
        """In the order of asking."""
        self._begun: set[_Key] = set()
        """Those of them that have had their turn."""

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
        """Look back at a finished game, or at a deal that everybody may see.

        Args:
            what: as somebody was told it, what its player's answers were worth, a deal as strangers are shown it, or all shuffles
                up to now.
            table_id: the table.
            live: as it stands.
            number: number of the game, from 1; the table's version where all shuffles are wanted.
            person: who asks, and may look at the table.
            log_of_game: gives the log of a game, and what stood before it.
            network: from where they ask: where too many wait, networks share the places alike, and who plays there goes before
                others. Empty for one of their own.
            deal: number of the deal that is shared, from 1, whose game needn't be over; 0 for a whole game.
        Returns:
            A `Replay`, a `Reviewed`, a `Shared` or a `Transcript`, encoded.
        Raises:
            PrialError: there is no such game, it isn't over, this person may not, or too many others ask.
        """
        if not deal and what != "shuffles":
            check_over(live, number)
        # Whoever was never let in has never sat there nor owned it: all of them are told the same
        who = person.id if person is not None and person.id in live.admitted and not deal else ""
        if what in {"review", "strongest"} and not who:
            raise PrialError(refuse("review.not_played"))
        key = what, table_id, number, deal, who
        found = self._kept.find(key)
        if found is not None:
            return found
        if key not in self._under_way:
            asking = who or network  # the strangers of a network are one
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
            if task.cancelled() and not (current and current.cancelling()):  # somebody else has the place
                raise PrialError(refuse("limit.replays", number=_MOST)) from None
            raise

    def _make_room(self, what: What, who: str, network: str, *, plays: bool) -> None:
        """See to it that one more may wait.

        Raises:
            PrialError: too many do, and none of them has to make room.
        """
        same = {key: asked for key, asked in self._under_way.items() if key[0] == what}
        if len({asked.who for asked in same.values()} - {who}) < _MOST:
            return
        of_network = Counter(asked.network for asked in same.values())
        waiting = [asked for key, asked in same.items() if key not in self._begun]
        # The last of the network that has most places; who doesn't play, if there is such a one
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
        return done.answer if what == "shuffles" else self._kept.keep(key, done.answer)  # there are more of them soon

    def _done(self, key: _Key, task: asyncio.Task[bytes]) -> None:
        del self._under_way[key]
        self._begun.discard(key)
        if not task.cancelled():
            task.exception()  # whoever asked may be gone, and it is nobody else's

    async def close(self) -> None:
        """End what is under way."""
        for worker in self._workers.values():
            await worker.close()
        await asyncio.gather(*[asked.task for asked in self._under_way.values()], return_exceptions=True)
