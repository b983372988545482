"""A score sheet for Brag Poker with real cards: what each player put in, and who won each pot."""

from collections.abc import Sequence

from prial.games.brag_poker.rules import BragPokerRules, Rebuy
from prial.study.purses import PurseSheet


class BragPokerSheet(PurseSheet):
    """Counts the chips of a game of Brag Poker with real cards.

    Args:
        rules: the rules of the table.
        names: the players' names by seat.
    """

    def __init__(self, rules: BragPokerRules, names: Sequence[str]) -> None:
        super().__init__(rules, names)
        self.purse, self.length = rules.purse, rules.length
        self.buys = rules.rebuy is not Rebuy.OFF
