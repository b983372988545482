"""How long a person waits for the command line."""

import subprocess
import sys
from pathlib import Path

from bench.measure import Row, beside, least_times, within


def rows() -> list[Row]:
    """`prial --help`, and an empty Python beside it."""
    script = Path(sys.executable).with_name("prial")
    command = [str(script)] if script.exists() else [sys.executable, "-m", "prial"]

    def run(*arguments: str) -> bytes:
        return subprocess.run(arguments, check=True, capture_output=True).stdout

    assert b"play" in run(*command, "--help")
    times = least_times({"prial": lambda: run(*command, "--help"), "python": lambda: run(sys.executable, "-c", "")}, repeats=15)
    return [
        within("prial --help", times["prial"], 0.120),
        beside("prial --help", times["prial"], "an empty Python", times["python"]),
    ]
