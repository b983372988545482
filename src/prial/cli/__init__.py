"""The command line, with one module for each command."""

import sys
import warnings
from typing import Any


def _warn(message: Warning | str, *_: Any, **__: Any) -> None:
    """Print the sentence of a warning, without the file and the line where it was raised."""
    sys.stderr.write(f"{message}\n")


def main() -> None:
    """Run ``prial`` with the arguments of the process, and end with its exit status."""
    from prial.cli.app import app

    warnings.showwarning = _warn
    app()
