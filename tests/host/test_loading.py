"""Tables that are loaded and unloaded: a loaded table equals the played one, and one that can't be read harms no other."""

import asyncio
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from prial.errors import PrialError
from prial.host import entries as log
from prial.host import house as houses
from prial.host import messages as said
from prial.host import snapshots, telling
from prial.host.fold import fold_all
from prial.host.house import ANSWERS_KEPT
from prial.host.live import Applied
from prial.host.store import Row, Store, file_url
from prial.host.store.values import StoreUnread
from prial.host.table import HISTORY
from tests.faults.years import Model, played
from tests.host.next_table import gone_on
from tests.host.stage import FullStore, Guest, MemoryStore, Stage, StageClock, Unread
from tests.host.test_table import code, four, lay, play_on

DAY_MS = 24 * 3600 * 1000
_AWAY_MS = 6 * 60_000
"""Milliseconds after which a table without watchers has been unloaded."""


@pytest.fixture(scope="module")
def models() -> list[Model]:
    """Tables of every game, finished after some deals or in the middle of one."""
    return [model for of_status in asyncio.run(played([2])).values() for model in of_status]


def folded(rows: Sequence[Row]) -> list[Applied]:
    return fold_all([(log.DECODER.decode(row.entry), row.at) for row in rows])


def test_a_table_restored_from_a_snapshot_is_the_one_that_was_folded(models: list[Model]) -> None:
    """For every game, after every entry, even with answers gathered and moves that may be taken back."""
    games, gathered = set(), 0
    for model in models:
        for applied in folded(model.rows):
            live = applied.after
            taken = snapshots.taken(live, 0)
            assert taken is not None
            again = snapshots.restored(taken)
            assert again is not None
            assert replace(again, game=live.game) == live
            games.add(live.opened.game)
            gathered += bool(live.gathered) or live.undo is not None
    assert len(games) == 5
    assert gathered > 20


async def test_a_loaded_table_tells_newcomers_what_they_would_have_been_told(models: list[Model]) -> None:
    for model in models:
        store = MemoryStore()
        store.rows["t"], store.logs["t"] = replace(model.row, id="t"), model.rows
        store.snapshots["t"], store.places["t"] = model.snapshots, model.place
        stage = await Stage.open(store=store)
        table = await stage.house.loader.load("t")
        whole = folded(model.rows)[-HISTORY:]
        for viewer in (None, 0, 1):
            told = [telling.here(history, history[-1].after, viewer) for history in (whole, table.history)]
            assert told[0] == told[1]
        await stage.house.close()
    assert any(model.snapshots for model in models)


@pytest.mark.parametrize("odd", ["blob", "bit", "made_with", "other"])
async def test_an_odd_snapshot_is_thrown_away(odd: str, models: list[Model]) -> None:
    model = next(model for model in models if model.snapshots and model.row.status == "over")
    taken = model.snapshots[-1]
    other = snapshots.taken(folded(model.rows)[2].after, 0)
    assert other is not None
    spoilt = {
        "blob": replace(taken, blob=taken.blob[:-9]),
        "bit": replace(taken, blob=taken.blob.replace(b"Ann", b"Anm").replace(b"P0", b"P9")),
        "made_with": replace(taken, made_with="another program"),
        "other": replace(taken, blob=other.blob),
    }
    store = MemoryStore()
    store.rows["t"], store.logs["t"], store.snapshots["t"] = replace(model.row, id="t"), model.rows, [spoilt[odd]]
    stage = await Stage.open(store=store)
    table = await stage.house.loader.load("t")
    assert replace(table.live, game=None) == replace(folded(model.rows)[-1].after, game=None)


class Counting(MemoryStore):
    """Counts the entries that are read."""

    read = 0

    async def log(self, table_id: str, after: int = 0, until: int | None = None) -> list[Row]:
        found = await super().log(table_id, after, until)
        self.read += len(found)
        return found


