"""Rows of the table, and how a time is taken on a machine that others use, too."""

import ctypes
import gc
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from time import perf_counter

HERE = Path(__file__).parent
SPINS = 20_000_000
UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: what Prial does beside what it is measured against."""

    what: str
    """What is done."""
    figure: float
    """Prial's, in ``unit``."""
    unit: str
    """``s`` for seconds each time, or what there is so many of in a second: ``deals/s``."""
    peer: str
    """Who or what it is measured against."""
    peer_figure: float | None
    """The peer's, in the same unit; None where there is none."""
    ratio: float | None
    """What the target speaks of: how many times the peer's speed, or a figure that no machine changes; None for a plain time."""
    target: str
    """The target in words; none for a plain time, which says more of the machine than of Prial and is never judged."""
    passed: bool
    """Whether it is reached."""


def faster(what: str, ours: float, peer: str, theirs: float, least: float) -> Row:
    """A row whose target is to be so many times as fast as a peer; times in seconds."""
    ratio = theirs / ours
    return Row(what, ours, "s", peer, theirs, ratio, f"≥ {least:g} × as fast", ratio >= least)


def beside(what: str, ours: float, peer: str, theirs: float) -> Row:
    """A row for information; times in seconds."""
    return Row(what, ours, "s", peer, theirs, theirs / ours, "", passed=True)


def as_quick(what: str, ours: float, peer: str, theirs: float, most: float) -> Row:
    """A row whose target is to take at most so many times as long as a peer; times in seconds."""
    ratio = ours / theirs
    return Row(what, ours, "s", peer, theirs, ratio, f"≤ {most:g} × as long", ratio <= most)


def plain(what: str, ours: float, unit: str = "s") -> Row:
    """A row for information: a time or a rate by itself."""
    return Row(what, ours, unit, "", None, None, "", passed=True)


def spinning(pool: ThreadPoolExecutor) -> dict[str, Callable[[], object]]:
    """Runs that show what two cores gain: the same arithmetic on one, and half of it on each of two."""
    spin = compiled("cores").spin
    return {
        "spin on one": lambda: spin(ctypes.c_uint64(SPINS)),
        "spin on two": lambda: list(pool.map(spin, [ctypes.c_uint64(SPINS // 2)] * 2)),
    }


def two_cores(what: str, times: Mapping[str, float], each: float) -> Row:
    """A row whose target is to gain by a second core what plain arithmetic gains by it, 1.9 of 2 on a machine at rest.

    Args:
        what: what is done.
        times: seconds by name, of ``one core`` and ``two cores`` and of `spinning`.
        each: how many are done in one of the first two.
    """
    gained = times["one core"] / times["two cores"]
    possible = times["spin on one"] / times["spin on two"]
    share = gained / possible
    limit = times["one core"] / each / possible
    return Row(
        what,
        times["two cores"] / each,
        "s",
        f"× {gained:.2f}; arithmetic × {possible:.2f}",
        limit,
        share,
        "≥ 0.95 of that",
        share >= 0.95,
    )


def say(figure: float, unit: str) -> str:
    """A figure with its unit, three digits."""
    if unit != "s":
        return f"{figure:,.0f} {unit}"
    scale, name = next(((scale, name) for scale, name in UNITS if figure >= scale), UNITS[-1])
    return f"{figure / scale:.3g} {name}"


def least_times(runs: Mapping[str, Callable[[], object]], repeats: int = 7) -> dict[str, float]:
    """The shortest time of each, in seconds, taking turns, so that a busy moment of the machine hits all alike."""
    for run in runs.values():
        run()  # what is only done once is done now
    times = dict.fromkeys(runs, float("inf"))
    gc.disable()
    try:
        for _ in range(repeats):
            for name, run in runs.items():
                start = perf_counter()
                run()
                times[name] = min(times[name], perf_counter() - start)
    finally:
        gc.enable()
    return times


@cache
def compiled(name: str) -> ctypes.CDLL:
    """A C file of this folder, compiled for this machine."""
    folder = tempfile.mkdtemp(prefix="prial-bench-")
    library = Path(folder) / f"{name}.so"
    command = ["gcc", "-O3", "-march=native", "-shared", "-fPIC", "-o", str(library), str(HERE / f"{name}.c"), "-lm"]
    subprocess.run(command, check=True)
    return ctypes.CDLL(str(library))
