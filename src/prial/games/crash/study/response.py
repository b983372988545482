"""The best answer to a bot at Crash: the gain of a player who knows exactly how the opponents arrange.

All players arrange at the same time and see nothing of each other, so the best answer is a split for each hand. Every split that
may be best is tried in the same sampled deals. The best split is chosen on one half of the deals and measured on the other half.
Then the halves change roles. So a split that was best only by luck doesn't raise the result. The greatest possible gain is
slightly greater than the result.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from prial.arguments import explained
from prial.arrange.value import Value
from prial.games.crash.game import CrashGame
from prial.games.crash.study.deals import arrange
from prial.games.crash.study.judge import sampling
from prial.games.crash.study.sampling import Sampling, Tried
from prial.games.crash.study.train import Gain
from prial.games.crash.study.worth import Games
from prial.ranks.brag import Ranking, ranking
from prial.study.chunks import Counting, Streamed

_HANDS = 20
"""Number of hands that one process samples at a time (a chunk)."""
Lay: TypeAlias = Callable[[NDArray[np.uint8]], NDArray[np.uint16]]
"""A function that arranges hands. Its argument is an array of cards with the shape (hands, cards).

It returns an array of strengths by place with the shape (hands, places).
"""
BOTS: Final = ("sharp", "greedy")
"""Names of the bots that can arrange many hands together. The best answer can be sampled only against these bots."""


def against(game: CrashGame, bot: str, worlds: int, *, games: bool = False) -> tuple[Value | None, Sampling]:
    """Make the arguments ``laid`` and ``sampling`` of `respond`, for measuring the best answer to a bot.

    Only arranging at the start of a game is considered. Spare hands, declarations and announcements are left out.

    Args:
        game: the game and its rules.
        bot: name of the bot, one of `BOTS`.
        worlds: number of deals for each hand.
        games: whether the gain is measured in the chance to win the game, instead of in points or pots.
    Returns:
        The two arguments: the bot's way of arranging, and opponents who all arrange in this way.
    """
    paid = Games(game.rules, game.seats - 1) if games else None
    sampled = sampling(game, game.seats - 1, "greedy" if bot == "greedy" else "sharp", worlds + worlds % 2, paid)
    return sampled.fields[0], sampled


@explained
def respond(
    laid: Value | None,
    sampling: Sampling,
    *,
    hands: int = 400,
    seed: int = 3,
    of: Ranking | None = None,
    counting: Counting | None = None,
    watch: Callable[[int], None] = lambda _: None,
) -> Gain:
    """Compare a way of arranging hands with the best answer to the opponents.

    Args:
        laid: the way of arranging, as a table that chooses splits; None to arrange greedily.
        sampling: the opponents and the number of deals.
        hands: number of hands that are sampled.
        seed: seed of all cards.
        of: the ranking of hands; None for the usual ranking.
        counting: how and where the hands are counted; None to use all processors.
        watch: called with the number of hands sampled so far.
    Returns:
        How much more the best answer wins per deal than the given way of arranging. The unit is that of ``sampling.pays``
        (points, pots or games).
    """
    ranks = of or ranking()

    def lay(hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
        return arrange(hands, laid, ranks, sampling.least, sampling.pays)

    def run(count: int, stream: np.random.SeedSequence) -> NDArray[np.float64]:
        gained = np.array([tried.gained(tried.at(own)) for own, tried in answers(count, stream, lay, sampling, ranks)])
        return np.array([gained.sum(), (gained**2).sum()])

    sums, done = np.zeros(2), 0
    for part in (counting or Counting()).each(Streamed(run, seed), hands, _HANDS, np.ndarray, {"seed": seed}, compiled=True):
        sums, done = sums + part, min(hands, done + _HANDS)
        watch(done)
    total, squares = sums.tolist()
    mean = total / hands
    return Gain(mean, sqrt((squares / hands - mean**2) / hands), hands)


def answers(
    hands: int, stream: np.random.SeedSequence, lay: Lay, sampling: Sampling, of: Ranking
) -> list[tuple[NDArray[np.uint16], Tried]]:
    """Deal hands, and for each hand try all splits that may be best.

    Args:
        hands: number of hands.
        stream: seed of all cards.
        lay: how the player arranges the hands.
        sampling: the opponents and the number of deals.
        of: the ranking of hands.
    Returns:
        For each hand, the strengths that the player lays, shape (places,), and all splits that were tried.
    """
    from prial.arrange import batch

    own = batch.deal(hands, stream, 1, sampling.cards)[:, 0]
    fronts = batch.fronts(own, of, sampling.cards // 3, sampling.least)
    strengths = lay(own)
    rng = np.random.default_rng(stream.spawn(1)[0])
    return [(strengths[at], sampling.tried(own[at], fronts.strengths[at, : fronts.counts[at]], of, rng)) for at in range(hands)]


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often a player lays the split that is best by sampling."""

    told: int
    """Number of hands for which sampling can tell the best split.

    For these hands, the mean difference in points between the best and the second best split is greater than the standard error
    of this difference.
    """
    agreed: int
    """Number of hands for which the player lays the best split. Only hands counted in `told` are included."""
    lost: float
    """The gain that the best split brings per deal, compared with the player's own split: the mean over all hands."""


@explained
def agreement(
    lay: Lay,
    sampling: Sampling,
    *,
    hands: int = 400,
    seed: int = 3,
    of: Ranking | None = None,
    counting: Counting | None = None,
) -> Agreement:
    """Measure how often a player lays the split that sampling finds best.

    Args:
        lay: the function that arranges the player's hands.
        sampling: the opponents and the number of deals.
        hands: number of hands that are sampled.
        seed: seed of all cards.
        of: the ranking of hands; None for the usual ranking.
        counting: how and where the hands are counted; None to use all processors.
    """
    ranks = of or ranking()

    def run(count: int, stream: np.random.SeedSequence) -> NDArray[np.float64]:
        total = np.zeros(3)
        for own, tried in answers(count, stream, lay, sampling, ranks):
            chosen, (best, second) = tried.at(own), tried.two_best()
            more = tried.points[best] - tried.points[second]
            told = more.mean() > more.std() / sqrt(more.size)
            total += told, told and chosen == best, tried.gained(chosen)
        return total

    each = (counting or Counting()).each(Streamed(run, seed), hands, _HANDS, np.ndarray, {"seed": seed}, compiled=True)
    told, agreed, lost = np.sum([*each], axis=0).tolist()
    return Agreement(int(told), int(agreed), lost / hands)
