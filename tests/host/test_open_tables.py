"""Unfinished tables: each person may have a limited number of them, and tables that nobody visits are closed."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from prial.errors import PrialError, refuse
from prial.host import messages as said
from prial.host.examine import examine
from prial.host.open_tables import HIDDEN, MOST, SHOWN
from prial.host.places import found_there
from prial.host.store import Answered, Beside, Row, Store, StoreFailed, TableRow, file_url
from prial.host.store.values import NOTHING
from prial.host.table_request import TableRequest
from tests.host.stage import MemoryStore, Stage
from tests.host.test_table import FOUR, code, four

ROUND = 600_000


async def later(stage: Stage, ms: int) -> None:
    """Let days pass; the house's timer only runs in the last minutes of them."""
    stage.clock.time += ms - 2 * ROUND
    await stage.clock.let_pass(2 * ROUND)


async def status(stage: Stage, table: str) -> str:
    """A table's status in the store; asking the house for it would count as a visit."""
    row = await stage.house.store.table(table)
    assert row is not None
    return row.status


async def test_a_person_has_so_many_open_tables_and_no_more() -> None:
    class Slow(MemoryStore):
        async def append(
            self, table: TableRow, rows: Sequence[Row], answer: Answered | None, expected: int, beside: Beside = NOTHING
        ) -> None:
            await asyncio.sleep(0)
            await super().append(table, rows, answer, expected, beside)

    stage = await Stage.open(store=Slow())
    ann = await stage.guest("Ann")
    made = await asyncio.gather(*(stage.table(ann, FOUR, public=True) for _ in range(MOST + 5)), return_exceptions=True)
    tables = [each for each in made if isinstance(each, str)]
    assert len(tables) == MOST
    with pytest.raises(PrialError, match=f"You have {MOST} tables open already"):
        await stage.table(ann)
    assert await stage.table(await stage.guest("Ben"))
    await ann.look(tables[0])
    assert isinstance(await ann.do(said.Close), said.Saved)
    assert ann.scene.status == "ended"
    assert await stage.table(ann)


async def test_the_list_shows_each_person_once() -> None:
    stage = await Stage.open()
    ann, ben = await stage.guest("Ann"), await stage.guest("Ben")
    for number in range(5):
        await stage.clock.let_pass(1000)
        newest = await stage.table(ann, FOUR, public=True, title=f"Table {number}")
    await stage.clock.let_pass(1000)
    await stage.table(ben, FOUR, public=True)
    listed = await stage.house.listed((await stage.guest("Cat")).person)
    assert [each.owner for each in listed.open] == ["Ben", "Ann"]
    assert listed.open[1].id == newest
    assert len((await stage.house.listed(ann.person)).mine) == 5


async def test_a_list_says_which_game_is_played_who_sits_there_and_since_when() -> None:
    stage = await Stage.open()
    people = await four(stage)
    began = stage.clock.now()
    eve = await stage.guest("Eve")
    assert people[0].connection is not None
    await eve.look(people[0].connection.table.id)
    await people[2].do(said.Leave)
    await stage.clock.let_pass(60_000)
    await eve.do(said.Sit)
    (row,) = (await stage.house.listed(None)).live
    assert (row.game, row.game_title, row.since) == ("crash", "Crash", began)
    assert [(seat.kind, seat.name, seat.next) for seat in row.seats] == [
        ("person", "Ann", ""),
        ("person", "Ben", ""),
        ("open", "", "Eve"),
        ("person", "Dan", ""),
    ]
    await stage.clock.let_pass(60_000)
    table = await stage.table(await stage.guest("Fay"), FOUR, public=True)
    (row,) = (await stage.house.listed(None)).open
    assert (row.id, row.since) == (table, stage.clock.now())


@pytest.mark.parametrize(
    ("bots", "suggest"),
    [((None, "greedy", "greedy", "greedy"), True), ((None, "greedy", None, "greedy"), False), (FOUR, False), ((), False)],
)
async def test_suggestions_are_off_among_people_and_on_with_bots_only(bots: tuple[str | None, ...], suggest: bool) -> None:
    stage = await Stage.open()
    ann = await stage.guest("Ann")
    request = TableRequest(game="crash", bots=bots)
    table = await stage.house.create(ann.person, request)
    assert stage.house.tables[table].live.opened.suggest is suggest
    table = await stage.house.create(ann.person, msgspec.structs.replace(request, suggest=not suggest))
    assert stage.house.tables[table].live.opened.suggest is not suggest


