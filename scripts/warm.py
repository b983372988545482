"""Compiles the batch kernels into NUMBA_CACHE_DIR once, before test processes would each do it side by side."""

import importlib
import importlib.util

MODULE = "prial.arrange.batch"

if importlib.util.find_spec(MODULE):
    importlib.import_module(MODULE).warm()
