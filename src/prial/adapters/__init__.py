"""The games as environments of other libraries, for reinforcement learning and solvers.

`prial.adapters.pettingzoo` makes an AEC environment of PettingZoo, `prial.adapters.openspiel` a game of OpenSpiel. Both work for
every registered game, since they use only `prial.core.game.Game`. They need the extra ``prial[adapters]``.
"""
