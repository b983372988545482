"""Times the start of the command line."""

import subprocess
import sys
from pathlib import Path

from bench.measure import Row, as_quick, least_times

MOST = 1.5
"""``prial --help`` may take this many times as long as the peer. It would take longer if it imported the commands."""


def rows() -> list[Row]:
    """``prial --help``, next to a Python that only imports Click, which every start needs."""
    script = Path(sys.executable).with_name("prial")
    command = [str(script)] if script.exists() else [sys.executable, "-m", "prial"]

    def run(*arguments: str) -> bytes:
        return subprocess.run(arguments, check=True, capture_output=True).stdout

    assert b"play" in run(*command, "--help")
    times = least_times(
        {"prial": lambda: run(*command, "--help"), "click": lambda: run(sys.executable, "-c", "import click")}, repeats=15
    )
    return [as_quick("prial --help", times["prial"], "a Python that imports click", times["click"], MOST)]
