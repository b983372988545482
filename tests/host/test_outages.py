"""A clock gets back the time in which no server ran its table, to the millisecond: no more, and no less."""

from typing import Any
from unittest.mock import AsyncMock

import pytest

from prial.errors import PrialError, refuse
from prial.host import entries as log
from prial.host import loading
from prial.host import messages as said
from prial.host.live import CLOCKS
from prial.host.store import TableRow
from prial.host.store.values import StoreUnread
from tests.host.next_table import gone_on
from tests.host.servers import Servers, SharedInMemory
from tests.host.stage import Guest, MemoryStore, Stage, StageClock, Unread, quiet
from tests.host.test_table import FOUR, lay

LIMIT = 1000 * (CLOCKS["fast"] or (0, 0))[0]
DAY_MS = 24 * 3600 * 1000


async def four(one: Stage, other: Stage | None = None) -> list[Guest]:
    """Four people who must lay, the last two of them perhaps at another server."""
    people = [await one.guest(name) for name in ("Ann", "Ben", "Cat", "Dan")]
    table = await one.table(people[0], FOUR, public=True, start=False, clock="fast")
    people[2:] = [Guest((other or one).house, each.person, first=1_000) for each in people[2:]]
    for seat, person in enumerate(people):
        await person.look(table)
        if seat:
            await person.do(said.Sit, seat=seat)
    await people[0].do(said.Start)
    await quiet()
    return people


def was_late(store: MemoryStore, table: str) -> bool:
    return any(b'"late":true' in row.entry for row in store.logs[table])


# --- a house that is opened again ----------------------------------------------------------------------------------------


async def reopened(stage: Stage, store: MemoryStore, after: int, **more: Any) -> Stage:
    """The house, killed now and opened again ``after`` milliseconds later. ``more``: other arguments of `House.open`."""
    clock = StageClock()
    clock.time = stage.clock.time + after
    return await Stage.open("later", store=store, clock=clock, **more)


def left(stage: Stage, table: str) -> int:
    """Milliseconds until a table's clock runs out."""
    return (stage.house.tables[table].live.deadline or 0) - stage.clock.now()


async def test_a_clock_that_was_set_after_the_last_heartbeat_gets_back_what_it_lost_and_no_more() -> None:
    store = MemoryStore()
    stage = await Stage.open(store=store)
    people = await four(stage)
    await stage.clock.let_pass(5_900)
    assert store.beaten == stage.clock.now() - 1_900
    for person in people:
        await lay(person)
    table, key = people[0].table_id, people[0].scene.rest
    for person in people:
        await person.do(said.Ready, key=key)
    assert left(stage, table) == LIMIT
    again = await reopened(stage, store, DAY_MS)
    assert left(again, table) == LIMIT


async def test_a_table_that_could_not_be_loaded_at_first_gets_back_no_time_that_was_played() -> None:
    store = Unread()
    stage = await Stage.open(store=store)
    table = (await four(stage))[0].table_id
    await stage.clock.let_pass(20_000)
    store.fails = True
    again = await reopened(stage, store, DAY_MS)
    assert table not in again.house.tables
    store.fails = False
    await again.clock.let_pass(5_000)
    await again.house.loader.load(table)
    assert left(again, table) == LIMIT - 20_000
    await again.clock.let_pass(LIMIT - 20_001)
    assert not was_late(store, table)


async def test_a_table_that_left_memory_after_a_fault_gets_back_no_time_that_was_played() -> None:
    stage = await Stage.open()
    table = (await four(stage))[0].table_id
    await stage.clock.let_pass(20_000)
    stage.house.tables[table]._lose(PrialError(refuse("table.moved")))
    assert table not in stage.house.tables
    await stage.clock.let_pass(60_000)
    await stage.house.loader.load(table)
    assert left(stage, table) == LIMIT - 20_000