async def test_a_table_is_closed_by_its_owner_and_not_while_others_play() -> None:
    stage = await Stage.open()
    people = await four(stage)
    assert code(await people[1].do(said.Close)) == "table.owner"
    assert code(await people[0].do(said.Close)) == "table.playing"
    for person in people[1:]:
        await person.do(said.Leave)
    assert isinstance(await people[0].do(said.Close), said.Saved)
    assert people[0].scene.status == "ended"
    assert code(await people[0].do(said.Sit, seat=1)) == "table.ended"
    assert not (await stage.house.listed(people[0].person)).mine


@pytest.mark.parametrize(("public", "after"), [(True, SHOWN), (False, HIDDEN)])
async def test_an_open_table_that_nobody_visits_closes_by_the_clock_of_the_house(public: bool, after: int) -> None:
    store = MemoryStore()
    stage = await Stage.open(store=store)
    ann = await stage.guest("Ann")
    table = await stage.table(ann, FOUR, public=public)
    await later(stage, after - ROUND)
    assert await status(stage, table) == "open"
    await ann.look(table)
    ann.gone()
    await later(stage, after - ROUND)  # a visit counts
    assert await status(stage, table) == "open"
    await ann.look(table)
    await later(stage, 2 * after)  # and so does staying at the table
    assert ann.scene.status == "open"
    ann.gone()
    await later(stage, after + 2 * ROUND)
    assert await status(stage, table) == "ended"
    assert not (await stage.house.listed(ann.person)).mine
    assert found_there(store.places[table], table, (await stage.house.loader.load(table)).live)


async def test_a_visit_counts_though_the_house_was_closed_since() -> None:
    store = MemoryStore()
    stage = await Stage.open(store=store)
    ann = await stage.guest("Ann")
    table = await stage.table(ann, FOUR, public=True)
    await later(stage, SHOWN - ROUND)
    await ann.look(table)
    ann.gone()
    await stage.clock.let_pass(2 * ROUND)
    await stage.house.close()
    stage = await Stage.open(store=store, clock=stage.clock)
    await stage.clock.let_pass(2 * ROUND)
    assert await status(stage, table) == "open"
    await later(stage, SHOWN + ROUND)
    assert await status(stage, table) == "ended"


async def test_a_game_that_is_on_waits_for_its_people() -> None:
    stage = await Stage.open()
    people = await four(stage)
    assert people[0].connection is not None
    table = people[0].connection.table.id
    for person in people:
        person.gone()
    await later(stage, 365 * SHOWN)
    assert await status(stage, table) in {"live", "paused"}


async def test_what_fails_while_the_house_comes_round_is_tried_again() -> None:
    class Full(MemoryStore):
        full = False

        async def append(
            self, table: TableRow, rows: Sequence[Row], answer: Answered | None, expected: int, beside: Beside = NOTHING
        ) -> None:
            if self.full:
                raise StoreFailed(refuse("store.failed", why="full"))
            await super().append(table, rows, answer, expected, beside)

    store = Full()
    stage = await Stage.open(store=store)
    ann = await stage.guest("Ann")
    await stage.table(ann, FOUR, public=True)
    await ann.look(await stage.table(ann, FOUR, public=True))
    store.full = True
    ann.gone()
    await later(stage, SHOWN + 2 * ROUND)
    assert len((await stage.house.listed(ann.person)).mine) == 2
    store.full = False
    await stage.clock.let_pass(2 * ROUND)
    assert not (await stage.house.listed(ann.person)).mine


async def test_a_store_in_which_an_unvisited_table_was_closed_is_sound(tmp_path: Path) -> None:
    file = file_url(tmp_path / "tables.db")
    stage = await Stage.open(store=await Store.open(file))
    await stage.table(await stage.guest("Ann"), FOUR)
    stage.clock.time += HIDDEN + 1
    await stage.house._close_unvisited()
    stage.clock.time += 10 * 60_000
    stage.house.loader.let_go()
    stage.clock.time += HIDDEN + 1
    await stage.house._close_unvisited()
    assert [row.status for row in await stage.house.store.tables()] == ["ended"]
    await stage.house.close()
    assert (await examine(file)).faults == []
