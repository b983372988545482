"""Guests: who they are, and what they are known by."""

from http.cookies import SimpleCookie

import httpx2
import pytest
from fastapi import FastAPI

from prial.host.house import House
from prial.server.allowance import Rate
from prial.server.app import make
from prial.server.settings import Settings
from tests.server.conftest import FREELY, ORIGIN, browser


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
            assert (await client.post("/api/me", json={"name": "Cal"})).status_code == 200  # a name is no new guest
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