async def test_a_long_log_is_loaded_from_its_end_and_a_replay_from_its_game() -> None:
    store = Counting()
    stage = await Stage.open(store=store)
    people = await four(stage)
    table = people[0].table_id
    for person in people[1:]:
        person.gone()  # clients that aren't connected needn't get all of these
    for _ in range(600):
        await people[0].do(said.Say, phrase="hello")
    for person in people[1:]:
        await person.look(table)
    await play_on(stage, people)
    first = await stage.house.replay(table, 1, people[0].person)
    await people[0].do(said.Start)
    began = stage.house.tables[table].live.version
    whole = folded(store.logs[table])
    again = await Stage.open("later", store=store, clock=stage.clock)
    store.read = 0
    loaded = await again.house.loader.load(table)
    assert store.read < 20
    assert replace(loaded.live, game=None) == replace(whole[-1].after, game=None)
    store.read = 0
    assert await again.house.replay(table, 1, people[0].person) == first
    assert store.read <= began < 1_000
    store.read = 0
    with pytest.raises(PrialError, match="no game number 99"):
        await again.house.replay(table, 99, people[0].person)
    assert store.read == 0


async def test_a_house_loads_what_goes_on_by_itself_and_nothing_else() -> None:
    store = MemoryStore()
    stage = await Stage.open(store=store)
    ann = await stage.guest("Ann")
    timed = (await four(stage, clock="fast"))[0].table_id
    waiting = (await four(stage))[0].table_id
    botted = await stage.table(ann)
    idle = await stage.table(ann, bots=(None, None, None, None))
    again = await Stage.open("later", store=store, clock=stage.clock)
    assert set(again.house.tables) == {timed, botted}
    assert {each.id for each in (await again.house.listed(ann.person)).mine} == {botted, idle}
    await (await Guest(again.house, ann.person).look(waiting)).do(said.Say, phrase="hello")


async def test_a_table_leaves_memory_and_comes_back_as_it_was() -> None:
    stage = await Stage.open()
    people = await four(stage)
    table = people[0].table_id
    await lay(people[0])
    before = people[0].scene
    await stage.clock.let_pass(_AWAY_MS)
    assert table in stage.house.tables, "somebody looks at it"
    for person in people:
        person.gone()
    await stage.clock.let_pass(_AWAY_MS)
    assert table not in stage.house.tables
    assert {each.id for each in (await stage.house.listed(people[1].person)).mine} == {table}
    for person in people:
        await person.look(table)
    assert people[0].scene == before
    await play_on(stage, people)


async def test_a_table_with_a_clock_stays_though_nobody_looks() -> None:
    stage = await Stage.open()
    people = await four(stage, clock="slow")
    table = people[0].table_id
    for person in people:
        person.gone()
    await stage.clock.let_pass(301_000)
    assert table in stage.house.tables
    assert stage.house.tables[table].live.version > 9, "the house has answered"


async def test_a_table_leaves_memory_that_everybody_has_left_for_another() -> None:
    stage = await Stage.open()
    ann = await stage.guest("Ann")
    table = await stage.table(ann)
    await ann.look(table)
    await gone_on([ann])
    assert ann.scene.next is not None
    ann.gone()
    await stage.clock.let_pass(_AWAY_MS)
    assert table not in stage.house.tables
    await ann.look(table)
    assert ann.scene.next is not None
    assert await stage.house.loader.load(str(ann.scene.next.table))


async def test_a_table_goes_on_though_nothing_could_be_written_when_its_house_opened() -> None:
    store = FullStore()
    stage = await Stage.open(store=store)
    table = (await four(stage, clock="slow"))[0].table_id
    version, clock = store.rows[table].version, StageClock()
    clock.time = stage.clock.time + 60_000
    store.full = True
    again = await Stage.open("later", store=store, clock=clock)
    await clock.let_pass(2_000)
    store.full = False
    await clock.let_pass(400_000)
    history = [log.DECODER.decode(row.entry) for row in store.logs[table][version:]]
    assert isinstance(history[0], log.Credited)
    assert 60_000 <= history[0].ms <= 65_000, "all that time is given back, and no more"
    assert len(history) > 4, "the house has answered"
    assert again.house.tables[table].live.version == store.rows[table].version


