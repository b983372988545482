"""A table's socket, over a real connection."""

import asyncio
import json
import socket
from base64 import b64decode
from collections.abc import AsyncIterator
from contextlib import suppress
from itertools import combinations
from struct import iter_unpack
from typing import Any

import httpx2
import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from prial.host.messages import MOST_BYTES
from prial.server import calling
from prial.server.allowance import Rate
from tests.server.conftest import FREELY, Open, Served, hear, say


def lay(guide: dict[str, Any]) -> str:
    """The arrangement with the strongest hand first, then the strongest of the remaining cards, and so on."""
    hands: list[str] = []
    makes, [threes] = guide["hands"], guide["hands"]["sizes"]
    strengths = iter_unpack("<H", b64decode(threes["strengths"]))
    for (strength,), hand in sorted(zip(strengths, combinations(makes["cards"], 3), strict=True), reverse=True):
        free = not any(card in "".join(hands) for card in hand)
        if free and strength >= guide["least_laid"] and len(hands) < len(makes["shape"]):
            hands.append("".join(hand))
    return "lay " + " ".join(hands)


async def play(line: ClientConnection, deals: int = 99) -> dict[str, Any]:
    """Play until the game is over, or until this many deals have been played; returns the last scene."""
    await say(line, do="hello")
    answered: set[str] = set()
    asked: dict[str, Any] = {}
    scene: dict[str, Any] = {}
    while True:
        message = await hear(line, "welcome", "update", "refused", "bye")
        assert message["is"] in {"welcome", "update"}, message
        scene = message.get("scene", scene)
        asked = message["asked"] or asked
        if scene["result"] or (scene["rest"] and deals <= 1):
            return dict(scene)
        key = scene["rest"] or scene["key"]
        if key in answered or not (scene["rest"] or (asked.get("key") == key and 0 in scene["waiting"])):
            continue
        answered.add(key)
        if scene["rest"]:
            deals -= 1
            await say(line, do="ready", id=key, key=key)
        else:
            await say(line, do="act", id=key, key=key, seat=0, action=lay(asked["guide"]))


async def farewell(line: ClientConnection) -> dict[str, Any]:
    """The last message, after which the socket is closed."""
    bye = await hear(line, "bye")
    with pytest.raises(ConnectionClosed) as closed:
        await hear(line, "bye")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == (1012 if bye["again"] else 1008)
    return bye


async def test_a_whole_game_is_played_and_looked_back_at(serve: Open) -> None:
    async with serve() as served:
        token = await served.guest()
        table = await served.table(token, preset="nine_pot", options={"length": 2, "players": 2}, bots=[None, "random"])
        async with served.socket(table, token) as line:
            scene = await play(line)
        assert not scene["result"]["stopped"]
        async with served.http() as http:
            known = {"authorization": f"Bearer {token}"}
            replay = await http.get(f"/api/tables/{table}/replay/1?download=true", headers=known)
            assert replay.headers["content-disposition"] == 'attachment; filename="prial-game-1.json"'
            assert replay.json()["updates"][-1]["scene"]["result"] == scene["result"]
            review = (await http.get(f"/api/tables/{table}/review/1", headers=known)).json()
            assert review["seat"] == 0
            assert review["deals"]


async def test_a_browser_is_known_by_its_cookie_and_the_origin_is_exact(serve: Open) -> None:
    async with serve() as served:
        token = await served.guest()
        table = await served.table(token)
        for origin in (served.origin, f"http://localhost:{served.port}"):
            async with served.socket(table, token, origin=origin) as line:
                await say(line, do="hello")
                assert (await hear(line))["viewer"] == 0
        for origin in ("http://evil.example", f"https://127.0.0.1:{served.port}", "null", "http://127.0.0.1"):
            with pytest.raises(InvalidStatus) as refused:
                await served.socket(table, token, origin=origin)
            assert refused.value.response.status_code == 403
            assert json.loads(refused.value.response.body or b"")["code"] == "request.origin"


async def test_a_missing_origin_needs_a_bearer_token(serve: Open) -> None:
    async with serve() as served:
        token = await served.guest()
        table = await served.table(token)
        with pytest.raises(InvalidStatus) as refused:
            await served.socket(table, None, origin=None)
        assert refused.value.response.status_code == 403


