"""Finds the best splits of one player's cards, by an exact search in plain Python.

A split divides the cards into smaller hands, one for each place: the first hand, the second hand, and so on. 13 cards make four
hands of three in 200,200 ways. Only about seven of these splits matter. Every other split is matched or beaten in all places by
one of the seven.

The search fills the places in order and tries the strongest hands first. A hand is given up as soon as a known split matches or
beats all splits with this hand and the hands in earlier places.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import combinations
from operator import ge
from typing import Final, TypeAlias

import msgspec

from prial.arguments import explained
from prial.cards import Card, Cards, cards_of, names, rank
from prial.drawn import draw
from prial.errors import CardError, RulesError, add_sentences, refuse
from prial.ranks.brag import FourOfAKind, Ranking

add_sentences("en", {"arrange.places": "A hand can be split over 1 to {most} places, not {places}."})

MOST_CARDS: Final = 13
"""The greatest number of cards that this module can split."""
_MOST_PLACES: Final = 4
"""The greatest number of places."""

Hands: TypeAlias = tuple[tuple[Card, ...], ...]
"""The hands of a split, first hand first. Each hand is a tuple of cards."""
_Vector: TypeAlias = tuple[int, ...]
"""The strengths of the hands of a split, one for each place."""
_Picks: TypeAlias = tuple[int, ...]
"""The hands of a split, one for each place. Each hand is given by its index in `_Candidates`."""


class Split(msgspec.Struct, frozen=True):
    """One way to divide a player's cards into hands. The strongest hand comes first."""

    hands: Hands
    """The hands, each with its highest card first. Empty places at the end are left out."""
    strengths: tuple[int, ...]
    """The strength of the hand in each place, the greatest first; 0 for an empty place."""

    def __str__(self) -> str:
        return " ".join(names(hand) for hand in self.hands)

    def _repr_svg_(self) -> str:
        return draw(*self.hands).svg


@cache
def _triples(count: int) -> tuple[list[tuple[int, ...]], list[int]]:
    """Every choice of three out of ``count`` positions: the positions as numbers, and as bit masks."""
    members: list[tuple[int, ...]] = list(combinations(range(count), 3))
    return members, [1 << a | 1 << b | 1 << c for a, b, c in members]


@cache
def _lowest_bits(count: int) -> int:
    """A whole number of ``count`` bytes, all equal to 1."""
    return int.from_bytes(b"\1" * count, "little")


class _Candidates:
    """The hands that can be made of ``cards``, strongest first, without the hands weaker than ``least``."""

    __slots__ = ("all", "free", "members", "strengths", "without")

    def __init__(self, cards: Sequence[Card], ranking: Ranking, least: int) -> None:
        table = ranking.table
        members, masks = _triples(len(cards))
        strengths: list[int] = []
        for first in range(len(cards) - 2):
            plane = table[cards[first]]
            for second in range(first + 1, len(cards) - 1):
                row = plane[cards[second]]
                strengths += [row[card] for card in cards[second + 1 :]]
        if ranking.four_of_a_kind is FourOfAKind.BEATS_ALL:
            for at in range(len(cards) - 3):  # the cards are sorted, so four of a rank stand together
                if rank(cards[at]) == rank(cards[at + 3]):
                    members = [*members, tuple(range(at, at + 4))]
                    masks = [*masks, 0b1111 << at]
                    strengths.append(ranking.strength(cards[at : at + 4]))
        order = sorted(range(len(strengths)), key=strengths.__getitem__, reverse=True)
        if least > 1:
            order = [at for at in order if strengths[at] >= least]
        self.strengths = [strengths[at] for at in order]
        """Strengths of the hands, the greatest first."""
        self.members = [members[at] for at in order]
        """For each hand, the positions of its cards in ``cards``."""
        self.all = ones = _lowest_bits(len(order))
        """The set of all hands, as a whole number in which bit 8 · k stands for hand k."""
        sorted_masks = [masks[at] for at in order]
        low = ~int.from_bytes(bytes([mask & 255 for mask in sorted_masks]), "little")
        high = ~int.from_bytes(bytes([mask >> 8 for mask in sorted_masks]), "little")
        self.without = [ones & low >> at for at in range(8)] + [ones & high >> at for at in range(MOST_CARDS - 8)]
        """``without[i]``: the set of hands that don't use the card ``cards[i]``."""
        self.free = [0] * len(order)
        """``free[k]``: the set of hands that share no card with hand k; 0 until the set is computed."""


