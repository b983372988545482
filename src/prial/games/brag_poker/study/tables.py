"""Makes the data files that are shipped with the bots of Brag Poker, for ``prial tables brag_poker``."""

from collections.abc import Iterator
from typing import Final

from prial.arguments import explained
from prial.games.brag_poker.bots import duel as shipped
from prial.games.brag_poker.study import draws, duel
from prial.study.chunks import Counting
from prial.study.tables import Progress, Tables


@explained
def make(*, deals: int, seed: int, counting: Counting, progress: Progress) -> Iterator[tuple[str, bytes]]:
    """Make all shipped data files. The solution for two players takes minutes.

    ``deals``, ``seed`` and ``counting`` are ignored; the makers of all games take them.
    """
    yield from draws.make(deals=deals, seed=seed, counting=counting, progress=progress)
    strategy = duel.solve(watch=lambda done: progress(shipped.FILE, done, duel.ITERATIONS))
    yield shipped.FILE, shipped.to_bytes(strategy)


TABLES: Final = Tables("prial.games.brag_poker.bots", make)
