"""Another game by majority: "changing to a different card game … would have to be agreed by majority of players" (P)."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from prial.bots import registry
from prial.errors import PrialError, refuse
from prial.host import entries as log
from prial.host import messages as said
from prial.host.standing import places
from prial.host.store import Answered, Beside, Row, StoreFailed, TableRow
from prial.host.store.values import NOTHING
from tests.host.leaks import NEXT_TABLE_LEAKS, NextTableLeak
from tests.host.next_table import gone_on, private_party, told_of
from tests.host.stage import Guest, MemoryStore, Stage
from tests.host.test_table import code, four, lay, live

BUS = {"game": "stop_the_bus"}


def _next(guest: Guest) -> said.Next:
    """The proposal, as a person sees it."""
    found = guest.scene.next
    assert found is not None
    return found


async def vote(guest: Guest, *, agree: bool = True) -> str:
    """Vote for the proposal or against it; returns the code of a refusal."""
    return code(await guest.do(said.Vote, proposal=_next(guest).number, agree=agree))


async def deal_over(stage: Stage, people: Sequence[Guest]) -> None:
    """Play until the deal is over."""
    for person in people:
        if person.viewer in person.scene.waiting:
            assert code(await lay(person)) == ""
    await stage.clock.let_pass(5_000)


async def moved(stage: Stage, people: Sequence[Guest]) -> str:
    """Everybody follows to the next table; returns its id."""
    table = _next(people[0]).table
    assert table is not None
    for person in people:
        person.gone()
        await person.look(table)
    return table


async def test_more_than_half_of_the_people_change_the_game_when_the_deal_is_over() -> None:
    stage = await Stage.open()
    people = await four(stage)
    old = live(people[0])
    assert code(await people[1].do(said.Propose, **BUS)) == ""
    assert people[3].words[-1] == "Ben proposes “Stop the Bus: Denexa” next."
    assert (_next(people[3]).agree, _next(people[3]).needed) == ((1,), 3)
    assert await vote(people[0]) == ""
    assert await vote(people[0]) == ""
    assert not _next(people[0]).carried, "two of four are not more than half"
    assert await vote(people[2]) == ""
    assert people[3].words[-2:] == ["Cat is for “Stop the Bus: Denexa”.", "Most agree: “Stop the Bus: Denexa” is next."]
    assert (_next(people[3]).carried, _next(people[3]).table) == (True, None)
    assert await vote(people[3], agree=False) == "next.carried"
    assert people[0].scene.status == "live", "the deal is played to its end"
    await deal_over(stage, people)
    assert people[0].scene.status == "over"
    assert people[0].scene.result == _broken_off(people[0])
    table = await moved(stage, people)
    new = live(people[0])
    assert [person.viewer for person in people] == [0, 1, 2, 3]
    assert (new.opened.game, new.opened.preset, new.status, new.owner) == ("stop_the_bus", "denexa", "live", old.owner)
    assert (new.opened.clock, new.opened.public, new.invite) == (old.opened.clock, old.opened.public, old.invite)
    assert [each.id for each in (await stage.house.listed(people[0].person)).mine] == [table]


def _broken_off(guest: Guest) -> said.Ended:
    """The result of a table's game if it stopped now."""
    table = live(guest)
    assert table.state is not None
    result = table.game.stop(table.state)
    return said.Ended(
        result.winners, result.scores, result.ledger, stopped=True, places=places(result, for_chips=False), for_chips=False
    )


async def test_bots_neither_vote_nor_stay_behind() -> None:
    stage = await Stage.open()
    ann = await stage.guest("Ann")
    await ann.look(await stage.table(ann, (None, "sharp", "greedy", "random")))
    names = [seated.name for seated in ann.scene.seats]
    assert code(await ann.do(said.Propose, **BUS)) == ""
    assert _next(ann).carried
    await deal_over(stage, [ann])
    await moved(stage, [ann])
    assert [seated.name for seated in ann.scene.seats] == names
    assert [seated.bot for seated in ann.scene.seats] == ["", *_bots("sharp", "greedy", "random")]
    assert ann.words.count("The game begins.") == 2


def _bots(*wanted: str) -> list[str]:
    """Bots of Stop the Bus with these names, or otherwise its best one."""
    return [bot if bot in registry.names("stop_the_bus") else registry.best("stop_the_bus") for bot in wanted]


