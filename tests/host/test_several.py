"""Several servers of one house on a real PostgreSQL: they share the tables, one of them runs each, and all show the same."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import text

from prial.errors import PrialError, refuse
from prial.host import entries as log
from prial.host import messages as said
from prial.host import several
from prial.host.house import House
from prial.host.loading import Loader
from prial.host.several import HouseTime, Several
from prial.host.spoken import LASTS
from prial.host.store import Store, StoreUnread
from prial.host.store.engine import served
from prial.host.store.shared import Shared
from tests.host.partition import Line
from tests.host.stage import DECODER, Guest, Stage, StageClock
from tests.host.test_table import FOUR, lay, live
from tests.host.turning import Turner
from tests.testing.postgres import Server, postgres


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with postgres() as running:
        yield running


class Houses:
    """Servers of one house; they share a clock that stands until it is told to go on."""

    def __init__(self, url: str) -> None:
        self.url, self.clock = url, StageClock()
        self.stages: list[Stage] = []
        self.lines: list[Line] = []

    async def line(self, folder: Path) -> Line:
        """A connection to the database that can be cut."""
        self.lines.append(Line(self.url, folder))
        await self.lines[-1].open()
        return self.lines[-1]

    async def open(self, url: str = "") -> Stage:
        """Open a further server, optionally with its own address of the database."""
        name, url = f"server {len(self.stages)}", url or self.url
        crew = Several(Shared(url, name), HouseTime())
        stage = await Stage.open(name, await Store.open(url), self.clock, crew=crew)
        self.stages.append(stage)
        return stage

    async def close(self) -> None:
        for stage in self.stages:
            if stage.house.ready:
                await stage.house.close()
        for line in self.lines:
            await line.close()

    async def sql(self, statement: str, **given: object) -> list[Any]:
        """Query the database without the servers."""
        engine = served(self.url, isolation_level="AUTOCOMMIT")
        async with engine.connect() as connection:
            done = await connection.execute(text(statement), given)
            found = list(done) if done.returns_rows else []
        await engine.dispose()
        return found


@pytest.fixture
async def houses(server: Server) -> AsyncIterator[Houses]:
    made = Houses(server.url())
    yield made
    await made.close()


async def until(holds: Callable[[], bool], seconds: float = 10) -> None:
    """Wait for something that servers tell each other."""
    for _ in range(int(seconds / 0.01)):
        if holds():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it didn't come to that")


def crew(stage: Stage) -> Several:
    found = stage.house.crew
    assert isinstance(found, Several)
    return found


def at(house: House, guest: Guest) -> Guest:
    """The same person, connected to another server."""
    return Guest(house, guest.person, first=1_000)


async def four(one: Stage, other: Stage, **asked: Any) -> list[Guest]:
    """Four people at a table, two at each server, with the first hand dealt."""
    people = [await one.guest(name) for name in ("Ann", "Ben", "Cat", "Dan")]
    table = await one.table(people[0], FOUR, **{"public": True, "start": False, **asked})
    people[2:] = [at(other.house, each) for each in people[2:]]
    for seat, person in enumerate(people):
        await person.look(table)
        if seat:
            assert isinstance(await person.do(said.Sit, seat=seat), said.Saved)
    assert isinstance(await people[0].do(said.Start), said.Saved)
    await level(people)
    return people


async def level(people: list[Guest]) -> None:
    """Wait until everybody was told the same entries."""
    await until(lambda: len({live(person).version for person in people}) == 1)


def told(person: Guest) -> list[str]:
    """All lines that a person was told, from the deal on."""
    return person.words[person.words.index("The game begins.") :] if "The game begins." in person.words else person.words


async def entries(houses: Houses, table: str) -> list[log.AnyEntry]:
    """A table's log."""
    return [log.DECODER.decode(row.entry) for row in await houses.stages[0].house.store.log(table)]


async def test_people_at_two_servers_play_at_one_table(houses: Houses) -> None:
    one, other = await houses.open(), await houses.open()
    people = await four(one, other)
    table = people[0].table_id
    for _ in range(2):
        for person in people:
            assert isinstance(await lay(person), said.Saved)
        await level(people)
        assert people[0].scene.rest is not None
        for person in people:
            assert isinstance(await person.do(said.Ready, key=person.scene.rest), said.Saved)
        await level(people)
    here, there = [replace(stage.house.tables[table].live, game=None) for stage in (one, other)]
    assert here == there
    heard = [[m.version for m in person.got if isinstance(m, said.Update)] for person in people]
    assert all(versions == list(range(versions[0], versions[-1] + 1)) for versions in heard)
    assert [versions[-1] for versions in heard] == [live(people[0]).version] * 4
    assert await one.house.store.check() == []


