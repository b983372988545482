"""Stores for the load tests: tables at which four people play Crash, a game that is over, and people without a table."""

import asyncio
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Final

import msgspec

from prial.bots import registry as bots
from prial.core.game import view
from prial.host import messages as said
from prial.host.house import House
from prial.host.store import Person, Store
from prial.host.table_request import TableRequest

SEATS: Final = 4
_TOGETHER: Final = 100
"""Tables made at once."""


class Crowd(msgspec.Struct):
    """A table and the people at it."""

    table: str
    people: list[str]
    tokens: list[str]


def url(db: Path) -> str:
    """A file's address as a store."""
    return f"sqlite+aiosqlite:///{db}"


async def crowds(store: str, tables: int) -> list[Crowd]:
    """Make tables in a store, given its address: four people at each, the cards dealt, and no clock."""
    house = await House.open(await Store.open(store))
    made: list[Crowd] = []
    for first in range(0, tables, _TOGETHER):
        made += await asyncio.gather(*[_crowd(house, number) for number in range(first, min(tables, first + _TOGETHER))])
    await house.close()
    return made


async def _crowd(house: House, number: int) -> Crowd:
    people = [await house.people.guest(f"P{number}.{seat}") for seat in range(SEATS)]
    table = await house.create(people[0][0], TableRequest(game="crash", clock="none", public=True))
    for seat, (person, _) in enumerate(people[1:], 1):
        await (await house.connect(table, person, lambda _: None)).command(said.Sit(id="sit", seat=seat))
    await (await house.connect(table, people[0][0], lambda _: None)).command(said.Start(id="start"))
    return Crowd(table, [person.id for person, _ in people], [token for _, token in people])


async def finished(db: Path) -> str:
    """Play a game to its end, and return the id of its table, which everybody may watch."""
    house = await House.open(await Store.open(url(db)))
    crowd, rng = await _crowd(house, 0), Random(1)
    people = [await house.connect(crowd.table, Person(person, "P"), lambda _: None) for person in crowd.people]
    for number in range(10_000):
        live = house.tables[crowd.table].live
        if live.status == "over":
            break
        if live.rest is not None:
            for person in people:
                await person.command(said.Ready(id=f"r{number}", key=live.rest))
        elif live.key is not None and live.state is not None:
            seat = live.waiting[0]
            seen = view(live.state, seat)
            action = live.game.write(bots.stand_in(live.game).choose(seen, live.game.choices(seen), rng))
            await people[seat].command(said.Act(id=f"a{number}", key=live.key, seat=seat, action=action))
    await house.close()
    return crowd.table


async def guests(db: Path, number: int) -> list[str]:
    """Store people who sit nowhere, and return their tokens."""
    store = await Store.open(url(db))
    tokens = [f"{each:044}" for each in range(number)]
    for first in range(0, number, _TOGETHER):
        each = tokens[first : first + _TOGETHER]
        await asyncio.gather(*[store.save_person(Person(f"g{t}", "Guest"), sha256(t.encode()).digest(), 0) for t in each])
    await store.close()
    return tokens
