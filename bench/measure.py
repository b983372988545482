"""Makes rows of the table, and measures times on a machine that does other work, too."""

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
"""This folder."""
SPINS = 20_000_000
"""Steps of arithmetic in a spinning run."""
UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))
"""Units of time with their length in seconds, the longest first."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: a figure of Prial's next to a peer, such as another library's figure."""

    what: str
    """What is measured."""
    figure: float
    """Prial's figure, in ``unit``."""
    unit: str
    """``s`` for seconds per item; otherwise items per second, such as ``deals/s``, or what is counted, such as ``points``."""
    peer: str
    """Name of the peer, with which the figure is compared; empty if there is none."""
    peer_figure: float | None
    """The peer's figure, in the same unit; None if there is none."""
    ratio: float | None
    """The number that must reach the target; usually Prial's speed divided by the peer's. None for a row without a target."""
    target: str
    """The target in words; empty if there is none. A plain time has none, because it depends on the machine."""
    passed: bool
    """Whether the target is reached; True if there is none."""


def faster(what: str, ours: float, peer: str, theirs: float, least: float) -> Row:
    """Compare two times, in seconds. The target is to be at least ``least`` times as fast as the peer."""
    ratio = theirs / ours
    return Row(what, ours, "s", peer, theirs, ratio, f"≥ {least:g} × as fast", ratio >= least)


def beside(what: str, ours: float, peer: str, theirs: float) -> Row:
    """Show two times beside each other, in seconds, without a target."""
    return Row(what, ours, "s", peer, theirs, theirs / ours, "", passed=True)


def as_quick(what: str, ours: float, peer: str, theirs: float, most: float) -> Row:
    """Compare two times, in seconds. The target is to take at most ``most`` times as long as the peer."""
    ratio = ours / theirs
    return Row(what, ours, "s", peer, theirs, ratio, f"≤ {most:g} × as long", ratio <= most)


def plain(what: str, ours: float, unit: str = "s") -> Row:
    """Show a time or a rate without a target or a peer."""
    return Row(what, ours, unit, "", None, None, "", passed=True)


def spinning(pool: ThreadPoolExecutor) -> dict[str, Callable[[], object]]:
    """Two runs of the same arithmetic, on one core and on two. They show how much a second core gains."""
    spin = compiled("cores").spin
    return {
        "spin on one": lambda: spin(ctypes.c_uint64(SPINS)),
        "spin on two": lambda: list(pool.map(spin, [ctypes.c_uint64(SPINS // 2)] * 2)),
    }


def two_cores(what: str, times: Mapping[str, float], each: float) -> Row:
    """Compare the gain from a second core with the gain of plain arithmetic, which is 1.9 times on an idle machine.

    The target is 95 % of the gain of plain arithmetic.

    Args:
        what: what is measured.
        times: seconds by name, for ``one core``, ``two cores`` and the runs of `spinning`.
        each: items done in a run of ``one core`` or ``two cores``.
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
    """A figure with its unit; times have three digits."""
    if unit != "s":
        return f"{figure:,.0f} {unit}"
    scale, name = next(((scale, name) for scale, name in UNITS if figure >= scale), UNITS[-1])
    return f"{figure / scale:.3g} {name}"


def least_times(runs: Mapping[str, Callable[[], object]], repeats: int = 7) -> dict[str, float]:
    """The shortest time of each run, in seconds. The runs take turns, so that a busy moment of the machine affects them all."""
    for run in runs.values():
        run()  # not timed: the first call may compile or load something
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
