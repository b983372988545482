"""A bot that plays Brag like a beginner: it knows what beats what, and little else."""

from typing import Final

from prial.core.game import View
from prial.errors import add_sentences
from prial.games.brag.actions import Action, Bet, Word
from prial.games.brag.bots import Plain
from prial.games.brag.hands import best_three, ranking_of
from prial.games.brag.offer import Offer
from prial.games.brag.state import Table
from prial.ranks.brag import Category

add_sentences("en", {"brag.bot.novice": "Hopes: it bets on a king as others do on a pair, and pays any price to see."})

_HOPES: Final = 0.6
"""How strong a hand the bot needs, as a share of the lowest pair's strength.

Roughly, the bot needs king high.
"""


class Novice(Plain):
    """Looks immediately, and folds hands below king high.

    With any other hand, the bot pays to see the opponent's hand. If this isn't possible, it makes the smallest allowed bet.
    """

    def _bet(self, view: View[Table], offered: Offer) -> Action:
        """The bot's action at a turn to bet, once it has looked at its hand."""
        ranks = ranking_of(self.rules, view.public.form.wild)
        strength = ranks.strength(best_three(ranks, self.hand(view, 0))[0])
        if strength < _HOPES * ranks.least(Category.PAIR):
            return Word.FOLD
        if isinstance(offered.see, int):
            return Word.SEE
        if offered.low > offered.high:
            return Word.FOLD
        return Bet(offered.low)
