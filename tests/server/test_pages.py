"""The browser client's files."""

from pathlib import Path

import httpx2
import pytest

from prial.host.house import House
from prial.server.app import make
from prial.server.pages import Client
from prial.server.settings import Settings
from tests.server.conftest import FREELY, ORIGIN, browser

PAGE = "<!doctype html><title>Prial</title>" + " " * 2000


@pytest.fixture
async def built(house: House, tmp_path: Path) -> httpx2.AsyncClient:
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(PAGE)
    (folder / "icon.svg").write_text("<svg/>")
    (folder / "assets" / "index-Ab12.js").write_text("1;" * 2000)
    (folder / "secret.key").write_text("secret")
    (tmp_path / "outside.txt").write_text("secret")
    return browser(make(house, Settings(origins=(ORIGIN,), rates=FREELY), client=Client(folder)))


@pytest.mark.parametrize("path", ["/", "/new", "/t/abc", "/join/Ab_-1", "/replay/abc/1", "/rules/crash", "/index.html"])
async def test_every_page_is_the_client(built: httpx2.AsyncClient, path: str) -> None:
    answer = await built.get(path)
    assert (answer.status_code, answer.text) == (200, PAGE)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"


async def test_a_page_may_have_a_file_of_its_own(house: House, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(PAGE)
    (tmp_path / "home.html").write_text(f"{PAGE}<!-- first -->")
    browsing = browser(make(house, Settings(origins=(ORIGIN,), rates=FREELY), client=Client(tmp_path)))
    assert "first" in (await browsing.get("/")).text
    assert (await browsing.get("/new")).text == PAGE


async def test_a_file_with_a_hash_in_its_name_is_kept_for_good(built: httpx2.AsyncClient) -> None:
    answer = await built.get("/assets/index-Ab12.js")
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.text == "1;" * 2000
    assert (await built.get("/icon.svg")).headers["cache-control"] == "no-cache"


async def test_a_browser_that_reads_brotli_gets_what_the_build_packed(house: House, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(PAGE)
    (tmp_path / "index.html.br").write_bytes(b"packed")
    browsing = browser(make(house, Settings(origins=(ORIGIN,), rates=FREELY), client=Client(tmp_path)))
    answer = await browsing.send(browsing.build_request("HEAD", "/", headers={"accept-encoding": "gzip, deflate, br"}))
    assert (answer.headers["content-encoding"], answer.headers["content-length"]) == ("br", str(len(b"packed")))
    assert "content-encoding" not in (await browsing.get("/", headers={"accept-encoding": "identity"})).headers
    assert (await browsing.get("/index.html.br")).status_code == 404


async def test_what_the_browser_has_is_not_sent_again(built: httpx2.AsyncClient) -> None:
    tag = (await built.get("/")).headers["etag"]
    answer = await built.get("/", headers={"if-none-match": tag})
    assert (answer.status_code, answer.content) == (304, b"")
    assert answer.headers["content-security-policy"]
    assert (await built.head("/")).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/../outside.txt",
        "/assets/../../outside.txt",
        "/..%2foutside.txt",
        "/%2e%2e/outside.txt",
        "/assets/%2e%2e%2f%2e%2e%2foutside.txt",
        "//etc/passwd.txt",
        "/assets/..%5c..%5coutside.txt",
        "/secret.key",
        "/assets/nothing.js",
        "/index.html%00.js",
        "/__init__.py",
    ],
)
async def test_no_path_leads_out_of_the_client(built: httpx2.AsyncClient, path: str) -> None:
    answer = await built.get(path)
    assert answer.status_code == 404
    assert "secret" not in answer.text


async def test_an_unbuilt_client_is_said_clearly(house: House, tmp_path: Path) -> None:
    async with browser(make(house, Settings(origins=(ORIGIN,), rates=FREELY), client=Client(tmp_path / "nothing"))) as client:
        answer = await client.get("/")
        assert answer.status_code == 503
        assert "make play" in answer.text
        assert "<script" not in answer.text
        assert "style" not in answer.text
