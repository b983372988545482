"""A sheet for Brag Poker with real cards: who put in how much, and who won which pot."""

from collections.abc import Sequence

from prial.games.brag_poker.rules import BragPokerRules, Rebuy
from prial.study.purses import PurseSheet


class BragPokerSheet(PurseSheet):
    """Keeps the chips of a game of Brag Poker."""

    def __init__(self, rules: BragPokerRules, names: Sequence[str]) -> None:
        super().__init__(rules, names)
        self.purse, self.length = rules.purse, rules.length
        self.buys = rules.rebuy is not Rebuy.OFF
