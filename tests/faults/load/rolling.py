"""Two servers of one house behind Caddy that are stopped one after the other, and people who reconnect as browsers do."""

import asyncio
import re
import subprocess
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Final

from tests.faults.load.report import Figure, share
from tests.faults.load.several import Servers
from tests.faults.load.storm import Visitor
from tests.faults.process import ROOT, free_port, until

CADDYFILE: Final = ROOT / "docs" / "hosting" / "Caddyfile"
_MOST_MS: Final = 1_000
"""Most milliseconds for which somebody may see that the connection is lost."""


@contextmanager
def caddy(folder: Path, servers: Servers) -> Iterator[int]:
    """Caddy in front of servers, without HTTPS; gives its port."""
    port = free_port()
    text = CADDYFILE.read_text("utf-8").replace("cards.example {", f"http://127.0.0.1:{port} {{")
    text = re.sub(r"reverse_proxy .* {", f"reverse_proxy {' '.join(f'127.0.0.1:{each.port}' for each in servers.each)} {{", text)
    file = folder / "Caddyfile"
    file.write_text(f"{{\n\tadmin off\n}}\n{text}", "utf-8")
    with (folder / "caddy.log").open("wb") as told:
        running = subprocess.Popen(["caddy", "run", "--config", file], stdout=told, stderr=told)  # noqa: S607
    try:
        time.sleep(2)
        yield port
    finally:
        running.kill()
        running.wait()


async def _stays(each: Visitor, port: int, waits: list[float]) -> None:
    """Connect again whenever the connection is lost: at once, then after 0.1, 0.2, 0.4 … seconds."""
    while True:
        lost, pause = time.monotonic(), 0.1
        while not each.greeted:
            with suppress(OSError, TimeoutError):
                await each.connect(port)
                await until(lambda: bool(each.greeted) or each.lost, 5)
            if not each.greeted:
                each.drop()
                await asyncio.sleep(pause)
                pause = min(1, 2 * pause)
        waits.append(time.monotonic() - lost)
        await until(lambda: each.lost, 3600)
        each.forget(all_of_it=True)


@asynccontextmanager
async def _at_tables(people: Sequence[Visitor], port: int) -> AsyncIterator[list[float]]:
    waits: list[float] = []
    staying = [asyncio.create_task(_stays(each, port, waits)) for each in people]
    await until(lambda: len(waits) == len(people), 60)
    yield waits
    for task in staying:
        task.cancel()
    await asyncio.gather(*staying, return_exceptions=True)


async def rolled(servers: Servers, port: int, people: Sequence[Visitor]) -> list[Figure]:
    """Stop and start one server after the other, then kill one."""
    first, other = servers.each
    figures: list[Figure] = []
    async with _at_tables(people, port) as waits:

        async def gone(what: str, end: Callable[[], object]) -> None:
            waits.clear()
            await asyncio.to_thread(end)
            await asyncio.sleep(6)
            figures.append(Figure(f"{what}: came back", len(waits)))
            figures.append(Figure(f"{what}: back after, p50", share(waits, 0.5), "ms"))
            figures.append(Figure(f"{what}: back after, the longest", share(waits, 1), "ms", _MOST_MS))

        for name, server in (("the first ended", first), ("the other ended", other)):
            await gone(name, server.stop)
            server.start()
            await asyncio.to_thread(server.up)
            await asyncio.sleep(3)
        await gone("the first killed", first.kill)
    return figures
