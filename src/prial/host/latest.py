"""A cache with room for one result: a function's last result is kept until the function gets another argument."""

from collections.abc import Callable
from typing import TypeVar

A = TypeVar("A")
"""The type of the function's argument."""
B = TypeVar("B")
"""The type of the function's result."""


def latest(make: Callable[[A], B]) -> Callable[[A], B]:
    """Wrap a function: if it is called twice in a row with the same object, the second call returns the first call's result.

    Args:
        make: the function. Its result must depend only on its argument, and the argument must never change. Arguments are
            compared by identity, not by equality.
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
