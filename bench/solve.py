"""How long two players' betting takes to be solved, and how well: ``prial solve brag`` as a person calls it."""

import json
import subprocess
import sys
from time import perf_counter

from bench.measure import Row, plain

MOST_ANTES = 0.002


def rows() -> list[Row]:
    """The time of the whole command, and the exploitability that it ends with."""
    command = [sys.executable, "-m", "prial", "solve", "brag", "--json"]
    start = perf_counter()
    done = subprocess.run(command, check=True, capture_output=True)
    seconds = perf_counter() - start
    found = json.loads(done.stdout)
    left = found["exploitability"]
    what = f"heads-up Brag, {found['chips']} chips each, {found['turns']} turns, {found['iterations']} iterations"
    return [
        plain(what, seconds),
        Row("its exploitability", left, "antes", "", None, left / MOST_ANTES, f"≤ {MOST_ANTES} antes", left <= MOST_ANTES),
    ]
