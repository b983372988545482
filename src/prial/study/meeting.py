"""Counts how often each of several hands is the best, in all deals that are possible.

A deal gives each player a hand, and no card occurs twice. A deal is possible if it agrees with what is known of the hands. All
possible deals are equally likely. If hands have weights, the weight of a deal is the product of its hands' weights.

If there are few possible deals, each is made and counted. If there are many, a random sample is drawn. But two hands of three
cards need no sample: all their deals (up to 407 million) are counted without making them one by one.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from math import comb, prod
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from prial.arguments import explained
from prial.cards import Card, Cards
from prial.errors import RulesError, add_sentences, refuse
from prial.ranks.brag import Ranking
from prial.ranks.many import worths
from prial.study.ranges import (
    LEAST_CARDS,
    Floats,
    Held,
    Ints,
    List,
    are_cards,
    check_cards,
    completed,
    filled,
    left_cards,
    listed,
    masks,
    read_known,
)

add_sentences(
    "en",
    {
        "ranges.none": "No such hand can be made of the cards that are left.",
        "ranges.apart": "Such hands can't be dealt together.",
        "ranges.seldom": "Such hands come together too seldom: {tries} tries gave {found} deals.",
    },
)

_COUNTED: Final = 3_000_000
"""If there are at most this many ways to choose the hands, every deal is made and counted."""
_PART: Final = 10_000
"""Number of deals that are made or drawn at once. Deals in which a card occurs twice are dropped."""
_TRIES: Final = 20_000_000
"""Number of random choices of hands after which drawing is given up."""
_Part: TypeAlias = tuple[Ints, Floats | None]
"""Some deals: the hands' strengths, with shape (deals, hands), and the deals' weights, or None if each weight is 1."""


class Met(NamedTuple):
    """How often each of several hands was the best in the possible deals."""

    ways: NDArray[Any]
    """``ways[i, n]``: number of deals in which hand ``i`` and ``n - 1`` others tied for the best. With weights: the sum of the
    weights of these deals.
    """
    total: float
    """Number of all deals. With weights: the sum of their weights."""
    deals: int
    """Number of all deals. Each deal counts as one, whatever its weight."""
    drawn: bool
    """Whether the deals are a random sample."""


@explained
def meet(
    of: Ranking, hands: Sequence[Held], left: Cards | None, cards: int, samples: int, seed: int, worth: int | None = None
) -> Met:
    """Count how often each of several hands is the best, in all possible deals.

    Args:
        of: the ranking.
        hands: what is known of each hand; at least two hands. In a list of possible hands (`Holdings`), hands may have weights.
            A listed hand is ignored if any of its cards isn't in ``left``.
        left: the cards that the hands may contain besides the known ones, as numbers or text. None for the rest of the pack.
        cards: number of cards in a hand, 3 to 5. The best three count, and the other cards break ties.
        samples: number of deals to draw if there are too many to count.
        seed: seed of the random deals.
        worth: the strength of the first hand, as from `prial.ranks.many.worths`. None for the strength of its best three cards.
    Raises:
        RulesError: if one of these holds:

            * ``cards`` isn't 3 to 5
            * too few cards are left
            * a hand can't be made of the cards left
            * something isn't a hand
            * a hand is of another ranking
            * a weight isn't from 0 to 1
            * a hand has two weights
            * no deal fits all the hands
            * so few deals fit the hands that a random sample can't be drawn
        CardError: if one of these holds:

            * something isn't a card
            * the same card is in two hands
            * the same card is in a hand and in ``left``
    """
    known = [read_known(of, hand, cards) for hand in hands]
    left = left_cards(known, left)
    sizes = [cards - len(hand) if are_cards(hand) else cards for hand in known]
    check_cards(cards, sum(sizes), len(left))
    held = listed(of, known, left, cards)
    if not all(len(hand.worth) for hand in held if isinstance(hand, List)):
        raise RulesError(refuse("ranges.none"))
    ways = prod(
        len(hand.worth) if isinstance(hand, List) else comb(len(left), size) for hand, size in zip(held, sizes, strict=True)
    )
    two = len(held) == 2 and cards == LEAST_CARDS
    if ways > _COUNTED and not two:
        parts = _drawn(of, held, left, cards, samples, seed)
        return _tallied((_with(part, worth) for part in parts), len(held), drawn=True)
    lists = [hand if isinstance(hand, List) else completed(of, hand, left, cards) for hand in held]
    if ways > _COUNTED:
        met = _pairs(lists[0], lists[1], of.size, worth)
    else:
        met = _tallied((_with(part, worth) for part in _every(lists)), len(held), drawn=False)
    if not met.deals:
        raise RulesError(refuse("ranges.apart"))
    return met


def _tallied(parts: Iterable[_Part], hands: int, *, drawn: bool) -> Met:
    """Count the deals in which each hand is the best, alone or with others."""
    ways: NDArray[Any] = np.zeros((hands, hands + 1), dtype=np.int64)
    total, deals = 0.0, 0
    for part, weight in parts:
        best = part == part.max(axis=1, keepdims=True)
        level = best.sum(axis=1)
        counted = best if weight is None else best * weight[:, None]
        ways = ways + np.stack([counted[level == number].sum(axis=0) for number in range(hands + 1)], axis=1)
        deals += len(part)
        total += len(part) if weight is None else float(weight.sum())
    return Met(ways, total, deals, drawn)


def _with(part: _Part, worth: int | None) -> _Part:
    """Set the first hand's strength to ``worth``, unless ``worth`` is None. ``part`` is changed in place."""
    if worth is not None:
        part[0][:, 0] = worth
    return part