async def test_after_the_end_a_majority_goes_on_at_once() -> None:
    stage = await Stage.open()
    people = await four(stage)
    for person in people:
        await person.do(said.Stop)
    result = people[0].scene.result
    await people[3].do(said.Propose, game="xap_xam")
    await vote(people[0])
    await vote(people[1])
    assert people[2].words[-1] == "The table goes on to “Xập xám”. Nothing won or lost here is carried over."
    assert people[2].scene.result == result
    await moved(stage, people)
    assert live(people[0]).opened.game == "xap_xam"


async def test_brag_goes_on_where_it_asks_who_plays_the_next_deal() -> None:
    stage = await Stage.open()
    people = [await stage.guest(name) for name in ("Ann", "Ben")]
    table = await stage.table(people[0], (None, None), game="brag", options={"players": 2}, public=True, start=False)
    for seat, person in enumerate(people):
        await person.look(table)
        if seat:
            await person.do(said.Sit, seat=seat)
    await people[0].do(said.Start)
    await people[0].do(said.Propose, **BUS)
    await vote(people[1])
    assert people[0].scene.status == "live"
    turn = people[0].scene.waiting[0]
    assert people[turn].scene.key is not None
    assert code(await people[turn].do(said.Act, key=people[turn].scene.key, seat=turn, action="fold")) == ""
    assert people[0].scene.status == "over"
    assert people[0].scene.result is not None
    assert sum(people[0].scene.result.ledger) == 0
    await moved(stage, people)
    assert len(people[0].scene.seats) == 2


async def test_half_against_it_and_it_is_off() -> None:
    stage = await Stage.open()
    people = await four(stage)
    await people[0].do(said.Propose, **BUS)
    number = _next(people[0]).number
    await vote(people[1], agree=False)
    assert people[2].words[-1] == "Ben is against “Stop the Bus: Denexa”."
    await vote(people[1])
    await vote(people[1], agree=False)
    await vote(people[2], agree=False)
    assert people[3].words[-1] == "“Stop the Bus: Denexa” won't be next."
    assert people[3].scene.next is None
    assert code(await people[3].do(said.Vote, proposal=number, agree=True)) == "next.none"
    await people[3].do(said.Propose, **BUS)
    await vote(people[3], agree=False)
    assert people[0].scene.next is None, "whoever proposed it takes it back"


async def test_a_vote_for_what_was_proposed_before_says_nothing_of_the_next_proposal() -> None:
    stage = await Stage.open()
    people = await four(stage)
    await people[0].do(said.Propose, **BUS)
    old = _next(people[1]).number
    await vote(people[0], agree=False)
    await people[0].do(said.Propose, game="xap_xam")
    assert code(await people[1].do(said.Vote, proposal=old, agree=True)) == "next.none"


async def test_who_leaves_or_sits_out_is_not_counted() -> None:
    stage = await Stage.open()
    people = await four(stage)
    await people[0].do(said.Propose, **BUS)
    await vote(people[1])
    await people[3].do(said.Leave)
    assert people[0].words[-1] == "Most agree: “Stop the Bus: Denexa” is next."
    people = await four(stage)
    await people[0].do(said.Propose, **BUS)
    await people[0].do(said.Leave)
    assert people[1].scene.next is None, "nobody is left who proposes it"


@pytest.mark.parametrize(
    ("wanted", "why", "text"),
    [
        ({"game": "whist"}, "game.unknown", ""),
        ({"game": "brag", "preset": "best"}, "rules.unknown_preset", ""),
        ({"game": "brag", "options": {"colour": "red"}}, "rules.unknown_option", ""),
        ({"game": "brag", "title": "a\u202eb"}, "table.title", ""),
        (
            {"game": "brag", "options": {"players": 3}},
            "next.places",
            "4 of you sit here, but Brag, as proposed, is for only 3 players.",
        ),
        (
            {"game": "brag", "options": {"cards": 12}},
            "rules.number",
            "",
        ),
    ],
)
async def test_bad_rules_are_refused_in_one_sentence_when_they_are_proposed(wanted: dict[str, Any], why: str, text: str) -> None:
    stage = await Stage.open()
    people = await four(stage)
    answer = await people[0].do(said.Propose, **wanted)
    assert isinstance(answer, said.Refused)
    assert (answer.code, people[0].scene.next) == (why, None)
    assert answer.text == text or not text


