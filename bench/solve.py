"""Measures how long and how well ``prial solve brag`` solves the betting of two players, and how well it answers a bot."""

import json
import subprocess
import sys
from math import hypot
from time import perf_counter
from typing import Any

from bench.measure import Row, plain
from bench.strength import book

MOST_ANTES = 0.002
BOT = "canny"
DEALS = 2_000
MOST_ERRORS = 4.0
"""An answer may gain more than its certified figure by at most this many standard errors."""


def rows() -> list[Row]:
    """The time of the whole command, the exploitability of its result, and the gain of an answer to the strongest bot."""
    seconds, found = _solved()
    left = found["exploitability"]
    what = f"heads-up Brag, {found['chips']} chips each, {found['turns']} turns, {found['iterations']} iterations"
    return [
        plain(what, seconds),
        Row("its exploitability", left, "antes", "", None, left / MOST_ANTES, f"≤ {MOST_ANTES} antes", left <= MOST_ANTES),
        _answered(),
    ]


def _answered() -> Row:
    """Find an answer to the strongest bot again, and play a few deals. Its gain may not exceed the certified gain by much."""
    certified = next(
        each.found
        for each in book().measured
        if (each.claim.kind, each.claim.game, each.claim.preset, each.claim.bot) == ("answer", "brag", "house", BOT)
    )
    _, found = _solved("--against", BOT, "--deals", str(DEALS))
    off = (found["gain"] - certified.mean) / hypot(found["error"], certified.error)
    what = f"an answer to {BOT} at Brag, house, ± {found['error']:.4f}"
    target = f"≤ {MOST_ERRORS:g} errors more"
    return Row(what, found["gain"], "points", "certified", certified.mean, off, target, off <= MOST_ERRORS)


def _solved(*args: str) -> tuple[float, Any]:
    """Run ``prial solve brag``. Returns its time in seconds, and its result."""
    start = perf_counter()
    done = subprocess.run([sys.executable, "-m", "prial", "solve", "brag", *args, "--json"], check=True, capture_output=True)
    return perf_counter() - start, json.loads(done.stdout)
