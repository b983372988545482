"""The worth of three, four and five cards: the best three count, and the discards break ties."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from prial.arguments import explained
from prial.cards import Card, best_first, rank
from prial.games.brag.actions import Choose
from prial.games.brag.rules import BragRules
from prial.games.brag.settings import Blind
from prial.ranks.brag import Ranking, ranking
from prial.ranks.wild import wild_cards

Worth: TypeAlias = tuple[int, ...]
"""A tuple for comparing hands: the strength of the three cards that count, then the ranks of the discards, highest first.

The greater tuple wins.
"""


_wild = lru_cache(64)(wild_cards)


@explained
def ranking_of(rules: BragRules, wild: str | None = None) -> Ranking:
    """The ranking that says which hand beats which under a table's rules.

    Args:
        rules: the rules of the table.
        wild: the wild cards that a dealer has chosen for the present deal; None means the wild cards of the rules.
    """
    return ranking(rules.top_prial, rules.top_run, wild=_wild(rules.wild_cards if wild is None else wild))


def form_of(rules: BragRules) -> Choose:
    """The game (number of cards, wild cards, blind play) that is dealt until a dealer chooses another game."""
    return Choose(rules.cards, rules.wild_cards, rules.blind is Blind.ALLOWED)


def worth(ranks: Ranking, three: tuple[Card, ...], away: Iterable[Card]) -> Worth:
    """The worth of a hand. The three cards that count are compared first; the discards break ties.

    Args:
        ranks: the ranking.
        three: the three cards that count.
        away: the cards that were discarded.
    """
    a, b, c = three
    return (ranks.table[a][b][c], *sorted(map(rank, away), reverse=True))


def one_number(of: Worth) -> int:
    """The worth of a hand as one number, equal to the number that `prial.ranks.many.worths` gives. The greater number wins."""
    found, *away = of
    for put in away:
        found = found * 13 + put
    return found


def best_three(ranks: Ranking, cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Divide a hand of three to five cards into the best three cards and the rest.

    Args:
        ranks: the ranking.
        cards: different cards in any order.
    Returns:
        Two tuples, each with its best card first: the best three cards, and the other cards.
    """
    ordered = best_first(cards)
    if len(ordered) == 3:
        return ordered, ()
    splits = [(three, tuple([card for card in ordered if card not in three])) for three in combinations(ordered, 3)]
    return max(splits, key=lambda split: worth(ranks, *split))
