"""The checks before every request: origins, sizes, headers, and errors that reveal nothing."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress

import httpx2
import pytest
from fastapi import FastAPI
from starlette.routing import Route

from prial.host.house import House
from prial.server import guard
from prial.server.allowance import Rate
from prial.server.app import make
from prial.server.guard import MOST_BODY, MOST_DRAINED
from prial.server.settings import Settings, origins_of
from tests.server.conftest import FREELY, ORIGIN, Open, Served, browser

PATHS = ["/", "/t/abc", "/api/games", "/api/me", "/api/nowhere", "/healthz", "/metrics", "/nowhere.js", "/api/openapi.json"]


@pytest.mark.parametrize("path", PATHS)
async def test_every_answer_carries_the_policies(client: httpx2.AsyncClient, path: str) -> None:
    headers = (await client.get(path)).headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["frame-ancestors"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert policy["style-src"] == "'self'"
    assert "unsafe" not in headers["content-security-policy"]
    assert "*" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "camera=()" in headers["permissions-policy"]
    assert "server" not in headers


@pytest.mark.parametrize("path", ["/api/games", "/api/me", "/api/tables", "/api/nowhere", "/healthz", "/metrics"])
async def test_nothing_of_the_api_is_kept(client: httpx2.AsyncClient, path: str) -> None:
    assert (await client.get(path)).headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://testserver", "http://testserver:80", "http://testserver.evil.example", ""]
)
async def test_a_page_from_elsewhere_may_not_act(app: FastAPI, origin: str) -> None:
    async with browser(app) as client:
        await client.post("/api/me", json={"name": "Bea"})
        answer = await client.post("/api/me", json={"name": "Eve"}, headers={"origin": origin})
        assert (answer.status_code, answer.json()["code"]) == (403, "request.origin")
        assert (await client.get("/api/me")).json()["name"] == "Bea"


async def test_a_cookie_without_an_origin_may_not_act(app: FastAPI, house: House) -> None:
    _, token = await house.people.guest("Bea")
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url=ORIGIN) as client:
        answer = await client.post("/api/me", json={"name": "Eve"}, headers={"cookie": f"prial={token}"})
        assert (answer.status_code, answer.json()["code"]) == (403, "request.no_origin")
        bearer = await client.post("/api/me", json={"name": "Bee"}, headers={"authorization": f"Bearer {token}"})
        assert bearer.status_code == 200


async def test_nobody_may_read_across_origins(client: httpx2.AsyncClient) -> None:
    answer = await client.get("/api/games", headers={"origin": "http://evil.example"})
    assert not [name for name in answer.headers if name.startswith("access-control")]
    options = await client.options("/api/me", headers={"access-control-request-method": "POST"})
    assert options.status_code == 405


async def test_a_long_body_is_not_read(client: httpx2.AsyncClient) -> None:
    async def endless() -> AsyncIterator[bytes]:
        for _ in range(1000):
            yield b" " * 1024

    answer = await client.post("/api/me", content=b" " * (MOST_BODY + 1))
    assert (answer.status_code, answer.json()["code"]) == (413, "request.too_long")
    answer = await client.post("/api/me", content=endless())
    assert answer.status_code == 413
    for length in ("-1", "x", "9" * 400, str(MOST_BODY + 1)):
        answer = await client.post("/api/me", content=b"{}", headers={"content-length": length})
        assert answer.status_code == 413, length


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 8000, b'{"name": ' + b"9" * 5000 + b"}", b'{"name": NaN}']
)
async def test_a_body_that_is_none_is_refused(client: httpx2.AsyncClient, body: bytes) -> None:
    answer = await client.post("/api/me", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 422
    assert answer.json()["code"] == "request.malformed"


async def test_addresses_and_methods_that_dont_exist_are_refused_in_json(client: httpx2.AsyncClient) -> None:
    assert (await client.get("/api/nowhere")).json()["code"] == "request.unknown"
    answer = await client.delete("/api/tables")
    assert (answer.status_code, answer.json()["code"]) == (405, "request.method")
    assert (await client.post("/t/abc")).status_code == 405


async def test_a_fault_says_nothing_of_itself(app: FastAPI, capsys: pytest.CaptureFixture[str]) -> None:
    async def broken(_: object) -> None:
        raise ValueError("AsKsQs of somebody's hand")

    app.router.routes.insert(0, Route("/broken", broken))
    async with browser(app) as client:
        answer = await client.get("/broken")
    assert (answer.status_code, answer.json()["code"]) == (500, "server.fault")
    printed = "".join(capsys.readouterr())
    assert "AsKs" not in answer.text + printed
    assert "ValueError" in printed
    assert "test_guard.py" in printed


@contextmanager
def known_as(house: House, *proxies: str) -> Iterator[FastAPI]:
    yield make(house, Settings(origins=("https://cards.example",), proxies=proxies, rates=FREELY))


async def test_forwarded_headers_are_believed_from_the_proxy_only(house: House) -> None:
    forwarded = {"x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.9", "origin": "https://cards.example"}
    for proxies, cookie in (((), "prial="), (("192.0.2.0/24",), "__Host-prial="), (("198.51.100.1",), "prial=")):
        with known_as(house, *proxies) as app:
            async with browser(app, "http://inside") as client:
                answer = await client.post("/api/me", json={"name": "Bea"}, headers=forwarded)
                assert answer.headers["set-cookie"].startswith(cookie), proxies


def test_the_origins_of_a_server_are_exact() -> None:
    assert origins_of("127.0.0.1", 8080, secure=False) == (
        "http://localhost:8080",
        "http://127.0.0.1:8080",
        "http://[::1]:8080",
    )
    assert origins_of("0.0.0.0", 443, secure=True, names=("192.0.2.4", "Den"))[:2] == ("https://192.0.2.4", "https://den")  # noqa: S104  # only compared
    assert origins_of("2001:db8::1", 80, secure=False)[0] == "http://[2001:db8::1]"


async def upload(served: Served, size: int, head: bytes = b"") -> bytes:
    """The answer that a client gets if it first writes its whole body, as most clients do."""
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
    writer.write(b"POST /api/me HTTP/1.1\r\nHost: x\r\n%sContent-Length: %d\r\n\r\n" % (head, size))
    with suppress(ConnectionError):
        for _ in range(size // 1024):
            writer.write(b" " * 1024)
            await writer.drain()
    answer = await asyncio.wait_for(reader.read(), 10)
    writer.close()
    return answer


async def test_a_body_that_is_too_long_gets_its_refusal_and_no_reset(serve: Open) -> None:
    async with serve() as served:
        for size in (MOST_BODY + 1024, MOST_DRAINED):
            answer = await upload(served, size)
            assert answer.startswith(b"HTTP/1.1 413 ")
            assert b"request.too_long" in answer
        with suppress(ConnectionError):  # the server cuts it after a while
            await upload(served, 64 * MOST_DRAINED)


async def test_a_body_that_doesnt_come_is_refused_in_time(serve: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.2)
    async with serve() as served:
        reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
        writer.write(b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n\r\n{")
        answer = await asyncio.wait_for(reader.read(), 5)
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b"request.too_slow" in answer
        writer.close()


async def test_who_asks_too_much_is_told_so_and_loses_the_line(serve: Open) -> None:
    async with serve(rates=FREELY.__class__(requests=Rate(3, 3600))) as served:
        reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
        for _ in range(5):
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        answers = await asyncio.wait_for(reader.read(), 5)
        assert answers.count(b"HTTP/1.1 200 ") == 3
        assert answers.count(b"HTTP/1.1 429 ") == 1
        writer.close()
