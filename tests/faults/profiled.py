"""A server under cProfile: for whoever wants to know where a load's time goes."""

import cProfile
import os

from prial.cli import main

profile = cProfile.Profile()
try:
    profile.runcall(main)
finally:
    profile.dump_stats(os.environ["PRIAL_PROFILE"])
