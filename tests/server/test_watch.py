"""Who may read a server's metrics."""

from typing import Any

import httpx2
import pytest

from prial.host.house import House
from prial.server.app import make
from prial.server.settings import Settings
from tests.server.conftest import FREELY, ORIGIN

HERE, ELSEWHERE, LAN = "127.0.0.1", "203.0.113.9", "192.168.1.4"


async def status(house: House, come_from: str, *, authorization: str = "", forwarded: str = "", **told: Any) -> int:
    app = make(house, Settings(origins=(ORIGIN,), rates=FREELY, **told))
    headers = {"authorization": authorization} if authorization else {}
    if forwarded:
        headers[forwarded] = "127.0.0.1"
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app, client=(come_from, 1)), base_url=ORIGIN) as client:
        answer = await client.get("/metrics", headers=headers)
    assert answer.status_code == 200 or answer.json()["code"] == "metrics.private"
    return answer.status_code


@pytest.mark.parametrize("come_from", [HERE, "::1", "127.9.9.9"])
async def test_figures_are_read_at_this_machine(house: House, come_from: str) -> None:
    assert await status(house, come_from) == 200


@pytest.mark.parametrize("come_from", [LAN, ELSEWHERE, ""])
async def test_figures_are_read_nowhere_else(house: House, come_from: str) -> None:
    assert await status(house, come_from) == 403


@pytest.mark.parametrize("told", [{}, {"proxies": (HERE,)}, {"published": True}])
async def test_a_scraper_has_a_token(house: House, told: dict[str, Any]) -> None:
    for come_from in (HERE, LAN, ELSEWHERE):
        assert await status(house, come_from, authorization="Bearer s3cret", scraper="s3cret", **told) == 200
    for other in ("Bearer s3cre", "Bearer", "Bearer ", "s3cret", "Basic s3cret"):
        assert await status(house, ELSEWHERE, authorization=other, scraper="s3cret", **told) == 403
    assert await status(house, ELSEWHERE, authorization="Bearer ", **told) == 403


@pytest.mark.parametrize("header", ["forwarded", "x-forwarded-for", "x-real-ip", "via"])
async def test_a_proxy_that_nobody_told_of_makes_nobody_local(house: House, header: str) -> None:
    assert await status(house, HERE, forwarded=header) == 403


async def test_behind_a_proxy_or_under_a_public_address_it_takes_the_token(house: House) -> None:
    assert await status(house, HERE, proxies=(HERE,)) == 403
    assert await status(house, HERE, forwarded="x-forwarded-for", proxies=(HERE,)) == 403
    assert await status(house, HERE, published=True) == 403
