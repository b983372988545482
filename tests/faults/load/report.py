"""Figures with their limits."""

import gc
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from tests.faults.process import Server, free_port


@dataclass(frozen=True)
class Figure:
    """One figure.

    Args:
        what: what was measured.
        measured: the result.
        unit: its unit.
        most: the limit; None for none.
    """

    what: str
    measured: float
    unit: str = ""
    most: float | None = None

    @property
    def good(self) -> bool:
        """Whether it is within the limit."""
        return self.most is None or self.measured <= self.most


class Measured(Protocol):
    """Something that uses processor time."""

    def cpu(self) -> float:
        """Seconds of processor time that it has used."""


class Cost:
    """The processor time that the server and this process use during a period, as shares of a core.

    Args:
        server: the server, or several together.
    """

    def __init__(self, server: Measured) -> None:
        self._server = server
        self.server = self.own = self.wall = 0.0
        self._before = self._now()

    def _now(self) -> tuple[float, float, float]:
        return self._server.cpu(), time.process_time(), time.monotonic()

    def begin(self) -> None:
        """Begin the period."""
        self._before = self._now()

    def end(self) -> None:
        """End the period."""
        self.server, self.own, self.wall = (now - before for now, before in zip(self._now(), self._before, strict=True))

    def figures(self) -> list[Figure]:
        """The shares of a core as figures."""
        return [
            Figure("a core's share: server", 100 * self.server / self.wall, "%"),
            Figure("a core's share: generator", 100 * self.own / self.wall, "%"),
        ]


@contextmanager
def uncollected() -> Iterator[None]:
    """Run without garbage collection in this process."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()


@contextmanager
def serving(db: Path, profile: Path | None) -> Iterator[tuple[Server, float]]:
    """A server with a database file, and the seconds until it was open. With a path it runs under the profiler, and is slower."""
    server = Server(db, free_port(), "tests.faults.profiled" if profile else "prial")
    server.start(**({"PRIAL_PROFILE": str(profile.absolute())} if profile else {}))
    try:
        yield server, server.up()
        if profile:
            server.stop()
    finally:
        server.kill()


def turned_away() -> int:
    """Connections that this machine's kernel deferred because a server's queue was full."""
    names, counts = [line.split() for line in Path("/proc/net/netstat").read_text().splitlines() if line.startswith("TcpExt:")]
    return int(counts[names.index("ListenDrops")])


def kernel() -> int:
    """Bytes of memory that this machine's kernel uses, including its sockets."""
    slab = next(line for line in Path("/proc/meminfo").read_text().splitlines() if line.startswith("Slab:"))
    queued = next(line for line in Path("/proc/net/sockstat").read_text().splitlines() if line.startswith("TCP:"))
    return int(slab.split()[1]) * 1024 + int(queued.split()[-1]) * os.sysconf("SC_PAGE_SIZE")


def share(values: Sequence[float], part: float) -> float:
    """A quantile of seconds, in milliseconds; infinite where there are no values."""
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] * 1000 if values else float("inf")


@dataclass
class Report:
    """Figures by scenario, printed as they come."""

    figures: list[Figure] = field(default_factory=list)

    def add(self, title: str, figures: Sequence[Figure]) -> None:
        """Print the figures of a scenario."""
        lines = [f"\n{title}", f"  {'what':<58}{'wanted':>14}{'measured':>16}"]
        for each in figures:
            wanted = "" if each.most is None else f"≤ {each.most:,g} {each.unit}"
            measured = f"{each.measured:,.{0 if each.measured >= 100 else 1 if each.measured >= 10 else 2}f} {each.unit}"
            lines.append(f"  {each.what:<58}{wanted:>14}{measured:>16}{'' if each.good else '  !'}")
        sys.stdout.write("\n".join(lines) + "\n")
        sys.stdout.flush()
        self.figures += figures

    @property
    def good(self) -> bool:
        """Whether all figures are within their limits."""
        return all(each.good for each in self.figures)
