"""A queue in which owners take turns. An owner with many items doesn't hold up the others."""

from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")
"""The type of the items that wait."""


class Rotation(Generic[T]):
    """Items that wait, each with an owner. After a turn, an owner waits until every other owner with items has had a turn."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[T]] = {}
        """For each owner's name, the owner's items. The owner whose turn is next comes first."""

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def add(self, whose: str, what: T) -> None:
        """Add an item behind all other items of its owner.

        Args:
            whose: the owner's name.
            what: the item.
        """
        self._waiting.setdefault(whose, deque()).append(what)

    def of(self, whose: str) -> int:
        """Number of waiting items that belong to one owner."""
        return len(self._waiting.get(whose, ()))

    def next(self) -> T:
        """Take the next item. The item's owner then waits until all other owners have had a turn.

        Raises:
            StopIteration: if nothing waits.
        """
        whose = next(iter(self._waiting))
        what = self._waiting[whose].popleft()
        self.had_turn(whose)
        return what

    def had_turn(self, whose: str) -> None:
        """Put an owner at the end of the queue, behind all other owners. Nothing happens if the owner has no items."""
        if waiting := self._waiting.pop(whose, None):
            self._waiting[whose] = waiting
