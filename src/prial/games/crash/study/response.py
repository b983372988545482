"""The best answer to a bot at Crash, found by sampling: the gain of a player who knows exactly how the others arrange.

All players arrange at once and see nothing of each other, so the best answer is a split for each hand. Opponents are dealt cards
that are not in this hand and arrange as the bot does. Every split that matters is tried against the same deals. The best
split is chosen on one half of the deals and measured on the other half, and the other way round, so that a split that was best
only by luck doesn't flatter the result. So the result is a real gain, and slightly less than the greatest possible one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from prial.arrange.value import Value
from prial.games.crash.bots.tables import mixed
from prial.games.crash.game import CrashGame
from prial.games.crash.settings import Scoring, Tie
from prial.games.crash.study.deals import arrange, points, won
from prial.games.crash.study.review import weights
from prial.games.crash.study.train import Gain
from prial.ranks.brag import Ranking, ranking
from prial.study.chunks import Counting, Streamed

_HANDS = 20
"""Number of hands in a chunk."""


@dataclass(frozen=True, slots=True)
class Tried:
    """The splits of a hand that matter, all tried against the same deals."""

    strengths: NDArray[np.uint16]
    """Strengths of the splits, shape (splits, places)."""
    points: NDArray[np.float64]
    """Points of each split in each deal, shape (splits, deals)."""

    def at(self, strengths: NDArray[np.uint16]) -> int:
        """The index of the split with these strengths, shape (places,)."""
        return int((self.strengths == strengths).all(axis=1).argmax())

    def two_best(self) -> tuple[int, int]:
        """Indices of the best and the second best split by all deals; the same index twice if there is only one split."""
        order = self.points.mean(axis=1).argsort(kind="stable")
        return int(order[-1]), int(order[-2:][0])

    def gained(self, laid: int) -> float:
        """Points a deal that the best split gains over the one laid, chosen on one half of the deals and measured on the other.

        Args:
            laid: index of the split that is laid.
        """
        more = self.points - self.points[laid]
        halves = more[:, 0::2].mean(axis=1), more[:, 1::2].mean(axis=1)
        return float(halves[1][halves[0].argmax()] + halves[0][halves[1].argmax()]) / 2


@dataclass(frozen=True, slots=True)
class Sampling:
    """The opponents that hands are tried against, and the number of deals."""

    fields: Sequence[Value | None]
    """Ways in which all opponents arrange: by a value, or greedily (None). Each way is used in an equal number of deals."""
    others: int
    """Number of opponents."""
    cards: int = 13
    """Number of cards of each player: 13, 9, 7 or 6."""
    samples: int = 4_000
    """Number of deals for each hand, a multiple of twice the number of fields."""
    least: int = 1
    """The lowest strength that counts."""
    next_best: bool = False
    """Whether level hands cancel and the best one below them wins; otherwise nobody wins the place."""
    bonus: float = 1.0
    """Further points for winning every place."""

    def tried(self, hand: NDArray[np.uint8], splits: NDArray[np.uint16], of: Ranking, rng: np.random.Generator) -> Tried:
        """Try splits of a hand against sampled opponents.

        Args:
            hand: the cards of the hand, shape (cards,).
            splits: strengths of the splits, shape (splits, places).
            of: the ranking.
            rng: draws the opponents' cards.
        """
        left = np.setdiff1d(np.arange(52, dtype=np.uint8), hand)
        dealt = rng.permuted(np.tile(left, (self.samples, 1)), axis=1)[:, : self.others * self.cards]
        parts = np.split(dealt.reshape(self.samples, self.others, self.cards), len(self.fields))
        laid = [arrange(part, field, of, self.least, self.bonus) for part, field in zip(parts, self.fields, strict=True)]
        rest = np.concatenate(laid)
        found = np.empty((len(splits), self.samples))
        for number, strengths in enumerate(splits):
            own = np.broadcast_to(strengths, (self.samples, 1, len(strengths)))
            wins = won(np.concatenate([own, rest], axis=1), next_best=self.next_best)
            found[number] = points(wins[:, 0], self.bonus)
        return Tried(splits, found)


BOTS: Final = ("sharp", "greedy")
"""Bots that arrange many hands at once, so that an answer to them can be sampled."""
_ONLY_ALL: Final = 1e6
"""Points for winning every place beside one for each, where a pot is played for and places bring nothing."""


def against(game: CrashGame, bot: str, worlds: int) -> tuple[Value | None, Sampling, float]:
    """How a bot arranges at a table, and the sampling of hands against a table full of it, for `respond`.

    Arranging alone is looked at, at the start of a game: spare hands, what may be declared and announcements are left out.

    Args:
        game: the table.
        bot: one of `BOTS`.
        worlds: deals for each hand.
    Returns:
        How it arranges, the sampling, and how much of what is counted is one of what is played for: points, or pots.
    """
    rules, others = game.rules, game.seats - 1
    next_best = rules.tie is Tie.NEXT_BEST
    value = None if bot == "greedy" else mixed(rules.cards, others, next_best=next_best)
    pot = rules.scoring is Scoring.POT
    bonus = _ONLY_ALL if pot else weights(rules)[1]
    worlds += worlds % 2
    sampling = Sampling([value], others, rules.cards, worlds, game.scorer.least, next_best=next_best, bonus=bonus)
    return value, sampling, _ONLY_ALL if pot else 1.0


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
    """Measure how much more the best answer to some opponents makes than a player who arranges in a given way.

    Args:
        laid: how this player arranges: by a value, or greedily (None).
        sampling: the opponents and the number of deals.
        hands: number of hands that are sampled.
        seed: seed of all cards.
        of: the ranking; the usual one when not given.
        counting: how the hands are counted; by all processors when not given.
        watch: called with the number of hands sampled so far.
    Returns:
        The gain, in points a deal.
    """
    ranks = of or ranking()

    def run(count: int, stream: np.random.SeedSequence) -> NDArray[np.float64]:
        gained = np.array([tried.gained(tried.at(own)) for own, tried in answers(count, stream, laid, sampling, ranks)])
        return np.array([gained.sum(), (gained**2).sum()])

    sums, done = np.zeros(2), 0
    for part in (counting or Counting()).each(Streamed(run, seed), hands, _HANDS, np.ndarray, {"seed": seed}, compiled=True):
        sums, done = sums + part, min(hands, done + _HANDS)
        watch(done)
    total, squares = sums.tolist()
    mean = total / hands
    return Gain(mean, sqrt((squares / hands - mean**2) / hands), hands)


def answers(
    hands: int, stream: np.random.SeedSequence, laid: Value | None, sampling: Sampling, of: Ranking
) -> list[tuple[NDArray[np.uint16], Tried]]:
    """Deal hands and try all splits of each.

    Args:
        hands: number of hands.
        stream: seed of all cards.
        laid: how the player arranges the hands: by a value, or greedily (None).
        sampling: the opponents and the number of deals.
        of: the ranking.
    Returns:
        For each hand the strengths that the player lays, shape (places,), and all splits tried.
    """
    from prial.arrange import batch

    own = batch.deal(hands, stream, 1, sampling.cards)[:, 0]
    fronts = batch.fronts(own, of, sampling.cards // 3, sampling.least)
    strengths = arrange(own, laid, of, sampling.least, sampling.bonus)
    rng = np.random.default_rng(stream.spawn(1)[0])
    return [(strengths[at], sampling.tried(own[at], fronts.strengths[at, : fronts.counts[at]], of, rng)) for at in range(hands)]


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often the best split by a value is also the best split by sampling."""

    told: int
    """Number of hands whose two best splits by sampling differ by more than the standard error of that difference."""
    agreed: int
    """Number of these hands for which the value chooses the best split by sampling."""
    lost: float
    """Points a deal by which the value's choice falls short of the best answer, over all hands, measured as in `respond`."""


def agreement(
    judge: Value,
    sampling: Sampling,
    *,
    hands: int = 400,
    seed: int = 3,
    of: Ranking | None = None,
    counting: Counting | None = None,
) -> Agreement:
    """Measure how often a value and sampling find the same split of a hand best.

    Args:
        judge: the value.
        sampling: the opponents and the number of deals.
        hands: number of hands that are sampled.
        seed: seed of all cards.
        of: the ranking; the usual one when not given.
        counting: how the hands are counted; by all processors when not given.
    """
    ranks = of or ranking()

    def run(count: int, stream: np.random.SeedSequence) -> NDArray[np.float64]:
        total = np.zeros(3)
        for own, tried in answers(count, stream, judge, sampling, ranks):
            chosen, (best, second) = tried.at(own), tried.two_best()
            more = tried.points[best] - tried.points[second]
            told = more.mean() > more.std() / sqrt(more.size)
            total += told, told and chosen == best, tried.gained(chosen)
        return total

    each = (counting or Counting()).each(Streamed(run, seed), hands, _HANDS, np.ndarray, {"seed": seed}, compiled=True)
    told, agreed, lost = np.sum([*each], axis=0).tolist()
    return Agreement(int(told), int(agreed), lost / hands)
