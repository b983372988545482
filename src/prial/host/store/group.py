"""Writes a group of changes of the store in one transaction. In the code, a change is called a work (`Work`).

Each change is checked against what is stored and against the changes before it. A refused change writes nothing. All changes of a
group are looked up together and written together, so a group takes hardly more statements than one change.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias

import msgspec
from sqlalchemy import Connection, bindparam, delete, insert, select, update

from prial.errors import refuse
from prial.host.store.prepared import Keyed, Write
from prial.host.store.schema import ANSWERS, HOUSE, KEEPERS, LOBBY, LOG, PEOPLE, SEATS, SNAPSHOTS, TABLES, TOKENS
from prial.host.store.values import (
    Answered,
    Beside,
    Conflict,
    EpochLost,
    NotKept,
    Person,
    Place,
    Repeated,
    Row,
    Snapshot,
    StoreError,
    TableRow,
)


class Append(msgspec.Struct, frozen=True):
    """Add entries to a table's log, together with the answer to the command that caused them."""

    table: TableRow
    """The table's row after the entries are stored."""
    rows: Sequence[Row]
    """The entries."""
    answer: Answered | None
    """The answer to the command; None if no command caused the entries."""
    expected: int
    """The table's version before the entries are stored; 0 for a new table."""
    beside: Beside
    """Other values that are stored with the entries."""


class Settle(msgspec.Struct, frozen=True):
    """Store a table's row, and the lists and the link by which people find the table; no entries are added to its log."""

    table: TableRow
    """The table's row."""
    place: Place
    """The lists and the link by which people find the table."""


class Reply(msgspec.Struct, frozen=True):
    """Store the answer to a command that was refused."""

    table_id: str
    """The table's id."""
    answer: Answered
    """The answer."""
    expected: int
    """The version that the table had when the command was refused."""
    at: int
    """Time at which the command was refused, in milliseconds since 1970 (UTC)."""


class Prune(msgspec.Struct, frozen=True):
    """Delete old answers to refused commands."""

    before: int
    """Answers from before this time are deleted. The time is in milliseconds since 1970 (UTC)."""
    most: int
    """At most this many answers are deleted, the oldest first."""


class Save(msgspec.Struct, frozen=True):
    """Store a person's name, and perhaps a new token."""

    person: Person
    """The person, with the name to store."""
    token_hash: bytes | None
    """Hash of the new token; None for no new token."""
    at: int
    """The time of this change, in milliseconds since 1970 (UTC)."""


class Void(msgspec.Struct, frozen=True):
    """Tokens of one person become void: either only the given token, or all tokens except the given token."""

    person: str
    """The person's id."""
    token_hash: bytes
    """Hash of the token."""
    others: bool
    """If True, the person's other tokens become void, and this token stays valid. If False, only this token becomes void."""


class Beat(msgspec.Struct, frozen=True):
    """Store the present time as the time at which the house was last known to be open."""

    at: int
    """The present time, in milliseconds since 1970 (UTC)."""


Work: TypeAlias = Append | Settle | Reply | Prune | Save | Void | Beat
"""One change of the store."""

_EPOCH: Final = select(HOUSE.c.epoch)
# The rows are always locked in the same order, so that two servers never wait for each other
_VERSIONS: Final = Keyed(select(TABLES.c.id, TABLES.c.version).order_by(TABLES.c.id).with_for_update(), TABLES.c.id)
_RUN_BY: Final = Keyed(select(KEEPERS.c.table_id, KEEPERS.c.server), KEEPERS.c.table_id)
_ANSWERED: Final = Keyed(select(ANSWERS.c.key, ANSWERS.c.answer), ANSWERS.c.key)
_OLD: Final = select(ANSWERS.c.key).where(ANSWERS.c.version.is_(None), ANSWERS.c.at < bindparam("before"))
_PRUNE: Final = delete(ANSWERS).where(ANSWERS.c.key.in_(_OLD.order_by(ANSWERS.c.at).limit(bindparam("most"))))
_OUTLIVED: Final = delete(SNAPSHOTS).where(
    SNAPSHOTS.c.table_id == bindparam("of"), SNAPSHOTS.c.starts == 0, SNAPSHOTS.c.version < bindparam("before")
)
KEPT: Final = 1_000
"""For how many log entries an old snapshot of a table is kept.

A snapshot that was taken just before a game began is always kept.
"""
_STAND: Final = Write(TABLES, over=True)
_LOG: Final = Write(LOG)
_ANSWER: Final = Write(ANSWERS)
_LOBBY: Final = Write(LOBBY, over=True)
_SEATS: Final = Write(SEATS)
_LEFT: Final = Keyed(delete(SEATS), SEATS.c.table_id)
_SNAPSHOT: Final = Write(SNAPSHOTS, over=True)


