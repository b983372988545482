"""The shuffle: nature's outcomes from the operating system's random source. All outcomes are exactly equally likely.

There is no seed and no stored state, so earlier deals tell nothing about later ones.
"""

import os

from prial.core.chance import Draw, Outcome, Pick
from prial.fair.even import Entropy, below, shuffled


def outcome(draw: Pick | Draw, entropy: Entropy = os.urandom) -> Outcome:
    """Draw an outcome for a move of nature, such as a deal; all possible outcomes are equally likely.

    Args:
        draw: nature's move.
        entropy: returns a given number of random bytes.
    """

    def choose(n: int) -> int:
        return below(n, entropy)

    if isinstance(draw, Pick):
        return choose(draw.n)
    order = iter(shuffled(draw.pool, choose))
    return tuple([tuple(sorted([next(order) for _ in range(size)], reverse=True)) for size in draw.sizes])
