"""Tables over HTTP."""

import io

import httpx2
import segno
from fastapi import FastAPI
from starlette.routing import Route

from prial.host.house import House
from prial.server.allowance import Rate
from prial.server.app import make
from prial.server.settings import Settings
from tests.server.conftest import FREELY, ORIGIN, browser

NEW = {"game": "crash", "bots": [None, "sharp", "greedy", "random"]}


async def made(client: httpx2.AsyncClient, **asked: object) -> str:
    await client.post("/api/me", json={"name": "Bea"})
    answer = await client.post("/api/tables", json={**NEW, **asked})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def test_a_strangers_table_is_refused(client: httpx2.AsyncClient) -> None:
    answer = await client.post("/api/tables", json=NEW)
    assert (answer.status_code, answer.json()["code"]) == (401, "me.unknown")


async def test_a_table_is_set_up_and_found(app: FastAPI) -> None:
    async with browser(app) as bea, browser(app) as cal:
        table = await made(bea, public=True, title="The Bell", clock="fast", bots=[None, "sharp"])
        assert [each["id"] for each in (await bea.get("/api/tables")).json()["mine"]] == [table]
        listed = (await cal.get("/api/tables")).json()
        assert [each["id"] for each in listed["open"]] == [table]
        found = (await cal.get(f"/api/tables/{table}")).json()
        assert found["title"] == "The Bell"
        assert found["about"]["clock"] == "fast"
        assert found["about"]["invite"] is None
        assert [seat["kind"] for seat in found["seats"]] == ["person", "bot", "open", "open"]


async def test_rules_and_bots_that_dont_exist_are_refused(client: httpx2.AsyncClient) -> None:
    await client.post("/api/me", json={"name": "Bea"})
    cases: list[tuple[dict[str, object], int, str]] = [
        ({"game": "whist"}, 404, "game.unknown"),
        ({"preset": "nowhere"}, 422, "rules.unknown_preset"),
        ({"bots": [None, "genius"]}, 422, "bot.unknown"),
        ({"bots": [None, "cmd:true"]}, 422, "bot.unknown"),
        ({"bots": [None] * 9}, 422, "table.seats"),
        ({"bots": [None], "start": True}, 422, "table.empty"),
        ({"clock": "sundial"}, 422, "table.clock"),
        ({"away_s": 9}, 422, "request.malformed"),
        ({"away_s": 601}, 422, "request.malformed"),
        ({"public": "yes"}, 422, "request.malformed"),
        ({"title": "x" * 61}, 422, "request.malformed"),
    ]
    for asked, status, code in cases:
        answer = await client.post("/api/tables", json={**NEW, **asked})
        assert (answer.status_code, answer.json()["code"]) == (status, code), asked


async def test_a_private_table_opens_by_its_link_only(app: FastAPI) -> None:
    async with browser(app) as bea, browser(app) as cal:
        table = await made(bea)
        code = (await bea.get(f"/api/tables/{table}")).json()["about"]["invite"]
        assert len(code) >= 22  # 128 bits
        await cal.post("/api/me", json={"name": "Cal"})
        for path in ("", "/rules", "/qr.svg", "/replay/1", "/review/1"):
            answer = await cal.get(f"/api/tables/{table}{path}")
            assert (answer.status_code, answer.json()["code"]) == (403, "table.private"), path
        assert (await cal.get("/api/tables")).json() == {"open": [], "live": [], "mine": []}
        assert (await cal.post("/api/join", json={"invite": "nonsense"})).status_code == 404
        assert (await cal.post("/api/join", json={"invite": code})).json() == {"id": table}
        assert (await cal.get(f"/api/tables/{table}")).status_code == 200


async def test_the_rules_in_force_are_a_page(client: httpx2.AsyncClient) -> None:
    table = await made(client, preset="pub", options={"target": 15}, title="<script>alert(1)</script> [x](http://x)")
    page = (await client.get(f"/api/tables/{table}/rules")).json()
    assert page["title"] == "<script>alert(1)</script> [x](http://x)"  # unchanged: it is shown as text, never as HTML
    assert "15" in page["html"]
    assert "<script" not in page["html"]
    assert "<a " not in page["html"]


async def test_the_invitation_is_a_qr_code(client: httpx2.AsyncClient) -> None:
    table = await made(client)
    answer = await client.get(f"/api/tables/{table}/qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")
    assert "style=" not in answer.text


async def test_what_isnt_there_is_not_found(client: httpx2.AsyncClient) -> None:
    await client.post("/api/me", json={"name": "Bea"})
    assert (await client.get("/api/tables/nowhere")).status_code == 404
    table = await made(client)
    answer = await client.get(f"/api/tables/{table}/replay/1")
    assert (answer.status_code, answer.json()["code"]) == (404, "replay.unknown")
    assert (await client.get(f"/api/tables/{table}/replay/0")).status_code == 422
    assert (await client.get(f"/api/tables/{table}/replay/{'9' * 5000}")).status_code == 422
    assert (await client.get(f"/api/tables/{table}/replay/x")).status_code == 422


async def test_a_game_in_play_is_not_replayed(client: httpx2.AsyncClient) -> None:
    table = await made(client, start=True)
    for what in ("replay", "review"):
        answer = await client.get(f"/api/tables/{table}/{what}/1")
        assert (answer.status_code, answer.json()["code"]) == (409, "replay.playing"), what


async def test_new_tables_are_limited_by_address(house: House) -> None:
    app = make(house, Settings(origins=(ORIGIN,), rates=FREELY.__class__(tables=Rate(1, 60), calls=FREELY.calls)))
    async with browser(app) as client:
        await made(client)
        answer = await client.post("/api/tables", json=NEW)
        assert (answer.status_code, answer.json()["code"]) == (429, "limit.tables")


async def test_an_invitation_stands_in_no_address_that_is_sent(app: FastAPI) -> None:
    """Servers and proxies log paths and queries; the part after # isn't sent."""
    templates = [route.path for route in app.routes if isinstance(route, Route)]
    assert templates
    assert not [path for path in templates if "{code}" in path or "{invite}" in path]
    async with browser(app) as bea:
        table = await made(bea)
        code = (await bea.get(f"/api/tables/{table}")).json()["about"]["invite"]
        drawn = (await bea.get(f"/api/tables/{table}/qr.svg")).content
        wanted = io.BytesIO()
        segno.make(f"{ORIGIN}/t/{table}#{code}", micro=False).save(
            wanted, kind="svg", scale=8, border=4, light="#fff", xmldecl=False
        )
        assert drawn == wanted.getvalue()