def _search(  # noqa: C901  # one small function for each place: these loops take nearly all the time
    candidates: _Candidates, places: int, allowed_picks: Callable[[_Picks], bool] | None
) -> dict[_Vector, _Picks]:
    """Find the undominated splits, and perhaps a few dominated ones, as a dictionary from strengths to hands."""
    strengths, members, without, free = candidates.strengths, candidates.members, candidates.without, candidates.free
    found: dict[_Vector, _Picks] = {}
    vectors: list[_Vector] = []  # the keys of `found`, as a list that is quicker to go through

    def apart(number: int) -> int:
        """The set of hands that share no card with hand ``number``."""
        rest = candidates.all
        for at in members[number]:
            rest &= without[at]
        free[number] = rest
        return rest

    def keep(b: int, c: int, d: int, vector: _Vector, picks: _Picks) -> None:
        """Record ``vector`` with its hands, unless a recorded vector is at least as good in every place."""
        for other in vectors:
            if other[1] >= b and other[2] >= c and other[3] >= d:
                return
        if not allowed_picks or allowed_picks(picks):
            found[vector] = picks
            vectors.append(vector)

    def first() -> None:
        allowed = candidates.all
        while allowed:
            lowest = allowed & -allowed
            number = lowest.bit_length() >> 3
            a = strengths[number]
            # Strengths never rise from place to place. So if ``other`` ends with a strength of at least a, no split that could
            # still follow is stronger in any place. Later places needn't compare other[0], because first hands are tried in order
            for other in vectors:
                if other[3] >= a:
                    return
            allowed ^= lowest
            second(allowed & (free[number] or apart(number)), a, (number,))
        keep(0, 0, 0, (0, 0, 0, 0), ())

    def second(allowed: int, a: int, picks: _Picks) -> None:
        while allowed:
            lowest = allowed & -allowed
            number = lowest.bit_length() >> 3
            b = strengths[number]
            for other in vectors:
                if other[3] >= b and other[1] >= b:
                    return
            allowed ^= lowest
            third(allowed & (free[number] or apart(number)), a, b, (*picks, number))
        keep(0, 0, 0, (a, 0, 0, 0), picks)

    def third(allowed: int, a: int, b: int, picks: _Picks) -> None:
        while allowed:
            lowest = allowed & -allowed
            number = lowest.bit_length() >> 3
            c = strengths[number]
            for other in vectors:
                if other[3] >= c and other[2] >= c and other[1] >= b:
                    return
            allowed ^= lowest
            fourth(allowed & (free[number] or apart(number)), a, b, c, (*picks, number))
        keep(b, 0, 0, (a, b, 0, 0), picks)

    def fourth(allowed: int, a: int, b: int, c: int, picks: _Picks) -> None:
        while allowed:
            lowest = allowed & -allowed
            number = lowest.bit_length() >> 3
            d = strengths[number]
            for other in vectors:
                if other[3] >= d and other[2] >= c and other[1] >= b:
                    return
            if not allowed_picks or allowed_picks((*picks, number)):
                vector = (a, b, c, d)
                found[vector] = (*picks, number)
                vectors.append(vector)
                return
            allowed ^= lowest
        keep(b, c, 0, (a, b, c, 0), picks)

    # A vector always has four strengths here; with fewer places, the first strengths are 0
    match places:
        case 4:
            first()
        case 3:
            second(candidates.all, 0, ())
        case 2:
            third(candidates.all, 0, 0, ())
        case _:
            fourth(candidates.all, 0, 0, 0, ())
    return {vector[4 - places :]: picks for vector, picks in found.items()}


def _undominated(vectors: Iterable[_Vector]) -> list[_Vector]:
    """The undominated vectors, in falling order. Only vectors with the same first strength are compared: see `_search`."""
    best: list[_Vector] = []
    for vector in sorted(vectors, reverse=True):
        for other in reversed(best):
            if other[0] > vector[0]:
                best.append(vector)
                break
            if all(map(ge, other, vector)):
                break
        else:
            best.append(vector)
    return best


def check_places(places: int) -> None:
    """Check that the number of hands in a split is 1 to 4.

    Raises:
        RulesError: if the number isn't 1 to 4.
    """
    if places not in range(1, _MOST_PLACES + 1):
        raise RulesError(refuse("arrange.places", places=repr(places)[:20], most=_MOST_PLACES))


@explained
def front(
    hand: Cards,
    ranking: Ranking,
    places: int,
    least: int = 1,
    allowed: Callable[[Hands], bool] | None = None,
) -> list[Split]:
    """All splits of a player's cards that are worth considering.

    A split is dominated, and left out, if another split is at least as strong in every place.

    Args:
        hand: the cards to split: up to 13 different cards, as numbers or as text.
        ranking: gives each hand its strength. If four of a kind is the ranking's best hand, hands of four cards are tried, too.
        places: number of hands to make, 1 to 4.
        least: the lowest strength that a hand may have. A place stays empty if the remaining cards make no such hand.
        allowed: a function that gets the hands of a split and says whether they may be laid together; None allows all.
    Returns:
        The splits, the one with the strongest first hand first. Of several splits with the same strengths in all places, only one
        is returned. The list is empty only if ``allowed`` refuses every split.
    Raises:
        CardError: if something isn't a card, if a card occurs twice, or if there are more than 13 cards.
        RulesError: if ``places`` isn't 1 to 4.
    """
    cards = sorted(cards_of(hand), reverse=True)
    if len(cards) > MOST_CARDS:
        raise CardError(refuse("card.count", count=len(cards), wanted=f"up to {MOST_CARDS}"))
    check_places(places)
    candidates = _Candidates(cards, ranking, least)
    members = candidates.members

    def hands(picks: _Picks) -> Hands:
        return tuple([tuple([cards[at] for at in members[number]]) for number in picks])

    found = _search(candidates, places, (lambda picks: allowed(hands(picks))) if allowed else None)
    return [Split(hands(found[vector]), vector) for vector in _undominated(found)]


@explained
def greedy(hand: Cards, ranking: Ranking, places: int, least: int = 1) -> Split:
    """The split that most people make: the best first hand, then the best second hand of the remaining cards, and so on.

    If several first hands are equally strong, the later hands decide. The result is the first split that `front` returns.

    Args:
        hand: the cards to split: up to 13 different cards, as numbers or as text.
        ranking: gives each hand its strength.
        places: number of hands to make, 1 to 4.
        least: the lowest strength that a hand may have. A place stays empty if the remaining cards make no such hand.
    Raises:
        CardError: if something isn't a card, if a card occurs twice, or if there are more than 13 cards.
        RulesError: if ``places`` isn't 1 to 4.
    """
    return front(hand, ranking, places, least)[0]
