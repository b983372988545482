"""How long two players' betting takes to be solved, and how well; what an answer to the strongest bot finds.

Both are ``prial solve brag`` as a person calls it.
"""

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
"""Standard errors by which an answer may gain more than is certified."""


def rows() -> list[Row]:
    """The time of the whole command, and the exploitability that it ends with; what an answer gains on the strongest bot."""
    seconds, found = _solved()
    left = found["exploitability"]
    what = f"heads-up Brag, {found['chips']} chips each, {found['turns']} turns, {found['iterations']} iterations"
    return [
        plain(what, seconds),
        Row("its exploitability", left, "antes", "", None, left / MOST_ANTES, f"≤ {MOST_ANTES} antes", left <= MOST_ANTES),
        _answered(),
    ]


def _answered() -> Row:
    """An answer to the strongest bot, found anew and played in few deals: it may not gain more than is certified."""
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
    """How long the command takes, and what it prints."""
    start = perf_counter()
    done = subprocess.run([sys.executable, "-m", "prial", "solve", "brag", *args, "--json"], check=True, capture_output=True)
    return perf_counter() - start, json.loads(done.stdout)
