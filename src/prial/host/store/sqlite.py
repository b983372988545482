"""`Sqlite`: writes changes of the store to a SQLite file, in a thread of its own."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, Self, TypeVar

from sqlalchemy import Engine

from prial.host.store.copies import rescued
from prial.host.store.engine import place, take_over, writing
from prial.host.store.group import Work, write
from prial.host.store.identity import Identity
from prial.host.store.values import FileLost, StoreError, StoreLost

_T = TypeVar("_T")
"""The type of a call's result."""


class Sqlite:
    """A SQLite file. Only this process writes to it. Call `Sqlite.open` to get an object of this class."""

    def __init__(self, engine: Engine, thread: ThreadPoolExecutor, epoch: int, files: Identity) -> None:
        self.engine: Final = engine
        """SQLAlchemy's engine. Groups of changes are committed on it."""
        self._thread, self._epoch = thread, epoch
        self._files: Identity | None = files

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open a file, and take the store over from any process that had it open. A new or empty file gets its database tables.

        Args:
            url: the store's address.
        Raises:
            StoreError: if the file isn't a store of this program, has a newer format, or can't be read.
        """
        engine, file = writing(url), place(url)
        thread = ThreadPoolExecutor(1, "store")
        try:
            epoch, mark = await _within(thread, take_over, engine, file)
            return cls(engine, thread, epoch, Identity(Path(file), mark))
        except BaseException:
            engine.dispose()
            thread.shutdown(wait=False)
            raise

    async def commit(self, works: Sequence[Work]) -> Sequence[StoreError | None]:
        """See `prial.host.store.writer.Database`."""
        return await _within(self._thread, self._commit, works)

    def _commit(self, works: Sequence[Work]) -> Sequence[StoreError | None]:
        """Write a group of changes in one transaction. `commit` calls this method in the writing thread."""
        files = self._files
        assert files is not None
        files.check_written()  # before SQLite may empty its write-ahead log into a file that isn't its own any more
        # A connection from the pool each time: on its return it is rolled back, and replaced if even that fails
        with self.engine.begin() as connection:
            outcomes = write(connection, self._epoch, works)
        files.check()
        return outcomes

    async def lost(self, error: StoreLost) -> StoreLost:
        """See `prial.host.store.writer.Database`. If the file was deleted while this process had it open, try to copy it."""
        if isinstance(error, FileLost) and self._files is not None and self._files.deleted:
            return FileLost(error.file, await _within(self._thread, rescued, self.engine, Path(error.file)))
        return error

    async def close(self) -> None:
        """See `prial.host.store.writer.Database`."""
        await asyncio.to_thread(self.engine.dispose)
        files, self._files = self._files, None
        if files is not None:
            files.close()
        self._thread.shutdown(wait=False)


async def _within(thread: ThreadPoolExecutor, work: Callable[..., _T], *given: object) -> _T:
    """Call a function in a thread, and wait for its result."""
    return await asyncio.get_running_loop().run_in_executor(thread, work, *given)
