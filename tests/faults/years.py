"""A store as it is after years: many tables, most of them finished. Each has a real log, copied from one of a few played games.

``python -m tests.faults.years tables.db --tables 100000 --live 500`` makes one. Each copy has its own people, ids and links.
"""

import argparse
import asyncio
import sqlite3
import time
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from dataclasses import replace as replace_model
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Final

from msgspec.structs import astuple, replace

from prial.bots import registry as bots
from prial.core.game import view
from prial.core.registry import kinds
from prial.host import messages as said
from prial.host.entries import DECODER
from prial.host.fold import fold_all
from prial.host.places import hashed, place_of
from prial.host.snapshots import DIGEST, sealed, snapshots
from prial.host.status import Status
from prial.host.store import Person, Place, Row, Snapshot, Store, TableRow
from prial.host.store.engine import place
from prial.host.store.schema import METADATA
from prial.host.table_request import TableRequest
from tests.host.stage import START, Guest, MemoryStore, Stage

PEOPLE: Final = 2
"""People at each table; bots have the other seats."""
REGULARS: Final = 5_000
"""People who sit at the finished tables, taking turns."""
DAY_MS: Final = 24 * 3600 * 1000
_APART: Final = 30
"""Days between the dates at which finished tables were played."""
_TOGETHER: Final = 500
"""Tables stored in one step."""
_LENGTHS: Final = (1, 1, 1, 1, 3)
"""Deals after which people stop, for each table that is copied."""


@dataclass(frozen=True)
class Copy:
    """A table of the store, with its people."""

    table: str
    people: list[Person]
    tokens: list[str]


@dataclass(frozen=True)
class Model:
    """A played table, to be copied."""

    row: TableRow
    rows: list[Row]
    place: Place
    snapshots: list[Snapshot]
    people: list[str]
    invite: str


async def fill(url: str, tables: int, live: int, seed: int = 1, lengths: Sequence[int] = _LENGTHS) -> list[Copy]:
    """Fill a new store.

    Args:
        url: the store's address.
        tables: number of tables.
        live: number of them that are live, with a running clock.
        seed: seed of who sat where and when.
        lengths: deals of the finished tables.
    Returns:
        The live tables.
    """
    models = await played(lengths)
    rng, store, made = Random(seed), await Store.open(url), []
    regulars = [_secret(rng) for _ in range(REGULARS)]
    over = [_earlier(model, ago * DAY_MS) for model in models[Status.OVER] for ago in range(1, 365, _APART)]
    try:
        for first in range(0, tables, _TOGETHER):
            works, copies = [], []
            for number in range(first, min(first + _TOGETHER, tables)):
                if number < live:
                    model = models[Status.LIVE][number % len(models[Status.LIVE])]
                    people = [Person(_secret(rng), f"P{seat}") for seat in range(PEOPLE)]
                    made.append(copy := Copy(_secret(rng)[:12], people, [_secret(rng) + _secret(rng) for _ in people]))
                    works += [
                        store.save_person(person, sha256(token.encode()).digest(), START)
                        for person, token in zip(people, copy.tokens, strict=True)
                    ]
                    copies.append(_copied(model, copy.table, [person.id for person in people], _secret(rng)))
                else:
                    copies.append(_copied(rng.choice(over), _secret(rng)[:12], rng.sample(regulars, PEOPLE), _secret(rng)))
            await asyncio.gather(*works)
            _write(Path(place(url)), copies)
        await store.beat(max(model.row.changed for model in models[Status.LIVE]))
    finally:
        await store.close()
    return made


async def played(lengths: Sequence[int] = _LENGTHS) -> dict[Status, list[Model]]:
    """Play some games of each kind: one for each of these numbers of deals, after which people stop, and one that stays live."""
    models: dict[Status, list[Model]] = {Status.OVER: [], Status.LIVE: []}
    for number, kind in enumerate(kinds()):
        for deals in (*lengths, 0):
            store = MemoryStore()
            stage = await Stage.open(f"{number} {deals}", store=store)
            guests = [await stage.guest(f"P{seat}") for seat in range(PEOPLE)]
            others = (bots.names(kind)[0],) * (kind.make().seats - PEOPLE)
            wanted = TableRequest(game=kind.name, bots=(None,) * PEOPLE + others, clock="slow", public=True)
            table = await stage.house.create(guests[0].person, wanted)
            for seat, guest in enumerate(guests):
                await guest.look(table)
                await (guest.do(said.Sit, seat=seat) if seat else guest.do(said.Say, phrase="hello"))
            await guests[0].do(said.Start)
            await _play(stage, table, guests, deals)
            live = stage.house.tables[table].live
            model = Model(
                store.rows[table],
                store.logs[table],
                store.places[table],
                store.snapshots[table],
                [guest.person.id for guest in guests],
                live.invite,
            )
            models[live.status].append(model)
            await stage.house.close()
    return models


