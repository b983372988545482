"""A table from its creation to its end: who may do what, when it happens, and what everybody is told."""

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from prial.core.game import view
from prial.core.record import replay
from prial.core.step import Step, step
from prial.errors import PrialError
from prial.host import acting, telling
from prial.host import entries as log
from prial.host import messages as said
from prial.host.bot_workers import BotWorkers
from prial.host.fold import fold_all
from prial.host.house import House, UnplayableTablesError
from prial.host.live import CLOCKS, Live
from prial.host.replays import record_of
from prial.host.store import Answered, Beside, EpochLost, Row, TableRow
from prial.host.store.values import NOTHING
from prial.host.table_request import TableRequest
from tests.host.stage import (
    REPLAY,
    REVIEWED,
    FullStore,
    Guest,
    MemoryStore,
    Stage,
    StageBotWorkers,
    StageClock,
    StageEntropy,
    quiet,
)

FOUR = (None, None, None, None)


async def lay(guest: Guest) -> said.Saved | said.Refused:
    """Lay the suggestion."""
    assert guest.connection is not None
    scene = guest.scene
    assert scene.key is not None
    assert guest.viewer is not None
    await guest.connection.command(said.Suggest(id=f"s{len(guest.raw)}", key=scene.key))
    found = next(m for m in reversed(guest.got) if isinstance(m, said.Suggested))
    return await guest.do(said.Act, key=scene.key, seat=guest.viewer, action=found.suggestions[0].action)


async def four(stage: Stage, **asked: Any) -> list[Guest]:
    """Four people at a table, with the first hand dealt."""
    people = [await stage.guest(name) for name in ("Ann", "Ben", "Cat", "Dan")]
    table = await stage.table(people[0], FOUR, public=True, start=False, **asked)
    for seat, person in enumerate(people):
        await person.look(table)
        if seat:
            assert isinstance(await person.do(said.Sit, seat=seat), said.Saved)
    assert isinstance(await people[0].do(said.Start), said.Saved)
    return people


def code(answer: said.Saved | said.Refused) -> str:
    """The code of a refusal; empty where there was none."""
    return answer.code if isinstance(answer, said.Refused) else ""


def locked(guest: Guest) -> set[int]:
    """The seats that have locked, as a person sees them."""
    return {seat for seat, seated in enumerate(guest.scene.seats) if seated.locked}


def live(guest: Guest) -> Live:
    """The state of the table behind a connection."""
    assert guest.connection is not None
    return guest.connection.table.live


async def play_on(stage: Stage, people: Sequence[Guest], *, until: str = "over") -> None:
    """Everybody plays and says ready, until the table has this status."""
    while people[0].scene.status != until:
        for person in people:
            if person.scene.rest is not None:
                await person.do(said.Ready, key=person.scene.rest)
            elif person.viewer in person.scene.waiting:
                assert isinstance(await lay(person), said.Saved)
        await stage.clock.let_pass(2500)


async def test_one_person_and_three_bots_play_a_game_to_its_end() -> None:
    stage = await Stage.open()
    ann = await stage.guest("Ann")
    table = await stage.table(ann)
    await ann.look(table)
    await play_on(stage, [ann])
    assert ann.scene.result is not None
    assert max(ann.scene.result.scores) >= 7
    versions = [m.version for m in ann.got if isinstance(m, said.Update)]
    assert versions == list(range(versions[0], versions[0] + len(versions)))
    again = REPLAY.decode(await stage.house.replay(table, 1, ann.person))
    assert again.viewer == 0
    told = [m for m in ann.got if isinstance(m, said.Update)]
    assert msgspec.json.encode(again.updates[-len(told) :]) == msgspec.json.encode(told)
    review = REVIEWED.decode(await stage.house.review(table, 1, ann.person))
    assert [each.points for each in review.deals]
    assert sum(each.points for each in review.deals) == ann.scene.result.scores[0]
    assert isinstance(await ann.do(said.Start), said.Saved)
    assert (ann.scene.round, ann.scene.status) == (2, "live")


async def test_acknowledged_and_published_only_after_the_commit() -> None:
    class Slow(MemoryStore):
        gate = asyncio.Event()

        async def append(
            self, table: TableRow, rows: Sequence[Row], answer: Answered | None, expected: int, beside: Beside = NOTHING
        ) -> None:
            await self.gate.wait()
            await super().append(table, rows, answer, expected, beside)

    store = Slow()
    store.gate.set()
    stage = await Stage.open(store=store)
    people = await four(stage)
    told = [len(person.raw) for person in people]
    store.gate.clear()
    asking = asyncio.ensure_future(people[1].do(said.Say, phrase="hello"))
    await quiet()
    assert [len(person.raw) for person in people] == told
    assert not asking.done()
    store.gate.set()
    assert isinstance(await asking, said.Saved)
    assert [len(person.raw) for person in people] == [told[0] + 1, told[1] + 2, told[2] + 1, told[3] + 1]


async def test_people_who_lock_at_once_never_collide() -> None:
    stage = await Stage.open()
    people = await four(stage)
    actions = []
    for person in people:
        assert person.connection is not None
        await person.connection.command(said.Suggest(id="s", key=person.scene.key or ""))
        found = next(m for m in reversed(person.got) if isinstance(m, said.Suggested))
        actions.append(found.suggestions[0].action)
    key = people[0].scene.key
    answers = await asyncio.gather(
        *(person.do(said.Act, key=key, seat=seat, action=actions[seat]) for seat, person in enumerate(people))
    )
    assert all(isinstance(answer, said.Saved) for answer in answers)
    assert people[0].scene.rest is not None


