"""The one writer: everything that is queued while a commit runs goes into the next one. It writes in a thread of its own."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, TypeVar

from sqlalchemy import Engine
from sqlalchemy.exc import DataError, IntegrityError, ProgrammingError

from prial.errors import refuse
from prial.host.store.copies import rescued
from prial.host.store.engine import take_over, why
from prial.host.store.group import Work, write
from prial.host.store.health import Health
from prial.host.store.identity import Identity
from prial.host.store.values import FileLost, StoreError, StoreFailed, StoreLost

MOST: Final = 1_000
"""Works in one transaction; three values of each are looked up at once, and SQLite takes 32,766."""
GATHER_S: Final = 0.005
"""How long a few that came during a commit wait for more: at 1,000 a second it costs 3 ms and saves two thirds of the work."""
ENOUGH: Final = 50
"""So many wait for nobody."""
_OWN_FAULT: Final = (IntegrityError, DataError, ProgrammingError, UnicodeError, OverflowError)
"""What one work's values bring about, and not the disk: text or numbers that the database can't hold, a race it decided."""

_T = TypeVar("_T")
_Job = tuple[Work, asyncio.Future[None]]


class Writer:
    """Writes for everybody, in the order of asking. Made by `start`."""

    def __init__(self, engine: Engine, thread: ThreadPoolExecutor, epoch: int, files: Identity | None) -> None:
        self.health: Final = Health()
        self._engine, self._thread = engine, thread
        self._epoch = epoch
        self._files = files
        self._queue: deque[_Job] = deque()
        self._wake = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._run(), name="store")

    @classmethod
    async def start(cls, engine: Engine, file: str) -> "Writer":
        """Take the house over and start to write.

        Raises:
            StoreError: it is none of ours, of a newer format, or can't be read.
        """
        thread = ThreadPoolExecutor(1, "store")
        epoch, mark = await _within(thread, take_over, engine, file)
        return cls(engine, thread, epoch, Identity(Path(file), mark) if engine.dialect.name == "sqlite" else None)

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
        await asyncio.to_thread(self._engine.dispose)
        files, self._files = self._files, None
        if files is not None:
            files.close()
        self._thread.shutdown(wait=False)

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
            outcomes = await _within(self._thread, self._commit, works)
        except StoreLost as error:
            await self._lose(error)
            return [self.health.lost or error for _ in works]
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
        try:
            return (await _within(self._thread, self._commit, [work]))[0]
        except StoreLost as error:
            await self._lose(error)
            return self.health.lost
        except Exception as error:  # noqa: BLE001  # as above
            return StoreError(refuse("store.failed", why=why(error))) if _own_fault(error) else _failed(error)

    def _commit(self, works: Sequence[Work]) -> Sequence[StoreError | None]:
        if self._files is not None:
            self._files.check_written()  # before SQLite may empty its log into what isn't its file any more
        # Out of the pool each time: what comes back to it is rolled back, and replaced where even that fails
        with self._engine.begin() as connection:
            outcomes = write(connection, self._epoch, works)
        if self._files is not None:
            self._files.check()
        return outcomes

    async def _lose(self, error: StoreLost) -> None:
        """Write nothing any more. What is stored in a file that is gone is still open here, so it is copied while it is."""
        if isinstance(error, FileLost) and self._files is not None and self._files.deleted:
            error = FileLost(error.file, await _within(self._thread, rescued, self._engine, Path(error.file)))
        self.health.lose(error)


async def _within(thread: ThreadPoolExecutor, work: Callable[..., _T], *given: object) -> _T:
    return await asyncio.get_running_loop().run_in_executor(thread, work, *given)


def _own_fault(error: Exception) -> bool:
    return isinstance(error, _OWN_FAULT)


def _failed(error: BaseException) -> StoreFailed:
    failed = StoreFailed(refuse("store.failed", why=why(error)))
    failed.__cause__ = error
    return failed
