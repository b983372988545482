"""Every game of the house at a live table: people do whatever they may, at their turn and meanwhile, and nothing goes wrong."""

from random import Random
from typing import Any

import pytest

from prial.core.game import Decision, view
from prial.core.record import replay
from prial.core.registry import find
from prial.core.step import Step
from prial.errors import Refusal
from prial.host import entries as log
from prial.host import messages as said
from prial.host.live import Live, fold_all
from prial.host.looking_back import record_of
from prial.host.wish import Wish
from prial.testing.play import meanwhile
from tests.host.stage import Guest, MemoryStore, Stage
from tests.testing.games import GAMES

TABLES = [*[(name, next(iter(find(name).schema.presets))) for name in GAMES], ("brag", "pagat"), ("stop_the_bus", "pub")]


class Evening:
    """A table with two people and bots, where anything may happen that people do."""

    def __init__(self, stage: Stage, people: list[Guest], seed: int) -> None:
        self.stage, self.people, self.rng = stage, people, Random(seed)
        self.done = 0
        """Actions that nothing waited for."""

    @property
    def live(self) -> Live:
        connection = self.people[0].connection
        assert connection is not None
        return connection.table.live

    async def go_on(self) -> None:
        """One thing that somebody does, or some time."""
        live, rng = self.live, self.rng
        person = rng.choice(self.people)
        seat = person.viewer
        assert seat is not None
        if live.rest is not None:
            await person.do(said.Ready, key=live.rest)
        elif (
            live.status == "live"
            and isinstance(live.node, Decision)
            and seat in {*live.waiting, *meanwhile(live.node)}
            and rng.random() < 0.7
        ):
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
    """Two people and bots at a table, and the game begun."""
    people = [await stage.guest("Ann"), await stage.guest("Ben")]
    kind = find(name)
    options = dict(GAMES[name].short)
    seats = kind.make(options, preset).seats
    bots = (None, None, *["random"] * (seats - 2))
    wish = Wish(game=name, preset=preset, options=options, clock="fast", public=True, bots=bots)
    table = await stage.house.create(people[0].person, wish)
    for person in people:
        await person.look(table)
    await people[1].do(said.Sit, seat=1)
    await people[0].do(said.Start)
    return Evening(stage, people, seed)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("name", "preset"), TABLES)
async def test_a_game_is_played_to_its_end_whatever_people_may_do(name: str, preset: str, seed: int) -> None:
    stage = await Stage.open(f"{name} {seed}", store=MemoryStore())
    night = await evening(stage, name, preset, seed)
    while night.live.status in {"live", "paused"}:
        await night.go_on()
    assert night.live.status == "over", night.live.status
    table = night.people[0].connection.table.id  # type: ignore[union-attr]  # she looks at it
    rows = await stage.house.store.log(table)
    history = fold_all([(log.DECODER.decode(row.entry), row.at) for row in rows])
    assert history[-1].after.state == night.live.state
    moves: list[Any] = [move.done for move in replay(night.live.game, record_of(history).moves)]
    assert not [done for done in moves if isinstance(done, Refusal)]
    assert isinstance(moves[-1], Step)
    assert moves[-1].state == night.live.state


async def test_people_do_things_meanwhile_in_the_games_that_let_them() -> None:
    for name in ("brag", "stop_the_bus"):
        stage = await Stage.open(name)
        night = await evening(stage, name, next(iter(find(name).schema.presets)), 1)
        while night.live.status in {"live", "paused"} and not night.done:
            await night.go_on()
        assert night.done


async def test_a_turn_of_two_decisions_has_one_clock() -> None:
    """Whoever runs out of time with a card to put away has it put away and folds at once, and has missed one turn, not two."""
    stage = await Stage.open("absent")
    people = [await stage.guest("Ann"), await stage.guest("Ben")]
    options: dict[str, str | int] = {"players": 2, "blind": "off"}
    wish = Wish(game="brag", preset="four_card", options=options, clock="fast", public=True, bots=(None, None))
    table = await stage.house.create(people[0].person, wish)
    for person in people:
        await person.look(table)
    await people[1].do(said.Sit, seat=1)
    await people[0].do(said.Start)
    night = Evening(stage, people, 0)
    (absent,) = night.live.waiting
    await stage.clock.let_pass(31_000)
    assert night.live.state is not None
    assert [(each.seat, each.what) for each in night.live.state.public.did] == [(absent, "discard"), (absent, "fold")]
    assert [sitter.missed for sitter in night.live.seats] == [1 - absent, absent]
    assert night.live.deadline == stage.clock.now() + 29_000