async def test_the_same_command_again_has_one_effect_and_the_same_answer() -> None:
    store = MemoryStore()
    stage = await Stage.open(store=store)
    people = await four(stage)
    ann = people[0]
    key = ann.scene.key
    first = await lay(ann)
    version = live(ann).version
    same = await ann.do(said.Say, command_id=first.id, text="something else altogether")
    assert same == first
    assert live(ann).version == version
    no = await ann.do(said.Act, command_id="no", key=key, seat=1, action="pass")
    assert code(no) == "table.not_your_seat"
    assert await ann.do(said.Act, command_id="no", key=key, seat=0, action="pass") == no
    # each sender has ids of their own
    assert isinstance(await people[1].do(said.Say, command_id=first.id, phrase="hello"), said.Saved)
    # the answers are still there after a restart
    table = ann.table_id
    again = await Stage.open("later", store=store, clock=stage.clock)
    back = await Guest(again.house, ann.person).look(table)
    assert await back.do(said.Say, command_id=first.id, text="x") == first
    assert await back.do(said.Say, command_id="no", text="x") == no


async def test_an_answer_to_an_earlier_decision_is_refused() -> None:
    stage = await Stage.open()
    people = await four(stage)
    old = people[0].scene.key
    for person in people:
        await lay(person)
    for person in people:
        await person.do(said.Ready, key=person.scene.rest)
    assert code(await people[0].do(said.Act, key=old, seat=0, action="lay AsKsQs")) == "step.stale"
    assert code(await people[0].do(said.Ready, key="1.rest.6")) == "table.no_rest"


async def test_a_decision_can_be_unlocked_while_others_think() -> None:
    stage = await Stage.open()
    people = await four(stage)
    await lay(people[0])
    assert people[0].scene.mine
    assert not people[1].scene.mine
    assert locked(people[1]) == {0}
    key = people[0].scene.key
    assert code(await people[1].do(said.Unlock, key=key, seat=0)) == "table.not_your_seat"
    assert isinstance(await people[0].do(said.Unlock, key=key, seat=0), said.Saved)
    assert locked(people[1]) == set()
    assert "Ann thinks again." in people[1].words
    assert code(await people[0].do(said.Unlock, key=key, seat=0)) == "step.nothing"
    assert isinstance(await lay(people[0]), said.Saved)


async def test_a_laid_arrangement_goes_back_before_the_reveal_if_all_agree() -> None:
    stage = await Stage.open()
    people = await four(stage, preset="wikipedia", options={"crash_call": "required", "target": "7"})
    for person in people:
        await lay(person)
    laid = people[2].scene
    assert laid.key is not None
    assert ".call." in laid.key
    assert set(laid.may_offer) == {0, 1, 2, 3}
    assert code(await people[1].do(said.Offer, seat=2)) == "table.owner"
    await people[0].do(said.Offer, seat=2)
    await people[1].do(said.Answer, seat=2, agree=True)
    await people[3].do(said.Answer, seat=2, agree=False)
    assert people[0].scene.offer is None
    await people[0].do(said.Offer, seat=2)
    for seat in (1, 2, 3):
        await people[seat].do(said.Answer, seat=2, agree=True)
    assert people[2].scene.waiting == (2,)
    asked = people[2].asked
    assert asked is not None
    assert asked.key == people[2].scene.key
    cards = asked.guide["hands"]["cards"]
    other = "lay " + " ".join("".join(cards[at : at + 3]) for at in range(0, 12, 3))
    assert isinstance(await people[2].do(said.Act, key=asked.key, seat=2, action=other), said.Saved)
    await play_on(stage, people)
    assert code(await people[0].do(said.Offer, seat=2)) == "table.nothing_to_take_back"
    # the record contains the moves that weren't taken back, and replays to the same end
    table = people[0].connection.table  # type: ignore[union-attr]  # she looks at it
    rows = await stage.house.store.log(table.id)
    history = fold_all([(log.DECODER.decode(row.entry), row.at) for row in rows])
    record = record_of([applied for applied in history if applied.after.round == 1])
    last = list(replay(table.live.game, record))[-1]
    assert isinstance(last.done, Step)
    assert last.done.state == table.live.state


async def test_an_offer_is_answered_as_it_was_made_and_ends_with_whoever_leaves() -> None:
    stage = await Stage.open()
    people = await four(stage, preset="wikipedia", options={"crash_call": "required"})
    for person in people:
        await lay(person)
    await people[0].do(said.Offer, seat=2)
    await people[0].do(said.Offer, seat=3)
    assert code(await people[1].do(said.Answer, seat=2, agree=True)) == "table.no_offer"  # that question was for somebody else
    assert isinstance(await people[1].do(said.Answer, seat=3, agree=True), said.Saved)
    await people[1].do(said.Leave)
    assert people[0].scene.offer is None
    await people[0].do(said.Offer, seat=3)
    await people[0].do(said.Pause)
    assert code(await people[2].do(said.Answer, seat=3, agree=True)) == "table.no_offer"
    await people[2].do(said.Resume)  # the person who sits there may
    for person in (people[0], people[2], people[3]):
        await person.do(said.Stop)
    assert people[0].scene.status == "over"
    assert people[0].scene.offer is None
    assert code(await people[3].do(said.Answer, seat=3, agree=True)) == "table.no_offer"
    await stage.clock.let_pass(10_000_000)
    assert people[0].scene.status == "over"


