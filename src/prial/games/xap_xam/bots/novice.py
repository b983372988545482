"""A bot that plays Xập xám like a beginner who has just learnt the ranking of hands."""

from random import Random

from prial.cards import best_first
from prial.core.game import Choices, View
from prial.errors import add_sentences
from prial.games.xap_xam.bots import Greedy, hand_of
from prial.games.xap_xam.state import Lay, Table

add_sentences("en", {"xap_xam.bot.novice": "Finds the strongest lower hand, and overlooks what the other cards would make."})


class Novice(Greedy):
    """A bot that sets the strongest lower hand, then the middle hand: the five highest of the other cards.

    If these hands would be mis-set (in a wrong order), or if its cards hold an instant win, it plays as `Greedy` does.
    """

    def choose(self, view: View[Table], choices: Choices[Lay], rng: Random) -> Lay:
        usual = super().choose(view, choices, rng)
        if usual.declared:
            return usual
        lower = usual.hands[0]
        left = best_first([card for card in hand_of(view) if card not in lower])
        laid = Lay((lower, left[:5], left[5:]))
        return usual if self.scorer.is_mis_set(laid.hands) else laid
