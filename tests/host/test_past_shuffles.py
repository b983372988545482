"""A person who forgot the messages, or wasn't there, can ask for a table's shuffles and check them all."""

import msgspec
import pytest

from prial.fair.transcript import Shuffle, Transcript, read, verify
from prial.host import messages as said
from tests.host.stage import MemoryStore, Stage
from tests.host.test_fairness import deal, seated
from tests.host.test_table import live
from tests.host.turning import Turner, turn


async def asked(stage: Stage, turner: Turner) -> Transcript:
    """The house's answer to a person who asks for all shuffles."""
    return read(await stage.house.shuffles(turner.guest.table_id, turner.guest.person))


def without_own(shuffle: Shuffle) -> Shuffle:
    """The transcript without the client's own numbers, which only the client knows, and with proofs in a fixed order."""
    return msgspec.structs.replace(shuffle, mine=None, proofs=tuple(sorted(shuffle.proofs)))


async def test_what_is_asked_for_is_what_was_told() -> None:
    store = MemoryStore()
    stage = await Stage.open(store=store)
    turners = await seated(stage, open_decks=True)
    turners[3].silent = True  # so that a shuffle is void
    eve = Turner(await (await stage.guest("Eve")).look(turners[0].guest.table_id))
    await turners[0].guest.do(said.Start)
    await turn(*turners, eve)
    await stage.clock.let_pass(2500)
    await deal(stage, turners, 2)
    for over in (False, True):
        for turner in (*turners, eve):
            if over and turner is not eve:
                await turner.guest.do(said.Stop)
        await turn(*turners, eve)
        for turner in (*turners, eve):
            turner.hear()
            found = await asked(stage, turner)
            assert list(map(without_own, found.shuffles)) == list(map(without_own, turner.shuffles))
            assert (found.seat, found.open) == (turner.guest.viewer, True)
            assert [each.opened for each in verify(found)] == [True, over, over]
    again = await Stage.open("another chance", store, stage.clock)  # nothing depends on the house's memory
    assert list(map(without_own, (await asked(again, turners[0])).shuffles)) == list(map(without_own, turners[0].shuffles))


async def test_a_stranger_is_told_what_was_shown_and_nobody_a_hand_that_was_not() -> None:
    stage = await Stage.open()
    turners = await seated(stage, 3)
    await turners[0].guest.do(said.Start)
    await turn(*turners)
    await deal(stage, turners, 1)
    await turners[0].guest.do(said.Ready, key=turners[0].guest.scene.rest)
    late = Turner(await (await stage.guest("Eve")).look(turners[0].guest.table_id))
    own, *others = [set(turner.shuffles[0].proofs) for turner in turners]
    (found,) = (await asked(stage, late)).shuffles
    assert set(found.proofs) == own.intersection(*others)  # cards that everybody has seen
    assert all(not draw.mine for draw in found.draws)


async def test_games_of_a_private_table_are_told_to_those_who_played_them() -> None:
    stage = await Stage.open()
    turners = await seated(stage, public=False)
    for _ in range(2):
        await turners[0].guest.do(said.Start)
        await turn(*turners)
        for turner in turners:
            await turner.guest.do(said.Stop)
        await turn(*turners)
    assert live(turners[0].guest).round == 2
    eve = await stage.guest("Eve")
    await stage.house.join(eve.person, live(turners[0].guest).invite)
    late = Turner(await eve.look(turners[0].guest.table_id))
    assert [each.bound.shuffle for each in (await asked(stage, turners[1])).shuffles] == [1, 2]
    assert [each.bound.shuffle for each in (await asked(stage, late)).shuffles] == [2]


async def test_a_stranger_to_a_private_table_is_told_nothing() -> None:
    stage = await Stage.open()
    turners = await seated(stage, public=False)
    await turners[0].guest.do(said.Start)
    eve = await stage.guest("Eve")
    with pytest.raises(Exception, match="private"):
        await stage.house.shuffles(turners[0].guest.table_id, eve.person)
