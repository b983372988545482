"""A server that is suspended and woken, or whose disk is full: nobody is timed out, and acknowledged moves are kept."""

import asyncio
import contextlib
import json
import os
import resource
import shutil
import signal
import subprocess
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

from prial.host.store import Person, Store, StoreError, file_url
from prial.host.store.check import look
from prial.host.store.copies import copied
from tests.faults.launcher import CLOCK
from tests.faults.process import Server, free_port
from tests.server.conftest import hear, say


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("server") / "tables.db", free_port(), "tests.faults.launcher")
    started.start()
    started.up()
    yield started
    started.kill()


def call(server: Server, method: str, path: str, body: Any = None, token: str = "") -> tuple[int, Any]:
    """Send a request; returns the status and the answer."""
    headers = {"content-type": "application/json", "authorization": f"Bearer {token}"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{server.port}{path}", data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310  # our own server
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


@contextlib.asynccontextmanager
async def seated(server: Server, clock: str) -> AsyncIterator[tuple[ClientConnection, dict[str, Any], str]]:
    """A person who must lay, with three bots: the connection, the first message, and the token."""
    token = call(server, "POST", "/api/me?token=true", {"name": "Bea"})[1]["token"]
    bots = [None, "random", "random", "random"]
    table = call(server, "POST", "/api/tables", {"game": "crash", "bots": bots, "start": True, "clock": clock}, token)[1]["id"]
    url = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"
    async with connect(url, additional_headers={"authorization": f"Bearer {token}"}) as line:
        await say(line, do="hello")
        yield line, await hear(line, "welcome"), token


async def lay(line: ClientConnection, key: str, command: str) -> dict[str, Any]:
    """Lay the suggestion, and return the answer."""
    await say(line, do="suggest", id=f"s{command}", key=key)
    action = (await hear(line, "suggested"))["suggestions"][0]["action"]
    await say(line, do="act", id=command, key=key, seat=0, action=action)
    return await hear(line, "saved", "refused")


async def test_a_server_that_is_stopped_and_woken_times_nobody_out(server: Server) -> None:
    async with seated(server, "fast") as (line, welcome, _):
        os.kill(server.pid, signal.SIGSTOP)
        await asyncio.sleep(CLOCK[0] + 1.5)
        os.kill(server.pid, signal.SIGCONT)
        told: list[str] = []
        while "table.credited" not in told:
            told += [each["code"] for each in (await hear(line, "update"))["lines"]]
        assert "table.late" not in told
        assert (await lay(line, welcome["scene"]["key"], "a"))["is"] == "saved"


@contextlib.contextmanager
def files_that_cannot_grow(server: Server) -> Iterator[None]:
    """Like a quota: the system refuses to write past the first thousand bytes of a file."""
    _, most = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1000, most))
    yield
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (most, most))


async def not_saved_and_then_saved(server: Server, trouble: contextlib.AbstractContextManager[None]) -> None:
    """A person who lays while nothing can be stored is told so, and lays again afterwards; nobody is timed out."""
    async with seated(server, "fast") as (line, welcome, token):
        key = welcome["scene"]["key"]
        with trouble:
            refused = await lay(line, key, "a")
            assert refused["code"] == "table.not_saved"
            answer = {"code": "table.not_saved", "text": refused["text"]}
            assert call(server, "POST", "/api/tables", {"game": "crash"}, token) == (503, answer)
            assert call(server, "GET", "/readyz")[1]["code"] == "server.not_storing"
            await asyncio.sleep(CLOCK[0])
            assert (await lay(line, key, "a"))["code"] == "table.not_saved"
        assert (await lay(line, key, "a"))["is"] == "saved"
        assert call(server, "GET", "/readyz")[0] == 200
    assert server.stop() == 0
    server.start()
    assert server.up() < 10
    assert len(call(server, "GET", "/api/tables", token=token)[1]["mine"]) == 1


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux sets another process's limits")
async def test_a_limit_of_files_is_one_sentence_and_all_goes_on_when_it_is_over(server: Server) -> None:
    await not_saved_and_then_saved(server, files_that_cannot_grow(server))


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 2 MB."""
    place = tmp_path / "disk"
    place.mkdir()
    mount, umount = shutil.which("mount"), shutil.which("umount")
    if mount is None or umount is None:
        pytest.skip("there is no mount here")
    mounted = subprocess.run([mount, "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(place)], capture_output=True, check=False)
    if mounted.returncode:
        pytest.skip("this user may not mount a disk")
    yield place
    subprocess.run([umount, str(place)], check=True)


@contextlib.contextmanager
def full(disk: Path) -> Iterator[None]:
    """Fill the disk with another file."""
    filler = disk / "filler"
    with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))
    yield
    filler.unlink()


@pytest.mark.soak  # for the server it is the same trouble as the limit above
async def test_a_full_disk_is_one_sentence_and_all_goes_on_when_it_is_over(small_disk: Path) -> None:
    server = Server(small_disk / "tables.db", free_port(), "tests.faults.launcher")
    server.start()
    try:
        server.up()
        await not_saved_and_then_saved(server, full(small_disk))
    finally:
        server.kill()


@contextlib.contextmanager
def read_only(disk: Path) -> Iterator[None]:
    """Make the disk read-only."""
    mount = shutil.which("mount") or ""
    subprocess.run([mount, "-o", "remount,ro", str(disk)], check=True)
    yield
    subprocess.run([mount, "-o", "remount,rw", str(disk)], check=True)


def test_a_store_on_a_read_only_disk_is_read_or_one_sentence_says_what_is_missing(small_disk: Path) -> None:
    file = small_disk / "tables.db"
    log = Path(f"{file}-wal")

    async def something() -> bytes:
        store = await Store.open(file_url(file))
        await store.save_person(Person("ann", "Ann"), b"hash", 1)
        rest = await asyncio.to_thread(log.read_bytes)
        await store.close()
        return rest

    rest = asyncio.run(something())
    with read_only(small_disk):
        assert asyncio.run(look(file_url(file))) == []
        with copied(file, small_disk.parent) as (_, tables):
            assert tables == 0
    log.write_bytes(rest)
    with read_only(small_disk):
        with pytest.raises(StoreError, match="Copy both files into a folder of your own"):
            asyncio.run(look(file_url(file)))
        with pytest.raises(StoreError, match="Copy both files into a folder of your own"), copied(file, small_disk.parent):
            pass