def _every(lists: Sequence[List]) -> Iterator[_Part]:
    """All deals, in parts. A deal has a hand from each list, and no card occurs in the deal twice."""
    sizes, cards = [len(each.worth) for each in lists], [masks(each.hands) for each in lists]
    weighted = any(each.weight is not None for each in lists)
    for first in range(0, prod(sizes), _PART):
        at = np.unravel_index(np.arange(first, min(first + _PART, prod(sizes))), sizes)
        fits, _ = _apart([mask[which] for mask, which in zip(cards, at, strict=True)])
        weight = np.ones(int(fits.sum())) if weighted else None
        for each, which in zip(lists, at, strict=True):
            if weight is not None and each.weight is not None:
                weight *= each.weight[which[fits]]
        yield np.stack([each.worth[which[fits]] for each, which in zip(lists, at, strict=True)], axis=1), weight


def _apart(cards: Sequence[NDArray[np.uint64]]) -> tuple[NDArray[np.bool_], NDArray[np.uint64]]:
    """Find the deals without repeated cards, and the cards of each deal.

    Cards are bits, and ``cards[hand][deal]`` is one hand.
    """
    used, fits = np.zeros(len(cards[0]), dtype=np.uint64), np.ones(len(cards[0]), dtype=np.bool_)
    for mask in cards:
        fits &= used & mask == 0
        used |= mask
    return fits, used


def _drawn(
    of: Ranking,
    held: Sequence[tuple[Card, ...] | List],
    left: Sequence[Card],
    cards: int,
    samples: int,
    seed: int,
) -> Iterator[_Part]:
    """Random deals, in parts. Deals are drawn in proportion to their weights, and each drawn deal counts as one."""
    rng = np.random.Generator(np.random.PCG64(seed))
    pack, lists = np.array(sorted(left), dtype=np.int8), [hand for hand in held if isinstance(hand, List)]
    held_cards = [masks(each.hands) for each in lists]
    found = tries = 0
    while found < samples:
        if tries >= _TRIES:
            raise RulesError(refuse("ranges.seldom", tries=f"{tries:,}", found=found))
        # If two hands have a common card, all are chosen again: so deals come in proportion to their weights
        chosen = [_chosen(each, rng) for each in lists]
        fits, used = _apart([np.zeros(_PART, np.uint64), *(mask[which] for mask, which in zip(held_cards, chosen, strict=True))])
        rows, tries = np.flatnonzero(fits)[: samples - found], tries + _PART
        found += len(rows)
        keys = rng.random((len(rows), len(pack)))
        keys[(used[rows, None] >> pack.astype(np.uint64)) & np.uint64(1) == 1] = 2.0  # behind all cards that can be dealt
        dealt, at, columns = pack[np.argsort(keys, axis=1)], 0, []
        choices = iter(chosen)
        for hand in held:
            if isinstance(hand, List):
                columns.append(hand.worth[next(choices)[rows]])
            else:
                end = at + cards - len(hand)
                columns.append(worths(of, filled(hand, dealt[:, at:end])).astype(np.int64))
                at = end
        yield np.stack(columns, axis=1), None


