"""A simulation's time grows in a straight line with its deals, and its memory not at all."""

import os
import subprocess
import sys
from time import perf_counter

from bench.measure import Row, say

FEW, MANY = 100_000, 1_000_000


def _simulate(deals: int) -> tuple[float, float]:
    """Seconds and the greatest memory in megabytes of ``prial simulate``."""
    command = [sys.executable, "-m", "prial", "simulate", "--deals", str(deals), "--json"]
    start = perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as child:
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0
    return perf_counter() - start, used.ru_maxrss / 1024


def rows() -> list[Row]:
    """The time of the second half of a million deals beside the first, and the memory of all beside that of a few."""
    _simulate(FEW)  # what is compiled once is compiled now
    (start, small), (half, _), (whole, large) = _simulate(FEW), _simulate(MANY // 2), _simulate(MANY)
    first, second = (half - start) / (MANY // 2 - FEW), (whole - half) / (MANY // 2)
    slower, more = second / first, large / small
    return [
        Row("a deal of prial simulate, in the second half million", second, "s", f"the first {say(first, 's')}", None, slower,
            "≤ 1.25 × as slow", slower <= 1.25),
        Row("memory of prial simulate, a million deals", large, "MB", f"{FEW:,} deals {small:,.0f} MB", None, more,
            "≤ 1.1 × as much", more <= 1.1),
    ]  # fmt: skip
