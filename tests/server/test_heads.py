"""How a link looks in a chat: the head of its page, and its picture."""

import re
import struct
from html import unescape
from pathlib import Path

import httpx2
import msgspec
import pytest

from prial.core.registry import find, names
from prial.host.house import House
from prial.server.allowance import Rate
from prial.server.app import make
from prial.server.heads import about
from prial.server.pages import _KEPT, Client, Head, Sheet
from prial.server.pictures import Row, picture
from prial.server.settings import Rates, Settings
from tests.server.conftest import FREELY, ORIGIN, browser

PAGE = '<!doctype html><head><meta name="description" content="Old" /><title>Prial</title></head><body></body>'


def client_of(house: House, folder: Path, rates: Rates = FREELY) -> httpx2.AsyncClient:
    folder.mkdir(exist_ok=True)
    (folder / "index.html").write_text(PAGE)
    client = Client(folder, ORIGIN, about)
    return browser(make(house, Settings(origins=(ORIGIN,), rates=rates), client=client))


def tags(page: str) -> dict[str, str]:
    return {name: unescape(text) for name, text in re.findall(r'<meta property="([^"]*)" content="([^"]*)">', page)}


@pytest.fixture
def client(house: House, tmp_path: Path) -> httpx2.AsyncClient:
    return client_of(house, tmp_path / "static")


async def test_the_home_page_says_what_it_is(client: httpx2.AsyncClient) -> None:
    page = (await client.get("/")).text
    told = tags(page)
    assert "Beat everyone" in told["og:description"]
    assert told["og:url"] == f"{ORIGIN}/"
    assert page.count("<title>") == 1
    assert "Old" not in page
    assert (await client.get(told["og:image"].removeprefix(ORIGIN))).headers["content-type"] == "image/png"


@pytest.mark.parametrize("game", names())
async def test_the_rules_of_a_game_say_which(client: httpx2.AsyncClient, game: str) -> None:
    for path in (f"/rules/{game}", f"/rules/{game}/options", f"/learn/{game}"):
        told = tags((await client.get(path)).text)
        assert find(game).title in told["og:title"]
        assert told["og:description"] == find(game).text
        assert told["og:image"] == f"{ORIGIN}/pictures/{game}.png"


@pytest.mark.parametrize("path", ["/new", "/settings", "/rules/whist", "/t/nothing", "/join/nothing", "/replay/a/1", "/rules"])
async def test_a_page_with_nothing_to_say_is_the_client_as_it_is(client: httpx2.AsyncClient, path: str) -> None:
    assert (await client.get(path)).text == PAGE


@pytest.mark.parametrize("public", [True, False])
async def test_an_invitation_says_who_asks_to_what_and_no_secret(house: House, client: httpx2.AsyncClient, public: bool) -> None:
    await client.post("/api/me", json={"name": "Ann & Co"})
    body = {"game": "crash", "bots": [None, None, "sharp"], "public": public, "title": "Our <secret> rules"}
    table = (await client.post("/api/tables", json=body)).json()["id"]
    code = (await client.get(f"/api/tables/{table}")).json()["about"]["invite"]
    client.cookies.clear()
    for path in (f"/join/{code}", f"/t/{table}"):
        page = (await client.get(path)).text
        assert tags(page)["og:title"] == "Ann & Co asks you to a game of Crash"
        assert "Ann & Co" not in page, "what people write is escaped"
        assert code not in page
        assert table not in page
        assert "secret" not in page


async def test_who_asks_too_often_gets_the_client_as_it_is(house: House, tmp_path: Path) -> None:
    freely = client_of(house, tmp_path / "one")
    await freely.post("/api/me", json={"name": "Ann"})
    table = (await freely.post("/api/tables", json={"game": "crash", "bots": [None, None]})).json()["id"]
    rates = msgspec.structs.replace(FREELY, calls=Rate(2, 1000))
    client = client_of(house, tmp_path / "two", rates)
    pages = [(await client.get(f"/t/{table}")).text == PAGE for _ in range(4)]
    assert pages == [False, False, True, True]


async def test_a_bounded_number_of_heads_is_kept(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(PAGE)
    client = Client(tmp_path)
    for n in range(_KEPT + 5):
        client._headed(Sheet(PAGE.encode(), "text/html"), Head(f"{n}", "", "", ""))
    assert len(client._pages) == _KEPT


@pytest.mark.parametrize("name", ["whist", "..", "prial.svg"])
async def test_there_are_pictures_of_games_only(client: httpx2.AsyncClient, name: str) -> None:
    assert (await client.get(f"/pictures/{name}.png")).status_code == 404


def size_of(png: bytes) -> tuple[int, ...]:
    assert png.startswith(b"\x89PNG")
    return struct.unpack(">II", png[16:24])


def test_a_picture_holds_whatever_people_write() -> None:
    for text in ("Nguyễn Thị Phượng", "<image href='/etc/passwd'/>", "&amp;\x00\x1b\ud7ff\ufffe", "李雷 🂡", "x" * 5000):
        assert size_of(picture(text, text, [Row(text, (0, 51))] * 9)) == (1200, 630)
    assert picture("A", "") != picture("<image href='/etc/passwd'/>", "")


def test_a_picture_has_vietnamese_letters() -> None:
    """Letters that the font lacks would all look the same."""
    letters = "ĂĐƠƯẠẦỆỈỘỮỲỹ"
    assert len({picture("", letter) for letter in [*letters, ""]}) == len(letters) + 1
