"""Sentences that speak to the person at the terminal, if they are about that person."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from prial.core.game import Seat
from prial.errors import catalogue, say

Said: TypeAlias = Callable[[str, Seat | None, int], str]
"""Function that makes a sentence from its code in the catalogue, the seat that it is about (or None), and an amount."""


def sayer(names: Sequence[str], me: Seat | None = None) -> Said:
    """Make the function that turns codes into sentences.

    Args:
        names: the players' names by seat.
        me: the seat that sentences speak to, as "you"; None for no seat.
    """

    def said(code: str, seat: Seat | None, amount: int) -> str:
        if seat is not None and seat == me and f"{code}.you" in catalogue():
            return say(f"{code}.you", {"amount": amount})
        return say(code, {"seat": "" if seat is None else names[seat], "amount": amount})

    return said
