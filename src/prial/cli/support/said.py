"""Makes sentences about players. A sentence about the person at the terminal calls this person "you"."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from prial.core.game import Seat
from prial.errors import catalogue, say

Said: TypeAlias = Callable[[str, Seat | None, int], str]
"""Function that makes a sentence from three arguments: the sentence's code in the catalogue, a seat, and an amount.

The seat is the player whom the sentence is about. It is None if the sentence is about no player.
"""


def sayer(names: Sequence[str], me: Seat | None = None) -> Said:
    """Make the function that turns codes into sentences.

    Args:
        names: the players' names, indexed by seat.
        me: the seat whose player is called "you". It is None if every player is called by name.
    """

    def said(code: str, seat: Seat | None, amount: int) -> str:
        if seat is not None and seat == me and f"{code}.you" in catalogue():
            return say(f"{code}.you", {"amount": amount})
        return say(code, {"seat": "" if seat is None else names[seat], "amount": amount})

    return said