async def test_nobody_takes_back_what_others_have_answered_to() -> None:
    stage = await Stage.open()
    people = await four(stage, preset="wikipedia", options={"crash_call": "required"})
    for person in people:
        await lay(person)
    assert people[0].scene.may_offer
    caller = people[people[0].scene.waiting[0]]
    await caller.do(said.Act, key=caller.scene.key, seat=caller.viewer, action="pass")
    assert not people[0].scene.may_offer


async def test_nothing_of_one_game_acts_in_the_next() -> None:
    """Neither a late command nor the answer of a bot."""
    for seed in ("one", "two", "three"):
        stage = await Stage.open(seed)
        ann = await stage.guest("Ann")
        await ann.look(await stage.table(ann))
        old = ann.scene.key
        await ann.do(said.Stop)
        await ann.do(said.Start)
        await stage.clock.let_pass(4000)
        assert ann.scene.status == "live"
        assert ann.scene.waiting == (0,)
        assert old != ann.scene.key
        assert code(await ann.do(said.Act, key=old, seat=0, action="lay AsKsQs")) == "step.stale"


async def test_after_a_game_its_seats_show_nobody_else_their_hands() -> None:
    stage = await Stage.open()
    people = await four(stage)
    await lay(people[1])
    for person in people:
        await person.do(said.Stop)
    eve = await stage.guest("Eve")
    await eve.look(people[0].table_id)
    await people[1].do(said.Leave)
    await eve.do(said.Sit, seat=1)
    assert eve.viewer == 1
    assert eve.scene.view is not None
    assert all(set(pile) == {"?"} for pile in eve.scene.view.piles)
    assert not eve.scene.mine
    assert people[0].scene.view is not None
    assert "?" not in people[0].scene.view.piles[0]


async def test_locking_and_unlocking_is_no_answer() -> None:
    stage = await Stage.open()
    people = await four(stage, clock="fast")
    for _ in range(2):
        await lay(people[0])
        await people[0].do(said.Unlock, key=people[0].scene.key, seat=0)
        for person in people[1:]:
            await lay(person)
        await stage.clock.let_pass(50_000)
    assert people[0].scene.seats[0].away


async def test_nothing_goes_back_once_something_is_shown() -> None:
    stage = await Stage.open()
    people = await four(stage)
    for person in people:
        await lay(person)
    assert people[0].scene.may_offer == ()
    assert code(await people[0].do(said.Offer, seat=1)) == "table.nothing_to_take_back"


async def test_a_game_stops_when_everybody_playing_wants_it_to() -> None:
    stage = await Stage.open()
    people = await four(stage, preset="nine_pot", options={"players": 4})
    for seat in (0, 1, 2):
        await people[seat].do(said.Stop)
    await people[0].do(said.Stop, agree=False)
    await people[3].do(said.Stop)
    assert people[0].scene.status == "live"
    await people[0].do(said.Stop)
    assert people[0].scene.status == "over"
    result = people[0].scene.result
    assert result is not None
    assert (result.stopped, result.winners) == (True, ())
    assert sum(result.ledger) == 0  # the pot was returned


# --- who may do what --------------------------------------------------------------------------------------------------


async def test_only_the_owner_runs_the_table() -> None:
    stage = await Stage.open()
    people = await four(stage)
    for command, args in (
        (said.Start, {}),
        (said.Pause, {}),
        (said.Remove, {"seat": 2}),
        (said.AddBot, {"seat": 2, "bot": "sharp"}),
        (said.Offer, {"seat": 2}),
        (said.Invite, {}),
    ):
        assert code(await people[1].do(command, **args)) == "table.owner"
    assert isinstance(await people[0].do(said.Remove, seat=2), said.Saved)
    assert people[2].viewer is None
    assert isinstance(await people[0].do(said.AddBot, seat=2, bot="sharp"), said.Saved)
    assert people[0].scene.seats[2].bot == "sharp"
    assert code(await people[0].do(said.AddBot, seat=1, bot="sharp")) == "table.taken"
    assert code(await people[0].do(said.AddBot, seat=2, bot="clever")) == "bot.unknown"
    assert code(await people[2].do(said.Sit, seat=2)) == "table.taken"
    await people[0].do(said.Leave)
    assert [seat.owner for seat in people[1].scene.seats] == [False, True, False, False]
    eve = await stage.guest("Eve")
    await eve.look(people[1].table_id)
    assert isinstance(await eve.do(said.Sit, seat=0), said.Saved)


async def test_nobody_sees_two_hands_of_a_game() -> None:
    """Not by changing seats, not by leaving and sitting down elsewhere, and not as the owner who removes players."""
    stage = await Stage.open()
    people = await four(stage)
    ann = people[0]
    await ann.do(said.Remove, seat=2)
    assert code(await ann.do(said.Sit, seat=2)) == "table.seated"
    await ann.do(said.Leave)
    assert code(await ann.do(said.Sit, seat=2)) == "table.seated"
    assert isinstance(await ann.do(said.Sit, seat=0), said.Saved)
    await play_on(stage, [ann, people[1], people[3]])
    assert isinstance(await ann.do(said.Sit, seat=2), said.Saved)


