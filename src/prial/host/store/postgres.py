"""Commits to PostgreSQL, where any number of servers may write."""

from collections.abc import Sequence
from typing import Any, Final, Self

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from prial.host.store.engine import place, served, take, unreadable
from prial.host.store.group import Work, write
from prial.host.store.values import StoreError, StoreLost

# https://www.postgresql.org/docs/current/errcodes-appendix.html
_AGAIN: Final = frozenset({"40001", "40P01"})
"""PostgreSQL's codes for a serialisation failure and for a deadlock. After either, the transaction has written nothing."""

_STOPPED_MS: Final = "5000"
"""PostgreSQL ends a transaction that is idle for this many milliseconds, since other servers may wait for its locks."""


class Postgres:
    """A PostgreSQL database, where other servers may write as well. Call `Postgres.open` to get an object of this class."""

    def __init__(self, engine: AsyncEngine, epoch: int) -> None:
        self._engine, self._epoch = engine, epoch

    @classmethod
    async def open(cls, url: str) -> Self:
        """Connect to a database, and make the store's tables if there are none.

        Args:
            url: the store's address.
        Raises:
            StoreError: if the database isn't a store of this program, has a newer format, or can't be reached.
        """
        engine = served(url, {"idle_in_transaction_session_timeout": _STOPPED_MS}, pool_size=1, max_overflow=0)
        try:
            async with engine.begin() as connection:
                return cls(engine, await connection.run_sync(take, place(url)))
        except BaseException as error:
            await engine.dispose()
            if isinstance(error, DBAPIError | OSError):
                raise unreadable(error, place(url)) from error
            raise

    @property
    def engine(self) -> Engine:
        """SQLAlchemy's engine, on which groups of changes are committed."""
        return self._engine.sync_engine

    async def commit(self, works: Sequence[Work]) -> Sequence[StoreError | None]:
        """See `prial.host.store.writer.Database`.

        If the connection breaks, or if transactions collide, the whole group of changes is written once more.
        """
        try:
            return await self._write(works)
        except DBAPIError as error:
            code: Any = getattr(error.orig, "sqlstate", None)
            if not error.connection_invalidated and code not in _AGAIN:
                raise
            # Safe even if the first attempt succeeded: changes say from which version they start, and a command has one answer.
            return await self._write(works)

    async def _write(self, works: Sequence[Work]) -> Sequence[StoreError | None]:
        """Write a group in one transaction."""
        async with self._engine.begin() as connection:
            return await connection.run_sync(write, self._epoch, works)

    async def lost(self, error: StoreLost) -> StoreLost:
        """See `prial.host.store.writer.Database`. There is nothing to save, since the database server has everything."""
        return error

    async def close(self) -> None:
        """See `prial.host.store.writer.Database`."""
        await self._engine.dispose()
