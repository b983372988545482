"""Counts the hands that a change of cards may lead to, and gives the strengths of players' hands after the draw."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import combinations
from math import comb
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from prial.cards import PACK, Card
from prial.ranks.brag import Ranking
from prial.ranks.many import worths

Floats: TypeAlias = NDArray[np.float64]
"""An array of numbers."""
Ints: TypeAlias = NDArray[np.int64]
"""An array of whole numbers."""

HAND: Final = 3
"""Number of cards in a hand."""
FILE: Final = "draws.npz"
"""Name of the shipped data file, beside this module; ``prial tables brag_poker`` makes the file again."""


@lru_cache(200)
def _ways(cards: int, drawn: int) -> Ints:
    """All ways to choose ``drawn`` of ``cards`` cards, as indices of cards; shape (ways, drawn)."""
    return np.array(list(combinations(range(cards), drawn)), np.int64).reshape(comb(cards, drawn), drawn)


def drawn(of: Ranking, kept: Sequence[Card], left: Sequence[Card]) -> Ints:
    """Count the draws that make a hand of each strength; shape (size of the ranking + 1,).

    Args:
        of: the ranking of hands.
        kept: the cards that are kept, 0 to 3 of them.
        left: the cards that may be drawn.
    """
    new = np.array(left, np.int64)[_ways(len(left), HAND - len(kept))]
    hands = np.hstack([np.tile(np.array(kept, np.int64), (len(new), 1)), new])
    return np.bincount(worths(of, hands), minlength=of.size + 1)


def changes(hand: Sequence[Card], most: int = HAND) -> list[tuple[Card, ...]]:
    """List every set of cards that can be discarded, the smallest sets first.

    Args:
        hand: the cards of the hand.
        most: the greatest number of cards to discard.
    """
    return [away for count in range(most + 1) for away in combinations(hand, count)]


@dataclass(frozen=True, slots=True)
class Draw:
    """One way to change cards."""

    away: tuple[Card, ...]
    """The cards that are discarded."""
    makes: Floats
    """Probability of each strength after the draw; shape (size of the ranking + 1,)."""


_KNOWN: Final[dict[tuple[Ranking, tuple[Card, ...]], list[Draw]]] = {}
"""The results of `draws` for hands that bots need many times; see `remember`."""


def remember(of: Ranking, hands: Sequence[tuple[Card, ...]], makes: NDArray[np.float32]) -> None:
    """Keep the draws of some dealt hands, so that `draws` needn't count them again.

    Args:
        of: the ranking of hands.
        hands: the hands.
        makes: the result of `all_draws` for these hands.
    """
    for hand, rows in zip(hands, makes, strict=True):
        found = _KNOWN[of, hand] = []
        for away, row in zip(changes(hand), rows, strict=True):
            ways = comb(len(PACK) - HAND, len(away))
            found.append(Draw(away, np.rint(row.astype(np.float64) * ways) / ways))  # without the errors of single precision


def draws(of: Ranking, hand: Sequence[Card], gone: Sequence[Card] = (), most: int = HAND) -> list[Draw]:
    """List every way to change cards of a hand, each with the exact probability of every strength of the changed hand.

    Args:
        of: the ranking of hands.
        hand: the three cards.
        gone: other cards that can't be drawn, such as earlier discards.
        most: the greatest number of cards to change. It is lowered to the number of cards that can be drawn.
    """
    known = _KNOWN.get((of, tuple(hand)))
    if known is not None and not gone and most >= HAND:
        return known
    left = [card for card in PACK if card not in hand and card not in gone]
    found = []
    for away in changes(hand, min(most, len(left))):
        counts = drawn(of, [card for card in hand if card not in away], left)
        found.append(Draw(away, counts / counts.sum()))
    return found


def all_draws(of: Ranking, hands: Sequence[Sequence[Card]]) -> NDArray[np.float32]:
    """Work out the probability of each strength after each change of cards, for many hands together.

    This is much faster than a call of `draws` for each hand.

    Args:
        of: the ranking of hands.
        hands: the hands, of three cards each.
    Returns:
        The probabilities; shape (hands, 8, size of the ranking + 1). The second axis is in the order of `changes`.
    """
    width, cards = of.size + 1, len(PACK)
    pack = np.array(PACK)[_ways(cards, HAND)]  # each hand in the order of its cards
    strengths = worths(of, pack)

    def holding(*places: int) -> Ints:
        """For each choice of cards at the positions ``places``, count the hands of each strength; shape (choices, strengths)."""
        held = np.zeros(len(pack), np.int64)
        for place in places:
            held = held * cards + pack[:, place]
        return np.bincount(held * width + strengths, minlength=cards ** len(places) * width).reshape(-1, width)

    # Inclusion and exclusion: counts of the hands that hold a card or a pair are added and subtracted
    none = holding()[0]
    one = sum((holding(place) for place in range(HAND)), np.zeros((cards, width), np.int64))
    two = sum((holding(*pair) for pair in combinations(range(HAND), 2)), np.zeros((cards**2, width), np.int64))
    sets = changes(range(HAND))
    # Row: the cards that are changed. Column: a set of cards. Entry: the weight of the hands that hold this set
    terms = np.zeros((len(sets), len(sets)))
    for row, away in zip(terms, sets, strict=True):
        kept = {*range(HAND)} - {*away}
        row[:] = [(-1) ** (len(held) - len(kept)) if kept <= {*held} else 0 for held in sets]
    totals = np.array([[comb(cards - HAND, len(away))] for away in sets])
    found = np.empty((len(hands), len(sets), width), np.float32)
    counts = np.zeros((len(sets), width))
    counts[0] = none
    for number, hand in enumerate(hands):
        counts[1 : 1 + HAND] = one[list(hand)]
        counts[1 + HAND : -1] = two[[min(pair) * cards + max(pair) for pair in combinations(hand, 2)]]
        counts[-1] = 0
        counts[-1, worths(of, np.array([hand]))[0]] = 1
        found[number] = terms @ counts / totals
    return found


@dataclass(frozen=True, slots=True)
class Field:
    """How many cards a player changes, and how strong the hand is after the change.

    The numbers hold for a deal between two players who both make the best change.
    """

    share: Floats
    """``share[n]``: probability that a player changes n cards, 0 to 3; shape (4,)."""
    after: Floats
    """``after[n, s]``: probability of strength s after a change of n cards; shape (4, size of the ranking + 1)."""

    @property
    def held(self) -> Floats:
        """Probability of each strength after a change of an unknown number of cards; shape (size of the ranking + 1,)."""
        held: Floats = self.share @ self.after
        return held


def beaten(held: Floats) -> Floats:
    """Work out the probability that a hand of each strength beats one other hand; shape (size of the ranking + 1,).

    Equal hands count half.

    Args:
        held: the probability of each strength for the other hand.
    """
    return np.cumsum(held) - held / 2


def name(of: Ranking) -> str:
    """The name under which the shipped data file stores the results for a ranking."""
    return f"{of.top_prial}-{of.top_run}"


@cache
def field(of: Ranking) -> Field:
    """Read the `Field` of a ranking from the shipped data file."""
    with np.load(io.BytesIO(files(__package__).joinpath(FILE).read_bytes())) as arrays:
        return Field(arrays[f"{name(of)}-share"], arrays[f"{name(of)}-after"].astype(np.float64))
