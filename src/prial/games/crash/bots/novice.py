"""A bot that plays Crash like a beginner who has just learnt the ranking of hands."""

from itertools import combinations
from random import Random

from prial.cards import Card, best_first, rank
from prial.core.game import Choices, View
from prial.errors import add_sentences
from prial.games.crash.actions import Action, Lay
from prial.games.crash.bots import Greedy
from prial.games.crash.state import Table
from prial.ranks.brag import Category

add_sentences("en", {"crash.bot.novice": "Looks for prials, pairs and high cards, and overlooks runs and flushes."})


class Novice(Greedy):
    """A bot that makes each hand from the best prial or pair in the remaining cards, or from the highest cards if there is none.

    It makes runs and flushes only by chance.
    """

    def choose(self, view: View[Table], choices: Choices[Action], rng: Random) -> Action:
        usual, seat = super().choose(view, choices, rng), view.seat
        if not isinstance(usual, Lay):
            return usual
        assert seat is not None
        left, hands = list(best_first(view.piles[view.public.hands[seat]])), list[tuple[Card, ...]]()
        for _ in usual.hands:
            hands.append(max(combinations(left, 3), key=self._seen))
            left = [card for card in left if card not in hands[-1]]
        hands.sort(key=lambda hand: self.game.scorer.strengths([hand])[0], reverse=True)
        laid = Lay(tuple(hands))
        return laid if choices.why_not(laid) is None else usual

    def _seen(self, hand: tuple[Card, ...]) -> tuple[int, list[int]]:
        """The value of a hand to this bot. Runs and flushes count only as high cards."""
        ranking = self.game.scorer.ranking
        strength = ranking.strength(hand)
        alike = ranking.category(strength) in (Category.PRIAL, Category.PAIR)
        return strength if alike else 0, [rank(card) for card in hand]