async def denied(socket: connect) -> tuple[int, str]:
    """The status and code with which a socket is refused before it is opened."""
    with pytest.raises(InvalidStatus) as refused:
        await socket
    answer = refused.value.response
    assert answer.headers["content-type"] == "application/json"
    return answer.status_code, json.loads(answer.body or b"")["code"]


async def test_who_isnt_known_is_refused_at_the_handshake(serve: Open) -> None:
    async with serve() as served:
        table = await served.table(await served.guest())
        for token in ("nonsense", "x" * 5000, "é"):
            assert await denied(served.socket(table, token)) == (401, "me.unknown")
        assert await denied(served.socket(table, "nonsense", origin=served.origin)) == (401, "me.unknown")
        assert served.app.state.context.metrics.registry.get_sample_value("prial_connections") == 0


async def test_no_table_is_entered_that_isnt_there_or_is_private(serve: Open) -> None:
    async with serve() as served:
        bea, cal = await served.guest(), await served.guest("Cal")
        table = await served.table(bea)
        for name, code in (("nowhere", "table.unknown"), (table, "table.private"), ("x" * 5000, "table.unknown")):
            async with served.socket(name, cal) as line:
                bye = await farewell(line)
                assert (bye["code"], bye["again"]) == (code, False)


async def test_messages_are_not_compressed(serve: Open) -> None:
    async with serve() as served:
        token = await served.guest()
        async with served.socket(await served.table(token), token, compression="deflate") as line:
            assert line.protocol.extensions == []


async def test_a_command_before_hello_is_refused(serve: Open) -> None:
    async with serve() as served:
        token = await served.guest()
        async with served.socket(await served.table(token), token) as line:
            await say(line, do="say", id="a", text="Hello")
            assert (await hear(line))["code"] == "message.hello"
            await say(line, do="ping")
            assert (await hear(line))["is"] == "pong"


async def test_who_doesnt_say_hello_is_asked_to_go(serve: Open) -> None:
    async with serve(hello=0.1) as served:
        token = await served.guest()
        table = await served.table(token)
        async with served.socket(table, token) as line:
            assert (await farewell(line))["code"] == "message.silence"
        async with served.socket(table, token) as line:
            await say(line, do="hello")
            await hear(line, "welcome")
            await asyncio.sleep(0.2)
            await say(line, do="ping")
            await hear(line, "pong")


@pytest.mark.parametrize(
    "frame",
    [
        "",
        *(pytest.param(frame, marks=pytest.mark.soak) for frame in ("x", "{", "null", '"hello"')),
        "[]",
        "{}",
        '{"do":"dance"}',
        '{"do":"hello","seat":1}',
        "[" * 4000,
        '{"do":"sit","seat":0}',
        b"\xff",
        b"\x00",
    ],
)
async def test_a_malformed_message_ends_the_socket(serve: Open, frame: str | bytes) -> None:
    async with serve() as served:
        token = await served.guest()
        async with served.socket(await served.table(token), token) as line:
            await say(line, do="hello")
            await line.send(frame)
            bye = await farewell(line)
            assert (bye["code"], bye["again"]) == ("message.malformed", False)


@pytest.mark.parametrize(
    "message",
    [
        {"do": "dance"},
        {"do": "unlock"},
        {"do": "sit", "seat": -1},
        {"do": "sit", "seat": 64},
        {"do": "sit", "seat": "0"},
        {"do": "sit", "seat": 0, "more": 1},
        {"do": "say", "text": "x" * 301},
        {"do": "act", "key": "k", "seat": 0, "action": "x" * 401},
    ],
)
async def test_a_malformed_command_is_refused_by_its_id(serve: Open, message: dict[str, Any]) -> None:
    async with serve() as served:
        token = await served.guest()
        async with served.socket(await served.table(token), token) as line:
            await say(line, do="hello")
            await say(line, id="a.1", **message)
            refused = await hear(line, "refused", "bye")
            assert (refused["is"], refused["id"], refused["code"]) == ("refused", "a.1", "message.malformed")


async def test_a_message_has_an_end(serve: Open) -> None:
    async with serve() as served:
        token = await served.guest()
        table = await served.table(token)
        async with served.socket(table, token) as line:
            await say(line, do="hello")
            long = '{"do":"ping"}'
            await line.send(long + " " * (MOST_BYTES - len(long)))
            assert (await hear(line, "pong", "bye"))["is"] == "pong"
            await line.send(long + " " * (MOST_BYTES - len(long) + 1))
            assert (await farewell(line))["code"] == "message.too_long"
        async with served.socket(table, token) as line:
            await line.send("x" * 100_000)
            await line.wait_closed()
            assert line.close_code == 1009


