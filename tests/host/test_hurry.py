"""A player with nothing left to decide may have the rest of a game played fast: nobody waits for them, and bots don't pause."""

import pytest

from prial.host import messages as said
from tests.host.stage import Guest, MemoryStore, Stage
from tests.host.test_table import code, lay, live

PAUSE = 250
"""Milliseconds within which a fast bot has decided and another one hasn't."""


async def seated(people: int) -> tuple[Stage, list[Guest]]:
    """People at a game of four with bots in the other seats, and the cards dealt."""
    stage = await Stage.open(store=MemoryStore())
    guests = [await stage.guest(name) for name in ("Ann", "Ben")[:people]]
    bots = [*[None] * people, *["greedy"] * (4 - people)]
    table = await stage.table(guests[0], bots, public=True, start=False)
    for seat, guest in enumerate(guests):
        await guest.look(table)
        if seat:
            await guest.do(said.Sit, seat=seat)
    assert code(await guests[0].do(said.Start)) == ""
    await stage.clock.let_pass(0)
    return stage, guests


@pytest.mark.parametrize("fast", [False, True])
async def test_bots_pause_and_a_rest_waits_unless_everybody_wants_it_fast(fast: bool) -> None:
    stage, (ann,) = await seated(1)
    if fast:
        assert code(await ann.do(said.Hurry)) == ""
        assert ann.words[-1] == "Ann would like the rest played fast."
    await stage.clock.let_pass(2000)  # bots that are already thinking keep their time
    await lay(ann)
    assert (ann.scene.key == "1.2.arrange", ann.scene.rest is None) == (fast, fast)
    if fast:
        await stage.clock.let_pass(PAUSE)
        assert ann.scene.waiting == (0,)


async def test_all_people_have_to_want_it_and_who_leaves_does_not_count() -> None:
    stage, (ann, ben) = await seated(2)
    assert code(await ann.do(said.Hurry)) == ""
    assert code(await ann.do(said.Hurry)) == ""  # asking once is enough
    assert (ben.scene.hurry, live(ann).fast) == ((0,), False)
    for guest in (ann, ben):
        await lay(guest)
    await stage.clock.let_pass(10_000)
    rest = ben.scene.rest or ""  # the table waits only for Ben
    assert code(await ben.do(said.Ready, key=rest)) == ""
    assert ben.scene.rest != rest
    assert code(await ben.do(said.Leave)) == ""
    assert live(ann).fast


async def test_it_is_over_with_the_game() -> None:
    stage, (ann,) = await seated(1)
    await ann.do(said.Hurry)
    assert live(ann).fast
    await ann.do(said.Stop)
    await stage.clock.let_pass(0)
    assert (ann.scene.status, ann.scene.hurry) == ("over", ())
    assert code(await ann.do(said.Hurry)) == "table.not_started"
    assert code(await ann.do(said.Start)) == ""
    assert not live(ann).fast


async def test_it_is_the_players_to_say() -> None:
    stage, (ann,) = await seated(1)
    eve = await (await stage.guest("Eve")).look(ann.table_id)
    assert code(await eve.do(said.Hurry)) == "table.not_seated"
