"""What a player gains at Crash who knows exactly how the others arrange: the best answer to a bot, found by sampling.

All arrange at once and see nothing of each other, so the best answer is a split for each hand. Others are dealt from the
cards that the hand leaves and arrange as the bot does; every split that matters is then tried against the same deals. On one
half of the deals the best is chosen and on the other it is measured, and the other way round: what was best by chance is
not found again. What is told is therefore what that player really makes, if slightly less than could be made.
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
"""Hands of a chunk."""


@dataclass(frozen=True, slots=True)
class Tried:
    """Every split of a hand that matters, tried against the same deals."""

    strengths: NDArray[np.uint16]
    """Shape (splits, places)."""
    points: NDArray[np.float64]
    """What each split made of each deal, shape (splits, deals)."""

    def at(self, strengths: NDArray[np.uint16]) -> int:
        """Which split has these strengths, shape (places,)."""
        return int((self.strengths == strengths).all(axis=1).argmax())

    def two_best(self) -> tuple[int, int]:
        """The best split and the second best by all deals; the same one twice where there is no other."""
        order = self.points.mean(axis=1).argsort(kind="stable")
        return int(order[-1]), int(order[-2:][0])

    def gained(self, laid: int) -> float:
        """Points a deal that the best split makes over the one that is laid: chosen on one half, measured on the other."""
        more = self.points - self.points[laid]
        halves = more[:, 0::2].mean(axis=1), more[:, 1::2].mean(axis=1)
        return float(halves[1][halves[0].argmax()] + halves[0][halves[1].argmax()]) / 2


@dataclass(frozen=True, slots=True)
class Sampling:
    """Whom hands are tried against, and how often."""

    fields: Sequence[Value | None]
    """How all others arrange, by a value or greedily (None); each of these fields sits there in as many deals."""
    others: int
    """How many others."""
    cards: int = 13
    """13, 9, 7 or 6."""
    samples: int = 4_000
    """Deals for each hand, a multiple of twice the number of fields."""
    least: int = 1
    """The lowest strength that counts."""
    next_best: bool = False
    """Equal hands cancel and the best one below them wins; otherwise they stop the place."""
    bonus: float = 1.0
    """Points for winning every place."""

    def tried(self, hand: NDArray[np.uint8], splits: NDArray[np.uint16], of: Ranking, rng: np.random.Generator) -> Tried:
        """Try splits of a hand.

        Args:
            hand: its cards.
            splits: their strengths, shape (splits, places).
            of: what beats what.
            rng: whence the others' cards come.
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
    """What the best answer to a field makes more than somebody who arranges by a value.

    Args:
        laid: how that player arranges: by a value, or greedily (None).
        sampling: whom they sit with.
        hands: how many hands are looked at.
        seed: whence the cards come.
        of: what beats what; the usual ranking when not given.
        counting: how it is counted; by all processors when not given.
        watch: told how many hands have been looked at.
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
    """Hands dealt, each with the strengths that are laid and all its splits tried.

    Args:
        hands: how many.
        stream: whence the cards come.
        laid: how they are arranged: by a value, or greedily (None).
        sampling: whom they are tried against.
        of: what beats what.
    """
    from prial.arrange import batch

    own = batch.deal(hands, stream, 1, sampling.cards)[:, 0]
    fronts = batch.fronts(own, of, sampling.cards // 3, sampling.least)
    strengths = arrange(own, laid, of, sampling.least, sampling.bonus)
    rng = np.random.default_rng(stream.spawn(1)[0])
    return [(strengths[at], sampling.tried(own[at], fronts.strengths[at, : fronts.counts[at]], of, rng)) for at in range(hands)]


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often what a value takes for the best split is the best one by sampling."""

    told: int
    """Hands whose two best splits differ by more than the standard error of that difference."""
    agreed: int
    """In how many of them the value takes the same one for the best."""
    lost: float
    """Points a deal that the value's choice loses to the best answer, over all hands, as `respond` tells it."""


def agreement(
    judge: Value,
    sampling: Sampling,
    *,
    hands: int = 400,
    seed: int = 3,
    of: Ranking | None = None,
    counting: Counting | None = None,
) -> Agreement:
    """See how often a value and sampling find the same split of a hand best.

    Args:
        judge: the value.
        sampling: who sits at the table.
        hands: how many hands are looked at.
        seed: whence the cards come.
        of: what beats what; the usual ranking when not given.
        counting: how it is counted; by all processors when not given.
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
