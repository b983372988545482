"""Makes random numbers and random orders from random bytes. All results are exactly equally likely.

Bytes that would make small numbers more likely are thrown away (rejection sampling). Orders are made by the shuffle of Fisher and
Yates.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

Entropy: TypeAlias = Callable[[int], bytes]
"""A function that takes n and gives n random bytes, uniform and independent."""
Choose: TypeAlias = Callable[[int], int]
"""A function that takes n and gives a random number from 0 to n − 1. All these numbers are equally likely."""
_T = TypeVar("_T")


def below(n: int, entropy: Entropy) -> int:
    """A random number from 0 to n − 1. All these numbers are exactly equally likely.

    Args:
        n: the number of possible results, at least 1.
        entropy: the source of random bytes.
    """
    size = ((n - 1).bit_length() + 7) // 8
    span = 256**size
    fair = span - span % n  # below this bound every remainder occurs equally often
    while (value := int.from_bytes(entropy(size))) >= fair:
        pass
    return value % n


def shuffled(things: Sequence[_T], choose: Choose) -> list[_T]:
    """The same things in a random order. All orders are exactly equally likely (Fisher and Yates, in Durstenfeld's form).

    Args:
        things: the things to shuffle. The sequence isn't changed.
        choose: the source of random numbers. It is called with the number of things, then with one less each time, down to 2.
    """
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        other = choose(last + 1)
        order[last], order[other] = order[other], order[last]
    return order
