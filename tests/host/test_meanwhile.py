"""Seats that act while others decide, at a live table: nothing else changes, and no outdated action takes effect."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace as changed

import tests.meanwhile as game
from prial.core import registry
from prial.core.game import Decision, Game, Node, State, View, view
from prial.core.record import replay
from prial.core.step import Step
from prial.errors import PrialError
from prial.host import entries as log
from prial.host import messages as said
from prial.host.fold import fold_all
from prial.host.live import Live
from prial.host.replays import record_of
from prial.host.store import Answered, Beside, Row, TableRow
from prial.host.store.values import NOTHING
from tests.host.stage import REPLAY, Guest, MemoryStore, Stage, StageBotWorkers, StageEntropy, quiet
from tests.meanwhile import Act, Meanwhile, Table

THREE = (None, None, None)


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the tiny game."""
    monkeypatch.setitem(registry._added, "meanwhile", game.KIND)


async def three(stage: Stage, names: Sequence[str] = ("Ann", "Ben", "Cat"), **asked: Any) -> list[Guest]:
    """People at a table, bots in the other seats, and the first cards dealt. Ann deals first, then Ben, then Cat."""
    people = [await stage.guest(name) for name in names]
    bots = [None] * len(names) + ["random"] * (3 - len(names))
    table = await stage.table(people[0], bots, game="meanwhile", public=True, start=False, **asked)
    for seat, person in enumerate(people):
        await person.look(table)
        if seat:
            assert isinstance(await person.do(said.Sit, seat=seat), said.Saved)
    assert isinstance(await people[0].do(said.Start), said.Saved)
    return people


async def tried(person: Guest, action: str) -> str:
    """Make an action under the present key; returns the code of a refusal."""
    answer = await person.do(said.Act, key=person.scene.key, seat=person.viewer, action=action)
    return answer.code if isinstance(answer, said.Refused) else ""


async def act(person: Guest, action: str) -> None:
    """Make an allowed action under the present key."""
    assert await tried(person, action) == ""


async def ready(people: Sequence[Guest]) -> None:
    for person in people:
        await person.do(said.Ready, key=person.scene.rest)


def live(guest: Guest) -> Live:
    assert guest.connection is not None
    return guest.connection.table.live


def public(guest: Guest) -> Table:
    """The public part of the table's state."""
    state: State[Table] | None = live(guest).state
    assert state is not None
    return state.public


def newest(guest: Guest) -> said.Update:
    return next(message for message in reversed(guest.got) if isinstance(message, said.Update))


async def history(stage: Stage, guest: Guest) -> list[Any]:
    assert guest.connection is not None
    rows = await stage.house.store.log(guest.connection.table.id)
    return fold_all([(log.DECODER.decode(row.entry), row.at) for row in rows])


async def test_it_takes_effect_at_once_and_everything_else_stays() -> None:
    stage = await Stage.open()
    ann, ben, cat = people = await three(stage, clock="fast")
    await act(ben, "bet 2")
    before, asked = live(ann), cat.asked
    await stage.clock.let_pass(1234)
    await act(ann, "look")
    after = live(ann)
    assert after.waiting == before.waiting == (2,)
    assert after.gathered == before.gathered
    assert after.key == before.key
    assert after.deadline == before.deadline
    assert ann.scene.deadline == before.deadline
    assert (after.seats, after.late) == (before.seats, before.late)
    assert ann.scene.waiting == (2,)
    assert ann.scene.seats[1].locked
    assert ann.scene.view is not None
    assert "?" not in ann.scene.view.piles[0]
    for other in (ben, cat):
        assert other.scene.view is not None
        assert other.scene.view.piles[0] == "??"
        assert newest(other).lines[-1].text == "Ann: look."
    assert ben.scene.mine == "bet 2"
    assert newest(cat).asked == asked  # it is told again, unchanged
    await ben.do(said.Unlock, key=ben.scene.key, seat=1)
    assert live(ann).gathered == {}
    await act(ann, "raise")
    for person in people[1:]:
        await act(person, "bet 3")
    assert public(ann).bets == (3, 3)


async def test_what_one_does_at_once_before_one_has_decided_leaves_the_decision_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(registry._added, "meanwhile", replace(game.KIND, new=game.LooksAtOnce))
    stage = await Stage.open()
    ann, ben, cat = await three(stage, clock="fast")
    await act(ben, "bet 2")
    before = live(ann)
    await stage.clock.let_pass(1234)
    await act(cat, "look")
    after = live(ann)
    assert (after.key, after.waiting, after.deadline) == (before.key, (2,), before.deadline)
    assert after.gathered == before.gathered
    assert newest(ann).lines[-1].text == "Cat: look."
    assert cat.scene.mine is None
    assert await tried(cat, "look") == "meanwhile.not_now"
    await act(cat, "bet 1")
    assert public(ann).bets == (2, 1)
    assert fold_all([(each.entry, each.at) for each in await history(stage, ann)])[-1].after.state == live(ann).state


