"""The one writer of a process: everything that is queued while a commit runs goes into the next one."""

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import Final, Protocol

from sqlalchemy import Engine
from sqlalchemy.exc import DataError, IntegrityError, ProgrammingError

from prial.errors import refuse
from prial.host.store.engine import why
from prial.host.store.group import Work
from prial.host.store.health import Health
from prial.host.store.values import StoreError, StoreFailed, StoreLost

MOST: Final = 1_000
"""Works in one transaction; three values of each are looked up at once, and SQLite takes 32,766."""
GATHER_S: Final = 0.005
"""How long a few that came during a commit wait for more: at 1,000 a second it costs 3 ms and saves two thirds of the work."""
ENOUGH: Final = 50
"""So many wait for nobody."""
_OWN_FAULT: Final = (IntegrityError, DataError, ProgrammingError, UnicodeError, OverflowError)
"""What one work's values bring about, and not the disk: text or numbers that the database can't hold, a race it decided."""
_BAD_VALUE: Final = "22"
"""How PostgreSQL's codes for values that it can't hold begin."""
_Job = tuple[Work, asyncio.Future[None]]


class Database(Protocol):
    """Where groups are committed."""

    @property
    def engine(self) -> Engine:
        """SQLAlchemy's engine of what commits."""

    async def commit(self, works: Sequence[Work]) -> Sequence[StoreError | None]:
        """Write a group in one transaction; returns when it is on the disk, with what each is refused with, or None.

        Raises:
            StoreLost: nothing can be written here any more.
            Exception: whatever the database says; nobody knows then whether it was written.
        """

    async def lost(self, error: StoreLost) -> StoreLost:
        """Save what can be saved; the error with what came of that."""

    async def close(self) -> None:
        """Let go of the database."""


class Writer:
    """Writes for everybody, in the order of asking.

    Args:
        database: where.
    """

    def __init__(self, database: Database) -> None:
        self.health: Final = Health()
        self.database: Final = database
        self._queue: deque[_Job] = deque()
        self._wake = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._run(), name="store")

    async def write(self, work: Work) -> None:
        """Write something; returns when it is on the disk.

        Who is cancelled while waiting doesn't know whether it was written, and it may be.

        Raises:
            StoreError: why it wasn't.
        """
        if self.health.lost is not None:
            raise self.health.lost.with_traceback(None)
        if self._closing:
            raise StoreFailed(refuse("store.closed"))
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.append((work, done))
        self._wake.set()
        await done

    async def close(self) -> None:
        """Write what is queued, and end."""
        self._closing = True
        self._wake.set()
        await asyncio.wait([self._task])
        await self.database.close()

    async def _run(self) -> None:
        try:
            while self._queue or not self._closing:
                await self._wake.wait()
                self._wake.clear()
                await self._empty()
        finally:  # cancelled with the loop: nobody may wait for ever
            self._closing = True
            for _, done in self._queue:
                if not done.done():
                    done.set_exception(StoreFailed(refuse("store.closed")))

    async def _empty(self) -> None:
        while self._queue:
            jobs = [self._queue.popleft() for _ in range(min(MOST, len(self._queue)))]
            await self._settle(jobs)
            if 0 < len(self._queue) < ENOUGH and not self._closing:
                await asyncio.sleep(GATHER_S)

    async def _settle(self, jobs: Sequence[_Job]) -> None:
        """Write a group and tell everybody of it how it went."""
        try:
            outcomes = await self._write([work for work, _ in jobs])
        except BaseException as error:  # cancelled, as above
            for _, done in jobs:
                if not done.done():
                    done.set_exception(_failed(error))
            raise
        for (_, done), outcome in zip(jobs, outcomes, strict=True):
            if done.done():  # who asked was cancelled
                continue
            if outcome is None:
                done.set_result(None)
            else:
                done.set_exception(outcome)

    async def _write(self, works: Sequence[Work]) -> Sequence[StoreError | None]:
        """What became of each: None, or why it isn't stored."""
        if self.health.lost is not None:
            return [self.health.lost for _ in works]
        try:
            outcomes = await self.database.commit(works)
        except StoreLost as error:
            lost = await self._lose(error)
            return [lost for _ in works]
        except Exception as error:  # noqa: BLE001  # whatever the database can say; the next group may fare better
            if _own_fault(error):
                return [await self._alone(work) for work in works]
            failed = _failed(error)
            self.health.ill(failed)
            return [failed for _ in works]
        self.health.well()
        return outcomes

    async def _alone(self, work: Work) -> StoreError | None:
        """The same for one work of a group in which one was impossible."""
        outcome: StoreError | None = None
        for _ in range(2):  # a row that another server's race put there is seen the second time
            try:
                return (await self.database.commit([work]))[0]
            except StoreLost as error:
                return await self._lose(error)
            except Exception as error:  # noqa: BLE001  # as above
                outcome = StoreError(refuse("store.failed", why=why(error))) if _own_fault(error) else _failed(error)
        return outcome

    async def _lose(self, error: StoreLost) -> StoreLost:
        """Write nothing any more."""
        lost = await self.database.lost(error)
        self.health.lose(lost)
        return lost


def _own_fault(error: Exception) -> bool:
    code = str(getattr(getattr(error, "orig", None), "sqlstate", ""))
    return isinstance(error, _OWN_FAULT) or code.startswith(_BAD_VALUE)


def _failed(error: BaseException) -> StoreFailed:
    failed = StoreFailed(refuse("store.failed", why=why(error)))
    failed.__cause__ = error
    return failed
