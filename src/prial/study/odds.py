"""How often each kind of three-card hand is dealt, and how often a hand beats others.

All deals are counted, or a random sample of them. A player who is dealt four or five cards keeps the best three. If the pack
isn't shuffled between deals, cards known from earlier deals are excluded (Pagat: "these odds are affected by previous cards").
"""

from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from math import comb, sqrt
from typing import Any, Final

import msgspec
import numpy as np

from prial.arguments import check_from_zero, explained
from prial.cards import PACK, Card, Cards, cards_of
from prial.errors import RulesError, add_sentences, refuse
from prial.ranks.brag import Category, Ranking
from prial.ranks.many import every_hand, worths
from prial.study.meeting import Met, meet
from prial.study.ranges import Held, Holdings, check_cards, weighed

add_sentences(
    "en", {"odds.alone": "There is no other hand to beat.", "odds.samples": "It takes at least one deal, not {samples}."}
)

SAMPLES: Final = 20_000
"""Default number of deals drawn at random. With this number, probabilities are off by at most about 0.01."""
_THREES: Final = (1,)
"""Ranks of a prial of threes, as `Ranking.shape` gives them."""
_SHORT: Final = 10.0
"""Odds above this number are rounded to a whole number."""
_NOTHING: Final = 1e-9
"""Rounding error to ignore when a probability is nearly 0 or 1."""
_NEAR: Final = 0.15
"""Odds that are at most this far from a whole number are written as the whole number.

For example, 2.9 becomes ``3``.
"""

KINDS: Final = ("prial_of_threes", "other_prial", "running_flush", "run", "flush", "pair", "high_card")
"""The kinds of hand that are counted separately. For three cards, they are listed from the rarest to the most frequent."""


class Odds(msgspec.Struct, frozen=True, omit_defaults=True):
    """How often an event happens. For example, the event is that a pair is dealt."""

    count: int
    """Number of deals in which the event happens. If hands have weights: `probability` times the number of all deals, rounded."""
    probability: float
    """Probability of the event, from 0 to 1."""
    odds: str
    """The probability as bookmakers say it: ``5524 to 1`` (against), ``3 to 1 on``, ``never`` or ``always``."""
    error: float = 0.0
    """Standard error of the probability; 0 if every deal was counted."""


@explained
def deals(cards: int, gone: int = 0) -> int:
    """Get the number of different hands that can be dealt.

    Args:
        cards: number of cards in a hand.
        gone: number of cards missing from the pack.
    """
    return comb(52 - gone, cards)


