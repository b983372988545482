"""What every test shares: how hard Hypothesis looks, by HYPOTHESIS_PROFILE (dev, ci or soak), and what is compiled."""

import gc
import os
from pathlib import Path
from shutil import disk_usage

from hypothesis import settings

# Before NumPy is loaded: the tests run side by side, and threads of one matrix product wait for each other on busy cores
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Processes that tests start find what they import compiled, as it is where Prial is installed: they start in a fifth of the time
os.environ["PYTHONDONTWRITEBYTECODE"] = ""
os.environ.setdefault("PYTHONPYCACHEPREFIX", str(Path(__file__).parents[1] / "build" / "compiled"))
# In memory, where there is room: stores and games wait for the disk after each move, for longer than all else takes on a busy one
_MEMORY = Path("/dev/shm")  # noqa: S108  # pytest makes a folder of its own there
if _MEMORY.is_dir() and os.access(_MEMORY, os.W_OK) and disk_usage(_MEMORY).free > 1 << 30:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_MEMORY))

# No deadlines anywhere: the first call of a compiled or table-building function is slow, and machines are shared.
settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("soak", deadline=None, max_examples=5_000)

settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))


def pytest_collection_finish() -> None:
    """Have the garbage collector leave alone what all tests share: looking through it again took a twentieth of their time."""
    gc.freeze()