async def test_a_private_table_opens_to_its_link_and_the_link_can_be_made_anew() -> None:
    stage = await Stage.open()
    ann, ben, cat = [await stage.guest(name) for name in ("Ann", "Ben", "Cat")]
    table = await stage.table(ann, FOUR, public=False)
    await ann.look(table)
    with pytest.raises(PrialError, match="private"):
        await ben.look(table)
    invite = await stage.house.invitation(table, ann.person)
    assert len(invite) == 22
    assert await stage.house.join(ben.person, invite) == table
    await ben.look(table)
    with pytest.raises(PrialError, match="private"):
        await stage.house.invitation(table, ben.person)
    await ben.do(said.Sit, seat=1)
    await ann.do(said.Leave)  # its owner isn't a stranger there
    await ann.look(table)
    await ben.do(said.Invite)
    with pytest.raises(PrialError, match="link"):
        await stage.house.join(cat.person, invite)
    assert (await stage.house.listed(cat.person)).open == ()
    with pytest.raises(PrialError, match="no such table"):
        await cat.look("nowhere")


async def test_talk_is_text_that_can_be_shown() -> None:
    stage = await Stage.open()
    people = await four(stage)
    assert isinstance(await people[1].do(said.Say, text="  hello there "), said.Saved)
    assert isinstance(await people[1].do(said.Say, phrase="well_played"), said.Saved)
    assert [(talk.name, talk.text, talk.seat, talk.phrase) for talk in people[0].talk] == [
        ("Ben", "hello there", 1, ""),
        ("Ben", "Well played!", 1, "well_played"),
    ]
    assert code(await people[1].do(said.Say, phrase="rubbish")) == "table.phrase"
    assert code(await people[1].do(said.Say, text="\x1b[2J")) == "table.unreadable"
    assert code(await people[1].do(said.Say, text="   ")) == "table.silent"


async def test_a_table_can_forbid_suggestions() -> None:
    stage = await Stage.open()
    people = await four(stage, suggest=False)
    assert people[0].connection is not None
    await people[0].connection.command(said.Suggest(id="s", key=people[0].scene.key or ""))
    assert isinstance(people[0].got[-1], said.Refused)


class CountingBotWorkers(StageBotWorkers):
    """Counts how many times odds were counted, and keeps the views that a coach used."""

    counted = 0

    def __init__(self, entropy: Any) -> None:
        super().__init__(entropy)
        self.coached: list[Any] = []

    async def coach(self, game: Any, view: Any, key: str, bots: Any) -> Any:
        self.coached.append(view)
        return await super().coach(game, view, key, bots)

    async def odds(self, game: Any, view: Any) -> Any:
        self.counted += 1
        return await super().odds(game, view)


async def asks(person: Guest, key: str | None = None) -> Any:
    """The odds that a person is told; the code of a refusal."""
    answer = await person.ask(said.Odds(id=f"o{len(person.raw)}", key=key or person.scene.key or ""))
    assert isinstance(answer, said.Counted | said.Refused)
    return answer.odds if isinstance(answer, said.Counted) else answer.code


async def test_odds_are_told_to_whoever_plays_also_while_others_decide_and_counted_once() -> None:
    bot_workers = CountingBotWorkers(StageEntropy("bot_workers"))
    stage = await Stage.open(bot_workers=bot_workers)
    people = await four(stage, game="brag", preset="pagat")
    live_seat = next(seat for seat in range(4) if seat in live(people[0]).waiting)
    assert isinstance(await people[live_seat].do(said.Act, key=people[0].scene.key, seat=live_seat, action="look"), said.Saved)
    found = await asyncio.gather(*(asks(people[live_seat]) for _ in range(5)))
    assert found == [found[0]] * 5
    assert (found[0]["cards"], found[0]["hands"][0]["against"][0]["near"]) == (3, False)
    assert isinstance(await people[0].do(said.Say, phrase="hello"), said.Saved)
    await asks(people[live_seat])
    assert bot_workers.counted == 1
    other = (live_seat + 1) % 4
    assert (await asks(people[other]))["cards"] == 0
    assert bot_workers.counted == 2
    eve = await stage.guest("Eve")
    assert people[0].connection is not None
    await eve.look(people[0].connection.table.id)
    assert await asks(eve) == "table.nothing_asked"
    assert await asks(people[other], "1.yesterday") == "table.nothing_asked"


async def test_the_coach_speaks_to_whoever_decides_from_their_own_view_and_once() -> None:
    bot_workers = CountingBotWorkers(StageEntropy("bot_workers"))
    stage = await Stage.open(bot_workers=bot_workers)
    people = await four(stage)
    answers = await asyncio.gather(*(coached(people[0]) for _ in range(3)))
    (said_first, *others), told = answers, live(people[0])
    assert others == [said_first] * 2
    assert isinstance(said_first, said.Suggestion)
    assert said_first.why.endswith(".")
    assert [seen.seat for seen in bot_workers.coached] == [0]
    assert told.state is not None
    assert bot_workers.coached == [view(told.state, 0)]
    acted = await people[0].do(said.Act, key=people[0].scene.key, seat=0, action=said_first.action)
    assert isinstance(acted, said.Saved)
    assert await coached(people[0]) == "table.nothing_asked"
    assert await coached((await four(stage, suggest=False))[0]) == "table.no_suggestions"