async def test_nothing_goes_on_by_itself_before_people_can_come_in() -> None:
    """A server may need seconds from the first table that it has loaded until it listens."""
    store = MemoryStore()
    stage = await Stage.open(store=store)
    table = (await four(stage))[0].table_id
    await stage.clock.let_pass(20_000)
    botted = await stage.table(await stage.guest("Eve"))  # its bots are about to answer
    before, beaten = {each: len(store.logs[each]) for each in store.logs}, store.beaten
    again = await reopened(stage, store, 60_000, waits=True)
    await again.clock.let_pass(15_000)
    assert set(again.house.tables) == {table, botted}
    assert {each: len(store.logs[each]) for each in store.logs} == before
    assert store.beaten == beaten, "a kill before it listens must not make the outage shorter"
    await again.house.run()
    assert left(again, table) == LIMIT - 20_000
    await again.clock.let_pass(5_000)
    assert len(store.logs[botted]) > before[botted]
    await again.clock.let_pass(LIMIT - 25_001)
    assert not was_late(store, table)
    await again.clock.let_pass(1)
    assert was_late(store, table)


async def test_a_next_table_that_is_opened_before_people_can_come_in_has_its_whole_time_when_they_can() -> None:
    """The house died after everybody had agreed to go on, and before the next table was there."""
    store = MemoryStore()
    stage = await Stage.open(store=store)
    people = await four(stage)
    with pytest.MonkeyPatch.context() as dying:
        dying.setattr(loading.Loader, "begin", AsyncMock(side_effect=StoreUnread(refuse("store.closed"))))
        await gone_on(people)
    again = await reopened(stage, store, 60_000, waits=True)
    (new,) = [each for each in again.house.tables if each != people[0].table_id]
    await again.clock.let_pass(15_000)
    await again.house.run()
    assert left(again, new) == LIMIT


async def test_tables_that_wait_for_their_house_stay_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many they are; tables at which nothing happens are dropped."""
    monkeypatch.setattr(loading, "_ROOM", 1)
    monkeypatch.setattr(loading, "_OFTEN", 1)
    store = MemoryStore()
    stage = await Stage.open(store=store)
    timed = {(await four(stage))[0].table_id for _ in range(4)}
    again = await reopened(stage, store, 60_000, waits=True)
    assert set(again.house.tables) == timed
    await again.house.run()
    assert {left(again, table) for table in timed} == {LIMIT}


# --- several servers -----------------------------------------------------------------------------------------------------


@pytest.fixture
def servers(monkeypatch: pytest.MonkeyPatch) -> Servers:
    return Servers(monkeypatch)


async def test_a_clock_that_nobody_missed_gets_back_nothing(servers: Servers) -> None:
    one = await servers.open("one")
    await servers.let_pass(60)
    table = (await four(one, await servers.open("other")))[0].table_id
    await servers.let_pass(20)
    assert await servers.left(table) == LIMIT - 20_000
    assert not [entry for entry in servers.entries(table) if isinstance(entry, log.Credited)]


async def test_a_table_of_a_server_that_died_gets_back_the_time_since_its_last_heartbeat(servers: Servers) -> None:
    """Also if somebody at another server has said something just before the table is taken over."""
    one, other = await servers.open("one"), await servers.open("other")
    people = await four(one, other)
    table = people[0].table_id
    await servers.let_pass(10)
    assert servers.keeper(table) is one
    servers.kill(one)
    await servers.let_pass(4)
    await servers.clock.let_pass(1_200)
    await people[2].do(said.Say, phrase="hello")
    assert (other.house.tables[table].live.deadline or 0) - servers.clock.now() == LIMIT - 15_200
    await servers.work()
    assert servers.keeper(table) is other
    assert await servers.left(table) == LIMIT - 10_000


@pytest.mark.parametrize("crash", [False, True])
@pytest.mark.parametrize("seconds", [8, 40])
async def test_time_in_which_the_database_was_away_is_given_back(servers: Servers, seconds: int, crash: bool) -> None:
    """A crash makes the database forget which server runs which table, and its restart in good order doesn't."""
    one = await servers.open("one")
    table = (await four(one))[0].table_id
    await servers.let_pass(20)
    servers.database.down = True
    await servers.let_pass(seconds)
    servers.database.down = False
    if crash:
        servers.database.crash()
    await servers.let_pass(2)
    assert not was_late(servers.database, table)
    assert LIMIT - 22_000 <= await servers.left(table) <= LIMIT - 20_000


