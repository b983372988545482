"""Shared deals over HTTP: everybody with the link gets them, with a page that says what they are, and a picture."""

from pathlib import Path

import httpx2
import msgspec
import pytest

from prial.cards import parse
from prial.host.shares import Shared
from prial.server.allowance import Rate
from prial.server.app import make
from prial.server.heads import about
from prial.server.pages import Client
from prial.server.settings import Settings
from prial.server.sharing import _row, steps
from tests.host.stage import Stage
from tests.host.test_replays import played
from tests.server.conftest import FREELY, ORIGIN, browser
from tests.server.test_heads import PAGE, size_of, tags


@pytest.fixture
async def stage() -> Stage:
    return await Stage.open()


def client_of(stage: Stage, folder: Path, shares: Rate = FREELY.shares) -> httpx2.AsyncClient:
    (folder / "index.html").write_text(PAGE)
    settings = Settings(origins=(ORIGIN,), rates=msgspec.structs.replace(FREELY, shares=shares))
    return browser(make(stage.house, settings, client=Client(folder, ORIGIN, about)))


async def test_a_share_is_for_whoever_has_its_address(stage: Stage, tmp_path: Path) -> None:
    ann, table = await played(stage, public=False)
    client = client_of(stage, tmp_path)
    assert (await client.post(f"/api/tables/{table}/shares", json={"round": 1, "deal": 1})).status_code == 401
    share = await stage.house.share(table, 1, 1, ann.person)
    deal = (await client.get(f"/api/shares/{share}")).json()
    assert (deal["round"], deal["deal"], deal["table"]["invite"]) == (1, 1, None)
    told = tags((await client.get(f"/shared/{share}")).text)
    assert told["og:title"] == "A deal of Crash"
    assert "Ann" in told["og:description"]
    picture = await client.get(told["og:image"].removeprefix(ORIGIN))
    assert picture.headers["content-type"] == "image/png"
    assert size_of(picture.content) == (1200, 630)
    invite = stage.house.tables[table].live.invite
    for answer in (picture.content, (await client.get(f"/api/shares/{share}")).content):
        assert invite.encode() not in answer


async def test_what_is_not_shared_is_nowhere(stage: Stage, tmp_path: Path) -> None:
    _, table = await played(stage)
    client = client_of(stage, tmp_path)
    for text in (f"{table}~1~1~{'A' * 22}", "nothing", "x" * 99):
        assert (await client.get(f"/api/shares/{text}")).json()["code"] == "share.unknown"
        assert (await client.get(f"/api/shares/{text}/picture.png")).status_code == 404
        assert (await client.get(f"/shared/{text}")).text == PAGE
    assert (await client.get(f"/api/shares/{'x' * 101}")).status_code == 422


async def test_one_person_shares_so_many_deals(stage: Stage, tmp_path: Path) -> None:
    _, table = await played(stage)
    client = client_of(stage, tmp_path, Rate(2, 1000))
    await client.post("/api/me", json={"name": "Eve"})
    body = {"round": 1, "deal": 1}
    found = [(await client.post(f"/api/tables/{table}/shares", json=body)).status_code for _ in range(3)]
    assert found == [201, 201, 429]
    assert (await client.post(f"/api/tables/{table}/shares", json={"round": 0, "deal": 1})).status_code == 422


async def test_a_result_has_a_page_and_a_podium(stage: Stage, tmp_path: Path) -> None:
    ann, table = await played(stage)
    client = client_of(stage, tmp_path)
    share = await stage.house.share(table, 1, 0, ann.person)
    told = tags((await client.get(f"/shared/{share}")).text)
    assert told["og:title"] == "A game of Crash"
    picture = await client.get(told["og:image"].removeprefix(ORIGIN))
    assert size_of(picture.content) == (1200, 630)
    result = msgspec.json.decode(await stage.house.shared(share), type=Shared)
    ended = result.scene.result
    assert ended is not None
    found = steps(result)
    assert [step.place for step in found] == sorted({place for place in ended.places if place <= 3})
    assert sorted(person.name for step in found for person in step.people) == sorted(
        name for name, place in zip(result.names, ended.places, strict=True) if place <= 3
    )
    await client.post("/api/me", json={"name": "Eve"})
    answer = await client.post(f"/api/tables/{table}/shares", json={"round": 1, "deal": None})
    assert (answer.status_code, answer.json()["id"]) == (201, share)


def test_the_cards_of_a_line_stand_beside_it() -> None:
    assert _row("Andy shows KsKd4h: pair of kings.", "") == (row := _row("Andy shows: pair of kings.", "KsKd4h"))
    assert row.cards == parse("KsKd4h")
    assert _row("As he likes", "").cards == ()
    assert _row("Ann AsAs", "").cards == ()
