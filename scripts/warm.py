"""Compiles once what test processes running side by side would each compile: the batch kernels, and the tests themselves.

The kernels go into NUMBA_CACHE_DIR. pytest rewrites the assertions of a test module when it first imports it. That takes
some 30 seconds for all of them, and another process does it meanwhile.
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
collecting.wait()  # whatever it found wrong, the run that follows says
