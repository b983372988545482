"""The command line, one file a verb."""

import sys
import warnings
from typing import Any


def _warn(message: Warning | str, *_: Any, **__: Any) -> None:
    """Say a warning's sentence, such as that a game can't be loaded, and not where in the program it was raised."""
    sys.stderr.write(f"{message}\n")


def main() -> None:
    """Run ``prial`` with the arguments it was started with, and leave with its exit status."""
    from prial.cli.app import app

    warnings.showwarning = _warn
    app()
