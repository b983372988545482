"""Malformed input: no exception, no change, and no answer that the description doesn't contain."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import structlog
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from prial.server.app import describe
from tests.server.conftest import Open, Served, hear, say, serving
from tests.server.frames import malformed


async def send_all(serve: Open, number: int, first: int) -> dict[str, int]:
    """Send frames to a table, and count the kinds of answers."""
    counted = {"refused": 0, "bye": 0, "closed": 0}
    async with serve() as served:
        token = await served.guest()
        table = await served.table(token)
        async with served.socket(table, token) as line:
            await say(line, do="hello")
            await say(line, do="pause", id="p")
            await hear(line, "saved")
        before = served.house.tables[table].live
        frames = islice(malformed(first), number)
        frame = next(frames, None)
        while frame is not None:
            async with served.socket(table, token) as line:
                await say(line, do="hello")
                kind = ""
                while frame is not None and kind not in {"bye", "closed"}:
                    text = frame.decode(errors="ignore").encode() == frame
                    try:
                        await line.send(frame.decode() if text else frame)
                        kind = str((await hear(line, "refused", "bye", "saved"))["is"])
                    except ConnectionClosed:
                        kind = "closed"
                    counted[kind] += 1
                    frame = next(frames, None)
        assert served.house.tables[table].live == before
        async with served.socket(table, token) as line:
            await say(line, do="hello", version=before.version, viewer=0)
            await say(line, do="resume", id="r")
            await hear(line, "saved")
    return counted


async def test_a_hundred_malformed_messages_change_nothing(serve: Open) -> None:
    with structlog.testing.capture_logs() as logs:
        counted = await send_all(serve, 100, 1)
    assert [line for line in logs if line["log_level"] not in {"info", "debug"}] == []
    assert sum(counted.values()) == 100
    assert counted["refused"] > 6
    assert counted["bye"] > 30


@pytest.mark.soak
async def test_a_hundred_thousand_malformed_messages_change_nothing(serve: Open) -> None:
    with structlog.testing.capture_logs() as logs:
        counted = await send_all(serve, 100_000, 2)
    print(counted)  # noqa: T201  # the campaign's result
    assert [line for line in logs if line["log_level"] not in {"info", "debug"}] == []
    assert sum(counted.values()) == 100_000


@contextmanager
def beside(path: Path) -> Iterator[tuple[Served, str, str]]:
    """A server in a thread of its own, with a guest's token and a table."""
    ready, done = threading.Event(), threading.Event()
    found: list[Any] = []

    async def run() -> None:
        async with serving(path) as served:
            token = await served.guest()
            found.extend([served, token, await served.table(token)])
            ready.set()
            await asyncio.to_thread(done.wait)

    thread = threading.Thread(target=asyncio.run, args=(run(),))
    thread.start()
    try:
        assert ready.wait(20)
        yield found[0], found[1], found[2]
    finally:
        done.set()
        thread.join(20)


def call_all(path: Path, each: int, number: int) -> int:
    """Call every operation this many times, with allowed and with forbidden values, and return the number of calls."""
    # Imported here, since it takes a second, and every process of the tests would take it
    import schemathesis
    from schemathesis import GenerationMode
    from schemathesis import checks as of
    from schemathesis.core.result import Ok

    checks = [
        of.not_a_server_error,
        of.status_code_conformance,
        of.content_type_conformance,
        of.response_schema_conformance,
        of.negative_data_rejection,
    ]
    called = 0
    schema = schemathesis.openapi.from_dict(describe())
    with beside(path) as (served, token, table):
        for found in schema.get_all_operations():
            assert isinstance(found, Ok)
            operation = found.ok()
            cases = st.tuples(operation.as_strategy(generation_mode=GenerationMode.POSITIVE), st.booleans())
            with suppress(Exception):  # a call without parameters can't have wrong ones
                cases |= st.tuples(operation.as_strategy(generation_mode=GenerationMode.NEGATIVE), st.just(value=False))

            @seed(number)
            @settings(max_examples=each, phases=[Phase.generate], database=None, suppress_health_check=list(HealthCheck))
            @given(drawn=cases, known=st.booleans())
            def called_once(drawn: tuple[schemathesis.Case[Any], bool], known: bool) -> None:
                nonlocal called
                case, real = drawn  # real names of existing things, where a random word would be otherwise
                called += 1
                for name, value in {"table_id": table, "game": "crash"}.items() if real else ():
                    if name in case.path_parameters:
                        case.path_parameters[name] = value
                    if isinstance(case.body, dict) and name in case.body:
                        case.body[name] = value
                headers = {"authorization": f"Bearer {token}"} if known else {}
                response = case.call(base_url=served.origin, headers=headers)
                case.validate_response(response, checks=checks, headers=headers)

            called_once()
    return called


def test_the_api_answers_as_it_describes_itself(tmp_path: Path) -> None:
    assert call_all(tmp_path / "tables.db", 2, 1) >= 35


@pytest.mark.soak
def test_the_api_answers_twenty_thousand_calls_as_it_describes_itself(tmp_path: Path) -> None:
    called = call_all(tmp_path / "tables.db", 2_100, 2)
    print(called)  # noqa: T201  # the campaign's result
    assert called >= 20_000