async def test_a_move_that_waited_for_the_database_costs_the_others_no_time(servers: Servers) -> None:
    """It is stored before the server runs the table again."""
    one = await servers.open("one")
    people = await four(one)
    table = people[0].table_id
    await servers.let_pass(20)
    servers.database.down = True
    await servers.let_pass(40)
    servers.database.down = False
    assert isinstance(await lay(people[0]), said.Saved)
    await servers.let_pass(2)
    assert not was_late(servers.database, table)
    assert LIMIT - 22_000 <= await servers.left(table) <= LIMIT - 20_000


@pytest.mark.parametrize("stored_first", [False, True])
async def test_time_in_which_a_server_stood_still_is_given_back_once(servers: Servers, stored_first: bool) -> None:
    """Its clock finds the lost time, and so does its next heartbeat; either may be first."""
    one = await servers.open("one")
    table = (await four(one))[0].table_id
    await servers.let_pass(20)
    servers.clock.time += 8_000
    one.house.loader.lose_time(8_000)
    if stored_first:
        await quiet()
    await servers.work()
    assert await servers.left(table) == LIMIT - 20_000


async def test_a_table_of_another_server_that_the_database_forgot_gets_back_the_time_of_the_crash(servers: Servers) -> None:
    one, other = await servers.open("one"), await servers.open("other")
    table = (await four(one))[0].table_id
    await servers.let_pass(20)
    assert servers.keeper(table) is one
    servers.database.down = True
    await servers.let_pass(40)
    servers.database.down = False
    servers.database.crash()
    servers.up.reverse()  # the other one is first to look around
    await servers.let_pass(2)
    assert servers.keeper(table) is other
    assert not was_late(servers.database, table)
    assert LIMIT - 22_000 <= await servers.left(table) <= LIMIT - 20_000


async def test_a_table_that_changes_servers_without_an_outage_gets_back_no_time_that_was_played(servers: Servers) -> None:
    """The database crashes and is back at once, and another server is first to look around."""
    one, other = await servers.open("one"), await servers.open("other")
    await servers.let_pass(60)
    table = (await four(one))[0].table_id
    await servers.let_pass(20)
    assert servers.keeper(table) is one
    servers.database.crash()
    servers.up.reverse()
    await servers.work()
    assert table in other.house.tables
    assert (other.house.tables[table].live.deadline or 0) - servers.clock.now() == LIMIT - 20_000


async def test_a_table_that_is_asked_for_while_its_house_opens_gets_back_the_outage_once(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person's request may load the table before the server that takes it over has come to it."""
    one = await servers.open("one")
    table = (await four(one))[0].table_id
    await servers.let_pass(20)
    servers.kill(one)
    await servers.clock.let_pass(60_000)
    orphans, true, asked = SharedInMemory.orphans, servers.database.table, list[str]()

    async def none(_shared: SharedInMemory, _most: int) -> list[str]:
        return []

    monkeypatch.setattr(SharedInMemory, "orphans", none)
    again = await servers.open("again")

    async def ask_first(table_id: str) -> TableRow | None:
        if not asked:
            asked.append(table_id)
            await again.house.loader.load(table_id)
        return await true(table_id)

    monkeypatch.setattr(SharedInMemory, "orphans", orphans)
    monkeypatch.setattr(servers.database, "table", ask_first)
    await servers.work()
    assert asked
    assert await servers.left(table) == LIMIT - 20_000
