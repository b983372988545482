"""A disk that is full, broken or slow: people read one sentence and *not saved*, and play goes on when the trouble is over."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import httpx2
import pytest
from sqlalchemy import Connection, Engine, event
from websockets import InvalidStatus

from tests.server.conftest import Open, Served, hear, say

TROUBLES = ("database or disk is full", "disk I/O error", "attempt to write a readonly database", "unable to open database file")


@contextmanager
def failing(engine: Engine, why: str) -> Iterator[None]:
    """An engine's connections fail at every statement."""

    def fail(*_: object) -> None:
        raise sqlite3.OperationalError(why)

    event.listen(engine, "do_execute", fail)
    yield
    event.remove(engine, "do_execute", fail)


def writer(served: Served) -> Engine:
    return served.house.store._writer.database.engine


def readers(served: Served) -> Engine:
    return served.house.store._readers.sync_engine


async def status(http: httpx2.AsyncClient, path: str) -> tuple[int, str]:
    """The status and code of an answer."""
    answer = await http.get(path)
    return answer.status_code, answer.json().get("code", "")


@pytest.mark.parametrize("why", TROUBLES)
async def test_what_is_not_saved_is_said_so_and_may_be_sent_again(serve: Open, why: str) -> None:
    async with serve() as served, served.http() as http:
        token = await served.guest()
        table = await served.table(token, public=True)
        async with served.socket(table, token) as line, served.socket(table, await served.guest("Ben")) as other:
            for each in (line, other):
                await say(each, do="hello")
                await hear(each, "welcome")
            with failing(writer(served), why):
                await say(line, do="say", id="a", phrase="hello")
                refused = await hear(line, "refused")
                assert refused["code"] == "table.not_saved"
                assert refused["text"] == "That couldn't be saved just now, so it did not happen. Please try again."
                headers = {"authorization": f"Bearer {token}"}
                made = await http.post("/api/tables", json={"game": "crash"}, headers=headers)
                assert (made.status_code, made.json()["code"]) == (503, "table.not_saved")
                assert made.json()["text"] == refused["text"]
                guest = await http.post("/api/me", json={"name": "Cat"})
                assert (guest.status_code, guest.json()["code"]) == (503, "table.not_saved")
                assert await status(http, "/readyz") == (503, "server.not_storing")
                assert await status(http, "/healthz") == (200, "")
            await say(line, do="say", id="a", phrase="hello")
            assert (await hear(line, "saved", "refused"))["is"] == "saved"
            assert await status(http, "/readyz") == (200, "")
            while not (told := await hear(other, "update"))["talk"]:  # the bots play on meanwhile
                pass
            assert len(told["talk"]) == 1


async def test_a_house_that_stores_nothing_for_long_is_not_well(serve: Open) -> None:
    async with serve() as served, served.http() as http:
        assert await status(http, "/healthz") == (200, "")
        assert (await http.get("/healthz")).json()["stored"] < 5
        with failing(writer(served), TROUBLES[0]):
            served.house.store.health._stored -= 60
            assert await status(http, "/healthz") == (503, "server.not_storing")
        await served.guest()
        assert await status(http, "/healthz") == (200, "")


async def test_a_read_that_fails_is_answered_in_our_own_words_and_the_next_succeeds(serve: Open) -> None:
    async with serve() as served, served.http() as http:
        token = await served.guest()
        table = await served.table(token)
        http.headers["authorization"] = f"Bearer {token}"
        with failing(readers(served), TROUBLES[1]):
            for path in ("/api/me", "/api/tables", f"/api/tables/{table}"):
                answer = await http.get(path)
                assert answer.status_code == 503
                assert answer.json()["code"] == "server.unread"
                assert answer.json()["text"] == "The tables can't be read just now. Please try again in a moment."
            with pytest.raises(InvalidStatus) as refused:
                async with served.socket(table, token):
                    pass
            assert refused.value.response.status_code == 503
        assert await status(http, f"/api/tables/{table}") == (200, "")
        async with served.socket(table, token) as line:
            await say(line, do="hello")
            await hear(line, "welcome")


@asynccontextmanager
async def slow(engine: Engine, go_on: threading.Event) -> AsyncIterator[None]:
    """Each commit waits until an event is set, in the thread that writes."""

    def wait(_: Any) -> None:
        assert go_on.wait(60)

    with engine.connect() as connection:
        driver: Any = connection.connection.driver_connection
        driver.create_function("slow", 1, wait)

    def before(connection: Connection) -> None:
        connection.exec_driver_sql("SELECT slow(1)")

    event.listen(engine, "commit", before)
    yield
    event.remove(engine, "commit", before)


async def test_on_a_slow_disk_all_is_saved_and_nobody_waits_for_what_needs_none(serve: Open) -> None:
    async with serve() as served, served.http() as http:
        tokens = [await served.guest(f"P{number}") for number in range(5)]
        table = await served.table(tokens[0], public=True, start=False, bots=[None] * 4)
        lines = [await served.socket(table, token) for token in tokens]
        for line in lines:
            await say(line, do="hello")
            await hear(line, "welcome")
        go_on = threading.Event()
        async with slow(writer(served), go_on):
            for line in lines:
                await say(line, do="say", id="a", phrase="hello")
            hearing = asyncio.gather(*[hear(line, "saved", "refused") for line in lines])
            assert await status(http, "/readyz") == (200, "")
            assert not hearing.done()
            go_on.set()
            assert {answer["is"] for answer in await hearing} == {"saved"}
        for line in lines:
            await line.close()
