"""Tells whether numba can compile slow loops. numba comes with the ``fast`` extra and may be missing."""

import os
from importlib.util import find_spec


def compiles() -> bool:
    """Whether numba is installed and may compile. The environment variable ``NUMBA_DISABLE_JIT`` can switch it off."""
    return find_spec("numba") is not None and os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
