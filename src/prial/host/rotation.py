"""Who is next, where many wait and some of them have asked for more than one thing."""

from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")


class Rotation(Generic[T]):
    """What waits, by whose it is: everybody has a turn before anybody has another one."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[T]] = {}
        """By whose it is, the one that is next first."""

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def add(self, whose: str, what: T) -> None:
        """Let one more wait, behind all others of the same."""
        self._waiting.setdefault(whose, deque()).append(what)

    def of(self, whose: str) -> int:
        """How many of somebody wait."""
        return len(self._waiting.get(whose, ()))

    def next(self) -> T:
        """Take the next one; its owner is the last to have another turn.

        Raises:
            StopIteration: nothing waits.
        """
        whose = next(iter(self._waiting))
        what = self._waiting[whose].popleft()
        self.had_turn(whose)
        return what

    def had_turn(self, whose: str) -> None:
        """Let all others go first: somebody has just had a turn."""
        if waiting := self._waiting.pop(whose, None):
            self._waiting[whose] = waiting