@explained
def as_odds(count: float, of: float) -> str:
    """Write a probability as bookmakers' odds: ``5524 to 1``. Odds up to 10 may have one decimal: ``2.5 to 1``.

    Args:
        count: number of deals in which the event happens, or their weight.
        of: number of all deals, or their weight.
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


@explained
def odds(of: Ranking, cards: int = 3, gone: Cards = ()) -> dict[str, Odds]:
    """Get the odds that each kind of hand is dealt.

    Args:
        of: the ranking of hands.
        cards: number of cards dealt to a hand, 3 to 5; the best three count.
        gone: cards that can't be dealt, as numbers or as text.
    Returns:
        The odds by kind of hand, in the order of `KINDS`.
    Raises:
        RulesError: if ``cards`` isn't 3 to 5, or too few cards are left.
        CardError: if in ``gone`` a card occurs twice, or something isn't a card.
    """
    gone = cards_of(gone)
    check_cards(cards, cards, 52 - len(gone))
    counts = dict.fromkeys(KINDS, 0)
    for strength, count in enumerate(_by_strength(of, cards, gone)[1:], 1):
        category, ranks = of.shape(strength)
        kind = category.value
        if category is Category.PRIAL:
            kind = "prial_of_threes" if ranks == _THREES else "other_prial"
        counts[kind] += count
    whole = deals(cards, len(gone))
    return {kind: _odds(count, whole) for kind, count in counts.items()}


@explained
def dealt(of: Ranking, which: AbstractSet[int] | Holdings | Mapping[Any, float] | str, left: Cards, cards: int = 3) -> Odds:
    """Get the odds that a player is dealt a hand of a class, such as ``KK+``, or a hand from a list.

    Args:
        of: the ranking.
        which: the class, as text or as `prial.ranks.classes.strengths` gives it, or a list of hands. Hands may have weights.
        left: the cards that may be dealt, as numbers or as text.
        cards: number of cards in a hand, 3 to 5; the best three count.
    Raises:
        RulesError: if ``cards`` isn't 3 to 5, if a class in ``which`` belongs to another ranking, if a weight isn't from 0 to 1,
            or if something isn't a hand.
        CardError: if a card occurs twice, or something isn't a card.
    """
    left = cards_of(left)
    _, weights = weighed(of, which, left, cards)
    return _weighed_odds(float(weights.sum()), whole := deals(cards, 52 - len(left)), whole)


def _odds(count: int, of: int, *, drawn: bool = False) -> Odds:
    """The odds of an event that happens in ``count`` of ``of`` deals.

    ``drawn`` says whether the deals are a random sample.
    """
    share = count / of if of else 0.0
    return Odds(count, share, as_odds(count, of), sqrt(share * (1 - share) / of) if drawn else 0.0)


def _weighed_odds(weight: float, total: float, deals: int, *, drawn: bool = False) -> Odds:
    """The odds of an event, from the weight of the deals in which it happens.

    If ``drawn``, the deals are a sample, each with weight 1.
    """
    if total == deals and weight == int(weight):
        return _odds(int(weight), deals, drawn=drawn)
    weight = min(weight, total)
    count = 0.0 if weight <= _NOTHING * total else total if total - weight <= _NOTHING * total else weight
    return Odds(round(weight / total * deals), weight / total, as_odds(count, total))


@explained
def left_of(gone: Cards) -> list[Card]:
    """Get the cards of the pack that are left when some are gone, in the pack's order.

    Args:
        gone: the cards that are gone, as numbers or as text.
    Raises:
        CardError: if something isn't a card, or a card occurs twice.
    """
    gone = cards_of(gone)
    return [card for card in PACK if card not in gone]


def _by_strength(of: Ranking, cards: int, gone: Collection[Card]) -> list[int]:
    """For each strength, from 0: the number of deals whose best three cards have this strength."""
    found = np.zeros(of.size + 1, dtype=np.int64)
    for hands in every_hand(left_of(gone), cards):
        found += np.bincount(worths(of, hands) // 13 ** (cards - 3), minlength=len(found))
    return [int(count) for count in found]


class Chances(msgspec.Struct, frozen=True):
    """How likely a hand is to beat all of several other hands."""

    better: Odds
    """The odds that the hand beats all others."""
    equal: Odds
    """The odds that the hand ties with the best of the others."""
    share: float
    """The hand's average share of the pot, from 0 to 1. Hands that tie divide the pot."""
    error: float
    """Standard error of the share; 0 if every deal was counted."""
    deals: int
    """Number of deals that were counted or drawn."""
    drawn: bool
    """Whether the deals are a random sample of all possible deals. If so, the odds and the share are estimates."""


