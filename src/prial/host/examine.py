"""Checks a whole store: every log is applied entry by entry, and all other stored values of a table must agree with its log."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from multiprocessing import get_context
from random import Random
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import Column, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from prial.errors import PrialError
from prial.host import entries as log
from prial.host.fold import fold
from prial.host.live import Live
from prial.host.loading import plays
from prial.host.places import NOWHERE, found_there, runs
from prial.host.snapshots import fits
from prial.host.status import Status
from prial.host.store import Place, Row, Snapshot, TableRow
from prial.host.store.check import look
from prial.host.store.engine import reading, why
from prial.host.store.schema import LOBBY, LOG, SEATS, SNAPSHOTS, TABLES
from prial.study.work import processors

_T = TypeVar("_T", TableRow, Row, Snapshot)
_TOGETHER: Final = 100
"""The greatest number of tables that are read in one step."""


class Examined(msgspec.Struct, frozen=True):
    """The outcome of a check."""

    tables: int
    """Number of tables that were checked."""
    stored: int
    """Number of tables in the store."""
    faults: list[str]
    """The faults found, each as a sentence with the table's id."""
    notes: list[str]
    """Tables that couldn't be checked, each as a sentence with the table's id."""


async def examine(
    url: str,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
    *,
    sample: int | None = None,
    seed: int = 0,
    workers: int | None = None,
) -> Examined:
    """Check a store. A server may use the store during the check. Nothing is written.

    Args:
        url: the store's address.
        progress: called with the number of tables checked so far and the total number.
        sample: number of tables whose logs are checked, drawn at random (default: all). The database itself is always checked.
        seed: seed of the random draw.
        workers: number of processes that check a large store (default: one for each processor).
    Raises:
        StoreError: if the database isn't a store of this program, has another format, or can't be read.
    """
    faults = await look(url, older=False)
    notes: list[str] = []
    try:
        stored = await _ids(url)
    except DBAPIError as error:  # the file is too broken to list its tables
        return Examined(0, 0, list(dict.fromkeys([*faults, f"The file: {why(error)}"])), notes)
    ids = stored if sample is None else sorted(Random(seed).sample(stored, min(sample, len(stored))))
    batches = [ids[first : first + _TOGETHER] for first in range(0, len(ids), _TOGETHER)]
    done = 0
    progress(done, len(ids))
    async for of_batch in _in_turn(url, batches, workers or processors()):
        faults += of_batch.faults
        notes += of_batch.notes
        progress(done := done + of_batch.tables, len(ids))
    return Examined(len(ids), len(stored), list(dict.fromkeys(faults)), notes)


async def _in_turn(url: str, batches: Sequence[list[str]], workers: int) -> AsyncIterator[Examined]:
    """Check batches of tables in up to ``workers`` processes, and yield the results in the order of the batches."""
    if min(workers, len(batches)) < 2:
        for ids in batches:
            yield await _look_through(url, ids)
        return
    pool = ProcessPoolExecutor(min(workers, len(batches)), get_context("spawn"))
    try:
        for future in [pool.submit(_played, url, ids) for ids in batches]:
            yield await asyncio.wrap_future(future)
    finally:  # otherwise the pool would finish all batches before it ends
        pool.shutdown(cancel_futures=True)


def _played(url: str, ids: list[str]) -> Examined:
    """Check a batch of tables. This function runs in one of the worker processes."""
    return asyncio.run(_look_through(url, ids))


async def _ids(url: str) -> list[str]:
    """The ids of all tables, in order."""
    engine = reading(url)
    try:
        async with engine.connect() as connection:
            return list(await connection.scalars(select(TABLES.c.id).order_by(TABLES.c.id)))
    finally:
        await engine.dispose()


async def _look_through(url: str, ids: list[str]) -> Examined:
    """Check some tables."""
    engine = reading(url)
    faults: list[str] = []
    notes: list[str] = []
    try:
        async with engine.connect() as connection:
            for found in await _stored(connection, ids):
                row = found.row
                if plays(row.game, row.game_version):
                    faults += [f"Table {row.id}: {fault}" for fault in _faults(found)]
                else:
                    notes.append(f"Table {row.id}: {row.game} {row.game_version} isn't played by this program")
    except DBAPIError as error:  # too broken to be read to its end
        faults.append(f"The file: {why(error)}")
    finally:
        await engine.dispose()
    return Examined(len(ids), len(ids), faults, notes)