async def test_strangers_who_ask_for_many_tables_fill_no_memory() -> None:
    stage = await Stage.open()
    ann = await stage.guest("Ann")
    makers = [await stage.guest(f"Maker {number}") for number in range(45)]
    made = [await stage.table(each, bots=(None, None, None, None), public=True) for each in makers for _ in range(10)]
    looking = await Guest(stage.house, ann.person).look(made[0])
    for table in made:
        await stage.house.listing(table, None)
    await stage.clock.let_pass(10_000)
    assert len(stage.house.tables) <= 201
    assert made[0] in stage.house.tables
    assert isinstance(await looking.do(said.Say, phrase="hello"), said.Saved)


async def test_an_answer_that_is_no_longer_at_hand_is_given_again_from_the_store() -> None:
    stage = await Stage.open()
    ann = (await four(stage))[0]
    first = await ann.do(said.Say, command_id="first", phrase="hello")
    refused = await ann.do(said.Start, command_id="second")
    for _ in range(220):
        await ann.do(said.Say, phrase="hello")
    version = ann.connection.table.live.version  # type: ignore[union-attr]  # she looks at it
    assert await ann.do(said.Say, command_id="first", phrase="hello") == first
    assert await ann.do(said.Start, command_id="second") == refused
    assert ann.connection.table.live.version == version  # type: ignore[union-attr]  # the same


async def test_refusals_are_forgotten_after_a_week_and_what_was_done_never(tmp_path: Path) -> None:
    stage = await Stage.open(store=await Store.open(file_url(tmp_path / "tables.db")))
    ann = await stage.guest("Ann")
    table = await stage.table(ann, bots=(None, None, None, None))
    await ann.look(table)
    done = await ann.do(said.Say, command_id="done", phrase="hello")
    assert code(await ann.do(said.Pause, command_id="refused")) == "table.not_started"
    stage.clock.time += ANSWERS_KEPT + DAY_MS
    await stage.house._tidy()
    assert [each.id for each in await stage.house.store.answers(table)] == ["done"]
    stage.house.tables[table]._answers.clear()
    assert await ann.do(said.Say, command_id="done", phrase="hello") == done
    await stage.house.close()


async def test_of_refusals_only_so_many_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """More refusals could come in ten seconds than were deleted in them, for a week."""
    monkeypatch.setattr(houses, "_REFUSALS", 3)
    stage = await Stage.open(store=await Store.open(file_url(tmp_path / "tables.db")))
    ann = await stage.guest("Ann")
    table = await stage.table(ann, bots=(None, None, None, None))
    await ann.look(table)
    for number in range(7):
        stage.clock.time += 1
        assert code(await ann.do(said.Pause, command_id=f"r{number}")) == "table.not_started"
    await stage.house._tidy()
    assert sorted(each.id for each in await stage.house.store.answers(table)) == ["r4", "r5", "r6"]
    await stage.house.close()


def entry_missing(logs: list[Row]) -> None:
    del logs[6]


def tail_missing(logs: list[Row]) -> None:
    del logs[-1]


def unreadable(logs: list[Row]) -> None:
    logs[6] = replace(logs[6], entry=b"\xff\x00 no JSON")


def unknown(logs: list[Row]) -> None:
    logs[-1] = replace(logs[-1], entry=b'{"what":"danced"}')


def impossible(logs: list[Row]) -> None:
    logs[-1] = replace(logs[-1], entry=b'{"what":"left","seat":9}')


@pytest.mark.parametrize("fault", [entry_missing, tail_missing, unreadable, unknown, impossible])
async def test_a_log_that_cannot_be_read_freezes_its_own_table_by_name(fault: Any, caplog: pytest.LogCaptureFixture) -> None:
    store = MemoryStore()
    stage = await Stage.open(store=store)
    bad, good = await four(stage, clock="slow"), await four(stage, clock="slow")
    ids = [people[0].table_id for people in (bad, good)]
    fault(store.logs[ids[0]])
    store.snapshots.clear()
    noted: list[str] = []
    again = await Stage.open("later", store=store, clock=stage.clock, note=lambda name, _: noted.append(name))
    assert again.house.ready
    assert [again.house.tables[table].live.status for table in ids] == ["frozen", "live"]
    assert [record.table for record in caplog.records if record.levelno == logging.ERROR] == [ids[0]]  # type: ignore[attr-defined]
    assert "frozen" in noted
    one = await Guest(again.house, bad[0].person, 50).look(ids[0])
    two = await Guest(again.house, good[0].person, 50).look(ids[1])
    assert code(await one.do(said.Say, phrase="hello")) == "table.frozen"
    assert isinstance(await two.do(said.Say, phrase="hello"), said.Saved)
    assert store.rows[ids[0]].status == "live", "its log is as it was, for a program that can read it"


