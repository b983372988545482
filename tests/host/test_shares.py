"""Deals that people show to others: exactly what everybody at the table saw, under an address that nobody can guess."""

from collections.abc import Sequence

import msgspec
import pytest

from prial.errors import PrialError
from prial.host import messages as said
from prial.host.shares import Share, Shared
from tests.host.stage import Guest, Stage
from tests.host.test_replays import ALONE, SHORT, played
from tests.host.test_table import lay, play_on

SHARED = msgspec.json.Decoder(Shared)


async def why_not(stage: Stage, table: str, guest: Guest, deal: int = 1, number: int = 1) -> str:
    """The code with which a person is refused to share a deal; empty where that is allowed."""
    try:
        await stage.house.share(table, number, deal, guest.person)
    except PrialError as error:
        return error.refusal.code
    return ""


async def shown(stage: Stage, share: str) -> Shared | str:
    """The deal behind a share's address, or the code of its refusal."""
    try:
        return SHARED.decode(await stage.house.shared(share))
    except PrialError as error:
        return error.refusal.code


def told_to(guest: Guest) -> Sequence[said.Welcome | said.Update]:
    return [each for each in guest.got if isinstance(each, said.Welcome | said.Update)]


async def test_a_deal_of_a_running_game_is_shared_when_it_is_over() -> None:
    stage = await Stage.open()
    ann = await stage.guest("Ann")
    table = await stage.table(ann, ALONE, preset="nine_pot", options=SHORT, public=True)
    await ann.look(table)
    assert await why_not(stage, table, ann) == "share.playing"
    while ann.scene.rest is None:
        if ann.viewer in ann.scene.waiting:
            await lay(ann)
        await stage.clock.let_pass(2500)
    assert await why_not(stage, table, ann) == ""
    assert await why_not(stage, table, ann, deal=2) == "share.unknown"
    assert await why_not(stage, table, ann, number=2) == "share.unknown"


async def test_a_share_is_what_a_spectator_was_told_and_nothing_else() -> None:
    stage = await Stage.open()
    ann = await stage.guest("Ann")
    table = await stage.table(ann, ALONE, preset="nine_pot", options=SHORT, public=True)
    eve = await (await stage.guest("Eve")).look(table)
    await ann.look(table)
    await play_on(stage, [ann])
    heard = [msgspec.to_builtins(line) for each in told_to(eve) for line in each.lines]
    scenes = [msgspec.json.encode(each.scene) for each in told_to(eve)]
    found: list[Shared] = []
    for deal in (1, 2):
        share = await stage.house.share(table, 1, deal, ann.person)
        assert share == await stage.house.share(table, 1, deal, eve.person), "the same for everybody"
        one = await shown(stage, share)
        assert isinstance(one, Shared)
        found.append(one)
        assert one.deal == deal
        assert one.lines
        assert all(msgspec.to_builtins(line) in heard for line in one.lines)
        assert msgspec.json.encode(one.scene) in scenes
        assert one.table.invite is None
        assert not one.table.owner
    assert not {line.version for line in found[0].lines} & {line.version for line in found[1].lines if line.weight == "mark"}
    assert await shown(stage, await stage.house.share(table, 1, 2, ann.person)) == found[1]


async def test_nobody_comes_to_a_deal_by_the_share_of_another_or_by_guessing() -> None:
    stage = await Stage.open()
    ann, table = await played(stage)
    share = await stage.house.share(table, 1, 1, ann.person)
    mark = share.rpartition("~")[2]
    other = [f"{table}~1~2~{mark}", f"{table}~2~1~{mark}", f"{table}~1~1~{'A' * 22}", f"{table}~1~1~", f"x{share}", share + "A"]
    for text in [*other, "", ".", "~~~", "a~b~c~d", f"{table}~1~1", f"{table}~-1~1~{mark}", f"{table}~1~1~{mark}ü", "x~1~1~y"]:
        assert await shown(stage, text) == "share.unknown", text
    assert stage.house.tables[table].live.invite not in share


async def test_a_new_invitation_makes_the_shares_of_a_table_void() -> None:
    stage = await Stage.open()
    ann, table = await played(stage)
    share = await stage.house.share(table, 1, 1, ann.person)
    assert isinstance(await ann.do(said.Invite), said.Saved)
    assert await shown(stage, share) == "share.unknown"
    assert isinstance(await shown(stage, await stage.house.share(table, 1, 1, ann.person)), Shared)


async def test_deals_of_a_private_table_are_shared_by_those_who_played_them() -> None:
    stage = await Stage.open()
    ann, table = await played(stage, public=False)
    eve, sam = await stage.guest("Eve"), await stage.guest("Sam")
    await stage.house.join(eve.person, stage.house.tables[table].live.invite)
    assert [await why_not(stage, table, each) for each in (ann, eve, sam)] == ["", "replay.private", "table.private"]
    await ann.do(said.Start)
    assert await why_not(stage, table, eve, number=2) == "share.private"
    assert isinstance(await shown(stage, await stage.house.share(table, 1, 1, ann.person)), Shared), "for whoever has the link"


@pytest.mark.parametrize("text", ["t~1~2~m", "t~999999~1~m"])
def test_a_share_names_its_deal(text: str) -> None:
    table, number, deal, _ = text.split("~")
    assert Share.read(text) == Share(table, int(number), int(deal))
    assert Share.read(Share.read(text).written("code")).written("code") == Share.read(text).written("code")
    assert Share.read(text).written("code") != Share.read(text).written("other")


async def test_a_result_is_shared_once_its_game_is_over_and_holds_no_card() -> None:
    stage = await Stage.open()
    ann = await stage.guest("Ann")
    table = await stage.table(ann, ALONE, preset="nine_pot", options=SHORT, public=True)
    await ann.look(table)
    assert await why_not(stage, table, ann, deal=0) == "replay.playing"
    await play_on(stage, [ann])
    one = await shown(stage, await stage.house.share(table, 1, 0, ann.person))
    assert isinstance(one, Shared)
    assert (one.deal, one.lines, one.pictured, one.scene.view) == (0, (), (), None)
    assert one.scene.result == ann.scene.result is not None
    assert one.names == tuple([chair.name for chair in ann.scene.seats])
    assert one.table.invite is None


async def test_a_result_names_those_who_sat_there_when_the_game_ended() -> None:
    stage = await Stage.open()
    ann, table = await played(stage)
    before = await shown(stage, await stage.house.share(table, 1, 0, ann.person))
    assert isinstance(before, Shared)
    await ann.do(said.Leave)
    assert await shown(stage, await stage.house.share(table, 1, 0, ann.person)) == before
    assert "Ann" in before.names


async def test_a_private_result_is_shared_by_those_who_played() -> None:
    stage = await Stage.open()
    ann, table = await played(stage, public=False)
    eve = await stage.guest("Eve")
    await stage.house.join(eve.person, stage.house.tables[table].live.invite)
    assert [await why_not(stage, table, each, deal=0) for each in (ann, eve)] == ["", "replay.private"]