@explained
def equities(
    of: Ranking,
    hands: Sequence[Held],
    left: Cards | None = None,
    *,
    cards: int = 3,
    samples: int = SAMPLES,
    seed: int = 1,
) -> tuple[Chances, ...]:
    """Get each hand's chance of being the best, and its average share of the pot.

    All deals that agree with what is known of the hands are equally likely. If hands have weights, the probability of a deal is
    in proportion to the product of the weights of its hands. The betting isn't considered. Each hand keeps its best three cards;
    its other cards break ties.

    Every deal is counted if there are two hands of three cards, or if the hands can be chosen in at most 3,000,000 ways.
    Otherwise, deals are drawn at random.

    Args:
        of: the ranking.
        hands: what is known of each of two or more hands (see `prial.study.ranges.Held`): cards (``KsKd``), a class (``KK+``,
            ``top 10 %``), a list of possible hands, weights (``KK+:0.5; flush``), or None for any hand. Listed hands that can't
            be made of the cards in ``left`` are ignored.
        left: the cards that the hands may contain besides the known ones, as numbers or as text; None for all other cards of the
            pack. If a player will still exchange cards, give only the kept cards in ``hands``, and leave the discarded cards out
            of ``left``.
        cards: number of cards in a hand, 3 to 5.
        samples: number of deals to draw if there are too many to count.
        seed: seed of the random deals.
    Returns:
        The chances of each hand against all others, in the order of the hands. The shares add up to 1.
    Raises:
        RulesError: if one of these holds:

            * there is only one hand
            * something isn't a hand, or is of another ranking
            * a weight isn't from 0 to 1, or a hand has two weights
            * ``cards`` isn't 3 to 5, ``samples`` is below 1, or ``seed`` is below 0
            * too few cards are left, or a hand can't be made of them
            * the hands are never dealt together, or too rarely for a random sample
        CardError: if something isn't a card, or the same card is in two hands, or in a hand and in ``left``.
    """
    met = _met(of, hands, left, cards, samples, seed, None)
    return tuple(_chances(met, hand) for hand in range(len(hands)))


@explained
def chances(
    of: Ranking,
    own: Held,
    others: Sequence[Held],
    left: Cards,
    cards: int = 3,
    worth: int | None = None,
    *,
    samples: int = SAMPLES,
    seed: int = 1,
) -> Chances:
    """Get one hand's chances against other hands. `equities` gives the same numbers for every hand.

    Args:
        of: the ranking.
        own: the hand, in one of the forms of `prial.study.ranges.Held`; None for any hand.
        others: the other hands, in the same forms.
        left: the cards that the hands may contain besides the known ones, as numbers or as text.
        cards: number of cards in a hand, 3 to 5.
        worth: the strength of ``own`` as a number from `prial.ranks.many.worths`; None for the strength of its best three
            cards. Give a number if the player has already chosen which cards to put away.
        samples: number of deals to draw if there are too many to count.
        seed: seed of the random deals.
    Raises:
        RulesError: if one of these holds:

            * ``others`` is empty
            * something isn't a hand, or is of another ranking
            * a weight isn't from 0 to 1, or a hand has two weights
            * ``cards`` isn't 3 to 5, ``samples`` is below 1, or ``seed`` is below 0
            * too few cards are left, or a hand can't be made of them
            * the hands are never dealt together, or too rarely for a random sample
        CardError: if something isn't a card, or the same card is in two hands, or in a hand and in ``left``.
    """
    return _chances(_met(of, [own, *others], left, cards, samples, seed, worth), 0)


def _met(of: Ranking, hands: Sequence[Held], left: Cards | None, cards: int, samples: int, seed: int, worth: int | None) -> Met:
    """Check the number of hands and of samples, and count how often each hand is the best (see `prial.study.meeting.meet`)."""
    if len(hands) < 2:
        raise RulesError(refuse("odds.alone"))
    if samples < 1:
        raise RulesError(refuse("odds.samples", samples=samples))
    check_from_zero(seed)
    return meet(of, hands, left, cards, samples, seed, worth)


def _chances(met: Met, hand: int) -> Chances:
    """The chances of one hand, given by its index, against the others."""
    better, *level = met.ways[hand, 1:].tolist()
    share, squares = (sum(count / number**power for number, count in enumerate([better, *level], 1)) for power in (1, 2))
    mean = share / met.total
    error = sqrt(max(0.0, squares / met.total - mean**2) / met.deals) if met.drawn else 0.0
    won, tied = (_weighed_odds(count, met.total, met.deals, drawn=met.drawn) for count in (better, sum(level)))
    return Chances(won, tied, mean, error, met.deals, met.drawn)
