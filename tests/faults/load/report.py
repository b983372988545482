"""What was wanted, and what came of it."""

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
        measured: what it came to.
        unit: of that number.
        most: the most that is wanted; None where nothing is.
    """

    what: str
    measured: float
    unit: str = ""
    most: float | None = None

    @property
    def good(self) -> bool:
        """Whether it is as wanted."""
        return self.most is None or self.measured <= self.most


class Measured(Protocol):
    """What uses processors."""

    def cpu(self) -> float:
        """Seconds of a core that it has used."""


class Cost:
    """What a stretch of time costs the server and this process, in shares of a core.

    Args:
        server: the server, or several.
    """

    def __init__(self, server: Measured) -> None:
        self._server = server
        self.server = self.own = self.wall = 0.0
        self._before = self._now()

    def _now(self) -> tuple[float, float, float]:
        return self._server.cpu(), time.process_time(), time.monotonic()

    def begin(self) -> None:
        """From now on."""
        self._before = self._now()

    def end(self) -> None:
        """Until now."""
        self.server, self.own, self.wall = (now - before for now, before in zip(self._now(), self._before, strict=True))

    def figures(self) -> list[Figure]:
        """Them, as shares of a core."""
        return [
            Figure("a core's share: server", 100 * self.server / self.wall, "%"),
            Figure("a core's share: generator", 100 * self.own / self.wall, "%"),
        ]


@contextmanager
def uncollected() -> Iterator[None]:
    """Keep this process's collector out of what is measured."""
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
    """A server over a file, and the seconds until it was open; with a path, under the profiler, and figures mean little."""
    server = Server(db, free_port(), "tests.faults.profiled" if profile else "prial")
    server.start(**({"PRIAL_PROFILE": str(profile.absolute())} if profile else {}))
    try:
        yield server, server.up()
        if profile:
            server.stop()
    finally:
        server.kill()


def turned_away() -> int:
    """Connections that this machine's kernel has let try again later, since a server's queue was full."""
    names, counts = [line.split() for line in Path("/proc/net/netstat").read_text().splitlines() if line.startswith("TcpExt:")]
    return int(counts[names.index("ListenDrops")])


def kernel() -> int:
    """Bytes that this machine's kernel holds for its own things, sockets among them."""
    slab = next(line for line in Path("/proc/meminfo").read_text().splitlines() if line.startswith("Slab:"))
    queued = next(line for line in Path("/proc/net/sockstat").read_text().splitlines() if line.startswith("TCP:"))
    return int(slab.split()[1]) * 1024 + int(queued.split()[-1]) * os.sysconf("SC_PAGE_SIZE")


def share(values: Sequence[float], part: float) -> float:
    """A quantile, in ms; of nothing it is infinite."""
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] * 1000 if values else float("inf")


@dataclass
class Report:
    """Figures by scenario, printed as they come."""

    figures: list[Figure] = field(default_factory=list)

    def add(self, title: str, figures: Sequence[Figure]) -> None:
        """Print what came of a scenario."""
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
        """Whether all is as wanted."""
        return all(each.good for each in self.figures)
