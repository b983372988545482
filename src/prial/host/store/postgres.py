"""Commits to PostgreSQL, to which any number of servers write."""

from collections.abc import Sequence
from typing import Any, Final, Self

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from prial.host.store.engine import place, served, take, unreadable
from prial.host.store.group import Work, write
from prial.host.store.values import StoreError, StoreLost

_AGAIN: Final = frozenset({"40001", "40P01"})
"""What PostgreSQL says where two transactions stood in each other's way, and nothing of this one was written: a failed
serialisation, a deadlock (https://www.postgresql.org/docs/current/errcodes-appendix.html)."""

_STOPPED_MS: Final = "5000"
"""Milliseconds after which a transaction ends whose server was stopped in its middle: others wait for its tables."""


class Postgres:
    """A database that other servers write to as well. Made by `open`."""

    def __init__(self, engine: AsyncEngine, epoch: int) -> None:
        self._engine, self._epoch = engine, epoch

    @classmethod
    async def open(cls, url: str) -> Self:
        """Make the tables where there are none.

        Raises:
            StoreError: it is none of ours, of a newer format, or can't be reached.
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
        """SQLAlchemy's engine of what commits."""
        return self._engine.sync_engine

    async def commit(self, works: Sequence[Work]) -> Sequence[StoreError | None]:
        """As the protocol says.

        Where the connection broke it may be that all was written and only the word of it was lost. To try again does no harm:
        each work says from which version it goes on, and each command has one answer.
        """
        try:
            return await self._write(works)
        except DBAPIError as error:
            code: Any = getattr(error.orig, "sqlstate", None)
            if not error.connection_invalidated and code not in _AGAIN:
                raise
            return await self._write(works)

    async def _write(self, works: Sequence[Work]) -> Sequence[StoreError | None]:
        async with self._engine.begin() as connection:
            return await connection.run_sync(write, self._epoch, works)

    async def lost(self, error: StoreLost) -> StoreLost:
        """As the protocol says: nothing can be saved from here, and nothing needs to be."""
        return error

    async def close(self) -> None:
        await self._engine.dispose()
