"""How often each kind of three-card hand is dealt, by counting every hand there is.

Of four or five cards the best three are kept, so every one of the 270,725 or 2,598,960 deals is gone through.
"""

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from prial.errors import RulesError, add_sentences, refuse
from prial.ranks.brag import Category, Ranking

add_sentences("en", {"odds.cards": "The best three can't be kept of {cards} cards: it takes a number from {least} to {most}."})

LEAST_CARDS: Final = 3
MOST_CARDS: Final = 5
_THREES: Final = (1,)
_SHORT: Final = 10.0
_NEAR: Final = 0.15
"""How far from a whole number short odds may be and still be told as one."""

KINDS: Final = ("prial_of_threes", "other_prial", "running_flush", "run", "flush", "pair", "high_card")
"""The kinds that are told apart, the rarest of three cards first."""


class Odds(msgspec.Struct, frozen=True):
    """How often one kind of hand is dealt."""

    count: int
    """Deals out of `deals`."""
    probability: float
    """0 to 1."""
    odds: str
    """``5524 to 1`` against it, or ``3 to 1 on``."""


def deals(cards: int) -> int:
    """How many different hands of so many cards the pack holds."""
    return comb(52, cards)


def as_odds(count: int, of: int) -> str:
    """A chance as bookmakers say it: in whole numbers, or to a tenth where short odds are nearer to it."""
    against = of - count
    if not count:
        return "never"
    if not against:
        return "always"
    return f"{_ratio(against / count)} to 1" if against >= count else f"{_ratio(count / against)} to 1 on"


def _ratio(odds: float) -> str:
    whole = round(odds)
    return str(whole) if odds > _SHORT or abs(odds - whole) <= _NEAR else f"{odds:.1f}"


def odds(of: Ranking, cards: int = 3) -> dict[str, Odds]:
    """The odds of every kind of hand.

    Args:
        of: what beats what; wild cards change how often a hand comes, and which three are the best.
        cards: how many are dealt, 3 to 5; the best three of them are kept.
    Returns:
        By kind, in the order of `KINDS`.
    Raises:
        RulesError: another number of cards.
    """
    if not LEAST_CARDS <= cards <= MOST_CARDS:
        raise RulesError(refuse("odds.cards", cards=cards, least=LEAST_CARDS, most=MOST_CARDS))
    counts = dict.fromkeys(KINDS, 0)
    for strength, count in enumerate(_by_strength(of, cards)[1:], 1):
        category, ranks = of.shape(strength)
        kind = category.value
        if category is Category.PRIAL:
            kind = "prial_of_threes" if ranks == _THREES else "other_prial"
        counts[kind] += count
    whole = deals(cards)
    return {kind: Odds(count, count / whole, as_odds(count, whole)) for kind, count in counts.items()}


def _by_strength(of: Ranking, cards: int) -> list[int]:
    """In how many deals each strength, from 0 on, is the best that three of the cards make."""
    table = np.array(of.table, dtype=np.int16)
    found = np.zeros(of.size + 1, dtype=np.int64)
    for dealt in _deals(cards):
        best = np.zeros(len(dealt), dtype=np.int16)
        for three in combinations(range(cards), 3):
            a, b, c = (dealt[:, place] for place in three)
            np.maximum(best, table[a, b, c], out=best)
        found += np.bincount(best, minlength=len(found))
    return [int(count) for count in found]


def _deals(cards: int) -> Iterator[NDArray[np.int8]]:
    """Every set of so many cards once, in parts by their highest card; shape (deals, cards), each row falling."""
    below = [np.zeros((1, 0), dtype=np.int8)] * 53
    """By card, the sets of lower cards only; of no cards at first, which is one set."""
    for _ in range(cards - 1):
        parts = [np.hstack([np.full((len(rest), 1), top, dtype=np.int8), rest]) for top, rest in enumerate(below[:52])]
        below = [np.vstack(parts[:top]) if top else parts[0][:0] for top in range(53)]
    for top in range(52):
        yield np.hstack([np.full((len(below[top]), 1), top, dtype=np.int8), below[top]])
