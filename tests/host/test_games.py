"""Every game at a live table: people make any allowed action, in turn and meanwhile, and nothing goes wrong."""

from random import Random
from typing import Any, cast

import pytest

from prial.bots.bot import RandomBot
from prial.bots.registry import stand_in
from prial.core.chance import Draw
from prial.core.game import Chance, Decision, Game, View, view
from prial.core.record import replay
from prial.core.registry import find
from prial.core.step import Step
from prial.errors import Refusal
from prial.host import entries as log
from prial.host import messages as said
from prial.host.bot_workers import BotWorkers
from prial.host.fold import fold_all
from prial.host.live import Live
from prial.host.replays import record_of
from prial.host.table_request import TableRequest
from prial.study.play import play
from prial.study.review import Against
from prial.testing.play import meanwhile
from tests.campaigns import soaking
from tests.host.stage import REVIEWED, Guest, MemoryStore, Stage, StageBotWorkers, StageEntropy
from tests.testing.games import GAMES, HOSTED


class Evening:
    """A table with two people and bots, at which anything may happen."""

    def __init__(self, stage: Stage, people: list[Guest], seed: int) -> None:
        self.stage, self.people, self.rng = stage, people, Random(seed)
        self.done = 0
        """Number of actions made while others had to decide."""

    @property
    def live(self) -> Live:
        connection = self.people[0].connection
        assert connection is not None
        return connection.table.live

    def _may_act(self, seat: int) -> bool:
        node = self.live.node
        return self.live.status == "live" and isinstance(node, Decision) and seat in {*self.live.waiting, *meanwhile(node)}

    async def go_on(self) -> None:
        """An action of a person, or some time."""
        live, rng = self.live, self.rng
        person = rng.choice(self.people)
        seat = person.viewer
        assert seat is not None
        if live.rest is not None:
            await person.do(said.Ready, key=live.rest)
        elif self._may_act(seat) and rng.random() < 0.7:
            assert live.state is not None
            action = live.game.write(live.game.choices(view(live.state, seat)).sample(rng))
            answer = await person.do(said.Act, key=live.key, seat=seat, action=action)
            assert isinstance(answer, said.Saved), answer
            self.done += seat not in live.waiting
        elif seat in live.gathered and rng.random() < 0.5:
            await person.do(said.Unlock, key=live.key, seat=seat)
        elif live.undo is not None and live.status == "live" and rng.random() < 0.3:
            offered = rng.choice(list(live.undo.gathered))
            await self.people[0].do(said.Offer, seat=offered)
            await self.people[1].do(said.Answer, seat=offered, agree=rng.random() < 0.7)
        elif live.seats[seat].away:
            await person.do(said.Back)
        else:
            await self.stage.clock.let_pass(rng.choice((100, 900, 3000, 3000, 40_000)))


async def evening(stage: Stage, name: str, preset: str, seed: int) -> Evening:
    """Two people and bots at a table, with the game begun."""
    people = [await stage.guest("Ann"), await stage.guest("Ben")]
    kind = find(name)
    options = dict(GAMES[name].short)
    seats = kind.make(options, preset).seats
    bots = (None, None, *["random"] * (seats - 2))
    asked = TableRequest(game=name, preset=preset, options=options, clock="fast", public=True, bots=bots)
    table = await stage.house.create(people[0].person, asked)
    for person in people:
        await person.look(table)
    await people[1].do(said.Sit, seat=1)
    await people[0].do(said.Start)
    return Evening(stage, people, seed)


@pytest.mark.parametrize("seed", soaking(range(3), range(1)))
@pytest.mark.parametrize(("name", "preset"), HOSTED)
async def test_a_game_is_played_to_its_end_whatever_people_may_do(name: str, preset: str, seed: int) -> None:
    stage = await Stage.open(f"{name} {seed}", store=MemoryStore())
    night = await evening(stage, name, preset, seed)
    while night.live.status in {"live", "paused"}:
        await night.go_on()
    assert night.live.status == "over", night.live.status
    table = night.people[0].table_id
    rows = await stage.house.store.log(table)
    history = fold_all([(log.DECODER.decode(row.entry), row.at) for row in rows])
    assert history[-1].after.state == night.live.state
    moves: list[Any] = [move.done for move in replay(night.live.game, record_of(history))]
    assert not [done for done in moves if isinstance(done, Refusal)]
    assert isinstance(moves[-1], Step)
    assert moves[-1].state == night.live.state


async def test_a_review_says_why_something_else_was_better() -> None:
    stage = await Stage.open("review", store=MemoryStore())
    night = await evening(stage, "xap_xam", "xap_xam", 1)
    while night.live.status in {"live", "paused"}:
        await night.go_on()
    (ann, _) = night.people
    assert ann.connection is not None
    found = REVIEWED.decode(await stage.house.review(ann.connection.table.id, 1, ann.person))
    assert any(deal.lost for deal in found.deals), "cards laid by chance"
    assert all(bool(deal.why) == (deal.lost > 0) for deal in found.deals)


