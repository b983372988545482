"""A fast bot for reviews. For every hand, the best change and the chance to win are worked out in advance."""

from functools import cache
from itertools import permutations
from random import Random
from typing import Any, Final, TypeAlias

import numpy as np

from prial.cards import Card
from prial.core.game import Choices, View
from prial.games.brag_poker.actions import Action, Change, Word
from prial.games.brag_poker.bots import Ready, bets
from prial.games.brag_poker.bots.draws import HAND, Floats, beaten, changes
from prial.games.brag_poker.game import BragPokerGame
from prial.games.brag_poker.hands import ranking_of
from prial.games.brag_poker.state import Phase, Table
from prial.games.brag_poker.study.draws import count
from prial.ranks.brag import Ranking

Hand: TypeAlias = tuple[Card, ...]
"""Three cards, best first."""

_SUITS: Final = tuple(permutations(range(4)))


class Habits:
    """For every hand that can be dealt, the best change and the chance to win.

    Args:
        of: the ranking of hands.
    """

    def __init__(self, of: Ranking) -> None:
        counted = count(of)
        wins = counted.chosen @ beaten(counted.field.held)
        order = np.argsort(wins, kind="stable")
        weights = counted.hands.sizes[order] / counted.hands.sizes.sum()
        places = np.empty(len(wins))
        places[order] = np.cumsum(weights) - weights / 2
        self.away: dict[Hand, Hand] = {}
        """For each dealt hand, the cards that its best change discards."""
        self.wins: dict[Hand, float] = {}
        """For each dealt hand, the probability that it beats another player's hand after both players have changed cards."""
        self.place: dict[Hand, float] = {}
        """For each dealt hand, the share of all dealt hands (0 to 1) that come before the hand's class if sorted by ``wins``.

        Half of the hand's own class is added. The hands of a class become equal when suits are exchanged.
        """
        for number, example in enumerate(counted.hands.examples):
            away = changes(example)[counted.ways[number]]
            for suits in _SUITS:
                hand = _exchanged(example, suits)
                self.away[hand] = _exchanged(away, suits)
                self.wins[hand] = float(wins[number])
                self.place[hand] = float(places[number])
        self.beats: tuple[Floats, ...] = tuple([beaten(counted.field.after[drawn]) for drawn in range(HAND + 1)])
        """``beats[n][strength]``: probability that a hand of this strength beats a player who changed ``n`` cards, 0 to 3."""
        self.beats_any = beaten(counted.field.held)
        """``beats_any[strength]``: probability that a hand of this strength beats another player's hand.

        This is the probability if nothing is known about the number of cards that the other player changed.
        """


def _exchanged(cards: Hand, suits: tuple[int, ...]) -> Hand:
    """Replace each suit ``s`` by suit ``suits[s]``, and return the cards in descending order."""
    return tuple(sorted([4 * (card >> 2) + suits[card & 3] for card in cards], reverse=True))


habits = cache(Habits)
"""Give the `Habits` for a ranking. They are worked out at the first call."""


class Quick(Ready):
    """Looks at once, makes the change that is best against one player, and bets like `prial.games.brag_poker.bots.Sharp`.

    It doesn't judge the other players' hands by their bets.

    Args:
        game: the game that it plays.
    """

    def __init__(self, game: BragPokerGame) -> None:
        super().__init__(game)
        self._of = ranking_of(self.rules)
        self._habits = habits(self._of)

    def choose(self, view: View[Table], choices: Choices[Action], rng: Random) -> Action:
        table, seat = view.public, view.seat
        assert seat is not None
        if table.phase is Phase.NEXT:
            return self.between(choices)
        if not table.open[seat]:
            return Word.LOOK
        hand: Any = tuple(sorted([view.piles[pile][0] for pile in table.hands[seat]], reverse=True))
        if table.phase is Phase.CHANGE:
            change = Change(self._habits.away[hand])
            return change if change in choices else Change()
        return bets(table, choices, self._wins(view, hand), rng)

    def _wins(self, view: View[Table], hand: Hand) -> float:
        """Probability that ``hand`` beats the hands of all other players who haven't folded."""
        table, seat = view.public, view.seat
        others = [other for other in table.still if other != seat]
        if table.round == 1:
            return float(self._habits.wins[hand] ** len(others))
        strength, wins = self._of.three(*hand), 1.0
        for other in others:
            drawn = table.changed[other]
            wins *= (
                self._habits.beats_any[strength]
                if drawn is None or not table.open[other]
                else self._habits.beats[drawn][strength]
            )
        return float(wins)
