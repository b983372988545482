"""What is logged about a game: no card, no token, no name and no invitation; and what is counted."""

import json
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest
import structlog

from prial.server import logs
from tests.server.conftest import Open, hear, say
from tests.server.test_socket import play


@contextmanager
def configured(*, as_json: bool) -> Iterator[None]:
    """Logs as `prial serve` has them, at level INFO; below that, libraries log everything that is sent."""
    root = logging.getLogger()
    before = root.handlers[:], root.level, logging.raiseExceptions
    logs.configure(as_json=as_json)
    root.setLevel(logging.INFO)
    logging.getLogger("httpx2").setLevel(logging.WARNING)  # the test's own client, which logs each address that it calls
    yield
    root.handlers[:], level, logging.raiseExceptions = before
    root.setLevel(level)
    structlog.reset_defaults()


@pytest.mark.parametrize("as_json", [True, False])
async def test_logs_and_metrics_name_no_card_and_nobody(serve: Open, as_json: bool, capsys: pytest.CaptureFixture[str]) -> None:
    secret: list[str] = ["Beatrix", "Hello there"]
    with configured(as_json=as_json):
        async with serve() as served:
            token = await served.guest("Beatrix")
            table = await served.table(token, title="The Bell")
            async with served.socket(table, token) as line:
                await say(line, do="hello")
                welcome = await hear(line, "welcome")
                cards = welcome["asked"]["guide"]["hands"]["cards"]
                secret += [token, welcome["table"]["invite"], "".join(cards[:3]), f"{cards[0]} {cards[1]}", "The Bell"]
                await say(line, do="say", id="s", text="Hello there")
                await hear(line, "saved")
                await say(line, do="act", id="x", key=welcome["scene"]["key"], seat=0, action=f"lay {''.join(cards)}")
                await hear(line, "refused")
                await play(line, deals=1)
            async with served.http() as http:
                known = {"authorization": f"Bearer {token}"}
                await http.post("/api/join", json={"invite": welcome["table"]["invite"]}, headers=known)
                await http.get(f"/api/tables/{table}/rules", headers=known)
                await http.get(f"/api/tables/{table}?token={token}")
                metrics = (await http.get("/metrics")).text
    printed = "".join(capsys.readouterr())
    for text in (printed, metrics):
        assert not [word for word in secret if word in text]
        assert not re.search(r"\b(?:[2-9TJQKA][cdhs]){2,}\b", text)
        assert "lay " not in text
    assert table not in metrics
    if as_json:
        lines = [json.loads(line) for line in printed.splitlines()]
        assert {"/api/join", "/api/tables/{table_id}/rules"} <= {line.get("route") for line in lines}


@pytest.mark.parametrize("as_json", [True, False])
def test_what_other_libraries_log_loses_its_words(as_json: bool, capsys: pytest.CaptureFixture[str]) -> None:
    with configured(as_json=as_json):
        for name in ("asyncio", "prial.host"):
            try:
                int("AsKsQs")
            except ValueError:
                logging.getLogger(name).exception("Task exception was never retrieved")
    printed = capsys.readouterr().err
    assert "AsKs" not in printed
    assert printed.count("ValueError") == 2
    assert printed.count("test_logs.py") == 2


async def test_commands_refusals_tables_and_commits_are_counted(serve: Open) -> None:
    async with serve() as served:
        token = await served.guest()
        table = await served.table(token)
        async with served.socket(table, token) as line:
            await say(line, do="hello")
            for message in ({"do": "pause", "id": "a"}, {"do": "pause", "id": "b"}, {"do": "dance", "id": "c"}):
                await say(line, **message)
                await hear(line, "saved", "refused")
            async with served.http() as http:
                found = counted((await http.get("/metrics")).text)
    assert found["prial_connections"] == 1
    assert found['prial_tables{status="paused"}'] == 1
    assert found['prial_commands_total{outcome="saved"}'] == 1
    assert found['prial_commands_total{outcome="refused"}'] == 2
    assert found['prial_refused_total{code="table.not_started"}'] == 1
    assert found['prial_refused_total{code="message.malformed"}'] == 1
    assert found["prial_commit_seconds_count"] >= 2
    assert found["prial_answer_seconds_count"] == 2
    assert found['prial_requests_total{method="POST",status="201"}'] == 1


def counted(page: str) -> dict[str, float]:
    """Prometheus' text as figures."""
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in page.splitlines()) if name[:1] != "#"}


async def test_messages_are_described_by_their_schema(serve: Open) -> None:
    async with serve() as served, served.http() as http:
        schema: dict[str, Any] = msgspec.json.decode((await http.get("/api/messages.json")).content)
    assert {"FromClient", "FromTable", "Shared", "Hands"} == set(schema["properties"])
    assert {"Hello", "Act", "Welcome", "Update", "Bye"} <= set(schema["$defs"])
