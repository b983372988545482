"""A cache of one: what was made of a value is kept until another value comes."""

from collections.abc import Callable
from typing import TypeVar

A = TypeVar("A")
"""The type of the value."""
B = TypeVar("B")
"""The type of what is made of it."""


def latest(make: Callable[[A], B]) -> Callable[[A], B]:
    """Have a function keep its last result, and return it again as long as it gets the same object.

    An entry is told to several viewers, one after the other, and what is the same for all of them is made once.

    Args:
        make: a function whose result depends on its argument alone, which never changes. Arguments are compared by identity, not
            by equality.
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
