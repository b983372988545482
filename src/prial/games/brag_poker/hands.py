"""What a hand of Brag Poker is worth."""

from prial.games.brag_poker.rules import BragPokerRules
from prial.ranks.brag import Ranking, ranking


def ranking_of(rules: BragPokerRules) -> Ranking:
    """The ranking that these rules play by."""
    return ranking(rules.top_prial, rules.top_run)
