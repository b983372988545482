"""The shuffle: nature's outcomes from fresh entropy of the operating system, every one exactly equally likely.

Nothing is seeded and nothing kept: what was dealt before says nothing of what comes.
"""

import os

from prial.core.chance import Draw, Outcome, Pick
from prial.fair.even import Entropy, below, shuffled


def outcome(draw: Pick | Draw, entropy: Entropy = os.urandom) -> Outcome:
    """What nature does, every possible outcome equally likely."""

    def choose(n: int) -> int:
        return below(n, entropy)

    if isinstance(draw, Pick):
        return choose(draw.n)
    order = iter(shuffled(draw.pool, choose))
    return tuple([tuple(sorted([next(order) for _ in range(size)], reverse=True)) for size in draw.sizes])
