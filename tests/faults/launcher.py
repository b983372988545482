"""`prial serve` that dies at a named point: ``PRIAL_FAULT="while paused:7"`` kills it when it gets there for the seventh time.

Clocks and bots are fast and there are no rate limits, so that much happens in a short time. The process notes in a file, named by
``PRIAL_TIMES``, when it accepts connections and when it dies at its point.
"""

import os
import signal
from collections.abc import Callable, Iterable, Mapping
from inspect import iscoroutinefunction
from itertools import count
from pathlib import Path
from socket import socket
from typing import Any

from prial.cli import main
from prial.host import bot_workers, live
from prial.host import entries as log
from prial.host.audience import Audience, Connection
from prial.host.driving import Driver
from prial.host.live import Applied, Live
from prial.host.loading import Loader
from prial.host.numbers import Numbers
from prial.host.store import Store
from prial.host.store import sqlite as writing
from prial.host.store.sqlite import Sqlite
from prial.host.table import HostedTable
from prial.server import run
from prial.server.allowance import Allowance
from tests.faults.times import DIED, OPEN, note

FAULT = "PRIAL_FAULT"
TIMES = "PRIAL_TIMES"
PACE = (20, 200)
"""Milliseconds that a bot takes: from, to."""
CLOCK = (2, 1)
"""Seconds for a decision and for a rest with the fast clock."""

When = Callable[..., bool]


def locked(_table: HostedTable, applied: Applied) -> bool:
    """Whether one seat has locked its answer while others still think."""
    return applied.step is not None and bool(applied.step.gathered)


def revealed(_table: HostedTable, applied: Applied) -> bool:
    """Whether the last seat has laid."""
    return isinstance(applied.entry, log.Acted) and not locked(_table, applied)


def paused(_table: HostedTable, applied: Applied) -> bool:
    """Whether the clock stops here."""
    return isinstance(applied.entry, log.Paused)


def lending(_table: HostedTable, applied: Applied) -> bool:
    """Whether a player has just asked another one for chips."""
    entry = applied.entry
    return isinstance(entry, log.Acted) and entry.action.startswith("ask")


def voting(_table: HostedTable, applied: Applied) -> bool:
    """Whether another game is proposed and not everybody has voted."""
    proposal = applied.after.proposal
    return proposal is not None and not proposal.carried


def happens(kind: type[log.Entry]) -> When:
    """A condition: an entry of this kind has just been told."""
    return lambda _table, applied: isinstance(applied.entry, kind)


def turned(_table: HostedTable, applied: Applied) -> bool:
    """Whether a deck was dealt in whose shuffle players took part."""
    return isinstance(applied.entry, log.Dealt) and bool(applied.entry.numbers)


def some_are_in(numbers: Numbers, live: Live, *_: Any) -> bool:
    """Whether some numbers have arrived and others are awaited."""
    return live.fair.waits and bool(numbers._opened) and not numbers._complete(live)


def always(*_: Any) -> bool:
    """At any time."""
    return True


# By the name of a point: the owner and name of a function, whether the server dies before or after it, and the condition
POINTS: Mapping[str, tuple[Any, str, str, When]] = {
    "before the append": (Store, "append", "before", always),
    "in the transaction": (writing, "write", "after", always),
    "between commit and answer": (Sqlite, "_commit", "after", always),
    "between append and publish": (Store, "append", "after", always),
    "while it is told": (Connection, "send_bytes", "after", always),
    "between publish and answer": (HostedTable, "_publish", "after", always),
    "between lock and reveal": (HostedTable, "_publish", "after", locked),
    "between the reveal and its telling": (HostedTable, "_publish", "before", revealed),
    "while paused": (HostedTable, "_publish", "after", paused),
    "while somebody is asked to lend": (HostedTable, "_publish", "after", lending),
    "while another game is voted on": (HostedTable, "_publish", "after", voting),
    "when a number is promised": (HostedTable, "_publish", "after", happens(log.Promised)),
    "when decks are bound": (HostedTable, "_publish", "after", happens(log.Bound)),
    "when some numbers are in": (Numbers, "take", "after", some_are_in),
    "when a shuffle is void": (HostedTable, "_publish", "after", happens(log.Voided)),
    "when a turned deck is dealt": (HostedTable, "_publish", "before", turned),
    "when a refusal is stored": (Store, "answer", "after", always),
    "when a bot decides": (Driver, "_drive", "before", always),
    "when time is up": (Driver, "_time_is_up", "before", always),
    "when somebody is greeted": (Audience, "greet", "after", always),
    "at a heartbeat": (Store, "beat", "before", always),
    "while the store is taken over": (writing, "take_over", "after", always),
    "while tables are loaded": (Loader, "_open", "after", always),
    "while an outage is noted": (HostedTable, "pay", "after", always),
    "before the next table is opened": (HostedTable, "begin", "before", always),
    "when the next table is open": (HostedTable, "begin", "after", always),
    "while closing": (HostedTable, "close", "after", always),
}
RARE = frozenset(
    {
        *("while the store is taken over", "while tables are loaded", "while an outage is noted", "when somebody is greeted"),
        *("at a heartbeat", "while paused", "when time is up", "while closing"),
        *("when a number is promised", "when a shuffle is void"),
        *("while somebody is asked to lend", "while another game is voted on"),
        *("before the next table is opened", "when the next table is open"),
    }
)
"""Points that a server reaches rarely, or only at its start or end."""


def plant(point: str, number: int) -> None:
    """Kill this process when it reaches a point for the ``number``-th time."""
    owner, name, side, when = POINTS[point]
    true, passed = getattr(owner, name), count(1)

    def die(*args: Any) -> None:
        if when(*args) and next(passed) >= number:
            noted(DIED)
            os.kill(os.getpid(), signal.SIGKILL)

    async def slow(*args: Any, **more: Any) -> Any:
        if side == "before":
            die(*args)
        answer = await true(*args, **more)
        if side == "after":
            die(*args)
        return answer

    def quick(*args: Any, **more: Any) -> Any:
        if side == "before":
            die(*args)
        answer = true(*args, **more)
        if side == "after":
            die(*args)
        return answer

    setattr(owner, name, slow if iscoroutinefunction(true) else quick)


def noted(what: str) -> None:
    """Note when this happens, if somebody wants to know."""
    if file := os.environ.get(TIMES):
        note(Path(file), what)


def punctual() -> None:
    """Note when the server accepts connections."""
    true = run._Server._listen

    async def listen(self: run._Server, sockets: Iterable[socket]) -> None:
        await true(self, sockets)
        noted(OPEN)

    run._Server._listen = listen  # type: ignore[method-assign]  # the same, and a note


def hurry() -> None:
    """Make clocks and bots fast, and remove the rate limits."""
    live.CLOCKS["fast"] = CLOCK  # type: ignore[index]  # a clock for tests
    bot_workers.PACE = PACE  # type: ignore[misc]  # bots for tests
    Allowance.take = always  # type: ignore[assignment, method-assign]  # no rate limits


if __name__ == "__main__":
    hurry()
    punctual()
    if planted := os.environ.get(FAULT):
        name, _, number = planted.rpartition(":")
        plant(name, int(number))
    main()
