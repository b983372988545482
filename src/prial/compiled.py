"""Tells whether loops can be compiled. numba compiles them; it comes with the ``fast`` extra and may be missing."""

import os
from importlib.util import find_spec


def compiles() -> bool:
    """Whether numba is installed and not switched off by the environment variable ``NUMBA_DISABLE_JIT``."""
    return find_spec("numba") is not None and os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
