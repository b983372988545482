"""Checks that the time of a simulation is proportional to its deals, and that its memory doesn't grow."""

import os
import subprocess
import sys
from time import perf_counter

from bench.measure import Row, say

FEW, MANY = 100_000, 1_000_000
"""Numbers of deals of a short and of a long simulation."""
REPEATS = 3
"""How often each number of deals is simulated."""


def _simulate(deals: int) -> tuple[float, float]:
    """The time of ``prial simulate``, in seconds, and the most memory that it takes, in megabytes."""
    command = [sys.executable, "-m", "prial", "simulate", "--deals", str(deals), "--json"]
    start = perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as child:
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0
    return perf_counter() - start, used.ru_maxrss / 1024


def rows() -> list[Row]:
    """The time per deal for a million deals next to half a million, and the memory for a million next to a hundred thousand.

    Each time includes the start of the program. To subtract it would be unreliable on a busy machine.
    """
    _simulate(FEW)  # compiles what isn't compiled yet
    runs = [[_simulate(deals) for deals in (FEW, MANY // 2, MANY)] for _ in range(REPEATS)]
    times, memories = ([[run[what] for run in each] for each in zip(*runs, strict=True)] for what in (0, 1))
    half, whole = min(times[1]) / (MANY // 2), min(times[2]) / MANY
    small, large = min(memories[0]), min(memories[2])
    slower, more = whole / half, large / small
    return [
        Row("a deal of prial simulate, of a million", whole, "s", f"of half a million {say(half, 's')}", None, slower,
            "≤ 1.1 × as slow", slower <= 1.1),
        Row("memory of prial simulate, a million deals", large, "MB", f"{FEW:,} deals {small:,.0f} MB", None, more,
            "≤ 1.1 × as much", more <= 1.1),
    ]  # fmt: skip
