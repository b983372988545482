"""Judges the splits of a hand as if no other cards were known.

If numba is installed, splits are tried in sampled deals (`prial.games.crash.study.sampling`). A hand always gets the same deals.
Without numba, splits are judged by the shipped tables, which find the best split for about 93 of 100 hands.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import Any, Final

import numpy as np

from prial.arrange.search import Split
from prial.arrange.value import Value
from prial.cards import Card
from prial.compiled import compiles
from prial.core.game import Seat
from prial.games.crash.bots import Arranger, tables
from prial.games.crash.bots.tables import Field
from prial.games.crash.game import CrashGame
from prial.games.crash.settings import Foul, FourBonus, Tie
from prial.games.crash.settle import fours
from prial.games.crash.study.sampling import SAMPLES, Sampling, Worlds
from prial.games.crash.study.worth import Games, Pays, pays
from prial.study.review import Row

_THREE: Final = 1
"""The rank of a three."""


def field(bots: Mapping[str, Any], others: Iterable[Seat]) -> Field:
    """The kind of opponents that a player meets: ``greedy`` if all of them are greedy bots, otherwise ``sharp``.

    Args:
        bots: names of the known bots, by seat number (as text).
        others: the opponents' seats.
    """
    return "greedy" if all(bots.get(str(seat)) == "greedy" for seat in others) else "sharp"


def sampling(game: CrashGame, others: int, field: Field, samples: int = SAMPLES, paid: Pays | Games | None = None) -> Sampling:
    """Describe the sampled deals in which hands are tried.

    Args:
        game: the game and its rules.
        others: number of opponents.
        field: the kind of all opponents.
        samples: number of deals for each hand.
        paid: how results are counted: in points or pots (`Pays`), or in chances to win the game (`Games`). None means pots in a
            game for the pot, and points in other games.
    """
    rules = game.rules
    next_best = rules.tie is Tie.NEXT_BEST
    least = game.scorer.least
    value = None if field == "greedy" else tables.mixed(rules.cards, others, next_best=next_best, least=least)
    return Sampling([value], others, rules.cards, samples, least, next_best=next_best, pays=paid or pays(rules, others))


class Judge:
    """Computes the expected points of the splits of one hand.

    Args:
        game: the game and its rules.
        hand: the cards.
        others: number of opponents.
        field: the kind of opponents.
        samples: number of deals in which splits are tried.
    """

    def __init__(
        self, game: CrashGame, hand: tuple[Card, ...], others: int, field: Field = "sharp", samples: int = SAMPLES
    ) -> None:
        self.rules, self.scorer = game.rules, game.scorer
        self.splits = Arranger(game).splits(hand)
        """The splits that may be best for the hand."""
        self.samples = samples if compiles() else 0
        """Number of deals in which the hand is tried; 0 if splits are judged by a shipped table."""
        self._pays = pays(self.rules, others)
        self._chances: Value | Worlds = (
            sampling(game, others, field, samples).worlds(
                np.array(hand, np.uint8), self.scorer.ranking, np.random.default_rng(sorted(hand))
            )
            if compiles()
            else tables.load(self.rules.cards, others, field, next_best=self.rules.tie is Tie.NEXT_BEST, least=self.scorer.least)
        )

    def worth(self, hands: Sequence[tuple[Card, ...]], strengths: Sequence[int]) -> float:
        """The expected points (or pots) of laid hands in a deal.

        Args:
            hands: the hands, by place.
            strengths: the hands' strengths, one for each place; 0 for a hand that doesn't count.
        """
        return self._pays.worth(self._chances, strengths) + self._fours(hands)

    def chances(self, strengths: Sequence[int]) -> list[float]:
        """The chance that each laid hand beats the opponents' hands in the same place, 0 to 1.

        Args:
            strengths: the hands' strengths, one for each place; 0 for a hand that doesn't count.
        """
        return [self._chances.chance(place, strength) for place, strength in enumerate(strengths)]

    def sweep_chance(self, hands: Sequence[tuple[Card, ...]]) -> float:
        """The chance, 0 to 1, that a player's laid hands win every place. It is 0 if the hands are a foul."""
        return self._chances.sweep_chance(self.counted(hands)[1])

    def rival_sweep_chance(self, hands: Sequence[tuple[Card, ...]]) -> float:
        """The chance, 0 to 1, that another player wins every place against these laid hands."""
        return self._chances.rival_sweep_chance(self.counted(hands)[1])

    def _fours(self, hands: Sequence[tuple[Card, ...]]) -> float:
        """Points for four of a kind, if nobody else has a better one."""
        quads = fours(tuple(hands)) if self.rules.four_bonus is not FourBonus.NONE else []
        if _THREE in quads and self.rules.four_bonus is FourBonus.KNOCK:
            return float(self.rules.target)  # a knock for four threes wins the game
        return float(bool(quads))

    def best(self) -> tuple[float, Split]:
        """Find the split with the greatest worth.

        Returns:
            The expected points (or pots) of the split, and the split.
        """
        judged = ((self.worth(split.hands, split.strengths), split) for split in self.splits)
        return max(judged, key=lambda entry: entry[0])

    def laid(self, hands: Sequence[tuple[Card, ...]], *, knocks: bool = True) -> float:
        """The expected points of laid hands in a deal.

        In a game for the pot, the result is the expected number of pots. If the hands are a foul, only those that still count
        bring points (see `counted`).

        Args:
            hands: the hands, by place.
            knocks: whether the player knocks for four of a kind, if the rules ask for it.
        """
        fouled, counted = self.counted(hands)
        silent = self.rules.four_bonus is FourBonus.KNOCK and not knocks
        return self.worth(() if fouled or silent else hands, counted)

    def error(self, hands: Sequence[tuple[Card, ...]], best: Split) -> float:
        """The standard error of the difference in points between laid hands and the split ``best``.

        It is 0 if the points come from a value table instead of sampled deals.
        """
        if not isinstance(self._chances, Worlds):
            return 0.0
        one, other = (self._chances.points(strengths, self._pays) for strengths in (self.counted(hands)[1], best.strengths))
        return float((one - other).std()) / sqrt(len(one))

    def rows(self, hands: Sequence[tuple[Card, ...]], best: Split) -> tuple[Row, ...]:
        """Compare laid hands with the split ``best``, place by place.

        Returns:
            For each place, both hands and their chances to win.
        """
        _, counted = self.counted(hands)
        laid = self.scorer.in_order(tuple(hands))
        both = zip(
            laid, self.chances(counted), best.hands, self.chances(best.strengths), strict=False
        )  # not strict, since weak hands may be left out
        return tuple([Row(self._label(one), wins, self._label(other), best_wins) for one, wins, other, best_wins in both])

    def _label(self, hand: tuple[Card, ...]) -> str:
        """A hand in words."""
        return self.scorer.ranking.label(self.scorer.ranking.strength(hand))

    def counted(self, hands: Sequence[tuple[Card, ...]]) -> tuple[bool, list[int]]:
        """Check laid hands for a foul, and find the strengths that count.

        Returns:
            Whether the hands are a foul, and the strength in each place; 0 where no hand counts.
        """
        strengths = self.scorer.strengths(self.scorer.in_order(tuple(hands)))
        found = self.scorer.foul_at(strengths)
        if found is not None:
            strengths = strengths[:found] if self.rules.foul is Foul.LOSE_DEAL else []
        counted = [strength if strength >= self.scorer.least else 0 for strength in strengths]
        return found is not None, counted + [0] * (self.rules.places - len(counted))
