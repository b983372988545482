"""A server under cProfile: for whoever wants to know where a load's time goes."""

import cProfile
import os
import time

from prial.cli import main

profile = cProfile.Profile(time.thread_time)  # its own time, whatever else the machine does
try:
    profile.runcall(main)
finally:
    profile.dump_stats(os.environ["PRIAL_PROFILE"])
