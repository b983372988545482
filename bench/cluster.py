"""The cost of Dask: times the same count with two Dask workers and with two threads."""

from collections.abc import Callable
from functools import reduce
from operator import add
from time import perf_counter

from bench.measure import Row, say
from prial.games.crash import KIND, CrashGame
from prial.games.crash.study.simulate import Sums, simulate
from prial.study.chunks import Counting
from prial.study.work import Workers

DEALS = 10_000_000
"""Number of deals counted."""
WARM = 200_000
"""Number of deals counted before the measurement, so that compiled code is loaded."""
MOST = 1.1
"""The Dask workers may take this many times as long as the threads."""


def rows() -> list[Row]:
    """The time for ten million deals of greedy players. Starting the cluster and loading compiled code aren't part of it."""
    game = KIND.make({}, "online")
    assert isinstance(game, CrashGame)

    def count(deals: int, workers: Workers) -> Sums:
        return reduce(add, simulate(game, ["greedy"] * 4, deals, 1, Counting(workers)))

    def timed(run: Callable[[], Sums]) -> tuple[float, Sums]:
        start = perf_counter()
        found = run()
        return perf_counter() - start, found

    with Workers(2) as threads, Workers(on="local:2") as cluster:
        count(WARM, threads)
        start, _ = timed(lambda: count(WARM, cluster))
        here, by_threads = timed(lambda: count(DEALS, threads))
        there, by_dask = timed(lambda: count(DEALS, cluster))
    assert repr(by_threads) == repr(by_dask)
    slower = there / here
    told = f"two threads (a cluster starts in {say(start, 's')})"
    return [Row("10⁷ deals by two Dask workers", there, "s", told, here, slower, "≤ 1.1 × as long", slower <= MOST)]
