"""What follows from one value, kept until another one is asked about."""

from collections.abc import Callable
from typing import TypeVar

A = TypeVar("A")
B = TypeVar("B")


def latest(make: Callable[[A], B]) -> Callable[[A], B]:
    """Keep what was last made of a value: what is told of an entry is told to several, one after the other.

    Args:
        make: makes something of a value that never changes, and of nothing else. Values are told apart by which they are, not by
            what they are equal to, so nothing is looked at in them.
    """
    of: A | None = None
    made: B

    def found(value: A) -> B:
        nonlocal of, made
        if of is not value:
            made = make(value)
            of = value
        return made

    return found
