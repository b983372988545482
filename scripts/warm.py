"""Compiles the batch kernels and the test modules before the tests run, so that not every test process compiles them.

The kernels go into NUMBA_CACHE_DIR. When pytest first imports a test module, it rewrites the module's assertions. For all modules
this takes some 30 seconds, so a second process does it while this one compiles the kernels.
"""

import importlib
import importlib.util
import subprocess
import sys

MODULES = ("prial.arrange.batch", "prial.arrange.batch.fives", "prial.games.brag.bots.resolve")
"""Modules with compiled kernels."""

COLLECT = ("-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", "--ignore=tests/e2e")

collecting = subprocess.Popen([sys.executable, *COLLECT], stdout=subprocess.DEVNULL)
for module in MODULES:
    if importlib.util.find_spec(module):
        importlib.import_module(module).warm()
collecting.wait()  # its errors don't matter here: the test run reports them
