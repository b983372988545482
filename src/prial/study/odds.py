"""How often each kind of three-card hand is dealt, and how often one hand beats others, by counting all possible deals.

From four or five cards the best three are kept, so all 270,725 or 2,598,960 deals are counted. Where the pack isn't shuffled
between deals, a player may know cards that can't be in any hand now ("these odds are affected by previous cards": Pagat);
deals with such cards are left out.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from math import comb
from typing import Final

import msgspec
import numpy as np

from prial.cards import PACK, Card, distinct
from prial.errors import RulesError, add_sentences, refuse
from prial.ranks.brag import Category, Ranking
from prial.ranks.many import Hands, drawn, every_hand, worths

add_sentences(
    "en",
    {
        "odds.cards": "The best three can't be kept of {cards} cards: it takes a number from {least} to {most}.",
        "odds.alone": "There is no other hand to beat.",
        "odds.left": "Only {left} cards are left, and the hands take {wanted}.",
    },
)

LEAST_CARDS: Final = 3
"""Smallest number of cards in a hand."""
MOST_CARDS: Final = 5
"""Greatest number of cards in a hand."""
_THREES: Final = (1,)
"""Ranks of a prial of threes, as `Ranking.shape` gives them."""
_SHORT: Final = 10.0
"""Odds above this are given as a whole number."""
_COUNTED: Final = 3_000_000
"""If there are at most this many possible deals, every deal is counted."""
_DRAWN: Final = 20_000
"""Number of deals drawn at random if there are too many to count; the probabilities are then off by at most about 0.01."""
_PART: Final = 10_000
"""Number of random deals drawn at once."""
_NEAR: Final = 0.15
"""Odds up to `_SHORT` are given as a whole number if they are at most this far from a whole number."""

KINDS: Final = ("prial_of_threes", "other_prial", "running_flush", "run", "flush", "pair", "high_card")
"""The kinds of hand that are counted separately, from the rarest to the most frequent kind if three cards are dealt."""


class Odds(msgspec.Struct, frozen=True):
    """How often something happens, such as a kind of hand being dealt."""

    count: int
    """Number of deals in which the event happens."""
    probability: float
    """Probability of the event, from 0 to 1."""
    odds: str
    """The probability as bookmakers say it: ``5524 to 1`` (against), ``3 to 1 on``, ``never`` or ``always``."""


def deals(cards: int, gone: int = 0) -> int:
    """Number of different hands of this many cards.

    Args:
        cards: number of cards in a hand.
        gone: number of cards missing from the pack.
    """
    return comb(52 - gone, cards)


def as_odds(count: int, of: int) -> str:
    """A probability as bookmakers' odds. Odds up to 10 may have one decimal: ``2.5 to 1``. Higher odds are whole numbers.

    Args:
        count: number of deals in which the event happens.
        of: number of all deals.
    """
    against = of - count
    if not count:
        return "never"
    if not against:
        return "always"
    return f"{_ratio(against / count)} to 1" if against >= count else f"{_ratio(count / against)} to 1 on"


def _ratio(odds: float) -> str:
    """Odds as text, rounded."""
    whole = round(odds)
    return str(whole) if odds > _SHORT or abs(odds - whole) <= _NEAR else f"{odds:.1f}"


def odds(of: Ranking, cards: int = 3, gone: Collection[Card] = ()) -> dict[str, Odds]:
    """How often each kind of hand is dealt.

    Args:
        of: the ranking of hands. If the ranking has wild cards, they change the odds.
        cards: number of cards dealt to a hand, 3 to 5; the best three of them are kept.
        gone: cards that are known not to be in any hand.
    Returns:
        The odds by kind of hand, in the order of `KINDS`.
    Raises:
        RulesError: ``cards`` isn't 3 to 5, or too few cards are left.
        CardError: in ``gone`` a card occurs twice, or something isn't a card.
    """
    gone = distinct(tuple(gone))
    _check(cards, cards, 52 - len(gone))
    counts = dict.fromkeys(KINDS, 0)
    for strength, count in enumerate(_by_strength(of, cards, gone)[1:], 1):
        category, ranks = of.shape(strength)
        kind = category.value
        if category is Category.PRIAL:
            kind = "prial_of_threes" if ranks == _THREES else "other_prial"
        counts[kind] += count
    whole = deals(cards, len(gone))
    return {kind: _odds(count, whole) for kind, count in counts.items()}


def _odds(count: int, of: int) -> Odds:
    """The count with its probability and bookmakers' odds."""
    return Odds(count, count / of, as_odds(count, of))