async def _play(stage: Stage, table: str, guests: list[Guest], deals: int) -> None:
    """Play a number of deals and stop; with 0 deals, play until the table waits for somebody."""
    rng = Random(table)
    while (live := stage.house.tables[table].live).status is Status.LIVE:
        if live.rest is not None:
            deals -= 1
            for guest in guests:
                await guest.do(said.Ready, key=live.rest) if deals else await guest.do(said.Stop, agree=True)
            continue
        for seat in live.waiting:
            if seat >= PEOPLE or live.key is None or live.state is None:
                continue
            if not deals:
                return
            seen = view(live.state, seat)
            action = bots.stand_in(live.game).choose(seen, live.game.choices(seen), rng)
            await guests[seat].do(said.Act, key=live.key, seat=seat, action=live.game.write(action))
            break
        else:
            await stage.clock.let_pass(2_500)


def _earlier(model: Model, ago: int) -> Model:
    """The same table, played this many milliseconds earlier."""
    rows = [replace(row, at=row.at - ago) for row in model.rows]
    history = fold_all([(DECODER.decode(row.entry), row.at) for row in rows])
    row = replace(model.row, changed=model.row.changed - ago)
    found = place_of(row.id, history[-1].after)
    return replace_model(model, row=row, rows=rows, place=found, snapshots=list(snapshots(history)))


def _copied(model: Model, table: str, people: list[str], invite: str) -> Model:
    """A copy of a table.

    Args:
        model: the table.
        table: the copy's id.
        people: ids of the people at the copy.
        invite: the code of its link.
    """
    others = [*zip(model.people, people, strict=True), (model.invite, invite), (model.row.id, table)]

    def renamed(data: bytes) -> bytes:
        for old, new in others:
            data = data.replace(old.encode(), new.encode())
        return data

    entries = renamed(b"\0".join(row.entry for row in model.rows)).split(b"\0")
    rows = [Row(row.version, row.at, entry) for row, entry in zip(model.rows, entries, strict=True)]
    found = replace(
        model.place,
        owner=dict(others)[model.place.owner],
        people=frozenset(dict(others)[person] for person in model.place.people),
        invite=hashed(invite),
        summary=renamed(model.place.summary),
    )
    taken = [replace(each, blob=sealed(renamed(each.blob[DIGEST:]))) for each in model.snapshots]
    return Model(replace(model.row, id=table), rows, found, taken, people, invite)


def _write(file: Path, models: Sequence[Model]) -> None:
    """Write tables into a store's file directly, since the store would sync each step and check each value."""
    written: dict[str, list[tuple[Any, ...]]] = {name: [] for name in ("tables", "log", "lobby", "seats", "snapshots")}
    for model in models:
        table, found = model.row.id, model.place
        written["tables"].append(astuple(model.row))
        written["log"] += [(table, *astuple(row)) for row in model.rows]
        listed = found.owner, found.shown, model.row.changed, found.invite, found.next_table, found.summary
        written["lobby"].append((table, *listed))
        written["seats"] += [(person, found.over, model.row.changed, table) for person in found.people]
        written["snapshots"] += [(table, *astuple(each)) for each in model.snapshots]
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA synchronous=OFF")
        for name, rows in written.items():
            marks = ", ".join("?" * len(METADATA.tables[name].columns))
            connection.executemany(f"INSERT INTO {name} VALUES ({marks})", rows)  # noqa: S608  # our own names
        connection.commit()


def _secret(rng: Random) -> str:
    """A secret like those of a house, but from a seed."""
    return urlsafe_b64encode(rng.randbytes(18)).decode()[:22]


def main() -> None:
    """Make a store."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("db", type=Path)
    parser.add_argument("--tables", type=int, default=100_000)
    parser.add_argument("--live", type=int, default=500)
    asked = parser.parse_args()
    start = time.monotonic()
    asyncio.run(fill(f"sqlite+aiosqlite:///{asked.db}", asked.tables, asked.live))
    size = asked.db.stat().st_size / 1e6
    print(f"{asked.tables:,} tables in {time.monotonic() - start:.0f} s, {size:,.0f} MB")  # noqa: T201  # the campaign's result


if __name__ == "__main__":
    main()
