"""The owner of a table may change its rules until the first game begins, and everybody is told what has changed."""

from typing import Any

import pytest

from prial.host import entries as log
from prial.host import messages as said
from prial.host.fold import BrokenLogError, fold
from prial.host.places import found_there
from tests.host.stage import Guest, MemoryStore, Stage
from tests.host.test_table import FOUR, code, four, live


async def gathering(stage: Stage, game: str = "crash", **asked: Any) -> list[Guest]:
    """Two people at a table of four whose game hasn't begun, and a spectator."""
    people = [await stage.guest(name) for name in ("Ann", "Ben", "Cat")]
    table = await stage.table(people[0], FOUR[:1], game=game, public=True, start=False, **asked)
    for person in people:
        await person.look(table)
    assert code(await people[1].do(said.Sit, seat=1)) == ""
    return people


async def change(guest: Guest, **rules: Any) -> str:
    """Change the rules; returns the code of a refusal."""
    return code(await guest.do(said.Rules, **rules))


async def test_everybody_hears_what_is_changed_and_sees_the_new_rules() -> None:
    people = await gathering(await Stage.open())
    assert await change(people[0], options={"target": 9}) == ""
    for person in people:
        assert person.words[-1] == "New house rules. Target: 9, and not 7."
        welcome = next(each for each in reversed(person.got) if isinstance(each, said.Welcome))
        assert (welcome.table.changed, welcome.table.rules["target"]) == ({"target": 9}, 9)
    assert await change(people[0], options={}) == ""
    assert people[2].words[-1] == "New house rules. Target: 7, and not 9."


async def test_rules_that_are_as_they_were_change_nothing() -> None:
    ann, *_ = await gathering(await Stage.open())
    version = live(ann).version
    assert await change(ann, options={"target": 7}) == ""
    assert live(ann).version == version


async def test_many_changes_are_counted_and_a_new_name_alone_is_told() -> None:
    ann, *_ = await gathering(await Stage.open())
    assert await change(ann, preset="wikipedia") == ""
    assert ann.words[-1].count(", and not ") <= 4
    assert "more." in ann.words[-1]
    assert await change(ann, preset="wikipedia", title="Sundays") == ""
    assert ann.words[-1] == "New house rules. “Sundays”."


async def test_the_list_gives_the_new_name_of_the_rules_at_once() -> None:
    stage = await Stage.open(store=(store := MemoryStore()))
    ann, *_ = await gathering(stage)
    assert await change(ann, preset="wikipedia", title="Sundays") == ""
    (row,) = (await stage.house.listed(None)).open
    assert row.title == "Sundays"
    assert found_there(store.places[row.id], row.id, live(ann))


async def test_the_game_that_begins_is_played_by_the_new_rules() -> None:
    stage = await Stage.open(store=MemoryStore())
    people = await gathering(stage)
    assert await change(people[0], options={"players": 2, "target": 9}) == ""
    assert [seat.name for seat in people[1].scene.seats] == ["Ann", "Ben"]
    assert code(await people[0].do(said.Start)) == ""
    table = live(people[0])
    assert (table.game.seats, table.game.rules.target, table.status) == (2, 9, "live")
    again = await Stage.open("later", store=stage.house.store, clock=stage.clock)
    later = await Guest(again.house, people[0].person).look(people[0].table_id)
    assert live(later).opened == table.opened
    assert await stage.house.store.check() == []


async def test_seats_come_and_go_at_the_end_and_people_keep_theirs() -> None:
    people = await gathering(await Stage.open())
    assert code(await people[0].do(said.AddBot, seat=3, bot="sharp")) == ""
    assert code(await people[2].do(said.Sit, seat=2)) == ""
    assert await change(people[0], options={"players": 2}) == "table.rules_seats"
    assert await change(people[0], options={"players": 3}) == ""
    assert [(seat.kind, seat.name) for seat in people[0].scene.seats] == [("person", "Ann"), ("person", "Ben"), ("person", "Cat")]
    assert await change(people[0], options={}) == ""
    assert people[0].scene.seats[3].kind == "open"


async def test_only_the_owner_changes_rules_that_exist_before_the_first_game() -> None:
    stage = await Stage.open()
    people = await gathering(stage)
    assert await change(people[1], options={"target": 9}) == "table.owner"
    assert await change(people[2], options={"target": 9}) == "table.owner"
    assert await change(people[0], preset="whist") == "rules.unknown_preset"
    assert await change(people[0], options={"target": 0}) == "rules.number"
    assert await change(people[0], title="x” next. “y") == "table.title"
    playing = await four(stage)
    assert await change(playing[0], options={"target": 9}) == "table.rules_stand"
    ruled = log.Ruled(game_version=1, preset="online", title="Online", rules={}, changed={})
    with pytest.raises(BrokenLogError):
        fold(live(playing[0]), ruled, 0)


async def test_whoever_missed_the_change_is_sent_the_whole_table() -> None:
    people = await gathering(await Stage.open())
    ben = people[1]
    version = live(ben).version
    ben.gone()
    assert await change(people[0], options={"target": 9}) == ""
    before = len(ben.got)
    await ben.look(people[0].table_id, said.Hello(version=version, viewer=1))
    assert isinstance(ben.got[before], said.Welcome)
