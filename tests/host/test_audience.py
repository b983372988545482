"""Messages to those who watch a table: made once for all with the same view, and no larger than needed."""

from collections import Counter
from typing import Any

import msgspec
import pytest

from prial.host import messages as said
from prial.host import telling
from prial.host.cache import Cache
from prial.server.settings import Settings
from tests.host.leaks import TAKEN_LEAKS, Planted
from tests.host.seat_taken import hears_of_before
from tests.host.stage import Guest, Stage
from tests.host.test_table import four, live


def counted(monkeypatch: pytest.MonkeyPatch, name: str) -> Counter[Any]:
    """Number of times a message is built, by viewer."""
    found: Counter[Any] = Counter()
    true = getattr(telling, name)

    def build(*args: Any) -> Any:
        found[args[-1]] += 1
        return true(*args)

    monkeypatch.setattr(telling, name, build)
    return found


async def chat(guest: Guest, lines: int, text: str = "") -> None:
    """Say this number of lines."""
    for number in range(lines):
        await guest.do(said.Say, text=text or f"line {number}")


async def test_an_update_is_built_once_for_each_seat_and_for_spectators(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = await Stage.open()
    people = await four(stage)
    table, had = people[0].table_id, live(people[0]).version
    built = counted(monkeypatch, "update")
    for name in ("Eve", "Fay", "Gus"):
        await (await stage.guest(name)).look(table)
    await people[0].do(said.Pause)
    assert built == {0: 1, 1: 1, 2: 1, 3: 1, None: 1}
    for person in (people[0], people[0], people[1]):  # reconnect
        await person.look(table, said.Hello(version=had, viewer=people.index(person)))
    assert built == {0: 1, 1: 1, 2: 1, 3: 1, None: 1}


async def test_how_a_table_stands_is_built_once_for_each_seat_and_for_spectators(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = await Stage.open()
    people = await four(stage)
    table = people[0].table_id
    built = counted(monkeypatch, "here")
    eves = [await (await stage.guest(name)).look(table) for name in ("Eve", "Fay", "Gus")]
    for person in (people[1], people[1]):
        await person.look(table)
    assert built == {None: 1, 1: 1}
    await people[0].do(said.Pause)
    await eves[0].look(table)
    assert built == {None: 2, 1: 1}


async def test_what_differs_by_person_is_each_ones_own() -> None:
    """The owner who has left the seat watches like others, and may still pass the link on."""
    stage = await Stage.open()
    ann, ben, eve = [await stage.guest(name) for name in ("Ann", "Ben", "Eve")]
    table = await stage.table(ann, (None, None, "greedy", "greedy"), public=True)
    await ann.look(table)
    await ann.do(said.Leave)
    stage.clock.time += 7
    told = [(await Guest(stage.house, each.person).look(table)).got[0] for each in (ann, eve, ben)]
    owner, *others = [each for each in told if isinstance(each, said.Welcome)]
    assert (owner.viewer, owner.table.owner) == (None, True)
    assert owner.table.invite is not None
    for each in others:
        assert (each.viewer, each.table.owner, each.table.invite) == (None, False, None)
        assert each.now == stage.clock.now()
        assert (each.scene, each.lines) == (owner.scene, owner.lines)


async def test_a_welcome_is_what_its_schema_says() -> None:
    stage = await Stage.open()
    people = await four(stage)
    raw = next(message for message in people[1].raw if message.startswith(b'{"is":"welcome"'))
    assert msgspec.json.encode(msgspec.json.decode(raw, type=said.Welcome)) == raw


async def test_a_long_gap_is_answered_by_the_table_as_it_is_now() -> None:
    stage = await Stage.open()
    people = await four(stage)
    table, had = people[1].table_id, live(people[1]).version
    people[1].gone()
    await chat(people[0], 20)
    ben = await Guest(stage.house, people[1].person).look(table, said.Hello(version=had, viewer=1))
    assert [m.version for m in ben.got if isinstance(m, said.Update)] == list(range(had + 1, had + 21))
    await chat(people[0], 1)
    ben = await Guest(stage.house, people[1].person).look(table, said.Hello(version=had, viewer=1))
    assert [type(m) for m in ben.got] == [said.Welcome, said.Present]
    assert ("Ann", "line 19") in [(each.name, each.text) for each in ben.talk]


async def test_whatever_was_said_a_newcomer_s_first_messages_may_wait_for_a_slow_line() -> None:
    stage = await Stage.open()
    people = await four(stage)
    had = live(people[0]).version
    await chat(people[0], 150, "🂡" * 300)
    for hello in (said.Hello(), said.Hello(version=had + 130, viewer=1)):
        ben = await Guest(stage.house, people[1].person).look(people[0].table_id, hello)
        assert 0 < sum(map(len, ben.raw)) < Settings(origins=()).unsent / 2


async def test_spectators_who_come_are_told_of_together() -> None:
    """1,000 people at once made half a million messages when each arrival was a message of its own."""
    stage = await Stage.open()
    people = await four(stage)
    table, told = people[0].table_id, Counter[bytes]()
    for number in range(1000):
        person, _ = await stage.house.people.guest("Eve")
        (await stage.house.connect(table, person, lambda message: told.update([message[:16]]))).hello(said.Hello())
        if number % 100 == 99:
            await stage.clock.let_pass(100)
    await stage.clock.let_pass(1000)
    assert told[b'{"is":"present",'] < 5000
    assert [m for m in people[0].got if isinstance(m, said.Present)][-1] == said.Present((True,) * 4, (None,) * 4, 1000)


async def test_whoever_comes_is_told_at_once_who_is_here_and_the_others_soon() -> None:
    stage = await Stage.open()
    people = await four(stage)
    await stage.clock.let_pass(1000)
    before = len(people[0].raw)
    people[3].gone()
    eve = await (await stage.guest("Eve")).look(people[0].table_id)
    assert eve.got[-1] == said.Present((True, True, True, False), (None, None, None, stage.clock.now()), 1)
    assert people[0].raw[before:] == []
    await stage.clock.let_pass(300)
    assert [DECODED.decode(each) for each in people[0].raw[before:]] == [eve.got[-1]]
    eve.gone()
    eve = await eve.look(people[0].table_id)
    heard = len(people[0].raw)
    await stage.clock.let_pass(1000)
    assert len(people[0].raw) == heard  # nothing has changed


DECODED = msgspec.json.Decoder(said.Present)


async def test_who_looks_on_is_named_to_whoever_asks() -> None:
    stage = await Stage.open()
    people = await four(stage)
    table = people[0].table_id
    eve, fay = await stage.guest("Eve"), await stage.guest("Fay")
    await eve.look(table)
    await fay.look(table)
    await Guest(stage.house, eve.person).look(table)  # a second window
    version = live(people[0]).version
    for asks in (people[0], fay):
        found = await asks.ask(said.Watchers(id="w"))
        assert isinstance(found, said.Watching)
        assert tuple([each.name for each in found.people]) == ("Eve", "Fay")
    fay.gone()
    await people[2].do(said.Leave)
    found = await eve.ask(said.Watchers(id="w"))
    assert isinstance(found, said.Watching)
    assert tuple([each.name for each in found.people]) == ("Cat", "Eve")
    assert live(people[0]).version == version + 1  # a request isn't stored
    for number in range(120):
        await (await stage.guest(f"G{number}")).look(table)
    found = await eve.ask(said.Watchers(id="w"))
    assert isinstance(found, said.Watching)
    assert len(found.people) == 100


async def test_who_takes_a_seat_is_sent_nothing_that_was_told_there_before() -> None:
    assert not await hears_of_before()


@pytest.mark.parametrize("leak", TAKEN_LEAKS, ids=lambda leak: leak.name)
async def test_bytes_that_were_kept_for_somebody_else_are_found(leak: Planted) -> None:
    assert await hears_of_before(leak.planted())


def test_what_is_kept_has_an_end() -> None:
    cache = Cache(100)
    made: list[str] = []

    for name in ("a", "b", "a", "c", "a", "b"):

        def make(name: str = name) -> bytes:
            made.append(name)
            return b"x" * 40

        assert cache.get(name, make) == b"x" * 40
    assert made == ["a", "b", "c", "b"]  # b was used least recently
    assert cache.keep("d", b"x" * 101) == b"x" * 101
    assert cache.find("d") is None
