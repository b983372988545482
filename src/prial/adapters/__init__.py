"""The games as environments of other libraries.

`prial.adapters.pettingzoo` has PettingZoo's AEC, `prial.adapters.openspiel` a game of OpenSpiel. Both are written once over
`prial.core.game.Game`, for any game that is registered, and need the extra ``prial[adapters]``.
"""