async def test_who_may_act_meanwhile_is_told_what_and_that_nobody_waits() -> None:
    stage = await Stage.open()
    ann, ben, cat = await three(stage)
    eve = await (await stage.guest("Eve")).look(live_table(ann))
    key = ann.scene.key
    assert key is not None
    assert ann.asked == said.Asked(key, ("look", "raise"), None, meanwhile=True)
    assert ben.asked == said.Asked(key, ("bet 1", "bet 2"))
    await act(ann, "raise")
    assert newest(ann).asked == said.Asked(key, ("look",), None, meanwhile=True)
    assert newest(ben).asked == newest(cat).asked == said.Asked(key, ("bet 1", "bet 2", "bet 3"))
    await act(ann, "look")
    assert newest(ann).asked == said.Asked(key, (), None, meanwhile=True)  # no action is left
    again = await Guest(stage.house, ann.person).look(live_table(ann))
    assert again.asked is None
    await act(ben, "bet 3")
    await act(cat, "bet 1")
    # the dealer decides; the others may look or forbid. All of them get the board's guide
    turn = ann.scene.key
    assert turn is not None
    assert newest(ann).asked == said.Asked(turn, None, {"open": [0]})
    assert newest(ben).asked == said.Asked(turn, ("look", "forbid"), None, meanwhile=True)
    await act(ben, "look")
    assert newest(ben).asked == said.Asked(turn, None, {"open": [0, 1]}, meanwhile=True)
    assert eve.asked is None
    late = await Guest(stage.house, cat.person).look(live_table(ann))
    assert late.asked == said.Asked(turn, ("look", "forbid"), None, meanwhile=True)


def live_table(guest: Guest) -> str:
    assert guest.connection is not None
    return guest.connection.table.id


async def test_what_may_not_be_done_meanwhile_is_refused() -> None:
    stage = await Stage.open()
    ann, ben, _ = await three(stage)
    assert await tried(ann, "bet 1") == "meanwhile.not_now"
    assert await tried(ben, "look") == "meanwhile.not_now"
    assert await tried(ann, "dance") == "meanwhile.action"
    assert (await ann.do(said.Unlock, key=ann.scene.key, seat=0)).code == "step.nothing"  # type: ignore[union-attr]  # refused
    await act(ann, "look")
    await act(ann, "raise")
    assert await tried(ann, "look") == "step.not_yours"
    await ann.do(said.Pause)
    assert await tried(ann, "look") == "table.paused"


async def test_nothing_goes_back_over_what_was_done_meanwhile() -> None:
    """A look can't be undone: after it no earlier move can be taken back, and an offer to do so ends."""
    stage = await Stage.open()
    ann, ben, cat = await three(stage)
    await act(ann, "raise")
    await act(ben, "bet 3")
    await act(cat, "bet 1")
    assert set(ann.scene.may_offer) == {1, 2}
    for person in (ann, ben, cat):  # actions before the bets stay when a bet is taken back
        await (person.do(said.Offer, seat=1) if person is ann else person.do(said.Answer, seat=1, agree=True))
    assert ann.scene.waiting == (1,)
    assert ben.asked == said.Asked(ben.scene.key or "", ("bet 1", "bet 2", "bet 3"))
    assert live(ann).gathered == {2: Act.BET_1}
    await act(ben, "bet 2")
    await ann.do(said.Offer, seat=1)
    assert ann.scene.offer == said.Offered(1, (0,))
    await act(cat, "look")
    left = ann.scene
    assert (left.may_offer, left.offer) == ((), None)
    assert (await ben.do(said.Answer, seat=1, agree=True)).code == "table.no_offer"  # type: ignore[union-attr]  # refused
    await act(ann, "double")
    record = record_of([applied for applied in await history(stage, ann) if applied.after.round == 1])
    assert [move for who, move in record.moves if who != "nature"] == ["raise", "bet 1", "bet 2", "look", "double"]
    last = list(replay(live(ann).game, record))[-1]
    assert isinstance(last.done, Step)
    assert last.done.state == live(ann).state