async def test_commands_are_limited_for_a_person_on_all_sockets_together(serve: Open) -> None:
    rates = FREELY.__class__(commands=Rate(6, 3600), chat=FREELY.chat, calls=FREELY.calls)
    async with serve(rates=rates) as served:
        bea, cal = await served.guest(), await served.guest("Cal")
        table = await served.table(bea, public=True)
        async with served.socket(table, bea) as one, served.socket(table, bea) as two, served.socket(table, cal) as other:
            for line in (one, two, other):
                await say(line, do="hello")
            for number in range(4):
                await say((one, two)[number % 2], do="say", id=f"s{number}", phrase="hello")
                await hear((one, two)[number % 2], "saved")
            for line in (one, two):
                await say(line, do="say", id="more", phrase="hello")
                refused = await hear(line, "saved", "refused")
                assert (refused["id"], refused["code"]) == ("more", "limit.commands")
                assert refused["text"].endswith("6 moves in 3600 seconds.")
            await say(two, do="ping")
            await hear(two, "pong")
            await say(other, do="say", id="s", phrase="hello")
            await hear(other, "saved")


async def test_chat_is_limited_and_play_goes_on(serve: Open) -> None:
    rates = FREELY.__class__(commands=FREELY.commands, chat=Rate(2, 3600), calls=FREELY.calls)
    async with serve(rates=rates) as served:
        token = await served.guest()
        async with served.socket(await served.table(token), token) as line:
            await say(line, do="hello")
            for number in range(2):
                await say(line, do="say", id=f"s{number}", text="Hello")
                await hear(line, "saved")
            await say(line, do="say", id="s2", text="Hello")
            assert (await hear(line, "saved", "refused"))["code"] == "limit.chat"
            await say(line, do="pause", id="p")
            await hear(line, "saved")


async def test_proposals_are_limited_as_new_tables_are_and_strangers_propose_nothing(serve: Open) -> None:
    """A person who sits alone with bots opens a table by proposing one, so a proposal counts like a new table."""
    rates = FREELY.__class__(commands=FREELY.commands, tables=Rate(3, 3600), calls=FREELY.calls)
    async with serve(rates=rates) as served:
        token, stranger = await served.guest(), await served.guest("Eve")
        table = await served.table(token, public=True)
        proposal = {"do": "propose", "game": "stop_the_bus"}
        async with served.socket(table, stranger) as line:
            await say(line, do="hello")
            await say(line, id="x", **proposal)
            assert (await hear(line, "saved", "refused"))["code"] == "table.not_seated"
        async with served.socket(table, token) as line:
            await say(line, do="hello")
            await say(line, id="p", **proposal)
            await hear(line, "saved")
            for number in range(3):
                await say(line, id=f"p{number}", **proposal)
                assert (await hear(line, "saved", "refused"))["code"] == "limit.tables"


async def test_new_rules_are_limited_as_new_tables_are(serve: Open) -> None:
    """Each change adds all rules to the log and sends everybody the whole table, so it counts like a new table."""
    rates = FREELY.__class__(commands=FREELY.commands, tables=Rate(3, 3600), calls=FREELY.calls)
    async with serve(rates=rates) as served:
        token = await served.guest()
        table = await served.table(token, start=False)
        async with served.socket(table, token) as line:
            await say(line, do="hello")
            for number in range(2):
                await say(line, do="rules", id=f"r{number}", options={"target": 9 + 2 * number})
                await hear(line, "saved")
            await say(line, do="rules", id="r2", options={"target": 15})
            assert (await hear(line, "saved", "refused"))["code"] == "limit.tables"
            await say(line, do="start", id="s")
            await hear(line, "saved")
            changed = [row for row in await served.house.store.log(table) if b'"what":"ruled"' in row.entry]
            assert len(changed) == 2


async def test_a_flood_of_messages_ends_the_socket(serve: Open) -> None:
    rates = FREELY.__class__(commands=FREELY.commands, frames=Rate(5, 3600), calls=FREELY.calls)
    async with serve(rates=rates) as served:
        token = await served.guest()
        async with served.socket(await served.table(token), token) as line:
            for _ in range(6):
                await say(line, do="ping")
            assert (await farewell(line))["code"] == "limit.frames"