async def coached(person: Guest) -> said.Suggestion | str | None:
    """The coach's answer to a person; the code of a refusal."""
    answer = await person.ask(said.Coach(id=f"c{len(person.raw)}", key=person.scene.key or ""))
    if isinstance(answer, said.Refused):
        return answer.code
    assert isinstance(answer, said.Suggested)
    return answer.suggestions[0] if answer.suggestions else None


async def test_a_game_that_counts_no_odds_says_so_and_a_table_can_forbid_them() -> None:
    stage = await Stage.open()
    assert await asks((await four(stage))[0]) is None
    assert await asks((await four(stage, game="brag", suggest=False))[0]) == "table.no_suggestions"


@pytest.mark.parametrize(
    ("asked", "wrong"),
    [
        ({"game": "poker"}, "no game"),
        ({"options": {"target": 3}}, "target"),
        ({"preset": "mine"}, "no preset"),
        ({"clock": "hourglass"}, "is not a clock"),
        ({"bots": (None, "clever")}, "no bot"),
        ({"bots": ("sharp",) * 5}, "5 seats"),
        ({"bots": (None, "sharp"), "start": True}, "Seat 3 is empty"),
        ({"options": {"players": 5}}, "players"),
        ({"title": "a\x00b"}, "name"),
    ],
)
async def test_a_table_that_cannot_be_is_refused_in_a_sentence(asked: dict[str, Any], wrong: str) -> None:
    stage = await Stage.open()
    ann = await stage.guest("Ann")
    with pytest.raises(PrialError, match=wrong):
        await stage.house.create(ann.person, TableRequest(**{"game": "crash", **asked}))
    assert not stage.house.tables


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "a\nb\x00", "\u202eevil"])
async def test_a_name_that_cannot_be_shown_is_refused(name: str) -> None:
    stage = await Stage.open()
    with pytest.raises(PrialError, match="name"):
        await stage.house.people.guest(name)


# --- clocks -----------------------------------------------------------------------------------------------------------


async def test_time_runs_out_and_after_twice_the_player_sits_out_until_coming_back() -> None:
    stage = await Stage.open()
    people = await four(stage, clock="fast")
    decide, look = (1000 * seconds for seconds in CLOCKS["fast"] or ())
    assert people[0].scene.deadline == stage.clock.now() + decide
    for person in people[1:]:
        await lay(person)
    await stage.clock.let_pass(decide - 1)
    assert people[0].scene.waiting == (0,)
    await stage.clock.let_pass(1)
    assert people[0].scene.rest is not None
    assert "Time is up for Ann: the house plays." in people[1].words
    await stage.clock.let_pass(look)
    assert people[0].scene.key is not None
    await stage.clock.let_pass(decide)
    assert [seat.away for seat in people[0].scene.seats] == [True, False, False, False]
    # the table doesn't wait for players who sit out
    for person in people[1:]:
        await person.do(said.Ready, key=person.scene.rest)
    for person in people[1:]:
        await lay(person)
    await stage.clock.let_pass(2500)
    assert people[0].scene.rest is not None
    assert isinstance(await people[0].do(said.Back), said.Saved)
    assert not people[0].scene.seats[0].away
    assert code(await people[0].do(said.Back)) == "table.not_away"


async def test_a_table_without_people_stands_still_until_one_is_back() -> None:
    stage = await Stage.open()
    people = await four(stage, clock="fast")
    for person in people[1:]:
        await person.do(said.Leave)
    for _ in range(5):
        await stage.clock.let_pass(60_000)
    assert people[0].scene.status == "paused"
    assert people[0].scene.seats[0].away
    assert people[0].scene.view is not None
    deal = people[0].scene.view.public["deal"]
    await stage.clock.let_pass(3_600_000)
    assert people[0].scene.view.public["deal"] == deal
    assert isinstance(await people[0].do(said.Back), said.Saved)
    assert people[0].scene.status == "live"
    await people[0].do(said.Leave)
    assert people[1].scene.status == "paused"
    assert isinstance(await people[1].do(said.Sit, seat=1), said.Saved)
    assert people[1].scene.status == "live"


async def test_a_game_that_a_late_answer_ends_is_over_and_not_paused() -> None:
    stage = await Stage.open()
    ann = await stage.guest("Ann")
    options = {"length": 2, "players": 2}
    await ann.look(await stage.table(ann, (None, "greedy"), preset="nine_pot", options=options, clock="fast"))
    for _ in range(10):
        await stage.clock.let_pass(20_000)
    assert "Time is up for Ann: the house plays." in ann.words
    assert ann.scene.status == "over"
    assert ann.scene.result is not None
    assert not ann.scene.result.stopped


async def test_whoever_lets_the_clock_run_on_takes_part() -> None:
    stage = await Stage.open()
    people = await four(stage, clock="fast")
    for person in people[1:]:
        await person.do(said.Leave)
    for _ in range(5):
        await stage.clock.let_pass(60_000)
    assert people[0].scene.seats[0].away
    assert code(await people[1].do(said.Resume)) == "table.owner"
    assert isinstance(await people[0].do(said.Resume), said.Saved)
    assert not people[0].scene.seats[0].away


