"""Makes the data files that are shipped with the bots of Brag Poker, for ``prial tables brag_poker``."""

from collections.abc import Iterator
from typing import Final

from prial.arguments import explained
from prial.games.brag_poker.bots import duel as of_two
from prial.games.brag_poker.bots import trio as of_three
from prial.games.brag_poker.study import draws, duel
from prial.games.brag_poker.study.trio.packing import pack
from prial.games.brag_poker.study.trio.solver import ITERATIONS, Solver
from prial.ranks.brag import ranking
from prial.study.chunks import Counting
from prial.study.tables import Progress, Tables


@explained
def make(*, deals: int, seed: int, counting: Counting, progress: Progress) -> Iterator[tuple[str, bytes]]:
    """Make all shipped data files. The solution for two players takes minutes, and the solution for three takes an hour.

    ``deals``, ``seed`` and ``counting`` are ignored.
    """
    yield from draws.make(deals=deals, seed=seed, counting=counting, progress=progress)
    strategy = duel.solve(watch=lambda done: progress(of_two.FILE, done, duel.ITERATIONS))
    yield of_two.FILE, of_two.to_bytes(strategy)
    solver = Solver(ranking())
    solver.run(ITERATIONS, lambda done: progress(of_three.FILE, done, ITERATIONS))
    yield of_three.FILE, pack(solver)


TABLES: Final = Tables("prial.games.brag_poker.bots", make)