def _chosen(hands: List, rng: np.random.Generator) -> Ints:
    """Indices of `_PART` hands that are drawn from a list in proportion to their weights."""
    if hands.weight is None:
        return rng.integers(len(hands.worth), size=_PART)
    upto = np.cumsum(hands.weight)
    found: Ints = np.searchsorted(upto, rng.random(_PART) * upto[-1], side="right").clip(max=len(upto) - 1)
    return found


def _pairs(mine: List, theirs: List, size: int, worn: int | None) -> Met:
    """Count how often each of two hands wins, over all their deals.

    If given, ``worn`` replaces all strengths in ``mine``.
    """
    weighted = mine.weight is not None or theirs.weight is not None
    kind = np.float64 if weighted else np.int64
    weight, own_weight = (np.ones(len(each.worth), kind) if each.weight is None else each.weight for each in (theirs, mine))
    worth, hands = theirs.worth, theirs.hands
    with_none = np.zeros(size + 1, dtype=kind)
    with_one = np.zeros((52, size + 1), dtype=kind)
    with_two = np.zeros((52, 52, size + 1), dtype=kind)
    np.add.at(with_none, worth, weight)
    for place in range(3):
        np.add.at(with_one, (hands[:, place], worth), weight)
    for one, two in permutations(range(3), 2):
        np.add.at(with_two, (hands[:, one], hands[:, two], worth), weight)
    for table in (with_none, with_one, with_two):  # from here on, an entry counts the hands up to its strength
        np.cumsum(table, axis=-1, out=table)
    a, b, c = (mine.hands[:, place].astype(np.int64) for place in range(3))
    same = own_weight * _weight_of(masks(mine.hands), masks(hands), weight)
    own = mine.worth if worn is None else np.full_like(mine.worth, worn)

    def apart(strength: Ints) -> Any:
        """Count the deals in which the second hand is at most this strong.

        ``strength`` has a value for each hand in ``mine``.
        """
        # All hands in `theirs`, minus those that share a card
        count: NDArray[Any] = with_none[strength]
        for card in (a, b, c):
            count = count - with_one[card, strength]
        for first, second in ((a, b), (a, c), (b, c)):
            count = count + with_two[first, second, strength]
        return max(0, (own_weight * count).sum() - same[mine.worth <= strength].sum())

    better, not_worse, whole = apart(own - 1), apart(own), apart(np.full_like(own, size))
    level = not_worse - better
    deals = _pairs(mine._replace(weight=None), theirs._replace(weight=None), size, worn).deals if weighted else int(whole)
    return Met(np.array([[0, better, level], [0, whole - not_worse, level]]), float(whole), deals, drawn=False)


def _weight_of(wanted: NDArray[np.uint64], cards: NDArray[np.uint64], weight: NDArray[Any]) -> NDArray[Any]:
    """Look up the weights of hands in a list, 0 for missing hands. Hands are bits."""
    if not len(cards):
        return np.zeros(len(wanted), weight.dtype)
    order = np.argsort(cards)
    at = np.searchsorted(cards, wanted, sorter=order).clip(max=len(cards) - 1)
    return np.where(cards[order[at]] == wanted, weight[order[at]], 0)
