"""Guests: who they are, and how they are recognised."""

import asyncio
from collections.abc import Awaitable, Callable
from http.cookies import SimpleCookie
from typing import Any

import httpx2
import pytest
from fastapi import FastAPI

from prial.host.audience import Connection
from prial.host.house import House
from prial.host.table_request import TableRequest
from prial.server.allowance import Rate
from prial.server.app import make
from prial.server.settings import Settings
from tests.server.conftest import FREELY, ORIGIN, Open, browser, hear, say


async def test_a_stranger_is_nobody(client: httpx2.AsyncClient) -> None:
    answer = await client.get("/api/me")
    assert (answer.status_code, answer.json()["code"]) == (401, "me.unknown")


async def test_a_guest_is_known_by_a_cookie_and_may_be_renamed(client: httpx2.AsyncClient) -> None:
    first = (await client.post("/api/me", json={"name": "Bea"})).json()
    assert (await client.get("/api/me")).json() == first
    assert set(first) == {"id", "name"}
    renamed = (await client.post("/api/me", json={"name": "Beatrice"})).json()
    assert renamed == {"id": first["id"], "name": "Beatrice"}
    assert (await client.get("/api/me")).json() == renamed


@pytest.mark.parametrize(
    ("base", "name", "secure"), [("https://testserver", "__Host-prial", True), ("http://testserver", "prial", False)]
)
async def test_the_cookie_is_bound_to_the_host_where_the_line_is_safe(house: House, base: str, name: str, secure: bool) -> None:
    app = make(house, Settings(origins=(base,), rates=FREELY))
    async with browser(app, base) as client:
        answer = await client.post("/api/me", json={"name": "Bea"})
        cookie = SimpleCookie(answer.headers["set-cookie"])[name]
        assert cookie["httponly"]
        assert cookie["samesite"] == "lax"
        assert cookie["path"] == "/"
        assert not cookie["domain"]
        assert bool(cookie["secure"]) is secure
        assert (await client.get("/api/me")).status_code == 200


async def test_the_other_cookie_opens_nothing(house: House) -> None:
    _, token = await house.people.guest("Bea")
    app = make(house, Settings(origins=(ORIGIN, "https://testserver"), rates=FREELY))
    for base, name in (("https://testserver", "prial"), ("http://testserver", "__Host-prial")):
        async with browser(app, base) as client:
            assert (await client.get("/api/me", headers={"cookie": f"{name}={token}"})).status_code == 401


async def test_a_program_gets_a_token_and_no_cookie(app: FastAPI) -> None:
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url=ORIGIN) as client:
        answer = await client.post("/api/me?token=true", json={"name": "Robin"})
        assert "set-cookie" not in answer.headers
        token = answer.json()["token"]
        assert len(token) >= 43  # 256 bits
        known = await client.get("/api/me", headers={"authorization": f"Bearer {token}"})
        assert known.json() == {"id": answer.json()["id"], "name": "Robin"}
        renamed = await client.post("/api/me", json={"name": "Rob"}, headers={"authorization": f"Bearer {token}"})
        assert renamed.json()["name"] == "Rob"
        assert "set-cookie" not in renamed.headers


@pytest.mark.parametrize("name", ["", " ", "x" * 25, "x" * 500, "a\nb\x00", "\x1b[2J", "\ud800", 7, None, ["Bea"]])
async def test_a_name_can_be_shown(client: httpx2.AsyncClient, name: object) -> None:
    content = b'{"name": "\\ud800"}' if name == "\ud800" else None
    answer = await (
        client.post("/api/me", content=content, headers={"content-type": "application/json"})
        if content
        else client.post("/api/me", json={"name": name})
    )
    assert answer.status_code == 422
    assert answer.json()["code"] in {"person.name", "request.malformed"}


@pytest.mark.parametrize("token", ["", "x", "x" * 100_000, "é", "a b", "\\", "../.."])
async def test_a_false_token_opens_nothing(client: httpx2.AsyncClient, token: str) -> None:
    answer = await client.get("/api/me", headers={b"authorization": b"Bearer " + token.encode()})
    assert answer.status_code == 401


async def test_new_guests_are_limited_by_address(house: House) -> None:
    rates = FREELY.__class__(guests=Rate(2, 60), calls=FREELY.calls)
    app = make(house, Settings(origins=(ORIGIN,), rates=rates))
    for _ in range(2):
        async with browser(app) as client:
            assert (await client.post("/api/me", json={"name": "Bea"})).status_code == 200
            assert (await client.post("/api/me", json={"name": "Cal"})).status_code == 200  # a new name doesn't make a new guest
    async with browser(app) as client:
        answer = await client.post("/api/me", json={"name": "Dot"})
        assert (answer.status_code, answer.json()["code"]) == (429, "limit.guests")
    async with browser(app, client=("192.0.2.8", 1)) as elsewhere:
        assert (await elsewhere.post("/api/me", json={"name": "Dot"})).status_code == 200


async def test_calls_are_limited_by_address_and_by_the_network_of_an_ipv6_one(house: House) -> None:
    app = make(house, Settings(origins=(ORIGIN,), rates=FREELY.__class__(calls=Rate(2, 60))))
    for last in range(3):
        async with browser(app, client=(f"2001:db8:1:2::{last}", 1)) as client:
            answer = await client.get("/api/games")
            assert answer.status_code == (200 if last < 2 else 429)
            assert (await client.get("/healthz")).status_code == 200
    async with browser(app, client=("2001:db8:1:3::1", 1)) as neighbour:
        assert (await neighbour.get("/api/games")).status_code == 200