class _Stored(msgspec.Struct, frozen=True):
    """Everything that is stored of a table."""

    row: TableRow
    """The table's row in the database."""
    rows: list[Row]
    """The entries of the table's log, in order."""
    snapshots: list[Snapshot]
    """The table's snapshots, in order."""
    place: Place | None
    """The table's stored entry in the lists of tables; None if the table changed while it was read."""


async def _stored(connection: AsyncConnection, ids: list[str]) -> list[_Stored]:
    """Everything that is stored of some tables. Rows that a server writes during this reading are left out."""

    async def read(make: type[_T], key: Column[Any], *order: Column[Any]) -> dict[str, list[_T]]:
        """Map each table's id to the table's stored values of type ``make``, sorted by the columns in ``order``."""
        fields = [key.table.c[name] for name in make.__struct_fields__]
        found: dict[str, list[_T]] = {table_id: [] for table_id in ids}
        for table_id, *values in await connection.execute(select(key, *fields).where(key.in_(ids)).order_by(key, *order)):
            found[table_id].append(make(*values))
        return found

    rows = await read(TableRow, TABLES.c.id)
    history = await read(Row, LOG.c.table_id, LOG.c.version)
    taken = await read(Snapshot, SNAPSHOTS.c.table_id, SNAPSHOTS.c.version)
    people = (await connection.execute(select(SEATS).where(SEATS.c.table_id.in_(ids)))).all()
    places = (await connection.execute(select(LOBBY).where(LOBBY.c.table_id.in_(ids)))).mappings()
    lobby = {each["table_id"]: each for each in places}
    later = await read(TableRow, TABLES.c.id)
    found = []
    for row in chain.from_iterable(rows.values()):
        seated = [each for each in people if each.table_id == row.id]
        place = _place(row, lobby.get(row.id), seated) if later[row.id] == [row] else None
        upto = [each for each in history[row.id] if each.version <= row.version]
        found.append(_Stored(row, upto, [each for each in taken[row.id] if each.version <= row.version], place))
    return found


def _place(row: TableRow, lobby: Mapping[Any, Any] | None, seated: Sequence[Any]) -> Place:
    """Put together a table's stored `Place` (the lists and the link by which people find the table) from database rows."""
    if lobby is None:
        return NOWHERE
    return Place(
        owner=lobby["owner"],
        people=frozenset(each.person for each in seated),
        over=seated[0].over if seated else row.status in {Status.OVER, Status.FROZEN},
        shown=lobby["shown"],
        invite=lobby["invite"],
        next_table=lobby["next_table"],
        summary=lobby["summary"],
    )


def _faults(found: _Stored) -> Iterator[str]:
    """The faults of a table, each as a sentence. No sentence quotes the log, which may hold cards."""
    row, place = found.row, found.place
    wanted = {each.version: each for each in found.snapshots}
    live: Live | None = None
    for number, each in enumerate(found.rows, 1):
        if each.version != number:
            yield f"entry {number} is missing"
            return
        try:
            live = fold(live, log.DECODER.decode(each.entry), each.at).after
        except msgspec.MsgspecError:
            yield f"entry {number} can't be read"
            return
        except Exception as error:  # noqa: BLE001  # a game may raise anything
            kind = error.refusal.code if isinstance(error, PrialError) else type(error).__name__
            yield f"entry {number} can't follow those before it ({kind})"
            return
        if number in wanted and not fits(wanted[number], live):
            yield f"the snapshot of version {number} doesn't follow from its log"
    if live is None or live.version != row.version:
        yield f"entry {1 if live is None else live.version + 1} is missing"
        return
    if live.status != row.status:
        yield f"it is stored as {row.status}, but is {live.status} by its log"
    elif place is not None and (not found_there(place, row.id, live) or (row.runs != runs(live) and not live.next_table)):
        yield "the list of tables doesn't agree with its log; this is mended when the table next changes"