async def test_everybody_sees_that_a_newcomer_is_there() -> None:
    stage = await Stage.open()
    ann, ben = await stage.guest("Ann"), await stage.guest("Ben")
    table = await stage.table(ann, FOUR, public=True)
    await ann.look(table)
    await ben.look(table)
    await ben.do(said.Sit, seat=2)
    await stage.clock.let_pass(1000)
    present = [m for m in ann.got if isinstance(m, said.Present)][-1]
    assert present == said.Present((True, False, True, False), (None,) * 4, 0)


async def test_who_starts_another_game_plays_it() -> None:
    stage = await Stage.open()
    ann, ben = (await four(stage, clock="fast"))[:2]
    for _ in range(60):
        await stage.clock.let_pass(30_000)
        if ann.scene.status == "over":
            break
        if ben.scene.status == "paused":
            await ben.do(said.Back)
    assert ann.scene.seats[0].away
    assert isinstance(await ann.do(said.Start), said.Saved)
    assert not ann.scene.seats[0].away


async def test_no_seat_is_timed_out_before_its_deadline() -> None:
    stage = await Stage.open()
    people = await four(stage, clock="normal")
    table = people[0].connection.table  # type: ignore[union-attr]  # she looks at it
    for _ in range(4):
        await stage.clock.let_pass(100_000)
    late = 0
    rows = await stage.house.store.log(table.id)
    for applied in fold_all([(log.DECODER.decode(row.entry), row.at) for row in rows]):
        if isinstance(applied.entry, log.Acted) and applied.entry.late:
            late += 1
            assert applied.before is not None
            assert applied.before.deadline is not None
            assert applied.at >= applied.before.deadline
    assert late >= 4


async def test_the_clock_stands_while_the_table_is_paused() -> None:
    stage = await Stage.open()
    people = await four(stage, clock="fast")
    await stage.clock.let_pass(10_000)
    await people[0].do(said.Pause)
    assert people[1].scene.status == "paused"
    assert code(await lay_or_refused(people[1])) == "table.paused"
    await stage.clock.let_pass(3_600_000)
    assert people[0].scene.waiting == (0, 1, 2, 3)
    await people[0].do(said.Resume)
    assert people[0].scene.deadline == stage.clock.now() + 20_000


async def lay_or_refused(guest: Guest) -> said.Saved | said.Refused:
    """Try to act."""
    assert guest.viewer is not None
    return await guest.do(said.Act, key=guest.scene.key, seat=guest.viewer, action="lay AsKsQs")


async def test_an_outage_is_credited_to_the_clocks() -> None:
    store, clock = MemoryStore(), StageClock()
    stage = await Stage.open(store=store, clock=clock)
    people = await four(stage, clock="fast")
    table = people[0].table_id
    await clock.let_pass(10_000)
    left = (people[0].scene.deadline or 0) - clock.now()
    gone = StageClock()
    gone.time = clock.now() + 3_600_000  # the house is shut for an hour
    again = await Stage.open("later", store=store, clock=gone)
    ann = await Guest(again.house, people[0].person).look(table)
    assert (ann.scene.deadline or 0) - gone.now() == pytest.approx(left, abs=2000)
    assert ann.scene.waiting == (0, 1, 2, 3)


async def test_a_bot_answers_at_a_time_that_was_drawn_before_it_looked() -> None:
    """Whatever it decides, and however long that takes."""

    class Thinking(StageBotWorkers):
        async def choose(self, game: Any, view: Any, bot: str) -> Any:
            for _ in range(view.seat or 0):
                await asyncio.sleep(0)
            return await super().choose(game, view, bot)

    times = []
    for cards in ("one", "two", "three"):
        bot_workers = Thinking(StageEntropy("bots"))
        stage = await Stage.open(cards, bot_workers=bot_workers, entropy=StageEntropy(cards))
        ann = await stage.guest("Ann")
        table = await stage.table(ann)
        await ann.look(table)
        await stage.clock.let_pass(5000)
        acted = [row for row in await stage.house.store.log(table) if b'"acted"' in row.entry]
        seats = [log.DECODER.decode(row.entry).seat for row in acted]  # type: ignore[union-attr]
        times.append([(row.at, seat) for row, seat in zip(acted, seats, strict=True)])
    assert len(times[0]) == 3
    assert times[0] == times[1] == times[2]


# --- coming back ------------------------------------------------------------------------------------------------------


async def test_who_comes_back_is_sent_what_was_missed_and_nothing_twice() -> None:
    stage = await Stage.open()
    people = await four(stage)
    ben = people[1]
    table = ben.table_id
    had = live(ben).version
    ben.gone()
    for person in (people[0], people[2], people[3]):
        await lay(person)
    before = len(ben.raw)
    await ben.look(table, said.Hello(version=had, viewer=1))
    missed = [m for m in ben.got[before:] if isinstance(m, said.Update)]
    assert [m.version for m in missed] == [had + 1, had + 2, had + 3]
    # for another seat's updates, or versions that never existed, the whole table is sent
    for hello in (said.Hello(version=had, viewer=2), said.Hello(version=had + 99, viewer=1), said.Hello(version=-5, viewer=1)):
        again = await Guest(stage.house, ben.person).look(table, hello)
        assert isinstance(again.got[0], said.Welcome)


