"""A table from its setting up to its end: who may do what, and what everybody is told."""

from prial.host import messages as said
from tests.host.stage import Guest, Stage


async def lay(guest: Guest) -> said.Saved | said.Refused:
    """Lay what is suggested."""
    assert guest.connection is not None
    scene = guest.scene
    assert scene.key is not None
    assert guest.viewer is not None
    await guest.connection.command(said.Suggest(id=f"s{len(guest.raw)}", key=scene.key))
    found = next(m for m in reversed(guest.got) if isinstance(m, said.Suggested))
    return await guest.do(said.Act, key=scene.key, seat=guest.viewer, action=found.suggestions[0].action)


async def test_one_person_and_three_bots_play_a_game_to_its_end() -> None:
    stage = await Stage.open()
    ann = await stage.guest("Ann")
    await ann.look(await stage.table(ann))
    while ann.scene.status == "live":
        if ann.scene.rest is not None:
            assert isinstance(await ann.do(said.Ready, key=ann.scene.rest), said.Saved)
        elif ann.scene.mine is None:
            assert isinstance(await lay(ann), said.Saved)
        await stage.clock.let_pass(5000)
    assert ann.scene.status == "over"
    assert max(ann.scene.result["scores"]) >= 7
    versions = [m.version for m in ann.got if isinstance(m, said.Update)]
    assert versions == list(range(versions[0], versions[0] + len(versions)))
    table = ann.connection.table.id  # type: ignore[union-attr]
    replay = await stage.house.replay(table, 1, ann.person)
    assert replay.viewer == 0
    review = await stage.house.review(table, 1, ann.person)
    assert len(review.deals) >= 2
    await stage.house.close()
