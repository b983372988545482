"""A server under cProfile, to see where the time of a load goes."""

import cProfile
import os
import time

from prial.cli import main

profile = cProfile.Profile(time.thread_time)  # this thread's processor time, whatever else the machine does
try:
    profile.runcall(main)
finally:
    profile.dump_stats(os.environ["PRIAL_PROFILE"])