async def test_acting_meanwhile_is_no_answer_to_what_ran_out_of_time() -> None:
    """A player sits out after missing two decisions in a row, whatever the player did between them."""
    stage = await Stage.open()
    ann, ben, cat = await three(stage, clock="fast", options={"deals": 3})
    await act(cat, "bet 1")
    await stage.clock.let_pass(31_000)
    assert live(ann).seats[1].missed == 1
    await act(ben, "forbid")
    await act(ben, "look")
    assert live(ann).seats[1].missed == 1
    await act(ann, "keep")
    await ready((ann, ben, cat))
    for person in (ann, cat):
        await act(person, "bet 1")
    await stage.clock.let_pass(31_000)
    assert ann.scene.seats[1].away


class Doubling(StageBotWorkers):
    """Bots that double where they may, and keep the seats that they were asked for."""

    def __init__(self) -> None:
        super().__init__(StageEntropy("bot_workers"))
        self.asked: list[View[Any]] = []

    async def choose(self, game: Game[Any, Any], view: View[Any], bot: str) -> Any:
        self.asked.append(view)
        *_, last = game.choices(view)
        return last


async def test_a_bot_thinks_again_when_something_was_done_meanwhile() -> None:
    bot_workers = Doubling()
    stage = await Stage.open(bot_workers=bot_workers)
    (ann, ben) = await three(stage, ("Ann", "Ben"), options={"deals": 3})
    while ann.scene.status == "live":
        before = live(ann)
        if ann.scene.rest is not None:
            await ready((ann, ben))
        elif 2 in before.waiting and len(before.waiting) == 1 and isinstance(before.node, Decision) and before.node.also:
            for person in (ann, ben):  # the bot has already chosen, and these actions change its choices
                await stage.clock.let_pass(300)
                for action in ("raise", "forbid"):
                    await tried(person, action)
            await stage.clock.let_pass(3000)
            assert 2 not in live(ann).waiting or live(ann).key != before.key
        else:
            for person in (ann, ben):
                if person.viewer in person.scene.waiting:
                    await act(person, "bet 1" if ".bet" in (person.scene.key or "") else "keep")
    assert ann.scene.status == "over"
    assert "frozen" not in [applied.after.status for applied in await history(stage, ann)]
    done = [
        (applied.entry.seat, applied.entry.action)
        for applied in await history(stage, ann)
        if isinstance(applied.entry, log.Acted)
    ]
    assert (2, "keep") in done  # after the bot had chosen to double
    assert (2, "bet 3") in done  # after the bot had chosen when a bet of 3 wasn't possible


async def test_what_a_bot_thought_of_before_is_not_played_if_its_moment_comes_while_another_acts() -> None:
    class Slow(MemoryStore):
        gate = asyncio.Event()

        async def append(
            self, table: TableRow, rows: Sequence[Row], answer: Answered | None, expected: int, beside: Beside = NOTHING
        ) -> None:
            await self.gate.wait()
            await super().append(table, rows, answer, expected, beside)

    store = Slow()
    store.gate.set()
    stage = await Stage.open(store=store, bot_workers=Doubling())
    ann = await stage.guest("Ann")
    table = await stage.table(ann, (None, "random", "random"), game="meanwhile")
    await ann.look(table)
    await stage.clock.let_pass(3000)
    await act(ann, "keep")
    await ready((ann,))
    await act(ann, "bet 1")
    while ann.scene.waiting != (1,) or ".turn" not in (ann.scene.key or ""):
        await stage.clock.let_pass(500)
    store.gate.clear()
    forbidding = asyncio.ensure_future(ann.do(said.Act, key=ann.scene.key, seat=0, action="forbid"))
    await stage.clock.let_pass(5000)  # the bot's time comes while the other action is being stored
    store.gate.set()
    assert isinstance(await forbidding, said.Saved)
    await quiet()
    assert ann.scene.waiting == (1,)
    await stage.clock.let_pass(3000)
    assert ann.scene.status == "over"
    assert "Seat 2" not in ann.words
    assert any(text.endswith(": keep.") for text in ann.words)
    assert not any(text.endswith(": double.") for text in ann.words)


async def test_no_bot_and_no_auto_player_is_asked_what_to_do_meanwhile() -> None:
    bot_workers = Doubling()
    stage = await Stage.open(bot_workers=bot_workers)
    ann, ben, cat = people = await three(stage, clock="fast", options={"deals": 6})
    await cat.do(said.Leave)  # the house goes on playing for the player there
    while ann.scene.status == "live":
        if ann.scene.rest is not None:
            await ready((ann, ben))
        elif ann.viewer in ann.scene.waiting:
            await act(ann, "bet 1" if ".bet" in (ann.scene.key or "") else "double")
        else:
            await stage.clock.let_pass(31_000)
            await ben.do(said.Back)
    assert len(people) == 3
    assert {view.seat for view in bot_workers.asked} == {1, 2}
    for seen in bot_workers.asked:
        deciding = seen.public.others if seen.public.phase == "bet" else (seen.public.dealer,)
        assert seen.seat in deciding


