"""Makes Prial's games playable in two libraries for reinforcement learning: PettingZoo and OpenSpiel.

`prial.adapters.pettingzoo` makes a game into an AEC environment of PettingZoo. `prial.adapters.openspiel` makes it into a game of
OpenSpiel. Both work for every game that Prial knows, and need the extra ``prial[adapters]``.
"""
