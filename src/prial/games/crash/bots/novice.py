"""A player of Crash who has just learnt what beats what."""

from random import Random

from prial.cards import Card, best_first
from prial.core.game import Choices, View
from prial.errors import add_sentences
from prial.games.crash.actions import Action, Lay
from prial.games.crash.bots import Greedy
from prial.games.crash.state import Table

add_sentences("en", {"crash.bot.novice": "Finds the best hand, and overlooks what the other cards would make."})


class Novice(Greedy):
    """Finds the best hand, and lets the other cards fall from the highest down."""

    def choose(self, view: View[Table], choices: Choices[Action], rng: Random) -> Action:
        usual = super().choose(view, choices, rng)
        if not isinstance(usual, Lay):
            return usual
        scorer, first, seat = self.game.scorer, usual.hands[0], view.seat
        assert seat is not None
        left = best_first([card for card in view.piles[view.public.hands[seat]] if card not in first])
        others: list[tuple[Card, ...]] = [left[at : at + 3] for at in range(0, 3 * (len(usual.hands) - 1), 3)]
        others.sort(key=lambda hand: scorer.strengths([hand])[0], reverse=True)
        laid = Lay((first, *others))
        return laid if choices.why_not(laid) is None else usual
