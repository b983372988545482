"""`Store`: one writer that commits in groups, and readers that never wait for it."""

from collections.abc import Collection, Sequence
from typing import Self

from prial.host.store.values import Answered, Person, Row, TableRow


class Store:
    """An open store. Made by `open`."""

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open a store, make its tables where there are none, and take it over from whoever had it.

        Args:
            url: SQLAlchemy's, as ``sqlite+aiosqlite:///tables.db``.

        Raises:
            StoreError: it is none of ours, of another format, or can't be read.
        """
        raise NotImplementedError

    async def close(self) -> None:
        """Write what is queued, and close. Closing again does nothing."""
        raise NotImplementedError

    async def append(self, table: TableRow, rows: Sequence[Row], answer: Answered | None, expected: int) -> None:
        """Store what a command did to a table, whole or not at all; returns when it is on the disk.

        Args:
            table: how the table stands afterwards; its version is the last row's.
            rows: the log's entries ``expected + 1`` and on, without a gap.
            answer: what the sender is told, or None where nobody sent a command.
            expected: the version the table stands at now; 0 makes a new one.

        Raises:
            Repeated: the command has an answer already. This is looked at first.
            Conflict: the table stands elsewhere, or there is one of this id.
            EpochLost: another process has taken the store over.
            StoreFailed: it isn't known to be stored.
        """
        raise NotImplementedError

    async def answer(self, table_id: str, answer: Answered) -> None:
        """Store the answer to a command that changed nothing; returns when it is on the disk.

        Raises:
            Repeated, EpochLost, StoreFailed: as `append`.
        """
        raise NotImplementedError

    async def tables(self, statuses: Collection[str] | None = None) -> list[TableRow]:
        """All tables, or those of some statuses, the one changed last first."""
        raise NotImplementedError

    async def table(self, table_id: str) -> TableRow | None:
        """A table, or None where there is none of this id."""
        raise NotImplementedError

    async def log(self, table_id: str, after: int = 0) -> list[Row]:
        """A table's log behind a version, in order."""
        raise NotImplementedError

    async def answers(self, table_id: str) -> list[Answered]:
        """The answers to all commands that were sent to a table."""
        raise NotImplementedError

    async def person(self, token_hash: bytes) -> Person | None:
        """Whose token this is the hash of, or None."""
        raise NotImplementedError

    async def save_person(self, person: Person, token_hash: bytes | None, at: int) -> None:
        """Store a new guest, or a token more of somebody; without a token, somebody's new name.

        Args:
            person: who, with the name to store.
            token_hash: hash of the token that the person is known by from now on, or None.
            at: when, in ms since 1970 UTC.

        Raises:
            Conflict: nobody of this id is known and no token given, or the token is somebody else's.
            EpochLost, StoreFailed: as `append`.
        """
        raise NotImplementedError

    async def beat(self, at: int) -> None:
        """Store that the house is up, in ms since 1970 UTC."""
        raise NotImplementedError

    async def last_beat(self) -> int | None:
        """When the house was last known to be up; None for a new one."""
        raise NotImplementedError

    async def check(self) -> list[str]:
        """What is wrong with the store, a sentence each; empty where it is sound."""
        raise NotImplementedError
