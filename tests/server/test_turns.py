"""Which request is served next when many people send requests at once."""

import asyncio
import time

import pytest

from prial.host.rotation import Rotation
from prial.server import turns
from prial.server.allowance import Rate, source
from prial.server.settings import Rates
from prial.server.turns import Turns
from tests.server.conftest import FREELY, Open

ONE, TWO = source("192.0.2.1"), source("198.51.100.1")


def test_everybody_has_a_turn_before_anybody_has_another_one() -> None:
    rotation = Rotation[str]()
    for name in ("ann 1", "ann 2", "ann 3", "bea 1", "bea 2", "cal 1"):
        rotation.add(name[:3], name)
    assert rotation.of("ann") == 3
    assert [rotation.next() for _ in range(4)] == ["ann 1", "bea 1", "cal 1", "ann 2"]
    rotation.had_turn("bea")
    assert [rotation.next(), rotation.next()] == ["ann 3", "bea 2"]
    assert not rotation


async def order(at: Turns, asks: list[str]) -> list[str]:
    """The order in which people were served."""
    served: list[str] = []

    async def ask(address: str) -> None:
        if await at.take(source(address)):
            served.append(address)

    await asyncio.gather(*map(ask, asks))
    return served


async def test_who_asks_little_never_waits_for_who_asks_much() -> None:
    one, two, three = ONE.address, TWO.address, "203.0.113.1"
    served = await order(Turns(Rate(2, 3600), 50), [one] * 20 + [two] * 5 + [three])
    assert served.index(three) < 6
    before_the_last_of_two = served[: len(served) - served[::-1].index(two)]
    assert before_the_last_of_two.count(one) <= 7
    assert len(served) == 26


async def test_of_an_address_only_so_many_wait() -> None:
    served = await order(Turns(Rate(1, 3600), 5), [ONE.address] * 20 + [TWO.address])
    assert (served.count(ONE.address), served.count(TWO.address)) == (6, 1)


async def test_those_who_ask_much_leave_most_of_a_core(monkeypatch: pytest.MonkeyPatch) -> None:
    at = Turns(Rate(1, 3600), 500)
    start, busy = time.monotonic(), time.thread_time()

    async def work() -> None:
        assert await at.take(ONE)
        until = time.thread_time() + 0.004
        while time.thread_time() < until:
            pass

    await asyncio.gather(*[work() for _ in range(50)])
    share = (time.thread_time() - busy) / (time.monotonic() - start)
    assert share < 0.6
    monkeypatch.setattr(turns, "_LONGEST", 0.0)  # players are served even when the server is very busy
    await asyncio.wait_for(asyncio.gather(*[work() for _ in range(10)]), 5)


async def test_who_has_gone_has_no_turn() -> None:
    at = Turns(Rate(1, 3600), 50)
    assert await at.take(ONE)
    gone, there = (asyncio.create_task(at.take(ONE)) for _ in range(2))
    await asyncio.sleep(0)
    gone.cancel()
    assert await there


async def test_calls_and_handshakes_of_an_address_wait_for_each_other(serve: Open) -> None:
    rates = Rates(**{**{name: getattr(FREELY, name) for name in Rates.__struct_fields__}, "swift": Rate(1, 3600)})
    async with serve(rates=rates, address_connections=300) as served:
        token = await served.guest()
        table = await served.table(token)

        async def call() -> int:
            async with served.http() as http:
                return (await http.get("/api/me")).status_code

        async def come() -> int:
            async with served.socket(table, token):
                return 101

        answers = await asyncio.gather(*[call() for _ in range(10)], *[come() for _ in range(5)])
        assert answers == [401] * 10 + [101] * 5