async def test_a_log_whose_beginning_cannot_be_read_is_nobodys_and_the_house_opens(caplog: pytest.LogCaptureFixture) -> None:
    store = MemoryStore()
    stage = await Stage.open(store=store)
    people = await four(stage, clock="slow")
    table = people[0].table_id
    store.logs[table][0] = replace(store.logs[table][0], entry=b"{")
    store.snapshots.clear()
    again = await Stage.open("later", store=store, clock=stage.clock)
    assert again.house.ready
    assert {record.table for record in caplog.records} == {table}  # type: ignore[attr-defined]
    with pytest.raises(PrialError, match="has stopped"):
        await Guest(again.house, people[0].person).look(table)
    assert msgspec.json.encode(await again.house.listed(people[0].person))


async def test_a_disk_that_cannot_be_read_just_now_freezes_nothing() -> None:
    store = Unread()
    stage = await Stage.open(store=store)
    people = await four(stage)
    table = people[0].table_id
    again = await Stage.open("later", store=store, clock=stage.clock)
    store.fails = True
    with pytest.raises(StoreUnread):
        await again.house.loader.load(table)
    store.fails = False
    assert (await again.house.loader.load(table)).live.status == "live"


async def test_a_log_that_cannot_be_read_is_added_to_by_nobody() -> None:
    """Its last entry can't be read, so nobody can know whether the next one could follow it."""
    store = MemoryStore()
    stage = await Stage.open(store=store)
    ann = await stage.guest("Ann")
    waiting = await stage.table(ann, bots=(None, None, None, None))
    await ann.look(waiting)
    await ann.do(said.Say, phrase="hello")
    table = (await four(stage, clock="slow"))[0].connection.table.id  # type: ignore[union-attr]  # she looks at it
    for each in (waiting, table):
        unknown(store.logs[each])
    store.snapshots.clear()
    before = {each: (list(store.logs[each]), store.rows[each]) for each in (waiting, table)}
    again = await Stage.open("later", store=store, clock=stage.clock)
    eve = await again.guest("Eve")
    for each in (waiting, table):
        loaded = await again.house.loader.load(each)
        assert loaded.live.status == "frozen"
        with pytest.raises(PrialError, match="has stopped"):
            await loaded.admit(eve.person.id)
    again.clock.time += 8 * DAY_MS
    await again.house._close_unvisited()
    assert {each: (store.logs[each], store.rows[each]) for each in (waiting, table)} == before


async def test_a_house_that_dies_while_it_opens_gives_each_hour_back_once() -> None:
    store = MemoryStore()
    stage = await Stage.open(store=store)
    table = (await four(stage, clock="slow"))[0].connection.table.id  # type: ignore[union-attr]  # she looks at it
    left = (stage.house.tables[table].live.deadline or 0) - stage.clock.now()
    beaten = store.beaten
    for _ in range(5):
        clock = StageClock()
        clock.time = stage.clock.time = stage.clock.time + DAY_MS
        store.beaten = beaten  # the house hadn't got to another heartbeat
        again = await Stage.open("later", store=store, clock=clock)
        assert (again.house.tables[table].live.deadline or 0) - clock.now() == left


async def test_a_table_that_comes_late_into_memory_has_its_time_still() -> None:
    """Its log couldn't be read when the house opened, so it wasn't loaded when its clock ran out."""
    store = Unread()
    stage = await Stage.open(store=store)
    table = (await four(stage, clock="fast"))[0].connection.table.id  # type: ignore[union-attr]  # she looks at it
    store.fails, clock = True, StageClock()
    clock.time = stage.clock.time + DAY_MS
    again = await Stage.open("later", store=store, clock=clock)
    assert table not in again.house.tables
    await clock.let_pass(DAY_MS // 240)
    store.fails = False
    loaded = await again.house.loader.load(table)
    assert (loaded.live.deadline or 0) - clock.now() > 25_000
    await clock.let_pass(1000)
    assert not any(b'"late":true' in row.entry for row in store.logs[table])
