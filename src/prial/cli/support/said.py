"""Sentences that speak to the person at the terminal where they are about them."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from prial.core.game import Seat
from prial.errors import catalogue, say

Said: TypeAlias = Callable[[str, Seat | None, int], str]
"""Makes a sentence of a code, who it is about, and an amount."""


def sayer(names: Sequence[str], me: Seat | None = None) -> Said:
    """Makes sentences that speak to a seat where they are about it."""

    def said(code: str, seat: Seat | None, amount: int) -> str:
        if seat is not None and seat == me and f"{code}.you" in catalogue():
            return say(f"{code}.you", {"amount": amount})
        return say(code, {"seat": "" if seat is None else names[seat], "amount": amount})

    return said
