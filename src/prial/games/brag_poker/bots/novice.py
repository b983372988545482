"""A bot that plays Brag Poker like a beginner: it knows what beats what, and little else."""

from random import Random

from prial.core.game import Choices, View
from prial.errors import add_sentences
from prial.games.brag_poker.actions import Action, Word
from prial.games.brag_poker.bots import Plain
from prial.games.brag_poker.state import Phase, Table

add_sentences("en", {"brag_poker.bot.novice": "Hopes: it stays for the draw with anything, and calls too much after it."})


class Novice(Plain):
    """Plays like `Plain`, but never raises, and never folds before the draw. After the draw it folds only after two raises."""

    def choose(self, view: View[Table], choices: Choices[Action], rng: Random) -> Action:
        usual, table = super().choose(view, choices, rng), view.public
        if table.phase is not Phase.BET:
            return usual
        hopes = table.round == 1 or table.betting.raises < 2
        if usual is Word.RAISE or (usual is Word.FOLD and hopes):
            return next(word for word in (Word.CHECK, Word.CALL, usual) if word in choices)
        return usual
