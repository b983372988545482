"""How often each kind of three-card hand is dealt, and how often one hand beats others, by counting every hand there is.

Of four or five cards the best three are kept, so every one of the 270,725 or 2,598,960 deals is gone through. Where the pack
isn't shuffled, cards that were seen lie elsewhere ("these odds are affected by previous cards": Pagat), and fewer deals are left.
"""

from collections.abc import Collection, Iterator, Sequence
from math import comb
from typing import Final

import msgspec
import numpy as np

from prial.cards import PACK, Card
from prial.errors import RulesError, add_sentences, refuse
from prial.ranks.brag import Category, Ranking
from prial.ranks.many import Hands, drawn, every_hand, worths

add_sentences(
    "en",
    {
        "odds.cards": "The best three can't be kept of {cards} cards: it takes a number from {least} to {most}.",
        "odds.left": "Only {left} cards are left, and the hands take {wanted}.",
    },
)

LEAST_CARDS: Final = 3
MOST_CARDS: Final = 5
_THREES: Final = (1,)
_SHORT: Final = 10.0
_COUNTED: Final = 3_000_000
"""Deals up to which every one is counted."""
_DRAWN: Final = 20_000
"""Deals that stand for all where there are more; what they say is off by a hundredth at most."""
_PART: Final = 10_000
"""How many of them are drawn at once."""
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


def deals(cards: int, gone: int = 0) -> int:
    """How many different hands of so many cards the pack holds when some of its cards are gone."""
    return comb(52 - gone, cards)


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


def odds(of: Ranking, cards: int = 3, gone: Collection[Card] = ()) -> dict[str, Odds]:
    """The odds of every kind of hand.

    Args:
        of: what beats what; wild cards change how often a hand comes, and which three are the best.
        cards: how many are dealt, 3 to 5; the best three of them are kept.
        gone: cards that are known to lie elsewhere, so that no hand holds them.
    Returns:
        By kind, in the order of `KINDS`.
    Raises:
        RulesError: another number of cards, or too few that aren't gone.
    """
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
    return Odds(count, count / of, as_odds(count, of))


def left_of(gone: Collection[Card]) -> list[Card]:
    """The pack without the cards that are gone."""
    return [card for card in PACK if card not in gone]


def _check(cards: int, wanted: int, left: int) -> None:
    if not LEAST_CARDS <= cards <= MOST_CARDS:
        raise RulesError(refuse("odds.cards", cards=cards, least=LEAST_CARDS, most=MOST_CARDS))
    if wanted > left:
        raise RulesError(refuse("odds.left", left=left, wanted=wanted))


def _by_strength(of: Ranking, cards: int, gone: Collection[Card]) -> list[int]:
    """In how many deals each strength, from 0 on, is the best that three of the cards make."""
    found = np.zeros(of.size + 1, dtype=np.int64)
    for hands in every_hand(left_of(gone), cards):
        found += np.bincount(worths(of, hands) // 13 ** (cards - 3), minlength=len(found))
    return [int(count) for count in found]


class Chances(msgspec.Struct, frozen=True):
    """How one hand does against all of some others together."""

    better: Odds
    """How often it beats them all."""
    equal: Odds
    """How often it is level with the best of them."""
    deals: int
    """In how many deals this was counted."""
    drawn: bool
    """Whether those deals were drawn from more, so that the chances are near and not exact."""


def chances(
    of: Ranking, own: Sequence[Card], others: Sequence[Sequence[Card]], left: Sequence[Card], cards: int, worth: int | None = None
) -> Chances:
    """How likely a hand beats others when nothing is known of how they were bet.

    Of every hand the best three cards are kept, and those put away break ties.

    Args:
        of: what beats what.
        own: what is known of the hand, ``cards`` cards or fewer.
        others: what is known of each other hand; it may be nothing.
        left: the cards of which nobody knows where they are; the hands are made whole with them, each way as likely as another.
        cards: how many make a hand, 3 to 5.
        worth: what the hand is worth, as `prial.ranks.many.worths` has it, where its owner has chosen what to put away.
    Raises:
        RulesError: another number of cards, or too few are left.
    """
    hands = [own, *others]
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
    """Deals that stand for all: always the same ones, so that who asks twice hears the same, and nothing but what was asked."""
    return (drawn(left, cards, _PART, seed) for seed in range(_DRAWN // _PART))