def _key(table_id: str, answer: Answered) -> str:
    """The key of an answer. Different tables, senders or command ids never make the same key."""
    return f"{len(table_id)}:{table_id}{len(answer.who)}:{answer.who}{answer.id}"


def write(connection: Connection, epoch: int, works: Sequence[Work]) -> list[StoreError | None]:
    """Write a group of changes of the store.

    Args:
        connection: a connection in a transaction.
        epoch: the store's epoch when this process opened it.
        works: the changes.
    Returns:
        For each change: None if it is written, or the error if it is refused.
    Raises:
        EpochLost: if another process has taken the store over; nothing was written.
    """
    if connection.scalar(_EPOCH) != epoch:
        raise EpochLost
    group = _Group(_versions(connection, works), _keepers(connection, works), _answered(connection, works))
    refused: list[StoreError | None] = []
    for work in works:
        match work:
            case Append():
                refused.append(group.append(work))
            case Settle():
                refused.append(group.settle(work))
            case Reply():
                refused.append(group.reply(work))
            case Prune():
                connection.execute(_PRUNE, {"before": work.before, "most": work.most})
                refused.append(None)
            case Save():
                refused.append(_save(connection, work))
            case Void():
                which = TOKENS.c.hash != work.token_hash if work.others else TOKENS.c.hash == work.token_hash
                connection.execute(delete(TOKENS).where(TOKENS.c.person == work.person, which))
                refused.append(None)
            case Beat():
                connection.execute(update(HOUSE).values(beat=work.at))
                refused.append(None)
    group.write(connection)
    return refused


def _versions(connection: Connection, works: Iterable[Work]) -> dict[str, int]:
    """The stored version of each table of a group, indexed by the table's id."""
    ids = {
        work.table_id if isinstance(work, Reply) else work.table.id for work in works if isinstance(work, Append | Settle | Reply)
    }
    if not ids:
        return {}
    found: Sequence[Any] = _VERSIONS.run(connection, sorted(ids)).all()
    return dict(found)


def _keepers(connection: Connection, works: Iterable[Work]) -> dict[str, str]:
    """Find the server that runs each table, if a change depends on it."""
    ids = {work.table.id for work in works if isinstance(work, Append) and work.beside.keeper}
    if not ids:
        return {}
    found: Sequence[Any] = _RUN_BY.run(connection, sorted(ids)).all()
    return dict(found)


def _answered(connection: Connection, works: Iterable[Work]) -> dict[str, bytes]:
    """The stored answers to a group's commands, each under its `_key`."""
    keys = set()
    for work in works:
        match work:
            case Append(table=TableRow(id=table_id), answer=Answered() as answer) | Reply(table_id=table_id, answer=answer):
                keys.add(_key(table_id, answer))
            case _:
                pass
    if not keys:
        return {}
    found: Sequence[Any] = _ANSWERED.run(connection, sorted(keys)).all()
    return dict(found)


