"""Groups of hands: buckets before the draw, bands after it. The solvers don't tell the hands of one group apart."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from prial.games.brag_poker.bots.draws import HAND, Floats, Ints, all_draws, beaten, changes
from prial.games.brag_poker.bots.duel import BUCKETS, bucket
from prial.games.brag_poker.bots.late import BANDS, bands
from prial.games.brag_poker.study.draws import Counted, count
from prial.ranks.brag import Ranking


@dataclass(frozen=True, slots=True)
class Groups:
    """The groups into which the hands of a ranking are divided."""

    of: Ranking
    """The ranking of hands."""
    counted: Counted
    """The 1,755 classes of dealt hands, and for each class the best change of cards.

    Hands of one class differ only by an exchange of suits.
    """
    number: Ints
    """For each class of hands, the index of its bucket; shape (hands,)."""
    dealt: Floats
    """The probability that a dealt hand is in each bucket; shape (buckets,)."""

    @property
    def share(self) -> Floats:
        """For each class of hands, the class's share of its bucket, from 0 to 1; shape (hands,).

        This is the number of hands in the class, divided by the number of hands in the bucket to which the class belongs.
        """
        sizes = self.counted.hands.sizes
        share: Floats = sizes / sizes.sum() / self.dealt[self.number]
        return share

    def changes(self) -> Floats:
        """The results of the best change for each number of discarded cards; shape (changed cards, buckets, bands).

        ``changes()[n, b, k]`` is the probability that a hand in bucket b is in band k after its best change of n cards, 0 to 3.
        """
        hands, group = self.counted.hands.examples, bands(self.of)
        makes = all_draws(self.of, hands)
        wins = makes @ beaten(self.counted.field.held)
        sizes = np.array([len(away) for away in changes(range(HAND))])
        found = np.zeros((HAND + 1, BUCKETS, BANDS))
        for cards in range(HAND + 1):
            ways = np.flatnonzero(sizes == cards)
            best = ways[wins[:, ways].argmax(axis=1)]
            for hand, (bucket_of, share) in enumerate(zip(self.number, self.share, strict=True)):
                found[cards, bucket_of] += share * np.bincount(group, makes[hand, best[hand]], BANDS)
        return found


@cache
def grouped(of: Ranking) -> Groups:
    """Divide the hands of a ranking into groups."""
    counted = count(of)
    wins = counted.chosen @ beaten(counted.field.held)
    number = np.array([bucket(int(changed), float(win)) for changed, win in zip(counted.changed, wins, strict=True)])
    sizes = counted.hands.sizes
    return Groups(of, counted, number, np.bincount(number, sizes / sizes.sum(), BUCKETS).astype(np.float64))
