"""The one writer of a process. It commits changes of the store (`prial.host.store.group.Work`).

All changes that are queued during a commit go into the next one.
"""

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
"""The greatest number of changes of the store in a transaction.

One statement looks up three values of each change, and SQLite takes at most 32,766 values in a statement.
"""
GATHER_S: Final = 0.005
"""Seconds to wait before the next commit, if some changes are queued, but fewer than `ENOUGH`.

At 1,000 changes a second, the wait delays each change by 3 ms, but saves two thirds of the commits' work.
"""
ENOUGH: Final = 50
"""If at least this many changes are queued, they are committed at once, without waiting for more."""
_OWN_FAULT: Final = (IntegrityError, DataError, ProgrammingError, UnicodeError, OverflowError)
"""Errors that one change of the store causes, for example by a value that the database can't hold."""
_BAD_VALUE: Final = "22"
"""The first two characters of PostgreSQL's error codes for values that it can't hold."""
_Job = tuple[Work, asyncio.Future[None]]
"""A change of the store, and the future of the caller who waits for it."""


class Database(Protocol):
    """A database to which groups of changes are committed."""

    @property
    def engine(self) -> Engine:
        """SQLAlchemy's engine, on which groups of changes are committed."""

    async def commit(self, works: Sequence[Work]) -> Sequence[StoreError | None]:
        """Write a group of changes in one transaction; returns when they are on the disk.

        Returns:
            For each change, why it is refused, or None if it is written.
        Raises:
            StoreLost: if nothing can be written to this database any more.
            Exception: any other error of the database. The group may have been written.
        """

    async def lost(self, error: StoreLost) -> StoreLost:
        """Save what can be saved after the store was lost.

        Returns:
            The error. If a copy of the store was made, the error names the path of the copy.
        """

    async def close(self) -> None:
        """Close the database."""


class Writer:
    """Writes changes of the store for all callers, in the order in which they come.

    Args:
        database: the database to write to.
    """

    def __init__(self, database: Database) -> None:
        self.health: Final = Health()
        """The health of the store: whether writes succeed."""
        self.database: Final = database
        """The database to write to."""
        self._queue: deque[_Job] = deque()
        self._wake = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._run(), name="store")

    async def write(self, work: Work) -> None:
        """Write a change of the store; returns when it is on the disk.

        A caller that is cancelled doesn't learn whether the change was written.

        Raises:
            StoreFailed: if it isn't certain whether the change was written.
            StoreError: if the change wasn't written. The error says why.
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
        """Write the queued changes, and close the database."""
        self._closing = True
        self._wake.set()
        await asyncio.wait([self._task])
        await self.database.close()

    async def _run(self) -> None:
        """Write what is queued, until the writer is closed."""
        try:
            while self._queue or not self._closing:
                await self._wake.wait()
                self._wake.clear()
                await self._empty()
        finally:  # also if cancelled with the event loop, so that nobody waits for ever
            self._closing = True
            for _, done in self._queue:
                if not done.done():
                    done.set_exception(StoreFailed(refuse("store.closed")))

    async def _empty(self) -> None:
        """Take changes from the queue in groups and write them, until the queue is empty."""
        while self._queue:
            jobs = [self._queue.popleft() for _ in range(min(MOST, len(self._queue)))]
            await self._settle(jobs)
            if 0 < len(self._queue) < ENOUGH and not self._closing:
                await asyncio.sleep(GATHER_S)

    async def _settle(self, jobs: Sequence[_Job]) -> None:
        """Write a group of changes, and pass the outcomes on to the callers who wait."""
        try:
            outcomes = await self._write([work for work, _ in jobs])
        except BaseException as error:  # cancelled with the event loop
            for _, done in jobs:
                if not done.done():
                    done.set_exception(_failed(error))
            raise
        for (_, done), outcome in zip(jobs, outcomes, strict=True):
            if done.done():  # its caller was cancelled
                continue
            if outcome is None:
                done.set_result(None)
            else:
                done.set_exception(outcome)

    async def _write(self, works: Sequence[Work]) -> Sequence[StoreError | None]:
        """Write a group of changes. Returns, for each change, the reason why it isn't stored; None if it is stored."""
        if self.health.lost is not None:
            return [self.health.lost for _ in works]
        try:
            outcomes = await self.database.commit(works)
        except StoreLost as error:
            lost = await self._lose(error)
            return [lost for _ in works]
        except Exception as error:  # noqa: BLE001  # any error of the database; the next group may succeed
            if _own_fault(error):
                return [await self._alone(work) for work in works]
            failed = _failed(error)
            self.health.ill(failed)
            return [failed for _ in works]
        self.health.well()
        return outcomes

    async def _alone(self, work: Work) -> StoreError | None:
        """Write one change by itself after its group failed; returns why the change isn't stored, or None if it is."""
        outcome: StoreError | None = None
        for _ in range(2):  # a row that another server has just written is seen the second time
            try:
                return (await self.database.commit([work]))[0]
            except StoreLost as error:
                return await self._lose(error)
            except Exception as error:  # noqa: BLE001  # as above
                outcome = StoreError(refuse("store.failed", why=why(error))) if _own_fault(error) else _failed(error)
        return outcome

    async def _lose(self, error: StoreLost) -> StoreLost:
        """Take note that nothing can be written any more, and save what can be saved."""
        lost = await self.database.lost(error)
        self.health.lose(lost)
        return lost


def _own_fault(error: Exception) -> bool:
    """Whether an error comes from the values of a change, and not from the disk or the connection."""
    code = str(getattr(getattr(error, "orig", None), "sqlstate", ""))
    return isinstance(error, _OWN_FAULT) or code.startswith(_BAD_VALUE)


def _failed(error: BaseException) -> StoreFailed:
    """Make a `StoreFailed` from an error of the database."""
    failed = StoreFailed(refuse("store.failed", why=why(error)))
    failed.__cause__ = error
    return failed