async def test_a_seat_is_told_the_same_bytes_wherever_it_looks(houses: Houses) -> None:
    one, other = await houses.open(), await houses.open()
    people = await four(one, other)
    there = await at(other.house, people[0]).look(people[0].table_id)
    from_here, from_there = len(people[0].raw), len(there.raw)
    for person in people:
        await lay(person)
    await level([*people, there])

    def updates(raw: list[bytes]) -> list[bytes]:
        return [message for message in raw if isinstance(DECODER.decode(message), said.Update)]

    assert updates(people[0].raw[from_here:]) == updates(there.raw[from_there:])


async def test_a_command_that_comes_to_both_servers_has_one_effect(houses: Houses) -> None:
    one, other = await houses.open(), await houses.open()
    people = await four(one, other)
    there = await at(other.house, people[0]).look(people[0].table_id)
    answers = await asyncio.gather(*[guest.do(said.Say, command_id="twice", phrase="hello") for guest in (people[0], there)])
    assert answers[0] == answers[1]
    await level([*people, there])
    assert [type(entry).__name__ for entry in await entries(houses, people[0].table_id)].count("Said") == 1


async def test_bots_play_on_one_server_alone(houses: Houses) -> None:
    one, other = await houses.open(), await houses.open()
    ann = await one.guest("Ann")
    table = await one.table(ann, start=True)
    await ann.look(table)
    there = await at(other.house, ann).look(table)
    for _ in range(3):
        await until(lambda: ann.viewer in ann.scene.waiting or ann.scene.rest is not None)
        if ann.scene.rest is None:
            await lay(ann)
        for _ in range(20):
            await houses.clock.let_pass(1_000)
            await asyncio.sleep(0.02)
        await level([ann, there])
        assert ann.scene.rest is not None
        await ann.do(said.Ready, key=ann.scene.rest)
        await level([ann, there])
    assert [crew(stage).keeps(table) for stage in (one, other)].count(True) == 1


async def test_who_ends_in_order_leaves_the_tables_to_the_others_at_once(houses: Houses) -> None:
    one, other = await houses.open(), await houses.open()
    people = await four(one, other, clock="fast")
    table = people[0].table_id
    await until(lambda: crew(one).keeps(table) or crew(other).keeps(table))
    keeper, rest = (one, other) if crew(one).keeps(table) else (other, one)
    await keeper.house.close()
    await until(lambda: crew(rest).keeps(table), 1)
    assert rest.house.tables[table].live.deadline is not None


async def test_who_dies_is_taken_for_dead_and_the_clock_gets_back_what_nobody_saw_to(houses: Houses) -> None:
    one, other = await houses.open(), await houses.open()
    people = await four(one, other, clock="fast")
    table = people[0].table_id
    await until(lambda: crew(one).keeps(table))
    deadline = live(people[2]).deadline
    assert deadline is not None
    for task in crew(one)._tasks:
        task.cancel()
    await houses.sql("UPDATE servers SET beat = beat - 6000 WHERE name = :name", name=crew(one).name)
    await houses.clock.let_pass(1)
    await until(lambda: crew(other).keeps(table), 3)
    assert (live(people[2]).deadline or 0) >= deadline


async def test_who_slept_while_another_took_over_does_nothing_by_itself(houses: Houses) -> None:
    """A suspended process believes that it still runs its tables, until the store tells it otherwise."""
    one, other = await houses.open(), await houses.open()
    people = await four(one, other, clock="fast")
    table = people[0].table_id
    await until(lambda: crew(one).keeps(table))
    await crew(one)._shared.deaf()
    for task in crew(one)._tasks:
        task.cancel()
    await houses.sql("UPDATE keepers SET server = :name", name=crew(other).name)
    await other.house.close()
    houses.stages.remove(other)
    before = len(await entries(houses, table))
    assert crew(one).keeps(table)
    await houses.clock.let_pass(31_000)
    await asyncio.sleep(0.1)
    assert len(await entries(houses, table)) == before
    assert not crew(one).keeps(table)


async def test_a_hint_that_is_lost_costs_time_and_nothing_else(houses: Houses, monkeypatch: pytest.MonkeyPatch) -> None:
    async def lose(_self: Shared, _hints: object) -> None:
        pass

    one, other = await houses.open(), await houses.open()
    people = await four(one, other)
    monkeypatch.setattr(Shared, "tell", lose)
    monkeypatch.setattr(several, "ASK_ANYWAY_S", 0.5)
    await lay(people[0])
    assert live(people[0]).version > live(people[2]).version
    await until(lambda: live(people[0]).version == live(people[2]).version, 4)