class _Group:
    """Gathers a group of changes, so that `write` can write them together."""

    def __init__(self, versions: dict[str, int], keepers: dict[str, str], answered: dict[str, bytes]) -> None:
        self._versions, self._keepers = versions, keepers
        self._answered = answered
        self._tables: dict[str, TableRow] = {}
        self._places: dict[str, tuple[Place, int]] = {}
        self._snapshots: dict[tuple[str, int], Snapshot] = {}
        self._rows: list[tuple[Any, ...]] = []
        self._answers: list[tuple[Any, ...]] = []

    def append(self, work: Append) -> StoreError | None:
        """Check new log entries, and gather them for writing. Returns None, or the error if the entries are refused."""
        table = work.table
        if work.answer and (repeated := self._repeated(table.id, work.answer)):
            return repeated  # checked first: a repeated command expects the version before its own effect
        if elsewhere := self._elsewhere(table.id, work.expected):
            return elsewhere
        if work.beside.keeper and self._keepers.get(table.id) != work.beside.keeper:
            return NotKept(refuse("store.kept", table=table.id))
        self._versions[table.id] = table.version
        self._tables[table.id] = table
        self._rows += [(table.id, row.version, row.at, row.entry) for row in work.rows]
        if work.beside.place is not None:
            self._places[table.id] = work.beside.place, table.changed
        self._snapshots.update({(table.id, each.version): each for each in work.beside.snapshots})
        if work.answer:
            self._answer(table.id, work.answer, table.version, table.changed)
        return None

    def settle(self, work: Settle) -> StoreError | None:
        """Gather a table's row and `Place` for writing. Returns an error if the version is wrong."""
        table = work.table
        if elsewhere := self._elsewhere(table.id, table.version):
            return elsewhere
        self._tables[table.id] = table
        self._places[table.id] = work.place, table.changed
        return None

    def _elsewhere(self, table_id: str, expected: int) -> Conflict | None:
        """The error for a table that doesn't have the expected version; None if it has this version."""
        found = self._versions.get(table_id, 0)
        return None if found == expected else Conflict(refuse("store.conflict", table=table_id, found=found, expected=expected))

    def reply(self, work: Reply) -> StoreError | None:
        """Check the answer to a refused command, and gather it for writing. Returns None, or the error if it can't be stored."""
        refused = self._repeated(work.table_id, work.answer) or self._elsewhere(work.table_id, work.expected)
        if refused is None:
            self._answer(work.table_id, work.answer, None, work.at)
        return refused

    def _answer(self, table_id: str, answer: Answered, version: int | None, at: int) -> None:
        """Gather an answer for writing. ``version``: number of the command's last log entry; None for a refused command."""
        key = _key(table_id, answer)
        self._answered[key] = answer.answer
        self._answers.append((key, table_id, answer.who, answer.id, version, answer.answer, at))

    def _repeated(self, table_id: str, answer: Answered) -> Repeated | None:
        """The error for a command that has an answer already; None if it has none."""
        known = self._answered.get(_key(table_id, answer))
        return None if known is None else Repeated(answer.who, answer.id, known)

    def write(self, connection: Connection) -> None:
        """Write everything that was gathered."""
        _LOG.run(connection, self._rows)
        _STAND.run(connection, [msgspec.structs.astuple(table) for table in self._tables.values()])
        _ANSWER.run(connection, self._answers)
        if self._places:
            self._write_places(connection)
        if self._snapshots:
            self._write_snapshots(connection)

    def _write_places(self, connection: Connection) -> None:
        """Write the lists and links that lead people to the tables, in place of the old ones."""
        _LEFT.run(connection, self._places)
        lobby, seats = [], []
        for table_id, (place, at) in self._places.items():
            lobby.append((table_id, place.owner, place.shown, at, place.invite, place.next_table, place.summary))
            seats += [(person, place.over, at, table_id) for person in place.people]
        _LOBBY.run(connection, lobby)
        _SEATS.run(connection, seats)

    def _write_snapshots(self, connection: Connection) -> None:
        """Write snapshots, and delete older ones that are no longer needed."""
        gone = [{"of": table_id, "before": version - KEPT} for table_id, version in self._snapshots]
        connection.execute(_OUTLIVED, gone)
        _SNAPSHOT.run(connection, [(table_id, *msgspec.structs.astuple(each)) for (table_id, _), each in self._snapshots.items()])


def _save(connection: Connection, work: Save) -> StoreError | None:
    """Store a person's name, and perhaps a new token. Returns None, or the error if the change is refused."""
    person, token = work.person, work.token_hash
    there = connection.scalar(select(PEOPLE.c.id).where(PEOPLE.c.id == person.id).with_for_update())
    owner = None if token is None else connection.scalar(select(TOKENS.c.person).where(TOKENS.c.hash == token))
    if (there is None and token is None) or owner not in (None, person.id):
        return Conflict(refuse("store.person", person=person.id))
    if there is None:
        connection.execute(insert(PEOPLE).values(id=person.id, name=person.name, changed=work.at))
    else:
        connection.execute(update(PEOPLE).where(PEOPLE.c.id == person.id).values(name=person.name, changed=work.at))
    if token is not None and owner is None:
        connection.execute(insert(TOKENS).values(hash=token, person=person.id, made=work.at))
    return None
