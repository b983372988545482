"""Makes every game of Prial playable in two libraries for reinforcement learning.

`prial.adapters.pettingzoo` gives AEC environments of PettingZoo, and `prial.adapters.openspiel` gives games of OpenSpiel. Both
need the extra ``prial[adapters]``.
"""