async def test_a_game_for_fewer_than_sit_here_is_refused_in_words_for_players() -> None:
    stage = await Stage.open()
    people = [await stage.guest(f"P{seat}") for seat in range(5)]
    table = await stage.table(people[0], (None,) * 5, game="brag", options={"players": 5}, public=True, start=False)
    for seat, person in enumerate(people):
        await person.look(table)
        if seat:
            await person.do(said.Sit, seat=seat)
    await people[0].do(said.Start)
    answer = await people[0].do(said.Propose, game="xap_xam")
    assert isinstance(answer, said.Refused)
    assert answer.text == "5 of you sit here, but Xập xám, as proposed, is for only 4 players."
    answer = await people[0].do(said.Propose, game="crash")
    assert isinstance(answer, said.Refused)
    assert answer.text == "The 5 of you can't play Crash with these rules: the pack doesn't have enough cards for everybody."
    assert code(await people[0].do(said.Propose, game="crash", preset="nine")) == ""


async def test_only_players_propose_and_vote_and_one_thing_at_a_time() -> None:
    stage = await Stage.open()
    ann, eve = await stage.guest("Ann"), await stage.guest("Eve")
    table = await stage.table(ann, public=True, start=False, bots=(None, None, "greedy", "greedy"))
    await ann.look(table)
    await eve.look(table)
    assert code(await ann.do(said.Propose, **BUS)) == "table.not_started"
    ben = await (await stage.guest("Ben")).look(table)
    await ben.do(said.Sit, seat=1)
    await ann.do(said.Start)
    assert code(await eve.do(said.Propose, **BUS)) == "table.not_seated"
    await ann.do(said.Propose, **BUS)
    assert _next(eve) == _next(ann)
    assert await vote(eve) == "table.not_seated"
    assert code(await ben.do(said.Propose, game="brag")) == "next.open"
    assert await vote(ben) == ""
    assert code(await ben.do(said.Propose, game="brag")) == "next.carried"


async def test_bots_make_room_and_fill_up() -> None:
    stage = await Stage.open()
    ann = await stage.guest("Ann")
    for players, seats in (({}, 4), ({"players": 2}, 2), ({"players": 6}, 6)):
        await ann.look(await stage.table(ann))
        await ann.do(said.Propose, **BUS, options=players)
        await ann.do(said.Stop)
        await moved(stage, [ann])
        assert [seated.kind for seated in ann.scene.seats] == ["person", *["bot"] * (seats - 1)]
        assert len({seated.name for seated in ann.scene.seats}) == seats


async def test_the_order_of_seats_stays_where_a_seat_is_empty() -> None:
    stage = await Stage.open()
    people = await four(stage)
    await people[0].do(said.Leave)
    await people[3].do(said.Propose, game="xap_xam")
    await vote(people[1])
    for person in people[1:]:
        await person.do(said.Stop)
    await moved(stage, people[1:])
    assert [seated.name for seated in people[1].scene.seats] == ["Ben", "Cat", "Dan"]
    assert live(people[1]).owner == people[1].person.id


async def test_nobody_sits_down_for_whom_the_next_game_has_no_place() -> None:
    stage = await Stage.open()
    people = await four(stage)
    await people[3].do(said.Leave)
    await people[0].do(said.Propose, **BUS, options={"players": 3})
    eve = await (await stage.guest("Eve")).look(people[0].table_id)
    assert code(await eve.do(said.Sit, seat=3)) == "next.full"
    await vote(people[0], agree=False)
    assert code(await eve.do(said.Sit, seat=3)) == ""


async def test_at_the_old_table_nothing_is_done_any_more() -> None:
    stage = await Stage.open()
    people = await four(stage)
    await gone_on(people)
    for command in (said.Start, said.Leave):
        assert code(await people[0].do(command)) == "next.gone"
    assert code(await people[0].do(said.Propose, **BUS)) == "next.gone"
    assert code(await people[0].do(said.Say, phrase="hello")) == "next.gone"