async def test_a_person_has_only_so_many_sockets(serve: Open) -> None:
    async with serve(sockets=2) as served:
        token = await served.guest()
        table = await served.table(token)
        async with served.socket(table, token) as one, served.socket(table, token):
            await say(one, do="hello")
            await hear(one, "welcome")
            async with served.socket(table, token) as three:
                assert (await farewell(three))["code"] == "limit.sockets"
        await asyncio.sleep(0.05)
        async with served.socket(table, token) as again:
            await say(again, do="hello")
            await hear(again, "welcome")
        await asyncio.sleep(0.05)
        assert served.app.state.context.lines == {}


async def test_the_same_command_has_one_answer(serve: Open) -> None:
    async with serve() as served:
        token = await served.guest()
        async with served.socket(await served.table(token), token) as line:
            await say(line, do="hello")
            answers = []
            for _ in range(3):
                await say(line, do="pause", id="p")
                answers.append(await hear(line, "saved", "refused"))
            assert answers[0]["is"] == "saved"
            assert answers == [answers[0]] * 3


async def stalled(served: Served, table: str, token: str) -> ClientConnection:
    """A client that has said hello and reads nothing more."""
    small = socket.socket()
    small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    small.connect(("127.0.0.1", served.port))
    line = await served.socket(table, token, max_queue=1, ping_interval=None, sock=small)
    await say(line, do="hello")
    return line


async def ended(line: ClientConnection) -> AsyncIterator[str | bytes]:
    """Everything that still arrives on a connection."""
    with suppress(ConnectionClosed):
        while True:
            yield await line.recv()


async def test_a_slow_reader_is_closed_and_comes_back_for_the_rest(serve: Open) -> None:
    async with serve(unsent=100_000) as served:
        bea, cal = await served.guest(), await served.guest("Cal")
        table = await served.table(bea, public=True)
        context = served.app.state.context
        async with served.socket(table, bea) as line:
            await say(line, do="hello")
            seen = await hear(line, "welcome")
            slow = await stalled(served, table, cal)
            number = 0
            while not context.metrics.registry.get_sample_value("prial_closed_total", {"code": "limit.unsent"}):
                number += 1
                assert number < 2_000, "nothing closed it"
                await say(line, do="say", id=f"s{number}", text="x" * 300)
                await hear(line, "saved")
            got = [msgspec.json.decode(message) async for message in ended(slow)]
            assert slow.close_code == 1006  # without a last message: it would have to wait behind the unread ones
            assert seen["version"] <= got[-1]["version"] < seen["version"] + number
            assert context.metrics.registry.get_sample_value("prial_connections") == 1
            async with served.socket(table, cal) as again:
                await say(again, do="hello")
                assert (await hear(again, "welcome"))["version"] >= seen["version"] + number


async def test_whoever_missed_much_is_sent_the_table_as_it_is_now_which_a_slow_line_takes(serve: Open) -> None:
    async with serve(unsent=100_000) as served:
        bea, cal = await served.guest(), await served.guest("Cal")
        table = await served.table(bea, public=True, bots=[], start=False)
        async with served.socket(table, bea) as line:
            await say(line, do="hello")
            seen = (await hear(line, "welcome"))["version"]
            for number in range(100):
                await say(line, do="say", id=f"s{number}", text="🂡" * 300)
                await hear(line, "saved")
        async with served.socket(table, cal) as line:
            await say(line, do="hello", version=seen)
            message = await line.recv(decode=False)
            assert len(message) < 100_000
            welcome = msgspec.json.decode(message)
            assert (welcome["is"], welcome["version"]) == ("welcome", seen + 100)
            assert welcome["talk"][-1]["version"] == seen + 100
            await say(line, do="hello", version=seen + 90)
            versions = [(await hear(line, "update"))["version"] for _ in range(10)]
            assert versions == list(range(seen + 91, seen + 101))


async def test_who_asks_again_without_reading_is_a_slow_reader(serve: Open) -> None:
    async with serve(unsent=20_000) as served:
        token = await served.guest()
        table = await served.table(token, bots=[], start=False)
        async with served.socket(table, token) as line:
            await say(line, do="hello")
            for number in range(100):
                await say(line, do="say", id=f"s{number}", text="x" * 300)
                await hear(line, "saved")
        slow = await stalled(served, table, token)
        with suppress(ConnectionClosed):
            for _ in range(50):
                await say(slow, do="hello")
        got = [message async for message in ended(slow)]
        assert len(got) < 50
        assert slow.close_code == 1006


