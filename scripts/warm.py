"""Compiles the batch kernels into NUMBA_CACHE_DIR once, before test processes would each do it side by side."""

import importlib
import importlib.util

MODULES = ("prial.arrange.batch", "prial.arrange.batch.fives", "prial.games.brag.bots.resolve")

for module in MODULES:
    if importlib.util.find_spec(module):
        importlib.import_module(module).warm()