async def test_a_link_leads_to_where_the_people_are() -> None:
    stage = await Stage.open()
    ann, eve = await stage.guest("Ann"), await stage.guest("Eve")
    await ann.look(await stage.table(ann))
    link = live(ann).invite
    await gone_on([ann])
    table = await moved(stage, [ann])
    assert await stage.house.join(eve.person, link) == table
    await eve.look(table)
    await ann.do(said.Invite)
    with pytest.raises(PrialError, match="link"):
        await stage.house.join((await stage.guest("Fay")).person, link)


async def test_who_could_look_at_a_private_table_may_look_at_the_next_and_nobody_else() -> None:
    party = await private_party(await Stage.open())
    assert await told_of(party) == {"stranger": False, "spectator": False}
    await party.spectator.look(party.next)
    with pytest.raises(PrialError, match="private"):
        await party.stranger.look(party.next)


@pytest.mark.parametrize("leak", NEXT_TABLE_LEAKS, ids=lambda leak: leak.name)
async def test_a_planted_leak_of_a_private_next_table_is_found(leak: NextTableLeak) -> None:
    with leak.planted():
        assert (await told_of(await private_party(await Stage.open())))[leak.to]


class Failing(MemoryStore):
    """A store that fails when a second table is opened."""

    fails = False

    async def append(
        self, table: TableRow, rows: Sequence[Row], answer: Answered | None, expected: int, beside: Beside = NOTHING
    ) -> None:
        if self.fails and not expected:
            raise StoreFailed(refuse("table.not_saved"))
        await super().append(table, rows, answer, expected, beside)


async def test_a_next_table_that_could_not_be_opened_is_opened_though_nobody_asks() -> None:
    store = Failing()
    stage = await Stage.open(store=store)
    people = await four(stage)
    store.fails = True
    await gone_on(people)
    await stage.clock.let_pass(5_000)
    store.fails = False
    await stage.clock.let_pass(1_000)
    assert list(store.rows) == [people[0].table_id, _next(people[0]).table]


async def test_who_comes_back_to_a_table_that_has_gone_on_changes_nothing_there() -> None:
    stage = await Stage.open()
    people = await four(stage)
    people[3].gone()
    await stage.clock.let_pass(46_000)
    assert people[0].scene.seats[3].gone
    await people[0].do(said.Propose, game="stop_the_bus")
    for person in people[1:3]:
        await vote(person)
    await deal_over(stage, people[:3])
    assert live(people[0]).next_table
    assert live(people[0]).seats[3].gone
    version = live(people[0]).version
    await people[3].look(people[0].table_id)
    await stage.clock.let_pass(1_000)
    assert live(people[0]).version == version


@pytest.mark.parametrize("again", ["the same house", "another house"])
async def test_a_next_table_that_could_not_be_opened_is_opened_once_later(again: str) -> None:
    store = Failing()
    stage = await Stage.open(store=store)
    people = await four(stage)
    store.fails = True
    await gone_on(people)
    table = _next(people[0]).table
    assert table is not None
    assert list(store.rows) == [people[0].table_id]
    assert people[0].scene.status == "over"
    with pytest.raises(PrialError, match="no such table"):
        await stage.house.connect(table, people[0].person, lambda _: None)
    store.fails = False
    house = stage.house
    if again == "another house":
        await stage.house.close()
        house = (await Stage.open(store=store, clock=stage.clock, seed="again")).house
        assert table in store.rows, "it is there before anybody asks"
    for person in people:
        person.house = house
    await asyncio.gather(*(person.look(table) for person in people))
    assert [person.viewer for person in people] == [0, 1, 2, 3]
    assert len(store.rows) == 2
    await house.close()


async def test_opening_the_next_table_twice_opens_one() -> None:
    store = MemoryStore()
    stage = await Stage.open(store=store)
    people = await four(stage)
    await gone_on(people)
    before, table = live(people[0]), people[0].table_id
    logs = {table: list(rows) for table, rows in store.logs.items()}
    for _ in range(2):
        await stage.house.loader.go_on(table, before)
    stage.house.tables.pop(before.next_table)
    await stage.house.loader.go_on(table, before)
    assert store.logs == logs


def test_a_log_from_before_has_nobody_else_to_look() -> None:
    opened = log.Opened(
        owner="a", game="crash", game_version=2, preset="online", title="", rules={}, changed={}, clock="none", public=False,
        suggest=True, invite="",
    )  # fmt: skip
    written = log.written(opened).replace(b',"admitted":[]', b"")
    assert log.DECODER.decode(written) == opened
