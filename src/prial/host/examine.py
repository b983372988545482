"""A whole store looked through: every log is played, and what stands beside it has to follow from it."""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Column, ColumnElement, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from prial.errors import PrialError
from prial.host import entries as log
from prial.host.fold import fold
from prial.host.live import Live
from prial.host.loading import plays
from prial.host.places import NOWHERE, found_there, runs
from prial.host.snapshots import made_with, restored
from prial.host.status import Status
from prial.host.store import Place, Row, Snapshot, TableRow
from prial.host.store.check import look
from prial.host.store.engine import reading, why
from prial.host.store.schema import LOBBY, LOG, SEATS, SNAPSHOTS, TABLES

_T = TypeVar("_T", TableRow, Row, Snapshot)


class Examined(msgspec.Struct, frozen=True):
    """What came of it."""

    tables: int
    """How many there are."""
    faults: list[str]
    """What is wrong, a sentence each, with the table's id."""
    notes: list[str]
    """What couldn't be looked into, a sentence each."""


async def examine(url: str, progress: Callable[[int, int], None] = lambda _done, _total: None) -> Examined:
    """Look through a store, also while a server plays at its tables; nothing is written.

    Args:
        url: the store's.
        progress: told how many tables are done, and of how many.
    Raises:
        StoreError: it is none of ours, of another format, or can't be read.
    """
    faults, notes, ids = await look(url, older=False), [], []
    engine = reading(url)
    try:
        async with engine.connect() as connection:
            ids = list(await connection.scalars(select(TABLES.c.id).order_by(TABLES.c.id)))
            for done, table_id in enumerate(ids):
                progress(done, len(ids))
                found = await _stored(connection, table_id)
                if found is None:
                    continue
                if plays(found.row.game, found.row.game_version):
                    faults += [f"Table {table_id}: {fault}" for fault in _faults(found)]
                else:
                    notes.append(f"Table {table_id}: {found.row.game} {found.row.game_version} isn't played by this program")
    except DBAPIError as error:  # too broken to be read to its end
        faults.append(f"The file: {why(error)}")
    finally:
        await engine.dispose()
    return Examined(len(ids), list(dict.fromkeys(faults)), notes)


class _Stored(msgspec.Struct, frozen=True):
    """All that is stored of a table."""

    row: TableRow
    rows: list[Row]
    snapshots: list[Snapshot]
    place: Place | None
    """None where the table changed while it was read."""


async def _stored(connection: AsyncConnection, table_id: str) -> _Stored | None:
    """All that is stored of a table. A server may write meanwhile: what comes after the row that is read first is left out."""

    async def read(make: type[_T], order: Column[Any], *where: ColumnElement[bool]) -> list[_T]:
        fields = [order.table.c[name] for name in make.__struct_fields__]
        return [make(*each) for each in await connection.execute(select(*fields).where(*where).order_by(order))]

    rows = await read(TableRow, TABLES.c.id, TABLES.c.id == table_id)
    if not rows:
        return None
    row = rows[0]
    history = await read(Row, LOG.c.version, LOG.c.table_id == table_id, LOG.c.version <= row.version)
    snapshots = await read(Snapshot, SNAPSHOTS.c.version, SNAPSHOTS.c.table_id == table_id, SNAPSHOTS.c.version <= row.version)
    people = (await connection.execute(select(SEATS.c.person, SEATS.c.over).where(SEATS.c.table_id == table_id))).all()
    lobby = (await connection.execute(select(LOBBY).where(LOBBY.c.table_id == table_id))).mappings().first()
    if await read(TableRow, TABLES.c.id, TABLES.c.id == table_id) != rows:
        return _Stored(row, history, snapshots, None)
    if lobby is None:
        return _Stored(row, history, snapshots, NOWHERE)
    place = Place(
        owner=lobby["owner"],
        people=frozenset(each.person for each in people),
        over=people[0].over if people else row.status in {Status.OVER, Status.FROZEN},
        shown=lobby["shown"],
        invite=lobby["invite"],
        next_table=lobby["next_table"],
        summary=lobby["summary"],
    )
    return _Stored(row, history, snapshots, place)


def _faults(found: _Stored) -> Iterator[str]:
    """What is wrong with a table. No sentence says what an entry holds: there may be cards in it."""
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
        except Exception as error:  # noqa: BLE001  # whatever a game does with it
            kind = error.refusal.code if isinstance(error, PrialError) else type(error).__name__
            yield f"entry {number} can't follow those before it ({kind})"
            return
        if number in wanted and not _same(wanted[number], live):
            yield f"the snapshot of version {number} isn't what its log says"
    if live is None or live.version != row.version:
        yield f"entry {1 if live is None else live.version + 1} is missing"
        return
    if live.status != row.status:
        yield f"it is stored as {row.status}, and {live.status} by its log"
    elif place is not None and (not found_there(place, row.id, live) or (row.runs != runs(live) and not live.next_table)):
        yield "the list of tables has it otherwise than its log says; that is mended when it next changes"


def _same(snapshot: Snapshot, live: Live) -> bool:
    """Whether a snapshot is of this table, as far as this program reads it."""
    if snapshot.made_with != made_with(live.game):
        return True  # nobody will load from it
    found = restored(snapshot)
    return found is not None and msgspec.structs.replace(found, game=live.game) == live
