"""Codes that people tell each other aloud: six letters, valid for a quarter of an hour, with few attempts."""

import httpx2
import pytest
from fastapi import FastAPI

from prial.host.house import House
from prial.host.spoken import LASTS, LETTERS, InMemory, SpokenCodes
from prial.server.allowance import Rate
from prial.server.app import make
from prial.server.settings import Settings
from tests.host.stage import Stage
from tests.server.conftest import FREELY, ORIGIN, browser, bytes_of
from tests.server.test_tables import made


async def test_a_code_leads_to_its_table_however_it_is_written(app: FastAPI) -> None:
    async with browser(app) as ann, browser(app) as ben:
        table = await made(ann)
        said = (await ann.post(f"/api/tables/{table}/spoken")).json()
        assert len(said["code"]) == 6
        assert set(said["code"]) <= set(LETTERS)
        assert said["seconds"] == 900
        assert (await ann.post(f"/api/tables/{table}/spoken")).json()["code"] == said["code"]
        await ben.post("/api/me", json={"name": "Ben"})
        assert (await ben.post(f"/api/tables/{table}/spoken")).status_code == 403
        written = f" {said['code'][:3].lower()}-{said['code'][3:]} "
        assert (await ben.post("/api/join/spoken", json={"code": written})).json() == {"id": table}
        assert (await ben.get(f"/api/tables/{table}")).status_code == 200


async def test_a_code_lasts_a_quarter_of_an_hour_and_is_renewed_before() -> None:
    clock = (await Stage.open()).clock
    chance = iter(range(256))
    codes = SpokenCodes(clock, lambda size: bytes([next(chance) for _ in range(size)]), InMemory(clock))
    first = await codes.of("one")
    assert (await codes.of("two")).code != first.code
    await clock.let_pass(LASTS - 5 * 60 * 1000 + 1)
    second = await codes.of("one")
    assert second.code != first.code
    assert (await codes.invite(first.code), await codes.invite(second.code)) == ("one", "one")
    await clock.let_pass(5 * 60 * 1000)
    assert (await codes.invite(first.code), await codes.invite(second.code)) == (None, "one")


async def test_a_new_link_makes_old_codes_void(house: House) -> None:
    clock = (await Stage.open()).clock
    codes = SpokenCodes(clock, bytes_of, InMemory(clock))
    person, _ = await house.people.guest("Ann")
    code = (await codes.of("an-invitation-of-before")).code
    assert await codes.invite(code) == "an-invitation-of-before"
    with pytest.raises(Exception, match="doesn't lead to a table any more"):
        await house.join(person, "an-invitation-of-before")


async def test_wrong_codes_are_limited_by_person_and_by_address(house: House) -> None:
    rates = FREELY.__class__(person_spoken=Rate(2, 600), spoken=Rate(3, 900), calls=FREELY.calls, guests=FREELY.guests)
    app = make(house, Settings(origins=(ORIGIN,), rates=rates))

    async def tries(client: httpx2.AsyncClient, code: str = "AAAAAA") -> str:
        answer = await client.post("/api/join/spoken", json={"code": code})
        return str(answer.json().get("code", answer.status_code))

    async with browser(app) as ann, browser(app) as ben, browser(app, client=("192.0.2.8", 1)) as cal:
        table = await made(ann)
        right = (await ann.post(f"/api/tables/{table}/spoken")).json()["code"]
        for client in (ben, cal):
            await client.post("/api/me", json={"name": "Ben"})
        assert [await tries(ben, right) for _ in range(4)] == ["200"] * 4  # codes that lead to a table aren't counted
        assert [await tries(ben) for _ in range(3)] == ["request.spoken_unknown"] * 2 + ["limit.spoken"]
        assert [await tries(ann) for _ in range(2)] == ["request.spoken_unknown", "limit.spoken"]
        assert await tries(ben, right) == "limit.spoken"
        assert await tries(cal, right) == "200"