async def test_who_comes_back_gets_what_was_missed(serve: Open) -> None:
    async with serve() as served:
        bea, cal = await served.guest(), await served.guest("Cal")
        table = await served.table(bea, public=True)
        async with served.socket(table, cal) as line:
            await say(line, do="hello")
            seen = await hear(line, "welcome")
        async with served.socket(table, bea) as line:
            await say(line, do="hello")
            for number in range(3):
                await say(line, do="say", id=f"s{number}", phrase="hello")
                await hear(line, "saved")
        async with served.socket(table, cal) as line:
            await say(line, do="hello", version=seen["version"], viewer=None)
            first = await hear(line, "update", "welcome")
            assert (first["is"], first["version"]) == ("update", seen["version"] + 1)


async def test_a_closing_house_says_goodbye_and_keeps_everything(serve: Open) -> None:
    async with serve() as served:
        token = await served.guest()
        table = await served.table(token)
        line = await served.socket(table, token)
        await say(line, do="hello")
        await say(line, do="pause", id="p")
        await hear(line, "saved")
    bye = await farewell(line)
    assert (bye["code"], bye["again"]) == ("house.closing", True)
    async with serve() as served, served.socket(table, token) as line:
        await say(line, do="hello")
        welcome = await hear(line, "welcome")
        assert (welcome["viewer"], welcome["scene"]["status"]) == (0, "paused")


async def test_a_house_that_isnt_ready_says_so(serve: Open) -> None:
    async with serve() as served:
        token = await served.guest()
        table = await served.table(token)
        served.house.ready = False
        assert await denied(served.socket(table, token)) == (503, "server.closing")
        async with httpx2.AsyncClient(base_url=served.origin) as http:
            for path in ("/healthz", "/api/me", "/api/games"):
                answer = await http.get(path)
                assert (answer.status_code, answer.json()["code"]) == (503, "server.closing")
            assert (await http.get("/metrics")).status_code == 200
        served.house.ready = True
        async with httpx2.AsyncClient(base_url=served.origin) as http:
            assert (await http.get("/healthz")).json()["ready"] is True


async def test_a_connection_that_says_nothing_is_dropped(serve: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calling, "HEAD_SECONDS", 0.2)
    async with serve() as served:
        token = await served.guest()
        async with served.socket(await served.table(token), token) as line:
            for said in (b"", b"GET /healthz HTTP/1.1\r\nHost: x\r\n"):
                reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
                writer.write(said)
                with suppress(ConnectionResetError):
                    assert await asyncio.wait_for(reader.read(), 5) == b""
                writer.close()
            await say(line, do="hello")
            await hear(line, "welcome")


async def test_a_head_has_an_end(serve: Open) -> None:
    async with serve() as served:
        reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\nCookie: ")
        with suppress(ConnectionResetError, BrokenPipeError):
            for _ in range(100):
                writer.write(b"x" * 1024)
                await writer.drain()
            assert (await asyncio.wait_for(reader.read(), 5)).startswith((b"HTTP/1.1 4", b""))
        writer.close()


@pytest.mark.parametrize("limit", ["refusals", "address_refusals"])
async def test_who_is_refused_again_and_again_is_not_listened_to_for_a_while(serve: Open, limit: str) -> None:
    """The store keeps a table's refusals for a week, so there must not be too many."""
    async with serve(rates=FREELY.__class__(**{limit: Rate(3, 3600)})) as served:
        token = await served.guest()
        table = await served.table(token)
        async with served.socket(table, token) as line:
            await say(line, do="hello")
            await hear(line, "welcome")
            codes = []
            for number in range(5):
                await say(line, do="start", id=f"r{number}")
                codes.append((await hear(line, "refused"))["code"])
            assert codes[:3] == ["table.started"] * 3
            assert codes[3:] == ["limit.refusals"] * 2
        assert len([each for each in await served.house.store.answers(table) if each.id.startswith("r")]) == 3
        async with served.socket(table, token) as line:  # watching is still allowed
            await say(line, do="hello")
            await hear(line, "welcome")