async def test_decisions_are_reviewed_for_the_one_who_asks_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = await Stage.open("decisions", store=MemoryStore())
    night = await evening(stage, "stop_the_bus", "denexa", 1)
    while night.live.status in {"live", "paused"}:
        await night.go_on()
    (ann, _) = night.people
    assert ann.connection is not None
    table = ann.connection.table.id
    monkeypatch.setattr("prial.study.decisions.WORLDS", 10)
    review = await stage.house.review(table, 1, ann.person)
    found = REVIEWED.decode(review)
    assert all(len(deal.hands) == 2 and deal.declared and not deal.best for deal in found.deals)
    assert {deal.verdict for deal in found.deals} > {"lost"}
    assert await stage.house.review(table, 1, ann.person) is review
    strongest = REVIEWED.decode(await stage.house.review(table, 1, ann.person, against=Against.STRONGEST))
    assert [deal.declared for deal in strongest.deals] == [deal.declared for deal in found.deals]
    assert strongest.against == "Judged against players who play by the rule of thumb."
    assert await stage.house.review(table, 1, ann.person) is review


async def test_people_do_things_meanwhile_in_the_games_that_let_them() -> None:
    for name in ("brag", "stop_the_bus"):
        stage = await Stage.open(name)
        night = await evening(stage, name, next(iter(find(name).schema.presets)), 1)
        while night.live.status in {"live", "paused"} and not night.done:
            await night.go_on()
        assert night.done


class StandIns(StageBotWorkers):
    """The stand-in for people who are away; at Brag it folds."""

    async def choose(self, game: Game[Any, Any], view: View[Any], bot: str) -> Any:
        return stand_in(game).choose(view, game.choices(view), Random(bot))


async def brag_for_two(stage: Stage, preset: str, **options: str) -> Evening:
    """Two people at a fast table whose game has begun."""
    people = [await stage.guest("Ann"), await stage.guest("Ben")]
    rules: dict[str, str | int] = {"players": 2, **options}
    asked = TableRequest(game="brag", preset=preset, options=rules, clock="fast", public=True, bots=(None, None))
    table = await stage.house.create(people[0].person, asked)
    for person in people:
        await person.look(table)
    await people[1].do(said.Sit, seat=1)
    await people[0].do(said.Start)
    return Evening(stage, people, 0)


async def test_a_turn_of_two_decisions_has_one_clock() -> None:
    """A player who runs out of time with a card to put away has it put away and folds at once, and missed one turn, not two."""
    stage = await Stage.open("absent", bot_workers=StandIns(StageEntropy("absent")))
    night = await brag_for_two(stage, "four_card", blind="off")
    (absent,) = night.live.waiting
    await stage.clock.let_pass(31_000)
    assert night.live.state is not None
    assert [(each.seat, each.what) for each in night.live.state.public.did] == [(absent, "discard"), (absent, "fold")]
    assert [sitter.missed for sitter in night.live.seats] == [1 - absent, absent]
    assert night.live.deadline == stage.clock.now() + 29_000


async def test_a_bot_that_is_not_installed_any_more_is_stood_in_for() -> None:
    """The bot came from another package; the table at which it sat goes on."""
    game = find("stop_the_bus").make()
    seen = play(game, [RandomBot()] * game.seats, [1], most=1)[0]
    state = game.deal(seen, cast(Draw, cast(Chance, game.node(seen)).draw).sample(Random(1)))
    node = game.node(state)
    assert isinstance(node, Decision)
    known = view(state, node.seats[0])
    workers = BotWorkers(bytes)
    assert await workers.choose(game, known, "gone") in game.choices(known)
    workers.close()


async def test_who_buys_chips_at_the_own_turn_gains_no_time_and_makes_the_table_no_longer() -> None:
    """Otherwise a player could hold up a table for ever by buying single chips."""
    stage = await Stage.open("buys")
    night = await brag_for_two(stage, "house", rebuy="any_time")
    (buyer,) = night.live.waiting
    deadline = night.live.deadline
    for _ in range(3):
        await stage.clock.let_pass(5_000)
        await night.people[buyer].do(said.Act, key=night.live.key, seat=buyer, action="rebuy 7")
    assert night.live.state is not None
    assert [(each.seat, each.what, each.chips) for each in night.live.state.public.did] == [(buyer, "rebuy", 21)]
    assert night.live.waiting == (buyer,)
    assert night.live.deadline == deadline
    await stage.clock.let_pass(16_000)
    assert night.live.waiting != (buyer,)
