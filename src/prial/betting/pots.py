"""Pots of chips. All bets go into the newest pot.

A player who puts in their last chips covers the newest pot. Later bets go into a new pot. The player can still win the covered
pot, but no newer one.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec

from prial.core.game import Seat, from_left


class Pot(msgspec.Struct, frozen=True, gc=False):
    """A pot of chips in the middle of the table."""

    chips: int = 0
    """Chips in the pot."""
    coverer: Seat | None = None
    """The seat that covered this pot with its last chips, and can't win any newer pot; None for the newest pot."""


Pots: TypeAlias = tuple[Pot, ...]
"""All pots of a deal, the oldest first. Only the last pot takes bets."""

EMPTY: Pots = (Pot(),)
"""The pots at the start of a deal: one pot without chips."""


class Award(msgspec.Struct, frozen=True, gc=False):
    """A pot that is paid out, and its winners."""

    chips: int
    """Chips in the pot."""
    winners: tuple[Seat, ...]
    """The seats that win the pot: one, or several that share it."""
    coverer: Seat | None = None
    """The seat that had covered the pot with its last chips; None for the newest pot."""


def total(pots: Pots) -> int:
    """Chips in all pots."""
    return sum(pot.chips for pot in pots)


def pay(pots: Pots, chips: int) -> Pots:
    """Put chips into the newest pot, and return all pots."""
    return (*pots[:-1], Pot(pots[-1].chips + chips))


def cover(pots: Pots, seat: Seat) -> Pots:
    """Close the newest pot, begin a new one, and return all pots.

    Args:
        pots: the pots.
        seat: the seat that has put in its last chips. It covers the closed pot.
    """
    return (*pots[:-1], Pot(pots[-1].chips, seat), Pot())


def settle(pots: Pots, winners: Sequence[Seat], beats: Callable[[Seat, Seat], bool]) -> list[Award]:
    """Find the winners of all pots.

    The winners of a pot also win the pot that began before it, unless the seat that covered this older pot has a better hand.
    Then that seat wins the older pot.

    Args:
        pots: the pots.
        winners: the seats that win the newest pot: one, or several with equal hands.
        beats: a function of two seats that says whether the first one has the better hand.
    Returns:
        Each pot with its winners, the newest pot first.
    """
    holders = tuple(winners)
    awards = []
    for pot in reversed(pots):
        if pot.coverer is not None and beats(pot.coverer, holders[0]):
            holders = (pot.coverer,)
        awards.append(Award(pot.chips, holders, pot.coverer))
    return awards


def share(pool: int, winners: Sequence[Seat], dealer: Seat, players: int) -> list[tuple[Seat, int]]:
    """Divide chips evenly among seats. Odd chips go one by one to the first seats on the dealer's left.

    Args:
        pool: the chips to divide.
        winners: the seats that share the chips.
        dealer: the dealer's seat.
        players: number of seats at the table.
    Returns:
        Each seat and its chips, in the order from the dealer's left.
    """
    even, odd = divmod(pool, len(winners))
    return [(seat, even + (place < odd)) for place, seat in enumerate(from_left(dealer, winners, players))]
