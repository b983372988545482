"""Pots of chips. All bets go into the newest pot. A player who runs out of chips closes that pot, and can't win newer ones."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec

from prial.core.game import Seat, from_left


class Pot(msgspec.Struct, frozen=True, gc=False):
    """A pot of chips in the middle of the table."""

    chips: int = 0
    """Chips in the pot."""
    coverer: Seat | None = None
    """The seat that covered this pot: it put in its last chips, and can't win any newer pot. None for the newest pot."""


Pots: TypeAlias = tuple[Pot, ...]
"""All pots of a deal, the oldest first. Only the last pot takes bets."""

EMPTY: Pots = (Pot(),)
"""The pots at the start of a deal: one pot without chips."""


class Award(msgspec.Struct, frozen=True, gc=False):
    """A pot and its winners."""

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
    """Put chips into the newest pot."""
    return (*pots[:-1], Pot(pots[-1].chips + chips))


def cover(pots: Pots, seat: Seat) -> Pots:
    """Close the newest pot and begin a new one. ``seat`` has no chips left, and covers the closed pot."""
    return (*pots[:-1], Pot(pots[-1].chips, seat), Pot())


def settle(pots: Pots, winners: Sequence[Seat], beats: Callable[[Seat, Seat], bool]) -> list[Award]:
    """Award all pots, the newest first.

    Args:
        pots: the pots.
        winners: the seats that win the newest pot: one, or several with equal hands.
        beats: says whether the hand of the first seat is better than the hand of the second.
    Returns:
        Each pot with its winners, the newest pot first. For a covered pot, the coverer's hand is compared with the hand that won
        the next newer pot. If the coverer's hand is better, the coverer wins the covered pot. Otherwise the winners of the newer
        pot win the covered pot, too.
    """
    holders = tuple(winners)
    awards = []
    for pot in reversed(pots):
        if pot.coverer is not None and beats(pot.coverer, holders[0]):
            holders = (pot.coverer,)
        awards.append(Award(pot.chips, holders, pot.coverer))
    return awards


def share(pool: int, winners: Sequence[Seat], dealer: Seat, players: int) -> list[tuple[Seat, int]]:
    """Divide chips evenly. Odd chips go one by one to the winners, beginning from the dealer's left.

    Args:
        pool: the chips to divide.
        winners: the seats that share the chips.
        dealer: the dealer's seat.
        players: number of seats at the table.
    Returns:
        Pairs of a seat and its chips, in the order from the dealer's left.
    """
    even, odd = divmod(pool, len(winners))
    return [(seat, even + (place < odd)) for place, seat in enumerate(from_left(dealer, winners, players))]