async def test_a_server_that_is_told_nothing_any_more_is_late_by_two_seconds_at_most(houses: Houses, tmp_path: Path) -> None:
    """Its connection for news of others breaks in silence: packets are dropped, but the connection stays open."""
    line = await houses.line(tmp_path)
    one, other = await houses.open(), await houses.open(line.url)
    people = await four(one, other)
    line.cut(lambda sent: b"LISTEN" in sent)
    await lay(people[0])
    assert live(people[0]).version > live(people[2]).version
    await until(lambda: live(people[0]).version == live(people[2]).version, 2)
    await lay(people[1])
    await until(lambda: live(people[1]).version == live(people[3]).version, 2)
    line.heal()


async def test_a_server_that_is_cut_off_from_the_database_tells_nothing_false_and_loses_nothing(
    houses: Houses, tmp_path: Path
) -> None:
    """There are never two versions of a table: its commands wait, the others play on, and afterwards all were told the same."""
    line = await houses.line(tmp_path)
    one, other = await houses.open(), await houses.open(line.url)
    people = await four(one, other)
    before = live(people[2]).version
    line.cut()
    sent = asyncio.create_task(lay(people[2]))
    await lay(people[0])
    await lay(people[1])
    await asyncio.sleep(2)
    assert not sent.done()
    assert live(people[2]).version == before
    line.heal()
    await asyncio.wait_for(sent, 10)
    await lay(people[3])
    await level(people)
    laid = [entry for entry in await entries(houses, people[0].table_id) if isinstance(entry, log.Acted)]
    assert sorted(entry.seat for entry in laid[-4:]) == [0, 1, 2, 3]