async def played(seed: int, stage: Stage, check: Callable[[Live], None] = lambda _: None) -> Guest:
    """A whole game with one bot, in which people act, unlock, run out of time and act meanwhile at random."""
    rng = Random(seed)
    people = await three(stage, ("Ann", "Ben"), clock="fast", options={"deals": 5})
    while (now := live(people[0])).status == "live":
        check(now)
        person = rng.choice(people)
        assert now.state is not None
        if now.rest is not None:
            await ready(people)
        elif rng.random() < 0.2:
            await stage.clock.let_pass(rng.randrange(4000))
        elif isinstance(now.node, Decision) and person.viewer in {*now.waiting, *now.node.also}:
            assert person.viewer is not None
            action = now.game.write(now.game.choices(view(now.state, person.viewer)).sample(rng))
            await act(person, action)
        elif person.viewer in now.gathered and rng.random() < 0.5:
            await person.do(said.Unlock, key=person.scene.key, seat=person.viewer)
    return people[0]


@pytest.mark.parametrize("seed", range(12))
async def test_a_restart_a_replay_and_the_record_come_to_the_same(seed: int) -> None:
    store = MemoryStore()
    stage = await Stage.open(f"played {seed}", store=store)
    ann = await played(seed, stage)
    assert ann.scene.status == "over"
    table = live_table(ann)
    folded = await history(stage, ann)
    assert folded[-1].after.state == live(ann).state
    record = record_of([applied for applied in folded if applied.after.round == 1])
    steps = [move.done for move in replay(live(ann).game, record)]
    assert isinstance(steps[-1], Step)
    assert steps[-1].state == live(ann).state
    told = [message for message in ann.got if isinstance(message, said.Update)]
    replayed = REPLAY.decode(await stage.house.replay(table, 1, ann.person))
    assert msgspec.json.encode(replayed.updates[1:]) == msgspec.json.encode(told[-len(replayed.updates) + 1 :])
    # a client that reconnects with a gap is sent the same messages
    hole = min(len(told) // 2, 15)
    first = told[-hole - 1]
    back = await Guest(stage.house, ann.person).look(table, said.Hello(version=first.version, viewer=0))
    assert [message for message in back.got if isinstance(message, said.Update)] == told[-hole:]


async def test_a_table_stands_after_a_restart_as_it_did_in_the_middle_of_a_decision() -> None:
    store = MemoryStore()
    stage = await Stage.open(store=store)
    ann, ben, _ = await three(stage, clock="slow")
    await act(ben, "bet 1")
    await act(ann, "raise")
    before = live(ann)
    again = await Stage.open("later", store=store, clock=stage.clock)
    back = await Guest(again.house, ann.person, 50).look(live_table(ann))
    now = live(back)
    assert (now.state, now.gathered, now.node, now.turn) == (before.state, before.gathered, before.node, before.turn)
    await act(back, "look")


async def test_a_game_that_breaks_its_promise_freezes_its_table_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    class NamesTheRaise(Meanwhile):
        def node(self, state: State[Table]) -> Node:
            node = super().node(state)
            return changed(node, key=node.key + "!") if isinstance(node, Decision) and state.public.raised else node

    stage = await Stage.open()
    ann, *_ = await three(stage)
    monkeypatch.setitem(registry._added, "meanwhile", replace(game.KIND, new=NamesTheRaise))
    bea, *_ = await three(stage, ("Bea", "Ben", "Cat"))
    assert await tried(bea, "raise") == "table.frozen"
    assert live(bea).status == "frozen"
    assert not public(bea).raised
    await act(ann, "raise")


async def test_a_table_whose_game_is_not_installed_stands_by_name_and_the_house_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore()
    stage = await Stage.open(store=store)
    ann, ben, _ = await three(stage)
    await act(ben, "bet 2")
    assert ann.connection is not None
    gone, crash = ann.connection.table.id, await stage.table(ann, start=True)
    with monkeypatch.context() as without:
        without.delitem(registry._added, "meanwhile")
        again = await Stage.open(store=store, clock=stage.clock)
        assert again.house.ready
        assert crash in again.house.tables
        with pytest.raises(PrialError, match="plays meanwhile, which isn't installed here"):
            await again.house.listing(gone, ann.person)
    back = await Stage.open(store=store, clock=stage.clock)
    assert (await back.house.loader.load(gone)).live.gathered == {1: Act.BET_2}
