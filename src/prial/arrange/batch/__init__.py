"""Deals and splits millions of hands, in loops compiled by numba (the ``fast`` extra). Import this package only where needed.

No function starts a thread. The loops release Python's global lock, so your own threads can call them at the same time.

Hands are arrays of cards, with one hand per row. Each row begins with its greatest card.

A split divides a hand into smaller hands, one for each place: the first hand, the second hand, and so on. For each place, the
arrays give the strength and the cards. The cards are given as bits. Bit i stands for the card at position i of the row.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prial.arrange.batch import _kernels
from prial.arrange.search import check_places
from prial.arrange.strengths import by_ranks
from prial.arrange.value import SWEEP_STEPS, Value
from prial.ranks.brag import FOURS_ORDER, FourOfAKind, Ranking, ranking

Hands: TypeAlias = NDArray[np.uint8]
"""Many hands as one array of cards. Each row is one hand; the shape is (hands, cards in a hand)."""
_Policy: TypeAlias = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]
"""The arrays that `_kernels.best` takes as its ``policy``."""


@dataclass(frozen=True, slots=True)
class Splits:
    """One split for each of many hands."""

    strengths: NDArray[np.uint16]
    """The strength in each place, shape (hands, places). The greatest strength of a split comes first; 0 means an empty place."""
    cards: NDArray[np.uint16]
    """Cards in each place as bits, shape (hands, places). Bit 0 stands for the greatest card of the hand, bit 1 for the next."""


@dataclass(frozen=True, slots=True)
class Fronts:
    """All splits worth considering, for each of many hands.

    A split is dominated, and left out, if another split is at least as strong in every place.
    """

    counts: NDArray[np.int64]
    """Number of splits worth considering for each hand, shape (hands,). The arrays ``strengths`` and ``cards`` hold at most
    ``most`` of them (see `fronts`)."""
    strengths: NDArray[np.uint16]
    """Strengths of the splits, shape (hands, splits, places). The split with the strongest first hand comes first. If a hand has
    fewer splits than the shape says, zeros follow its last split."""
    cards: NDArray[np.uint16]
    """Cards in each place as bits, shape (hands, splits, places). For the bits, see `Splits.cards`."""


@cache
def _ranks(of: Ranking) -> tuple[NDArray[np.uint16], NDArray[np.uint16], int]:
    """The strengths of all hands of three cards and of four of a kind.

    The last value is the greatest strength.
    """
    # The cards a > b > c have the index C(a,3) + C(b,2) + c
    triangle = np.array([of.table[a][b][c] for a in range(52) for b in range(a) for c in range(b)], np.uint16)
    fours = np.zeros(13, np.uint16)
    if of.four_of_a_kind is FourOfAKind.BEATS_ALL:
        fours[list(FOURS_ORDER)] = np.arange(of.size - 12, of.size + 1)
    return triangle, fours, of.size


def sorted_hands(hands: ArrayLike) -> Hands:
    """Check many hands, and sort the cards of each hand from the greatest to the least.

    Args:
        hands: one hand per row, 3 to 13 cards each; shape (hands, cards in a hand).
    Raises:
        ValueError: if the array has the wrong shape, if a number isn't a card, or if a hand has a card twice.
    """
    cards = np.asarray(hands)
    if cards.ndim != 2 or not 3 <= cards.shape[1] <= 13:
        raise ValueError(f"hands of shape {cards.shape}, wanted (hands, 3 to 13 cards)")
    if cards.size and not (cards.min() >= 0 and cards.max() < 52):
        raise ValueError("a card is a number from 0 to 51")
    ordered = np.ascontiguousarray(cards, np.uint8)
    if (ordered[:, 1:] < ordered[:, :-1]).all():
        return ordered
    ordered = np.ascontiguousarray(np.sort(ordered, axis=1)[:, ::-1])
    if (ordered[:, 1:] == ordered[:, :-1]).any():
        raise ValueError("a hand holds a card twice")
    return ordered


def _policy(value: Value, size: int, places_weight: Sequence[float] | None, sweep_weight: float) -> _Policy:
    """The arrays that `_kernels.best` takes as its ``policy``, for strengths up to ``size``."""
    tables, sweep = np.zeros((4, size + 1, 4)), np.zeros(SWEEP_STEPS + 1)
    places = value.places
    chances = np.array(value.win)[:, : size + 1]
    chances = np.pad(chances, ((0, 0), (0, size + 1 - chances.shape[1])), mode="edge")
    weighted = chances * np.asarray(places_weight or (1.0,) * places)[:, None]
    rows = tables[4 - places :]  # the last place is always the last row
    rows[:, :, 0], rows[:, :, 1] = chances, weighted
    rows[:, :, 2] = np.cumprod(chances[::-1], axis=0)[::-1]
    rows[:, :, 3] = np.cumsum(weighted[::-1], axis=0)[::-1]
    sweep[:] = np.array(value.sweep) * sweep_weight
    return tables.ravel(), sweep, _sweep_bounds(sweep)


def _sweep_bounds(sweep: NDArray[np.float64]) -> NDArray[np.float64]:
    """Upper bounds of ``_kernels._sweep(p, sweep)``. Entry i is the bound for all p with ``_kernels._first_bits(p) == i``."""
    # Not compiled, because compiling would take longer than a call
    above = np.maximum(np.arange(_kernels.BOUNDS) - 1, 0)
    at = np.sqrt(2.0 ** -(above >> 4) * (1 - (above & 15) / 32)) * _kernels.STEPS
    step = np.minimum(at.astype(np.int64), _kernels.STEPS - 1)
    bounds: NDArray[np.float64] = sweep[step] + (sweep[step + 1] - sweep[step]) * (at - step)
    return bounds


def fronts(hands: ArrayLike, of: Ranking, places: int, least: int = 1, most: int = 64) -> Fronts:
    """All splits worth considering, for each of many hands. `prial.arrange.search.front` does the same for one hand.

    A split is dominated, and left out, if another split is at least as strong in every place.

    Args:
        hands: one hand per row, 3 to 13 different cards each; shape (hands, cards in a hand).
        of: gives each hand its strength.
        places: number of hands to make of each player's cards, 1 to 4.
        least: the lowest strength that a hand may have. A place stays empty if the remaining cards make no such hand.
        most: greatest number of splits to return for each hand. `Fronts.counts` also counts the splits that aren't returned.
    Raises:
        ValueError: if a hand isn't 3 to 13 different cards, if ``places`` isn't 1 to 4, or if a hand has more than about 4,000
            splits worth considering.
    """
    check_places(places)
    cards = sorted_hands(hands)
    counts = np.zeros(len(cards), np.int64)
    vectors, choices = np.zeros((2, len(cards), most, places), np.uint16)
    _kernels.fronts(cards, _ranks(of), least, _kernels.workspace(), counts, vectors, choices)
    if (counts < 0).any():
        raise ValueError(f"a hand has more than {_kernels.MOST_FOUND - 9} best splits")
    return Fronts(counts, vectors, choices)


def greedy(hands: ArrayLike, of: Ranking, places: int, least: int = 1) -> Splits:
    """For each of many hands, the split with the strongest first hand, then the strongest second hand, and so on.

    `prial.arrange.search.greedy` does the same for one hand.

    Args:
        hands: one hand per row, 3 to 13 different cards each; shape (hands, cards in a hand).
        of: gives each hand its strength.
        places: number of hands to make of each player's cards, 1 to 4.
        least: the lowest strength that a hand may have. A place stays empty if the remaining cards make no such hand.
    Raises:
        ValueError: if a hand isn't 3 to 13 different cards, or if ``places`` isn't 1 to 4.
    """
    check_places(places)
    cards = sorted_hands(hands)
    vectors, choices = np.zeros((2, len(cards), places), np.uint16)
    _kernels.arrange_greedy(cards, _ranks(of), least, _kernels.workspace(), vectors, choices)
    return Splits(vectors, choices)


def best(
    hands: ArrayLike,
    value: Value,
    of: Ranking,
    *,
    least: int = 1,
    places_weight: Sequence[float] | None = None,
    sweep_weight: float = 1.0,
) -> Splits:
    """For each of many hands, the split that is expected to win most. `prial.arrange.value.best` does the same for one hand.

    Args:
        hands: one hand per row, 3 to 13 different cards each; shape (hands, cards in a hand).
        value: gives the points that each split is expected to win, and the number of places.
        of: gives each hand its strength.
        least: the lowest strength that a hand may have. A place stays empty if the remaining cards make no such hand.
        places_weight: points for winning each place; None gives 1 point for every place.
        sweep_weight: additional points for winning all places, at least 0.
    Raises:
        ValueError: if a hand isn't 3 to 13 different cards.
    """
    cards, policy = sorted_hands(hands), _policy(value, of.size, places_weight, sweep_weight)
    vectors, choices = np.zeros((2, len(cards), value.places), np.uint16)
    _kernels.arrange(cards, _ranks(of), least, _kernels.workspace(), policy, vectors, choices)
    return Splits(vectors, choices)


def strengths(
    first: NDArray[np.uint8],
    second: NDArray[np.uint8],
    third: NDArray[np.uint8],
    of: Ranking,
    out: NDArray[np.uint16] | None = None,
) -> NDArray[np.uint16]:
    """The strengths of many hands of three different cards, shape (hands,). The cards aren't checked.

    Args:
        first: the first card of each hand, shape (hands,); a contiguous array is fastest.
        second: the second card of each hand, shape (hands,).
        third: the third card of each hand, shape (hands,).
        of: gives each hand its strength.
        out: array to write the strengths to, shape (hands,); None makes a new one.
    """
    out = np.empty(len(first), np.uint16) if out is None else out
    a, b, c = (np.ascontiguousarray(cards, np.uint8) for cards in (first, second, third))
    if of.wild:
        _kernels.strengths_by_card(a, b, c, np.array(of.table, np.uint16), out)
    else:
        _kernels.strengths(a, b, c, by_ranks(of), out)
    return out


def deal(deals: int, seed: np.random.SeedSequence, seats: int, cards: int = 13) -> Hands:
    """Deal hands from shuffled packs. The same seed gives the same deals; asking for more deals adds them at the end.

    Args:
        deals: number of deals.
        seed: seed of the shuffles.
        seats: number of hands in each deal.
        cards: number of cards in a hand.
    Returns:
        Cards, shape (deals, seats, cards), each hand with its greatest card first.
    Raises:
        ValueError: if a deal needs more than 52 cards.
    """
    if seats * cards > 52:
        raise ValueError(f"{seats} hands of {cards} cards")
    hands = np.zeros((deals, seats, cards), np.uint8)
    _kernels.deal(seed.generate_state(4, np.uint64).astype(np.uint64), hands)
    return hands


def warm() -> None:
    """Compile all functions, or load them from numba's cache, so that the first real call is fast."""
    of, seed = ranking(), np.random.SeedSequence(0)
    hands = deal(1, seed, 1)[0]
    value = Value.of(1, np.linspace((0, 0, 0, 0), 1, of.size + 1).T)
    for wild in (frozenset[int](), frozenset({0})):
        strengths(hands[0, :1], hands[0, 1:2], hands[0, 2:3], ranking(wild=wild))
    fronts(hands, of, 4)
    greedy(hands, of, 4)
    best(hands, value, of)
