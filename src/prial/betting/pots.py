"""Pots as values: one that takes chips, and under it those that somebody has covered."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec

from prial.core.game import Seat, from_left


class Pot(msgspec.Struct, frozen=True, gc=False):
    """Chips in the middle."""

    chips: int = 0
    coverer: Seat | None = None
    """Who put the last chips into it, the cards on top of them, and competes for no newer pot; None for the newest."""


Pots: TypeAlias = tuple[Pot, ...]
"""All pots of a deal, the oldest first. Only the last takes chips."""

EMPTY: Pots = (Pot(),)


class Award(msgspec.Struct, frozen=True, gc=False):
    """A pot and who won it."""

    chips: int
    winners: tuple[Seat, ...]
    """One seat, or several who share it."""
    coverer: Seat | None = None
    """Who had covered it."""


def total(pots: Pots) -> int:
    """Chips in all pots."""
    return sum(pot.chips for pot in pots)


def pay(pots: Pots, chips: int) -> Pots:
    """Put chips into the newest pot."""
    return (*pots[:-1], Pot(pots[-1].chips + chips))


def cover(pots: Pots, seat: Seat) -> Pots:
    """Close the newest pot over a seat that has no chips left, and begin another."""
    return (*pots[:-1], Pot(pots[-1].chips, seat), Pot())


def settle(pots: Pots, winners: Sequence[Seat], beats: Callable[[Seat, Seat], bool]) -> list[Award]:
    """Give all pots away, the newest first.

    Args:
        pots: the pots.
        winners: who wins the newest: one seat, or several with equal hands.
        beats: whether the first seat's hand is better than the second's.
    Returns:
        Each pot with its winners. An older pot goes to its coverer where the coverer's hand is better than that of the next
        newer pot's winner, else to the latter.
    """
    holders = tuple(winners)
    awards = []
    for pot in reversed(pots):
        if pot.coverer is not None and beats(pot.coverer, holders[0]):
            holders = (pot.coverer,)
        awards.append(Award(pot.chips, holders, pot.coverer))
    return awards


def share(pool: int, winners: Sequence[Seat], dealer: Seat, players: int) -> list[tuple[Seat, int]]:
    """Divide chips evenly; odd ones go one by one to the first from the dealer's left."""
    even, odd = divmod(pool, len(winners))
    return [(seat, even + (place < odd)) for place, seat in enumerate(from_left(dealer, winners, players))]