async def known(client: httpx2.AsyncClient, token: str) -> bool:
    return (await client.get("/api/me", headers={"authorization": f"Bearer {token}"})).status_code == 200


async def test_a_cookie_is_renewed_when_its_rights_change_and_the_old_one_ends(app: FastAPI, house: House) -> None:
    async with browser(app) as client, browser(app) as other:
        await client.post("/api/me", json={"name": "Bea"})
        maker, _ = await house.people.guest("Cal")
        later: list[Callable[[], None]] = []
        table = await house.create(maker, TableRequest(game="crash", clock="none"))
        code = await house.invitation(table, maker)
        changes: tuple[Callable[[], Awaitable[httpx2.Response]], ...] = (
            lambda: client.post("/api/me", json={"name": "Beatrice"}),
            lambda: client.post("/api/join", json={"invite": code}),
        )
        for change in changes:
            old = client.cookies["prial"]
            assert (await change()).status_code == 200
            new = client.cookies["prial"]
            assert new != old
            assert await known(other, old)  # the old token stays valid, since the answer may have been lost
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(house.people.tokens._clock, "at", lambda _when, call: later.append(call), raising=False)
                assert await known(other, new)
                assert await known(other, new)
            assert await known(other, old)  # a request with the old token may still be on its way
            later.pop()()
            assert not later
            assert house.people.tokens._voiding is not None
            await house.people.tokens._voiding
            assert not await known(other, old)
            assert await known(other, new)


async def test_a_program_keeps_its_token(app: FastAPI, house: House) -> None:
    _, token = await house.people.guest("Robin")
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url=ORIGIN) as client:
        answer = await client.post("/api/me", json={"name": "Rob"}, headers={"authorization": f"Bearer {token}"})
        assert set(answer.json()) == {"id", "name"}
        assert await known(client, token)


async def test_who_signs_out_is_nobody_and_others_stay(app: FastAPI, house: House) -> None:
    async with browser(app) as client, browser(app) as other:
        for each in (client, other):
            await each.post("/api/me", json={"name": "Bea"})
        token = client.cookies["prial"]
        answer = await client.delete("/api/me")
        assert answer.status_code == 200
        assert SimpleCookie(answer.headers["set-cookie"])["prial"]["max-age"] == "0"
        assert "prial" not in client.cookies
        assert not await known(client, token)
        assert (await client.get("/api/me")).status_code == 401
        assert (await client.delete("/api/me")).status_code == 401
        assert (await other.get("/api/me")).status_code == 200
        assert (await other.delete("/api/me", headers={"origin": "http://evil.example"})).status_code == 403
        assert (await other.get("/api/me")).status_code == 200


async def test_all_tokens_of_a_person_are_voided_but_for_a_new_one(app: FastAPI, house: House) -> None:
    person, stolen = await house.people.guest("Bea")
    _, stranger = await house.people.guest("Cal")
    async with browser(app) as client:
        client.cookies.set("prial", await house.people.tokens.new(person))
        old = client.cookies["prial"]
        answer = await client.delete("/api/me/tokens")
        assert answer.json() == {"id": person.id, "name": "Bea"}
        new = SimpleCookie(answer.headers["set-cookie"])["prial"].value
        assert [await known(client, token) for token in (stolen, old, new, stranger)] == [False, False, True, True]
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url=ORIGIN) as program:
        answer = await program.delete("/api/me/tokens", headers={"authorization": f"Bearer {new}"})
        assert "set-cookie" not in answer.headers
        assert [await known(program, token) for token in (new, answer.json()["token"])] == [False, True]


async def test_sockets_of_voided_tokens_are_closed(serve: Open) -> None:
    async with serve() as served:
        person, token = await served.house.people.guest("Bea")
        other = await served.house.people.tokens.new(person)
        table = await served.table(token)
        async with served.socket(table, token) as one, served.socket(table, other) as two, served.http() as http:
            for line in (one, two):
                await say(line, do="hello")
                await hear(line, "welcome")
            headers = {"authorization": f"Bearer {token}"}
            new = (await http.delete("/api/me/tokens", headers=headers)).json()["token"]
            assert (await hear(two, "bye"))["code"] == "me.signed_out"
            await say(one, do="ping")
            await hear(one, "pong")
            await http.delete("/api/me", headers={"authorization": f"Bearer {new}"})
            bye = await hear(one, "bye")
            assert (bye["code"], bye["again"]) == ("me.signed_out", False)


@pytest.mark.parametrize("where", ["/api/me", "/api/me/tokens"])
async def test_a_socket_that_opens_while_its_person_signs_out_is_closed(
    serve: Open, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    async with serve() as served:
        person, token = await served.house.people.guest("Bea")
        other = await served.house.people.tokens.new(person)
        table = await served.table(token)
        coming, signed_out, connect = asyncio.Event(), asyncio.Event(), served.house.connect

        async def slow(*given: Any) -> Connection:
            coming.set()
            await signed_out.wait()
            return await connect(*given)

        monkeypatch.setattr(served.house, "connect", slow)
        async with served.socket(table, other) as line, served.http() as http:
            await coming.wait()
            answer = await http.delete(where, headers={"authorization": f"Bearer {other if where == '/api/me' else token}"})
            assert answer.status_code == 200
            signed_out.set()
            bye = await hear(line, "bye", "welcome")
            assert (bye["is"], bye.get("code"), bye.get("again")) == ("bye", "me.signed_out", True)
        assert not served.app.state.context.lines
