"""The ranking of hands in Brag Poker."""

from prial.arguments import explained
from prial.games.brag_poker.rules import BragPokerRules
from prial.ranks.brag import Ranking, ranking


@explained
def ranking_of(rules: BragPokerRules) -> Ranking:
    """The ranking of hands under a table's rules."""
    return ranking(rules.top_prial, rules.top_run)
