"""Numbers and orders that are exactly equally likely, from bytes that are.

Bytes become a number by throwing away those that would favour the small ones, and numbers become an order by the swaps of Fisher
and Yates, in which every order comes from exactly one row of numbers. So the deal is as fair as the bytes are.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

Entropy: TypeAlias = Callable[[int], bytes]
"""Gives this many bytes, each of the 256 equally likely and independent of all others."""
Choose: TypeAlias = Callable[[int], int]
"""A number from 0 to n − 1, each equally likely."""
_T = TypeVar("_T")


def below(n: int, entropy: Entropy) -> int:
    """A number from 0 to n − 1, each exactly equally likely; n is at least 1."""
    size = ((n - 1).bit_length() + 7) // 8
    span = 256**size
    fair = span - span % n  # every remainder comes equally often below it
    while (value := int.from_bytes(entropy(size))) >= fair:
        pass
    return value % n


def shuffled(things: Sequence[_T], choose: Choose) -> list[_T]:
    """The same things in another order, each order exactly equally likely (Fisher and Yates, in Durstenfeld's form).

    Args:
        things: in any order.
        choose: called with n = how many there are, and on down to 2.
    """
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        other = choose(last + 1)
        order[last], order[other] = order[other], order[last]
    return order
