"""People who are away: the others hear of it at once and may have the house play; a returning player has the seat at once."""

import msgspec
import pytest

from prial.core.game import view
from prial.host import entries as log
from prial.host import messages as said
from prial.host.fold import fold_all
from tests.host.stage import FullStore, Guest, MemoryStore, Stage
from tests.host.test_seats import deal_is_over
from tests.host.test_table import code, four, lay, live, play_on


def present(guest: Guest) -> said.Present:
    """The people present, as a person was last told."""
    return next(m for m in reversed(guest.got) if isinstance(m, said.Present))


async def back(guest: Guest, table: str, stage: Stage) -> None:
    """Reconnect a person."""
    await guest.look(table)
    await stage.clock.let_pass(10)


async def test_all_are_told_at_once_who_is_away_and_since_when() -> None:
    stage = await Stage.open()
    people = await four(stage)
    await stage.clock.let_pass(1000)
    left = stage.clock.now()
    people[2].gone()
    await stage.clock.let_pass(300)
    assert present(people[0]).away == (None, None, left, None)
    assert not people[0].scene.seats[2].away


async def test_only_the_last_of_several_tabs_makes_somebody_away() -> None:
    stage = await Stage.open()
    people = await four(stage)
    other = await Guest(stage.house, people[2].person, 100).look(people[0].table_id)
    people[2].gone()
    await stage.clock.let_pass(60_000)
    assert not people[0].scene.seats[2].away
    other.gone()
    await stage.clock.let_pass(46_000)
    assert people[0].scene.seats[2].gone


async def test_after_ten_seconds_anybody_seated_may_call_the_stand_in() -> None:
    stage = await Stage.open()
    people = await four(stage)
    eve = await (await stage.guest("Eve")).look(people[0].table_id)
    people[2].gone()
    await stage.clock.let_pass(9_000)
    answer = await people[1].do(said.StandIn, seat=2)
    assert isinstance(answer, said.Refused)
    assert (answer.code, answer.text) == ("table.not_gone", "Cat hasn't been away for 10 seconds yet.")
    await stage.clock.let_pass(1_000)
    assert code(await eve.do(said.StandIn, seat=2)) == "table.not_seated"
    assert code(await people[1].do(said.StandIn, seat=3)) == "table.not_gone"
    assert code(await people[1].do(said.StandIn, seat=9)) == "table.no_seat"
    assert isinstance(await people[1].do(said.StandIn, seat=2), said.Saved)
    assert (people[0].scene.seats[2].away, people[0].scene.seats[2].gone) == (True, True)
    assert people[0].words[-1] == "Cat isn't here just now: a bot plays until they are back."
    version = live(people[1]).version
    assert isinstance(await people[3].do(said.StandIn, seat=2), said.Saved)  # somebody else was faster
    assert live(people[1]).version == version
    await stage.clock.let_pass(3_000)
    assert people[0].scene.seats[2].locked


@pytest.mark.parametrize("away_s", [45, 20])
async def test_the_stand_in_comes_by_itself_after_as_long_as_the_table_says(away_s: int) -> None:
    stage = await Stage.open()
    people = await four(stage, away_s=away_s)
    people[2].gone()
    await stage.clock.let_pass(1000 * away_s - 1000)
    assert not people[0].scene.seats[2].away
    await stage.clock.let_pass(1000)
    assert people[0].scene.seats[2].gone
    assert people[0].scene.seats[2].kind == "person"


async def test_the_stand_in_comes_at_the_deadline_if_that_is_sooner() -> None:
    stage = await Stage.open()
    people = await four(stage, clock="fast")  # 30 seconds
    people[2].gone()
    for person in (people[0], people[1], people[3]):
        await lay(person)
    await stage.clock.let_pass(30_000)
    assert people[0].scene.seats[2].gone


async def test_who_comes_back_has_the_seat_at_once() -> None:
    stage = await Stage.open()
    people = await four(stage)
    people[2].gone()
    await stage.clock.let_pass(45_000)
    assert people[0].scene.seats[2].gone
    await back(people[2], people[0].table_id, stage)
    assert (people[0].scene.seats[2].away, people[0].scene.seats[2].gone) == (False, False)
    assert people[0].words[-1] == "Cat is back."
    await stage.clock.let_pass(10_000)
    assert not people[0].scene.seats[2].locked  # the answer of the bot that had begun to think is dropped
    assert isinstance(await lay(people[2]), said.Saved)


async def test_who_sits_out_of_their_own_neglect_is_not_back_by_a_second_tab() -> None:
    stage = await Stage.open()
    people = await four(stage, clock="fast")
    for _ in range(2):
        for person in (people[0], people[1], people[3]):
            await lay(person)
        await stage.clock.let_pass(30_000)
        await stage.clock.let_pass(20_000)
    assert (people[0].scene.seats[2].away, people[0].scene.seats[2].gone) == (True, False)
    await back(Guest(stage.house, people[2].person, 100), people[0].table_id, stage)
    assert people[0].scene.seats[2].away
    assert isinstance(await people[2].do(said.Back), said.Saved)


async def test_a_rest_waits_for_nobody_who_is_away() -> None:
    stage = await Stage.open()
    people = await four(stage)
    await deal_is_over(stage, people)
    people[2].gone()
    for person in (people[0], people[1], people[3]):
        await person.do(said.Ready, key=person.scene.rest)
    assert people[0].scene.rest is not None
    await stage.clock.let_pass(45_000)
    assert people[0].scene.rest is None


