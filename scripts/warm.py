"""Compiles the batch kernels into NUMBA_CACHE_DIR once, so that test processes running side by side don't each compile them."""

import importlib
import importlib.util

MODULES = ("prial.arrange.batch", "prial.arrange.batch.fives", "prial.games.brag.bots.resolve")
"""Modules with compiled kernels."""

for module in MODULES:
    if importlib.util.find_spec(module):
        importlib.import_module(module).warm()