async def test_who_comes_to_a_server_that_is_behind_is_told_nothing_that_they_know_to_be_over(
    houses: Houses, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lose(_self: Shared, _hints: object) -> None:
        pass

    one, other = await houses.open(), await houses.open()
    people = await four(one, other)
    monkeypatch.setattr(Shared, "tell", lose)
    await lay(people[0])
    knows = live(people[0]).version
    moved = at(other.house, people[0])
    await moved.look(people[0].table_id, said.Hello(knows, 0))
    await until(lambda: any(isinstance(m, said.Present) for m in moved.got))
    assert not [m for m in moved.got if isinstance(m, said.Welcome)]
    assert live(moved).version == knows


async def test_all_servers_know_who_is_there_wherever_they_look(houses: Houses) -> None:
    one, other = await houses.open(), await houses.open()
    people = await four(one, other)
    eve = await (await other.guest("Eve")).look(people[0].table_id)

    async def presence(holds: Callable[[said.Present], bool]) -> None:
        async def passes() -> None:
            while not all(holds(next(m for m in reversed(each.got) if isinstance(m, said.Present))) for each in (people[0], eve)):
                await houses.clock.let_pass(250)
                await asyncio.sleep(0.01)

        await asyncio.wait_for(passes(), 5)

    await presence(lambda here: here.away == (None,) * 4 and here.watching == 1)
    people[3].gone()
    await presence(lambda here: here.away[3] is not None and here.away[:3] == (None,) * 3)
    assert isinstance(await people[0].do(said.Say, phrase="hello"), said.Saved)
    back = await at(one.house, people[3]).look(people[0].table_id)
    await presence(lambda here: here.away == (None,) * 4)
    back.gone()
    await presence(lambda here: here.away[3] is not None)
    await houses.clock.let_pass(45_000)
    await until(lambda: people[0].scene.seats[3].gone)
    await until(lambda: people[2].scene.seats[3].gone)
    await at(one.house, people[3]).look(people[0].table_id)
    await until(lambda: not people[2].scene.seats[3].gone)
    stood_in = [entry for entry in await entries(houses, people[0].table_id) if isinstance(entry, log.Away)]
    assert len(stood_in) == 1


async def test_numbers_for_a_shuffle_come_together_from_all_servers(houses: Houses) -> None:
    one, other = await houses.open(), await houses.open()
    people = [await one.guest(name) for name in ("Ann", "Ben", "Cat", "Dan")]
    table = await one.table(people[0], FOUR, public=True, start=False, options={"first_dealer": "named"})
    people[2:] = [at(other.house, each) for each in people[2:]]
    turners = [Turner(person) for person in people]
    for seat, turner in enumerate(turners):
        await turner.guest.look(table)
        if seat:
            await turner.guest.do(said.Sit, seat=seat)
        await turner.promise()
    await level(people)
    await until(lambda: one.house.tables[table].audience.away() == (None,) * 4)
    await people[0].do(said.Start)

    def dealt() -> bool:
        for turner in turners:
            turner.hear()
        return all(person.asked is not None for person in people)

    await until(dealt)
    assert [turner.checked()[0].people for turner in turners] == [4] * 4
    assert not [entry for entry in await entries(houses, table) if isinstance(entry, log.Voided)]


async def test_what_servers_tell_each_other_names_no_card(houses: Houses, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two evenings with different cards and the same moves lead to the same messages between servers."""
    heard: list[str] = []
    true = Shared.tell

    async def tell(self: Shared, hints: Any) -> None:
        heard.extend(hints)
        await true(self, hints)

    monkeypatch.setattr(Shared, "tell", tell)
    one, other = await houses.open(), await houses.open()
    people = await four(one, other)
    for person in people:
        await lay(person)
    await level(people)
    table = people[0].table_id
    assert heard
    assert all(re.fullmatch(rf"t {table} \d+|[pnf] {table}|k", hint) for hint in heard), heard


async def test_who_asks_at_one_server_is_let_in_at_another(houses: Houses) -> None:
    one, other = await houses.open(), await houses.open()
    ann = await one.guest("Ann")
    table = await one.table(ann, FOUR, public=False, start=False)
    await ann.look(table)
    there = await at(other.house, ann).look(table)
    eve, joe = await other.guest("Eve"), await one.guest("Joe")
    await other.house.ask(table, eve.person)
    await one.house.ask(table, joe.person)
    doors = [stage.house.tables[table].audience.door for stage in (one, other)]
    await until(lambda: all({each.name for each in door.asking} == {"Eve", "Joe"} for door in doors))
    numbers = {each.name: each.number for each in doors[0].asking}
    await one.house.let_in(table, ann.person, numbers["Eve"], agree=True)
    await one.house.let_in(table, ann.person, numbers["Joe"], agree=False)
    await until(lambda: not doors[1].asking)
    with pytest.raises(PrialError, match="You have asked already, and weren't let in"):
        await other.house.ask(table, joe.person)
    await until(lambda: live(there).version == live(ann).version)
    await eve.look(table)
    assert eve.scene.status == "open"


async def test_a_code_that_is_said_at_one_server_leads_to_its_table_from_any(houses: Houses) -> None:
    one, other = await houses.open(), await houses.open()
    codes = one.house.spoken, other.house.spoken
    spoken = await codes[0].of("invitation")
    assert await codes[1].invite(spoken.code) == "invitation"
    assert (await codes[1].of("invitation")).code == spoken.code
    assert (await codes[1].of("another")).code != spoken.code
    await houses.clock.let_pass(LASTS)
    assert await codes[1].invite(spoken.code) is None


async def test_who_signs_out_at_one_server_is_looked_up_again_at_the_others(houses: Houses) -> None:
    one, other = await houses.open(), await houses.open()
    heard: list[str] = []
    other.house.people.signed_out = heard.append
    one.house.crew.signed_out("somebody")
    await until(lambda: heard == ["somebody"])
    assert other.house.people.tokens.voided == 1
    assert one.house.people.tokens.voided == 0


async def test_a_next_table_of_which_a_server_has_not_heard_is_opened_there_once(
    houses: Houses, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server at which the table went on couldn't open the next one, and the other server hasn't followed yet."""

    async def lose(_self: Shared, _hints: object) -> None:
        pass

    async def fail(*_: object) -> None:
        raise StoreUnread(refuse("store.closed"))

    one, other = await houses.open(), await houses.open()
    people = await four(one, other)
    old = people[0].table_id
    with monkeypatch.context() as failing:
        failing.setattr(Shared, "tell", lose)
        failing.setattr(Loader, "begin", fail)
        await people[0].do(said.Propose, game="stop_the_bus")
        proposed = people[0].scene.next
        assert isinstance(proposed, said.Next)
        for person in people[1:]:
            await person.do(said.Vote, proposal=proposed.number, agree=True)
        for person in reversed(people):  # so that it goes on at the first server
            await person.do(said.Stop)
    new = one.house.tables[old].live.next_table
    assert new
    assert not other.house.tables[old].live.next_table
    await at(other.house, people[0]).look(new)
    assert sorted(row.id for row in await one.house.store.tables()) == sorted([old, new])