async def test_nobody_is_played_for_whom_nobody_waits_for() -> None:
    """A person alone with bots, and a table that all left at once, stay as they were left."""
    stage = await Stage.open()
    ann = await stage.guest("Ann")
    table = await stage.table(ann)
    await ann.look(table)
    await stage.clock.let_pass(5000)
    version = live(ann).version
    people = await four(stage)
    other = people[0].table_id
    for person in (ann, *people):
        person.gone()
    await stage.clock.let_pass(3_600_000)
    await ann.look(table)
    assert live(ann).version == version
    await people[0].look(other)
    assert not any(seat.away for seat in people[0].scene.seats)


async def test_one_whole_game_is_played_with_a_player_away() -> None:
    stage = await Stage.open()
    people = await four(stage)
    people[2].gone()
    await stage.clock.let_pass(46_000)
    await play_on(stage, [people[0], people[1], people[3]])
    rows = await stage.house.store.log(people[0].table_id)
    again = fold_all([(log.DECODER.decode(row.entry), row.at) for row in rows])[-1].after
    assert msgspec.structs.replace(again, game=live(people[0]).game) == live(people[0])
    assert again.seats[2].person == people[2].person.id
    assert await stage.house.replay(people[0].table_id, 1, people[2].person)


async def test_the_stand_in_plays_by_the_seats_view_alone() -> None:
    stage = await Stage.open()
    people = await four(stage)
    table = stage.house.tables[people[0].table_id]
    seen = []
    workers = stage.house._bot_workers
    choose = workers.choose

    async def watched(game: object, mine: object, bot: str) -> object:
        seen.append((mine, bot))
        return await choose(game, mine, bot)  # type: ignore[arg-type]  # as it was given

    workers.choose = watched  # type: ignore[assignment,method-assign]  # looked at
    people[2].gone()
    await stage.clock.let_pass(45_000)
    assert table.live.state is not None
    assert seen == [(view(table.live.state, 2), "")]


async def test_after_a_restart_everybody_has_as_long_as_ever_to_come() -> None:
    store = MemoryStore()
    stage = await Stage.open(store=store)
    people = await four(stage)
    table = people[0].table_id
    people[2].gone()
    await stage.clock.let_pass(40_000)
    await stage.house.close()
    stage.clock.time += 3_600_000
    again = await Stage.open("later", store=store, clock=stage.clock)
    came = [await Guest(again.house, person.person, 100).look(table) for person in people[:2]]
    await again.clock.let_pass(44_000)
    assert not any(seat.away for seat in came[0].scene.seats)
    await again.clock.let_pass(2_000)
    assert [seat.gone for seat in came[0].scene.seats] == [False, False, True, True]
    await again.house.close()
    third = await Stage.open("last", store=store, clock=again.clock)  # and the person who went away returns after another one
    cat = await Guest(third.house, people[2].person, 200).look(table)
    await third.clock.let_pass(10)
    assert not cat.scene.seats[2].away


async def test_time_that_nobody_had_makes_nobody_away() -> None:
    stage = await Stage.open()
    people = await four(stage)
    people[2].gone()
    await stage.clock.let_pass(40_000)
    stage.clock.time += 600_000  # the machine slept
    stage.house.loader.lose_time(600_000)
    await stage.clock.let_pass(4_000)
    assert not people[0].scene.seats[2].away
    await stage.clock.let_pass(2_000)
    assert people[0].scene.seats[2].gone


async def test_a_full_disk_delays_the_stand_in_and_no_more() -> None:
    store = FullStore()
    stage = await Stage.open(store=store)
    people = await four(stage)
    people[2].gone()
    store.full = True
    await stage.clock.let_pass(60_000)
    assert not people[0].scene.seats[2].away
    store.full = False
    await stage.clock.let_pass(60_000)
    assert people[0].scene.seats[2].gone


async def test_nothing_is_ended_over_the_head_of_somebody_whose_line_broke() -> None:
    """Ten seconds without a connection, and the others could have stopped a game that they were losing, or closed the table."""
    stage = await Stage.open()
    ann, ben = await stage.guest("Ann"), await stage.guest("Ben")
    table = await stage.table(ann, (None, None), preset="nine", options={"players": 2}, public=True)
    await ann.look(table)
    await ben.look(table)
    await ben.do(said.Sit, seat=1)
    await ann.do(said.Start)
    ben.gone()
    await stage.clock.let_pass(10_000)
    assert isinstance(await ann.do(said.StandIn, seat=1), said.Saved)
    await ann.do(said.Stop)
    assert code(await ann.do(said.Close)) == "table.playing"
    await ann.do(said.Propose, game="stop_the_bus")
    assert ann.scene.status == "live"
    assert ann.scene.next is not None
    assert not ann.scene.next.carried
    await lay(ann)
    await stage.clock.let_pass(3_000)
    assert ann.scene.rest is not None
    await ann.do(said.Stop)  # the deal is over, and people who aren't back yet aren't waited for any more
    assert ann.scene.status == "over"


async def test_who_went_away_goes_along_to_the_next_table_and_comes_back_there() -> None:
    stage = await Stage.open()
    people = await four(stage)
    people[3].gone()
    await stage.clock.let_pass(46_000)
    others = people[:3]
    await others[0].do(said.Propose, game="crash", options={"players": 4})
    assert others[0].scene.next is not None
    for person in others[1:]:
        await person.do(said.Vote, proposal=others[0].scene.next.number, agree=True)
    for person in others:
        await lay(person)
    await stage.clock.let_pass(3_000)
    following = live(people[0]).next_table
    assert following
    assert stage.house.tables[following].live.seats[3].gone
    await people[0].look(following)
    await back(people[3], following, stage)
    assert not people[0].scene.seats[3].away