async def test_after_a_restart_every_table_is_as_it_was() -> None:
    store, clock = MemoryStore(), StageClock()
    stage = await Stage.open(store=store, clock=clock)
    people = await four(stage)
    for person in people[:2]:
        await lay(person)
    table = people[0].table_id
    again = await Stage.open("later", store=store, clock=clock)
    returned = []
    for person in people:
        back = await Guest(again.house, person.person, first=100).look(table)
        assert back.scene == person.scene
        assert back.words == person.words[person.words.index("The game begins.") :]
        assert back.asked == person.asked
        returned.append(back)
    for back in returned[2:]:
        assert isinstance(await lay(back), said.Saved)
    assert again.house.tables[table].live.rest is not None


async def test_a_fault_freezes_its_table_and_no_other(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    store = MemoryStore()
    stage = await Stage.open(store=store)
    one, two = await four(stage), await four(stage)
    broken = live(one[0]).game

    def faulty(game: Any, *args: Any) -> Any:
        if game is broken:
            message = "the ace of spades"
            raise ZeroDivisionError(message)
        return step(game, *args)

    monkeypatch.setattr(acting, "step", faulty)
    before = live(one[0])
    assert code(await lay(one[0])) == "table.frozen"
    assert live(one[0]).status == "frozen"
    assert live(one[0]).state == before.state
    assert code(await one[0].do(said.Say, phrase="hello")) == "table.frozen"
    assert isinstance(await lay(two[0]), said.Saved)
    assert "spades" not in caplog.text
    again = await Stage.open("later", store=store)
    table = one[0].table_id
    back = await Guest(again.house, one[0].person).look(table)
    assert back.scene.status == "frozen"


async def test_a_fault_that_cannot_be_written_down_leaves_the_table_as_it_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is told an entry that isn't in the log, and once the fault is over the table goes on."""
    store = FullStore()
    stage = await Stage.open(store=store)
    people = await four(stage)
    table, version = live(people[0]).opened, live(people[0]).version
    name = people[0].connection.table.id  # type: ignore[union-attr]  # she looks at it
    told = len(people[1].raw)

    def broken(*_: Any) -> Any:
        raise ZeroDivisionError

    with monkeypatch.context() as faulty:
        faulty.setattr("prial.host.table.rule", broken)
        store.full = True
        assert code(await people[0].do(said.Say, phrase="hello")) == "table.frozen"
    assert [type(message) for message in people[1].got[told:]] == [said.Bye]
    store.full = False
    again = await Guest(stage.house, people[1].person, 50).look(name)
    assert (live(again).opened, live(again).version, live(again).status) == (table, version, "live")
    assert isinstance(await lay(again), said.Saved)


async def test_a_log_that_cannot_be_played_freezes_its_table_and_the_others_go_on() -> None:
    store = MemoryStore()
    stage = await Stage.open(store=store)
    one, two = await four(stage), await four(stage)
    table = one[0].table_id
    store.logs[table][-1] = msgspec.structs.replace(
        store.logs[table][-1], entry=b'{"what":"acted","seat":9,"key":"x","action":"y"}'
    )
    again = await Stage.open("later", store=store)
    assert (await again.house.loader.load(table)).live.status == "frozen"
    assert (await again.house.loader.load(two[0].table_id)).live.status == "live"


async def test_what_could_not_be_written_did_not_happen_and_may_be_sent_again() -> None:
    store = FullStore()
    stage = await Stage.open(store=store)
    people = await four(stage)
    store.full = True
    told = len(people[1].raw)
    assert code(await people[0].do(said.Say, command_id="x", phrase="hello")) == "table.not_saved"
    assert len(people[1].raw) == told
    store.full = False
    assert isinstance(await people[0].do(said.Say, command_id="x", phrase="hello"), said.Saved)


async def test_who_lost_the_store_writes_nothing_and_sends_everybody_on() -> None:
    class Lost(MemoryStore):
        lost = False

        async def append(
            self, table: TableRow, rows: Sequence[Row], answer: Answered | None, expected: int, beside: Beside = NOTHING
        ) -> None:
            if self.lost:
                raise EpochLost
            await super().append(table, rows, answer, expected, beside)

    store = Lost()
    stage = await Stage.open(store=store)
    people = await four(stage)
    store.lost = True
    assert code(await people[0].do(said.Say, phrase="hello")) == "table.moved"
    bye = next(m for m in people[1].got if isinstance(m, said.Bye))
    assert bye.again
    assert not stage.house.ready


def carried_on(store: MemoryStore, table: str) -> None:
    """Pause a table in the store, as another server would, or a commit whose success was unknown."""
    row = store.rows[table]
    store.logs[table].append(Row(row.version + 1, 0, log.written(log.Paused())))
    store.rows[table] = msgspec.structs.replace(row, version=row.version + 1, status="paused")


def set_back(store: MemoryStore, table: str) -> None:
    """Remove a table's last entry from the store, as restoring an older database does."""
    row = store.rows[table]
    store.logs[table].pop()
    store.rows[table] = msgspec.structs.replace(row, version=row.version - 1)


async def test_a_table_that_another_server_has_carried_on_is_followed_before_anything_is_done_there() -> None:
    store = MemoryStore()
    stage = await Stage.open(store=store)
    people = await four(stage)
    table = people[0].table_id
    carried_on(store, table)
    assert isinstance(await people[0].do(said.Say, phrase="hello"), said.Saved)
    assert [each.scene.status for each in people] == ["paused"] * 4
    await people[0].do(said.Resume)
    carried_on(store, table)
    refused = await people[1].do(said.Pause)
    assert code(refused) == "table.owner"
    assert [each.scene.status for each in people] == ["paused"] * 4


async def test_what_is_refused_at_one_version_and_right_at_the_next_is_done() -> None:
    store = MemoryStore()
    stage = await Stage.open(store=store)
    people = await four(stage)
    assert code(await people[0].do(said.Resume)) == "table.running"
    carried_on(store, people[0].table_id)
    assert isinstance(await people[0].do(said.Resume), said.Saved)


async def test_a_table_that_stands_otherwise_in_the_store_is_read_anew() -> None:
    store = MemoryStore()
    stage = await Stage.open(store=store)
    people = await four(stage)
    table = people[0].table_id
    await people[0].do(said.Pause)
    set_back(store, table)
    assert code(await people[0].do(said.Say, phrase="hello")) == "table.moved"
    await people[0].look(table)
    assert people[0].scene.status == "live"
    assert isinstance(await people[0].do(said.Say, phrase="hello"), said.Saved)


async def test_a_table_that_was_read_anew_is_the_only_one_of_its_id() -> None:
    """Requests on their way to the old object are sent on, and don't remove the new one."""
    store = MemoryStore()
    stage = await Stage.open(store=store)
    people = await four(stage)
    before = people[0].connection.table  # type: ignore[union-attr]  # she looks at it
    late = Guest(stage.house, people[2].person)
    late.connection = await stage.house.connect(before.id, late.person, late.raw.append)
    set_back(store, before.id)
    assert code(await people[0].do(said.Say, phrase="hello")) == "table.moved"
    await people[0].look(before.id)
    now = stage.house.tables[before.id]
    answers: list[bytes] = []
    await before.command(people[1].person, said.Say(id="queued", phrase="hello"), answers.append)
    assert b"table.moved" in answers[0]
    assert stage.house.tables.get(before.id) is now
    late.connection.hello(said.Hello())
    assert [(each.code, each.again) for each in late.got if isinstance(each, said.Bye)] == [("table.moved", True)]
    assert len(late.raw) == 1


async def test_who_comes_by_a_link_finds_out_that_a_table_stands_otherwise_in_the_store() -> None:
    store = MemoryStore()
    stage = await Stage.open(store=store)
    people = await four(stage)
    table = people[0].table_id
    invite, eve = live(people[0]).invite, await stage.guest("Eve")
    set_back(store, table)
    with pytest.raises(PrialError, match="goes on elsewhere"):
        await stage.house.join(eve.person, invite)
    assert await stage.house.join(eve.person, invite) == table


async def test_tables_of_rules_that_are_not_played_are_named_and_ended_on_demand() -> None:
    store = MemoryStore()
    stage = await Stage.open(store=store)
    people = await four(stage)
    table = people[0].table_id
    other = await four(stage)
    store.rows[table] = msgspec.structs.replace(store.rows[table], game_version=99)
    with pytest.raises(UnplayableTablesError, match=f"{table}.*99"):
        await Stage.open("later", store=store)
    again = await Stage.open("later", store=store, finish=True)
    assert store.rows[table].status == "ended"
    assert store.rows[table].version == len(store.logs[table])
    assert (await again.house.loader.load(other[0].table_id)).live.status == "live"
    with pytest.raises(PrialError, match="version"):
        await Guest(again.house, people[0].person).look(table)
    await Stage.open("once more", store=store)


async def test_closing_says_goodbye_and_finishes_what_is_under_way() -> None:
    stage = await Stage.open()
    people = await four(stage)
    asking = asyncio.ensure_future(people[1].do(said.Say, phrase="hello"))
    await asyncio.sleep(0)
    await stage.house.close()
    assert isinstance(await asking, said.Saved)
    assert any(isinstance(m, said.Bye) and m.again for m in people[0].got)


async def test_a_replay_is_for_finished_games_and_a_review_for_who_played() -> None:
    stage = await Stage.open()
    people = await four(stage)
    table = people[0].table_id
    with pytest.raises(PrialError, match="isn't over"):
        await stage.house.replay(table, 1, people[0].person)
    for number in (0, 2, -1):
        with pytest.raises(PrialError, match="no game"):
            await stage.house.replay(table, number, people[0].person)
    await play_on(stage, people)
    eve = await stage.guest("Eve")
    seen = await stage.house.replay(table, 1, eve.person)
    assert REPLAY.decode(seen).viewer is None
    assert b"Ann holds" not in seen
    with pytest.raises(PrialError, match="didn't play"):
        await stage.house.review(table, 1, eve.person)


async def test_every_message_of_the_protocol_is_what_its_schema_says() -> None:
    """Messages decode as the types from which the client's are generated."""
    stage = await Stage.open()
    people = await four(stage)
    await lay(people[0])
    kinds = {type(message).__name__ for message in people[0].got}
    assert kinds >= {"Welcome", "Update", "Saved", "Suggested", "Present"}
    assert telling.about(live(people[0]), "x", people[1].person.id).invite is not None
    assert isinstance(stage.house, House)


async def test_a_bot_that_comes_to_the_end_of_something_is_heard() -> None:
    """A future can't hold a `StopIteration`: a table that waited for such a bot would wait for ever."""
    bot_workers = BotWorkers(StageEntropy("bot_workers"))
    with pytest.raises(RuntimeError, match="a bot raised StopIteration"):
        await asyncio.wait_for(bot_workers._work(next, iter(())), 5)
    bot_workers.close()
