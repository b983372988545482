"""Faces that are drawn from names."""

import re
import time
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import quote

import httpx2
import msgspec
import pytest
from dicebear import Style

from prial.host.house import House
from prial.server.allowance import Rate
from prial.server.app import make
from prial.server.faces import _KEPT, LONGEST, Faces, Who, _style, face
from prial.server.settings import Settings
from tests.server.conftest import FREELY, ORIGIN, browser

NAMES = ["Ann", "Bea", "Nguyễn Thị Minh Khai", "ann", "Ann 2", "李雷", "Zoë 🂡", "a.b", "O'Hara & <Sons>"]


def address(name: str, who: str = "person") -> str:
    return f"/faces/{who}/{quote(name, safe='')}.svg"


@pytest.mark.parametrize("name", NAMES)
async def test_a_name_has_a_face_that_is_the_same_every_time(client: httpx2.AsyncClient, name: str) -> None:
    answer = await client.get(address(name))
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
    assert ET.fromstring(answer.text).tag == "{http://www.w3.org/2000/svg}svg"  # noqa: S314  # our own
    assert answer.text == face(Who.PERSON, name).body.decode()


async def test_names_have_faces_of_their_own_and_bots_are_robots(client: httpx2.AsyncClient) -> None:
    faces = {(await client.get(address(name, who))).text for name in NAMES for who in Who}
    assert len(faces) == 2 * len(NAMES)


async def test_a_face_can_do_nothing_and_is_kept_by_the_browser(client: httpx2.AsyncClient) -> None:
    answer = await client.get(address("Ann"))
    assert answer.headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "immutable" in answer.headers["cache-control"]
    assert not re.search(r"<script|<style|<image|<foreignObject|\bon\w+=|href=\"(?!#)", answer.text)
    tag = answer.headers["etag"]
    assert (await client.get(address("Ann"), headers={"if-none-match": tag})).status_code == 304
    page = await client.get("/")
    assert "script-src 'self'" in page.headers["content-security-policy"]


@pytest.mark.parametrize(
    "path", [address("n" * (LONGEST + 1)), "/faces/person/.svg", "/faces/house/Ann.svg", "/faces/person/a/b.svg"]
)
async def test_what_is_no_face_is_refused(client: httpx2.AsyncClient, path: str) -> None:
    assert (await client.get(path)).status_code in {404, 422, 503}


async def test_many_new_faces_are_refused_and_those_that_are_kept_are_not(house: House) -> None:
    rates = msgspec.structs.replace(FREELY, faces=Rate(3, 1000))
    app = make(house, Settings(origins=(ORIGIN,), rates=rates))
    async with browser(app) as client:
        found = [(await client.get(address(f"Ann {n}"))).status_code for n in range(5)]
        assert found == [200, 200, 200, 429, 429]
        assert (await client.get(address("Ann 0"))).status_code == 200


async def test_a_bounded_number_of_faces_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("prial.server.faces._KEPT", 3)
    faces = Faces()
    assert _KEPT > 3
    for name in "abc":
        await faces.draw(Who.PERSON, name)
    assert faces.find(Who.PERSON, "a") is not None
    await faces.draw(Who.PERSON, "d")
    assert [name for name in "abcd" if faces.find(Who.PERSON, name)] == ["a", "c", "d"]


def test_a_style_is_read_once_however_many_ask_for_the_first_face(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody at a table requests faces at once, and reading a style takes half a second of a core."""
    read: list[Any] = []

    def slowly(data: Any) -> Style:
        read.append(data)
        time.sleep(0.05)
        return Style(data)

    monkeypatch.setattr("prial.server.faces.Style", slowly)
    _style.cache_clear()
    with ThreadPoolExecutor(4) as people:
        drawn = list(people.map(face, [Who.BOT] * 4, NAMES))
    assert len({each.body for each in drawn}) == 4
    assert len(read) == 1
