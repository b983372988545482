"""Settings for all tests: how many examples Hypothesis tries (HYPOTHESIS_PROFILE), and where compiled files are kept."""

import gc
import os
from pathlib import Path
from shutil import disk_usage

from hypothesis import settings

# Set before NumPy is loaded. Tests run side by side, and on busy cores the threads of one matrix product wait for each other
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Processes that tests start find compiled modules, as an installed Prial does; they start five times as fast
os.environ["PYTHONDONTWRITEBYTECODE"] = ""
os.environ.setdefault("PYTHONPYCACHEPREFIX", str(Path(__file__).parents[1] / "build" / "compiled"))
# In memory, where there is room: stores and games wait for the disk after each move, and a busy disk would take most of the time
_MEMORY = Path("/dev/shm")  # noqa: S108  # pytest makes its own folder in it
if _MEMORY.is_dir() and os.access(_MEMORY, os.W_OK) and disk_usage(_MEMORY).free > 1 << 30:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_MEMORY))

# No deadlines anywhere: the first call of a compiled or table-building function is slow, and machines are shared.
settings.register_profile("dev", deadline=None, max_examples=50)
settings.register_profile("ci", deadline=None, max_examples=50, derandomize=True, print_blob=True)
settings.register_profile("soak", deadline=None, max_examples=5_000)

# Collecting makes millions of objects and no garbage to speak of; looking for some took more than half of its time
gc.disable()

settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))


def pytest_collection_finish() -> None:
    """Collect garbage from here on, but seldom, and never among the objects there are: it took a tenth of the tests' time."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()
