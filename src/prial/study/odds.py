"""How often each kind of three-card hand is dealt, by counting all 22,100 of them."""

from collections import Counter
from itertools import combinations
from typing import Final

import msgspec

from prial.cards import PACK
from prial.ranks.brag import Category, Ranking

HANDS: Final = 22_100
"""Three cards of 52."""
_THREES: Final = (1,)

KINDS: Final = ("prial_of_threes", "other_prial", "running_flush", "run", "flush", "pair", "high_card")
"""The kinds that are told apart, the rarest first."""


class Odds(msgspec.Struct, frozen=True):
    """How often one kind of hand is dealt."""

    count: int
    """Hands out of `HANDS`."""
    probability: float
    """0 to 1."""
    odds: str
    """``5524 to 1`` against it, or ``3 to 1 on``."""


def as_odds(count: int, of: int) -> str:
    """A chance as bookmakers say it, rounded to a whole number."""
    against = of - count
    if not count:
        return "never"
    if not against:
        return "always"
    return f"{round(against / count)} to 1" if against >= count else f"{round(count / against)} to 1 on"


def odds(of: Ranking) -> dict[str, Odds]:
    """The odds of every kind of hand.

    Args:
        of: what beats what; wild cards change how often a hand comes.
    Returns:
        By kind, in the order of `KINDS`.
    """
    table = of.table
    by_strength = Counter(table[a][b][c] for a, b, c in combinations(PACK, 3))
    counts = dict.fromkeys(KINDS, 0)
    for strength, count in by_strength.items():
        category, ranks = of.shape(strength)
        kind = category.value
        if category is Category.PRIAL:
            kind = "prial_of_threes" if ranks == _THREES else "other_prial"
        counts[kind] += count
    return {kind: Odds(count, count / HANDS, as_odds(count, HANDS)) for kind, count in counts.items()}
