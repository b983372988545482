"""A score sheet for Brag with real cards: what each player put in, and who won each pot."""

from collections.abc import Sequence

from prial.games.brag.rules import BragRules
from prial.games.brag.settings import KeptBlind, Lender, Rebuy, Short
from prial.study.purses import PurseSheet


class BragSheet(PurseSheet):
    """Counts each player's chips in a game of Brag with real cards.

    Args:
        rules: the rules of the table.
        names: the players' names by seat.
    """

    def __init__(self, rules: BragRules, names: Sequence[str]) -> None:
        super().__init__(rules, names)
        self.ante, self.purse, self.length = rules.ante, rules.purse, rules.length
        self.buys = rules.rebuy is not Rebuy.OFF
        self.credit = rules.borrow_limit if rules.short is Short.BORROW else 0
        players_lend = rules.short is Short.BORROW and rules.lender is not Lender.BANK
        self.lends = players_lend or rules.short is Short.OPPONENT_CHOOSES
        self.carries = rules.kept_blind is KeptBlind.ON