def left_of(gone: Collection[Card]) -> list[Card]:
    """The cards of a pack, in the pack's order, except the cards in ``gone``."""
    return [card for card in PACK if card not in gone]


def _check(cards: int, wanted: int, left: int) -> None:
    """Refuse hands of a size that isn't supported, and hands that need more cards than are left.

    Raises:
        RulesError: the size isn't supported, or too few cards are left.
    """
    if not LEAST_CARDS <= cards <= MOST_CARDS:
        raise RulesError(refuse("odds.cards", cards=cards, least=LEAST_CARDS, most=MOST_CARDS))
    if wanted > left:
        raise RulesError(refuse("odds.left", left=left, wanted=wanted))


def _by_strength(of: Ranking, cards: int, gone: Collection[Card]) -> list[int]:
    """Number of deals by the strength of their best three cards; the index is the strength, from 0."""
    found = np.zeros(of.size + 1, dtype=np.int64)
    for hands in every_hand(left_of(gone), cards):
        found += np.bincount(worths(of, hands) // 13 ** (cards - 3), minlength=len(found))
    return [int(count) for count in found]


class Chances(msgspec.Struct, frozen=True):
    """How likely it is that one hand beats all of several other hands."""

    better: Odds
    """The odds that the hand beats all others."""
    equal: Odds
    """The odds that the hand ties with the best of the others."""
    deals: int
    """Number of deals that were counted."""
    drawn: bool
    """Whether the counted deals are a random sample, so that the chances are estimates."""


def chances(
    of: Ranking, own: Sequence[Card], others: Sequence[Sequence[Card]], left: Sequence[Card], cards: int, worth: int | None = None
) -> Chances:
    """How likely it is that a hand beats all of some other hands.

    The betting, which may tell something about the hands, isn't considered. Each hand keeps its best three cards; the
    cards put away break ties.

    Args:
        of: the ranking.
        own: the known cards of the hand, at most ``cards`` of them.
        others: the known cards of each of the other hands; empty for a hand of which no card is known.
        left: the cards that complete the hands. All ways to complete the hands from these cards are equally likely.
        cards: number of cards in a hand, 3 to 5.
        worth: the worth of the hand, as `prial.ranks.many.worths` computes it. It is needed once the hand's owner has chosen
            which cards to put away. None for the worth of the best three cards.
    Raises:
        RulesError: ``cards`` isn't 3 to 5, too few cards are left, or there is no other hand.
        CardError: a card lies in two places.
    """
    hands = [own, *others]
    distinct([*chain.from_iterable(hands), *left])
    if not others:
        raise RulesError(refuse("odds.alone"))
    sizes = [cards - len(hand) for hand in hands]
    _check(cards, sum(sizes), len(left))
    counts = np.zeros(2, dtype=np.int64)
    whole = 0
    exact = len([size for size in sizes if size]) <= 1 and comb(len(left), sum(sizes)) <= _COUNTED
    for part in every_hand(left, sum(sizes)) if exact else _drawn(left, sum(sizes)):
        ends = np.cumsum([0, *sizes])
        filled = [
            np.hstack([np.tile(np.array(hand, dtype=np.int8), (len(part), 1)), part[:, start:end]])
            for hand, start, end in zip(hands, ends, ends[1:], strict=False)
        ]
        mine = worths(of, filled[0]) if worth is None else worth
        best = np.max([worths(of, hand) for hand in filled[1:]], axis=0)
        counts += [(mine > best).sum(), (mine == best).sum()]
        whole += len(part)
    better, equal = (_odds(int(count), whole) for count in counts)
    return Chances(better, equal, whole, not exact)


def _drawn(left: Sequence[Card], cards: int) -> Iterator[Hands]:
    """A fixed random sample of deals, in parts. The seed is always the same, so that asking twice gives the same answer."""
    return (drawn(left, cards, _PART, seed) for seed in range(_DRAWN // _PART))
